"""What can't be meant is refused at the edge, before it reaches the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import pytest
from pydantic import ValidationError

from memory_graph.errors import InputError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence, Turn

LATEST = datetime(9999, 12, 31, 23, 59, 59, tzinfo=timezone(timedelta(hours=-5)))
EARLIEST = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=8)))
NAIVE = datetime(2026, 7, 1)  # noqa: DTZ001 - a time without zone is what is refused


@pytest.fixture(scope="module")
def store(shared_dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(shared_dsn, embeddings="none") as opened:
        yield opened


def fact(content: str = "Likes tea.", **fields: Any) -> Candidate:
    given = {"tier": "semantic", "kind": "fact", "content": content, "evidence": {"span": "x"}}
    return Candidate.model_validate(given | fields)


@pytest.mark.parametrize("moment", [LATEST, EARLIEST, LATEST.replace(tzinfo=UTC)])
def test_a_time_that_could_not_be_read_back_is_refused(moment: datetime) -> None:
    for name in ("event_from", "event_to"):
        with pytest.raises(ValidationError, match="not in the years 2 to 9998"):
            Candidate.model_validate(fact().model_dump() | {name: moment})
    with pytest.raises(ValidationError, match="not in the years 2 to 9998"):
        Evidence(span="x", said_at=moment)
    assert Turn(role="user", content="x", said_at=moment).said_at is None
    fact(event_from=datetime(2, 1, 1, tzinfo=UTC), event_to=datetime(9998, 12, 31, tzinfo=UTC))


READS: list[tuple[str, dict[str, Any]]] = [
    ("list_memories", {"kinds": "fact"}), ("list_memories", {"tiers": "semantic"}),
    ("list_memories", {"tiers": ["semantics"]}), ("list_memories", {"kinds": ["facts"]}),
    ("list_memories", {"as_of": NAIVE}), ("list_memories", {"limit": True}),
    ("list_memories", {"limit": 10**30}), ("list_memories", {"offset": 10**30}),
    ("list_memories", {"limit": 0}), ("list_memories", {"session_id": "a\0b"}),
    ("audit", {"limit": True}), ("audit", {"limit": 10**30}), ("audit", {"before": "x"}),
    ("audit", {"before": 10**30}), ("audit", {"before": 1.5}), ("audit", {"before": 0}),
    ("list_memories", {"branch": 1}), ("stats", {"branch": None}),
]  # fmt: skip
ASKS: list[dict[str, Any]] = [
    {"thread_id": ""}, {"thread_id": " "}, {"thread_id": "a\0"}, {"limit": True},
    {"limit": 10**30}, {"tags": "vip"}, {"tags": ["a\0"]}, {"kinds": "fact"}, {"as_of": NAIVE},
    {"min_confidence": "0"}, {"min_confidence": True}, {"branch": None}, {"preceding": "tea"},
    {"exclude_turns": "m1"}, {"exclude_turns": [1]}, {"exclude_turns": ["m\0"]},
    {"conversation": "yes"}, {"explain": "yes"}, {"pinned": ["x"]}, {"pinned": [7]},
]  # fmt: skip


@pytest.mark.parametrize(("verb", "options"), READS)
def test_a_read_refuses_what_it_would_misread(
    store: PostgresMemoryStore, verb: str, options: dict[str, Any]
) -> None:
    with pytest.raises(InputError):
        getattr(store, verb)("ann", **options)


@pytest.mark.parametrize("options", ASKS)
def test_a_recall_refuses_what_it_would_misread(
    store: PostgresMemoryStore, options: dict[str, Any]
) -> None:
    with pytest.raises(InputError):
        store.recall("ann", "tea", **options)


@pytest.mark.parametrize("options", [{"limit": True}, {"limit": 10**30}, {"names": "knows"}])
def test_related_refuses_what_it_would_misread(
    store: PostgresMemoryStore, options: dict[str, Any]
) -> None:
    with pytest.raises(InputError):
        store.related("ann", "Bo", **options)


REMEMBERED: list[tuple[object, dict[str, Any]]] = [
    (None, {}), ({"content": "x"}, {}), (7, {}), ([], {}), ([7], {}), (b"x", {}), (fact("  "), {}),
    (fact(kind="turn"), {}), (fact(kind="item"), {}), ("x", {"tags": "vip"}),
    ("x", {"tags": ["a\0b"]}), ("x", {"tags": [7]}), ("x", {"thread_id": "t\0"}),
    ("x", {"thread_id": ""}), ("x", {"data": "text"}), ("x", {"data": [1]}),
    ("x", {"tier": "semantics"}), ("x", {"tier": "item"}),
    (fact(event_from=datetime(2026, 7, 2, tzinfo=UTC),
          event_to=datetime(2026, 7, 1, tzinfo=UTC)), {}),
]  # fmt: skip


@pytest.mark.parametrize(("what", "options"), REMEMBERED)
def test_remember_refuses_what_is_no_memory(
    store: PostgresMemoryStore, what: Any, options: dict[str, Any]
) -> None:
    with pytest.raises(InputError):
        store.remember("nobody", what, **options)
    assert store.list_memories("nobody", with_closed=True) == []


def test_revise_refuses_the_same(store: PostgresMemoryStore) -> None:
    (kept,) = store.remember("rae", fact(event_from=datetime(2026, 7, 2, tzinfo=UTC))).memory_ids
    refused: list[dict[str, Any]] = [
        {"tags": "vip"}, {"tags": ["a\0"]}, {"data": "text"}, {"event_to": LATEST},
        {"event_to": datetime(2026, 7, 1, tzinfo=UTC)}, {"content": {}},
    ]  # fmt: skip
    for changes in refused:
        with pytest.raises(InputError):
            store.revise("rae", kept, changes=changes)
    changes_of_no_kind: Any = "vip"
    with pytest.raises(InputError, match="mapping"):
        store.revise("rae", kept, changes=changes_of_no_kind)
    assert store.get_memory("rae", kept).version == 1


def test_nul_is_taken_out_of_labels(store: PostgresMemoryStore) -> None:
    evidence = {"span": "a\0b", "message_id": "m\0", "thread_id": "t\0"}
    one = fact(attribute="lik\0es", value="te\0a", event_words="now\0", subject="u\0",
               evidence=evidence, entities=["B\0o"], replaces_hint="x\0")  # fmt: skip
    (kept,) = store.remember("lee", one).memory_ids
    found = store.get_memory("lee", kept)
    assert (found.attribute, found.value, found.event_words) == ("likes", "tea", "now")


def test_ids_may_be_uuids_and_count_once(store: PostgresMemoryStore) -> None:
    (kept,) = store.remember("ida", "Likes tea.").memory_ids
    calls: list[Callable[[UUID], object]] = [
        lambda one: store.get_memory("ida", one).id,
        lambda one: store.history("ida", one)[0].id,
        lambda one: store.links("ida", one) or kept,
    ]
    assert [call(UUID(kept)) for call in calls] == [kept] * 3
    result = store.retire("ida", [kept, kept.upper(), UUID(kept)])
    assert (result.counts["retired"], len(result.memory_ids)) == (1, 1)


def test_a_list_may_be_given_once_as_it_comes(store: PostgresMemoryStore) -> None:
    once: Callable[[list[str]], Any] = iter
    (kept,) = store.remember("gen", "Likes tea.", tags=once(["one", "two"])).memory_ids
    assert store.get_memory("gen", kept).tags == ("one", "two")
    kinds = [once(["preference"]), once(["fact"])]
    assert [len(store.list_memories("gen", kinds=one)) for one in kinds] == [0, 1]
    assert len(store.recall("gen", "tea", kinds=once(["preference"])).memories) == 0
    (changed,) = store.revise("gen", kept, changes={"tags": once(["three"])}).memory_ids
    assert store.get_memory("gen", changed).tags == ("three",)


FORMS: list[Callable[[str], str]] = [
    lambda one: one, str.upper, lambda one: one.replace("-", ""), "{{{}}}".format,
    "urn:uuid:{}".format,
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_an_id_is_read_however_it_is_written(
    store: PostgresMemoryStore, form: Callable[[str], str]
) -> None:
    kept, other = store.remember("eve", ["Likes tea.", "Likes jazz."]).memory_ids
    given = form(kept)
    assert store.get_memory("eve", given).id == kept
    assert store.history("eve", given)[0].id == kept
    assert store.link("eve", given, "causes", form(other)).memory_ids == (kept, other)
    assert {one.source_id for one in store.links("eve", given)} == {kept}
    assert store.recall("eve", "tea", pinned=[given]).standing == (kept,)
    with pytest.raises(InputError, match="itself"):
        store.link("eve", kept, "causes", given)
    store.revise("eve", given, "Likes green tea.", expected_version=1)
    assert store.retire("eve", [form(other)]).counts["retired"] == 1
    assert store.erase("eve", [given, form(other)]).erased == 3


@pytest.mark.parametrize("given", [None, 7, ["x"], b"x"])
def test_what_is_no_id_is_refused(store: PostgresMemoryStore, given: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: store.get_memory("ann", given), lambda: store.history("ann", given),
        lambda: store.links("ann", given), lambda: store.revise("ann", given, "Likes milk."),
        lambda: store.link("ann", given, "causes", given),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(InputError, match="no memory id"):
            call()


ERASED: list[dict[str, Any]] = [
    {"words": "tea"}, {"words": [7]}, {"words": None}, {"words": ["\0"]}, {"dry_run": "no"},
    {"versions": "no"}, {"everything": "yes"}, {"checkpoint_threads": "t"},
    {"checkpoint_threads": [7]}, {"checkpoint_threads": ["\0"]}, {"checkpoint_threads": [" "]},
]  # fmt: skip


@pytest.mark.parametrize("options", ERASED)
def test_an_erasure_refuses_what_it_would_misread(
    store: PostgresMemoryStore, options: dict[str, Any]
) -> None:
    (kept,) = store.remember("era", "Likes tea.").memory_ids
    ids = () if "everything" in options else (kept,)
    with pytest.raises(InputError):
        store.erase("era", *ids, **{"confirm": "era", **options})
    assert store.get_memory("era", kept).is_open


def test_what_is_erased_may_be_named_by_uuid(store: PostgresMemoryStore) -> None:
    first, second = store.remember("uu", ["Likes tea.", "Likes jazz."]).memory_ids
    store.erase("uu", UUID(first))
    store.erase("uu", [UUID(second), second.upper()])
    assert store.list_memories("uu", with_closed=True) == []


@pytest.mark.parametrize("query", [None, 5, b"tea", ["tea"]])
def test_a_question_is_a_string(store: PostgresMemoryStore, query: Any) -> None:
    with pytest.raises(InputError, match="is not a string"):
        store.recall("ann", query)
    with pytest.raises(InputError, match="is not a string"):
        store.recall("ann", "tea", cues=query)


def test_a_pinned_id_is_one(store: PostgresMemoryStore) -> None:
    with pytest.raises(InputError, match="'x', which is no memory's id"):
        store.recall("ann", "tea", pinned=["x"])


@pytest.mark.parametrize(
    ("clock", "told"), [(None, "is None"), (NAIVE, "no time zone"), ("2026", "not a datetime")]
)
def test_a_rewind_needs_the_clock_of_its_checkpoint(
    store: PostgresMemoryStore, clock: Any, told: str
) -> None:
    with pytest.raises(InputError, match=told):
        store.rewind("ann", "t1", "{}", clock, "c1")


def test_a_number_without_end_is_refused(store: PostgresMemoryStore) -> None:
    with pytest.raises(InputError, match="store it as a string"):
        store.put(("ann", "x"), "k", {"n": 10**5000})
    store.put(("ann", "x"), "k", {"n": 10**300})
    found = store.get(("ann", "x"), "k")
    assert found is not None
    assert found.value == {"n": 10**300}


NOBODY: list[Any] = [None, "", "  ", 7, "a\0b"]


@pytest.mark.parametrize("said", NOBODY)
def test_who_did_it_and_why_is_always_told(store: PostgresMemoryStore, said: Any) -> None:
    first, second = store.remember("act", ["Likes tea.", "Likes jazz."]).memory_ids
    now = datetime(2026, 7, 1, tzinfo=UTC)
    calls: list[Callable[[], object]] = [
        lambda: store.retire("act", first, reason=said),
        lambda: store.retire("act", first, actor=said),
        lambda: store.revise("act", first, "Likes milk.", reason=said),
        lambda: store.revise("act", first, "Likes milk.", actor=said),
        lambda: store.link("act", first, "causes", second, actor=said),
        lambda: store.erase("act", first, actor=said),
        lambda: store.rewind("act", "t", "{}", now, "c", actor=said),
        lambda: store.undo_rewind("act", "t", actor=said),
        lambda: store.import_("act", [], actor=said),
    ]
    for call in calls:
        with pytest.raises(InputError, match=r"actor|reason"):
            call()
    assert all(one.version == 1 and one.is_open for one in store.list_memories("act"))


@pytest.mark.parametrize("given", [None, 7, {"a": 1}, b"x"])
def test_what_names_nothing_is_refused(store: PostgresMemoryStore, given: Any) -> None:
    now = datetime(2026, 7, 1, tzinfo=UTC)
    calls: list[Callable[[], object]] = [
        lambda: store.retire("ann", given),
        lambda: store.related("ann", given),
        lambda: store.neighbours("ann", given),
        lambda: store.neighbours("ann", [given]),
        lambda: store.rewind("ann", given, "{}", now, "c1"),
        lambda: store.rewind("ann", "t", given, now, "c1"),
        lambda: store.rewind("ann", "t", "{}", now, given),
        lambda: store.undo_rewind("ann", given),
        lambda: store.list_memories("ann", with_closed=given),
    ]
    for call in calls:
        with pytest.raises(InputError):
            call()
    if not isinstance(given, (dict, bytes)):
        with pytest.raises(InputError, match="no export"):
            store.import_("ann", given)


@pytest.mark.parametrize("version", ["1", 1.0, True, 0])
def test_an_expected_version_is_a_number(store: PostgresMemoryStore, version: Any) -> None:
    (kept,) = store.remember("ver", "Likes tea.").memory_ids
    with pytest.raises(InputError, match="expected_version"):
        store.revise("ver", kept, "Likes milk.", expected_version=version)


def test_links_may_be_named_by_uuid(store: PostgresMemoryStore) -> None:
    first, second = store.remember("lin", ["Likes tea.", "Likes jazz."]).memory_ids
    store.link("lin", UUID(first), "causes", UUID(second))
    assert [one.kind for one in store.links("lin", UUID(first))] == ["causes"]
