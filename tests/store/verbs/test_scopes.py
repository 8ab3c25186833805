"""Scopes: which there are, and that they stay apart."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from memory_graph.errors import InputError
from memory_graph.stores.postgres import PostgresMemoryStore


@pytest.mark.parametrize("scope", ["", "  "])
def test_an_empty_scope_is_an_error(store: PostgresMemoryStore, scope: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: store.remember(scope, "x"), lambda: store.recall(scope, "x"),
        lambda: store.audit(scope), lambda: store.export(scope),
        lambda: store.import_(scope, []), lambda: store.related(scope, "x"),
        lambda: store.erase(scope, everything=True, confirm=scope),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(InputError):
            call()


@pytest.mark.parametrize("user", ["a_b:c", "a", "a_b", "007", "7", "王 五", "a.b@x.io", "%", "a_c"])
def test_f7_scopes_stay_apart(store: PostgresMemoryStore, user: str) -> None:
    others = {"a_b:c", "a", "a_b", "007", "7", "王 五", "a.b@x.io", "%", "a_c"} - {user}
    for other in others:
        store.remember(other, f"secret of {other}")
    store.remember(user, "mine")
    assert [one.content for one in store.list_memories(user)] == ["mine"]


@pytest.mark.parametrize("user", [42, uuid4()])
def test_e17_ids_that_are_no_strings(store: PostgresMemoryStore, user: object) -> None:
    store.remember(user, "mine")  # type: ignore[arg-type]  # what the case is about
    assert store.list_memories(str(user))[0].content == "mine"


async def test_g13_the_verbs_work_in_any_loop_without_a_graph(dsn: str) -> None:
    async with PostgresMemoryStore(dsn, embeddings="none") as store:
        ids = (await store.aremember("ann", "I like tea.")).memory_ids
        new = (await store.arevise("ann", ids[0], "I like green tea.")).memory_ids[0]
        assert (await store.aget_memory("ann", new)).content == "I like green tea."
        assert await store.alinks("ann", new)
        assert await store.arelated("ann", "tea") == []
        assert len(await store.aaudit("ann")) == 1
        assert [one async for one in store.aexport("ann")]
        assert (await store.aerase("ann", new)).erased == 2
