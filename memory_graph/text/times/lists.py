"""Lets weekdays of a list share their week, months their year: "last Monday and Tuesday".

Said once, the week is that of every weekday beside it. English may say it last: "Monday and
Tuesday next week"; "Monday and next Tuesday" are two weeks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from memory_graph.text.times.english_words import WEEKDAY
from memory_graph.text.times.groups import Group
from memory_graph.text.times.ranges import range_follows

_MAX_GAP = 12


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    between = re.compile(
        r"\s*(?:[,、/&]|(?:,\s*)?(?:and|or)\b|[和与跟及]|以及|还有|或者?)?\s*(?:(?:on|in)\s+)?",
        re.IGNORECASE,
    )
    return between, re.compile(rf"{WEEKDAY}\b", re.IGNORECASE)


def share_weeks(text: str, groups: Sequence[Group]) -> list[Group]:
    """The groups, each bare weekday of a list with the week that the list names."""
    shared = list(groups)
    for index in range(len(shared) - 1):
        left, right = shared[index], shared[index + 1]
        if left.spec.week is not None and _is_bare(right) and _are_listed(text, left, right):
            shared[index + 1] = _in_week_of(left, right)
    for index in range(len(shared) - 1, 0, -1):
        left, right = shared[index - 1], shared[index]
        if _is_bare(left) and ends_with_week(text, right) and _are_listed(text, left, right):
            shared[index - 1] = _in_week_of(right, left)
    return shared


def share_years(text: str, groups: Sequence[Group]) -> list[Group]:
    """The groups, each month or date of a list with the year that is said with the other.

    "In May and June 2025", 2025年5月和6月; of "December and January 2025" the first is in 2024.
    """
    shared = list(groups)
    for index in range(len(shared) - 1, 0, -1):
        left, right = shared[index - 1], shared[index]
        if right.spec.year and _lacks_year(left) and _stand_together(text, left, right):
            year = right.spec.year - _is_later(left, right)
            shared[index - 1] = replace(left, spec=replace(left.spec, year=year))
    for index in range(len(shared) - 1):
        left, right = shared[index], shared[index + 1]
        if left.spec.year and _lacks_year(right) and _stand_together(text, left, right):
            year = left.spec.year + _is_later(left, right)
            shared[index + 1] = replace(right, spec=replace(right.spec, year=year))
    return shared


def _lacks_year(group: Group) -> bool:
    """True for a month, a date or a feast that says no year."""
    return group.spec.year is None and _is_of_year(group) and not group.needs


def _is_of_year(group: Group) -> bool:
    return group.spec.month is not None or group.spec.feast is not None


def _is_later(left: Group, right: Group) -> bool:
    """True when the left month or date is the later one of a year."""
    if left.spec.month is None or right.spec.month is None:
        return False
    return (left.spec.month, left.spec.day or 0) > (right.spec.month, right.spec.day or 0)


def _stand_together(text: str, left: Group, right: Group) -> bool:
    if not (_is_of_year(left) and _is_of_year(right)) or right.start - left.end > _MAX_GAP:
        return False
    return _patterns()[0].fullmatch(text, left.end, right.start) is not None


def _is_bare(group: Group) -> bool:
    """True for a weekday alone, with or without its clock time."""
    return group.spec.weekday is not None and group.spec.date_part().filled() == {"weekday"}


def ends_with_week(text: str, group: Group) -> bool:
    """True for "Tuesday next week", where the week stands behind its weekday."""
    has_both = group.spec.week is not None and group.spec.weekday is not None
    return has_both and _patterns()[1].match(text, group.start) is not None


def _are_listed(text: str, left: Group, right: Group) -> bool:
    if left.spec.weekday is None or right.start - left.end > _MAX_GAP:
        return False
    gap = _patterns()[0].fullmatch(text, left.end, right.start)
    return gap is not None and not range_follows(text, left, right, "")


def _in_week_of(one: Group, other: Group) -> Group:
    return replace(other, spec=replace(other.spec, week=one.spec.week))
