"""Maintenance: large scopes get indexes of their own, and lose them when they have shrunk.

Nothing that writes or reads is held up: indexes are made and dropped concurrently, and recall uses
them only when all of a scope's are ready. A run that is cut off leaves an index half made, which
the next run removes and makes anew. Where another run is at work, this one leaves it all to that.
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
    ScopeRows,
    is_bilingual,
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
_MEMORY = 512 * 1024
"""Kilobytes that an index may use while it is made; the server's own is often too little."""
_COUNTS = 3
"""How often the terms of a scope are counted in one run, if memories are erased meanwhile."""


class MaintainReport(Frozen):
    """What a run has come to."""

    large_scopes: int = 0
    """Scopes that recall now answers from their own indexes."""
    indexes_made: int = 0
    indexes_dropped: int = 0
    scopes_counted: int = 0
    """Scopes whose terms were counted anew."""
    unfinished: int = 0
    """Large scopes that wait for another run, which is at work on indexes at this moment."""


def maintain(engine: Engine, progress: Progress | None = None) -> Program[MaintainReport]:
    """Brings the indexes of large scopes in line with their rows.

    Raises ConfigurationError when the role may not make indexes, or the table is a partitioned one.
    """

    async def work(connection: Connection, _oldest: str | None) -> MaintainReport:
        run = _Run(connection, engine.schema, progress)
        try:
            async with run.alone() as is_alone:
                plan = await run.plan(engine.settings.large_scope_rows)
                return await (run.carry_out(plan) if is_alone else run.leave(plan))
        except errors.InsufficientPrivilege as error:
            raise ConfigurationError(
                f"maintenance makes indexes on {engine.schema}.memories and may not: run it as the "
                f"owner of that table ({error.diag.message_primary})"
            ) from error
        except errors.FeatureNotSupported as error:
            raise ConfigurationError(
                f"maintenance can't make indexes on {engine.schema}.memories beside writers "
                f"({error.diag.message_primary}): set MEMORY_GRAPH_MAINTAIN_MINUTES=0, recall "
                "works without them"
            ) from error

    report: MaintainReport = yield from engine.transaction(work, OUTSIDE, autocommit=True)
    return report


class _Run:
    """One run on one connection; each statement is a transaction of its own."""

    def __init__(self, connection: Connection, schema: str, progress: Progress | None) -> None:
        self._connection = connection
        self._schema = schema
        self._progress = progress
        self._pid = connection.info.backend_pid
        self._done = 0
        self._steps = 0

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[bool]:
        """Whether no other run is at work on the schema; keeps others away until the end.

        Two that make indexes on one table would wait for each other.
        """
        about = {"pid": self._pid, "name": self._schema}
        (row,) = await self._fetch("maintain_lock", **about)
        try:
            yield bool(row["is_alone"])
        finally:
            if row["is_alone"] and not self._connection.closed:
                await self._fetch("maintain_unlock", **about)

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
        async with self._ample():
            await self._change_indexes(plan)
            for one in plan.counted:
                self._say(f"count the terms of {one.scope}")
                await self._count(one)
        unfinished = await self._use(plan)
        return MaintainReport(
            large_scopes=await self._large(), indexes_made=len(plan.made), unfinished=unfinished,
            indexes_dropped=len(plan.dropped), scopes_counted=len(plan.counted),
        )  # fmt: skip

    async def leave(self, plan: MaintenancePlan) -> MaintainReport:
        """Leaves it to another run; gives how many scopes wait for that."""
        waiting = {one.scope for one in plan.made} | {
            one.scope for one in (*plan.counted, *plan.ready)
        }
        return MaintainReport(large_scopes=await self._large(), unfinished=len(waiting))

    async def _change_indexes(self, plan: MaintenancePlan) -> None:
        for name in plan.dropped:
            self._say(f"drop {name}")
            await self._execute("own_drop", name=sql.Identifier(name))
        for index in plan.made:
            self._say(f"make {index.name}")
            size = {"size": sql.Literal(index.size)} if index.kind == "near" else {}
            await self._execute(
                f"own_{index.kind}", name=sql.Identifier(index.name),
                scope=sql.Literal(index.scope), **size,
            )  # fmt: skip

    async def _count(self, one: ScopeRows) -> None:
        """Counts the terms of a scope; again when words that were counted are erased meanwhile."""
        for _ in range(_COUNTS):
            (row,) = await self._fetch("own_erased", scope=one.scope)
            await self._send("own_count", scope=one.scope, name=self._schema)
            bilingual = await self._is_bilingual(one.scope)
            async with self._connection.transaction():
                await self._send("own_hold", scope=one.scope)
                counted = await self._fetch(
                    "own_counted",
                    scope=one.scope,
                    rows=one.row_count,
                    erased=row["erased"],
                    bilingual=bilingual,
                )
            if all(found["stands"] for found in counted):
                return

    async def _is_bilingual(self, scope: str) -> bool:
        """True when Chinese and another language are both spoken in a scope."""
        query = compose(
            "own_languages", self._schema, is_chinese=compose("is_chinese", self._schema)
        )
        cursor = await self._connection.execute(query, {"scope": scope})
        rows = await cursor.fetchall()
        return is_bilingual(rows[0]["chinese"], rows[0]["every"])

    async def _use(self, plan: MaintenancePlan) -> int:
        """Lets recall use what is ready; gives how many scopes are not."""
        found = map(to_found, await self._fetch("own_indexes", name=self._schema))
        ready = {one.name for one in found if one.is_ready}
        unfinished = 0
        for one in plan.ready:
            self._say(f"use the indexes of {one.scope}")
            if {index.name for index in own_indexes(one)} <= ready:
                await self._send("own_ready", scope=one.scope, dimensions=one.dimensions)
            else:
                unfinished += 1
        return unfinished

    async def _large(self) -> int:
        return len(await self._fetch("large_scopes"))

    @asynccontextmanager
    async def _ample(self) -> AsyncIterator[None]:
        """Time and memory enough, where the connection is ours alone."""
        await self._fetch("maintain_settings", pid=self._pid, memory=_MEMORY)
        try:
            yield
        finally:
            if not self._connection.closed:
                await self._fetch("maintain_reset", pid=self._pid)

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
