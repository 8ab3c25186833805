"""``memory-graph erase``: remove memories for good, after a look at what goes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memory_graph.cli.asking import check_can_ask, confirm
from memory_graph.cli.options import Json, Tenant, User, scope_of
from memory_graph.cli.output import print_json, say

if TYPE_CHECKING:
    from memory_graph.cli.erasing import View
    from memory_graph.scope import Scope
    from memory_graph.stores.erase import EraseReceipt
    from memory_graph.stores.postgres import PostgresMemoryStore


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be erased, as the store takes it."""

    scope: Scope
    ids: tuple[str, ...]
    everything: bool
    options: dict[str, Any]

    def apply(self, store: PostgresMemoryStore, *, dry_run: bool) -> EraseReceipt:
        """Erases, or makes the receipt only."""
        label = self.scope.label if self.everything else None
        return store.erase(
            self.scope, self.ids, everything=self.everything, confirm=label, dry_run=dry_run,
            **self.options,
        )  # fmt: skip


def erase(
    user: User,
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="As shown by list.")] = None,
    tenant: Tenant = None,
    everything: Annotated[
        bool, typer.Option("--everything", help="Erase all that is remembered of the user.")
    ] = False,
    versions: Annotated[
        bool, typer.Option(help="Also erase what a memory replaced and what replaced it.")
    ] = True,
    word: Annotated[
        list[str] | None,
        typer.Option(help="Also mask this word in every turn; may be given again."),
    ] = None,
    checkpoints: Annotated[
        list[str] | None,
        typer.Option(
            metavar="THREAD", help="Also remove the thread’s checkpoints; may be given again."
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would be erased.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
    as_json: Json = False,
) -> None:
    """Erase memories for good: their versions, what is derived from them, evidence and vectors.

    What goes is shown first and asked about, twice for everything; without a terminal give --yes.
    Raw turns that state an erased memory stay, with the words masked. A receipt of ids, counts and
    hashes stays in the audit. To hide a memory and keep its history, use retire.
    """
    scope = scope_of(user, tenant)
    wish = Wish(
        scope, tuple(dict.fromkeys(one.lower() for one in ids or ())), everything,
        {"versions": versions, "words": word or (), "checkpoint_threads": checkpoints or ()},
    )  # fmt: skip
    _check(wish, asks=not (yes or dry_run), as_json=as_json)
    from memory_graph.stores.postgres import PostgresMemoryStore

    with PostgresMemoryStore() as store:
        view = _look(store, wish)
        if not (as_json or _holds_something(view)):
            typer.echo("nothing found")
            return
        if not dry_run:
            if not yes:
                _ask(wish, view)
            view = replace(view, receipt=_erase(store, wish))
    _print(view, as_json=as_json, is_asked=not yes)


def _check(wish: Wish, *, asks: bool, as_json: bool) -> None:
    """Raises InputError for what is unclear, and where somebody must be asked and can't be."""
    from memory_graph.errors import InputError

    if wish.everything and wish.ids:
        raise InputError("name memories or give --everything, not both")
    if wish.everything and wish.options["words"]:
        raise InputError("--word masks turns that stay; with --everything none does: leave it out")
    if not (wish.everything or wish.ids or wish.options["checkpoint_threads"]):
        raise InputError(
            "nothing to erase: give the ids of memories, as `memory-graph list` shows them, or "
            "--everything"
        )
    if asks and as_json:
        raise InputError("--json can't ask: give --yes or --dry-run with it")
    if asks:
        check_can_ask("give --yes to erase all the same, or --dry-run to see what would go")


def _look(store: PostgresMemoryStore, wish: Wish) -> View:
    """What would go."""
    from memory_graph.cli.erasing import look

    try:
        receipt = wish.apply(store, dry_run=True)
        return look(store, wish.scope, receipt, wish.options["checkpoint_threads"])
    except KeyboardInterrupt:
        say("stopped: nothing was erased")
        raise


def _holds_something(view: View) -> bool:
    from memory_graph.cli.erasing import NOTHING, amounts

    return amounts(view.receipt) != NOTHING


def _ask(wish: Wish, view: View) -> None:
    """Shows what would go and has a person agree, twice to everything; raises Abort for a no."""
    from memory_graph.cli.erasing import preview_lines

    say(f"Of {wish.scope.label!r}:")
    for line in preview_lines(view):
        say(line)
    questions = ["Erase this for good?"]
    if wish.everything:
        questions.append(
            f"This can't be undone. Really forget everything about {wish.scope.user!r}?"
        )
    try:
        for question in questions:
            confirm(question)
    except (typer.Abort, KeyboardInterrupt):
        say("nothing was erased")
        raise


def _erase(store: PostgresMemoryStore, wish: Wish) -> EraseReceipt:
    try:
        return wish.apply(store, dry_run=False)
    except KeyboardInterrupt:
        say("stopped: all of it is erased, or nothing; look with --dry-run")
        raise


def _print(view: View, *, as_json: bool, is_asked: bool) -> None:
    from memory_graph.cli.erasing import note_lines, preview_lines, receipt_lines, thread_lines

    receipt = view.receipt
    if as_json:
        print_json(receipt.model_dump(mode="json"))
        return
    for line in preview_lines(view) if receipt.dry_run else receipt_lines(view):
        typer.echo(line)
    if receipt.dry_run:
        say("nothing was erased yet")
        return
    for line in (*(() if is_asked else thread_lines(view)), *note_lines(view)):
        say(line)
    if receipt.without_vector:
        say(f"note: {receipt.without_vector} turns have no vector: the embedder failed")
