"""Promises about the list of namespaces."""

from __future__ import annotations

from typing import Any

import pytest

from memory_graph.testing.base import Promises
from memory_graph.testing.client import StoreClient

PLACES = [
    ("a", "b", "c"),
    ("a", "b", "d", "e"),
    ("a", "b", "d", "i"),
    ("a", "b", "f"),
    ("a", "c", "f"),
    ("ab", "f"),
    ("b", "a", "f"),
    ("100%",),
    ("100x",),
    ("user_1",),
    ("userx1",),
    ("王 五", "备忘"),
]
CASES: list[tuple[dict[str, Any], list[tuple[str, ...]]]] = [
    ({"prefix": ("a", "b")}, PLACES[:4]),
    ({"prefix": ("a",), "max_depth": 2}, [("a", "b"), ("a", "c")]),
    ({"prefix": ("a", "b"), "max_depth": 3}, [("a", "b", "c"), ("a", "b", "d"), ("a", "b", "f")]),
    ({"suffix": ("f",)}, [("a", "b", "f"), ("a", "c", "f"), ("ab", "f"), ("b", "a", "f")]),
    ({"prefix": ("a",), "suffix": ("f",)}, [("a", "b", "f"), ("a", "c", "f")]),
    ({"suffix": ("f",), "max_depth": 2}, [("a", "b"), ("a", "c"), ("ab", "f"), ("b", "a")]),
    ({"prefix": ("a", "*", "f")}, [("a", "b", "f"), ("a", "c", "f")]),
    ({"prefix": ("*", "a")}, [("b", "a", "f")]),
    ({"suffix": ("b", "*")}, [("a", "b", "c"), ("a", "b", "f")]),
    ({"suffix": ("*", "*", "*", "*", "*")}, []),
    ({"prefix": ("100%",)}, [("100%",)]),
    ({"prefix": ("user_1",)}, [("user_1",)]),
    ({"suffix": ("备忘",)}, [("王 五", "备忘")]),
    ({"prefix": ("nowhere",)}, []),
    ({"prefix": ("a", "b"), "limit": 2}, PLACES[:2]),
    ({"prefix": ("a", "b"), "limit": 2, "offset": 2}, PLACES[2:4]),
    ({"prefix": ("a", "b"), "offset": 9}, []),
]


class NamespacePromises(Promises):
    """list_namespaces."""

    @pytest.mark.parametrize(("options", "expected"), CASES, ids=repr)
    def test_what_is_listed(
        self, client: StoreClient, options: dict[str, Any], expected: list[tuple[str, ...]]
    ) -> None:
        """Labels match whole, ``*`` stands for one; cut namespaces come once, in order."""
        for namespace in PLACES:
            client.put(namespace, "k", {"n": 1})
        assert client.namespaces(**options) == expected

    def test_each_namespace_comes_once(self, client: StoreClient) -> None:
        """Many items make one namespace."""
        for number in range(5):
            client.put(("a", "b"), f"k{number}", {"n": number})
        assert client.namespaces() == [("a", "b")]

    def test_a_namespace_ends_with_its_last_item(self, client: StoreClient) -> None:
        """Where nothing is left, nothing is listed."""
        client.put(("a", "b"), "k", {"n": 1})
        client.put(("a", "c"), "k", {"n": 1})
        client.delete(("a", "b"), "k")
        assert client.namespaces() == [("a", "c")]

    def test_pages_hold_every_namespace_once(self, client: StoreClient) -> None:
        """Walking by limit and offset, nothing is missed and nothing comes twice."""
        for number in range(15):
            client.put(("n", f"s{number:02}"), "k", {"n": number})
        pages = [client.namespaces(limit=4, offset=offset) for offset in range(0, 16, 4)]
        listed = [namespace for page in pages for namespace in page]
        assert listed == [("n", f"s{number:02}") for number in range(15)]
