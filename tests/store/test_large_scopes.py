"""A scope of 20,000 rows: its own indexes find what looking at every row finds."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from memory_graph.effects import run
from memory_graph.settings import Settings
from memory_graph.stores import recall as recalling
from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.plan import plan_operations
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.recall import Period, Query
from memory_graph.stores.recall_parameters import parameters
from memory_graph.stores.recall_statement import OwnIndexes, numbered_statement, shape_of
from memory_graph.text.tokens import query_terms
from memory_graph.types import Candidate, Evidence, RecallResult
from tests.store.large_scope import NAMES, NOW, SIZE, WordVectors, Writer, word

pytestmark = pytest.mark.slow

ROWS = 20_000
LEAST_OVERLAP = 0.97
USER = "a.b@x.io"
Spy = list[OwnIndexes | None]


@pytest.fixture(scope="module")
def large_dsn(server_dsn: str, template_database: str) -> Iterator[str]:
    """Make a database that only this module uses."""
    name = f"mg_large_{uuid.uuid4().hex[:12]}"
    create, drop = (
        sql.SQL(text).format(sql.Identifier(name), sql.Identifier(template_database))
        for text in ("CREATE DATABASE {0} TEMPLATE {1}", "DROP DATABASE {0} WITH (FORCE)")
    )
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(create)
    yield make_conninfo(server_dsn, dbname=name)
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(drop)


@pytest.fixture(scope="module")
def writer(large_dsn: str) -> Iterator[Writer]:
    """Fill a scope, add a few rare things, and run maintenance."""
    # The user's own setting would leave the vector arm short of rows.
    dsn = make_conninfo(large_dsn, options="-c hnsw.iterative_scan=off -c hnsw.ef_search=1")
    settings = Settings(dsn=dsn, pool_size=2)
    with PostgresMemoryStore(settings=settings, embeddings=WordVectors()) as store:
        made = Writer(store, large_dsn, USER)
        made.fill(ROWS)
        store.remember("someone else", "Keeps bees.")
        add_rules(made)
        report = store.maintain()
        assert (report.large_scopes, report.indexes_made, report.scopes_counted) == (1, 3, 1)
        yield made


def add_rules(writer: Writer) -> None:
    """What narrow filters are to find."""
    rules = [
        Candidate(tier="procedural", kind="rule", content=f"{word('en', 1)} rule {number}",
                  entities=("Zenobia",), evidence=Evidence(span="said"))
        for number in range(5)
    ]  # fmt: skip
    operations = tuple(plan_operations(rules, []))
    branch = Branch("narrow", "1")
    todo = Commit(writer.scope, branch, operations=operations, tags=("rare",))
    run(writer.store.commit_program(todo))


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> Spy:
    """Note which indexes each recall statement is made for; None: it looks at every row."""
    seen: Spy = []

    def make(shape: Any, schema: str, own: OwnIndexes | None = None) -> Any:
        seen.append(own)
        return numbered_statement(shape, schema, own)

    monkeypatch.setattr(recalling, "numbered_statement", make)
    return seen


@pytest.fixture
def both(writer: Writer, statements: Spy) -> Callable[..., tuple[RecallResult, RecallResult]]:
    """Recall twice: by the scope's own indexes, and by looking at every row."""

    def ask(text: str, **options: Any) -> tuple[RecallResult, RecallResult]:
        own = writer.store.engine.scopes.own
        statements.clear()
        own[writer.scope] = SIZE
        few = writer.store.recall(USER, text, now=NOW, **options)
        assert statements == [OwnIndexes(writer.scope, SIZE)]
        own.pop(writer.scope)
        every = writer.store.recall(USER, text, now=NOW, **options)
        assert statements[1:] == [None]
        assert own[writer.scope] == SIZE
        return few, every

    return ask


def overlap(few: RecallResult, every: RecallResult) -> float:
    """The part of the best twenty that both found."""
    assert len(every.memories) == 20
    found = {one.memory.id for one in few.memories}
    return sum(one.memory.id in found for one in every.memories) / 20


def words(language: str, number: int) -> str:
    """Some words that go together, by their topic, and a common one."""
    ranks = [100 + (number * 977 + place * 89) % 2900 for place in (2, 11, 23)]
    return ("，" if language == "zh" else " ").join(word(language, one) for one in (*ranks, 40))


