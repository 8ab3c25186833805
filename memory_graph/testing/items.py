"""Promises about single items."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from typing import Any

import pytest
from langgraph.store.base import InvalidNamespaceError, PutOp

from memory_graph.testing.base import Promises
from memory_graph.testing.client import StoreClient

VALUES: list[dict[str, Any]] = [
    {},
    {"text": "hello", "tags": ["b", "a", "b"]},
    {"n": 0, "x": -1.5, "big": 2**53 + 1, "yes": True, "nothing": None},
    {"list": [2, "two", [3.0], {"four": 4}, 1, "one", "two"], "deep": {"a": {"b": {"c": []}}}},
    {"中文": "你好，世界", "emoji": "👩‍👩‍👧 🇨🇳", "quotes": "'\"\\%_{}$"},
    {"lines": "one\r\ntwo\tthree ", "": "empty key"},
]
ALIKE = ["key", "Key", " key", "key ", "ke\u0301y", "k\u00e9y", "1", "01"]
KEYS = ["k", "a/b", "a:b", "a.b", "%", "_", "王 五", "'; --", " ", "k" * 300]


class ItemPromises(Promises):
    """put, get and delete."""

    def test_nothing_is_there_at_first(self, client: StoreClient) -> None:
        """A key that was never put gives None, not an error."""
        assert client.get(("users", "ann"), "k") is None

    @pytest.mark.parametrize("value", VALUES, ids=repr)
    def test_a_value_comes_back_as_it_was_put(
        self, client: StoreClient, value: dict[str, Any]
    ) -> None:
        """Any JSON object survives, with its types, its blanks and its script."""
        client.put(("users", "ann"), "k", value)
        back = client.value(("users", "ann"), "k")
        assert back == value
        assert json.dumps(back, sort_keys=True) == json.dumps(value, sort_keys=True)

    def test_a_large_value_comes_back_whole(self, client: StoreClient) -> None:
        """Nothing is cut off a long text or a long list."""
        value = {"text": "tea and 茶 " * 20_000, "list": list(range(20_000))}
        client.put(("users", "ann"), "k", value)
        assert client.value(("users", "ann"), "k") == value

    def test_an_item_knows_its_place_and_times(self, client: StoreClient) -> None:
        """Namespace, key and two times with a zone come with the value."""
        client.put(("users", "ann"), "k", {"n": 1})
        item = client.get(("users", "ann"), "k")
        assert item is not None
        assert (item.namespace, item.key) == (("users", "ann"), "k")
        assert item.created_at.tzinfo is not None
        assert timedelta(0) <= item.updated_at - item.created_at < timedelta(seconds=1)

    def test_a_search_tells_the_same_of_an_item(self, client: StoreClient) -> None:
        """Place, value and times are those that get gives."""
        client.put(("users", "ann"), "k", {"n": 1})
        item = client.get(("users", "ann"), "k")
        time.sleep(0.02)
        (found,) = client.search(("users",))
        assert item is not None
        for name in ("namespace", "key", "value", "created_at", "updated_at"):
            assert getattr(found, name) == getattr(item, name)

    def test_put_replaces_and_remembers_when_it_began(self, client: StoreClient) -> None:
        """A second put replaces the value whole; created_at stays, updated_at moves on."""
        client.put(("users", "ann"), "k", {"a": 1})
        first = client.get(("users", "ann"), "k")
        time.sleep(0.02)
        client.put(("users", "ann"), "k", {"b": 2})
        second = client.get(("users", "ann"), "k")
        assert first is not None
        assert second is not None
        assert second.value == {"b": 2}
        assert second.created_at == first.created_at
        assert second.updated_at > first.updated_at

    def test_a_stored_value_is_a_copy(self, client: StoreClient) -> None:
        """Changing a value after put, or one that was read, changes nothing in the store."""
        value = {"list": [1]}
        client.put(("users", "ann"), "k", value)
        value["list"].append(2)
        read = client.value(("users", "ann"), "k")
        assert read == {"list": [1]}
        read["list"].append(3)
        assert client.value(("users", "ann"), "k") == {"list": [1]}

    def test_delete_removes(self, client: StoreClient) -> None:
        """A deleted item is gone from every read; deleting it again is no error."""
        client.put(("users", "ann"), "k", {"n": 1})
        client.delete(("users", "ann"), "k")
        assert client.get(("users", "ann"), "k") is None
        assert client.search(("users",)) == []
        client.delete(("users", "ann"), "k")

    def test_a_deleted_item_can_be_put_again(self, client: StoreClient) -> None:
        """Deleting leaves nothing that stands in the way."""
        client.put(("users", "ann"), "k", {"n": 1})
        client.delete(("users", "ann"), "k")
        client.put(("users", "ann"), "k", {"n": 2})
        assert client.value(("users", "ann"), "k") == {"n": 2}

    @pytest.mark.parametrize("key", KEYS, ids=repr)
    def test_any_text_is_a_key(self, client: StoreClient, key: str) -> None:
        """Keys are taken as they are; no character has a meaning in them."""
        client.put(("users", "ann"), key, {"n": 1})
        client.put(("users", "ann"), "other", {"n": 2})
        assert client.value(("users", "ann"), key) == {"n": 1}
        assert sorted(client.keys(("users", "ann"))) == sorted([key, "other"])

    def test_keys_that_look_alike_stay_apart(self, client: StoreClient) -> None:
        """Case, blanks and the way an accent is written make another key."""
        for number, key in enumerate(ALIKE):
            client.put(("users", "ann"), key, {"n": number})
        found = [client.value(("users", "ann"), key) for key in ALIKE]
        assert found == [{"n": number} for number in range(len(ALIKE))]

    def test_places_that_look_alike_stay_apart(self, client: StoreClient) -> None:
        """No way of writing a namespace and a key down makes two places one."""
        places = [
            (("a", "b"), "c"), (("a",), "b"), (("a",), "b.c"), (("a",), "b/c"), (("a:b",), "c"),
            (("a/b",), "c"), (("a_b",), "c"), (("a b",), "c"), (("A", "b"), "c"),
        ]  # fmt: skip
        for number, (namespace, key) in enumerate(places):
            client.put(namespace, key, {"n": number})
        found = [client.value(namespace, key) for namespace, key in places]
        assert found == [{"n": number} for number in range(len(places))]

    @pytest.mark.parametrize("namespace", [(), ("",), ("a", ""), ("a.b",), ("langgraph", "x")])
    def test_bad_namespaces_are_refused(
        self, client: StoreClient, namespace: tuple[str, ...]
    ) -> None:
        """A namespace has labels, none empty or with a dot, and is not LangGraph's own."""
        with pytest.raises(InvalidNamespaceError):
            client.put(namespace, "k", {"n": 1})

    @pytest.mark.parametrize("namespace", [("",), ("a", ""), ("a.b",)])
    def test_batches_refuse_bad_labels_too(
        self, client: StoreClient, namespace: tuple[str, ...]
    ) -> None:
        """Going past ``put`` does not go past the check."""
        with pytest.raises(InvalidNamespaceError):
            client.batch([PutOp(namespace, "k", {"n": 1})])

    def test_text_that_a_database_can_not_hold(self, client: StoreClient) -> None:
        """NUL and half an emoji are removed from values; the rest is kept."""
        self.need(self.capabilities.cleans_text, "clean text")
        client.put(("users",), "k", {"a\x00": "tea\x00 time", "half": "go \ud83d now 👩‍👩‍👧‍👦"})
        assert client.value(("users",), "k") == {"a": "tea time", "half": "go  now 👩‍👩‍👧‍👦"}
