"""``memory-graph rewind``: take back what a thread wrote after one of its checkpoints."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memory_graph.cli.options import Json, Tenant, User, scope_of
from memory_graph.cli.output import moment, print_json, say

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple

    from memory_graph.scope import Scope
    from memory_graph.stores.postgres import PostgresMemoryStore
    from memory_graph.stores.rewind import RewindReport

SHOWN = 10
"""How many places to go back to are listed."""


@dataclass(frozen=True, slots=True)
class Place:
    """A checkpoint as the store needs to know it."""

    checkpoint_id: str
    lineage: str
    clock: datetime


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
    from memory_graph.errors import InputError
    from memory_graph.stores.postgres import PostgresMemoryStore

    if undo and checkpoint:
        raise InputError("give --checkpoint or --undo, not both")
    if as_json and not (yes or dry_run):
        raise InputError("--json can't ask: give --yes or --dry-run with it")
    place = None if undo else _find(thread, checkpoint)
    with PostgresMemoryStore() as store:
        report = _apply(store, scope, thread, place, dry_run=True)
        if not dry_run:
            if not yes:
                _show(report)
                typer.confirm("Do this?", abort=True, err=True)
            report = _apply(store, scope, thread, place, dry_run=False)
    if as_json:
        print_json(report.model_dump(mode="json"))
    else:
        _show(report)


def _apply(
    store: PostgresMemoryStore, scope: Scope, thread: str, place: Place | None, *, dry_run: bool
) -> RewindReport:
    """The rewind, or without a place the undoing of the newest one."""
    if place is None:
        return store.undo_rewind(scope, thread, dry_run=dry_run)
    return store.rewind(
        scope, thread, place.lineage, place.clock, place.checkpoint_id, dry_run=dry_run
    )


def _find(thread: str, checkpoint: str | None) -> Place:
    """The checkpoint, from the checkpointer in the same database."""
    import psycopg
    from langgraph.checkpoint.postgres import PostgresSaver

    from memory_graph.server.factories import checkpointer_dsn
    from memory_graph.settings import load_settings
    from memory_graph.stores.failures import wrap_error

    try:
        with PostgresSaver.from_conn_string(checkpointer_dsn(load_settings())) as saver:
            saver.setup()
            return find_place(saver, thread, checkpoint)
    except psycopg.Error as error:
        raise wrap_error(error, "the checkpointer's database") from error


def find_place(saver: BaseCheckpointSaver[Any], thread: str, checkpoint: str | None) -> Place:
    """A checkpoint by its id; raises InputError with the choices when none is named."""
    from memory_graph.errors import InputError, NotFoundError

    configurable = {"thread_id": thread, "checkpoint_ns": ""}
    if checkpoint is None:
        choices = _choices(saver, configurable)
        raise InputError(f"give --checkpoint ID, or --undo; thread {thread!r} has\n{choices}")
    found = saver.get_tuple({"configurable": {**configurable, "checkpoint_id": checkpoint}})
    if found is None:
        raise NotFoundError(
            f"thread {thread!r} has no checkpoint {checkpoint!r}: leave --checkpoint out to list "
            "those it has"
        )
    return place_of(found)


def place_of(found: CheckpointTuple) -> Place:
    """What a checkpoint says of its branch. Pure."""
    values = found.checkpoint["channel_values"]
    clock = values.get("clock") or found.checkpoint["ts"]
    return Place(
        found.checkpoint["id"], values.get("lineage") or "{}", datetime.fromisoformat(clock)
    )


def _choices(saver: BaseCheckpointSaver[Any], configurable: dict[str, Any]) -> str:
    """The newest checkpoints before a message came in, newest first."""
    listed = saver.list({"configurable": configurable}, filter={"source": "input"}, limit=SHOWN)
    lines = [
        f"  {one.parent_config['configurable']['checkpoint_id']}  "
        f"before the message of {moment(datetime.fromisoformat(one.checkpoint['ts']))}"
        for one in listed
        if one.parent_config
    ]
    return "\n".join(lines) or "  no earlier checkpoint"


def _show(report: RewindReport) -> None:
    """Prints what vanishes and what comes back."""
    would = "would be " if report.dry_run else ""
    for title, memories in (("gone", report.vanished), ("back", report.reopened)):
        for memory in memories:
            typer.echo(f"{title}  {memory.id}  {memory.content}")
    typer.echo(f"{report.writes} writes {would}concerned")
    if report.dry_run:
        say("nothing was changed yet")
