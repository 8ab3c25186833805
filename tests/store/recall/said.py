"""What the tests of recall share: embedders for words, and ways to have said something."""

from __future__ import annotations

import hashlib
import math
from datetime import UTC, datetime, timedelta
from typing import Any

from langchain_core.embeddings import Embeddings

from memory_graph.effects import run
from memory_graph.stores.branch import OUTSIDE, cover
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence, RecallResult, Role, Turn

DAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


class WordEmbeddings(Embeddings):
    """Texts that share words are near; a word is a direction made from its letters."""

    size = 64

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        vector = [0.001] * self.size
        for word in text.lower().replace(".", "").replace("?", "").split():
            vector[int(hashlib.md5(word.encode()).hexdigest(), 16) % self.size] += 1.0
        length = math.sqrt(sum(part * part for part in vector))
        return [part / length for part in vector]


class NoiseEmbeddings(WordEmbeddings):
    """Vectors that say nothing."""

    def embed_query(self, text: str) -> list[float]:
        digest = hashlib.sha512(text.encode()).digest()
        return [byte / 255 - 0.5 for byte in digest]


def contents(result: RecallResult) -> list[str]:
    return [one.memory.content for one in result.memories]


def candidate(content: str, **fields: Any) -> Candidate:
    values = {
        "tier": "semantic", "kind": "fact", "content": content,
        "evidence": Evidence(role="user", span=content[:200], said_at=DAY), **fields,
    }  # fmt: skip
    return Candidate.model_validate(values)


def told_later(content: str, days: int) -> Candidate:
    evidence = Evidence(role="user", span=content, said_at=DAY + timedelta(days))
    return candidate(content, evidence=evidence)


def say(
    store: PostgresMemoryStore, scope: str, *turns: tuple[Role, str] | tuple[Role, str, str],
    session: str = "s1", at: datetime = DAY,
) -> None:  # fmt: skip
    said = tuple(
        Turn(
            role=one[0], content=one[1], speaker=one[2] if len(one) == 3 else None,
            message_id=f"{session}-{i}", said_at=at + timedelta(minutes=i),
            session_id=session, position=i,
        )
        for i, one in enumerate(turns)
    )  # fmt: skip
    covered = tuple(cover(one.message_id or "", one.content) for one in said)
    run(store.commit_program(Commit(scope, OUTSIDE, turns=said, covered=covered, nonce=session)))
