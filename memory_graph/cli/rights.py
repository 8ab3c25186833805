"""What the doctor says of the role: whether it sees pgvector, and may do what is done with it."""

from __future__ import annotations

from dataclasses import dataclass

from psycopg import AsyncConnection
from psycopg.rows import DictRow, class_row

from memory_graph.cli.findings import Diagnosis
from memory_graph.errors import SchemaError

_RIGHTS = """
SELECT current_user AS role,
       (SELECT n.nspname FROM pg_catalog.pg_extension e
          JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
         WHERE e.extname = 'vector' AND pg_catalog.to_regtype('halfvec') IS NULL) AS hidden_in,
       CASE WHEN s.oid IS NULL
            THEN pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE')
            ELSE pg_catalog.has_schema_privilege(s.oid, 'CREATE') END AS may_create,
       coalesce(pg_catalog.has_schema_privilege(s.oid, 'USAGE'), true) AS may_enter,
       ARRAY(SELECT DISTINCT p.name FROM pg_catalog.pg_class c
              CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p(name)
              WHERE c.relnamespace = s.oid AND c.relkind IN ('r', 'p')
                AND NOT pg_catalog.has_table_privilege(c.oid, p.name)
              ORDER BY p.name) AS missing
  FROM (VALUES (1)) one LEFT JOIN pg_catalog.pg_namespace s ON s.nspname = %s
"""
_GRANTS = "its owner grants them, see docs/operations.md"


@dataclass(frozen=True, slots=True)
class Rights:
    """What a role may do with the schema of the settings."""

    role: str
    hidden_in: str | None
    """The schema of pgvector, where the role's search_path leaves it out."""
    may_create: bool
    """In the schema or, where there is none, in the database."""
    may_enter: bool
    missing: list[str]
    """Rights that it lacks on one of the tables."""


async def read_rights(connection: AsyncConnection[DictRow], schema: str) -> Rights:
    """The rights of the role that is connected."""
    async with connection.cursor(row_factory=class_row(Rights)) as cursor:
        await cursor.execute(_RIGHTS, [schema])
        found = await cursor.fetchone()
    if found is None:
        raise SchemaError("the server does not say what the role may do")
    return found


def judge_entry(rights: Rights, schema: str, found: Diagnosis) -> bool:
    """True when the role can read the tables, if there are any."""
    if rights.hidden_in:
        found.problems.append(
            f"extension vector lies in schema {rights.hidden_in!r}, which is not on the "
            f"search_path of role {rights.role!r}: add it with ALTER ROLE … SET search_path"
        )
    elif not rights.may_enter:
        found.problems.append(f"role {rights.role!r} may not use schema {schema!r}: {_GRANTS}")
    elif "SELECT" in rights.missing:
        found.problems.append(
            f"role {rights.role!r} may not read every table of schema {schema!r}: {_GRANTS}"
        )
    else:
        return True
    return False


def judge_rights(rights: Rights, schema: str, found: Diagnosis, *, is_current: bool) -> None:
    """Says what will be refused; ``is_current`` when there is nothing to create or bring up."""
    if not is_current and not rights.may_create:
        found.problems.append(
            f"role {rights.role!r} may not create or change schema {schema!r}: let one with the "
            "right (CREATE on the database) use it once"
        )
    if rights.missing:
        found.notes.append(
            f"role {rights.role!r} only reads: it lacks {', '.join(rights.missing)} on tables of "
            f"schema {schema!r}; {_GRANTS}"
        )
