"""The audit of a scope: who did what to its memory, and when; ids and counts, never content."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from psycopg.types.json import Jsonb
from pydantic import AwareDatetime

from memory_graph.effects import Program
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.checks import check_number
from memory_graph.stores.engine import Engine
from memory_graph.stores.write import Connection, fetch, send
from memory_graph.types import Frozen

MAX_ENTRY = 2**63 - 1


class AuditEntry(Frozen):
    """One thing that was done to the memory of a scope."""

    entry: int
    """Counts up; give it as ``before`` to see what came earlier."""
    at: AwareDatetime
    actor: str
    action: str
    number: int | None = None
    """The write it was part of, if it was one."""
    detail: dict[str, Any]
    """Ids, hashes and counts."""


async def add_audit(
    connection: Connection, schema: str, scope: str, actor: str, action: str, *,
    detail: Mapping[str, Any], number: int | None = None,
) -> None:  # fmt: skip
    """Says in the audit what the running transaction does."""
    params = {"scope": scope, "actor": actor, "action": action, "number": number,
              "detail": Jsonb(dict(detail))}  # fmt: skip
    await send(connection, "audit_add", schema, params)


def audit(
    engine: Engine, scope: str, *, limit: int = 100, before: int | None = None
) -> Program[list[AuditEntry]]:
    """The newest entries first; raises InputError for a limit or an entry below 1."""
    check_number("limit", limit, 1)
    if before is not None:
        check_number("before", before, 1, MAX_ENTRY)
    params = {"scope": scope, "limit": limit, "before": before}

    async def work(connection: Connection, _oldest: str | None) -> list[AuditEntry]:
        rows = await fetch(connection, "audit_list", engine.schema, params)
        return [AuditEntry.model_validate(row) for row in rows]

    found: list[AuditEntry] = yield from engine.transaction(work, OUTSIDE)
    return found
