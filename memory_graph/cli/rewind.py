"""``memory-graph rewind``: take back what a thread wrote after one of its checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from memory_graph.cli.asking import confirm
from memory_graph.cli.erasing import short
from memory_graph.cli.options import Json, Tenant, User, check_thread, scope_of
from memory_graph.cli.output import print_json, say

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple

    from memory_graph.scope import Scope
    from memory_graph.stores.branch import Covered
    from memory_graph.stores.postgres import PostgresMemoryStore
    from memory_graph.stores.rewind import RewindReport

T = TypeVar("T")
SHOWN = 10
"""How many places to go back to are listed."""


@dataclass(frozen=True, slots=True)
class Place:
    """A checkpoint as the store needs to know it."""

    checkpoint_id: str
    lineage: str | None
    """None where the state holds none: then the store tells it, by the messages."""
    clock: datetime
    covered: tuple[Covered, ...] = ()
    oldest: str = ""
    """The oldest checkpoint of its thread."""


def rewind(
    thread: Annotated[str, typer.Argument(help="The thread's id.")],
    user: User,
    tenant: Tenant = None,
    checkpoint: Annotated[
        str | None, typer.Option(metavar="ID", help="Go back to this checkpoint.")
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Undo the thread's newest rewind.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only list what would vanish and come back.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
    as_json: Json = False,
) -> None:
    """Take back what a thread wrote after one of its checkpoints; --undo takes that back.

    What was written since vanishes for every reader and what it closed comes back; nothing is
    deleted. Without --checkpoint and --undo it lists the checkpoints to go back to.
    """
    scope = scope_of(user, tenant)
    check_thread(thread)
    from memory_graph.errors import InputError
    from memory_graph.stores.postgres import PostgresMemoryStore

    if undo and checkpoint is not None:
        raise InputError("give --checkpoint or --undo, not both")
    if not (undo or checkpoint is not None or yes or dry_run):
        own = _is_of(scope, thread)
        found = _with_saver(lambda saver: places(saver, thread)) if own else []
        _show_places(found, as_json=as_json)
        return
    if as_json and not (yes or dry_run):
        raise InputError("--json can't ask: give --yes or --dry-run with it")
    place = None if undo else _with_saver(lambda saver: find_place(saver, thread, checkpoint))
    with PostgresMemoryStore() as store:
        report = _apply(store, scope, thread, place, dry_run=True)
        if not dry_run:
            if not yes:
                _show(report)
                confirm("Do this?")
            report = _apply(store, scope, thread, place, dry_run=False)
    if as_json:
        print_json(report.model_dump(mode="json"))
    else:
        _show(report)


def _is_of(scope: Scope, thread: str) -> bool:
    """True for a thread that told of this user: what another one said in it is not shown."""
    from memory_graph.effects import run
    from memory_graph.stores.postgres import PostgresMemoryStore

    with PostgresMemoryStore() as store:
        return run(store.has_written_program(scope, thread))


def _apply(
    store: PostgresMemoryStore, scope: Scope, thread: str, place: Place | None, *, dry_run: bool
) -> RewindReport:
    """The rewind, or without a place the undoing of the newest one."""
    if place is None:
        return store.undo_rewind(scope, thread, dry_run=dry_run)
    from memory_graph.effects import run
    from memory_graph.stores.oldest import known_oldest

    lineage = place.lineage
    if lineage is None:
        lineage = run(store.lineage_at_program(scope, thread, place.covered))
    return store.rewind(
        scope, thread, lineage, place.clock, place.checkpoint_id, dry_run=dry_run,
        oldest=known_oldest(place.oldest),
    )  # fmt: skip


def _with_saver(work: Callable[[BaseCheckpointSaver[Any]], T]) -> T:
    """What a piece of work finds in the checkpointer, which lies in the same database."""
    import psycopg
    from langgraph.checkpoint.postgres import PostgresSaver

    from memory_graph.server.factories import checkpointer_dsn
    from memory_graph.settings import load_settings
    from memory_graph.stores.failures import wrap_error

    try:
        with PostgresSaver.from_conn_string(checkpointer_dsn(load_settings())) as saver:
            saver.setup()
            return work(saver)
    except psycopg.Error as error:
        raise wrap_error(error, "the checkpointer's database") from error


def find_place(saver: BaseCheckpointSaver[Any], thread: str, checkpoint: str | None) -> Place:
    """A checkpoint by its id; raises InputError when none is named.

    A blank id would name the newest one to a checkpointer.
    """
    from memory_graph.errors import InputError, NotFoundError
    from memory_graph.stores.oldest import oldest_held

    if checkpoint is None:
        raise InputError(
            "give --checkpoint ID, or --undo; with neither, and nothing else, the command lists "
            "the checkpoints to go back to"
        )
    if not checkpoint.strip():
        raise InputError(f"checkpoint {checkpoint!r} is blank: leave --checkpoint out to list them")
    configurable = {"thread_id": thread, "checkpoint_ns": "", "checkpoint_id": checkpoint}
    found = saver.get_tuple({"configurable": configurable})
    if found is None:
        raise NotFoundError(
            f"thread {thread!r} has no checkpoint {checkpoint!r}: leave --checkpoint out to list "
            "those it has"
        )
    return replace(place_of(found), oldest=oldest_held(saver, thread).run())


def place_of(found: CheckpointTuple) -> Place:
    """What a checkpoint says of its branch; that of a host may hold messages alone. Pure."""
    values = found.checkpoint["channel_values"]
    clock = datetime.fromisoformat(values.get("clock") or found.checkpoint["ts"])
    if "lineage" in values:
        return Place(found.checkpoint["id"], values["lineage"] or "{}", clock)
    from memory_graph.conversation import covered_by

    return Place(found.checkpoint["id"], None, clock, covered_by(values.get("messages") or []))


@dataclass(frozen=True, slots=True)
class Stop:
    """A checkpoint before a message came in: when that was, and what it said."""

    checkpoint_id: str
    at: datetime
    words: str


def places(saver: BaseCheckpointSaver[Any], thread: str) -> list[Stop]:
    """The newest checkpoints before a message came in, newest first."""
    configurable = {"thread_id": thread, "checkpoint_ns": ""}
    listed = saver.list({"configurable": configurable}, filter={"source": "input"}, limit=SHOWN)
    return [stop_of(one) for one in listed]


def stop_of(found: CheckpointTuple) -> Stop:
    """Where to go back to from the checkpoint that took a message in. Pure.

    A thread's first checkpoint has none before it; nothing was written by then either.
    """
    before = (found.parent_config or {}).get("configurable", {}).get("checkpoint_id")
    return Stop(
        before or found.checkpoint["id"],
        datetime.fromisoformat(found.checkpoint["ts"]),
        words_of(found.checkpoint["channel_values"].get("__start__")),
    )


def words_of(given: object) -> str:
    """What was sent to a graph, on one line and as it may be shown; empty for other inputs."""
    from langchain_core.messages import convert_to_messages

    from memory_graph.text.clean import clean_text
    from memory_graph.text.redact import redact

    sent = given.get("messages") if isinstance(given, Mapping) else None
    if not sent:
        return ""
    try:
        messages = convert_to_messages(sent if isinstance(sent, list) else [sent])
    except (NotImplementedError, ValueError):
        return ""  # a host may call something else its messages
    return short(redact(clean_text(" ".join(str(one.text) for one in messages))).text)


def _show_places(found: Sequence[Stop], *, as_json: bool) -> None:
    """Prints the checkpoints to go back to."""
    if as_json:
        print_json(
            [
                {"checkpoint": one.checkpoint_id, "before_message_of": one.at.isoformat(),
                 "message": one.words}
                for one in found
            ]
        )  # fmt: skip
        return
    for one in found:
        at = one.at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
        typer.echo(f"{one.checkpoint_id}  before the message of {at}  {one.words}".rstrip())
    if not found:
        typer.echo("nothing found")


def _show(report: RewindReport) -> None:
    """Prints what vanishes and what comes back."""
    would = "would be " if report.dry_run else ""
    for title, memories in (("gone", report.vanished), ("back", report.reopened)):
        for memory in memories:
            typer.echo(f"{title}  {memory.id}  {memory.content}")
    typer.echo(f"{report.writes} writes {would}concerned")
    if report.dry_run:
        say("nothing was changed yet")
