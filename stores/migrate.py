"""Migrations: numbered SQL files, applied once each, one process at a time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from psycopg import AsyncConnection, AsyncCursor, errors, sql
from psycopg.rows import TupleRow, tuple_row

from memory_graph.errors import ConfigurationError, SchemaError

VERSION_KEY = "schema_version"
_FILE = re.compile(r"(\d{4})_[a-z0-9_]+\.sql")
_NAME = re.compile(r"[^\W\d]\w*")
_RESERVED = ("pg_", "information_schema")
_HAS_SCHEMA = "SELECT FROM pg_catalog.pg_namespace WHERE nspname = %s"
_HAS_VECTOR = "SELECT FROM pg_catalog.pg_extension WHERE extname = 'vector'"
_HAS_META = """
SELECT FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = %s AND c.relname = 'meta'
"""
_READ_VERSION = "SELECT (value #>> '{{}}')::int FROM {schema}.meta WHERE key::text = %s"
_WRITE_VERSION = """
INSERT INTO {schema}.meta (key, value) VALUES (%s, to_jsonb(%s::int))
ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('memory_graph:' || %s, 0))"
_VECTOR_LOCK_NAME = "extension vector"  # no schema can have this name

Cursor = AsyncCursor[TupleRow]


@dataclass(frozen=True, slots=True)
class MigrationReport:
    """What a run of the migrations found and did."""

    before: int
    after: int
    applied: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Migration:
    """One file: its number, its name and the SQL with the schema's name filled in."""

    number: int
    name: str
    statements: sql.Composed


def check_schema_name(name: str) -> str:
    """Return the name if it can be a schema's; else raise ConfigurationError.

    Lower-case letters of any script, digits and ``_``, at most 63 bytes, not one of PostgreSQL's.
    """
    if not _NAME.fullmatch(name) or name != name.lower() or "\x00" in name:
        raise ConfigurationError(
            f"schema name {name!r} (MEMORY_GRAPH_SCHEMA) must be of lower-case letters, digits "
            "and '_', and not begin with a digit"
        )
    if len(name.encode()) > 63:
        raise ConfigurationError(f"schema name {name!r} is longer than 63 bytes: shorten it")
    if name.startswith(_RESERVED):
        raise ConfigurationError(f"schema name {name!r} is reserved by PostgreSQL: choose another")
    return name


def default_folder() -> Traversable:
    """Return the folder of the package's own migrations."""
    return files("memory_graph.stores.sql") / "migrations"


def read_migrations(schema: str, folder: Traversable | None = None) -> tuple[Migration, ...]:
    """Read all migrations, first to last.

    ``{schema}`` is the only placeholder; braces of SQL itself are doubled. Raises SchemaError for
    a file with another name or placeholder, or a gap in the numbers: a damaged installation.
    """
    place = default_folder() if folder is None else folder
    names = sorted(entry.name for entry in place.iterdir() if entry.name.endswith(".sql"))
    for position, name in enumerate(names, start=1):
        match = _FILE.fullmatch(name)
        if match is None or int(match[1]) != position:
            raise SchemaError(
                f"migration {name!r} should be number {position:04d}: the files must be called "
                "NNNN_name.sql and numbered from 0001 without gaps; reinstall the package"
            )
    return tuple(
        Migration(number, name, _fill(name, (place / name).read_text("utf-8"), schema))
        for number, name in enumerate(names, start=1)
    )


def _fill(name: str, text: str, schema: str) -> sql.Composed:
    """Put the schema's name into the text of one file."""
    try:
        return sql.SQL(text).format(schema=sql.Identifier(schema))
    except (KeyError, IndexError, ValueError) as error:
        raise SchemaError(
            f"migration {name!r}: {error} is no placeholder; only {{schema}} is, and braces of "
            "SQL itself are written {{ and }}"
        ) from error


async def schema_version(connection: AsyncConnection[Any], schema: str) -> int:
    """Return the number of the last migration the schema has seen; 0 before the first."""
    async with connection.cursor(row_factory=tuple_row) as cursor:
        return await _version(cursor, check_schema_name(schema))


