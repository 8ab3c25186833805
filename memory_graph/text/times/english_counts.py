"""English wording of counts from now: three days ago, in two weeks, the past seven days."""

from __future__ import annotations

import re
from datetime import datetime

from memory_graph.text.times.english_words import COUNT, UNIT
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.offsets import Unit, counted, rolling, same_day
from memory_graph.text.times.rules import Rule, latin_rule
from memory_graph.text.times.spec import Spec

_UNITS: dict[str, tuple[Unit, int]] = {
    "mi": ("minute", 1),
    "ho": ("hour", 1),
    "hr": ("hour", 1),
    "da": ("day", 1),
    "we": ("week", 1),
    "fo": ("week", 2),
    "mo": ("month", 1),
    "ye": ("year", 1),
    "de": ("year", 10),
}
_BACK = r"\b(?=\s*(?:$|[,.;!?])|\s+(?:i|we|you|he|she|they|about)\b)"
"""What follows "two weeks back"; "back home" says something else."""


def count_rules() -> tuple[Rule, ...]:
    """All of them."""
    return (*_ago_rules(), *_rolling_rules())


def _ago_rules() -> tuple[Rule, ...]:
    fraction = r"half\s+an?|(?:(?:a\s+)?quarter|three\s+quarters)\s+of\s+an(?=\s+hour)"
    count = (
        rf"(?P<n>{fraction}|{COUNT})(?P<half>\s+and\s+a\s+half)?\s+(?P<unit>{UNIT})"
        r"(?P<post>\s+and\s+a\s+half)?"
    )
    number = rf"(?<![\d.,-])\b{count}"
    return (
        latin_rule(rf"{number}\s+ago\b", lambda m, n: _counted(m, n, -1)),
        latin_rule(
            rf"\b(?:less|no\s+more)\s+than\s+{count}\s+ago\b", lambda m, n: _rolling(m, n, -1)
        ),
        latin_rule(
            rf"(?<!\bmy\s)(?<!\bthe\s)(?<!those\s)(?<!these\s){number}\s+back{_BACK}",
            lambda m, n: _counted(m, n, -1),
        ),
        latin_rule(rf"{number}\s+ago\s+(?:to(?=day\b)|on\s+this\s+)day\b", _that_day),
        latin_rule(rf"{number}\s+(?:from\s+(?:now|today)|hence)\b", lambda m, n: _counted(m, n, 1)),
        latin_rule(
            rf"\bin\s+{count}(?:['’]s?)?(?:\s+time)?\b(?!\s+of\b)", lambda m, n: _counted(m, n, 1)
        ),
        latin_rule(
            rf"\bwithin\s+(?:the\s+next\s+)?{count}\b(?!\s+of\b)", lambda m, n: _rolling(m, n, 1)
        ),
    )


def _rolling_rules() -> tuple[Rule, ...]:
    many = rf"(?P<n>\d{{1,9}}|(?!an?\b){COUNT})\s+(?P<unit>{UNIT})\b(?!\s+of\b)"
    one = rf"(?P<unit>{UNIT})\b"
    fraction = r"(?P<n>half(?:\s+an?)?)[\s-]+(?P<unit>hour|day|year)\b"
    return (
        latin_rule(
            rf"\b(?:the\s+)?(?:past|last|previous)\s+{many}", lambda m, n: _rolling(m, n, -1)
        ),
        latin_rule(
            rf"\b(?:the\s+)?(?:past|last|previous)\s+{fraction}", lambda m, n: _rolling(m, n, -1)
        ),
        latin_rule(
            rf"\b(?:the\s+)?(?:next|coming|following)\s+{many}", lambda m, n: _rolling(m, n, 1)
        ),
        latin_rule(rf"\b(?:the|this)\s+past\s+{one}", lambda m, n: _rolling(m, n, -1)),
        latin_rule(
            rf"\b(?:in|over|during|within)\s+the\s+(?:past|last)\s+{one}",
            lambda m, n: _rolling(m, n, -1),
        ),
        latin_rule(
            r"\bwithin\s+the\s+(?:next|coming)\s+(?P<unit>hour|day|week|month|year)\b"
            r"|\b(?:in|over|during)\s+the\s+(?:next|coming)\s+(?P<short>hour|day)\b",
            lambda m, n: rolling(1, _UNITS[(m["unit"] or m["short"])[:2].lower()][0], n, 1),
        ),
    )


def _amount(match: re.Match[str]) -> float | None:
    groups = match.groupdict()
    words = " ".join((groups.get("n") or "1").lower().split())
    if words.startswith(("half", "three quarters")):
        return 0.5 if words.startswith("half") else 0.75
    if "quarter" in words:
        return 0.25
    number = read_number(words)
    half = 0.5 if groups.get("half") or groups.get("post") else 0.0
    return None if number is None else number + half


def _length(match: re.Match[str]) -> tuple[float, Unit] | None:
    """How many of which unit; a fortnight is two weeks."""
    amount = _amount(match)
    unit, times = _UNITS[match["unit"][:2].lower()]
    return None if amount is None else (amount * times, unit)


def _counted(match: re.Match[str], now: datetime, sign: int) -> Spec | None:
    length = _length(match)
    return None if length is None else counted(*length, now, sign)


def _that_day(match: re.Match[str], now: datetime) -> Spec | None:
    """The very day: "a year ago today"."""
    length = _length(match)
    return None if length is None else same_day(*length, now, -1)


def _rolling(match: re.Match[str], now: datetime, sign: int) -> Spec | None:
    length = _length(match)
    return None if length is None else rolling(*length, now, sign)
