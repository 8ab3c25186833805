"""Time phrases as statements use them: "Jan-Mar" is one window, "from July" has no end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memory_graph.text.times import TimePhrase, find_times, format_date, format_time
from memory_graph.text.times.types import Prefer
from memory_graph.types import Language

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?"
_MONTHS = re.compile(rf"(?i)\b({_MONTH})\s*[-–—]\s*({_MONTH})(?:\s+(\d{{4}}))?(?![\w])")
_FROM = re.compile(r"(?i)\b(?:from|as of|starting(?: in)?|beginning(?: in)?)\s+$")
_BETWEEN = r"(?i)\b(?:to|and|until|till|through)\b|[-–—~～到至]"
"""Words between the two days of a range."""
_LONG = frozenset({"day", "month", "season", "quarter", "year"})


def find_windows(
    text: str, now: datetime, language: Language, prefer: Prefer = "past"
) -> tuple[TimePhrase, ...]:
    """Return the time phrases of a statement, left to right."""
    phrases = list(find_times(text, now, language, prefer))
    if language == "en":
        phrases = [_open(phrase, text) for phrase in _with_months(phrases, text, now, prefer)]
    return tuple(phrases)


def _with_months(
    phrases: Sequence[TimePhrase], text: str, now: datetime, prefer: Prefer
) -> list[TimePhrase]:
    """Put one window in place of the two months of "Jan-Mar"."""
    match = _MONTHS.search(text)
    if match is None or any(p.precision == "range" for p in phrases):
        return list(phrases)
    year = f" {match[3]}" if match[3] else ""
    ends = [find_times(f"in {word}{year}", now, "en", prefer) for word in match.group(1, 2)]
    if not all(ends) or ends[0][0].since >= ends[1][0].until:
        return list(phrases)
    window = TimePhrase(match.group(), *match.span(), ends[0][0].since, ends[1][0].until, "range")
    others = [p for p in phrases if p.end <= window.start or p.start >= window.end]
    return sorted([*others, window], key=lambda phrase: phrase.start)


def _open(phrase: TimePhrase, text: str) -> TimePhrase:
    """Leave the end open for "from July" with nothing after it."""
    before = _FROM.search(text[: phrase.start])
    last = not text[phrase.end :].strip(" .!,;")
    if before is None or not last or phrase.precision not in _LONG or phrase.direction != "point":
        return phrase
    words = text[before.start() : phrase.end]
    return replace(phrase, words=words, start=before.start(), direction="open_end")


def moment_of(phrase: TimePhrase) -> str:
    """Write the day, the month or the year that a phrase names, as a value."""
    form = {"year": "%Y", "month": "%Y-%m"}.get(phrase.precision, "%Y-%m-%d")
    if phrase.precision == "range" and not re.search(_BETWEEN, phrase.words):
        form = "%Y-%m"  # "at the end of May" names no day
    return phrase.since.strftime(form)


def dated(content: str, phrase: TimePhrase, language: Language) -> str:
    """Add the real date, since "last month" means nothing later on."""
    date = format_time(phrase.since, phrase.until, language)
    if phrase.direction == "open_end":
        day = format_date(phrase.since, language)
        date = f"自{day}起" if language == "zh" else f"since {day}"
    if date in content:
        return content
    return f"{content[:-1]}（{date}）。" if language == "zh" else f"{content[:-1]} ({date})."
