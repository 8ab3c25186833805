"""What recall finds, in the database: arms, filters, limits, cues, and what it says of itself."""

from __future__ import annotations

import asyncio
import hashlib
import math
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from langchain_core.embeddings import Embeddings

from memory_graph.effects import run
from memory_graph.errors import InputError, ModelError, SchemaError
from memory_graph.stores import recalling
from memory_graph.stores.branch import OUTSIDE, cover
from memory_graph.stores.commit import Commit
from memory_graph.stores.plan import plan_operations
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.recall import Query, run_recall
from memory_graph.types import Candidate, Evidence, RecallResult, Relation, Role, Turn

DAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


class WordEmbeddings(Embeddings):
    """Texts that share words are near; a word is a direction made from its letters."""

    size = 64

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        vector = [0.001] * self.size
        for word in text.lower().replace(".", "").replace("?", "").split():
            vector[int(hashlib.md5(word.encode()).hexdigest(), 16) % self.size] += 1.0
        length = math.sqrt(sum(part * part for part in vector))
        return [part / length for part in vector]


class NoiseEmbeddings(WordEmbeddings):
    """Vectors that say nothing."""

    def embed_query(self, text: str) -> list[float]:
        digest = hashlib.sha512(text.encode()).digest()
        return [byte / 255 - 0.5 for byte in digest]


class BrokenEmbeddings(WordEmbeddings):
    """Works when storing, fails when asked."""

    is_down = False

    def embed_query(self, text: str) -> list[float]:
        if self.is_down:
            raise ModelError("the embedder is down")
        return super().embed_query(text)


