"""Named queries: SQL files with the schema's name and other parts filled in by the driver."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from psycopg import sql

from memory_graph.errors import ConfigurationError

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PARAMETER = re.compile(r"%(?:\((\w+)\)s|%)")
_ODD = re.compile(r"[^\w .:@-]", re.ASCII)


def default_folder() -> Traversable:
    """Return the folder of the package's own queries."""
    return files("memory_graph.stores.sql") / "queries"


@cache
def load(name: str, folder: Path | None = None) -> str:
    """Read the text of the query ``<name>.sql``; from memory after the first time.

    Raises ConfigurationError if there is none, which means a damaged installation.
    """
    place: Traversable = default_folder() if folder is None else folder
    if not _NAME.fullmatch(name):
        raise ConfigurationError(f"query name {name!r} must be of lower-case letters, digits, '_'")
    try:
        return (place / f"{name}.sql").read_text("utf-8")
    except FileNotFoundError as error:
        raise ConfigurationError(
            f"there is no query {name!r} in {str(place)!r}: reinstall langgraph-memory-graph"
        ) from error


def compose(name: str, schema: str, /, **parts: sql.Composable) -> sql.Composed:
    """Fill ``{schema}`` and the named parts into a query; values stay bound parameters.

    In the file literal braces are doubled, and so is ``%`` where the query takes parameters.
    Raises ConfigurationError for a placeholder that is not given, or a part that has none.
    """
    return fill(name, load(name), schema, parts)


@lru_cache(maxsize=1024)
def statement(name: str, schema: str) -> sql.SQL:
    """A query without further parts, put together once."""
    return compact(compose(name, schema))


def compact(query: sql.Composed) -> sql.SQL:
    """A query as text without comment lines and indentation; the driver caches short texts only."""
    lines = (line.strip() for line in query.as_string(None).splitlines())
    return sql.SQL("\n".join(line for line in lines if line and not line.startswith("--")))


def constant(value: str) -> sql.SQL:
    """A string as a part of a query's text, the same after ``compact`` and ``numbered``.

    What these could take for a parameter, a comment or the end of a line is written by its number.
    """
    return sql.SQL("E'" + _ODD.sub(lambda odd: f"\\U{ord(odd[0]):08X}", value) + "'")


@dataclass(frozen=True, slots=True)
class Numbered:
    """A query in the server's own form, and the names of ``$1``, ``$2``, … in order.

    The driver would read the text of a long query anew at every call.
    """

    text: str
    names: tuple[str, ...]

    def values(self, params: Mapping[str, object]) -> list[object]:
        """The parameters in their order."""
        return [params[name] for name in self.names]


def numbered(query: sql.SQL) -> Numbered:
    """A query with named parameters in the server's own form."""
    numbers: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        name = found[1]
        return "%" if name is None else f"${numbers.setdefault(name, len(numbers) + 1)}"

    text = _PARAMETER.sub(number, query.as_string(None))
    return Numbered(text, tuple(numbers))


def is_open(schema: str, hidden: str = "h.hidden") -> sql.SQL:
    """The condition that a memory ``m`` is open to whom the writes ``hidden`` are hidden.

    Every query that asks for it holds ``{is_open}``, so that all of them mean the same by it.
    """
    return compact(compose("is_open", schema, hidden=sql.SQL(hidden)))


def has_expired(schema: str) -> sql.SQL:
    """The condition that the time to live of a memory ``m`` is over; a part as ``is_open`` is."""
    return compact(compose("has_expired", schema))


def fill(name: str, text: str, schema: str, parts: Mapping[str, sql.Composable]) -> sql.Composed:
    """Fill the text of the query ``name``; see ``compose``."""
    for name_of, part in (("is_open", is_open), ("has_expired", has_expired)):
        if f"{{{name_of}}}" in text and name_of not in parts:
            parts = {name_of: part(schema), **parts}
    unused = [part for part in parts if f"{{{part}}}" not in text]
    if unused:
        raise ConfigurationError(f"query {name!r} has no placeholder for {', '.join(unused)}")
    try:
        return sql.SQL(text).format(schema=sql.Identifier(schema), **parts)
    except (KeyError, IndexError, ValueError) as error:
        raise ConfigurationError(
            f"query {name!r}: {error} is no placeholder that was given; braces of SQL itself are "
            "written {{ and }}"
        ) from error
