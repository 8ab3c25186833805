"""PostgresMemoryStore: a LangGraph ``BaseStore`` that also knows the memory verbs.

Every verb exists twice in name and once in code: ``recall`` for any thread, ``arecall`` for any
event loop; both drive the same program (see ``memory_graph.effects``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from langchain_core.embeddings import Embeddings
from langgraph.store.base import BaseStore, Op, Result

from memory_graph.effects import Effect, Program, arun, run
from memory_graph.errors import InputError
from memory_graph.scope import ScopeLike, scope_label
from memory_graph.settings import Settings, load_settings
from memory_graph.stores import verbs
from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.engine import Engine
from memory_graph.stores.items import run_batch
from memory_graph.stores.read import Stats
from memory_graph.stores.recall import Weights
from memory_graph.stores.rewind import RewindReport, rewind, undo_rewind
from memory_graph.types import Candidate, Memory, RecallResult, Tier, WriteResult

Remembered = str | Candidate | Sequence[str | Candidate]


class PostgresMemoryStore(BaseStore):
    """Long-term memory in PostgreSQL with pgvector; the embedded server when no DSN is given.

    Nothing is opened before the first call. ``admin`` allows reads with an empty namespace prefix
    to see every scope; without it they see ``walls``, the scopes of the current session.
    Use it as a context manager, or call ``close``; what is forgotten is closed at exit.
    """

    supports_ttl = True

    def __init__(
        self, dsn: str | None = None, *, embeddings: str | Embeddings | None = None,
        settings: Settings | None = None, weights: Weights | None = None, admin: bool = False,
        walls: Sequence[str] = (), index_fields: Sequence[str] | None = None,
        default_ttl_minutes: float | None = None, refresh_ttl_on_read: bool = True,
    ) -> None:  # fmt: skip
        self.settings = settings or load_settings()
        self.weights = weights or Weights()
        self.admin = admin
        self.walls = tuple(walls)
        self.index_fields = tuple(index_fields) if index_fields is not None else ("$",)
        self.ttl_config = {
            "refresh_on_read": refresh_ttl_on_read, "default_ttl": default_ttl_minutes
        }  # fmt: skip
        self.engine = Engine(dsn or self.settings.dsn, self.settings, embeddings)

    # BaseStore -----------------------------------------------------------------------------

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Runs operations in order, in one transaction; a read sees the writes before it."""
        return run(run_batch(self, tuple(ops)))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As ``batch``, for event loops."""
        return await arun(run_batch(self, tuple(ops)))

    # Life ----------------------------------------------------------------------------------

    def setup(self) -> None:
        """Starts what must run, checks the server, applies migrations; repeatable."""
        run(self.engine.ready())

    async def asetup(self) -> None:
        """As ``setup``, for event loops."""
        await arun(self.engine.ready())

    def close(self) -> None:
        """Gives connections and the embedded server back; later calls raise StoreClosedError."""
        self.engine.close()

    async def aclose(self) -> None:
        """As ``close``, for event loops."""
        await self.engine.aclose()

    def __enter__(self) -> PostgresMemoryStore:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    async def __aenter__(self) -> PostgresMemoryStore:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.aclose()

    # Memory verbs --------------------------------------------------------------------------

    def remember(
        self, scope: ScopeLike, what: Remembered, *, tier: Tier = "semantic",
        data: Mapping[str, Any] | None = None, tags: Sequence[str] = (),
        thread_id: str | None = None, idempotency_key: str | None = None,
    ) -> WriteResult:  # fmt: skip
        """Stores one or many memories as one write, merged with what is known already.

        A string becomes a fact of ``tier``. The same fact gains evidence; a new value of a
        single-valued fact closes the old one. With ``idempotency_key`` the same call again
        changes nothing. Raises InputError for an empty scope or blank text.
        """
        return run(self._remember(scope, what, tier, data, tags, thread_id, idempotency_key))

    async def aremember(
        self, scope: ScopeLike, what: Remembered, *, tier: Tier = "semantic",
        data: Mapping[str, Any] | None = None, tags: Sequence[str] = (),
        thread_id: str | None = None, idempotency_key: str | None = None,
    ) -> WriteResult:  # fmt: skip
        """As ``remember``, for event loops."""
        return await arun(self._remember(scope, what, tier, data, tags, thread_id, idempotency_key))

    def _remember(
        self, scope: ScopeLike, what: Remembered, tier: Tier, data: Mapping[str, Any] | None,
        tags: Sequence[str], thread_id: str | None, key: str | None,
    ) -> Program[WriteResult]:  # fmt: skip
        todo = Commit(
            scope_label(scope), OUTSIDE, nonce=key or str(uuid4()), source_thread=thread_id,
            data=dict(data or {}), tags=tuple(tags),
        )  # fmt: skip
        return verbs.remember(self.engine, todo, verbs.candidates_from(what, tier))

    def recall(self, scope: ScopeLike, query: str, **options: Any) -> RecallResult:
        """The memories that bear on ``query``, best first.

        Options: limit, tiers, kinds, tags, entities, since and until (aware datetimes), thread_id
        (memories of that thread only), min_confidence, as_of, now, weights, branch and
        exclude_messages. An unknown option is a TypeError. Raises InputError for an empty scope.
        """
        return run(self._recall(scope, query, options))

    async def arecall(self, scope: ScopeLike, query: str, **options: Any) -> RecallResult:
        """As ``recall``, for event loops."""
        return await arun(self._recall(scope, query, options))

    def _recall(
        self, scope: ScopeLike, query: str, options: dict[str, Any]
    ) -> Program[RecallResult]:
        options.setdefault("weights", self.weights)
        return verbs.recall(self.engine, scope_label(scope), query, **options)

    def get_memory(self, scope: ScopeLike, memory_id: str, *, branch: Branch = OUTSIDE) -> Memory:
        """One memory by id, open or closed; raises NotFoundError."""
        return run(verbs.get_memory(self.engine, scope_label(scope), memory_id, branch))

    async def aget_memory(
        self, scope: ScopeLike, memory_id: str, *, branch: Branch = OUTSIDE
    ) -> Memory:
        """As ``get_memory``, for event loops."""
        return await arun(verbs.get_memory(self.engine, scope_label(scope), memory_id, branch))

    def list_memories(self, scope: ScopeLike, **options: Any) -> list[Memory]:
        """Memories of a scope, newest first.

        Options: tiers, kinds, session_id, with_closed, limit, offset, as_of, branch.
        """
        return run(verbs.list_memories(self.engine, scope_label(scope), **options))

    async def alist_memories(self, scope: ScopeLike, **options: Any) -> list[Memory]:
        """As ``list_memories``, for event loops."""
        return await arun(verbs.list_memories(self.engine, scope_label(scope), **options))

    def history(
        self, scope: ScopeLike, memory_id: str, *, branch: Branch = OUTSIDE
    ) -> list[Memory]:
        """Every version of a memory, oldest first: what it replaced and what replaced it."""
        return run(verbs.history(self.engine, scope_label(scope), memory_id, branch))

    async def ahistory(
        self, scope: ScopeLike, memory_id: str, *, branch: Branch = OUTSIDE
    ) -> list[Memory]:
        """As ``history``, for event loops."""
        return await arun(verbs.history(self.engine, scope_label(scope), memory_id, branch))

    def retire(
        self, scope: ScopeLike, memory_ids: str | Sequence[str], *, reason: str = "asked"
    ) -> WriteResult:
        """Closes memories and keeps their history; raises NotFoundError before anything is done."""
        return run(verbs.retire(self.engine, scope_label(scope), _ids(memory_ids), reason))

    async def aretire(
        self, scope: ScopeLike, memory_ids: str | Sequence[str], *, reason: str = "asked"
    ) -> WriteResult:
        """As ``retire``, for event loops."""
        return await arun(verbs.retire(self.engine, scope_label(scope), _ids(memory_ids), reason))

    def rewind(
        self, scope: ScopeLike, thread_id: str, lineage: str, clock: datetime, root: str, *,
        dry_run: bool = False, oldest: Effect | None = None, actor: str = "operator",
    ) -> RewindReport:  # fmt: skip
        """Takes back what a thread wrote after one of its checkpoints; can be undone.

        ``root`` is the checkpoint's id, ``lineage`` and ``clock`` stand in its state. With
        ``dry_run`` only the report is made. Raises NotFoundError for a thread without writes.
        """
        return run(
            rewind(self.engine, scope_label(scope), thread_id, lineage, clock, root, dry_run,
                   oldest=oldest, actor=actor)
        )  # fmt: skip

    async def arewind(
        self, scope: ScopeLike, thread_id: str, lineage: str, clock: datetime, root: str, *,
        dry_run: bool = False, oldest: Effect | None = None, actor: str = "operator",
    ) -> RewindReport:  # fmt: skip
        """As ``rewind``, for event loops."""
        return await arun(
            rewind(self.engine, scope_label(scope), thread_id, lineage, clock, root, dry_run,
                   oldest=oldest, actor=actor)
        )  # fmt: skip

    def undo_rewind(
        self, scope: ScopeLike, thread_id: str, *, dry_run: bool = False, actor: str = "operator"
    ) -> RewindReport:
        """Undoes a thread's newest rewind; raises NotFoundError when none stands."""
        return run(undo_rewind(self.engine, scope_label(scope), thread_id, dry_run, actor=actor))

    async def aundo_rewind(
        self, scope: ScopeLike, thread_id: str, *, dry_run: bool = False, actor: str = "operator"
    ) -> RewindReport:
        """As ``undo_rewind``, for event loops."""
        return await arun(
            undo_rewind(self.engine, scope_label(scope), thread_id, dry_run, actor=actor)
        )

    def stats(self, scope: ScopeLike, *, branch: Branch = OUTSIDE) -> Stats:
        """Counts by tier and kind, writes, threads and forks of a scope."""
        return run(verbs.stats(self.engine, scope_label(scope), branch))

    async def astats(self, scope: ScopeLike, *, branch: Branch = OUTSIDE) -> Stats:
        """As ``stats``, for event loops."""
        return await arun(verbs.stats(self.engine, scope_label(scope), branch))

    # Programs for nodes --------------------------------------------------------------------

    def neighbours_program(
        self, scope: ScopeLike, candidates: Sequence[Candidate], branch: Branch
    ) -> Program[list[Memory]]:
        """What planning has to look at; see ``plan_operations``."""
        return verbs.neighbours(self.engine, scope_label(scope), candidates, branch)

    def recall_program(self, scope: ScopeLike, query: str, **options: Any) -> Program[RecallResult]:
        """``recall`` as a program, for nodes that work in both worlds."""
        return self._recall(scope, query, options)

    def commit_program(self, todo: Commit) -> Program[WriteResult]:
        """One write of a run; ``stale`` in the result says that nothing was written."""
        return verbs.commit(self.engine, todo)

    def find_write_program(self, scope: ScopeLike, branch: Branch, todo: Commit) -> Program[bool]:
        """True when this very write was committed before."""
        return verbs.is_committed(self.engine, scope_label(scope), branch, todo)


def _ids(given: str | Sequence[str]) -> tuple[str, ...]:
    ids = (given,) if isinstance(given, str) else tuple(given)
    if not ids:
        raise InputError("no memory id given: name at least one")
    return ids
