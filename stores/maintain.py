"""Maintenance: large scopes get indexes of their own, and lose them when they have shrunk.

Nothing that writes or reads is held up: indexes are made and dropped concurrently, and recall uses
them only when all of a scope's are ready. A run that is cut off leaves an index half made, which
the next run removes and makes anew; one that another run is making is left to it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from psycopg import errors, sql

from memory_graph.effects import Program
from memory_graph.errors import ConfigurationError
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.engine import Engine
from memory_graph.stores.maintain_plan import (
    MaintenancePlan,
    OwnIndex,
    own_indexes,
    plan_maintenance,
    to_found,
    to_scope,
)
from memory_graph.stores.queries import compose
from memory_graph.stores.write import Connection, fetch, send
from memory_graph.types import Frozen

Progress = Callable[[int, int, str], None]
"""Called before each step with how many are done, of how many, and what comes now."""
_MEMORY = "512MB"
"""What one vector index may use while it is made; the server's own setting is often too little."""


class MaintainReport(Frozen):
    """What a run has come to."""

    large_scopes: int = 0
    """Scopes that recall now answers from their own indexes."""
    indexes_made: int = 0
    indexes_dropped: int = 0
    scopes_counted: int = 0
    """Scopes whose terms were counted anew."""
    unfinished: int = 0
    """Large scopes whose indexes another run is still making."""


def maintain(engine: Engine, progress: Progress | None = None) -> Program[MaintainReport]:
    """Brings the indexes of large scopes in line with their rows.

    Raises ConfigurationError when the role may not make indexes.
    """

    async def work(connection: Connection, _oldest: str | None) -> MaintainReport:
        run = _Run(connection, engine.schema, progress)
        try:
            return await run.carry_out(await run.plan(engine.settings.large_scope_rows))
        except errors.InsufficientPrivilege as error:
            raise ConfigurationError(
                f"maintenance makes indexes on {engine.schema}.memories and may not: run it as the "
                f"owner of that table ({error.diag.message_primary})"
            ) from error

    report: MaintainReport = yield from engine.transaction(work, OUTSIDE, autocommit=True)
    return report


class _Run:
    """One run on one connection; each statement is a transaction of its own."""

    def __init__(self, connection: Connection, schema: str, progress: Progress | None) -> None:
        self._connection = connection
        self._schema = schema
        self._progress = progress
        self._done = 0
        self._steps = 0

    async def plan(self, least: int) -> MaintenancePlan:
        """What is to be done."""
        scopes = await self._fetch("maintain_scopes", least=least)
        found = await self._fetch("own_indexes", name=self._schema)
        return plan_maintenance([to_scope(one) for one in scopes], map(to_found, found), least)

    async def carry_out(self, plan: MaintenancePlan) -> MaintainReport:
        """Does it; gives what it came to."""
        self._steps = plan.steps
        for scope in plan.forgotten:
            self._say(f"no own indexes any more: {scope}")
            await self._send("own_forget", scope=scope)
        for name in plan.dropped:
            self._say(f"drop {name}")
            await self._execute("own_drop", name=sql.Identifier(name))
        if plan.made:
            async with self._more_memory():
                for index in plan.made:
                    self._say(f"make {index.name}")
                    await self._make(index)
        for one in plan.counted:
            self._say(f"count the terms of {one.scope}")
            await self._send("own_count", scope=one.scope, name=self._schema)
            await self._send("own_counted", scope=one.scope, rows=one.row_count)
        return await self._finish(plan)

    async def _finish(self, plan: MaintenancePlan) -> MaintainReport:
        """Lets recall use what is ready."""
        found = map(to_found, await self._fetch("own_indexes", name=self._schema))
        ready = {one.name for one in found if one.is_ready}
        unfinished = 0
        for one in plan.ready:
            self._say(f"use the indexes of {one.scope}")
            if {index.name for index in own_indexes(one)} <= ready:
                await self._send("own_ready", scope=one.scope, dimensions=one.dimensions)
            else:
                unfinished += 1
        large = await self._fetch("large_scopes")
        return MaintainReport(
            large_scopes=len(large), indexes_made=len(plan.made), unfinished=unfinished,
            indexes_dropped=len(plan.dropped), scopes_counted=len(plan.counted),
        )  # fmt: skip

    async def _make(self, index: OwnIndex) -> None:
        size = {"size": sql.Literal(index.size)} if index.kind == "near" else {}
        await self._execute(
            f"own_{index.kind}", name=sql.Identifier(index.name), scope=sql.Literal(index.scope),
            **size,
        )  # fmt: skip

    @asynccontextmanager
    async def _more_memory(self) -> AsyncIterator[None]:
        await self._connection.execute(f"SET maintenance_work_mem = '{_MEMORY}'".encode())
        try:
            yield
        finally:
            await self._connection.execute("RESET maintenance_work_mem")

    async def _fetch(self, query: str, /, **params: Any) -> list[dict[str, Any]]:
        return list(await fetch(self._connection, query, self._schema, params))

    async def _send(self, query: str, /, **params: Any) -> None:
        await send(self._connection, query, self._schema, params)

    async def _execute(self, query: str, /, **parts: sql.Composable) -> None:
        await self._connection.execute(compose(query, self._schema, **parts))

    def _say(self, what: str) -> None:
        if self._progress is not None:
            self._progress(self._done, self._steps, what)
        self._done += 1