class SlowEmbeddings(WordEmbeddings):
    """Waits before it answers."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()

    def embed_query(self, text: str) -> list[float]:
        assert self.gate.wait(60)
        return super().embed_query(text)


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(dsn, embeddings=WordEmbeddings()) as opened:
        yield opened


@pytest.fixture
def lexical(dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


def contents(result: RecallResult) -> list[str]:
    return [one.memory.content for one in result.memories]


def candidate(content: str, **fields: Any) -> Candidate:
    values = {
        "tier": "semantic", "kind": "fact", "content": content,
        "evidence": Evidence(role="user", span=content[:200], said_at=DAY), **fields,
    }  # fmt: skip
    return Candidate.model_validate(values)


def told_later(content: str, days: int) -> Candidate:
    evidence = Evidence(role="user", span=content, said_at=DAY + timedelta(days))
    return candidate(content, evidence=evidence)


def say(
    store: PostgresMemoryStore, scope: str, *turns: tuple[Role, str] | tuple[Role, str, str],
    session: str = "s1", at: datetime = DAY,
) -> None:  # fmt: skip
    said = tuple(
        Turn(
            role=one[0], content=one[1], speaker=one[2] if len(one) == 3 else None,
            message_id=f"{session}-{i}", said_at=at + timedelta(minutes=i),
            session_id=session, position=i,
        )
        for i, one in enumerate(turns)
    )  # fmt: skip
    covered = tuple(cover(one.message_id or "", one.content) for one in said)
    run(store.commit_program(Commit(scope, OUTSIDE, turns=said, covered=covered, nonce=session)))


def test_d1_a_small_tenant_beside_a_large_one_gets_exactly_its_own(
    store: PostgresMemoryStore,
) -> None:
    store.remember("large", [f"note {i} about tea" for i in range(600)])
    store.remember("small", [f"thing {i} of mine" for i in range(30)])
    found = store.recall("small", "thing about tea", limit=20)
    vectors = WordEmbeddings()
    asked = vectors.embed_query("thing about tea")

    def nearness(text: str) -> float:
        return sum(a * b for a, b in zip(asked, vectors.embed_query(text), strict=True))

    assert found.considered == 30
    assert len(found.memories) == 20
    for one in found.memories:
        assert one.scores.vector == pytest.approx(nearness(one.memory.content), abs=0.01)


def test_d2_two_hundred_asked_for_are_two_hundred_returned(store: PostgresMemoryStore) -> None:
    store.remember("ann", [f"note {i} about tea" for i in range(260)])
    assert len(store.recall("ann", "tea", limit=200).memories) == 200
    assert len(store.recall("ann", "tea", limit=1).memories) == 1
    assert len(store.recall("ann", "tea", limit=10_000).memories) == 260


def test_d4_a_fact_one_relation_away_reaches_the_list(store: PostgresMemoryStore) -> None:
    store.remember("ann", [
        candidate("Mira works with Borge", entities=("Mira", "Borge"),
                  relations=(Relation(source="Mira", name="works_with", target="Borge"),)),
        candidate("Borge keeps goats", entities=("Borge",)),
        *(candidate(f"filler number {i} on other matters") for i in range(120)),
    ])  # fmt: skip
    found = store.recall("ann", "Mira", limit=5)
    assert found.entities == ("mira",)
    assert "Borge keeps goats" in contents(found)


@pytest.mark.parametrize("question", ["ZQ-88121", "where is invoice ZQ-88121", "发票 zq-88121"])
def test_d5_a_code_is_first_although_vectors_are_noise(dsn: str, question: str) -> None:
    with PostgresMemoryStore(dsn, embeddings=NoiseEmbeddings()) as store:
        others = [f"invoice number {i} is somewhere" for i in range(300)]
        store.remember("ann", ["invoice ZQ-88121 is paid", "invoice ZQ-88122 is open", *others])
        assert contents(store.recall("ann", question))[0] == "invoice ZQ-88121 is paid"


@pytest.mark.parametrize("question", ["`the`", "的了吗", "& | ! ( )", "'", "\\", "%", "<->", "~"])
def test_d7_questions_of_stop_words_and_signs(store: PostgresMemoryStore, question: str) -> None:
    store.remember("ann", ["red tea"])
    found = store.recall("ann", question)
    assert "bm25" not in found.arms or found.terms
    assert contents(found) == ["red tea"]


def test_d7_without_any_arm_nothing_is_found(lexical: PostgresMemoryStore) -> None:
    lexical.remember("ann", ["red tea"])
    found = lexical.recall("ann", "the")
    assert (found.arms, found.memories, found.considered) == ((), (), 1)


def test_d8_a_very_long_question_keeps_its_rarest_terms(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["red tea", "the code is ZQ-88121"])
    found = store.recall("ann", "some words " * 20_000 + "ZQ-88121")
    assert len(found.terms) <= 48
    assert contents(found)[0] == "the code is ZQ-88121"


@pytest.mark.parametrize(
    "options",
    [
        {"limit": 0}, {"limit": 10_001}, {"tiers": ["unknown"]}, {"kinds": ["unknown"]},
        {"tags": "tea"}, {"entities": "Mira"}, {"min_confidence": 2}, {"tiers": "semantic"},
        {"since": datetime(2026, 5, 1)},  # noqa: DTZ001 - naive on purpose
        {"since": DAY, "until": DAY},
    ],
)  # fmt: skip
def test_d10_a_filter_that_cannot_be_is_an_error(
    store: PostgresMemoryStore, options: dict[str, Any]
) -> None:
    with pytest.raises(InputError):
        store.recall("ann", "tea", **options)


@pytest.mark.parametrize("options", [{"now": "2026-07-02"}, {"weights": {"time": 3}},
                                     {"timeout_ms": "400"}, {"timeout_ms": -1}])  # fmt: skip
def test_d10_an_option_of_another_kind_is_an_error(
    store: PostgresMemoryStore, options: dict[str, Any]
) -> None:
    with pytest.raises(InputError, match=next(iter(options))):
        store.recall("ann", "tea", **options)


def test_d10_a_misspelt_filter_is_an_error(store: PostgresMemoryStore) -> None:
    with pytest.raises(TypeError, match="sinse"):
        store.recall("ann", "tea", sinse=DAY)  # type: ignore[call-arg]


@pytest.mark.parametrize("scope", ["", "  "])
def test_d14_an_empty_scope_is_an_error(store: PostgresMemoryStore, scope: str) -> None:
    with pytest.raises(InputError):
        store.recall(scope, "tea")


@pytest.mark.parametrize("question", ["乌龙", "贺岚", "喜欢 乌龙茶"])
def test_d17_chinese_words_are_found_without_vectors(
    lexical: PostgresMemoryStore, question: str
) -> None:
    lexical.remember("ann", ["贺岚喜欢乌龙茶", "今天下雨", "他住在海边"])
    assert contents(lexical.recall("ann", question))[0] == "贺岚喜欢乌龙茶"


def test_d19_vectors_of_another_embedder_are_refused(dsn: str) -> None:
    with PostgresMemoryStore(dsn, embeddings=WordEmbeddings()) as store:
        store.remember("ann", ["red tea"])
    with (
        PostgresMemoryStore(dsn, embeddings=NoiseEmbeddings()) as store,
        pytest.raises(SchemaError, match="start it with the embedder"),
    ):
        store.recall("ann", "tea")


def test_d20_the_nearest_is_first(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["a b c d", "a b x y", "p q r s"])
    found = store.recall("ann", "a b c d")
    assert contents(found)[0] == "a b c d"
    vectors = [one.scores.vector or 0 for one in found.memories]
    assert vectors == sorted(vectors, reverse=True)


def test_d22_what_was_retired_is_gone_at_once(store: PostgresMemoryStore) -> None:
    written = store.remember("ann", ["red tea", "blue bike"])
    store.retire("ann", written.memory_ids[0])
    assert contents(store.recall("ann", "red tea")) == ["blue bike"]


def test_d23_what_one_thread_wrote_another_reads(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["red tea"], thread_id="T1")
    assert contents(store.recall("ann", "tea")) == ["red tea"]
    assert contents(store.recall("ann", "tea", thread_id="T1")) == ["red tea"]
    assert contents(store.recall("ann", "tea", thread_id="T2")) == []


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({"tiers": ["procedural"]}, {"brew tea slowly"}),
        ({"kinds": ["event"]}, {"had tea with Mira"}),
        ({"entities": ["MIRA"]}, {"had tea with Mira"}),
        ({"min_confidence": 0.5}, {"had tea with Mira", "brew tea slowly"}),
        ({"since": DAY, "until": DAY + timedelta(hours=1)}, {"had tea with Mira"}),
        ({"until": DAY}, set()),
        ({"tiers": ["semantic"], "min_confidence": 0.5}, set()),
    ],
)
def test_filters(store: PostgresMemoryStore, options: dict[str, Any], kept: set[str]) -> None:
    store.remember("ann", [
        candidate("had tea with Mira", tier="episodic", kind="event", entities=("Mira",),
                  event_from=DAY, event_to=DAY + timedelta(hours=1)),
        candidate("brew tea slowly", tier="procedural", kind="rule",
                  evidence=Evidence(span="x", said_at=DAY + timedelta(days=3))),
        candidate("perhaps likes tea", confidence=0.3,
                  evidence=Evidence(span="x", said_at=DAY + timedelta(days=3))),
    ])  # fmt: skip
    assert set(contents(store.recall("ann", "tea", **options))) == kept


def test_tags_filter_on_all_of_them(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["red tea"], tags=["drink", "red"])
    store.remember("ann", ["green tea"], tags=["drink"])
    assert contents(store.recall("ann", "tea", tags=["drink", "red"])) == ["red tea"]


def test_c10_a_window_is_half_open(store: PostgresMemoryStore) -> None:
    for name, at in (("noon", DAY), ("next midnight", datetime(2026, 5, 2, tzinfo=UTC))):
        store.remember("ann", [candidate(f"met at {name}", tier="episodic", kind="event",
                                         event_from=at)])  # fmt: skip
    since = datetime(2026, 5, 1, tzinfo=UTC)
    found = store.recall("ann", "met", since=since, until=since + timedelta(days=1))
    assert contents(found) == ["met at noon"]


def test_a_time_in_the_question_lifts_and_never_filters(store: PostgresMemoryStore) -> None:
    for day in (1, 9, 20):
        say(store, "ann", ("user", "went out for tea"), session=f"s{day}",
            at=DAY + timedelta(days=day))  # fmt: skip
    now = DAY + timedelta(days=30)
    found = store.recall("ann", "what did we drink on 10 May 2026", now=now)
    assert found.memories[0].memory.session_id == "s9"
    assert len(found.memories) == 3
    assert found.time_parse == "resolved"
    assert "time" in found.arms


def test_a_question_of_nothing_but_a_time_finds_what_was_then(
    store: PostgresMemoryStore,
) -> None:
    for day in range(30):
        text = "the stove was fixed" if day == 16 else f"what I did do today was trip number {day}"
        say(store, "ann", ("user", text), session=f"s{day}", at=DAY + timedelta(days=day))
    now = DAY + timedelta(days=20)
    found = store.recall("ann", "What did I do on 17 May 2026?", now=now, limit=5)
    assert "the stove was fixed" in contents(found)[:2]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("where do I live now?", "I live in Munich"),
        ("我现在住在哪里", "我住在慕尼黑"),
    ],
)
def test_what_is_so_now_is_what_was_said_last(
    lexical: PostgresMemoryStore, question: str, first: str
) -> None:
    for number in range(8):
        lexical.remember("ann", [told_later(f"tea kettle number {number} is on the shelf", number),
                                 told_later(f"茶壶{number}号在架子上", number)])  # fmt: skip
    lexical.remember("ann", [told_later("I live in Berlin now", 0),
                             told_later("我现在住在柏林", 0)])  # fmt: skip
    lexical.remember("ann", [told_later("I live in Munich", 400), told_later("我住在慕尼黑", 400)])
    found = lexical.recall("ann", question, now=DAY + timedelta(days=430))
    assert contents(found)[0] == first


def test_c8_an_unparsed_time_is_said(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["red tea"])
    assert store.recall("ann", "过年喝了什么茶").time_parse == "unparsed"


def test_c1_a_day_is_a_day_in_the_askers_zone(lexical: PostgresMemoryStore) -> None:
    from zoneinfo import ZoneInfo

    shanghai = ZoneInfo("Asia/Shanghai")
    at = datetime(2026, 7, 24, 20, tzinfo=UTC).astimezone(shanghai)
    say(lexical, "ann", ("user", "had noodles"), at=at)
    found = lexical.recall("ann", "25 July", now=datetime(2026, 7, 30, tzinfo=shanghai))
    assert contents(found) == ["had noodles"]
    assert found.memories[0].scores.time == 1.0


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("which book did you recommend", "I recommend the book Dune"),
        ("which book did I recommend", "I recommend the book Emma"),
    ],
)
def test_i_and_you_prefer_the_ones_who_said_it(
    store: PostgresMemoryStore, question: str, first: str
) -> None:
    say(store, "ann", ("user", "I recommend the book Emma"), session="a")
    say(store, "ann", ("assistant", "I recommend the book Dune"), session="b")
    found = store.recall("ann", question)
    assert contents(found)[0] == first
    assert found.speakers == (("assistant",) if "you" in question else ("user",))


def test_a_speaker_who_is_named_is_preferred(store: PostgresMemoryStore) -> None:
    say(store, "ann", ("user", "I ran in the park", "Caroline"),
        ("assistant", "I ran in the park", "Melanie"))  # fmt: skip
    found = store.recall("ann", "Where did Melanie run in the park?")
    assert found.speakers == ("Melanie",)
    assert found.memories[0].memory.speaker == "Melanie"


def test_the_first_recall_of_a_process_is_asked_as_the_next(
    store: PostgresMemoryStore, dsn: str
) -> None:
    """The name of who speaks is left out of the vector, even when the answer tells that he does."""
    say(store, "ann", ("user", "I ran in the park", "Caroline"),
        ("assistant", "I swam in the lake", "Melanie"))  # fmt: skip
    question = "Where did Melanie run in the park?"
    with PostgresMemoryStore(dsn, embeddings=WordEmbeddings()) as fresh:
        limits = (60_000, 60_000, None)
        first, second, third = (
            fresh.recall("ann", question, timeout_ms=limit, now=DAY) for limit in limits
        )
    assert first.speakers == ("Melanie",)
    assert first.memories == second.memories == third.memories


class LoadingEmbeddings(WordEmbeddings):
    """Takes its time for the first question, as a model that is loaded then."""

    is_loaded = False

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [super(LoadingEmbeddings, self).embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        if not self.is_loaded:
            time.sleep(1.2)
        self.is_loaded = True
        return super().embed_query(text)


def test_a_model_that_is_loaded_takes_no_time_from_the_question(dsn: str) -> None:
    with PostgresMemoryStore(dsn, embeddings=LoadingEmbeddings()) as before:
        say(before, "ann", ("user", "I ran in the park", "Caroline"),
            ("assistant", "I ran in the park", "Melanie"))  # fmt: skip
    with PostgresMemoryStore(dsn, embeddings=LoadingEmbeddings()) as fresh:
        found = fresh.recall("ann", "Where did Melanie run?", timeout_ms=2000)
    assert found.speakers == ("Melanie",)


def test_an_answer_is_found_by_its_question(store: PostgresMemoryStore) -> None:
    say(store, "ann", ("assistant", "What pets do you keep"), ("user", "two tortoises"),
        ("assistant", "splendid"))  # fmt: skip
    say(store, "ann", *(("user", f"other {i} remark {i}") for i in range(30)), session="s2")
    assert "two tortoises" in contents(store.recall("ann", "pets keep", limit=3))


def test_a_fact_is_not_drowned_by_turns(store: PostgresMemoryStore) -> None:
    for i in range(12):
        say(store, "ann", ("user", f"let us talk of tea and where tea grows, part {i}"),
            session=f"s{i}")  # fmt: skip
    store.remember("ann", [candidate("The user likes red tea", kind="preference")])
    found = store.recall("ann", "what tea does the user like", limit=3)
    assert "The user likes red tea" in contents(found)


def test_vectors_of_another_size_cost_their_arm_only_and_are_said(dsn: str) -> None:
    """As when a server changes the model behind a name."""
    embedder = WordEmbeddings()
    with PostgresMemoryStore(dsn, embeddings=embedder) as store:
        store.remember("ann", ["red tea", "blue bike"])
        embedder.size = 32
        found = store.recall("ann", "tea")
    assert contents(found) == ["red tea"]
    assert found.arms == ("bm25",)
    assert "32 numbers, the stored ones have 64" in (found.degraded_reason or "")


def test_a_failing_embedder_costs_its_arm_only_and_is_said(dsn: str) -> None:
    embedder = BrokenEmbeddings()
    with PostgresMemoryStore(dsn, embeddings=embedder) as store:
        store.remember("ann", ["red tea", "blue bike"])
        embedder.is_down = True
        found = store.recall("ann", "tea")
    assert contents(found) == ["red tea"]
    assert found.degraded
    assert "down" in (found.degraded_reason or "")
    assert found.arms == ("bm25",)


def test_a_turn_whose_fact_was_replaced_is_marked_and_gives_way(
    store: PostgresMemoryStore,
) -> None:
    for number, city in enumerate(("Oslo", "Bergen")):
        words = f"I live in {city} now"
        turn = Turn(role="user", content=words, session_id="s", position=number,
                    message_id=f"m{number}", said_at=DAY + timedelta(days=number))  # fmt: skip
        fact = Candidate(
            tier="semantic", kind="fact", content=words, attribute="home", value=city,
            cardinality="single",
            evidence=Evidence(
                span=words, message_id=f"m{number}", thread_id="t", said_at=turn.said_at
            ),
        )  # fmt: skip
        near = store.list_memories("ann", kinds=["fact"])
        todo = Commit("ann", OUTSIDE, operations=tuple(plan_operations([fact], near)),
                      turns=(turn,), source_thread="t", nonce=str(number))  # fmt: skip
        run(store.commit_program(todo))
    found = store.recall("ann", "where does she live now", limit=5)
    marks = {one.memory.content: one.memory.doubtful for one in found.memories}
    assert marks == {"I live in Oslo now": True, "I live in Bergen now": False}
    assert found.memories[-1].memory.content == "I live in Oslo now"
    assert found.memories[-1].memory.kind == "turn"
    assert [one.scores.final for one in found.memories] == sorted(
        (one.scores.final for one in found.memories), reverse=True
    )


@pytest.mark.parametrize("how", ["sync", "async"])
def test_an_embedder_that_takes_too_long_costs_its_arm_only(dsn: str, how: str) -> None:
    embedder = SlowEmbeddings()
    with PostgresMemoryStore(dsn, embeddings=embedder) as store:

        async def arecall(limit_ms: int) -> RecallResult:
            found = await store.arecall("ann", "tea", timeout_ms=limit_ms)
            embedder.gate.set()  # the loop waits for its threads before it ends
            return found

        def ask(limit_ms: int) -> RecallResult:
            if how == "async":
                return asyncio.run(arecall(limit_ms))
            found = store.recall("ann", "tea", timeout_ms=limit_ms)
            embedder.gate.set()
            return found

        store.remember("ann", ["red tea", "blue bike"])
        assert not ask(60_000).degraded
        embedder.gate.clear()
        found = ask(500)
        assert contents(found)[0] == "red tea"
        assert (found.degraded, found.arms) == (True, ("bm25",))
        assert "500 ms" in (found.degraded_reason or "")
        assert ask(60_000).arms == ("vector", "bm25")


def test_the_first_question_may_load_a_model(dsn: str) -> None:
    embedder = SlowEmbeddings()
    with PostgresMemoryStore(dsn, embeddings=embedder) as store:
        store.remember("ann", ["red tea"])
    embedder.gate.clear()
    threading.Timer(0.8, embedder.gate.set).start()
    with PostgresMemoryStore(dsn, embeddings=embedder) as store:
        assert store.recall("ann", "tea", timeout_ms=400).arms == ("vector", "bm25")


def test_a_recall_that_takes_too_long_is_given_up_and_said(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["red tea"])
    found = store.recall("ann", "tea", timeout_ms=0)
    assert (found.memories, found.degraded) == ((), True)
    assert "0 ms" in (found.degraded_reason or "")
    assert contents(store.recall("ann", "tea", timeout_ms=60_000)) == ["red tea"]


@pytest.mark.parametrize("how", ["sync", "async"])
def test_when_time_does_not_suffice_for_all_the_newest_are_looked_at(
    store: PostgresMemoryStore, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    async def slow(connection: Any, schema: str, query: Query, *rest: Any) -> Any:
        if not query.newest:
            await connection.execute("SELECT pg_sleep(30)")
        return await run_recall(connection, schema, query, *rest)

    monkeypatch.setattr(recalling, "run_recall", slow)
    monkeypatch.setattr(recalling, "NEWEST", 2)
    for number in range(5):
        store.remember("ann", told_later(f"tea number {number}", number))
    found = (
        store.recall("ann", "tea", timeout_ms=3000) if how == "sync"
        else asyncio.run(store.arecall("ann", "tea", timeout_ms=3000))
    )  # fmt: skip
    assert sorted(contents(found)) == ["tea number 3", "tea number 4"]
    assert (found.degraded, found.considered) == (True, 2)
    assert "only the newest 2 memories" in (found.degraded_reason or "")
    past = store.recall("ann", "tea", timeout_ms=3000, as_of=datetime.now(UTC))
    assert past.considered == 2


def test_the_result_explains_itself(store: PostgresMemoryStore) -> None:
    store.remember("ann", [candidate("Mira likes red tea", entities=("Mira",))])
    found = store.recall("ann", "When did Mira drink red tea last week?", now=DAY)
    scores = found.memories[0].scores
    assert found.arms == ("vector", "bm25", "entity", "time")
    assert found.question_kind == "when"
    assert found.windows[0].words == "last week"
    assert scores.entity == 1.0
    assert scores.bm25 > 0
    assert scores.final == pytest.approx(scores.fused * scores.boost)
    assert scores.boost == pytest.approx(scores.importance_boost * scores.recency_boost)
    assert found.explanation == ""


def test_an_explanation_is_a_text_to_read(store: PostgresMemoryStore) -> None:
    store.remember("ann", [candidate("Mira likes red tea", entities=("Mira",)), "米拉喜欢绿茶"])
    found = store.recall("ann", "When did Mira drink red tea last week?", now=DAY, explain=True)
    lines = found.explanation.splitlines()
    assert lines[0] == "arms: vector, bm25, entity, time · terms: mira drink red tea last week"
    assert "memories considered: 2" in lines[1]
    assert (
        lines[2]
        == "time: resolved last week [2026-04-20T00:00:00+00:00, 2026-04-27T00:00:00+00:00)"
    )
    assert "question: when" in lines[3]
    header, *rows = lines[4:7]
    assert header.split()[:3] == ["#", "final", "vector"]
    assert rows[0].startswith(f"1  {found.memories[0].scores.final:.3f}")
    assert rows[0].endswith(found.memories[0].memory.content)
    assert header.index("content") == rows[0].index(found.memories[0].memory.content)
    assert lines[-1].startswith("packing: ")
    assert lines[-1].endswith("of 2000 tokens · left out: 0")
    assert "nothing found" in store.recall("bob", "tea", explain=True).explanation


@pytest.mark.parametrize("conversation", [False, True])
def test_a_running_conversation_prefers_recent_sessions(
    store: PostgresMemoryStore, conversation: bool
) -> None:
    for i in range(40):
        say(store, "ann", ("user", "the plan of the roof is set"), session=f"s{i:02}",
            at=DAY + timedelta(days=i))  # fmt: skip
    found = store.recall("ann", "the plan of the roof", conversation=conversation,
                         now=DAY + timedelta(days=41))  # fmt: skip
    newest = [one.memory.session_id for one in found.memories[:2]]
    assert (newest == ["s39", "s38"]) or not conversation


def test_as_of_answers_as_it_would_have_then(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["red tea"])
    clock = store.recall("ann", "tea").clock
    store.remember("ann", ["green tea"])
    assert contents(store.recall("ann", "tea", as_of=clock)) == ["red tea"]


def test_equal_questions_use_one_prepared_text(store: PostgresMemoryStore) -> None:
    from memory_graph.stores.recall import Query
    from memory_graph.stores.recall_statement import numbered_statement, shape_of

    def text(*terms: str) -> object:
        return numbered_statement(shape_of(Query(scope="x", terms=terms)), "memory_graph")

    assert text("a") is text("b", "c", "d", "e")
    assert text("a") is not text("a", "b", "c", "d", "e")


@pytest.mark.parametrize(
    ("listed", "question"),
    [
        (
            "The invoice INV-2026-{:04} from ACME was paid on time.",
            "Which ACME invoices were paid?",
        ),
        ("ACME的第{:04}号发票已经按时付清。", "ACME的哪些发票付清了"),
    ],
)
def test_what_is_alike_but_for_a_number_is_found_whole(
    lexical: PostgresMemoryStore, listed: str, question: str
) -> None:
    lexical.remember("ann", [listed.format(number) for number in range(12)])
    lexical.remember("ann", [f"{word} is in the {place}" for word in ("tea", "bread", "paper")
                             for place in ("larder", "cellar", "garage", "office")])  # fmt: skip
    found = lexical.recall("ann", question, limit=10).memories
    assert ["ACME" in one.memory.content for one in found] == [True] * 10
