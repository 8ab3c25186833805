"""Which scopes have indexes: shrunk ones, other vectors, none, odd names, behind a pooler."""

from __future__ import annotations

import asyncio
from typing import Any

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from psycopg.conninfo import make_conninfo

from memory_graph.errors import ConfigurationError
from memory_graph.scope import scope_label
from memory_graph.stores import asking
from memory_graph.stores import maintain as module
from memory_graph.stores.maintain import MaintainReport
from memory_graph.stores.queries import compact, constant, numbered
from memory_graph.stores.recall_statement import OwnIndexes
from tests.store import test_pooler
from tests.store.large_scope import WordVectors
from tests.store.maintain.waiting import (
    INDEXES,
    LEAST,
    Open,
    Query,
    fill,
    found,
    is_whole,
)

pytestmark = pytest.mark.own_database


program, version, pooler = test_pooler.program, test_pooler.version, test_pooler.pooler


def test_a_scope_that_shrinks_loses_its_indexes(open_store: Open, query: Query) -> None:
    store = open_store()
    ids = fill(store)
    store.maintain()
    store.erase("ann", memory_ids=ids[: LEAST // 2])
    assert store.maintain().indexes_dropped == 0
    store.erase("ann", memory_ids=[ids[-1]])
    assert store.maintain() == MaintainReport(indexes_dropped=3)
    assert query(INDEXES) == query("SELECT FROM memory_graph.term_df") == []
    assert found(store, "town20", limit=1)[0].startswith("Visited town20 ")


def test_other_vectors_get_another_index(open_store: Open, query: Query) -> None:
    fill(open_store())
    open_store().maintain()
    store = open_store(WordVectors(16, "other"))
    store.reembed()
    assert found(store, "town7", limit=1)[0].startswith("Visited town7 ")
    report = store.maintain()
    assert (report.indexes_made, report.indexes_dropped, report.large_scopes) == (1, 1, 1)
    assert "memories_own_near_16_" in query(INDEXES)[0][0]
    assert is_whole(store, query)


def test_it_works_without_vectors(
    open_store: Open, query: Query, statements: list[OwnIndexes | None]
) -> None:
    store = open_store("none")
    fill(store)
    assert store.maintain().indexes_made == 2
    assert found(open_store("none"), "town7", limit=3)[0].startswith("Visited town7 ")
    assert statements == [OwnIndexes("ann", 0)]
    statements.clear()
    assert found(open_store(), "town7", limit=3)[0].startswith("Visited town7 ")
    assert statements == [None]  # its vectors may be there by now, and not in an index


def test_a_role_that_may_not_is_told_who_may(open_store: Open, query: Query, dsn: str) -> None:
    fill(open_store())
    query(
        "CREATE ROLE mg_reader LOGIN; GRANT USAGE ON SCHEMA memory_graph TO mg_reader;"
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA memory_graph TO mg_reader;"
        "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA memory_graph TO mg_reader"
    )
    try:
        store = open_store(dsn=make_conninfo(dsn, options="-c role=mg_reader"))
        with pytest.raises(ConfigurationError, match=r"memory_graph\.memories and may not: run it"):
            store.maintain()
        assert found(store, "town7", limit=1)
        store.close()
    finally:
        query("DROP OWNED BY mg_reader; DROP ROLE mg_reader")


def test_erased_words_leave_the_counts(open_store: Open, query: Query) -> None:
    store = open_store()
    ids = fill(store)
    store.maintain()
    terms = "SELECT df FROM memory_graph.term_df WHERE term = 'town3'"
    assert query(terms) == [(1,)]
    store.erase("ann", memory_ids=[ids[3]])
    assert query(terms) == []


def test_words_erased_while_they_are_counted_do_not_stay(
    open_store: Open, query: Query, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The erasing did not see the counts yet, the count has seen the memory."""
    store, other = open_store(), open_store()
    ids = fill(store)
    other.setup()
    counted: list[str] = []

    async def send(connection: Any, name: str, schema: str, params: Any) -> None:
        if name == "own_count":
            counted.append(name)
        if name == "own_hold" and len(counted) == 1:
            await asyncio.to_thread(other.erase, "ann", memory_ids=[ids[3]])
            late = "INSERT INTO memory_graph.term_df VALUES ('ann', 'town3', 1)"
            await asyncio.to_thread(query, late)
        await real(connection, name, schema, params)

    real = asking.send
    monkeypatch.setattr(module, "send", send)
    store.maintain()
    assert len(counted) == 2
    assert query("SELECT FROM memory_graph.term_df WHERE term = 'town3'") == []
    assert query("SELECT FROM memory_graph.term_df WHERE term = 'town4'") != []


ODD = ["o'brien", '50% "off"', "%(scope)s", "%%", "{braces} {}", "王 五", "x" * 200, "王" * 200,
       "back\\slash\\", "a\u2028--b", "$1 -- x", "E'\\x'", "🦜"]  # fmt: skip


def test_odd_names_are_names_like_others(
    open_store: Open, query: Query, statements: list[OwnIndexes | None]
) -> None:
    store = open_store()
    for user in ODD:
        fill(store, user)
    for label in ("%(scope)s", "a%%b", "-- x"):  # as other code may name a scope
        for number in range(LEAST):
            store.put((label, "notes"), str(number), {"text": f"town{number}"})
    report = store.maintain()
    assert (report.large_scopes, report.indexes_made) == (len(ODD) + 3, 3 * (len(ODD) + 3))
    store = open_store()
    for user in ODD:
        statements.clear()
        assert found(store, "town7", user, limit=3)[0].startswith("Visited town7 ")
        assert statements == [OwnIndexes(scope_label(user), 32)]
    assert store.maintain() == MaintainReport(large_scopes=len(ODD) + 3)


@given(st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"])))
def test_a_constant_stays_what_it_is(shared_dsn: str, value: str) -> None:
    query = numbered(compact(compose_constant(value)))
    assert query.names == ("n",)
    with psycopg.connect(shared_dsn) as connection:
        cursor = psycopg.RawCursor(connection)
        assert cursor.execute(query.text, [1]).fetchone() == (value, 1)


def compose_constant(value: str) -> psycopg.sql.Composed:
    return psycopg.sql.SQL("SELECT {},\n %(n)s::int").format(constant(value))


def test_behind_a_pooler_nothing_stays_behind(open_store: Open, pooler: str) -> None:
    store = open_store(dsn=pooler, prepare_statements=False)
    fill(store)
    assert store.maintain().indexes_made == 3
    new = open_store(dsn=pooler, prepare_statements=False)
    assert found(new, "town7", limit=3)[0].startswith("Visited town7 ")
    changed = (
        "SELECT name FROM pg_settings WHERE source = 'session'"
        " AND name ~ 'maintenance|timeout|hnsw'"
    )
    with psycopg.connect(pooler) as one, psycopg.connect(pooler) as two:
        for connection in (one, two):
            connection.prepare_threshold = None
            assert connection.execute(changed.encode()).fetchall() == []
            locks = connection.execute("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'")
            assert locks.fetchall() == []
