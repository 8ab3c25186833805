"""The wall between people: nothing of one scope is ever read, changed or deleted from another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from uuid import UUID

import psycopg
import pytest
from langgraph.store.base import PutOp, SearchItem, SearchOp
from psycopg import sql

from memory_graph.errors import InputError, NotFoundError
from memory_graph.scope import Scope, decode_label, encode_label
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore

USERS = ["a.b@x.io", "a", "b", "王 五", "007", "7", "%", "_", "a%", "a_c", "abc", "ann", "anna",
         "a:b", "a_b:c", "x" * 300, "langgraph", "ANN"]  # fmt: skip
ODD = ["", " ", "\n", "a\x00b", "half \ud83d", "y" * 513, None, True, 3.5, ["ann"], {"a": 1}]


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(settings=Settings(dsn=dsn), embeddings="none") as opened:
        yield opened


def test_labels_of_different_ids_differ_and_decode() -> None:
    labels = [encode_label(user) for user in USERS]
    assert len(set(labels)) == len(USERS)
    assert [decode_label(label) for label in labels] == USERS
    assert all("." not in label and label != "langgraph" for label in labels)


def test_tenant_user_and_agent_never_run_together() -> None:
    scopes = [
        Scope("b", tenant="a"), Scope("a:b"), Scope("a", agent="b"),
        Scope("b", tenant="a", agent="b"), Scope("a"), Scope("b"), Scope("a", tenant="b"),
        Scope("a.b"),
    ]  # fmt: skip
    assert len({scope.label for scope in scopes}) == len(scopes)


@pytest.mark.parametrize("user", [42, UUID(int=7)])
def test_ids_that_are_no_strings_are_taken_by_their_text(user: object) -> None:
    assert encode_label(user) == encode_label(str(user))


@pytest.mark.parametrize("user", ODD, ids=repr)
def test_an_id_that_names_nobody_is_an_error_and_never_everyone(
    store: PostgresMemoryStore, user: str
) -> None:
    store.remember("ann", "Ann likes tea.")
    for call in (
        lambda: store.recall(user, "tea"),
        lambda: store.remember(user, "x"),
        lambda: store.list_memories(user),
        lambda: store.stats(user),
    ):
        with pytest.raises(InputError):
            call()
    assert store.stats("ann").memories[0].open == 1


def test_every_user_reads_only_what_is_theirs(store: PostgresMemoryStore) -> None:
    ids = {}
    for number, user in enumerate(USERS):
        ids[user] = store.remember(user, f"secret {number} likes tea").memory_ids[0]
    for number, user in enumerate(USERS):
        found = [one.memory.content for one in store.recall(user, "secret likes tea").memories]
        assert found == [f"secret {number} likes tea"]
        assert [one.content for one in store.list_memories(user)] == found
    for mine, other in combinations(USERS, 2):
        with pytest.raises(NotFoundError):
            store.get_memory(mine, ids[other])
        with pytest.raises(NotFoundError):
            store.retire(mine, ids[other])
    assert all(store.stats(user).memories[0].open == 1 for user in USERS)


def test_the_plain_interface_stays_behind_the_same_wall(store: PostgresMemoryStore) -> None:
    for user in ("ann", "anna", "a%", "a_c", "abc"):
        store.batch([PutOp((encode_label(user), "notes"), "k", {"text": f"note of {user}"})])
    for user in ("ann", "a%", "a_c"):
        (found,) = store.batch([SearchOp((encode_label(user),), limit=10)])
        assert isinstance(found, list)
        values = [item.value for item in found if isinstance(item, SearchItem)]
        assert values == [{"text": f"note of {user}"}]
    with pytest.raises(InputError, match="prefix"):
        store.batch([SearchOp((), limit=10)])


def test_every_unique_index_begins_with_the_scope(store: PostgresMemoryStore, dsn: str) -> None:
    store.setup()
    query = sql.SQL(
        "SELECT c.relname AS name, a.attname AS first FROM pg_index i"
        " JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
        " JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]"
        " WHERE i.indisunique AND n.nspname = 'memory_graph'"
    )
    with psycopg.connect(dsn) as connection:
        found: dict[str, str] = dict(connection.execute(query).fetchall())
    assert len(found) > 10
    assert {name for name, first in found.items() if first != "scope"} == {"meta_pkey"}
