"""Promises about filters."""

from __future__ import annotations

from typing import Any

import pytest

from memory_graph.testing.base import Promises
from memory_graph.testing.client import StoreClient

PLACE = ("things",)
THINGS: dict[str, dict[str, Any]] = {
    "a": {"n": 9, "name": "Ann", "tags": ["x"], "in": {"city": "Rome", "size": 9}},
    "b": {"n": 10, "name": "Bob", "tags": ["y"], "in": {"city": "Oslo", "size": 10}},
    "c": {"n": 100.5, "name": "王五", "tags": ["x", "y"], "in": {"city": "Rome", "size": 100}},
    "d": {"n": -3, "name": None},
    "e": {"name": "Eve", "yes": True},
}
CASES: list[tuple[dict[str, Any], str]] = [
    ({"name": "Ann"}, "a"),
    ({"name": "王五"}, "c"),
    ({"n": 10}, "b"),
    ({"yes": True}, "e"),
    ({"yes": 1}, ""),
    ({"tags": ["x", "y"]}, "c"),
    ({"n": 10, "name": "Ann"}, ""),
    ({"n": {"$eq": 10}}, "b"),
    ({"name": {"$ne": "Ann"}}, "bcde"),
    ({"n": {"$ne": 10}}, "acde"),
    ({"n": {"$gt": 9}}, "bc"),
    ({"n": {"$gte": 10}}, "bc"),
    ({"n": {"$lt": 10}}, "ad"),
    ({"n": {"$lte": 10}}, "abd"),
    ({"n": {"$gt": 9, "$lt": 100}}, "b"),
    ({"n": {"$gte": 9, "$lte": 10}}, "ab"),
    ({"n": {"$gt": 9}, "name": "Bob"}, "b"),
    ({"name": {"$in": ["Ann", "Eve", "Zoe"]}}, "ae"),
    ({"name": {"$in": []}}, ""),
    ({"name": {"$nin": ["Ann", "Eve"]}}, "bcd"),
    ({"n": {"$nin": [9, 10]}}, "cde"),
    ({"name": {"$exists": True}}, "abcde"),
    ({"n": {"$exists": True}}, "abcd"),
    ({"n": {"$exists": False}}, "e"),
]
MIXED: list[tuple[dict[str, Any], str]] = [
    ({"x": {"$gt": 9}}, "b"),
    ({"x": {"$lt": "z"}}, "cd"),
    ({"x": 10}, "b"),
    ({"x": "10"}, "c"),
]
NESTED: list[tuple[dict[str, Any], str]] = [
    ({"in": {"city": "Rome"}}, "ac"),
    ({"in": {"city": "Rome", "size": 9}}, "a"),
    ({"in": {"size": {"$gt": 9}}}, "bc"),
    ({"in": {"country": "Italy"}}, ""),
]
DOTTED: list[tuple[dict[str, Any], str]] = [
    ({"in.city": "Rome"}, "ac"),
    ({"in.size": {"$gte": 10}}, "bc"),
    ({"in.city.x": "Rome"}, ""),
]
NOON = "2026-05-01T12:00:00+00:00"
TIMES: list[tuple[dict[str, Any], str]] = [
    ({"at": {"$gt": NOON}}, "c"),
    ({"at": {"$gte": NOON}}, "bc"),
    ({"at": {"$lt": "2026-05-01T15:00:00+03:00"}}, "a"),
]


def operators(wanted: Any) -> set[str]:
    """The operators a filter holds, at any depth."""
    if not isinstance(wanted, dict):
        return set()
    inner = {name for value in wanted.values() for name in operators(value)}
    return inner | {name for name in wanted if name.startswith("$")}


