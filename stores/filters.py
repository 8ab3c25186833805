"""Filters of ``search`` as SQL conditions with bound parameters. Pure.

``{"a": 1}`` asks for equality, ``{"a": {"b": 1}}`` looks into an object, ``"a.b"`` is a path (or a
key with a dot, where there is one), and ``{"a": {"$gte": 1, "$lt": 5}}`` holds operators: $eq $ne
$gt $gte $lt $lte $in $nin $exists. Numbers are compared as numbers, ISO 8601 dates and times as
times, other strings by code point; values of different types are never in order. None matches null
and a missing key. Anything else is an InputError: a dropped condition would widen the result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from psycopg import sql
from psycopg.types.json import Jsonb

from memory_graph.errors import InputError
from memory_graph.stores.namespaces import Part
from memory_graph.stores.shown import shown
from memory_graph.text.clean import clean_json, clean_string

OPERATORS = ("$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$nin", "$exists")
MAX_DEPTH = 50
MAX_VALUES = 5000
"""What one statement binds without costing seconds; a list is one value."""

_ORDER = {"$gt": sql.SQL(">"), "$gte": sql.SQL(">="), "$lt": sql.SQL("<"), "$lte": sql.SQL("<=")}
_ISO = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?"
)


def filter_part(filters: Mapping[str, Any] | None, value: sql.Composable, schema: str) -> Part:
    """The condition that the JSON expression ``value`` meets every filter.

    Raises InputError for an unknown operator or an operand it has no use for.
    """
    if filters is not None and not isinstance(filters, Mapping):
        raise InputError(f"filter {shown(filters)} is not a mapping of keys to conditions")
    builder = _Builder(schema)
    return Part(builder.fields(value, filters or {}, 0), builder.params)


def is_iso_time(text: str) -> bool:
    """True for a date or a time that the database reads as one."""
    if not _ISO.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


class _Builder:
    """Collects parameters while conditions are built."""

    def __init__(self, schema: str) -> None:
        self.params: dict[str, Any] = {}
        self._iso = sql.Identifier(schema, "iso_time")

    def fields(
        self, value: sql.Composable, filters: Mapping[str, Any], depth: int
    ) -> sql.Composable:
        """Every key of a filter, as seen from one JSON object."""
        if depth > MAX_DEPTH:
            raise InputError(f"the filter is nested deeper than {MAX_DEPTH} levels: flatten it")
        clauses = [self._field(value, key, wanted, depth) for key, wanted in filters.items()]
        return sql.SQL("({})").format(sql.SQL(" AND ").join(clauses or [sql.SQL("true")]))

    def _field(self, value: sql.Composable, key: object, wanted: Any, depth: int) -> sql.Composable:
        if not isinstance(key, str):
            raise InputError(f"filter key {key!r} is not a string")
        if key.startswith("$"):
            raise InputError(
                f"operator {key!r} stands in place of a key: write {{key: {{operator: value}}}}; "
                f"{_known()}"
            )
        found = self._at(value, clean_string(key))
        if not isinstance(wanted, Mapping):
            return self._equals(found, wanted)
        operators = [name for name in wanted if isinstance(name, str) and name.startswith("$")]
        if operators:
            return self._operators(found, key, wanted, depth)
        nested = self.fields(found, wanted, depth + 1)
        return sql.SQL("coalesce(jsonb_typeof({}) = 'object' AND {}, false)").format(found, nested)

    def _at(self, value: sql.Composable, key: str) -> sql.Composable:
        """What stands at a key or, with dots, at a path."""
        direct = sql.SQL("{} -> {}::text").format(value, self._bind(key))
        if "." not in key:
            return sql.SQL("({})").format(direct)
        path = sql.SQL("{} #> {}::text[]").format(value, self._bind(key.split(".")))
        return sql.SQL("coalesce({}, {})").format(direct, path)

    def _operators(
        self, found: sql.Composable, key: str, wanted: Mapping[Any, Any], depth: int
    ) -> sql.Composable:
        clauses = []
        for name, operand in wanted.items():
            build = self._known().get(name)
            if build is None:
                raise InputError(f"unknown filter operator {name!r} for key {key!r}; {_known()}")
            clauses.append(build(found, operand, name))
        return sql.SQL("({})").format(sql.SQL(" AND ").join(clauses))

    def _known(self) -> dict[str, Callable[[sql.Composable, Any, str], sql.Composable]]:
        ordered = dict.fromkeys(_ORDER, self._compare)
        return {
            "$eq": lambda found, operand, _: self._equals(found, operand),
            "$ne": lambda found, operand, _: _negated(self._equals(found, operand)),
            "$in": self._one_of,
            "$nin": lambda found, operand, name: _negated(self._one_of(found, operand, name)),
            "$exists": _exists,
            **ordered,
        }

    def _equals(self, found: sql.Composable, operand: Any) -> sql.Composable:
        operand = _json(operand)
        if operand is None:
            return sql.SQL("coalesce({} = 'null'::jsonb, true)").format(found)
        same = sql.SQL("{} = {}").format(found, self._bind(Jsonb(operand)))
        if isinstance(operand, str) and is_iso_time(operand):
            same = sql.SQL("({} OR {})").format(same, self._times(found, sql.SQL("="), operand))
        return sql.SQL("coalesce({}, false)").format(same)

    def _one_of(self, found: sql.Composable, operand: Any, name: str) -> sql.Composable:
        if not isinstance(operand, list | tuple | set | frozenset):
            raise InputError(f"{name} takes a list of values, not {shown(operand)}")
        values = [_json(one) for one in operand]
        if not values:
            return sql.SQL("false")
        # As one list: thousands of conditions would cost the server seconds.
        clauses: list[sql.Composable] = [
            sql.SQL("{} IN (SELECT jsonb_array_elements({}))").format(
                found, self._bind(Jsonb(values))
            )
        ]
        if None in values:
            clauses.append(sql.SQL("{} IS NULL").format(found))
        if times := [one for one in values if isinstance(one, str) and is_iso_time(one)]:
            clauses.append(
                sql.SQL(
                    "(jsonb_typeof({}) = 'string' AND {iso}({} #>> '{{}}')"
                    " IN (SELECT {iso}(one) FROM unnest({}::text[]) AS one))"
                ).format(found, found, self._bind(times), iso=self._iso)
            )
        return sql.SQL("coalesce({}, false)").format(sql.SQL(" OR ").join(clauses))

    def _compare(self, found: sql.Composable, operand: Any, name: str) -> sql.Composable:
        operand = _json(operand)
        if isinstance(operand, bool) or not isinstance(operand, int | float | str):
            raise InputError(f"{name} compares numbers, times or strings, not {shown(operand)}")
        sign = _ORDER[name]
        if isinstance(operand, str):
            return self._compare_text(found, sign, operand)
        return sql.SQL("coalesce(jsonb_typeof({}) = 'number' AND {} {} {}, false)").format(
            found, found, sign, self._bind(Jsonb(operand))
        )

    def _compare_text(self, found: sql.Composable, sign: sql.SQL, operand: str) -> sql.Composable:
        if is_iso_time(operand):
            return sql.SQL("coalesce({}, false)").format(self._times(found, sign, operand))
        return sql.SQL(
            "coalesce(jsonb_typeof({}) = 'string'"
            " AND ({} #>> '{{}}') COLLATE \"C\" {} {}::text, false)"
        ).format(found, found, sign, self._bind(operand))

    def _times(self, found: sql.Composable, sign: sql.SQL, operand: str) -> sql.Composable:
        return sql.SQL(
            "(jsonb_typeof({}) = 'string' AND {iso}({} #>> '{{}}') {} {iso}({}))"
        ).format(found, found, sign, self._bind(operand), iso=self._iso)

    def _bind(self, value: Any) -> sql.Placeholder:
        name = f"filter_{len(self.params)}"
        if len(self.params) >= MAX_VALUES:
            raise InputError(
                f"the filter holds more than {MAX_VALUES} keys and values: give the values of one "
                "key as a list, {key: {'$in': [...]}}"
            )
        self.params[name] = value
        return sql.Placeholder(name)


def _exists(found: sql.Composable, operand: Any, name: str) -> sql.Composable:
    if not isinstance(operand, bool):
        raise InputError(f"{name} takes true or false, not {shown(operand)}")
    return sql.SQL("{} IS NOT NULL" if operand else "{} IS NULL").format(found)


def _negated(clause: sql.Composable) -> sql.Composable:
    return sql.SQL("NOT {}").format(clause)


def _json(operand: Any) -> Any:
    """An operand as it would have been stored."""
    if isinstance(operand, date):  # a datetime is one, too
        return operand.isoformat()
    try:
        return clean_json(operand)
    except InputError as error:
        raise InputError(
            f"a filter takes JSON values, datetimes and dates, not {shown(operand)}: {error}"
        ) from error


def _known() -> str:
    return f"known are {', '.join(OPERATORS)}"
