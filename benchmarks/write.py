"""Writing: rows a second in bulk beside LangGraph's PostgresStore, and one memory at a time.

Both stores get the same texts and the same vectors on the same server, in the same run. Bulk is the
BaseStore interface that both have (``batch`` with puts); turns and facts are what the graph writes,
with all that hangs on them. A single ``remember`` (plan, write, commit) is set beside one prepared
upsert of the same text and vector with its commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import psycopg
from langgraph.store.base import PutOp
from langgraph.store.postgres import PostgresStore

from benchmarks.common import (
    DIMENSIONS,
    FastEmbeddings,
    database,
    milliseconds,
    options,
    sentences,
    server,
    show,
    timed,
)
from memory_graph.effects import run
from memory_graph.settings import Settings
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.rows import vector_literal
from memory_graph.types import Turn

BATCH = 500
_START = datetime(2026, 1, 1, tzinfo=UTC)
_TABLE = f"""
CREATE TABLE single (scope text, key text, value jsonb NOT NULL, embedding halfvec({DIMENSIONS}),
                     updated_at timestamptz NOT NULL, PRIMARY KEY (scope, key))"""
_UPSERT = """
INSERT INTO single VALUES (%s, %s, %s::jsonb, %s::halfvec, now())
ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value, embedding = excluded.embedding,
                                       updated_at = excluded.updated_at"""


def _batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(texts), BATCH):
        yield texts[start : start + BATCH]


def _puts(texts: Sequence[str]) -> list[list[PutOp]]:
    return [
        [PutOp(("ann", "notes"), text, {"text": text}) for text in batch]
        for batch in _batches(texts)
    ]


def _rate(rows: int, work: Callable[[], Any]) -> float:
    return round(rows / timed(work), 1)


# Bulk ------------------------------------------------------------------------------------------


def ours_in_bulk(dsn: str, texts: Sequence[str]) -> dict[str, float]:
    """Rows a second of puts, of turns and of facts."""
    puts = _puts(texts)
    with _store(dsn) as store:
        store.remember("warm", "up")
        return {
            "memory_graph": _rate(len(texts), lambda: [store.batch(ops) for ops in puts]),
            "memory_graph_turns": _rate(len(texts), lambda: _turns(store, texts)),
            "memory_graph_facts": _rate(
                len(texts), lambda: [store.remember("facts", batch) for batch in _batches(texts)]
            ),
        }


def _store(dsn: str) -> PostgresMemoryStore:
    settings = Settings(dsn=dsn, pool_size=2)
    return PostgresMemoryStore(
        settings=settings, embeddings=FastEmbeddings(), index_fields=["text"]
    )


def _turns(store: PostgresMemoryStore, texts: Sequence[str]) -> None:
    turns = [
        Turn(role="user", content=text, session_id="s", position=number,
             said_at=_START + timedelta(minutes=number))
        for number, text in enumerate(texts)
    ]  # fmt: skip
    for number, start in enumerate(range(0, len(turns), BATCH)):
        part, before = turns[start : start + BATCH], turns[max(0, start - 2) : start]
        todo = Commit("turns", OUTSIDE, turns=tuple(part), before=tuple(before), nonce=str(number))
        run(store.commit_program(todo))


def theirs_in_bulk(dsn: str, texts: Sequence[str]) -> float:
    """Rows a second of puts into PostgresStore with its own vector index."""
    puts = _puts(texts)
    index: Any = {"dims": DIMENSIONS, "embed": FastEmbeddings(), "fields": ["text"]}
    with PostgresStore.from_conn_string(dsn, index=index) as store:
        store.setup()
        store.put(("warm",), "up", {"text": "up"})
        return _rate(len(texts), lambda: [store.batch(ops) for ops in puts])


# One at a time -----------------------------------------------------------------------------------


def remember_once(dsn: str, texts: Sequence[str]) -> dict[str, float]:
    """Milliseconds of one ``remember``, embedding, plan and commit included."""
    with _store(dsn) as store:
        for text in texts[:20]:
            store.remember("warm", text)
        calls = [partial(store.remember, "single", text) for text in texts]
        return milliseconds([timed(call) for call in calls])


def upsert_once(dsn: str, texts: Sequence[str]) -> dict[str, float]:
    """Milliseconds of one prepared upsert of the same, embedding and commit included."""
    model = FastEmbeddings()
    with psycopg.connect(dsn) as connection:
        connection.execute(_TABLE.encode())
        connection.commit()

        def upsert(text: str) -> None:
            vector = vector_literal(model.embed_query(text))
            value = f'{{"number": {len(text)}}}'
            connection.execute(_UPSERT.encode(), ["single", text, value, vector], prepare=True)
            connection.commit()

        for text in texts[:20]:
            upsert(text + " warm")
        return milliseconds([timed(partial(upsert, text)) for text in texts])


def measure(rows: int, singles: int) -> dict[str, Any]:
    """All of it on one server."""
    texts, few = sentences(rows), sentences(singles, seed=2)
    with server() as dsn:
        with database(dsn, "theirs") as place:
            rates = {"postgres_store": theirs_in_bulk(place, texts)}
        with database(dsn, "ours") as place:
            rates |= ours_in_bulk(place, texts)
            once = {"remember": remember_once(place, few), "upsert": upsert_once(place, few)}
    return {
        "rows": rows, "dimensions": DIMENSIONS, "batch": BATCH, "rows_per_s": rates,
        "bulk_ratio": round(rates["memory_graph"] / rates["postgres_store"], 2),
        "ms": once,
        "single_ratio": round(once["remember"]["p50"] / once["upsert"]["p50"], 2),
    }  # fmt: skip


def main() -> None:
    """Measures and prints."""
    chosen = options(__doc__)
    rows, singles = (3_000, 200) if chosen.quick else (10_000, 1_000)
    show(measure(rows, singles), as_json=chosen.json)


if __name__ == "__main__":
    main()
