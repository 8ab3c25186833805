"""What the tests of reembed share: a named embedder, and something of each kind with vectors."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_graph.effects import run
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.testing import NgramEmbeddings
from memory_graph.types import Turn

Open = Callable[..., PostgresMemoryStore]


class Model(NgramEmbeddings):
    """An embedder with a name, which can be made to fail or to do something first."""

    def __init__(self, model: str, dimensions: int = 16) -> None:
        super().__init__(dimensions)
        self.model = model
        self.before: Callable[[list[str]], None] = lambda texts: None

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.before(texts)
        return super().embed_documents(texts)


def said(number: int, content: str, role: str = "user", session: str = "s1") -> Turn:
    return Turn.model_validate(
        {
            "role": role, "content": content, "session_id": session, "position": number,
            "said_at": datetime(2026, 3, 1, tzinfo=UTC) + timedelta(minutes=number),
        }
    )  # fmt: skip


DIALOGUE = [said(1, "I live in Rome."), said(2, "How nice!", "assistant"), said(3, "我喜欢红茶。"),
            said(1, "Hello again.", session="s2"), said(2, "x" * 900, session="s2"),
            said(3, "Bye.", "assistant", session="s2")]  # fmt: skip

PARTS = ["text", "tags[*]", "deep.x"]


def fill(store: PostgresMemoryStore, scope: str = "ann") -> None:
    """Stores something of every kind that has vectors."""
    for turn, before in zip(DIALOGUE, [None, *DIALOGUE], strict=False):
        todo = Commit(scope, OUTSIDE, turns=(turn,), before=(before,) if before else (),
                      nonce=turn.content)  # fmt: skip
        run(store.commit_program(todo))
    first = store.remember(scope, ["Likes tea.", "Owns a dog."]).memory_ids[0]
    store.revise(scope, first, "Likes green tea.")
    store.put((scope, "notes"), "whole", {"text": "hello", "tags": ["a", "b"]})
    for text, deep, index in (("hello", "y", PARTS), ("later", "z", [*PARTS[1:], "text"])):
        value = {"text": text, "tags": ["one", "two"], "deep": {"x": deep}}
        store.put((scope, "notes"), "parts", value, index=index)
    store.put((scope, "notes"), "none", {"text": "unindexed"}, index=False)
    store.put((scope, "semantic"), "fact", {"content": "Plays chess."})


# Of a closed item the further vectors are gone, and with them which part its first vector is of.
VECTORS = """
    SELECT tier, kind, content, interval_number, embedding::text AS vector, 0 AS ordinal, '' AS path
      FROM memories WHERE tier <> 'item' OR isempty(closed)
    UNION ALL
    SELECT m.tier, m.kind, m.content, m.interval_number, v.embedding::text, v.ordinal, v.path
      FROM item_vectors v JOIN memories m ON m.scope = v.scope AND m.id = v.memory_id"""

STATE = "SELECT key, value FROM meta WHERE key IN ('embedder', 'reembed') ORDER BY key"

MISSING = """SELECT count(*) AS n FROM memories
              WHERE embedding IS NULL AND (tier <> 'item' OR content <> '')"""


def vectors(query: Callable[..., Any], schema: str) -> list[str]:
    return sorted(json.dumps(row, ensure_ascii=False) for row in query(VECTORS, schema))


def by_meaning(store: PostgresMemoryStore, text: str, scope: str = "ann") -> list[float]:
    """The vector scores of what a question finds."""
    found = store.recall(scope, text).memories
    return [one.scores.vector for one in found if one.scores.vector]
