"""What a write asks of its server: few questions, each answered by what it is about."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest

from benchmarks.watch import Seen, text_of, watched
from memory_graph import lineage as multirange
from memory_graph.effects import run
from memory_graph.stores import apply
from memory_graph.stores.asking import Ask, Connection, ask
from memory_graph.stores.branch import Branch, cover
from memory_graph.stores.commit import Commit
from memory_graph.stores.plan import plan_operations
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.queries import numbered, statement
from memory_graph.stores.read import memory_statement, neighbour_parameters, view_parameters
from memory_graph.types import Candidate, Operation, Turn, WriteResult

pytestmark = pytest.mark.own_database

SCHEMA = "memory_graph"
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
MANY = 200


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """Open a store on a fresh database, of which the server has no statistics."""
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


def fact(number: int, **fields: Any) -> Candidate:
    content = f"Ann likes tea number {number}."
    return Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", "content": content, "subject": "Ann",
         "attribute": "tea", "value": f"number {number}", "entities": ("Ann", f"Tea {number}"),
         "evidence": {"span": content, "said_at": NOON}, **fields}
    )  # fmt: skip


def turn(
    store: PostgresMemoryStore, number: int, lineage: str, *, thread: str = "t",
    facts: tuple[Candidate, ...] | None = None,
) -> WriteResult:  # fmt: skip
    """Commit two turns and, unless told otherwise, one fact."""
    said = tuple(
        Turn(role=role, content=f"{role} says {number}", session_id="s",
             position=2 * number + place, message_id=f"{role}{number}", said_at=NOON)
        for place, role in enumerate(("user", "assistant"))
    )  # fmt: skip
    wanted = (fact(number),) if facts is None else facts
    branch = Branch(thread, f"root{number:03d}", lineage)
    near = run(store.neighbours_program("ann", wanted, branch))
    todo = Commit(
        "ann", branch, operations=tuple(plan_operations(wanted, near)), turns=said,
        covered=tuple(cover(one.message_id or "", one.content) for one in said),
    )  # fmt: skip
    return run(store.commit_program(todo))


def statements(seen: Seen) -> list[str]:
    """The texts that were sent, without those that only open and close the transaction."""
    texts = [text_of(query) for query, _ in seen.statements]
    return [one for one in texts if one not in {"BEGIN", "COMMIT"}]


def test_a_remembered_text_takes_five_statements(store: PostgresMemoryStore) -> None:
    store.remember("ann", "Tea is at four.")
    with watched(store) as seen:
        store.remember("ann", "The cat is called Mira.")
    assert seen.transactions == 1
    assert len(statements(seen)) == 5


def test_facts_told_again_share_their_round_trips(
    store: PostgresMemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    async def noted(connection: Connection, schema: str, *asks: Ask) -> Any:
        asked.append(len(asks))
        return await ask(connection, schema, *asks)

    fill(store)
    monkeypatch.setattr(apply, "ask", noted)
    again = store.remember("ann", [fact(number, cardinality="many") for number in range(MANY)])
    assert again.counts["reinforced"] == MANY
    assert {one.evidence_count for one in store.list_memories("ann", limit=MANY)} == {2}
    assert sum(asked) == MANY
    assert len(asked) <= MANY / 50


@pytest.mark.parametrize(
    ("cardinality", "count"),
    [("many", 7), ("single", 8)],
    ids=["lock, number, tree, memories, mentions, write, log", "and the slot"],
)
def test_a_turn_takes_one_statement_for_each_thing_it_stores(
    store: PostgresMemoryStore, cardinality: str, count: int
) -> None:
    first = turn(store, 1, multirange.EMPTY)
    added = (fact(2, attribute="drink", cardinality=cardinality),)
    neighbours = 1
    with watched(store) as seen:
        result = turn(store, 2, first.lineage, facts=added)
    assert result.counts["new_rows"] == 3
    assert len(statements(seen)) == neighbours + count


def test_the_number_is_taken_in_the_write_s_own_tree(store: PostgresMemoryStore, dsn: str) -> None:
    first = turn(store, 1, multirange.EMPTY)
    (tree,) = multirange.trees(first.lineage)
    copied = turn(store, 2, first.lineage, thread="copy of t")
    again = turn(store, 2, first.lineage, thread="copy of t")
    further = turn(store, 3, first.lineage)
    assert copied.number is not None
    assert again == copied.model_copy(update={"already": True, "note": {}})
    assert multirange.tree_of(copied.number) == tree + 1
    assert further.number == (first.number or 0) + 1, "no number of the first tree was lost"
    with psycopg.connect(dsn) as connection:
        found = connection.execute(
            "SELECT tree, last_ordinal FROM memory_graph.trees ORDER BY tree"
        ).fetchall()
    assert found == [(tree, 2), (tree + 1, 1)]


# What the server does ------------------------------------------------------------------------


def fill(store: PostgresMemoryStore) -> None:
    store.remember("ann", [fact(number, cardinality="many") for number in range(MANY)])


def counted(dsn: str, query: Any, params: dict[str, Any]) -> tuple[int, int, int]:
    """How many rows a query gives, how many it read, and how often it asked what is hidden."""
    sent = numbered(query)
    with psycopg.connect(dsn) as connection, psycopg.RawCursor(connection) as cursor:
        cursor.execute("SET plan_cache_mode = force_generic_plan")
        cursor.execute("SET track_functions = 'all'")
        rows = cursor.execute(sent.text.encode(), sent.values(params), prepare=True).fetchall()
        read = cursor.execute(
            "SELECT pg_stat_get_xact_tuples_returned(c) + pg_stat_get_xact_tuples_fetched(c), "
            "pg_stat_get_xact_function_calls('memory_graph.hidden_writes"
            "(text, bigint, int8multirange, timestamptz)'::regprocedure) "
            "FROM CAST('memory_graph.memories'::regclass AS oid) c"
        ).fetchone()
    assert read is not None
    return len(rows), int(read[0]), int(read[1])


def test_neighbours_are_found_without_reading_the_scope(
    store: PostgresMemoryStore, dsn: str
) -> None:
    fill(store)
    params = view_parameters("ann") | neighbour_parameters([fact(7, attribute="drink")])
    given, read, _ = counted(dsn, memory_statement("neighbours", SCHEMA), params)
    assert given == 1, "the reader's own row says that there is none"
    assert read < MANY / 10
    params |= neighbour_parameters([fact(7, cardinality="many")])
    given, read, _ = counted(dsn, memory_statement("neighbours", SCHEMA), params)
    assert given == 1
    assert read < MANY / 10


def test_many_facts_that_change_are_not_compared_with_each_other(
    store: PostgresMemoryStore, dsn: str
) -> None:
    """On a database of which the server has no statistics yet, as on anybody's first day."""
    many = 100

    def told(value: str, **fields: Any) -> list[Candidate]:
        return [
            fact(number, cardinality="single", subject=f"friend {number}", value=value, **fields)
            for number in range(many)
        ]

    store.remember("ann", told("green"))
    assert store.remember("ann", told("black")).counts["superseded"] == many
    assert store.remember("ann", told("black")).counts["reinforced"] == many
    assert store.remember("ann", told("black", retires=True)).counts["retired"] == many
    store.close()
    with psycopg.connect(dsn) as connection:
        row = connection.execute(
            "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables WHERE relname='memories'"
        ).fetchone()
    assert row is not None
    assert row[0] < many * many * 150, "a statement of a fact may read its scope, never twice over"


