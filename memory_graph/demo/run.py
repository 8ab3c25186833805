"""Runs the demo: two processes, a SIGKILL between them, then the proof."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import psycopg
from psycopg import sql
from rich.console import Console

from memory_graph.demo.check import check_demo
from memory_graph.demo.script import SCHEMA, SCRIPTS, Script
from memory_graph.demo.show import show_event, show_history, show_memories, show_note
from memory_graph.errors import MemoryGraphError
from memory_graph.server.factories import checkpointer_dsn
from memory_graph.settings import Settings, load_settings
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Language

Event = dict[str, Any]


def run_demo(languages: tuple[Language, ...], console: Console) -> dict[Language, list[str]]:
    """Runs the demo in each language and prints it; gives the failed checks of each."""
    dsn = checkpointer_dsn(load_settings())
    failures: dict[Language, list[str]] = {}
    for language in languages:
        _drop_schema(dsn)
        failures[language] = _run_language(dsn, SCRIPTS[language], console)
    _drop_schema(dsn)
    return failures


def _run_language(dsn: str, script: Script, console: Console) -> list[str]:
    show_note(console, script.language, "start")
    events: list[Event] = []
    with _process("first", dsn, script) as (child, lines):
        for event in lines:
            events.append(event)
            show_event(console, script.language, event)
            if event["event"] == "waiting":
                os.kill(child.pid, signal.SIGKILL)
                break
    show_note(console, script.language, "killed")
    before_crash = len(events)
    with _process("second", dsn, script) as (child, lines):
        for event in lines:
            events.append(event)
            show_event(console, script.language, event)
    if child.returncode != 0:
        return [f"the second process ended with exit code {child.returncode}"]
    with PostgresMemoryStore(settings=Settings(dsn=dsn, schema=SCHEMA)) as store:
        show_memories(console, script, store)
        show_history(console, script, store)
        return check_demo(script, events, store, before_crash)


@contextmanager
def _process(
    which: str, dsn: str, script: Script
) -> Iterator[tuple[subprocess.Popen[str], Iterator[Event]]]:
    """One worker process and the events it reports; ended with the block, whatever happens."""
    command = [sys.executable, "-m", "memory_graph.demo.worker", which, dsn, script.language]
    with subprocess.Popen(  # noqa: S603 - our own module, our own arguments
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
    ) as child:  # fmt: skip
        try:
            yield child, _events(child.stdout)
        finally:
            if child.poll() is None and which == "first":
                child.kill()


def _events(stream: IO[str] | None) -> Iterator[Event]:
    if stream is None:
        raise MemoryGraphError("the demo's process has no output")
    for line in stream:
        yield json.loads(line)


def _drop_schema(dsn: str) -> None:
    """Removes what an earlier demo left; touches nothing else."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        connection.execute(
            sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(SCHEMA))
        )
