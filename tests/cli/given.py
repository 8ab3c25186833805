"""What the tests of commands begin with, and how they wait."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import psycopg

from memory_graph.scope import Scope
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence

Run = Callable[..., Any]
Start = Callable[..., subprocess.Popen[bytes]]
Lines = list[dict[str, Any]]


def home(place: str) -> Candidate:
    """A single-valued fact."""
    return Candidate(
        tier="semantic", kind="fact", content=f"The user lives in {place}.", attribute="lives_in",
        value=place, cardinality="single", entities=(place,),
        evidence=Evidence(span=f"I live in {place}", message_id=f"m-{place}", thread_id="t1"),
    )  # fmt: skip


def fill(store: PostgresMemoryStore, user: str) -> None:
    """Open and closed memories in both languages, a link, an item."""
    store.remember(user, home("Oslo"), thread_id="t1")
    (turin,) = store.remember(user, home("Turin"), thread_id="t1").memory_ids
    (kayak,) = store.remember(user, "皮划艇在棚子里。🛶", tags=["boat"]).memory_ids
    store.link(user, kayak, "depends_on", turin)
    store.put((Scope(user).label, "notes"), "k", {"text": "给银行打电话", "n": 1.5})


def known(store: PostgresMemoryStore, user: str) -> list[str]:
    """All a user's memories without what differs between scopes and databases."""
    found = store.list_memories(user, with_closed=True, limit=10_000)
    names = {"id", "scope", "superseded_by"}
    return sorted(repr(one.model_dump(mode="json", exclude=names)) for one in found)


def texts(store: PostgresMemoryStore, user: str) -> list[str]:
    return sorted(one.content for one in store.list_memories(user, limit=10_000))


def lines_of(store: PostgresMemoryStore, user: str) -> Lines:
    return list(store.export(user))


def as_file(tmp_path: Path, lines: Lines, *, ascii_only: bool = False) -> Path:
    file = tmp_path / "given.jsonl"
    text = "\n".join(json.dumps(one, ensure_ascii=ascii_only) for one in lines)
    file.write_text(text, "utf-8")
    return file


def read_until(stream: IO[bytes] | None, words: bytes) -> bytes:
    """What a program writes until it says the words."""
    assert stream is not None
    shown = b""
    while words not in shown:
        letter = os.read(stream.fileno(), 1)
        assert letter, shown
        shown += letter
    return shown


def wait_until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@contextmanager
def unreadable_evidence(dsn: str) -> Iterator[None]:
    """Hold up whoever reads evidence; an export does so after its header."""
    with psycopg.connect(dsn) as connection:
        connection.execute("LOCK TABLE memory_graph.evidence IN ACCESS EXCLUSIVE MODE")
        yield
        connection.rollback()


@contextmanager
def no_new_links(dsn: str) -> Iterator[None]:
    """Hold up whoever adds a link; an import does so after all memories."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(_WAIT)
        connection.execute("SELECT pg_advisory_lock(42)")
        yield
        connection.execute("SELECT pg_advisory_unlock(42)")


_WAIT = """
CREATE FUNCTION memory_graph.wait() RETURNS trigger LANGUAGE plpgsql
AS $$BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NEW; END$$;
CREATE TRIGGER wait BEFORE INSERT ON memory_graph.links
FOR EACH ROW EXECUTE FUNCTION memory_graph.wait()
"""
