"""Erasing: every copy goes, at once, for this scope alone; the receipt holds no words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.embeddings import Embeddings

from memory_graph.effects import run
from memory_graph.errors import InputError, NotFoundError
from memory_graph.stores import dependence, keys, masking, wordings
from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.erase_words import Doomed, Said, choose
from memory_graph.stores.masking import ERASED, Needles, masked
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Turn

pytestmark = pytest.mark.own_database

WORD = "xylotrope"
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Letters(Embeddings):
    """Vectors that count letters, so that a word left in a text would be seen in its vector."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[1.0 + text.lower().count(chr(97 + i)) for i in range(26)] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """Open a store on a fresh database, without vectors."""
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


@pytest.fixture
def dump(dsn: str) -> Callable[..., list[str]]:
    """Read every row of every table as text, or only those that hold a word."""

    def read(word: str = "", scope: str = "") -> list[str]:
        with psycopg.connect(dsn) as connection:
            names = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'memory_graph'"
            ).fetchall()
            rows = [
                f"{name}: {row[0]}"
                for (name,) in sorted(names)
                for row in connection.execute(
                    psycopg.sql.SQL("SELECT t::text FROM memory_graph.{} t ORDER BY 1").format(
                        psycopg.sql.Identifier(name)
                    )
                )
            ]
        return [row for row in rows if word.lower() in row.lower() and scope in row]

    return read


def fact(content: str, message: str | None = None, **fields: object) -> Candidate:
    return Candidate.model_validate(
        {
            "tier": "semantic", "kind": "fact", "content": content, **fields,
            "evidence": {"span": content, "message_id": message, "thread_id": "T"},
        }
    )  # fmt: skip


def tell(
    store: PostgresMemoryStore, texts: Sequence[str], *, scope: str = "ann",
    session: str | None = "s", branch: Branch = OUTSIDE, start: int = 0, before: Sequence[str] = (),
) -> str:  # fmt: skip
    """Stores turns m0, m1 …, alternately of user and assistant; gives the lineage after."""

    def turn(i: int, text: str) -> Turn:
        return Turn(
            role="assistant" if i % 2 else "user", content=text, message_id=f"m{i}",
            said_at=NOON + timedelta(minutes=i), session_id=session,
            position=i if session else None,
        )  # fmt: skip

    todo = Commit(
        scope, branch, turns=tuple(turn(start + i, text) for i, text in enumerate(texts)),
        before=tuple(turn(start - len(before) + i, text) for i, text in enumerate(before)),
        source_thread="T", nonce=hashlib.sha256(f"{branch.lineage}{texts}".encode()).hexdigest(),
    )  # fmt: skip
    return run(store.commit_program(todo)).lineage


def contents(store: PostgresMemoryStore, scope: str = "ann") -> list[str]:
    rows = store.list_memories(scope, with_closed=True, limit=1000)
    return [one.content for one in sorted(rows, key=lambda one: (one.position or 0, one.content))]


TALK = [
    f"My secret word is {WORD}.", f"I noted it: {WORD}!", "What about the zoo?",
    "The zoo opens at nine.", "Fine.",
]  # fmt: skip
SECRET = {"attribute": "secret word", "value": WORD, "entities": (WORD,)}


@pytest.mark.parametrize("fields", [SECRET, {}], ids=["with a value", "as a sentence"])
@pytest.mark.parametrize("session", ["s", None])
@pytest.mark.parametrize("embeddings", ["none", Letters()])
def test_e4_no_table_holds_the_word_any_more(
    dsn: str, dump: Callable[..., list[str]], fields: dict[str, Any], session: str | None,
    embeddings: Any,
) -> None:  # fmt: skip
    with PostgresMemoryStore(dsn, embeddings=embeddings) as store:
        tell(store, TALK, session=session)
        known = store.remember("ann", fact(f"The secret word is {WORD}.", "m0", **fields))
        summary = store.remember("ann", f"Summary: the word {WORD} was agreed on.").memory_ids[0]
        store.link("ann", summary, "derived_from", known.memory_ids[0])
        assert dump(WORD[:-1])
        receipt = store.erase("ann", known.memory_ids[0])
        assert dump(WORD[:-1]) == []
        assert store.recall("ann", f"secret word {WORD}", kinds=["fact"]).memories == ()
        assert receipt.erased == 2
        assert summary in receipt.ids
        assert len(receipt.turns_masked) == 2
        texts = contents(store)
    assert set(TALK[2:]) <= set(texts)
    assert len(texts) == 5


@pytest.mark.parametrize(
    ("talk", "value", "kept"),
    [
        (["我住在杭州，喜欢喝茶。", "杭州很美！", "去上海吗？"], "杭州", "去上海吗？"),
        (["I live in Ｏｓｌｏ.", "OSLO is nice.", "Osloite minerals"], "Oslo", "Osloite minerals"),
        (["call 555-0199 now", "555-0199?", "call 555-0198"], "555-0199", "call 555-0198"),
    ],
)
def test_values_are_found_in_any_script_and_width(
    store: PostgresMemoryStore, dump: Callable[..., list[str]], talk: list[str], value: str,
    kept: str,
) -> None:  # fmt: skip
    tell(store, talk)
    known = store.remember("ann", fact(talk[0], "m0", attribute="x", value=value))
    store.erase("ann", known.memory_ids)
    assert contents(store)[2] == kept
    assert [text for text in contents(store) if ERASED in text and text != kept] == contents(store)[
        :2
    ]


def test_vectors_and_words_of_following_turns_are_made_anew(dsn: str) -> None:
    with PostgresMemoryStore(dsn, embeddings=Letters()) as store:
        tell(store, TALK)
        tell(store, [f"{ERASED}.", f"I noted it: {ERASED}!", *TALK[2:]], scope="bob")
        known = store.remember("ann", fact(f"My secret word is {WORD}.", value=WORD, attribute="w"))
        store.erase("ann", known.memory_ids)
        query = "SELECT position, lexemes::text, embedding::text FROM memory_graph.memories " \
                "WHERE scope = %s ORDER BY position"  # fmt: skip
        with psycopg.connect(dsn) as connection:
            mine = connection.execute(query, ["ann"]).fetchall()
            clean = connection.execute(query, ["bob"]).fetchall()
    assert mine == clean


def test_windows_follow_the_branch_a_turn_stands_on(
    store: PostgresMemoryStore, dump: Callable[..., list[str]]
) -> None:
    first = tell(store, ["Hello."], branch=Branch("T", "r1"))
    tell(
        store, [f"The word is {WORD}.", "Noted.", "Well."], start=1, before=["Hello."],
        branch=Branch("T", "r2", first),
    )  # fmt: skip
    fork = tell(
        store, ["Let us talk of tea.", "Tea it is.", "Green?"], start=1, before=["Hello."],
        branch=Branch("T", "r2b", first),
    )  # fmt: skip
    view = Branch("T", "r3", fork)
    before = store.recall("ann", "tea", branch=view).memories
    known = store.remember("ann", fact(f"The word is {WORD}.", value=WORD, attribute="w"))
    store.erase("ann", known.memory_ids)
    assert dump(WORD[:-1]) == []
    after = store.recall("ann", "tea", branch=view).memories
    assert {one.memory.id for one in before} == {one.memory.id for one in after}
    assert len(after) == 3


def test_other_memories_keep_what_is_theirs(store: PostgresMemoryStore, dsn: str) -> None:
    said = "I live in Oslo and my flight to Oslo leaves in May"
    tell(store, [said, "Ok.", "My flight to Oslo leaves at nine."])
    home, flight = store.remember(
        "ann",
        [
            fact("Lives in Oslo.", "m0", attribute="city", value="Oslo"),
            fact(
                "The flight to Oslo leaves in May.", "m0", attribute="flight", value="Oslo in May"
            ),
        ],
    ).memory_ids
    receipt = store.erase("ann", home)
    assert receipt.mentioned_by == (flight,)
    assert store.get_memory("ann", flight).content == "The flight to Oslo leaves in May."
    assert "My flight to Oslo leaves at nine." in contents(store)
    with psycopg.connect(dsn) as connection:
        spans = connection.execute("SELECT span FROM memory_graph.evidence").fetchall()
    assert spans == [(f"The flight to {ERASED} leaves in May.",)]


def test_words_can_be_named(store: PostgresMemoryStore, dump: Callable[..., list[str]]) -> None:
    tell(store, ["Mira called.", "Ask mira again.", "Admiral!"])
    known = store.remember("ann", "Mira is ill.").memory_ids
    keeps = store.remember("ann", "Mira has a dog.").memory_ids[0]
    receipt = store.erase("ann", known, words=["Mira"])
    assert [text for text in contents(store) if "mira" in text.lower()] == [
        "Mira has a dog.", "Admiral!"
    ]  # fmt: skip
    assert store.get_memory("ann", keeps).is_open
    assert len(receipt.turns_masked) == 2


def test_versions_go_too(store: PostgresMemoryStore) -> None:
    slot = {"attribute": "city", "cardinality": "single"}
    ids = [
        store.remember("ann", fact(f"I live in {name}.", value=name, **slot)).memory_ids[0]
        for name in ("Oslo", "Turin", "Oslo")
    ]
    ids.append(store.revise("ann", ids[-1], "I live in Oslo, Norway.").memory_ids[0])
    receipt = store.erase("ann", ids[1])
    assert set(receipt.ids) == set(ids)
    assert store.list_memories("ann", with_closed=True) == []
    assert receipt.entities == 0


def test_without_versions_the_others_stay_and_point_nowhere(store: PostgresMemoryStore) -> None:
    old = store.remember("ann", "Tea at nine.").memory_ids[0]
    new = store.revise("ann", old, "Tea at ten.").memory_ids[0]
    assert store.erase("ann", new, versions=False).ids == (new,)
    kept = store.get_memory("ann", old)
    assert (kept.superseded_by, kept.is_open) == (None, False)


def test_a_turn_takes_along_what_is_known_from_it_alone(store: PostgresMemoryStore) -> None:
    tell(store, ["I like tea.", "Ok.", "I like tea and cake.", "Ok."])
    tea, cake, snow = store.remember(
        "ann", [fact("Likes tea.", "m0"), fact("Likes cake.", "m2"), fact("It snowed.")]
    ).memory_ids
    store.remember("ann", fact("Likes tea.", "m2"))
    turns = {one.message_id: one.id for one in store.list_memories("ann", kinds=["turn"])}
    receipt = store.erase("ann", turns["m2"])
    assert set(receipt.ids) == {turns["m2"], cake}
    assert store.get_memory("ann", tea).evidence_count == 1
    assert store.get_memory("ann", snow).evidence_count == 1
    assert set(store.erase("ann", turns["m0"]).ids) == {turns["m0"], tea}


def test_orphaned_entities_go_and_shared_ones_stay(
    store: PostgresMemoryStore, dump: Callable[..., list[str]]
) -> None:
    first = store.remember("ann", fact("Mira met Bo.", entities=("Mira", "Bo"))).memory_ids
    store.remember("ann", fact("Bo sings.", entities=("Bo",)))
    assert store.erase("ann", first).entities == 1
    assert dump("mira") == []
    assert len(dump("entities:")) == 1


def test_e1_e2_everything_of_one_scope_and_nothing_else(
    store: PostgresMemoryStore, dump: Callable[..., list[str]]
) -> None:
    for scope in ("U1", "U2"):
        tell(store, TALK[2:], scope=scope)
        store.remember(scope, [fact(f"{scope} fact {i}.", entities=(f"e{i}",)) for i in range(250)])
        store.put((scope, "notes"), "k", {"text": f"{scope} note"})
    others = [row for row in dump() if "U2" in row]
    receipt = store.erase("U1", everything=True, confirm="U1")
    assert receipt.erased == 254
    assert store.stats("U1").memories == ()
    assert store.stats("U1").entities == 0
    assert [row for row in dump() if "U2" in row] == others
    assert {row.split(":")[0] for row in dump("U1")} <= {"audit", "scopes", "trees"}


def test_e10_the_scope_can_be_used_again_and_a_replay_brings_nothing_back(
    store: PostgresMemoryStore,
) -> None:
    live = Branch("T", "r1")
    tell(store, TALK, branch=live)
    store.remember("ann", "I like tea.", idempotency_key="once")
    store.erase("ann", everything=True, confirm="ann")
    tell(store, TALK, branch=live)  # the same turn of the thread, run again after a crash
    assert store.list_memories("ann", with_closed=True) == []
    store.remember("ann", "I like tea.", idempotency_key="once")
    tell(store, ["Hello again."])
    assert sorted(contents(store)) == ["Hello again.", "I like tea."]
    assert store.stats("ann").memories


@pytest.mark.parametrize(
    "bad",
    [
        {}, {"memory_ids": []}, {"everything": True}, {"everything": True, "confirm": "bob"},
        {"everything": True, "confirm": ""},
        {"everything": True, "confirm": "ann", "memory_ids": "x"},
        {"memory_ids": "x", "words": "word"}, {"memory_ids": "x", "checkpoint_threads": "T"},
    ],
    ids=repr,
)  # fmt: skip
def test_nothing_is_erased_by_accident(store: PostgresMemoryStore, bad: dict[str, Any]) -> None:
    store.remember("ann", "I like tea.")
    with pytest.raises(InputError):
        store.erase("ann", **bad)
    assert contents(store) == ["I like tea."]


def test_an_unknown_id_erases_nothing(store: PostgresMemoryStore) -> None:
    mine = store.remember("ann", "mine").memory_ids[0]
    his = store.remember("bob", "his").memory_ids[0]
    for missing in (his, "no id", "00000000-0000-0000-0000-000000000000"):
        with pytest.raises(NotFoundError):
            store.erase("ann", [mine, missing])
    assert contents(store) == ["mine"]
    assert contents(store, "bob") == ["his"]


def test_the_receipt_proves_without_telling(store: PostgresMemoryStore) -> None:
    tell(store, TALK)
    known = store.remember("ann", fact(f"The word is {WORD}.", "m0", **SECRET)).memory_ids
    trial = store.erase("ann", known, dry_run=True)
    assert f"The word is {WORD}." in contents(store)
    receipt = store.erase("ann", known)
    assert receipt.ids == trial.ids == known
    assert (receipt.dry_run, trial.dry_run) == (False, True)
    each = hashlib.sha256(f"{known[0]}The word is {WORD}.".encode()).digest()
    assert receipt.digest == hashlib.sha256(receipt.salt.encode() + each).hexdigest()
    (entry,) = store.audit("ann")
    assert WORD not in receipt.model_dump_json() + entry.model_dump_json()
    assert receipt.salt not in entry.model_dump_json()
    assert entry.detail["digest"] == receipt.digest


CHECKPOINTS = """
CREATE TABLE {0}.checkpoints (thread_id text, checkpoint_ns text, checkpoint jsonb);
CREATE TABLE {0}.checkpoint_blobs (thread_id text, checkpoint_ns text, blob bytea);
INSERT INTO {0}.checkpoints SELECT t, '', '{{}}' FROM unnest(ARRAY['T', 'U']) t;
INSERT INTO {0}.checkpoint_blobs SELECT t, '', 'x' FROM unnest(ARRAY['T', 'T', 'U']) t;
"""


@pytest.mark.parametrize("schema", ["public", "memory_graph"])
def test_checkpoints_of_named_threads_go_when_asked(
    store: PostgresMemoryStore, dsn: str, schema: str
) -> None:
    known = store.remember("ann", "I like tea.").memory_ids
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(CHECKPOINTS.format(schema))
        receipt = store.erase("ann", known, checkpoint_threads=["T"])
        left = connection.execute(f"SELECT thread_id FROM {schema}.checkpoint_blobs").fetchall()
    assert receipt.checkpoints == {f"{schema}.checkpoints": 1, f"{schema}.checkpoint_blobs": 2}
    assert left == [("U",)]


def test_absent_and_foreign_checkpoint_tables_are_let_be(
    store: PostgresMemoryStore, dsn: str
) -> None:
    assert store.erase("ann", checkpoint_threads=["T"]).checkpoints == {}
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE TABLE public.checkpoints (id int, thread_id text)")
        assert store.erase("ann", checkpoint_threads=["T"]).checkpoints == {}


def test_threads_of_others_are_not_touched(store: PostgresMemoryStore, dsn: str) -> None:
    tell(store, ["His."], scope="bob", branch=Branch("B", "r1"))
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(CHECKPOINTS.format("public"))
    known = store.remember("ann", "I like tea.").memory_ids
    with pytest.raises(InputError, match="'B'"):
        store.erase("ann", known, checkpoint_threads=["B"])
    assert contents(store) == ["I like tea."]


def test_erasing_items(store: PostgresMemoryStore, dump: Callable[..., list[str]]) -> None:
    for _ in range(2):
        store.put(("ann", "notes"), "k", {"text": WORD})
        store.put(("ann", "notes"), "k", {"text": WORD + " again"})
    (item,) = store.list_memories("ann")
    assert store.erase("ann", item.id).erased == 4
    assert dump(WORD) == []
    store.put(("ann", "notes"), "k", {"text": "new"})
    assert store.get(("ann", "notes"), "k") is not None


# Masking ---------------------------------------------------------------------------------------

MASKED = [
    ("steak, tea, TEA and ｔｅａ", {"tea"}, (), f"steak, {ERASED}, {ERASED} and {ERASED}"),
    ("红tea茶", {"tea"}, (), f"红{ERASED}茶"),
    ("我住在杭州。", {"杭州"}, (), f"我住在{ERASED}。"),
    ("New  York\nCity", {"new york"}, (), f"{ERASED}\nCity"),
    ("a.b@x.io, xa.b@x.io", {"a.b@x.io"}, (), f"{ERASED}, xa.b@x.io"),
    ("it is (50%)", {"50%"}, (), f"it is ({ERASED})"),
    ("Running runs run", (), {"run"}, f"{ERASED} {ERASED} {ERASED}"),
    ("喜欢喝红茶吗", (), {"红茶"}, f"喜欢喝{ERASED}吗"),
    ("nothing here", {"tea"}, {"run"}, "nothing here"),
    ("", {"tea"}, {"run"}, ""),
]


@pytest.mark.parametrize(("text", "phrases", "terms", "expected"), MASKED)
def test_masking(text: str, phrases: set[str], terms: set[str], expected: str) -> None:
    needles = Needles(frozenset(phrases), frozenset(terms))
    assert masked(text, needles) == expected
    assert masked(masked(text, needles), needles) == expected


@given(st.text(), st.sets(st.text(min_size=1, max_size=6), max_size=60))
def test_masking_only_replaces(text: str, phrases: set[str]) -> None:
    pieces = masked(text, Needles(frozenset(phrases))).split(ERASED)
    at = 0
    for piece in pieces:
        at = text.index(piece, at) + len(piece)


LETTERS = "aAiIıİsSſßkK éé́Ωωώσς王五Ａ ﬁ１1-.'\u3000\n"


@given(st.text(LETTERS, max_size=12), st.text(LETTERS, max_size=4))
def test_what_a_phrase_is_found_in_is_told_beforehand(text: str, phrase: str) -> None:
    found = list(masking._phrase_spots(text, phrase))
    assert not found or list(Needles(frozenset({phrase})).likely_in(text)) == [phrase]


def test_many_phrases_cost_little_where_they_do_not_occur() -> None:
    needles = Needles(frozenset(f"fact number {n} of the project" for n in range(1000, 1300)))
    before = masking._phrase_pattern.cache_info().misses
    assert masked("This is fact number 1007 of the project.", needles) == f"This is {ERASED}."
    assert masked("Another fact of the same project.", needles).startswith("Another fact")
    assert masking._phrase_pattern.cache_info().misses - before <= 1


def test_ordinary_words_of_a_sentence_stay_elsewhere() -> None:
    talk = ["I keep a spare key under the pot."] + [f"The key to task {i}." for i in range(4)]
    turns = [Said(str(i), text) for i, text in enumerate(talk)]
    masks = choose([Doomed("1", "fact", "The spare key is under the pot.")], turns, [])
    assert ERASED in masked(turns[0].content, masks.for_turn(turns[0]))
    assert [masked(one.content, masks.for_turn(one)) for one in turns[1:]] == talk[1:]


def test_what_was_erased_is_not_kept_in_the_process(store: PostgresMemoryStore) -> None:
    """Neither as a pattern nor as what else is made of a text once and looked up again."""
    (fact,) = store.remember("ann", "Owns a zeppelin called Wilma.").memory_ids
    wordings.may_be_wordings("Owns a zeppelin.", "Owns two zeppelins.")
    assert keys._level.cache_info().currsize > 0
    store.erase("ann", fact, words=["zeppelin"])
    for one in (
        masking._phrase_skeleton, masking._phrase_pattern, keys._level, keys.slot_key,
        dependence._held, dependence._said, wordings._marks,
    ):  # fmt: skip
        assert one.cache_info().currsize == 0
