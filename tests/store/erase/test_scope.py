"""Everything of one scope: its receipt, its checkpoints, and what comes after."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import psycopg
import pytest

from memory_graph.errors import InputError
from memory_graph.stores import dependence, keys, masking, wordings
from memory_graph.stores.branch import Branch
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.erase.told import SECRET, TALK, WORD, contents, fact, tell

pytestmark = pytest.mark.own_database


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
