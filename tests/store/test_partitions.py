"""The same tables cut into hash partitions by scope, as docs/scaling.md shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from memory_graph.effects import run
from memory_graph.errors import ConfigurationError
from memory_graph.settings import Settings
from memory_graph.stores.branch import Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.migrate import read_migrations
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.testing import NgramEmbeddings
from memory_graph.types import Turn

pytestmark = pytest.mark.own_database

SCHEMA = Path(__file__).resolve().parents[2] / "stores" / "sql" / "schema.sql"
PARTS = 4
_TABLE = re.compile(r"(CREATE TABLE parted\.(\w+) \(.*?\n\))( WITH \([^)]*\))?;", re.DOTALL)
USERS = ("ann", "bob", "王 五", "007")


def parted(found: re.Match[str]) -> str:
    """A table in partitions; that of the schema's own facts stays whole."""
    whole, name, _ = found.groups()
    if name == "meta":
        return found[0]
    parts = (
        f"CREATE TABLE parted.{name}_{number} PARTITION OF parted.{name}"
        f" FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {number});"
        for number in range(PARTS)
    )
    return "\n".join([f"{whole} PARTITION BY HASH (scope);", *parts])


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    text = SCHEMA.read_text("utf-8").replace("{schema}", "parted")
    text, count = _TABLE.subn(parted, text.replace("{{", "{").replace("}}", "}"))
    assert count == text.count("CREATE TABLE parted.") - (count - 1) * PARTS
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA parted; {text}".encode())
        version = str(len(read_migrations("parted")))
        insert = "INSERT INTO parted.meta (key, value) VALUES ('schema_version', %s)"
        connection.execute(insert, [version])
    settings = Settings(dsn=dsn, schema="parted", pool_size=2, large_scope_rows=10)
    with PostgresMemoryStore(settings=settings, embeddings=NgramEmbeddings(16)) as opened:
        yield opened


def test_the_store_works_in_partitions(store: PostgresMemoryStore, dsn: str) -> None:
    for user in USERS:
        facts = [f"Visited town{number} by train." for number in range(12)]
        ids = store.remember(user, facts).memory_ids
        store.revise(user, ids[0], "Visited Rome.")
        store.retire(user, [ids[1]])
        assert store.erase(user, [ids[2]]).erased == 1
        assert len(store.history(user, ids[0])) == 2
        store.put((user, "notes"), "k", {"text": "x"}, ttl=5)
        assert store.get((user, "notes"), "k") is not None
        turn = Turn(role="user", content="I play chess.", message_id="m1")
        run(store.commit_program(Commit("ann", Branch("t", "1"), turns=(turn,))))
        found = [one.memory.content for one in store.recall(user, "town7").memories]
        assert found[0] == "Visited town7 by train."
        assert not {"Visited town1 by train.", "Visited town2 by train."} & set(found)
    with psycopg.connect(dsn) as connection:
        query = "SELECT count(DISTINCT tableoid) FROM parted.memories"
        assert (connection.execute(query).fetchone() or (0,))[0] > 1


def test_maintenance_says_why_it_does_nothing(store: PostgresMemoryStore) -> None:
    assert store.maintain().large_scopes == 0
    store.remember("ann", [f"Visited town{number} by train." for number in range(12)])
    with pytest.raises(ConfigurationError, match=r"MAINTAIN_MINUTES=0, recall works without"):
        store.maintain()
    assert store.recall("ann", "town7").memories
