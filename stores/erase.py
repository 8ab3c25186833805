"""Erasing for good (INV-9): every copy of a memory goes, and a receipt without words stays.

What is left to others: the pocket in a thread's state is cleaned by the thread's next turn, and
backups and logs of the database server age by themselves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from psycopg import sql
from pydantic import AwareDatetime, Field

from memory_graph.effects import Program
from memory_graph.errors import ConflictError, InputError
from memory_graph.stores.audit import add_audit
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.checks import check_flag, check_list, check_threads, ids_of
from memory_graph.stores.engine import Engine
from memory_graph.stores.erase_plan import ErasePlan, Request, make_plan
from memory_graph.stores.kept import forget_texts
from memory_graph.stores.queries import compose
from memory_graph.stores.rows import vector_literal
from memory_graph.stores.vectors import Made, Vectors, accepted_size
from memory_graph.stores.write import Connection, fetch, lock_scope
from memory_graph.types import Frozen

MAX_LISTED = 10_000
"""Ids a receipt names; of more it gives the number."""
MAX_ATTEMPTS = 10


class EraseReceipt(Frozen):
    """What was erased: ids, hashes, counts and times, no words."""

    scope: str
    erased: int
    """How many memories, versions and raw turns are gone."""
    ids: tuple[str, ...] = ()
    """Their ids, when there are at most 10,000."""
    turns_masked: tuple[str, ...] = ()
    """Raw turns that stay, with the words masked."""
    turns_indexed: int = 0
    """Turns indexed anew, masked ones included."""
    evidence_masked: int = 0
    """Evidence of other memories, with the words masked."""
    evidence: int = 0
    links: int = 0
    entities: int = 0
    """Entities nobody mentions any more."""
    checkpoints: dict[str, int] = Field(default_factory=dict)
    """Rows removed by checkpointer table."""
    mentioned_by: tuple[str, ...] = ()
    """Memories that stay and still hold a value of an erased one: look at them too."""
    without_vector: int = 0
    """Turns left to lexical recall since the embedder failed."""
    digest: str
    """SHA-256 over the salt and the ids and texts, in order of the ids."""
    salt: str
    """Not stored: with it and the texts one can prove what was erased."""
    at: AwareDatetime
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Erase:
    """What is asked for."""

    request: Request
    everything: bool = False
    threads: tuple[str, ...] = ()
    actor: str = "operator"
    dry_run: bool = False

    @property
    def scope(self) -> str:
        """Whose memory."""
        return self.request.scope


def new_erase(
    scope: str, memory_ids: str | UUID | Sequence[str | UUID] | None, *,
    everything: bool, confirm: str | None,
    versions: bool, words: Sequence[str], threads: Sequence[str], actor: str, dry_run: bool,
) -> Erase:  # fmt: skip
    """A checked request. Raises InputError when it could mean more than was meant."""
    for name, flag in (("everything", everything), ("versions", versions), ("dry_run", dry_run)):
        check_flag(name, flag)
    words = check_list("words", words)
    threads = check_threads("checkpoint_threads", threads)
    ids = ids_of(memory_ids) if memory_ids else ()
    if everything and ids:
        raise InputError("name memories or ask for everything, not both")
    if everything and confirm != scope:
        raise InputError(
            f"erasing everything needs confirm={scope!r} (the label of the scope), got {confirm!r}"
        )
    if not everything and not ids and not threads:
        raise InputError("no memory id given: name at least one, or set everything=True")
    request = Request(scope, ids, versions, words)
    return Erase(request, everything, threads, actor, dry_run)


def erase(engine: Engine, todo: Erase) -> Program[EraseReceipt]:
    """Plans, embeds what is indexed anew, and erases if nothing has changed meanwhile."""
    for _ in range(MAX_ATTEMPTS):
        plan = yield from _plan(engine, todo)
        vectors, missing = yield from engine.embed_for_storage(plan.texts())
        work = _Work(engine.schema, todo, plan, vectors, str(uuid4()))
        receipt: EraseReceipt | None = yield from engine.transaction(work.run, OUTSIDE)
        if receipt is not None:
            forget_texts()
            failed = len(plan.texts()) if missing else 0
            return receipt.model_copy(update={"without_vector": failed})
    raise ConflictError(
        f"the memory of scope {todo.scope!r} kept changing while it was erased: try again"
    )


def _plan(engine: Engine, todo: Erase) -> Program[ErasePlan]:
    if todo.everything or not todo.request.ids:
        return ErasePlan(())
    plan = yield from make_plan(engine, todo.request)
    return plan


@dataclass(frozen=True, slots=True)
class _Work:
    """One erasure inside its transaction."""

    schema: str
    todo: Erase
    plan: ErasePlan
    vectors: Vectors
    salt: str

    async def run(self, connection: Connection, _oldest: str | None) -> EraseReceipt | None:
        """The receipt, or None when the plan is out of date; then nothing was done."""
        async with connection.transaction(force_rollback=self.todo.dry_run):
            scope = self.todo.scope
            at = await lock_scope(connection, self.schema, scope)
            for read in self.plan.reads:
                if not await read.still_stands(connection, self.schema):
                    return None
            counts = await self._measure(connection)
            counts["entities"] = await self._remove(connection)
            size = await accepted_size(connection, self.schema, scope, self.vectors.embedder)
            await self._rewrite(connection, self.vectors.of_size(size))
            counts["checkpoints"] = await self._forget_threads(connection)
            receipt = self._receipt(counts, at)
            await self._say(connection, receipt)
            return receipt

    async def _fetch(self, connection: Connection, name: str, **params: Any) -> Any:
        every = {"scope": self.todo.scope, "ids": list(self.plan.ids), **params}
        return await fetch(connection, name, self.schema, every)

    async def _measure(self, connection: Connection) -> dict[str, Any]:
        rows = await self._fetch(
            connection, "erase_digest", salt=self.salt, everything=self.todo.everything
        )
        counts = dict(rows[0])
        await self._fetch(
            connection, "count_rows", rows=-counts["rows"], lexemes=-counts.pop("lexemes")
        )
        return counts

    async def _remove(self, connection: Connection) -> int:
        """Removes the rows; gives how many entities went with them."""
        if self.todo.everything:
            entities = await self._fetch(connection, "erase_everything")
            await self._fetch(connection, "erase_memories")
            return len(entities)
        await self._fetch(connection, "erase_said")
        (row,) = await self._fetch(connection, "erase_rows")
        await self._fetch(connection, "erase_traces")
        return len(await self._fetch(connection, "erase_entities", entities=row["entities"]))

    async def _rewrite(self, connection: Connection, vectors: Made) -> None:
        """Masks and indexes turns anew, and masks evidence."""
        turns = [
            {
                "id": one.id, "content": one.content, "data": json.loads(one.data),
                "lexemes": one.lexemes, "lexeme_count": one.lexeme_count,
                "word_count": one.word_count, "fresh": one.fresh,
                "embedding": vector_literal(vectors.get(one.embed_text)),
            }
            for one in self.plan.rewrites
        ]  # fmt: skip
        if turns:
            await self._fetch(connection, "erase_rewrite", rows=_dump(turns))
        spans = [
            {"memory_id": one.memory_id, "evidence_key": one.evidence_key, "span": one.span}
            for one in self.plan.spans
        ]
        if spans:
            await self._fetch(connection, "erase_spans", rows=_dump(spans))

    async def _forget_threads(self, connection: Connection) -> dict[str, int]:
        """Removes what checkpointers of this database hold of the named threads."""
        threads = list(self.todo.threads)
        if not threads:
            return {}
        foreign = await self._fetch(connection, "foreign_thread", threads=threads)
        if foreign:
            raise InputError(
                f"thread {foreign[0]['thread_id']!r} belongs to another scope than "
                f"{self.todo.scope!r}: nothing was erased"
            )
        removed: dict[str, int] = {}
        for row in await self._fetch(connection, "checkpoint_tables", own=self.schema):
            table = sql.Identifier(row["schema"], row["name"])
            query = compose("delete_checkpoints", self.schema, table=table)
            cursor = await connection.execute(query, {"threads": threads})
            removed[f"{row['schema']}.{row['name']}"] = cursor.rowcount
        return removed

    def _receipt(self, counts: dict[str, Any], at: Any) -> EraseReceipt:
        plan = self.plan
        return EraseReceipt(
            scope=self.todo.scope, erased=counts["rows"],
            ids=plan.ids if len(plan.ids) <= MAX_LISTED else (),
            turns_masked=tuple(one.id for one in plan.rewrites if one.was_masked),
            turns_indexed=len(plan.rewrites), evidence_masked=len(plan.spans),
            evidence=counts["evidence"], links=counts["links"], entities=counts["entities"],
            checkpoints=counts["checkpoints"], mentioned_by=plan.mentioned_by,
            digest=counts["digest"], salt=self.salt, at=at, dry_run=self.todo.dry_run,
        )  # fmt: skip

    async def _say(self, connection: Connection, receipt: EraseReceipt) -> None:
        """Leaves the receipt in the audit, but for its salt."""
        detail = receipt.model_dump(mode="json", exclude={"scope", "salt", "dry_run"})
        detail |= {"everything": self.todo.everything, "threads": list(self.todo.threads)}
        await add_audit(
            connection, self.schema, self.todo.scope, self.todo.actor, "erase", detail=detail
        )


def _dump(rows: object) -> str:
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