def questions(kind: str) -> Iterator[str]:
    """Fourteen questions of a kind, half of them Chinese."""
    for number in range(14):
        language = "zh" if number % 2 else "en"
        some, name = words(language, number), NAMES[language][number % 5]
        yield {
            "words": some,
            "names": f"{name}：{some}" if language == "zh" else f"what does {name} say of {some}?",
            "times": f"2025年{number % 6 + 6}月，{some}" if language == "zh"
            else f"{some} in {('August', 'July', 'October')[number % 3]} 2025?",
            "codes": f"QX-{40 * number + 5:05} {some}",
            "common": " ".join(word(language, one) for one in (0, 1, 2, number)),
        }[kind]  # fmt: skip


KINDS = ("words", "names", "times", "codes", "common")


@pytest.mark.parametrize("kind", KINDS)
def test_both_ways_find_the_same(both: Callable[..., Any], kind: str) -> None:
    agreements = [overlap(*both(text)) for text in questions(kind)]
    assert sum(agreements) / len(agreements) >= LEAST_OVERLAP, agreements


def test_some_questions_need_every_row(writer: Writer, statements: Spy) -> None:
    """A conversation weighs all sessions; the words of the past were not counted."""
    own = writer.store.engine.scopes.own
    moment = writer.passes[60].clock
    past: dict[str, Any] = {"as_of": moment}
    for options in ({"conversation": True}, past):
        statements.clear()
        own[writer.scope] = SIZE
        found = writer.store.recall(USER, words("en", 1), now=NOW, **options)
        assert len(found.memories) == 20
        assert statements == [None]
    assert all(one.memory.recorded_at <= moment for one in found.memories)


