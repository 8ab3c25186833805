"""English wording of clock times and parts of the day."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Literal

from memory_graph.text.times.english_counts import count_rules
from memory_graph.text.times.english_words import FOLLOWS, MONTH, NUMBER, WEEKDAY
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.rules import Needs, Rule, latin_rule
from memory_graph.text.times.spec import Part, Spec

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
        *_journey_rules(),
        *_hour_rules(),
        *_spoken_rules(),
        *_bare_rules(),
        *_part_rules(),
        *count_rules(),
    )


def _journey_rules() -> tuple[Rule, ...]:
    """The 7:15 train is its name, and a time only beside a day: "tomorrow's 7:15 train"."""
    name = r"(?=\s+(?:train|bus|coach|flight|plane|ferry|boat|tram|shuttle|express|metro)\b)"
    clock = rf"(?P<h>\d{{1,2}})[:.](?P<m>\d{{2}})(?:\s*{_MERIDIEM})?"
    return (latin_rule(rf"(?<![\d.:,$€£])\b{clock}{name}", _by_timetable, "date"),)


def _by_timetable(match: re.Match[str], now: datetime) -> Spec | None:
    """The hour of a timetable is one of 24, unless "am" or "pm" is said."""
    found = _clock(match, now)
    return found if found is None or found.meridiem else replace(found, exact=True)


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
        latin_rule(rf"\bat\s+half\s+{hour}{FOLLOWS}", _half_past),
        latin_rule(r"\bat\s+(?P<h>\d{1,2})h(?P<m>[0-5]\d)?\b", _clock),
        latin_rule(
            r"\b(?:at\s+)?(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d)\s*(?:hours|hrs|h)\b", _by_timetable
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
        (rf"(?:\bat\s+|(?<!\w)@\s*)(?P<h>(?!1[3-9]|2\d){NUMBER}){FOLLOWS}", ""),
        (
            r"(?:(?<=[ns]day\s)|(?<=(?:fri|tur)day\s)|(?<=today\s)"
            r"|(?<=(?-i:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\s)|(?<=(?-i:Tues)\s))"
            rf"(?P<h>{_rising_hours()})",
            "range",
        ),
        # "At 18" is an age, unless a day is said with it.
        (rf"\bat\s+(?P<h>1[3-9]|2[0-4]){FOLLOWS}", "date"),
        (rf"\b(?:around|about)\s+(?P<h>{NUMBER}){FOLLOWS}", "date"),
        (r"\b(?:(?:at|around|about)\s+)?(?P<h>\d{1,2})(?:\s?-?ish)\b", "date"),
        (rf"\b(?:after|before|by|since)\s+(?P<core>(?P<h>{NUMBER})){FOLLOWS}", "date"),
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


def _rising_hours() -> str:
    """An hour with a later one after it: "Tuesday 10-12"; "Sunday 3-2" is a score."""
    to = r"\s*(?:-|–|to)\s*"
    low = "|".join(rf"{n}(?={to}(?:[{n + 1}-9]|1[0-2]){FOLLOWS})" for n in range(1, 8))
    return rf"{low}|(?:[89]|1[0-2])(?={to}(?:[1-9]|1[0-2]){FOLLOWS})"


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


def _half_past(match: re.Match[str], _now: datetime) -> Spec | None:
    """Half five is half past five."""
    hour = read_number(match["h"])
    return Spec(hour=hour, minute=30) if hour is not None and 1 <= hour <= 12 else None


def _end_of_day(_match: re.Match[str], now: datetime) -> Spec:
    return Spec(date=now.date())


def _part_rules() -> tuple[Rule, ...]:
    other = rf"(?!\s+(?:on\s+|of\s+)?(?:{WEEKDAY}|tomorrow|today|next|this|\d|{MONTH})\b)"
    return (
        latin_rule(
            rf"\b(?:by|before)\s+(?:the\s+)?end\s+of\s+(?:the\s+)?(?:day|business)\b{other}"
            rf"|\b(?-i:EOD|COB)\b{other}",
            _end_of_day,
        ),
        latin_rule(
            r"\bin\s+the\s+(?:early\s+)?(morning|afternoon|evening)\b",
            lambda m, _n: Spec(part=_PARTS[m[1].lower()]),
        ),
        latin_rule(r"\bin\s+the\s+(?:early|small|wee)\s+hours\b", lambda _m, _n: Spec(part="dawn")),
        latin_rule(
            r"\b(?:at\s+|over\s+)?lunch\s?time\b|\b(?:at|over)\s+lunch\b",
            lambda _m, _n: Spec(part="noon"),
            "date",
        ),
        latin_rule(r"\bat\s+night\b", lambda _m, _n: Spec(part="evening"), "date"),
        latin_rule(
            r"\b(morning|afternoon|evening|night)\b",
            lambda m, _n: Spec(part=_PARTS[m[1].lower()]),
            "date",
        ),
    )
