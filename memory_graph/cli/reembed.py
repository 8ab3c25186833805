"""``memory-graph reembed``: make all vectors anew with the embedder of the settings."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_graph.cli.options import Json
from memory_graph.cli.output import number_of, print_json, say


def reembed(
    batch: Annotated[
        int, typer.Option(min=1, max=10_000, help="Memories that are embedded at a time.")
    ] = 64,
    as_json: Json = False,
) -> None:
    """Make all vectors anew with the embedder of the settings, after a change of the model.

    Memories stay in use meanwhile, found by words until their vectors are there. Stop it at any
    time: the same command goes on where it stopped. Running programs must be started anew with the
    new embedder when it is done.
    """
    from memory_graph.stores.postgres import PostgresMemoryStore

    with PostgresMemoryStore() as store:
        try:
            report = store.reembed(ProgressLine(), batch=batch)
        except KeyboardInterrupt:
            say(
                "stopped; nothing is lost: what has no new vector yet is found by words, and the "
                "same command goes on"
            )
            raise
    if as_json:
        print_json(report.model_dump(mode="json"))
        return
    was = f" (before: {report.before})" if report.before not in (None, report.embedder) else ""
    many = number_of(report.memories, "memory has", "memories have")
    typer.echo(f"{many} new vectors of {report.embedder}{was}")


class ProgressLine:
    """Says each whole percent once, to stderr."""

    def __init__(self) -> None:
        self.last = -1

    def __call__(self, done: int, total: int) -> None:
        """Says how far it has come, if that is news."""
        percent = 100 * done // max(total, 1)
        if percent != self.last:
            self.last = percent
            say(f"{done} of {total} memories ({percent} %)")
