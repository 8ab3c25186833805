"""Promises about several operations together."""

from __future__ import annotations

import pytest
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    PutOp,
    SearchOp,
)

from memory_graph.testing.base import Promises
from memory_graph.testing.client import StoreClient

PLACE = ("users", "ann")


class BatchPromises(Promises):
    """batch and abatch."""

    def test_an_empty_batch_gives_nothing(self, client: StoreClient) -> None:
        """No operation, no result, no error."""
        assert client.batch([]) == []

    def test_results_come_by_position(self, client: StoreClient) -> None:
        """Each operation has its result at its own place; a put gives None."""
        client.put(PLACE, "a", {"n": 1})
        results = client.batch(
            [
                SearchOp(PLACE),
                GetOp(PLACE, "a"),
                PutOp(("users", "bob"), "b", {"n": 2}),
                GetOp(PLACE, "missing"),
                ListNamespacesOp(),
            ]
        )
        assert [item.key for item in results[0]] == ["a"]
        assert results[1].value == {"n": 1}
        assert results[2] is None
        assert results[3] is None
        assert PLACE in results[4]

    def test_operations_take_effect_in_their_order(self, client: StoreClient) -> None:
        """A read sees the puts before it in the batch, and none after it."""
        results = client.batch(
            [
                GetOp(PLACE, "k"),
                PutOp(PLACE, "k", {"n": 1}),
                GetOp(PLACE, "k"),
                PutOp(PLACE, "k", {"n": 2}),
                SearchOp(PLACE),
                PutOp(PLACE, "k", None),
                GetOp(PLACE, "k"),
                PutOp(PLACE, "k", {"n": 3}),
            ]
        )
        assert results[0] is None
        assert results[2].value == {"n": 1}
        assert [item.value for item in results[4]] == [{"n": 2}]
        assert results[6] is None
        assert client.value(PLACE, "k") == {"n": 3}

    def test_of_several_puts_of_one_key_the_last_counts(self, client: StoreClient) -> None:
        """Puts and deletes of one key in one batch end as if done one by one."""
        client.batch([PutOp(PLACE, "k", {"n": number}) for number in range(5)])
        assert client.value(PLACE, "k") == {"n": 4}
        client.batch([PutOp(PLACE, "k", {"n": 9}), PutOp(PLACE, "k", None)])
        assert client.get(PLACE, "k") is None
        client.batch([PutOp(PLACE, "k", None), PutOp(PLACE, "k", {"n": 7})])
        assert client.value(PLACE, "k") == {"n": 7}

    def test_a_batch_happens_whole_or_not_at_all(self, client: StoreClient) -> None:
        """When one operation is refused, none has taken effect."""
        with pytest.raises(InvalidNamespaceError):
            client.batch([PutOp(PLACE, "k", {"n": 1}), PutOp(("a.b",), "k", {"n": 2})])
        assert client.get(PLACE, "k") is None

    def test_large_batches(self, client: StoreClient) -> None:
        """Hundreds of operations at once work as few do."""
        client.batch([PutOp(("many", str(n % 7)), f"k{n}", {"n": n}) for n in range(1200)])
        items = client.batch([GetOp(("many", str(n % 7)), f"k{n}") for n in range(1200)])
        assert [item.value["n"] for item in items] == list(range(1200))
