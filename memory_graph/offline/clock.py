"""Reads times of day without a date: "nine in the morning", "4", "half past two", 下午三点半."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cache

from memory_graph.types import Language

_WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_DIGITS = "零一二三四五六七八九"
_EN = (
    r"(?i)\b(?:(?P<named>noon|midday|midnight)"
    r"|(?:(?P<fraction>half past|quarter past|quarter to)\s+)?"
    r"(?:(?P<hour>\d{1,2})(?:[:.](?P<minute>[0-5]\d))?"
    rf"|(?P<word>{'|'.join(_WORDS[1:])})(?:\s+(?P<minute_word>thirty|fifteen|forty-five))?)"
    r"(?:\s*o'?clock)?(?:\s*(?P<half>a\.?m\b\.?|p\.?m\b\.?)|\s+in the (?P<part>morning|"
    r"afternoon|evening)"
    r"|\s+at (?P<night>night))?)(?![\w%])(?!\s*(?:minutes?|hours?|days?|weeks?|people|meetings?))"
)
_ZH = (
    r"(?P<part>凌晨|清晨|早上|早晨|上午|中午|下午|午后|傍晚|晚上|夜里)?\s*"
    r"(?:(?P<colon>[01]?\d|2[0-3])[:：](?P<colon_minute>[0-5]\d)"
    r"|(?P<hour>\d{1,2}|十[一二]?|[一二两三四五六七八九]|二十[一二三四]?)(?:点钟?|點|时)"
    r"(?:(?P<fraction>半|一刻|三刻)|(?P<minute>[0-5]?\d|[一二三四五]?十[一二三四五六七八九]?|"
    r"零?[五六七八九])分?)?)"
)
_MINUTES = {"半": 30, "一刻": 15, "三刻": 45, "thirty": 30, "fifteen": 15, "forty-five": 45}
_LATE_PARTS = frozenset({"下午", "午后", "傍晚", "晚上", "夜里", "afternoon", "evening"})
_EARLY_PARTS = frozenset({"凌晨", "清晨", "早上", "早晨", "上午", "morning"})


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day as it was said; ``fixed`` when am or pm is certain."""

    hour: int
    minute: int
    fixed: bool
    start: int
    end: int

    def near(self, like: datetime | None) -> time:
        """Return the time of day, taking am or pm from another time when it was not said."""
        late = like is not None and like.hour >= 12
        hour = self.hour + 12 if late and not self.fixed and self.hour < 12 else self.hour
        return time(hour, self.minute)

    def at_work(self) -> time:
        """Return the time of day, reading a bare hour from 1 to 6 as afternoon."""
        later = not self.fixed and 1 <= self.hour <= 6
        return time(self.hour + 12 if later else self.hour, self.minute)


@cache
def _pattern(language: Language) -> re.Pattern[str]:
    return re.compile(_EN if language == "en" else _ZH)


def find_clock(text: str, language: Language) -> Clock | None:
    """Return the first time of day in ``text``, or None."""
    for match in _pattern(language).finditer(text):
        clock = _read_en(match) if language == "en" else _read_zh(match)
        if clock is not None:
            return clock
    return None


def _read_en(match: re.Match[str]) -> Clock | None:
    if match["named"]:
        return _clock(match, 0 if match["named"].lower() == "midnight" else 12, 0, fixed=True)
    hour = int(match["hour"]) if match["hour"] else _WORDS.index(match["word"].lower())
    minute = int(match["minute"] or _MINUTES.get((match["minute_word"] or "").lower(), 0))
    fraction = (match["fraction"] or "").lower()
    if fraction:
        hour, minute = {
            "half past": (hour, 30),
            "quarter past": (hour, 15),
            "quarter to": ((hour - 1) % 24, 45),
        }[fraction]
    half = (match["half"] or "")[:1].lower()
    late = half == "p" or match["part"] in _LATE_PARTS or bool(match["night"])
    early = half == "a" or match["part"] in _EARLY_PARTS
    return _half_day(match, hour, minute, late=late, early=early)


def _read_zh(match: re.Match[str]) -> Clock | None:
    if match["colon"]:
        hour, minute = int(match["colon"]), int(match["colon_minute"])
    else:
        hour = _number(match["hour"])
        minute = _MINUTES.get(match["fraction"] or "", 0) or _number(match["minute"] or "0")
    part = match["part"] or ""
    if part == "中午":
        return _clock(match, hour + 12 if hour < 4 else hour, minute, fixed=True)
    return _half_day(match, hour, minute, late=part in _LATE_PARTS, early=part in _EARLY_PARTS)


def _half_day(
    match: re.Match[str], hour: int, minute: int, *, late: bool, early: bool
) -> Clock | None:
    if late and hour < 12:
        hour += 12
    elif early and hour == 12:
        hour = 0
    return _clock(match, hour, minute, fixed=late or early or hour > 12 or hour == 0)


def _clock(match: re.Match[str], hour: int, minute: int, *, fixed: bool) -> Clock | None:
    if hour > 23 or minute > 59:
        return None
    return Clock(hour, minute, fixed, match.start(), match.end())


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    text = text.replace("两", "二").lstrip("零")
    tens, ten, ones = text.partition("十")
    if not ten:
        return _DIGITS.index(tens) if tens else 0
    return (_DIGITS.index(tens) if tens else 1) * 10 + (_DIGITS.index(ones) if ones else 0)


_LENGTH_EN = re.compile(
    r"(?i)\b(?P<n>an?|\d{1,3}|one|two|three|four|half an?)\s*(?P<unit>hours?|"
    r"minutes?|mins?|days?|weeks?)\b"
)
_LENGTH_ZH = re.compile(
    r"(?P<n>半|\d{1,3}|[一二两三四五六七八九十]{1,3})(?:个)?(?P<more>半)?(?P<unit>小时|"
    r"钟头|分钟|天|星期|周|礼拜)"
)


def find_length(text: str, language: Language) -> timedelta | None:
    """Return the first length of time in ``text`` ("half an hour", 一个半小时), or None."""
    match = (_LENGTH_EN if language == "en" else _LENGTH_ZH).search(text)
    if match is None:
        return None
    if language == "zh":
        number = 0.5 if match["n"] == "半" else _number(match["n"]) + (0.5 if match["more"] else 0)
        units = {"小时": 60, "钟头": 60, "分钟": 1, "天": 1440}
        return timedelta(minutes=number * units.get(match["unit"], 10080))
    said = match["n"].lower()
    number = 0.5 if said.startswith("half") else 1 if said in {"a", "an"} else _count(said)
    unit = match["unit"][0].lower()
    return timedelta(minutes=number * {"h": 60, "m": 1, "d": 1440, "w": 10080}[unit])


def _count(word: str) -> int:
    return int(word) if word.isdecimal() else _WORDS.index(word)
