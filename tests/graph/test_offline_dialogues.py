"""The offline model over whole dialogues: told, changed, cancelled, forgotten, asked elsewhere.

A dialogue stands in ``dialogues/*.txt``: ``#`` names it, ``-`` is a turn, ``+`` must be found in
the reply before it and ``~`` must not, ``=`` starts another thread. Reviews are approved.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from psycopg import sql
from psycopg.conninfo import make_conninfo

from memory_graph.context import MemoryContext
from memory_graph.graph import build_memory_graph
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore

FOLDER = Path(__file__).parent / "dialogues"


@dataclass
class Dialogue:
    name: str
    lines: list[tuple[str, str]] = field(default_factory=list)


def read(language: str) -> Iterator[Dialogue]:
    found: list[Dialogue] = []
    for line in (FOLDER / f"{language}.txt").read_text("utf-8").splitlines():
        mark, words = line[:1], line[1:].strip()
        if mark == "#":
            found.append(Dialogue(f"{language}: {words}"))
        else:
            found[-1].lines.append((mark, words))
    yield from found


DIALOGUES = [*read("en"), *read("zh")]


@pytest.fixture(scope="module")
def module_dsn(server_dsn: str, template_database: str) -> Iterator[str]:
    """One database for all dialogues, with our tables."""
    name = sql.Identifier(f"mg_dialogues_{uuid.uuid4().hex[:12]}")
    create = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
        name, sql.Identifier(template_database)
    )
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(create)
        yield make_conninfo(server_dsn, dbname=name.as_string().strip('"'))
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


@pytest.fixture(scope="module")
def app(module_dsn: str) -> Iterator[Any]:
    """One graph on one store; each dialogue has a user of its own."""
    settings = Settings(dsn=module_dsn, embeddings="none", pool_size=2)
    with PostgresMemoryStore(settings=settings) as store:
        store.setup()
        builder = build_memory_graph(model="offline", settings=settings)
        yield builder.compile(store=store, checkpointer=InMemorySaver())


def say(app: Any, text: str, thread: str, user: str) -> str:
    """One turn, its review approved; returns the reply."""
    config = {"configurable": {"thread_id": f"{user}/{thread}"}}
    context = MemoryContext(user_id=user, timezone="Asia/Shanghai")
    given: Any = {"messages": [{"role": "user", "content": text}]}
    while True:
        result = app.invoke(given, config, context=context)
        waiting = result.get("__interrupt__")
        if not waiting:
            return str(result["messages"][-1].text)
        asked = waiting[0].value["action_requests"]
        given = Command(resume={"decisions": [{"type": "approve"} for _ in asked]})


def test_there_are_thirty_or_more_of_each_language() -> None:
    assert all(len(list(read(language))) >= 30 for language in ("en", "zh"))


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda one: one.name)
def test_dialogue(app: Any, dialogue: Dialogue) -> None:
    thread, reply = 1, ""
    for mark, words in dialogue.lines:
        if mark == "=":
            thread += 1
        elif mark == "-":
            reply = say(app, words, str(thread), dialogue.name)
        elif mark == "+":
            assert re.search(words, reply), (words, reply)
        else:
            assert not re.search(words, reply), (words, reply)
