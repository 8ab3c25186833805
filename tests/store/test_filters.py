"""Filters: the same answer as a plain Python reading of the rules (D10, D11)."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.types.json import Jsonb

from memory_graph.errors import InputError
from memory_graph.stores.filters import filter_part
from memory_graph.stores.shown import shown

SCHEMA = "memory_graph"
Filter = dict[str, Any]


@pytest.fixture(scope="module")
def connection(
    server_dsn: str, template_database: str
) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    """Connect to a database with our functions; nothing is written to it."""
    with psycopg.connect(make_conninfo(server_dsn, dbname=template_database)) as opened:
        opened.read_only = True
        yield opened


def meets(
    connection: psycopg.Connection[tuple[Any, ...]], value: dict[str, Any], wanted: Filter
) -> bool:
    part = filter_part(wanted, sql.SQL("%(value)s::jsonb"), SCHEMA)
    query = sql.SQL("SELECT {}").format(part.condition)
    row = connection.execute(query, {"value": Jsonb(value), **part.params}).fetchone()
    assert row is not None
    assert isinstance(row[0], bool)
    return row[0]


NOON = "2026-05-01T12:00:00+00:00"


@pytest.mark.parametrize(
    ("value", "wanted", "expected"),
    [
        ({}, {}, True),
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1.0}, {"a": 1}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": "1"}, {"a": 1}, False),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, False),
        ({"a": "王五"}, {"a": "王五"}, True),
        ({"a": [1, 2]}, {"a": [1, 2]}, True),
        ({"a": [1, 2]}, {"a": [2, 1]}, False),
        # numbers as numbers
        ({"a": 9}, {"a": {"$gte": 10}}, False),
        ({"a": 10}, {"a": {"$gte": 10}}, True),
        ({"a": 100}, {"a": {"$lt": 9}}, False),
        ({"a": -2.5}, {"a": {"$lt": -2}}, True),
        ({"a": 2**70}, {"a": {"$gt": 2**70 - 1}}, True),
        # D10, D11: every bound holds
        ({"a": 0}, {"a": {"$gt": 1, "$lt": 5}}, False),
        ({"a": 3}, {"a": {"$gt": 1, "$lt": 5}}, True),
        ({"a": 7}, {"a": {"$gt": 1, "$lt": 5}}, False),
        # mixed types are never in order
        ({"a": "11"}, {"a": {"$gt": 10}}, False),
        ({"a": 11}, {"a": {"$gt": "10"}}, False),
        ({"a": True}, {"a": {"$gt": 0}}, False),
        ({"a": None}, {"a": {"$lt": 5}}, False),
        ({"a": [9]}, {"a": {"$gt": 1}}, False),
        ({}, {"a": {"$lt": 5}}, False),
        # strings by code point
        ({"a": "B"}, {"a": {"$lt": "a"}}, True),
        ({"a": "é"}, {"a": {"$gt": "z"}}, True),
        # times as times, whatever their offset
        ({"a": "2026-05-01T14:00:00+02:00"}, {"a": NOON}, True),
        ({"a": "2026-05-01T14:00:00+02:00"}, {"a": {"$gt": NOON}}, False),
        ({"a": "2026-05-01T14:00:00+01:00"}, {"a": {"$gt": NOON}}, True),
        ({"a": "2026-05-01T12:00:00Z"}, {"a": {"$gte": NOON, "$lte": NOON}}, True),
        ({"a": "2026-05-01"}, {"a": {"$lt": NOON}}, True),
        ({"a": "2026-05-01T12:00:00.000001"}, {"a": {"$gt": NOON}}, True),
        ({"a": "2026-02-30T12:00:00Z"}, {"a": {"$lt": NOON}}, False),
        ({"a": "later"}, {"a": {"$gt": NOON}}, False),
        # the moments and days of a program
        ({"a": "2026-05-01T14:00:00+02:00"}, {"a": datetime(2026, 5, 1, 12, tzinfo=UTC)}, True),
        ({"a": "2026-05-02"}, {"a": {"$gt": date(2026, 5, 1)}}, True),
        ({"a": "2026-05-01"}, {"a": date(2026, 5, 1)}, True),
        ({"a": "2026-05-01T14:00:00+02:00"}, {"a": {"$in": ["x", NOON]}}, True),
        # equality, sets, presence
        ({"a": 2}, {"a": {"$ne": 1}}, True),
        ({"a": "1"}, {"a": {"$ne": 1}}, True),
        ({}, {"a": {"$ne": 1}}, True),
        ({"a": 1}, {"a": {"$in": [3, 1]}}, True),
        ({"a": 1}, {"a": {"$in": [1.0]}}, True),
        ({"a": True}, {"a": {"$in": [1]}}, False),
        ({"a": [1]}, {"a": {"$in": [[1], {"b": 2}]}}, True),
        ({"a": None}, {"a": {"$in": [None]}}, True),
        ({}, {"a": {"$in": [3, None]}}, True),
        ({}, {"a": {"$nin": [3, None]}}, False),
        ({}, {"a": {"$in": [NOON, 3]}}, False),
        ({"a": 5}, {"a": {"$nin": [NOON, "2026-02-30T12:00:00Z"]}}, True),
        ({"a": 69_999}, {"a": {"$in": list(range(70_000))}}, True),
        ({"a": -1}, {"a": {"$nin": list(range(70_000))}}, True),
        ({"a": 1}, {"a": {"$in": []}}, False),
        ({"a": 1}, {"a": {"$nin": [3, 1]}}, False),
        ({"a": 1}, {"a": {"$nin": []}}, True),
        ({}, {"a": {"$nin": [1]}}, True),
        ({"a": None}, {"a": {"$exists": True}}, True),
        ({}, {"a": {"$exists": True}}, False),
        ({}, {"a": {"$exists": False}}, True),
        ({}, {"a": None}, True),
        ({"a": None}, {"a": None}, True),
        ({"a": 0}, {"a": None}, False),
        ({}, {"a": {"$ne": None}}, False),
        ({"a": {"b": 1}}, {"a": {"$eq": {"b": 1}}}, True),
        ({"a": {"b": 1, "c": 2}}, {"a": {"$eq": {"b": 1}}}, False),
        # objects and paths
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1}}, True),
        ({"a": {"b": {"c": 5}}}, {"a": {"b": {"c": {"$gt": 4}}}}, True),
        ({"a": {"b": {"c": 5}}}, {"a.b.c": {"$gt": 4}}, True),
        ({"a": {"b": 5}}, {"a.b": 4}, False),
        ({"a.b": 5}, {"a.b": 5}, True),
        ({"a.b": 6, "a": {"b": 5}}, {"a.b": 5}, False),
        ({"a": [{"b": 1}, {"b": 2}]}, {"a.1.b": 2}, True),
        ({"a": "text"}, {"a.b": 1}, False),
        ({"a": "text"}, {"a": {"b": 1}}, False),
        ({"a": {}}, {"a": {}}, True),
        ({"a": 1}, {"a": {}}, False),
        ({"a": "x'); DROP TABLE y; --"}, {"a": "x'); DROP TABLE y; --"}, True),
        ({"a'%s": 1}, {"a'%s": 1}, True),
        ({"a": "b"}, {"a": "b\x00"}, True),
    ],
    ids=shown,
)
def test_d10_d11_what_a_filter_matches(
    connection: psycopg.Connection[tuple[Any, ...]],
    value: dict[str, Any],
    wanted: Filter,
    expected: bool,
) -> None:
    assert meets(connection, value, wanted) is expected


@pytest.mark.parametrize(
    "wanted",
    [
        {"a": {"$regex": "x"}},
        {"a": {"$gt": 1, "$near": 2}},
        {"$or": [{"a": 1}]},
        {"a": {"$gt": 1, "b": 2}},
        {"a": {"b": {"$like": "x"}}},
        {"a": {"$gt": None}},
        {"a": {"$gt": True}},
        {"a": {"$lte": [1]}},
        {"a": {"$gt": float("nan")}},
        {"a": {"$in": "abc"}},
        {"a": {"$nin": 3}},
        {"a": {"$exists": 1}},
        {"a": {1, 2}},
        {"a": {"$gt": Decimal("0.5")}},
        {"a": 1j},
        {"a": {"$lt": [10**5000]}},
        {"a": 10**5000},
        {f"k{n}": n for n in range(5000)},
        {1: 2},
        [("a", 1)],
    ],
    ids=shown,
)
def test_a_condition_that_can_not_be_kept_is_an_error(wanted: Any) -> None:
    with pytest.raises(InputError):
        filter_part(wanted, sql.SQL("m.data"), SCHEMA)


def test_an_unknown_operator_is_named_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"'\$regex'.*known are \$eq, .*\$exists"):
        filter_part({"a": {"$regex": "x"}}, sql.SQL("m.data"), SCHEMA)


def test_an_operator_without_a_key_is_told_where_it_belongs() -> None:
    with pytest.raises(InputError, match=r"'\$gt' stands in place of a key: write"):
        filter_part({"$gt": 5}, sql.SQL("m.data"), SCHEMA)


def test_a_long_value_is_not_shown_whole() -> None:
    with pytest.raises(InputError, match=r"… \([0-9]{5} characters\)") as refused:
        filter_part({"a": {"$gt": ["x" * 10_000]}}, sql.SQL("m.data"), SCHEMA)
    assert len(str(refused.value)) < 500


def test_values_and_keys_are_bound() -> None:
    part = filter_part({"x'; DROP": {"y.z": {"$in": ["'q'"]}}}, sql.SQL("m.data"), SCHEMA)
    text = part.condition.as_string()
    assert "DROP" not in text
    assert "'q'" not in text


def test_endless_nesting_is_an_error() -> None:
    wanted: Filter = {"a": 1}
    for _ in range(60):
        wanted = {"a": wanted}
    with pytest.raises(InputError, match="nested"):
        filter_part(wanted, sql.SQL("m.data"), SCHEMA)


NUMBERS = st.integers(-20, 20) | st.floats(-20, 20).map(lambda number: round(number, 2))
SCALARS = NUMBERS | st.booleans() | st.sampled_from(["", "a", "b", "10", "é", "王"])
ORDERS = st.sampled_from(["$gt", "$gte", "$lt", "$lte"])


def same_type(left: object, right: object) -> bool:
    kinds = (bool, int | float, str)
    return next(k for k in kinds if isinstance(left, k)) is next(
        k for k in kinds if isinstance(right, k)
    )


def compared(left: Any, name: str, right: Any) -> bool:
    """The rules in Python: only values of one type are in order."""
    if not same_type(left, right) or isinstance(left, bool):
        return False
    orders = {"$gt": operator.gt, "$gte": operator.ge, "$lt": operator.lt, "$lte": operator.le}
    return bool(orders[name](left, right))


def test_ranges_agree_with_python(connection: psycopg.Connection[tuple[Any, ...]]) -> None:
    @settings(max_examples=150)
    @given(left=SCALARS, name=ORDERS, right=NUMBERS | st.sampled_from(["", "a", "10", "王"]))
    def check(left: Any, name: str, right: Any) -> None:
        expected = compared(left, name, right)
        assert meets(connection, {"a": left}, {"a": {name: right}}) is expected

    check()