class FilterPromises(Promises):
    """The filter of search."""

    def check(
        self,
        client: StoreClient,
        things: dict[str, dict[str, Any]],
        wanted: dict[str, Any],
        expected: str,
    ) -> None:
        """Search with the filter, and compare with the keys expected."""
        missing = operators(wanted) - self.capabilities.operators
        self.need(not missing, f"the operators {sorted(missing)}")
        for key, value in things.items():
            client.put(PLACE, key, value)
        assert "".join(sorted(client.keys(PLACE, filter=wanted))) == expected

    @pytest.mark.parametrize(("wanted", "expected"), CASES, ids=repr)
    def test_what_a_filter_finds(
        self, client: StoreClient, wanted: dict[str, Any], expected: str
    ) -> None:
        """Every condition holds, and numbers are in order as numbers."""
        self.check(client, THINGS, wanted, expected)

    @pytest.mark.parametrize(("wanted", "expected"), MIXED, ids=repr)
    def test_values_of_different_types_are_not_in_order(
        self, client: StoreClient, wanted: dict[str, Any], expected: str
    ) -> None:
        """A number is neither above nor below a string, and comparing them is no error."""
        things: dict[str, dict[str, Any]] = {
            "a": {"x": 5}, "b": {"x": 10}, "c": {"x": "10"}, "d": {"x": "a"}, "e": {"x": None},
            "f": {"x": [10]}, "g": {},
        }  # fmt: skip
        self.check(client, things, wanted, expected)

    @pytest.mark.parametrize(("wanted", "expected"), NESTED, ids=repr)
    def test_a_filter_looks_into_objects(
        self, client: StoreClient, wanted: dict[str, Any], expected: str
    ) -> None:
        """An object in a filter names conditions on the object's own fields."""
        self.need(self.capabilities.nested_filters, "nested filters")
        self.check(client, THINGS, wanted, expected)

    @pytest.mark.parametrize(("wanted", "expected"), DOTTED, ids=repr)
    def test_a_filter_follows_paths(
        self, client: StoreClient, wanted: dict[str, Any], expected: str
    ) -> None:
        """A key with dots is a path into objects."""
        self.need(self.capabilities.dotted_paths, "dotted paths")
        self.check(client, THINGS, wanted, expected)

    @pytest.mark.parametrize(("wanted", "expected"), TIMES, ids=repr)
    def test_times_are_in_order_as_times(
        self, client: StoreClient, wanted: dict[str, Any], expected: str
    ) -> None:
        """Two ISO 8601 times are compared as moments, not letter by letter."""
        self.need(self.capabilities.time_ranges, "time ranges")
        things = {
            "a": {"at": "2026-05-01T13:00:00+02:00"},
            "b": {"at": "2026-05-01T12:00:00Z"},
            "c": {"at": "2026-05-01T11:30:00-01:00"},
            "d": {"at": "some day"},
        }
        self.check(client, things, wanted, expected)

    @pytest.mark.parametrize("wanted", [{"n": {"$near": 1}}, {"n": {"$gt": 1, "$like": "x"}}])
    def test_an_unknown_operator_is_an_error(
        self, client: StoreClient, wanted: dict[str, Any]
    ) -> None:
        """A condition that is not understood is never dropped: that would widen the result."""
        client.put(PLACE, "a", {"n": 5})
        with pytest.raises(ValueError, match=r"\$near|\$like"):
            client.search(PLACE, filter=wanted)

    def test_a_filter_is_never_code(self, client: StoreClient) -> None:
        """Quotes and percent signs in keys and values are only text."""
        client.put(PLACE, "a", {"it's %s": "100% 'sure'"})
        client.put(PLACE, "b", {"it's %s": "no"})
        assert client.keys(PLACE, filter={"it's %s": "100% 'sure'"}) == ["a"]
        assert client.keys(PLACE, filter={"x' OR '1'='1": "1"}) == []

    def test_filtered_pages_are_full(self, client: StoreClient) -> None:
        """Limit and offset count what the filter lets through."""
        for number in range(20):
            client.put(PLACE, f"k{number:02}", {"even": number % 2 == 0})
        pages = [client.keys(PLACE, filter={"even": True}, limit=4, offset=o) for o in (0, 4, 8)]
        assert [len(page) for page in pages] == [4, 4, 2]
        assert len({key for page in pages for key in page}) == 10
