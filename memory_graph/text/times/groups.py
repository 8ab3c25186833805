"""Puts neighbouring atoms together: 明天 + 下午 + 三点, "3pm" + "on Wednesday"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import islice

from memory_graph.text.times.resolve import resolve
from memory_graph.text.times.rules import Atom, Needs
from memory_graph.text.times.spec import Spec, merge

MAX_GROUPS = 1000
_MAX_GAP = 24
_HABIT_REACH = 40
_GAP = (
    r"(?:['’]s\b|\.(?=[ ,]))?(?:[ \t\u3000,，的在()（）T@]|大概|大约|左右|约|那天"
    r"|\b(?:at|on|of|in|the|around|about|from|between)\b)*"
)
# 一点 and 两点 mostly mean "a little" and "two points"; alone they need such a word before them.
_CUES = ("在", "到", "至", "约", "从", "于", "成", "是", "自", "定")


@dataclass(frozen=True, slots=True)
class Group:
    """Adjacent atoms that speak of one time."""

    start: int
    end: int
    spec: Spec
    needs: Needs = ""
    alone: Group | None = None
    """What is left when the second time of a range does not come."""


@cache
def _gap_pattern() -> re.Pattern[str]:
    return re.compile(_GAP)


def is_gap(text: str, start: int, end: int) -> bool:
    """True when only filler stands between the two positions."""
    return end - start <= _MAX_GAP and _gap_pattern().fullmatch(text, start, end) is not None


def group_atoms(text: str, atoms: Iterable[Atom], now: datetime) -> list[Group]:
    """Groups of atoms in order; those that lack what they need beside them are left out.

    No more than ``MAX_GROUPS``, so that a text made of nothing but times stays cheap.
    """
    known = list(atoms)
    found = [g for g in islice(_join(text, known, now), MAX_GROUPS) if _stands(text, g)]
    habits = [atom.start for atom in known if atom.kind == "recurring"]
    return _without_habits(text, found, habits) if habits else found


def _without_habits(text: str, groups: list[Group], habits: list[int]) -> list[Group]:
    """The groups but those that lead to a habit: "from 9 to 5 on weekdays", "6am every day"."""
    ends = [group.end for group in groups]
    led: set[int] = set()
    for habit in habits:
        edge, index = habit, bisect_right(ends, habit) - 1
        while index >= 0 and _ANCHORED.isdisjoint(groups[index].spec.filled()):
            if not _leads().fullmatch(text, groups[index].end, edge):
                break
            led.add(index)
            edge, index = groups[index].start, index - 1
    return [group for index, group in enumerate(groups) if index not in led]


_ANCHORED = frozenset({"year", "date", "week", "span"})
"""What a time that comes again and again does not say: 15 April every year."""


@cache
def _leads() -> re.Pattern[str]:
    return re.compile(r"\s*(?:-|–|to|till|until|and|on|[到至~的（(]|,\s*on)?\s*", re.IGNORECASE)


def _join(text: str, atoms: Iterable[Atom], now: datetime) -> Iterator[Group]:
    """Neighbouring time atoms as one group, as long as they fit together.

    What stands beside a date that does not exist goes with it: 1990年2月30日 is no 1990.
    """
    current: Group | None = None
    habit_end = -1
    for atom in atoms:
        if current is not None and atom.spec is None and is_gap(text, current.end, atom.end):
            continue  # 中秋那天晚上: said of a day, 那天 is no time of its own
        if atom.spec is None or atom.kind != "time":
            if current is not None and not (atom.failed and is_gap(text, current.end, atom.start)):
                yield current
            current = None
            habit_end = atom.end if atom.kind == "recurring" else -1
        elif _belongs_to_habit(text, atom, habit_end):
            habit_end = atom.end
        else:
            new = Group(atom.start, atom.end, atom.spec, atom.needs)
            joined = _extend(text, current, new, now)
            if joined is None and current is not None:
                yield current
            current = joined or new
    if current is not None:
        yield current


def _belongs_to_habit(text: str, atom: Atom, habit_end: int) -> bool:
    """True for the clock time of "every day at 9", "every day I run at 9"."""
    if habit_end < 0 or atom.spec is None or atom.spec.dated:
        return False
    gap = text[habit_end : atom.start]
    return len(gap) <= _HABIT_REACH and not any(char in gap for char in ".!?。！？；;\n")


def _extend(text: str, current: Group | None, new: Group, now: datetime) -> Group | None:
    """Both as one group, or None when they stay apart.

    A clock time that can't apply ("last weekend at 3") is taken in and has no effect: read alone
    it would mean another day. A zone always belongs to its clock time, even one that can't be told.
    """
    if current is None or not is_gap(text, current.end, new.start):
        return None
    both = merge(current.spec, new.spec)
    if both is None or _against_order(text, current, new):
        return None
    if _belongs(current, new, both) or _names_window(both, now):
        needs: Needs = "range" if "range" in {current.needs, new.needs} else ""
        if current.needs == "earlier" and not both.dated:
            needs = "earlier"  # 那天晚上八点
        return Group(current.start, new.end, both, needs, current if new.needs == "range" else None)
    if new.spec.dated or not current.spec.dated:
        return None
    return replace(current, end=new.end)


def _belongs(current: Group, new: Group, both: Spec) -> bool:
    """True for what is one time even if it can't be told: with a zone, and 1990年2月30日."""
    is_date = current.spec.dated and new.spec.dated and both.day is not None
    is_feast = both.feast is not None and both.year is not None
    zoned = new.spec.zone or current.spec.zone
    return bool(zoned) or is_feast or (is_date and both.month is not None)


def _names_window(spec: Spec, now: datetime) -> bool:
    """True when there is such a time in the one direction or the other."""
    return bool(resolve(spec, now, "future") or resolve(spec, now, "past"))


def _stands(text: str, group: Group) -> bool:
    """True unless the group needs a neighbour that is not there."""
    if group.needs == "date":
        return False
    if group.needs != "cue" or group.spec.hour not in {1, 2}:
        return True
    return text[max(0, group.start - 2) : group.start].rstrip().endswith(_CUES)


def _against_order(text: str, current: Group, new: Group) -> bool:
    """True for a Chinese year or month after something finer, which begins another time."""
    han = any("\u4e00" <= char <= "\u9fff" for char in text[new.start : new.end])
    return han and new.spec.dated and current.spec.dated and _rank(new.spec) < _rank(current.spec)


def _rank(spec: Spec) -> int:
    """How fine the date fields are: 0 for a year, 3 for a day."""
    filled = spec.filled()
    if not filled.isdisjoint({"date", "day", "weekday", "weekend", "portion", "nth", "feast"}):
        return 3
    if "week" in filled:
        return 2
    return 1 if not filled.isdisjoint({"month", "quarter", "half", "season"}) else 0