def test_a_conversation_in_a_scope_too_large_for_its_time_is_answered_as_a_question(
    writer: Writer, statements: Spy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What weighs all sessions comes too late once; from then on the indexes answer, and say so."""
    from memory_graph.stores.recall import run_recall as plain

    async def late(connection: Any, schema: str, query: Any, *more: Any) -> Any:
        if query.conversation:
            raise TimeoutError
        return await plain(connection, schema, query, *more)

    monkeypatch.setattr("memory_graph.stores.recalling.run_recall", late)
    notes = writer.store.engine.scopes
    notes.own[writer.scope] = SIZE
    for reason in ("60000 ms: sessions", "60000 ms before: sessions"):
        statements.clear()
        found = writer.store.recall(
            USER, words("en", 1), now=NOW, conversation=True, timeout_ms=60_000
        )
        assert len(found.memories) == 20
        assert found.degraded
        assert reason in (found.degraded_reason or "")
        assert [one is not None for one in statements] == [True]
    notes.slow.clear()


FILTERS: list[dict[str, Any]] = [
    {"tiers": ["semantic"]}, {"kinds": ["turn"]}, {"kinds": ["event", "fact"]},
    {"min_confidence": 0.5}, {"exclude_messages": ["a1", "a2"]},
    {"since": NOW - timedelta(days=200)}, {"entities": ["Alice", "王芳"]},
]  # fmt: skip


@pytest.mark.parametrize("options", FILTERS, ids=str)
def test_both_ways_find_much_the_same_under_a_filter(
    both: Callable[..., Any], options: dict[str, Any]
) -> None:
    """What passes a filter has other statistics than the scope, and only one way goes by them."""
    agreements = [overlap(*both(text, **options)) for text in questions("words")]
    assert sum(agreements) / len(agreements) >= 0.9, agreements


def test_a_reader_in_a_left_branch_sees_it_and_others_do_not(
    both: Callable[..., Any], writer: Writer
) -> None:
    agreements: list[float] = []
    for branch, text in zip(writer.left, questions("words"), strict=False):
        few, every = both(text, branch=branch, limit=20)
        agreements.append(overlap(few, every))
        first, left, live = (one.clock for one in writer.passes if one.thread == branch.thread_id)
        for reader, seen in ((branch, {first, left}), (OUTSIDE, {first, live})):
            found, _ = both(text, branch=reader, thread_id=branch.thread_id, limit=150)
            assert {one.memory.recorded_at for one in found.memories} == seen
    assert sum(agreements) / len(agreements) >= LEAST_OVERLAP, agreements


def test_what_is_closed_is_found_only_in_the_past(writer: Writer) -> None:
    store = writer.store
    every = store.list_memories(USER, with_closed=True, limit=10_000)
    gone = [one for one in every if one.closed_at is not None]
    assert len(gone) > 100
    for one in gone[:10]:
        store.engine.scopes.own[writer.scope] = SIZE
        now = store.recall(USER, one.content, now=NOW)
        assert one.id not in {found.memory.id for found in now.memories}
        then = store.recall(USER, one.content, now=NOW, as_of=writer.passes[-1].clock)
        assert one.id in {found.memory.id for found in then.memories}


# Filters ----------------------------------------------------------------------------------------


NARROW: list[tuple[dict[str, Any], int]] = [
    ({"kinds": ["rule"]}, 5), ({"tiers": ["procedural"]}, 5), ({"tags": ["rare"]}, 5),
    ({"entities": ["Zenobia"]}, 5), ({"thread_id": "narrow"}, 5), ({"limit": 200}, 200),
    ({"limit": 1}, 1), ({"kinds": ["rule"], "limit": 1}, 1), ({"tags": ["absent"]}, 0),
    ({"since": datetime(2030, 1, 1, tzinfo=UTC)}, 0),
]  # fmt: skip


@pytest.mark.parametrize(("options", "count"), NARROW, ids=str)
def test_a_narrow_filter_finds_all_there_is(
    writer: Writer, options: dict[str, Any], count: int
) -> None:
    writer.store.engine.scopes.own[writer.scope] = SIZE
    found = writer.store.recall(USER, words("en", 3), now=NOW, **options)
    ids = {one.memory.id for one in found.memories}
    assert len(ids) == count


def test_what_is_stored_later_is_found_at_once(writer: Writer) -> None:
    writer.store.engine.scopes.own[writer.scope] = SIZE
    made = writer.store.remember(USER, "Keeps a xylotrope in the cellar.").memory_ids[0]
    found = writer.store.recall(USER, "where is the xylotrope?")
    assert made in {one.memory.id for one in found.memories}
    writer.store.erase(USER, [made])
    found = writer.store.recall(USER, "where is the xylotrope?")
    assert made not in {one.memory.id for one in found.memories}


def test_a_recall_that_takes_too_long_is_given_up(writer: Writer) -> None:
    own = writer.store.engine.scopes.own
    own[writer.scope] = SIZE
    late = run(writer.store.recall_program(USER, words("en", 5), timeout_ms=1))
    assert late.degraded
    own[writer.scope] = SIZE
    assert len(writer.store.recall(USER, words("en", 5)).memories) == 20


# Indexes ----------------------------------------------------------------------------------------


def test_the_scopes_own_indexes_are_used(writer: Writer, large_dsn: str) -> None:
    """Also with the sizes that the server assumes before it has looked at the tables."""
    query = Query(
        scope=writer.scope, terms=tuple(query_terms(words("en", 2))), codes=("qx-00005",),
        vector=writer.vectors.embed_query("x"), embedder=writer.store.engine.embedder_name,
        periods=(Period(NOW - timedelta(days=300), NOW - timedelta(days=299)),), spare=20,
    )  # fmt: skip
    text = numbered_statement(shape_of(query), "memory_graph", OwnIndexes(writer.scope, SIZE))
    values = text.values(parameters(query, None))
    with psycopg.connect(large_dsn) as connection:
        raw = psycopg.RawCursor(connection)
        raw.execute(f"EXPLAIN {text.text}", values)
        plan = "\n".join(row[0] for row in raw)
    for kind in ("near", "words", "when"):
        assert f"memories_own_{kind}_" in plan, plan
    assert "Seq Scan on memories" not in plan


def test_it_looks_at_few_rows(writer: Writer, large_dsn: str) -> None:
    query = Query(scope=writer.scope, terms=tuple(query_terms(words("en", 2))), spare=20)
    text = numbered_statement(shape_of(query), "memory_graph", OwnIndexes(writer.scope, SIZE))
    with psycopg.connect(large_dsn) as connection:
        raw = psycopg.RawCursor(connection)
        raw.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {text.text}",
                    text.values(parameters(query, None)))  # fmt: skip
        (plan,) = raw.fetchone() or ({},)
    assert 0 < max(_rows_of(plan[0]["Plan"])) < ROWS / 2


def _rows_of(plan: dict[str, Any]) -> Iterator[float]:
    """The rows each node took from the table of memories."""
    if plan.get("Relation Name") == "memories":
        yield plan["Actual Rows"] * plan["Actual Loops"] + plan.get("Rows Removed by Filter", 0)
    for one in plan.get("Plans", ()):
        yield from _rows_of(one)