async def migrate(
    connection: AsyncConnection[Any], schema: str, folder: Traversable | None = None
) -> MigrationReport:
    """Bring the schema up to date, inside the caller's transaction; again changes nothing.

    Processes that do it at the same time wait for the first one. Schema and extension are created
    when missing, and only then: a schema that is up to date needs no right but to read ``meta``.
    Raises SchemaError when the database is newer than this package, holds other tables under the
    name, or the role may not create what is missing.
    """
    migrations = read_migrations(check_schema_name(schema), folder)
    async with connection.cursor(row_factory=tuple_row) as cursor:
        before = await _version(cursor, schema)
        if before < len(migrations):
            await cursor.execute(_LOCK, [schema])
            before = await _version(cursor, schema)
        _refuse_newer(schema, before, len(migrations))
        missing = migrations[before:]
        if missing:
            await _prepare(cursor, schema, before)
            for migration in missing:
                await _apply(cursor, schema, migration)
    return MigrationReport(before, len(migrations), tuple(step.name for step in missing))


def _refuse_newer(schema: str, found: int, known: int) -> None:
    """Refuse a schema that a newer package has migrated."""
    if found > known:
        raise SchemaError(
            f"schema {schema!r} has version {found}, this package knows up to {known}: "
            "pip install --upgrade langgraph-memory-graph"
        )


async def _version(cursor: Cursor, schema: str) -> int:
    """Return the version; reads nothing that may not exist yet."""
    if not await _exists(cursor, _HAS_META, schema):
        return 0
    try:
        await cursor.execute(
            sql.SQL(_READ_VERSION).format(schema=sql.Identifier(schema)), [VERSION_KEY]
        )
    except (errors.UndefinedColumn, errors.UndefinedFunction, errors.DataError) as error:
        raise _not_ours(schema) from error
    row = await cursor.fetchone()
    return int(row[0]) if row is not None else 0


async def _prepare(cursor: Cursor, schema: str, before: int) -> None:
    """Create schema and extension where they are missing."""
    if before == 0 and await _exists(cursor, _HAS_META, schema):
        raise _not_ours(schema)
    if not await _exists(cursor, _HAS_SCHEMA, schema):
        command = sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(schema))
        await _create(cursor, command, "CREATE on the database")
    if not await _exists(cursor, _HAS_VECTOR):
        await cursor.execute(_LOCK, [_VECTOR_LOCK_NAME])
        command = sql.SQL("CREATE EXTENSION IF NOT EXISTS vector").format()
        await _create(cursor, command, "superuser")


async def _create(cursor: Cursor, command: sql.Composed, right: str) -> None:
    """Run one command that needs a right the role may lack."""
    try:
        await cursor.execute(command)
    except errors.InsufficientPrivilege as error:
        raise SchemaError(
            f"the role may not run {command.as_string(None)}: let one with the right "
            f"({right}) run it once in this database, then try again"
        ) from error
    except errors.InvalidSchemaName as error:
        raise SchemaError(
            f"no schema of the role's search_path is there to run {command.as_string(None)} in: "
            "set search_path to the one that shall hold the extension, such as public"
        ) from error


async def _apply(cursor: Cursor, schema: str, migration: Migration) -> None:
    """Run one migration and write its number down."""
    try:
        await cursor.execute(migration.statements)
    except errors.InsufficientPrivilege as error:
        raise SchemaError(
            f"the role may not apply migration {migration.name!r} to schema {schema!r}: "
            "open the store once as the schema's owner (PostgresMemoryStore(dsn).setup())"
        ) from error
    command = sql.SQL(_WRITE_VERSION).format(schema=sql.Identifier(schema))
    await cursor.execute(command, [VERSION_KEY, migration.number])


async def _exists(cursor: Cursor, question: str, *values: str) -> bool:
    """Whether the catalogue has what is asked for."""
    await cursor.execute(question, values)
    return await cursor.fetchone() is not None


def _not_ours(schema: str) -> SchemaError:
    """The error for a schema with somebody else's table ``meta``."""
    return SchemaError(
        f"schema {schema!r} holds a table 'meta' of something else: "
        "set MEMORY_GRAPH_SCHEMA to another name"
    )
