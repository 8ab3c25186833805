"""Time zones said with a clock time: 3pm CET, 15:00 UTC+8, 10am New York time, 北京时间三点.

A zone that can't be told ("3pm local time", CST for somebody in Europe) leaves the hour unread:
the user's own zone would be wrong. The day it is said of stays.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from memory_graph.text.times.rules import Rule, latin_rule, time_rule
from memory_graph.text.times.spec import Spec

UNKNOWN = "?"
# A name for the winter is used all year by most people, so it means the clock of the place.
_SHORT = {
    "UTC": "UTC", "GMT": "UTC", "BST": "Europe/London", "WET": "Europe/Lisbon",
    "CET": "Europe/Berlin", "CEST": "Europe/Berlin", "EET": "Europe/Helsinki",
    "EEST": "Europe/Helsinki", "MSK": "Europe/Moscow", "ET": "America/New_York",
    "EST": "America/New_York", "EDT": "America/New_York", "CT": "America/Chicago",
    "CDT": "America/Chicago", "MT": "America/Denver", "MST": "America/Denver",
    "MDT": "America/Denver", "PT": "America/Los_Angeles", "PST": "America/Los_Angeles",
    "PDT": "America/Los_Angeles", "JST": "Asia/Tokyo", "KST": "Asia/Seoul", "SGT": "Asia/Singapore",
    "HKT": "Asia/Hong_Kong", "AEST": "Australia/Sydney", "AEDT": "Australia/Sydney",
    "CST": UNKNOWN, "IST": UNKNOWN,
}  # fmt: skip
_PLACES = {
    "london": "Europe/London", "uk": "Europe/London", "berlin": "Europe/Berlin",
    "german": "Europe/Berlin", "paris": "Europe/Paris", "madrid": "Europe/Madrid",
    "rome": "Europe/Rome", "zurich": "Europe/Zurich", "amsterdam": "Europe/Amsterdam",
    "moscow": "Europe/Moscow", "dubai": "Asia/Dubai", "tokyo": "Asia/Tokyo", "japan": "Asia/Tokyo",
    "beijing": "Asia/Shanghai", "shanghai": "Asia/Shanghai", "china": "Asia/Shanghai",
    "singapore": "Asia/Singapore", "hong kong": "Asia/Hong_Kong", "sydney": "Australia/Sydney",
    "new york": "America/New_York", "eastern": "America/New_York", "toronto": "America/Toronto",
    "chicago": "America/Chicago", "central": "America/Chicago", "mountain": "America/Denver",
    "pacific": "America/Los_Angeles", "los angeles": "America/Los_Angeles",
    "san francisco": "America/Los_Angeles", "seattle": "America/Los_Angeles",
    "central european": "Europe/Berlin", "local": UNKNOWN, "their": UNKNOWN, "your": UNKNOWN,
}  # fmt: skip
_HAN_PLACES = {
    "北京": "Asia/Shanghai", "上海": "Asia/Shanghai", "中国": "Asia/Shanghai",
    "国内": "Asia/Shanghai", "东京": "Asia/Tokyo", "日本": "Asia/Tokyo", "首尔": "Asia/Seoul",
    "新加坡": "Asia/Singapore", "香港": "Asia/Hong_Kong", "悉尼": "Australia/Sydney",
    "伦敦": "Europe/London", "英国": "Europe/London", "巴黎": "Europe/Paris",
    "柏林": "Europe/Berlin",
    "德国": "Europe/Berlin", "莫斯科": "Europe/Moscow", "纽约": "America/New_York",
    "美东": "America/New_York", "美西": "America/Los_Angeles", "旧金山": "America/Los_Angeles",
    "洛杉矶": "America/Los_Angeles", "芝加哥": "America/Chicago", "当地": UNKNOWN,
}  # fmt: skip
_SHIFT = re.compile(r"([+-])(\d\d):(\d\d)")
_FARTHEST = 14
"""Hours by which a clock on earth is ahead."""
_CHINA, _INDIA = timedelta(hours=8), timedelta(hours=5, minutes=30)


@cache
def zone_named(key: str) -> tzinfo | None:
    """The zone of a key, a name or hours and minutes; None for one that can't be told."""
    if shift := _SHIFT.fullmatch(key):
        away = timedelta(hours=int(shift[2]), minutes=int(shift[3]))
        return timezone(away if shift[1] == "+" else -away)
    return None if key == UNKNOWN else ZoneInfo(key)


@cache
def latin_zone_rules() -> tuple[Rule, ...]:
    """CET, UTC+8 and "New York time", only behind a clock time."""
    clock = r"(?:\d(?:\s*[ap]\.?m\.?)?|o['’]clock|\bnoon|\bmidnight)\s*\(?"
    short = "|".join(sorted(_SHORT, key=len, reverse=True))
    places = "|".join(sorted(_PLACES, key=len, reverse=True)).replace(" ", r"\s+")
    return (
        latin_rule(rf"{clock}(?P<core>(?-i:{short}))\b(?![+-]\d)", _short, "date"),
        latin_rule(
            rf"{clock}(?P<core>(?:UTC|GMT)([+-])(\d{{1,2}})(?::?(\d\d))?)(?![\d:])",
            _shifted,
            "date",
        ),
        latin_rule(
            rf"{clock}(?P<core>(?P<place>{places})\s+(?:standard\s+|daylight\s+)?time)\b",
            _place,
            "date",
        ),
    )


@cache
def han_zone_rules() -> tuple[Rule, ...]:
    """北京时间, before or after the clock time."""
    return (
        time_rule(
            f"({'|'.join(_HAN_PLACES)})时间", lambda m, _n: Spec(zone=_HAN_PLACES[m[1]]), "date"
        ),
    )


def _short(match: re.Match[str], now: datetime) -> Spec:
    """The zone of a short name; two have several meanings, of which the user's own is taken."""
    name = match["core"].upper()
    if name == "CST" and now.utcoffset() == _CHINA:
        return Spec(zone="Asia/Shanghai")
    if name == "CST" and str(now.tzinfo).startswith("America/"):
        return Spec(zone="America/Chicago")
    if name == "IST" and now.utcoffset() == _INDIA:
        return Spec(zone="Asia/Kolkata")
    return Spec(zone=_SHORT[name])


def _shifted(match: re.Match[str], _now: datetime) -> Spec:
    """UTC+8, GMT+5:30."""
    hours, minutes = int(match[3]), int(match[4] or 0)
    is_some = hours <= _FARTHEST and minutes < 60
    return Spec(zone=f"{match[2]}{hours:02}:{minutes:02}" if is_some else UNKNOWN)


def _place(match: re.Match[str], _now: datetime) -> Spec:
    return Spec(zone=_PLACES[" ".join(match["place"].lower().split())])
