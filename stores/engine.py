"""The engine under the verbs: one database, one embedder, set up once, lazily.

Embedding calls run on the caller's side and before a connection is taken, so none is held while a
model works.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from langchain_core.embeddings import Embeddings
from psycopg.types.json import Jsonb

from memory_graph.effects import Effect, Program, within
from memory_graph.embeddings import (
    ResolvedEmbeddings,
    aembed_query,
    aembed_texts,
    embed_query,
    embed_texts,
    resolve_embeddings,
)
from memory_graph.errors import ConfigurationError, ModelError, SchemaError, StoreClosedError
from memory_graph.settings import Settings, data_folder
from memory_graph.stores.access import AccessLog
from memory_graph.stores.branch import Branch
from memory_graph.stores.connection_settings import settle_connection
from memory_graph.stores.database import Database, check_server
from memory_graph.stores.migrate import migrate
from memory_graph.stores.queries import compose
from memory_graph.stores.scope_notes import ScopeNotes
from memory_graph.stores.vectors import Vectors
from memory_graph.stores.write import Connection, NeedsOldestCheckpoint

MAX_DIMENSIONS = 16_000
"""What a halfvec holds."""
_LOG = logging.getLogger(__name__)
Result = TypeVar("Result")


def _check_dimensions(name: str, size: int) -> None:
    if size > MAX_DIMENSIONS:
        raise ConfigurationError(
            f"{name!r} gives vectors of {size} numbers, pgvector stores at most {MAX_DIMENSIONS}: "
            "choose a model with shorter ones, or have it give fewer dimensions"
        )


class Engine:
    """Owns the database and the embedder of one store."""

    def __init__(
        self, dsn: str | None, settings: Settings, embeddings: str | Embeddings | None
    ) -> None:
        self.settings = settings
        self.schema = settings.schema
        self._dsn = dsn
        self._spec = settings.embeddings if embeddings is None else embeddings
        self._lock = threading.Lock()
        self._database: Database | None = None
        self._embedder: ResolvedEmbeddings | None = None
        self._dimensions: int | None = None
        """Of the stored vectors; None while that is open."""
        self._is_ready = False
        self._has_embedded = False
        self.scopes = ScopeNotes()
        self._is_closed = False
        self.access = AccessLog(settings.schema)

    @property
    def database(self) -> Database:
        """The database, started on first use."""
        with self._lock:
            if self._is_closed:
                raise StoreClosedError("the store was closed: make a new PostgresMemoryStore")
            if self._database is None:
                self._database = Database(
                    self._dsn or self._start_embedded(),
                    pool_size=self.settings.pool_size,
                    connect_timeout_seconds=self.settings.connect_timeout_seconds,
                    prepare_statements=self.settings.prepare_statements,
                    on_connect=partial(settle_connection, schema=self.schema),
                )
            return self._database

    def _start_embedded(self) -> str:
        from memory_graph.stores.embedded import start_embedded

        return start_embedded(data_folder(self.settings))

    def close(self) -> None:
        """Closes the pool; repeatable."""
        database = self._take()
        if database is not None:
            database.close()

    async def aclose(self) -> None:
        """As ``close``, for event loops."""
        database = self._take()
        if database is not None:
            await database.aclose()

    def _take(self) -> Database | None:
        with self._lock:
            self._is_closed = True
            database, self._database = self._database, None
            return database

    # Effects -------------------------------------------------------------------------------

    def _effect(self, work: Callable[[Connection], Awaitable[Any]], **manner: bool) -> Effect:
        return Effect(
            lambda: self.database.run(work, **manner), lambda: self.database.arun(work, **manner)
        )

    def transaction(
        self, work: Callable[[Connection, str | None], Awaitable[Result]], branch: Branch,
        **manner: bool,
    ) -> Program[Result]:  # fmt: skip
        """Runs ``work`` in one transaction; asks the checkpointer in between if it must be.

        ``repeatable`` work leaves the same rows when it runs twice (a read, or a write that is
        found again by its key), so it is tried again even if the connection broke during COMMIT.
        This and the other manners are told at ``Database.arun``.
        """
        yield from self.ready()
        try:
            first: Result = yield self._effect(lambda one: work(one, None), **manner)
            return first
        except NeedsOldestCheckpoint:
            oldest: str = (yield branch.oldest) if branch.oldest else ""
        second: Result = yield self._effect(lambda one: work(one, oldest), **manner)
        return second

    def ready(self) -> Program[None]:
        """Sets the database up on first use: server check, migrations, embedder."""
        if self._is_ready and not self._is_closed:
            return
        known: dict[str, Any] | None = yield self._effect(self._prepare)
        yield from self._settle_embedder(known)
        self._is_ready = True

    async def _prepare(self, connection: Connection) -> dict[str, Any] | None:
        """Brings the schema up to date; gives the embedder the database was filled with."""
        await check_server(connection)
        await migrate(connection, self.schema)
        cursor = await connection.execute(compose("large_scopes", self.schema))
        self.scopes.own = {row["scope"]: row["own_dimensions"] async for row in cursor}
        cursor = await connection.execute(compose("get_embedder", self.schema))
        row = await cursor.fetchone()
        value: dict[str, Any] | None = row["value"] if row else None
        return value

    def _settle_embedder(self, known: dict[str, Any] | None) -> Program[None]:
        """Refuses an embedder that doesn't fit the stored vectors; records the first one."""
        embedder = resolve_embeddings(self._spec)
        self._embedder = embedder
        if embedder is None:
            return
        if known is None:
            size = len((yield from self.embed_query("size")) or ())
            _check_dimensions(embedder.name, size)
            value = {"name": embedder.name, "dimensions": size}
            known = yield self._effect(lambda connection: self._record(connection, value))
        if known["name"] != embedder.name:
            self._embedder = None
            raise SchemaError(
                f"schema {self.schema!r} holds vectors of {known['name']!r} but the store was "
                f"started with {embedder.name!r}: start it with the embedder it was filled with, "
                "run `memory-graph reembed` to make them anew with the new one, or set "
                "MEMORY_GRAPH_SCHEMA to keep the two apart"
            )
        self._dimensions = known["dimensions"]

    async def _record(self, connection: Connection, value: dict[str, Any]) -> dict[str, Any]:
        """Records the embedder unless another process was faster; gives the one that counts."""
        await connection.execute(compose("set_embedder", self.schema), {"value": Jsonb(value)})
        cursor = await connection.execute(compose("get_embedder", self.schema))
        row = await cursor.fetchone()
        return value if row is None else dict(row["value"])

    def adopt(self) -> Program[tuple[str, dict[str, Any] | None]]:
        """Sets up with the store's embedder, whatever the stored vectors are of.

        Gives its name and what the schema says. Raises ConfigurationError when there is none.
        """
        known: dict[str, Any] | None = yield self._effect(self._prepare)
        embedder = resolve_embeddings(self._spec)
        if embedder is None:
            raise ConfigurationError(
                "the store has no embedder to make vectors with: set MEMORY_GRAPH_EMBEDDINGS"
            )
        self._embedder, self._dimensions = embedder, None
        self._is_ready = True
        return embedder.name, known

    # Embedding -----------------------------------------------------------------------------

    @property
    def embedder_name(self) -> str | None:
        """Name of the embedder in use; None when recall is lexical."""
        return self._embedder.name if self._embedder else None

    def embed_query(self, text: str, seconds: float | None = None) -> Program[list[float] | None]:
        """The vector of a query; None without an embedder. Raises ModelError, TimeoutError.

        The limit does not count the first time, when a local model is loaded.
        """
        embedder = self._embedder
        if embedder is None:
            return None
        call = Effect(lambda: embed_query(embedder, text), lambda: aembed_query(embedder, text))
        limited = seconds is not None and self._has_embedded
        vector: list[float] = yield within(call, seconds) if limited and seconds else call
        self._has_embedded = True
        self._check_size(embedder.name, vector)
        return vector

    def _check_size(self, name: str, vector: Sequence[float]) -> None:
        """Refuses a vector that can't be compared with the stored ones."""
        if self._dimensions and len(vector) != self._dimensions:
            raise ModelError(
                f"{name!r} gave a vector of {len(vector)} numbers, the stored ones have "
                f"{self._dimensions}: is it still the same model? `memory-graph reembed` makes "
                "them anew"
            )

    def embed_strictly(self, texts: Sequence[str]) -> Program[Vectors]:
        """Vectors by text; raises ModelError when the embedder fails."""
        embedder = self._embedder
        unique = list(dict.fromkeys(texts))
        if embedder is None or not unique:
            return Vectors()
        vectors: list[list[float]] = yield Effect(
            lambda: embed_texts(embedder, unique), lambda: aembed_texts(embedder, unique)
        )
        self._check_size(embedder.name, vectors[0])
        return Vectors(zip(unique, vectors, strict=True), embedder.name)

    def embed_for_storage(self, texts: Sequence[str]) -> Program[tuple[Vectors, bool]]:
        """Vectors by text, and whether they are missing because the embedder failed.

        What was said must not be lost because a model is down: it is stored without a vector.
        """
        try:
            vectors = yield from self.embed_strictly(texts)
        except ModelError as error:
            _LOG.warning("%d texts stored without vectors: %s", len(set(texts)), error)
            return Vectors(), True
        return vectors, False
