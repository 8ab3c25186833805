"""``memory-graph maintain``: indexes for large scopes, none for those that have shrunk."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import typer

from memory_graph.cli.options import Json
from memory_graph.cli.output import number_of, print_json, say

if TYPE_CHECKING:
    from memory_graph.stores.maintain import MaintainReport


def maintain(as_json: Json = False) -> None:
    """Give large scopes indexes of their own, so that recall stays fast; take them from small ones.

    Large is what has MEMORY_GRAPH_LARGE_SCOPE_ROWS memories. Nobody who reads or writes waits
    meanwhile. Stop it at any time: the next run clears up and goes on.
    """
    from memory_graph.stores.postgres import PostgresMemoryStore

    with PostgresMemoryStore() as store:
        least = store.settings.large_scope_rows
        try:
            report = store.maintain(lambda done, total, what: say(f"{done + 1} of {total}: {what}"))
        except KeyboardInterrupt:
            # The driver would tell of the connection that goes down with its statement.
            logging.getLogger("psycopg").setLevel(logging.ERROR)
            say("stopped; nothing is lost: recall works as before, and the next run goes on")
            raise
    if as_json:
        print_json(report.model_dump(mode="json"))
    else:
        typer.echo(summary(report, least))


def summary(report: MaintainReport, least: int) -> str:
    """What a run has come to, for people."""
    if report.unfinished:
        return (
            f"left to another run, which is at work now: "
            f"{number_of(report.unfinished, 'large scope', 'large scopes')}; "
            "run this again later"
        )
    made = number_of(report.indexes_made, "index", "indexes")
    counted = number_of(report.scopes_counted, "scope", "scopes")
    done = f"{made} made, {report.indexes_dropped} dropped, {counted} counted"
    if not report.large_scopes:
        none = f"no scope has {least:,} memories"
        return f"{none} any more: {done}" if report.indexes_dropped else f"{none} yet"
    return f"large scopes with indexes of their own: {report.large_scopes}; {done}"
