"""Made-up memories that behave like real ones: Zipf words, topics, sessions, times, entities.

A text's words and its vector lean towards the same topic, so that both arms have something to find
and a graph index has clusters to walk through. Everything follows from a seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from benchmarks.common import DIMENSIONS
from benchmarks.words import NAMES, QUESTIONS, VOCABULARY, content_words, grammar, vocabulary
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate, Evidence, Kind, Language, Turn

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
"""When the questions are asked; the memories go back four hundred days from here."""
TOPICS, TOPIC_WORDS = 300, 60
WORDS = 25
TURNS, FACTS = 20, 8
SESSION = TURNS + FACTS
"""Rows of one session: what was said, and what was kept of it."""
_KINDS: tuple[Kind, ...] = ("fact", "preference", "event", "fact")

Vectors = NDArray[np.float32]


class StoredVectors(Embeddings):
    """Gives each text the vector it was taught, so that embedding costs nothing."""

    model = "stored"

    def __init__(self, seed: int = 1) -> None:
        self._known: dict[str, NDArray[np.float32]] = {}
        self._other = unit(np.random.default_rng(seed).standard_normal((1, DIMENSIONS)))[0]

    def learn(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Keeps the vectors of some texts."""
        self._known.update(zip(texts, vectors, strict=True))

    def vector(self, text: str) -> NDArray[np.float32]:
        """The vector of a text that was learned; raises KeyError for any other."""
        return self._known[text]

    def embed_query(self, text: str) -> list[float]:
        """The vector of a text; what was never learned gets the one of no topic."""
        made: list[float] = self._known.get(text, self._other).tolist()
        return made

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """The vectors of several texts."""
        return [self.embed_query(text) for text in texts]


def unit(vectors: Any) -> Vectors:
    """Vectors at length one."""
    made: Vectors = (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(np.float32)
    return made


@dataclass(frozen=True)
class Session:
    """One conversation: its turns, what was kept of it, and a vector for each."""

    thread: str
    language: Language
    turns: tuple[Turn, ...]
    candidates: tuple[Candidate, ...]
    turn_vectors: Vectors
    fact_vectors: Vectors


@dataclass(frozen=True)
class Question:
    """What is asked of a scope."""

    scope: str
    text: str
    language: Language
    vector: Vectors
    silent: str = ""
    """Words of grammar only, no two questions the same: what is asked then is the vector."""


@dataclass
class Corpus:
    """Makes sessions and questions, one after the other."""

    seed: int = 1
    _random: np.random.Generator = field(init=False)
    _serial: int = 0

    def __post_init__(self) -> None:
        self._random = np.random.default_rng(self.seed)
        ranks = np.arange(1, VOCABULARY + 1)
        self._zipf = np.cumsum(1 / ranks) / np.sum(1 / ranks)
        self._words: dict[Language, NDArray[Any]] = {
            "en": np.array(vocabulary("en")), "zh": np.array(vocabulary("zh"))
        }  # fmt: skip
        self._topics = self._random.integers(100, VOCABULARY, (TOPICS, TOPIC_WORDS))
        self._centres = unit(self._random.standard_normal((TOPICS, DIMENSIONS)))

    def sessions(self, scope: str, rows: int, *languages: Language) -> Iterator[Session]:
        """Sessions of a scope, oldest first, in the languages in turn; ``rows`` or a few more."""
        count = -(-rows // SESSION)
        for number in range(count):
            age = timedelta(days=400 * (count - number) / count)
            language = languages[number % len(languages)]
            yield self._session(f"{scope}-{number}", language, NOW - age)

    def _session(self, thread: str, language: Language, start: datetime) -> Session:
        topic = int(self._random.integers(TOPICS))
        middle = unit(self._centres[topic] + 0.6 * self._noise(1)[0])
        said = [self._text(language, topic) for _ in range(TURNS)]
        turns = tuple(
            Turn(role="assistant" if i % 2 else "user", content=text, message_id=f"m{i}",
                 session_id=thread, position=i, said_at=start + timedelta(minutes=i))
            for i, text in enumerate(said)
        )  # fmt: skip
        kept = tuple(self._candidate(language, topic, turns[2 * i]) for i in range(FACTS))
        vectors = unit(middle + 0.7 * self._noise(SESSION))
        return Session(thread, language, turns, kept, vectors[:TURNS], vectors[TURNS:])

    def _candidate(self, language: Language, topic: int, turn: Turn) -> Candidate:
        kind = _KINDS[int(self._random.integers(len(_KINDS)))]
        names = NAMES[language]
        name = names[int(self._random.integers(len(names)))]
        text = self._text(language, topic, WORDS // 2)
        values: dict[str, Any] = {
            "tier": "episodic" if kind == "event" else "semantic", "kind": kind,
            "content": f"{name}：{text}" if language == "zh" else f"{name} {text}",
            "entities": (name,) if self._random.random() < 0.6 else (),
            "event_from": turn.said_at if kind == "event" else None,
            "importance": round(float(self._random.random()), 2), "language": language,
            "evidence": Evidence(span=turn.content[:200], message_id=turn.message_id,
                                 said_at=turn.said_at),
        }  # fmt: skip
        return Candidate.model_validate(values)

    def _text(self, language: Language, topic: int, words: int = WORDS) -> str:
        """A sentence no other text equals: its number ends it."""
        self._serial += 1
        chosen = self._chosen(language, topic, words)
        if language == "zh":
            return "".join(chosen) + f"{self._serial}。"
        return " ".join(chosen) + f" {self._serial}."

    def _chosen(self, language: Language, topic: int, words: int) -> list[str]:
        ranks = np.searchsorted(self._zipf, self._random.random(words))
        own = self._topics[topic, self._random.integers(TOPIC_WORDS, size=words)]
        is_own = self._random.random(words) < 0.2
        picked: list[str] = self._words[language][np.where(is_own, own, ranks)].tolist()
        return picked

    def _noise(self, count: int) -> Vectors:
        return unit(self._random.standard_normal((count, DIMENSIONS)))

    def question(self, scope: str, text: str, vector: Vectors) -> Question:
        """A question about a memory: some of its words, a vector not far from its own."""
        language = detect_language(text)
        words = content_words(text, language)
        picked = [str(one) for one in self._random.choice(words, 4)]
        forms = QUESTIONS[language]
        names = NAMES[language]
        form = forms[int(self._random.integers(len(forms)))]
        asked = form.format(*picked, name=names[int(self._random.integers(len(names)))])
        self._serial += 1
        made = unit(vector + 0.5 * self._noise(1)[0])
        return Question(scope, asked, language, made, grammar(self._serial))
