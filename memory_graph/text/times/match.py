"""From text to phrases: rules, groups, ranges, openings, and what later times take over."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache

from memory_graph.text.times import calendar
from memory_graph.text.times.beside import read_beside, step_aside
from memory_graph.text.times.directions import Around, around
from memory_graph.text.times.groups import Group, group_atoms
from memory_graph.text.times.lists import ends_with_week, share_weeks, share_years
from memory_graph.text.times.ranges import join_range, range_follows
from memory_graph.text.times.resolve import Resolved, inherit, resolve
from memory_graph.text.times.rules import Rule, scan
from memory_graph.text.times.spec import Spec, merge
from memory_graph.text.times.tense import look, part_told
from memory_graph.text.times.types import Direction, Prefer, TimePhrase


@cache
def _sentence_end() -> re.Pattern[str]:
    return re.compile(r"[!?。！？；;\n]|\.(?=\s|$)")


_OPEN_HOURS = range(4, 13)
_CLAUSE = 24
_NEAR = timedelta(days=3)


@cache
def _between() -> re.Pattern[str]:
    """What may stand between a clock time and its day: a few words, none that leads on."""
    return re.compile(
        r"(?!.*(?:\b(?:to|until|till|and|or|then|but|from|by|before|after|not)\b|[到改和再或换挪至]))"
        r"[^,，。;:、!?\n]{1,24}",
        re.IGNORECASE,
    )


@dataclass
class Reader:
    """Reads the groups of one text in order and remembers what the sentence said before."""

    text: str
    now: datetime
    prefer: Prefer
    ends: list[int] = field(default_factory=list)
    sentence: int = -1
    look: Prefer = "future"
    earlier: Resolved | None = None
    earlier_spec: Spec | None = None

    def enter(self, position: int) -> None:
        """Forget the last sentence when ``position`` is in another one."""
        number = bisect_right(self.ends, position)
        if number == self.sentence:
            return
        self.sentence = number
        self.look = look(self.sentence_text(position), self.prefer)
        self.earlier = self.earlier_spec = None

    def sentence_text(self, position: int) -> str:
        """The sentence around ``position``."""
        number = bisect_right(self.ends, position)
        start = self.ends[number - 1] if number else 0
        return self.text[start : self.ends[number] if number < len(self.ends) else None]

    def read(self, group: Group, opening: Around) -> Resolved | None:
        """The window of one group."""
        if group.needs == "range" or (group.needs == "earlier" and self.earlier is None):
            return None
        fixed: dict[str, Prefer] = {"since": "past", "ahead": "future"}
        prefer = fixed.get(opening.opening, self.look)
        spec = self.complete(group.spec)
        onward = opening.opening == "onward" and not opening.starts  # 从七点起
        return resolve(spec if onward else self.in_part(group, spec), self.now, prefer)

    def in_part(self, group: Group, spec: Spec) -> Spec:
        """The hour of "wake me at six", 六点起床 and "dinner at eight" in its half of the day."""
        said = group.spec
        if said.part or said.meridiem or said.exact or (said.hour or 0) not in _OPEN_HOURS:
            return spec
        head = self.text[max(0, group.start - _CLAUSE) : group.start]
        part = part_told(head, self.text[group.end : group.end + _CLAUSE])
        return replace(spec, part=part) if part else spec

    def with_later_date(self, group: Group, following: Group | None) -> Group:
        """A bare clock time with the day that is said just after it: "the 3pm review tomorrow"."""
        if following is None or self.earlier is not None or group.spec.dated:
            return group
        if not group.spec.clocked or following.spec.clocked or not following.spec.dated:
            return group
        gap = self.text[group.end : following.start]
        both = merge(group.spec, following.spec) if _between().fullmatch(gap) else None
        if both is None or resolve(both, self.now, self.look) is None:
            return group
        return replace(group, spec=both)

    def complete(self, spec: Spec) -> Spec:
        """The fields with what an earlier phrase of the sentence said about the day or month."""
        earlier, said = self.earlier, self.earlier_spec
        if earlier is None or earlier.day is None:
            return spec
        if not spec.dated:
            return inherit(spec, earlier)
        if spec.filled() == {"day"} and said is not None and said.month is not None:
            return replace(spec, year=earlier.day.year, month=earlier.day.month)
        return spec

    def remember(self, window: Resolved, spec: Spec) -> None:
        """Keep the day for a bare clock time later in the sentence."""
        if window.day is not None:
            self.earlier = window
            # The 14th, 15th and 16th of a list are of the month that was said with the first.
            if spec.filled() != {"day"} or self.earlier_spec is None:
                self.earlier_spec = spec


def find_phrases(
    text: str, now: datetime, rules: Iterable[Rule], prefer: Prefer
) -> tuple[TimePhrase, ...]:
    """The phrases of ``text`` whose letters were made plain beforehand."""
    groups = share_weeks(text, group_atoms(text, scan(text, rules, now), now))
    groups = share_years(text, groups)
    ends = [match.end() for match in _sentence_end().finditer(text)]
    reader = Reader(text, now, prefer, ends)
    phrases: list[TimePhrase] = []
    index = 0
    while index < len(groups):
        following = groups[index + 1] if index + 1 < len(groups) else None
        phrase, used = _next_phrase(reader, groups[index], following)
        if phrase is not None:
            _add(phrases, phrase)
        index += used
    return tuple(phrases)


def _add(phrases: list[TimePhrase], phrase: TimePhrase) -> None:
    """Append a phrase; of two that overlap the longer says what is meant.

    "The Friday before 22 October" is no Friday of its own, 国庆那个周末 no weekend.
    """
    while phrases and phrases[-1].end > phrase.start:
        if phrases[-1].end - phrases[-1].start >= phrase.end - phrase.start:
            return
        phrases.pop()
    phrases.append(phrase)


def _next_phrase(
    reader: Reader, group: Group, following: Group | None
) -> tuple[TimePhrase | None, int]:
    """The phrase that begins with ``group``, and how many groups it took."""
    reader.enter(group.start)
    opening = around(reader.text, group.start, group.end)
    if following is not None and range_follows(
        reader.text, group, following, reader.sentence_text(group.start)
    ):
        phrase = _range_phrase(reader, group, following)
        if phrase is not None:
            return phrase, 2
    if group.needs == "range" and group.alone is not None:
        group = group.alone
    group = reader.with_later_date(group, following)
    window = reader.read(group, opening)
    if window is None:
        return None, 1
    beside = read_beside(reader.text, group.start, group.end)
    aside = step_aside(beside, window) if beside is not None else None
    if beside is not None and aside is not None:
        reader.remember(aside, group.spec)
        return _open(reader, aside, Around("", beside.start, beside.end, announced=False)), 1
    reader.remember(window, group.spec)
    opening = _fitting(opening, group, window)
    ends = group.spec.portion == "end"
    return _open(reader, window, replace(opening, to_end=ends and opening.opening == "before")), 1


def _fitting(opening: Around, group: Group, window: Resolved) -> Around:
    """The opening, unless it does not suit the time.

    九点开始 and 七点起 tell when something begins; only a date has days around it.
    """
    clock = window.precision in {"minute", "hour"}
    is_date = window.precision == "day" and bool(group.spec.day or group.spec.feast)
    if opening.starts and clock:
        return replace(opening, opening="")
    if opening.opening == "near" and not is_date:
        return Around("", group.start, group.end, announced=False)
    return opening


def _range_phrase(reader: Reader, left: Group, right: Group) -> TimePhrase | None:
    """Both groups as one range, or None when they do not make one."""
    before = around(reader.text, left.start, left.end)
    spec = reader.complete(left.spec)
    if spec.filled() == {"weekday"} and ends_with_week(reader.text, right):
        spec = replace(spec, week=right.spec.week)  # from Monday to Wednesday of last week
    found = join_range(spec, right.spec, reader.now, reader.look)
    if found is None:
        return None
    reader.remember(found, left.spec)
    start = left.start
    if before.announced:
        head = reader.text[:start].rstrip()
        word = re.search(r"(?:from|between|从)(?:\s+the)?$", head[-14:], re.IGNORECASE)
        start = len(head) - len(word[0]) if word else start
    words = reader.text[start : right.end]
    return TimePhrase(words, start, right.end, found.since, found.until, "range")


def _open(reader: Reader, window: Resolved, opening: Around) -> TimePhrase | None:
    """The phrase with its window opened to one side if the words around it say so."""
    since, until, direction = _bounds(window, opening, reader.now)
    if since.timestamp() >= until.timestamp():
        return None
    end = _closed(reader.text, opening.start, opening.end)
    words = reader.text[opening.start : end]
    precision = "range" if opening.opening in {"near", "ahead"} else window.precision
    return TimePhrase(words, opening.start, end, since, until, precision, direction)


def _closed(text: str, start: int, end: int) -> int:
    """The end with the bracket that closes one of the phrase: 三点（东京时间）."""
    words = text[start:end]
    is_open = words.count("（") + words.count("(") > words.count("）") + words.count(")")
    return end + 1 if is_open and text[end : end + 1] in {"）", ")"} else end


def _bounds(
    window: Resolved, opening: Around, now: datetime
) -> tuple[datetime, datetime, Direction]:
    """The ends of the window after opening it."""
    zone = window.since.tzinfo
    if not opening.opening or zone is None:
        return window.since, window.until, "point"
    if opening.opening == "near":
        since, until = window.since.date() - _NEAR, window.until.date() + _NEAR
        return calendar.instant(since, 0, zone), calendar.instant(until, 0, zone), "point"
    clock = window.precision in {"minute", "hour"}
    if opening.opening == "ahead":
        return now, window.since if clock else window.until, "point"
    if opening.opening == "before" and not opening.to_end:
        return calendar.far_past(zone), window.since, "open_start"
    if opening.opening in {"before", "until"}:
        return calendar.far_past(zone), window.since if clock else window.until, "open_start"
    late = opening.opening == "after" and not clock
    begin = window.until if late else window.since
    onward = opening.opening in {"from", "onward"} and window.until.timestamp() > now.timestamp()
    ahead = onward or begin.timestamp() >= now.timestamp()
    return begin, calendar.far_future(zone) if ahead else now, "open_end"
