"""A database that fills within seconds keeps no plans that were made while it was empty."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from memory_graph.context import MemoryContext
from memory_graph.effects import run
from memory_graph.ingest import ingest_file
from memory_graph.ingest.report import IngestOptions
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.statistics import part_loaded

pytestmark = pytest.mark.own_database


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        opened.setup()
        yield opened


def known_rows(dsn: str) -> float:
    """How many memories the server believes there are; -1 where it never looked."""
    with psycopg.connect(dsn) as connection:
        row = connection.execute(
            "SELECT reltuples FROM pg_class WHERE oid = 'memory_graph.memories'::regclass"
        ).fetchone()
    assert row is not None
    return float(row[0])


def test_an_ingest_has_the_server_look(
    store: PostgresMemoryStore, dsn: str, tmp_path: Path
) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(
        "\n".join(
            json.dumps({"role": "user", "content": f"I like tea number {number}.",
                        "timestamp": "2026-07-01T12:00:00+00:00"})
            for number in range(60)
        )
    )  # fmt: skip
    assert known_rows(dsn) == -1
    ingest_file(store, path, IngestOptions(MemoryContext(user_id="ann"), batch=20))
    assert known_rows(dsn) >= 40


def test_an_import_has_the_server_look(store: PostgresMemoryStore, dsn: str) -> None:
    store.remember("ann", [f"Ann owns book number {number}." for number in range(60)])
    records = list(store.export("ann"))
    assert known_rows(dsn) == -1
    store.import_("bob", records)
    assert known_rows(dsn) == 120


@pytest.mark.parametrize(
    ("parts", "looks"), [(1, True), (2, True), (3, False), (4, True), (6, False), (4096, True)]
)
def test_it_looks_after_each_doubling(
    store: PostgresMemoryStore, dsn: str, parts: int, looks: bool
) -> None:
    store.remember("ann", ["Ann owns a boat."])
    run(part_loaded(store.engine, parts))
    assert (known_rows(dsn) == 1) == looks


def test_a_role_that_may_not_goes_without(store: PostgresMemoryStore, dsn: str) -> None:
    role = "statistics_reader"
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role}")
        try:
            connection.execute(f"GRANT USAGE ON SCHEMA memory_graph TO {role}")
            connection.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA memory_graph TO {role}")
            with PostgresMemoryStore(f"{dsn} options='-c role={role}'", embeddings="none") as poor:
                run(part_loaded(poor.engine, 1))
        finally:
            connection.execute(f"DROP OWNED BY {role}")
            connection.execute(f"DROP ROLE {role}")
    assert known_rows(dsn) == -1
