"""How far long work has come, and what is to be done once it is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from memory_graph.cli.output import console, say

if TYPE_CHECKING:
    from memory_graph.scope import Scope
    from memory_graph.stores.postgres import PostgresMemoryStore

Reached = Callable[[int], None]
"""Told how many are done."""


@contextmanager
def progress_bar(what: str, total: int, *, quiet: bool = False) -> Iterator[Reached]:
    """A bar on stderr, where there is a person to see it."""
    if quiet or not sys.stderr.isatty():
        yield _ignore
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(what, *columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def _ignore(done: int) -> None:
    """Takes no notice."""


def tell_missing_vectors(count: int) -> None:
    """Says how many texts have no vector, if any."""
    if count:
        say(
            f"note: {count} texts were stored without vectors: the embedder failed, or is not the "
            "one of this memory; `memory-graph reembed` makes them"
        )


def advise_maintenance(store: PostgresMemoryStore, scope: Scope) -> None:
    """Says what makes recall fast where very much is stored, unless it was done already."""
    rows = sum(one.open + one.closed for one in store.stats(scope).memories)
    if rows >= store.settings.large_scope_rows and scope.label not in store.engine.scopes.own:
        say(f"note: {rows} memories: `memory-graph maintain` gives them indexes of their own")
