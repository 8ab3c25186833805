"""English wording of clock times, parts of the day and counts from now."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Literal

from memory_graph.text.times.english_words import COUNT, FOLLOWS, NUMBER, UNIT
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.offsets import Unit, counted, rolling, same_day
from memory_graph.text.times.rules import Needs, Rule, latin_rule
from memory_graph.text.times.spec import Part, Spec

_UNITS: dict[str, tuple[Unit, int]] = {
    "mi": ("minute", 1),
    "ho": ("hour", 1),
    "hr": ("hour", 1),
    "da": ("day", 1),
    "we": ("week", 1),
    "fo": ("week", 2),
    "mo": ("month", 1),
    "ye": ("year", 1),
}
_SPOKEN_HOUR = (
    "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?<![\\d.:,])\\d{1,2})"
)
_SPOKEN_MINUTE = (
    "(?:oh[- ](?:one|two|three|four|five|six|seven|eight|nine)|ten|eleven|twelve|thirteen|fourteen"
    "|fifteen|sixteen|seventeen|eighteen|nineteen"
    "|(?:twenty|thirty|forty|fifty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
)
_PARTS: dict[str, Part] = {
    "morning": "morning",
    "afternoon": "afternoon",
    "evening": "evening",
    "night": "evening",
}
_MERIDIEM = r"(?P<half>[ap])(?:\.m\.?|m)(?![\w])"
_PAST = {"quarter": 15, "half": 30}


def clock_rules() -> tuple[Rule, ...]:
    """3pm, 15:30, half past three, noon, in the afternoon, three days ago, the past week."""
    return (
        *_hour_rules(),
        *_spoken_rules(),
        *_bare_rules(),
        *_part_rules(),
        *_ago_rules(),
        *_rolling_rules(),
    )


def _hour_rules() -> tuple[Rule, ...]:
    hour = rf"(?P<h>{NUMBER})"
    return (
        latin_rule(rf"(?<![\d.:,$€£])\b{hour}(?:[:.](?P<m>\d{{2}}))?\s*{_MERIDIEM}", _clock),
        latin_rule(rf"\b{hour}\s+o['’]?clock\b", _clock),
        latin_rule(
            r"(?<!from\s)(?<!between\s)(?:\bat\s+)?\b(?P<past>half|(?:a\s+)?quarter|five|ten|twenty(?:-five)?"
            rf"|{NUMBER}(?=\s+minutes))(?:\s+minutes)?\s+(?P<way>past|to)\s+{hour}\b"
            rf"(?:\s*{_MERIDIEM}|{FOLLOWS})",
            _past_or_to,
        ),
        latin_rule(r"\b(?:noon|midday)\b", lambda _m, _n: Spec(hour=12, exact=True)),
        latin_rule(r"\bmidnight\b", lambda _m, _n: Spec(hour=24, exact=True)),
    )


def _spoken_rules() -> tuple[Rule, ...]:
    """At seven thirty, eight fifteen pm, nine forty in the morning."""
    spoken = rf"(?P<h>{_SPOKEN_HOUR})[ -](?P<word>{_SPOKEN_MINUTE})"
    part = r"(?=\s+(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night|tonight)\b)"
    return (
        latin_rule(rf"\bat\s+{spoken}(?:\s*{_MERIDIEM}|{FOLLOWS}|{part})", _clock),
        latin_rule(rf"\b{spoken}(?:\s*{_MERIDIEM}|{part})", _clock),
        latin_rule(rf"\b{spoken}{FOLLOWS}", _clock, "date"),
    )


def _bare_rules() -> tuple[Rule, ...]:
    """A number that is an hour only because of the words around it."""
    to = r"\s*(?:-|–|to|until|till|and)\s*"
    rules: tuple[tuple[str, Needs], ...] = (
        (rf"(?:\bat\s+|(?<!\w)@\s*)(?P<h>{NUMBER}){FOLLOWS}", ""),
        (rf"\b(?:around|about)\s+(?P<h>{NUMBER}){FOLLOWS}", "date"),
        (rf"\b(?P<h>{NUMBER})(?=\s+(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night)\b)", ""),
        (rf"\b(?:to|until|till)\s+(?P<core>(?P<h>{NUMBER})){FOLLOWS}", "earlier"),
        (
            rf"(?<![\d.:/-])\b(?P<h>{NUMBER})(?={to}{NUMBER}(?::\d\d)?\s*[ap]\.?m\b)",
            "range",
        ),
        (
            rf"\bfrom\s+(?P<core>(?P<h>{NUMBER}))"
            rf"(?=\s+(?:to|until|till)\s+{NUMBER}(?::\d\d|{FOLLOWS}))",
            "range",
        ),
        (
            rf"\bbetween\s+(?P<core>(?P<h>{NUMBER}))(?=\s+and\s+{NUMBER}(?::\d\d|{FOLLOWS}))",
            "range",
        ),
        (rf"(?<=\w)\s*(?:-|–|\band\b)\s*(?P<core>(?P<h>{NUMBER})){FOLLOWS}", "earlier"),
    )
    return tuple(latin_rule(pattern, _clock, needs) for pattern, needs in rules)


def _meridiem(match: re.Match[str]) -> Literal["am", "pm"] | None:
    half = match.groupdict().get("half")
    return None if half is None else ("am" if half.lower() == "a" else "pm")


def _clock(match: re.Match[str], _now: datetime) -> Spec | None:
    groups = match.groupdict()
    hour, minute = read_number(match["h"]), groups.get("m")
    if groups.get("word"):
        minute = str(read_number(re.sub(r"^oh[- ]", "", groups["word"].lower())))
    half = _meridiem(match)
    if hour is None or hour > (12 if half else 24):
        return None
    return Spec(
        hour=hour,
        minute=int(minute) if minute else None,
        meridiem=half,
        exact=True if hour > 12 or hour == 0 else None,
    )


def _past_or_to(match: re.Match[str], _now: datetime) -> Spec | None:
    """Half past three, quarter to five, ten past four."""
    word = match["past"].lower().split()[-1]
    minutes = _PAST.get(word) or read_number(match["past"])
    hour = read_number(match["h"])
    if minutes is None or hour is None or not (1 <= hour <= 12 and 1 <= minutes <= 59):
        return None
    if match["way"].lower() == "to":
        if word == "half":
            return None
        hour, minutes = hour - 1 or 12, 60 - minutes
    return Spec(hour=hour, minute=minutes, meridiem=_meridiem(match))


def _part_rules() -> tuple[Rule, ...]:
    return (
        latin_rule(
            r"\bin\s+the\s+(?:early\s+)?(morning|afternoon|evening)\b",
            lambda m, _n: Spec(part=_PARTS[m[1].lower()]),
        ),
        latin_rule(r"\bin\s+the\s+early\s+hours\b", lambda _m, _n: Spec(part="dawn")),
        latin_rule(r"\bat\s+night\b", lambda _m, _n: Spec(part="evening"), "date"),
        latin_rule(
            r"\b(morning|afternoon|evening|night)\b",
            lambda m, _n: Spec(part=_PARTS[m[1].lower()]),
            "date",
        ),
    )


def _ago_rules() -> tuple[Rule, ...]:
    fraction = r"half\s+an?|(?:(?:a\s+)?quarter|three\s+quarters)\s+of\s+an(?=\s+hour)"
    count = (
        rf"(?P<n>{fraction}|{COUNT})(?P<half>\s+and\s+a\s+half)?\s+(?P<unit>{UNIT})"
        r"(?P<post>\s+and\s+a\s+half)?"
    )
    number = rf"(?<![\d.,])\b{count}"
    return (
        latin_rule(rf"{number}\s+ago\b", lambda m, n: _counted(m, n, -1)),
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
    return (
        latin_rule(
            rf"\b(?:the\s+)?(?:past|last|previous)\s+{many}", lambda m, n: _rolling(m, n, -1)
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
