"""Joins two times into a range: 三点到五点, "from Monday to Wednesday", "9-11am"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache

from memory_graph.text.times.clock import minutes_of_day
from memory_graph.text.times.groups import Group
from memory_graph.text.times.resolve import Resolved, inherit, resolve
from memory_graph.text.times.spec import Spec, merge
from memory_graph.text.times.types import Prefer

_MAX_LINK = 16


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    link = re.compile(
        r"\s*(?P<word>到|至|[和与跟]|to|until|till|through|and)\s*(?:the\s+|at\s+)?|\s*[-–—~～]\s*",
        re.IGNORECASE,
    )
    moving = re.compile(
        r"\b(?:mov(?:e|ed|ing)|reschedul\w*|shift\w*|chang\w*|push\w*|postpon\w*|bring|brought)\b"
        r"|改|挪|推迟|提前|延后|调整",
        re.IGNORECASE,
    )
    return link, moving


def range_follows(text: str, left: Group, right: Group, sentence: str) -> bool:
    """True when the words between the two groups make a range of them.

    "and" does so only after "between", 和 only before 之间; "to" does not where something is moved
    from one time to another.
    """
    if right.start - left.end > _MAX_LINK:
        return False
    link, moving = _patterns()
    match = link.fullmatch(text, left.end, right.start)
    if match is None:
        return _glued(text, left, right)
    word = (match["word"] or "").lower()
    if word == "and":
        head = text[max(0, left.start - 14) : left.start].lower().rstrip()
        return head.endswith("between") or "between" in text[left.start : left.end].lower()
    if word in {"和", "与", "跟"}:
        return text.startswith(("之间", "中间"), right.end)
    return not (word in {"to", "到"} and moving.search(sentence))


def _glued(text: str, left: Group, right: Group) -> bool:
    """True for "9 - 11", where the dash belongs to neither number."""
    return right.start > left.end and text[left.end : right.start].strip() in {"-", "–"}


def join_range(left: Spec, right: Spec, now: datetime, prefer: Prefer) -> Resolved | None:
    """The window from the beginning of ``left`` to the end of ``right``.

    A clock time on the right ends the window; a day, month or year on the right is part of it.
    What the right side leaves open is the next such time after the beginning.
    """
    if right.clocked and not left.dated:
        left = merge(left, right.date_part()) or left
    first = resolve(_same_half(_same_year(left, right), right), now, prefer)
    if first is None:
        return None
    if right.clocked and not right.dated and not left.clocked and first.precision == "weekend":
        return first  # the clock times hold on each of the days
    second = _second(first, right)
    if second is None:
        return None
    until = second.since if right.clocked else second.until
    if until.timestamp() <= first.since.timestamp():
        return None
    return Resolved(first.since, until, "range", first.day, second.part or first.part)


def _second(first: Resolved, right: Spec) -> Resolved | None:
    """The right side as seen from the beginning of the range."""
    if right.dated or first.day is None:
        return resolve(right, first.since, "future")
    spec = inherit(right, first)
    window = resolve(spec, first.since, "future")
    if window is None or window.since.timestamp() > first.since.timestamp():
        return window
    return resolve(replace(spec, date=first.day + timedelta(days=1)), first.since, "future")


def _same_year(left: Spec, right: Spec) -> Spec:
    """The left side of "June to August 2025" is in 2025, of "December to May 2025" in 2024."""
    if right.year is None or left.year is not None or left.month is None or right.month is None:
        return left
    over = (left.month, left.day or 0) > (right.month, right.day or 31)
    return replace(left, year=right.year - over)


def _same_half(left: Spec, right: Spec) -> Spec:
    """The left side of "9-11am" begins at 9 in the morning, of "11-1pm" at 11."""
    if right.meridiem is None or not left.clocked or left.meridiem or left.part or left.exact:
        return left
    same = replace(left, meridiem=right.meridiem)
    begin, end = minutes_of_day(same), minutes_of_day(right)
    if begin is not None and end is not None and begin >= end:
        return replace(left, meridiem="am" if right.meridiem == "pm" else "pm")
    return same
