"""Runs the demo: two processes, a SIGKILL between them, then the proof."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import IO, Any
from uuid import uuid4

from psycopg import sql
from rich.console import Console

from memory_graph.demo.check import check_demo
from memory_graph.demo.script import SCHEMA_PREFIX, SCRIPTS, Script
from memory_graph.demo.show import show_event, show_history, show_memories, show_note
from memory_graph.errors import MemoryGraphError
from memory_graph.server.factories import checkpointer_dsn
from memory_graph.settings import Settings, load_settings
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.write import Connection
from memory_graph.types import Language

Event = dict[str, Any]


def run_demo(languages: tuple[Language, ...], console: Console) -> dict[Language, list[str]]:
    """Runs the demo in each language and prints it; gives the failed checks of each."""
    dsn = checkpointer_dsn(load_settings())
    failures: dict[Language, list[str]] = {}
    for language in languages:
        with _own_store(dsn) as store:
            failures[language] = _run_language(store, SCRIPTS[language], console)
    return failures


@contextmanager
def _own_store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """A store in a schema of this run alone, dropped at the end however that comes about."""
    schema = f"{SCHEMA_PREFIX}{uuid4().hex[:12]}"
    settings = replace(load_settings(), dsn=dsn, schema=schema, embeddings=Settings().embeddings)
    with PostgresMemoryStore(settings=settings) as store:
        store.setup()  # what is wrong with the server is said here, by its own error
        try:
            yield store
        finally:
            store.engine.database.run(lambda connection: _drop(connection, schema))


async def _drop(connection: Connection, schema: str) -> None:
    await connection.execute(
        sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema))
    )


def _run_language(store: PostgresMemoryStore, script: Script, console: Console) -> list[str]:
    show_note(console, script.language, "start")
    events: list[Event] = []
    with _process("first", store.settings, script) as (child, lines):
        for event in lines:
            events.append(event)
            show_event(console, script.language, event)
            if event["event"] == "waiting":
                os.kill(child.pid, signal.SIGKILL)
                break
    if child.returncode != -signal.SIGKILL:
        return [f"the first process ended by itself, with exit code {child.returncode}"]
    show_note(console, script.language, "killed")
    before_crash = len(events)
    with _process("second", store.settings, script) as (child, lines):
        for event in lines:
            events.append(event)
            show_event(console, script.language, event)
    if child.returncode != 0:
        return [f"the second process ended with exit code {child.returncode}"]
    show_memories(console, script, store)
    show_history(console, script, store)
    return check_demo(script, events, store, before_crash)


@contextmanager
def _process(
    which: str, settings: Settings, script: Script
) -> Iterator[tuple[subprocess.Popen[str], Iterator[Event]]]:
    """One worker process and the events it reports; killed when the block does not come to its end.

    The DSN goes by the environment, since everybody on the machine can read a command line. Ctrl-C
    reaches this process alone, so that it is the one to end the other.
    """
    with subprocess.Popen(  # noqa: S603 - our own module, our own arguments
        [sys.executable, "-m", "memory_graph.demo.worker", which, script.language],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
        env=environment(settings), start_new_session=True,
    ) as child:  # fmt: skip
        try:
            yield child, _events(child.stdout)
        except BaseException:
            child.kill()
            raise


def environment(settings: Settings) -> dict[str, str]:
    """What a worker is started with: the demo's database and schema, all else as it is here."""
    own = {"MEMORY_GRAPH_DSN": settings.dsn or "", "MEMORY_GRAPH_SCHEMA": settings.schema,
           "MEMORY_GRAPH_EMBEDDINGS": settings.embeddings}  # fmt: skip
    return {**os.environ, **own}


def _events(stream: IO[str] | None) -> Iterator[Event]:
    if stream is None:
        raise MemoryGraphError("the demo's process has no output")
    for line in stream:
        yield json.loads(line)
