"""Shared by the tests of the offline model: one clock, and short ways to extract and to ask."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memory_graph.offline import AnswerMemory, answer, extract_candidates
from memory_graph.offline.acknowledge import as_memory
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate, Turn

NOW = datetime(2026, 7, 1, 10, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
"""A Wednesday morning."""


@pytest.fixture
def now() -> datetime:
    return NOW


Within = Callable[[float, Callable[[], object]], bool]


@pytest.fixture
def within() -> Iterator[Within]:
    """Tell whether something ends in so many seconds; what does not is broken off.

    For what ends in milliseconds on any machine, or never.
    """

    def ring(*_: object) -> None:
        raise TimeoutError

    def run(seconds: float, work: Callable[[], object]) -> bool:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            work()
        except TimeoutError:
            return False
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return True

    before = signal.signal(signal.SIGALRM, ring)
    yield run
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def extract() -> Callable[[str], list[Candidate]]:
    def run(text: str) -> list[Candidate]:
        return extract_candidates([Turn(role="user", content=text, message_id="m1")], now=NOW)

    return run


@dataclass
class Notebook:
    """Remembers what is told, one minute apart, and answers a few days later."""

    memories: list[AnswerMemory] = field(default_factory=list)
    now: datetime = NOW

    def tell(self, *texts: str) -> Notebook:
        for text in texts:
            self.now += timedelta(minutes=1)
            found = extract_candidates([Turn(role="user", content=text)], now=self.now)
            assert found, text
            self.memories += [_remembered(candidate, self.now) for candidate in found]
        return self

    def ask(self, question: str) -> str:
        later = self.now + timedelta(days=1)
        return answer(question, self.memories, now=later, language=detect_language(question))


def _remembered(candidate: Candidate, at: datetime) -> AnswerMemory:
    return replace(as_memory(candidate), recorded_at=at, score=0.5)


@pytest.fixture
def notebook() -> Notebook:
    return Notebook()
