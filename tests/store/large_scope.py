"""A large scope: topics, two languages, threads and forks through the store, most rows by COPY."""

from __future__ import annotations

import random
import zlib
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import accumulate
from typing import Any
from uuid import uuid4

import numpy as np
import psycopg
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray
from psycopg import sql

from memory_graph import lineage as multirange
from memory_graph.effects import run
from memory_graph.scope import scope_label
from memory_graph.stores.branch import Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.rows import lexeme_vector, vector_literal
from memory_graph.text.clean import normalise_name
from memory_graph.text.tokens import index_terms
from memory_graph.types import Language, Turn

SIZE = 32
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
NAMES = {"en": ("Alice", "Bruno", "Carla", "Dmitri", "Elena"),
         "zh": ("王芳", "李伟", "张敏", "赵磊", "陈静")}  # fmt: skip
TURNS, FACTS = 40, 20
PASS = 2 * TURNS + FACTS
TOPICS, TOPIC_WORDS, VOCABULARY = 120, 30, 3000
SYLLABLES = ("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu", "dre", "pla", "sto", "gri")
SIGNS = [chr(0x4E00 + 7 * number) for number in range(1500)]
SHARES = list(accumulate(1 / rank for rank in range(1, VOCABULARY + 1)))
COLUMNS = (
    "scope", "id", "dedupe_key", "kind", "tier", "content", "asserted", "language", "valid_from",
    "recorded_at", "created_at", "updated_at", "entities", "role", "thread_id", "importance",
    "word_count", "lexemes", "lexeme_count", "embedding", "session_id", "position", "event_from",
)  # fmt: skip
AFTERWARDS = """
WITH made AS (
    INSERT INTO memory_graph.entities (scope, name, normal_name, recorded_at)
    SELECT DISTINCT scope, unnest(entities), unnest(entities), now()
      FROM memory_graph.memories WHERE scope = %(scope)s
    RETURNING id, normal_name
), named AS (
    INSERT INTO memory_graph.mentions (scope, entity_id, memory_id)
    SELECT m.scope, made.id, m.id FROM memory_graph.memories m
      JOIN made ON made.normal_name = ANY(m.entities) WHERE m.scope = %(scope)s
)
UPDATE memory_graph.scopes s SET row_count = c.rows, lexeme_count = c.lexemes
  FROM (SELECT count(*) AS rows, sum(lexeme_count) AS lexemes
          FROM memory_graph.memories WHERE scope = %(scope)s) c
 WHERE s.scope = %(scope)s"""
Vector = NDArray[np.float64]


@cache
def _terms(text: str) -> tuple[str, ...]:
    return tuple(index_terms(text))


def _all_terms(text: str) -> list[str]:
    """The terms of a made-up sentence, word by word: fast, since words come again."""
    return [term for one in text.rstrip(".。").replace("，", " ").split() for term in _terms(one)]


class WordVectors(Embeddings):
    """The mean of its words' vectors, so that what shares words lies near."""

    def __init__(self, size: int = SIZE, model: str = "words") -> None:
        self.size, self.model = size, model
        self._of_term = cache(self._random)

    def _random(self, text: str) -> Vector:
        return np.random.default_rng(zlib.crc32(text.encode())).standard_normal(self.size)

    def of_terms(self, terms: Sequence[str], noise: Vector) -> list[float]:
        """The vector of a text with these terms."""
        total = sum(map(self._of_term, terms), 2 * noise)
        made: list[float] = (total / np.linalg.norm(total)).tolist()
        return made

    def embed_query(self, text: str) -> list[float]:
        return self.of_terms(index_terms(text), self._random(text))

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]


