"""Lets the weekdays of a list share their week: "last Monday and Tuesday", 下周一和周二.

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
        r"\s*(?:[,、/&]|(?:,\s*)?(?:and|or)\b|[和与跟及]|以及|还有|或者?)?\s*(?:on\s+)?",
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
