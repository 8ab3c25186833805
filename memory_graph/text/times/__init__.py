"""Finds time phrases in English and Chinese text and says which window of time they mean.

Pure: the clock is an argument, nothing is read from the machine. ``find_times`` resolves,
``looks_like_time`` says whether there is something to resolve, ``format_time`` and
``format_date`` write times for people.
"""

from __future__ import annotations

from datetime import datetime

from memory_graph.text.times.types import Direction, Precision, Prefer, TimePhrase
from memory_graph.types import Language

__all__ = [
    "Direction",
    "Precision",
    "Prefer",
    "TimePhrase",
    "find_times",
    "format_date",
    "format_time",
    "looks_like_time",
]


def find_times(
    text: str, now: datetime, language: Language | None = None, prefer: Prefer = "future"
) -> tuple[TimePhrase, ...]:
    """Return the resolved time phrases of ``text``, left to right, without overlaps."""
    return ()


def looks_like_time(text: str, language: Language | None = None) -> bool:
    """True when ``text`` contains time words, even if nothing can be resolved."""
    return False


def format_time(since: datetime, until: datetime | None, language: Language) -> str:
    """Write a window for people; ``until`` None means a moment."""
    return since.isoformat()


def format_date(day: datetime, language: Language) -> str:
    """Write the day for people: "Thursday 2 July 2026", "2026年7月2日（周四）"."""
    return day.date().isoformat()