def targets(store: PostgresMemoryStore) -> dict[str, Any]:
    return {"ids": [one.id for one in store.list_memories("ann", limit=50)]}


@pytest.mark.parametrize("name", ["check_targets", "occupied_slots", "find_dependence"])
def test_what_is_hidden_is_asked_once_and_not_for_each_row(
    store: PostgresMemoryStore, dsn: str, name: str
) -> None:
    facts = [fact(number, cardinality="single", subject=f"Ann {number}") for number in range(50)]
    store.remember("ann", facts)
    slots = [f'["ann {number}", "tea"]' for number in range(50)]
    params = {
        "scope": "ann", "tree": 0, "lineage": "{}", "seen": "{}", "slots": slots,
        "names": [], "spaced": ["tea"], "words": "", **targets(store),
    }  # fmt: skip
    given, _, asked = counted(dsn, statement(name, SCHEMA), params)
    assert given == 50
    assert asked == 1


def test_a_plan_that_takes_a_slot_and_one_that_changes_a_memory_are_checked(
    store: PostgresMemoryStore,
) -> None:
    first = turn(store, 1, multirange.EMPTY, facts=(fact(1, cardinality="single"),))
    (known,) = store.list_memories("ann", kinds=["fact"])
    stale = Operation(
        action="retire", reason="asked", target_id=known.id, target_version=known.version + 1,
        target_content=known.content,
    )  # fmt: skip
    taken = Operation(action="add", reason="new", candidate=fact(2, cardinality="single"))
    fine = Operation(action="add", reason="new", candidate=fact(3))
    todo = Commit("ann", Branch("t", "r", first.lineage), operations=(fine, stale, taken))
    assert run(store.commit_program(todo)).stale == (1, 2)
