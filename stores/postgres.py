"""PostgresMemoryStore: a LangGraph ``BaseStore`` that also knows the memory verbs.

Every verb exists twice in name and once in code: ``recall`` for any thread, ``arecall`` for any
event loop; both drive the same program (see ``memory_graph.effects``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from langchain_core.embeddings import Embeddings
from langgraph.store.base import BaseStore, Op, Result

from memory_graph.effects import arun, run
from memory_graph.options import check_option
from memory_graph.settings import Settings, load_settings
from memory_graph.stores.checks import check_list
from memory_graph.stores.engine import Engine
from memory_graph.stores.gather import Gatherer
from memory_graph.stores.item_rows import check_ttl
from memory_graph.stores.items import run_batch
from memory_graph.stores.maintain import MaintainReport, maintain
from memory_graph.stores.maintain import Progress as MaintainProgress
from memory_graph.stores.reading import ReadingVerbs
from memory_graph.stores.recall import Weights
from memory_graph.stores.reembed import BATCH, Progress, ReembedReport, reembed
from memory_graph.stores.transfer import TransferVerbs
from memory_graph.stores.writing import WritingVerbs


class PostgresMemoryStore(ReadingVerbs, WritingVerbs, TransferVerbs, BaseStore):
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
        check_option("dsn", dsn, str)
        check_option("embeddings", embeddings, str, Embeddings)
        check_option("settings", settings, Settings)
        check_option("weights", weights, Weights)
        check_ttl(default_ttl_minutes)
        self.settings = settings or load_settings()
        self.weights = weights or Weights()
        self.admin = admin
        self.walls = check_list("walls", walls)
        self.index_fields = (
            ("$",) if index_fields is None else check_list("index_fields", index_fields)
        )
        self.ttl_config = {
            "refresh_on_read": refresh_ttl_on_read, "default_ttl": default_ttl_minutes
        }  # fmt: skip
        self.engine = Engine(dsn or self.settings.dsn, self.settings, embeddings)
        self._gatherer = Gatherer(lambda ops: arun(run_batch(self, ops)))

    # BaseStore -----------------------------------------------------------------------------

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Runs operations in order, in one transaction; a read sees the writes before it."""
        return run(run_batch(self, tuple(ops)))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As ``batch``, for event loops; calls made at the same moment share a transaction."""
        return await self._gatherer.submit(tuple(ops))

    # Vectors -------------------------------------------------------------------------------

    def reembed(self, progress: Progress | None = None, *, batch: int = BATCH) -> ReembedReport:
        """Makes every vector anew with this store's embedder; resumable, and slow.

        Recall goes on meanwhile, by words where the vectors are not yet made. ``progress`` is
        called with the number of memories done and of all. What has a vector of this embedder
        keeps it. Raises ModelError when the embedder fails: run it again to go on.
        """
        return run(reembed(self.engine, progress, batch))

    def maintain(self, progress: MaintainProgress | None = None) -> MaintainReport:
        """Gives large scopes indexes of their own, and takes them from those that have shrunk.

        Large is what has ``large_scope_rows`` memories (a setting). Neither readers nor writers
        wait; a run that is cut off is made good by the next. Run it now and then, as
        ``memory-graph maintain`` or from a server, which does it by itself. One connection of the
        pool is busy meanwhile. ``progress`` is called before each step with how many are done, of
        how many, and what comes now. Raises ConfigurationError when the role may not make indexes.
        """
        return run(maintain(self.engine, progress))

    async def amaintain(self, progress: MaintainProgress | None = None) -> MaintainReport:
        """As ``maintain``, for event loops."""
        return await arun(maintain(self.engine, progress))

    async def areembed(
        self, progress: Progress | None = None, *, batch: int = BATCH
    ) -> ReembedReport:
        """As ``reembed``, for event loops."""
        return await arun(reembed(self.engine, progress, batch))

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