@cache
def word(language: str, rank: int) -> str:
    """The word of a rank in the made-up vocabulary."""
    if language == "zh":
        return SIGNS[rank % len(SIGNS)] + SIGNS[(rank * 31 + 7) % len(SIGNS)]
    parts = (rank % 14, rank // 14 % 14, rank // 196)
    return "".join(SYLLABLES[part % 14] for part in parts) + "q" * (parts[2] // 14)


@dataclass(frozen=True)
class Pass:
    """One write of a thread, to which rows are added."""

    number: int
    thread: str
    clock: datetime
    language: Language
    said_at: datetime


@dataclass
class Writer:
    """Fills a scope; keeps what a test asks for."""

    store: PostgresMemoryStore
    dsn: str
    user: str
    vectors: WordVectors = field(default_factory=WordVectors)
    dice: random.Random = field(default_factory=lambda: random.Random(5))
    noise: np.random.Generator = field(default_factory=lambda: np.random.default_rng(5))
    serial: int = 0
    passes: list[Pass] = field(default_factory=list)
    left: list[Branch] = field(default_factory=list)
    """Readers inside branches that were left."""
    facts: list[str] = field(default_factory=list)
    """Ids of the facts, in order."""

    @property
    def scope(self) -> str:
        """The label of the scope."""
        return scope_label(self.user)

    def fill(self, rows: int) -> None:
        """Writes so many rows in threads of two passes, every eighth forked after the first."""
        for number in range(-(-rows // (2 * PASS))):
            self._thread(number)
        with psycopg.connect(self.dsn) as connection:
            made = [row for one in self.passes for row in self._rows(one)]
            names = sql.SQL(", ").join(map(sql.Identifier, COLUMNS))
            copy = sql.SQL("COPY memory_graph.memories ({}) FROM STDIN").format(names)
            with connection.cursor() as cursor, cursor.copy(copy) as target:
                for row in made:
                    target.write_row([row[name] for name in COLUMNS])
            connection.execute(AFTERWARDS, {"scope": self.scope})
        for start in range(0, len(self.facts), 600):  # a tenth is closed
            self.store.retire(self.user, self.facts[start : start + 600 : 10], reason="outdated")

    def _thread(self, number: int) -> None:
        thread = f"thread-{number}"
        first = self._pass(Branch(thread, "1", multirange.EMPTY), number)
        second = self._pass(Branch(thread, "2", first), number)
        if number % 8 == 0:
            self._pass(Branch(thread, "3", first), number)
            self.left.append(Branch(thread, "2", second))

    def _pass(self, branch: Branch, number: int) -> str:
        language: Language = "zh" if number % 2 else "en"
        said_at = NOW - timedelta(days=400 - 2 * number, hours=len(self.passes) % 7)
        turn = Turn(role="user", content=self.text(language, 0), message_id=f"a{self.serial}")
        result = run(self.store.commit_program(Commit(self.scope, branch, turns=(turn,))))
        assert result.number is not None
        assert result.clock is not None
        assert branch.thread_id is not None
        self.passes.append(Pass(result.number, branch.thread_id, result.clock, language, said_at))
        return result.lineage

    def _rows(self, one: Pass) -> Iterator[dict[str, Any]]:
        """Two sessions of turns, and what was kept of them."""
        for _ in range(2):
            topic, session = self.dice.randrange(TOPICS), f"session-{self.serial}"
            before: list[str] = []
            for position in range(TURNS):
                text = self.text(one.language, topic)
                if position % 20 == 3:
                    text += f" QX-{self.serial:05}"
                row = self._row(one, "turn", text, before[-2:], minutes=position)
                yield row | {"session_id": session, "position": position}
                before.append(text)
        for number in range(FACTS):
            name = self.dice.choice(NAMES[one.language])
            kind = "event" if number % 4 == 0 else "fact"
            text = f"{name} {self.text(one.language, self.dice.randrange(TOPICS), 8)}"
            row = self._row(one, kind, text, [])
            self.facts.append(row["id"])
            yield row | {"entities": [normalise_name(name)] if number % 2 else [],
                         "event_from": one.said_at if kind == "event" else None}  # fmt: skip

    def _row(
        self, one: Pass, kind: str, text: str, before: list[str], minutes: int = 0
    ) -> dict[str, Any]:
        """A row as the store would write it."""
        own, last = _all_terms(text), [term for line in before[-1:] for term in _all_terms(line)]
        others = [term for line in before for term in _all_terms(line)]
        terms = [*own, *others]
        return dict.fromkeys(COLUMNS) | {
            "scope": self.scope, "id": str(uuid4()), "dedupe_key": str(uuid4()), "kind": kind,
            "tier": "semantic" if kind == "fact" else "episodic", "content": text,
            "asserted": f"{{[{one.number},{one.number + 1})}}", "language": one.language,
            "valid_from": one.said_at + timedelta(minutes=minutes), "recorded_at": one.clock,
            "created_at": one.clock, "updated_at": one.clock, "entities": [],
            "role": "assistant" if minutes % 2 else "user", "thread_id": one.thread,
            "importance": round(self.dice.random(), 2), "word_count": len(own),
            "lexemes": lexeme_vector(terms), "lexeme_count": len(terms),
            "embedding": vector_literal(self.vectors.of_terms([*own, *last], self._noise())),
        }  # fmt: skip

    def _noise(self) -> Vector:
        return self.noise.standard_normal(SIZE)

    def text(self, language: str, topic: int, words: int = 10) -> str:
        """A sentence that no other equals."""
        self.serial += 1
        chosen = [word(language, self._rank(topic)) for _ in range(words)]
        if language == "zh":
            return "，".join(chosen) + f"，{self.serial}。"
        return " ".join(chosen) + f" {self.serial}."

    def _rank(self, topic: int) -> int:
        if self.dice.random() < 0.25:
            return 100 + (topic * 977 + self.dice.randrange(TOPIC_WORDS) * 89) % (VOCABULARY - 100)
        return bisect(SHARES, self.dice.random() * SHARES[-1])
