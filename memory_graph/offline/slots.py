"""When an appointment is, and to when it is moved."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memory_graph.offline.clock import find_clock, find_length
from memory_graph.offline.draft import Said
from memory_graph.text.times import TimePhrase, find_times

_DAYS = frozenset({"day", "weekend"})
_PARTS = frozenset({"part_of_day"})
_CLOCKS = frozenset({"minute", "hour"})
_HOUR = timedelta(hours=1)
_CLOCK_ONLY = (
    r"(?i)\s*(?:at |about |around )?(?:\d{1,2}(?:[:.]\d\d)?|one|two|three|four|five|six|seven|"
    r"eight|nine|ten|eleven|twelve|noon|half past \w+)(?:\s*(?:o'?clock|[ap]\.?m\.?))?"
    r"(?: instead| please| in the (?:morning|afternoon|evening))*\W*|"
    r"(?:早上|上午|中午|下午|傍晚|晚上)?[\d一二两三四五六七八九十:：]+(?:点钟?)?(?:半|一刻|三刻|"
    r"[\d一二三四五十]+分?)?(?:吧|了|好了)*\W*"
)


@dataclass(frozen=True, slots=True)
class Slot:
    """When an appointment is: a moment, or a day when no clock time was said."""

    start: datetime
    timed: bool

    @property
    def end(self) -> datetime:
        """The end of the hour or the day."""
        return self.start + (_HOUR if self.timed else timedelta(days=1))

    @property
    def value(self) -> str:
        """The local time as it is stored."""
        return f"{self.start:%Y-%m-%dT%H:%M}" if self.timed else f"{self.start:%Y-%m-%d}"


def is_clock(words: str) -> bool:
    """Tell if words name a time of day and no day."""
    return re.fullmatch(_CLOCK_ONLY, words) is not None


def slot_of(phrases: Iterable[TimePhrase], start: int, end: int) -> Slot | None:
    """Return the slot named between two offsets; a clock time wins over a day."""
    inside = [p for p in phrases if start <= p.start and p.end <= end and p.direction == "point"]
    timed = next((p for p in inside if p.precision in _CLOCKS), None)
    if timed is not None:
        return Slot(timed.since, timed=True)
    day = next((p for p in inside if p.precision in _DAYS | _PARTS), None)
    return None if day is None else Slot(day.since.replace(hour=0, minute=0), timed=False)


def target(
    said: Said,
    match: re.Match[str],
    phrases: Iterable[TimePhrase],
    old: Slot | None,
    group: str | int = "new",
) -> Slot | None:
    """Return the new slot; what it leaves out, day or clock, stays as it was."""
    start, end = match.span(group)
    at = find_clock(said.text[start:end], said.language)
    if at is not None and old is not None and is_clock(said.text[start:end]):
        moment = at.near(old.start) if old.timed else at.at_work()
        return Slot(old.start.replace(hour=moment.hour, minute=moment.minute), timed=True)
    inside = [one for one in phrases if start <= one.start and one.end <= end]
    new = _in_its_week(slot_of(inside, start, end), old, said, inside)
    if new is not None and (new.timed or old is None or not old.timed):
        return new
    if new is not None and old is not None:
        return Slot(new.start.replace(hour=old.start.hour, minute=old.start.minute), timed=True)
    clock = find_clock(said.text[start:end], said.language)
    if clock is None or old is None:
        return None
    moment = clock.near(old.start) if old.timed else clock.at_work()
    return Slot(old.start.replace(hour=moment.hour, minute=moment.minute), timed=True)


def _in_its_week(
    new: Slot | None, old: Slot | None, said: Said, phrases: Iterable[TimePhrase]
) -> Slot | None:
    """Read a bare weekday as that of the week of what it replaces, unless that is over.

    "Next Thursday's trip is moved to Friday" means the day after, not the coming Friday. Nobody
    calls today by its weekday.
    """
    weekly = any(_recurs_weekly(one.words, said) for one in phrases)
    if new is None or old is None or not weekly:
        return new
    weeks = (_monday(old.start) - _monday(new.start)).days
    near = new.start + timedelta(days=weeks)
    if near.date() > said.now.date():
        return Slot(near, new.timed)
    return Slot(new.start + timedelta(days=7), new.timed) if _is_today(new, said) else new


def _is_today(slot: Slot, said: Said) -> bool:
    return slot.start.date() == said.now.date()


def _recurs_weekly(words: str, said: Said) -> bool:
    """Tell a bare weekday from "next Friday", "today" and a date: it is another looking back."""
    ahead = find_times(words, said.now, said.language, "future")
    back = find_times(words, said.now, said.language, "past")
    gaps = {a.since.date() - b.since.date() for a, b in zip(ahead, back, strict=False)}
    return timedelta(days=7) in gaps


def _monday(moment: datetime) -> date:
    return moment.date() - timedelta(days=moment.weekday())


def shifted(old: Slot | None, said: Said, match: re.Match[str]) -> Slot | None:
    """Return the old slot moved by the length of time that was said."""
    length = find_length(match["by"], said.language)
    if old is None or length is None or not (old.timed or length.days):
        return None
    earlier = re.search(r"(?i)forward|earlier|提前|提早", said.text) is not None
    return Slot(old.start - length if earlier else old.start + length, old.timed)
