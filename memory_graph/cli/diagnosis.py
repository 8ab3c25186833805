"""What the doctor looks at. Nothing is created, migrated or sent anywhere."""

from __future__ import annotations

import asyncio
import platform
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg.rows import DictRow, dict_row

from memory_graph.cli.findings import Diagnosis
from memory_graph.cli.large_scopes import SINCE_VERSION, look_at_large_scopes
from memory_graph.cli.rights import judge_entry, judge_rights, read_rights
from memory_graph.cli.versions import DISTRIBUTION, NEEDED, OPTIONAL, installed
from memory_graph.errors import MemoryGraphError, SchemaError
from memory_graph.settings import Settings, data_folder, load_settings
from memory_graph.stores.dsn import describe_dsn
from memory_graph.stores.failures import wrap_error

_READ_ONLY = "-c default_transaction_read_only=on"
_SERVER = """
SELECT current_setting('server_version') AS version,
       current_setting('server_version_num')::int AS number,
       (SELECT extversion FROM pg_catalog.pg_extension WHERE extname = 'vector') AS installed,
       (SELECT default_version FROM pg_catalog.pg_available_extensions WHERE name = 'vector')
           AS available
"""


def diagnose() -> Diagnosis:
    """Looks at everything; what fails becomes a problem and does not end the look."""
    found = Diagnosis()
    found.facts["packages"] = {
        "python": platform.python_version(), DISTRIBUTION: installed(DISTRIBUTION),
        **{name: installed(name) for name in NEEDED},
    }  # fmt: skip
    found.facts["optional parts"] = {
        f"{name} ({use})": installed(name) or "not installed" for name, use in OPTIONAL.items()
    }
    try:
        settings = load_settings()
    except MemoryGraphError as error:
        found.problems.append(str(error))
        return found
    embedder = _embedder(settings, found)
    _model(settings, found)
    dsn = _server(settings, found)
    if dsn is not None:
        _database(dsn, settings, embedder, found)
    return found


def _embedder(settings: Settings, found: Diagnosis) -> str | None:
    """Name of the embedder the settings ask for."""
    from memory_graph.embeddings import resolve_embeddings

    facts: dict[str, Any] = {"setting": settings.embeddings, "in use": None}
    found.facts["embedder"] = facts
    try:
        resolved = resolve_embeddings(settings.embeddings)
    except MemoryGraphError as error:
        found.problems.append(str(error))
        return None
    facts["in use"] = resolved.name if resolved else "none: recall goes by words only"
    return resolved.name if resolved else None


def _model(settings: Settings, found: Diagnosis) -> None:
    from memory_graph.models import resolve_model

    found.facts["model"] = {
        "setting": settings.model, "structured method": settings.structured_method
    }  # fmt: skip
    try:
        resolve_model(settings.model)
    except MemoryGraphError as error:
        found.problems.append(str(error))


def _server(settings: Settings, found: Diagnosis) -> str | None:
    """The DSN to look at; None when there is no server yet, or none to be had."""
    facts: dict[str, Any] = {}
    found.facts["server"] = facts
    try:
        if settings.dsn:
            facts["server"] = describe_dsn(settings.dsn)
            return settings.dsn
        return _embedded(settings, facts, found)
    except MemoryGraphError as error:
        found.problems.append(str(error))
        return None


def _embedded(settings: Settings, facts: dict[str, Any], found: Diagnosis) -> str | None:
    from memory_graph.stores.embedded import embedded_status, start_embedded
    from memory_graph.stores.embedded_host import check_folder, find_programs

    folder = data_folder(settings)
    facts |= {"server": "embedded", "folder": str(folder)}
    find_programs()
    check_folder(folder)
    status = embedded_status(folder)
    facts |= {"running": status.running, "data of PostgreSQL": status.version}
    if status.version is None:
        found.notes.append("the embedded server has no data yet: the first use creates it")
        return None
    return start_embedded(folder)


def _database(dsn: str, settings: Settings, embedder: str | None, found: Diagnosis) -> None:
    """Looks into the database over one read-only connection."""
    try:
        asyncio.run(_look(dsn, settings, embedder, found))
    except MemoryGraphError as error:
        found.problems.append(str(error))
    except (psycopg.Error, OSError, TimeoutError) as error:
        found.problems.append(str(wrap_error(error, describe_dsn(dsn))))


async def _look(dsn: str, settings: Settings, embedder: str | None, found: Diagnosis) -> None:
    from psycopg.conninfo import conninfo_to_dict

    given = str(conninfo_to_dict(dsn).get("options") or "")
    connection = await AsyncConnection.connect(
        dsn, row_factory=dict_row, options=f"{given} {_READ_ONLY}".strip(),
        connect_timeout=max(2, round(settings.connect_timeout_seconds)),
        application_name="memory_graph doctor",
    )  # fmt: skip
    async with connection:
        if await _look_at_server(connection, found):
            await _look_at_schema(connection, settings, embedder, found)


async def _look_at_server(connection: AsyncConnection[DictRow], found: Diagnosis) -> bool:
    """True when the server is fit for us."""
    from memory_graph.stores.failures import server_problem

    cursor = await connection.execute(_SERVER)
    row = await cursor.fetchone()
    if row is None:
        raise SchemaError("the server does not say its version")
    found.facts["server"] |= {
        "PostgreSQL": row["version"],
        "pgvector": row["installed"] or f"{row['available']} (not yet in this database)",
    }
    problem = server_problem(row["number"], row["installed"], row["available"])
    if problem:
        found.problems.append(problem)
    return problem is None


async def _look_at_schema(
    connection: AsyncConnection[DictRow], settings: Settings, embedder: str | None, found: Diagnosis
) -> None:
    from memory_graph.stores.migrate import read_migrations, schema_version

    known = len(read_migrations(settings.schema))
    facts: dict[str, Any] = {"name": settings.schema, "version": None, "version of the code": known}
    found.facts["schema"] = facts
    rights = await read_rights(connection, settings.schema)
    if not judge_entry(rights, settings.schema, found):
        return
    version = facts["version"] = await schema_version(connection, settings.schema)
    if version > known:
        found.problems.append(
            f"schema {settings.schema!r} has version {version}, this package knows up to {known}: "
            "pip install --upgrade langgraph-memory-graph"
        )
    elif version == 0:
        found.notes.append(f"schema {settings.schema!r} is not there yet: the first use creates it")
    elif version < known:
        found.notes.append(
            f"schema {settings.schema!r} is older: the next use brings it up to date"
        )
    judge_rights(rights, settings.schema, found, is_current=version >= known)
    if version:
        await _look_at_embedder(connection, settings, embedder, found)
    if SINCE_VERSION <= version <= known:
        await look_at_large_scopes(connection, settings, found)


async def _look_at_embedder(
    connection: AsyncConnection[DictRow], settings: Settings, embedder: str | None, found: Diagnosis
) -> None:
    from memory_graph.stores.queries import compose

    cursor = await connection.execute(compose("get_embedder", settings.schema))
    row = await cursor.fetchone()
    recorded = row["value"]["name"] if row else None
    found.facts["embedder"]["of the stored vectors"] = recorded
    if recorded and embedder and recorded != embedder:
        found.problems.append(
            f"schema {settings.schema!r} holds vectors of {recorded!r} but the settings ask for "
            f"{embedder!r}: set MEMORY_GRAPH_EMBEDDINGS to the former, or MEMORY_GRAPH_SCHEMA to "
            "another name"
        )
    elif recorded and not embedder:
        found.notes.append(f"the stored vectors of {recorded!r} are not used: no embedder is set")
