"""Checks that the numbers of what a model noted are those that were said. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cached_property
from itertools import combinations_with_replacement, pairwise
from typing import Literal

from memory_graph.prompts.number_hints import in_other_units, let_by_words, said_in_words
from memory_graph.text.amounts import Amount, find_amounts, plain
from memory_graph.text.times import find_times, looks_like_time

Agreement = Literal["agree", "unsupported", "contradict"]
_NEAR = 4000
_LEAST_CODE = 4
_LEAST_PHONE = 7
_FIRST_YEAR, _LAST_YEAR = 1700, 2299
_DECIMAL = re.compile(r"(?<!\d)(?<!\d\.)\d+(?P<at>\.)\d{1,2}(?!\d|\.\d)")


@dataclass(frozen=True)
class Said:
    """What was said, and when: the words that prove an item, and the message they stand in."""

    span: str
    message: str
    said_at: datetime | None = None
    """In the user's zone."""
    event: tuple[datetime | None, ...] = ()
    event_words: str | None = None
    elsewhere: tuple[str, ...] = ()
    """What else was shown of the conversation."""

    @cached_property
    def near(self) -> str:
        """The message; of a very long one, what stands around the span."""
        at = max(0, self.message.find(self.span))
        return self.message[max(0, at - _NEAR) : at + len(self.span) + _NEAR]

    @cached_property
    def text(self) -> str:
        """The message and the span, to be read for numbers."""
        return plain(f"{self.near}\n\n{self.span}")

    @cached_property
    def times(self) -> set[Decimal]:
        """The numbers in which the times that were said can be written."""
        found: set[Decimal] = set()
        words = plain(self.event_words or "").strip()
        if (words and words in self.text) or looks_like_time(self.near):
            found |= _of_times(self.event)
        if self.said_at and _FIRST_YEAR <= self.said_at.year <= _LAST_YEAR:
            for prefer in ("future", "past"):
                for one in find_times(self.near, self.said_at, prefer=prefer):
                    found |= _of_times((one.since, one.until))
        return found


def numbers_agree(told: str, said: Said) -> Agreement:
    """Whether every number of ``told`` was said, however it was written.

    “contradict”: a number stands in the place of one that the span holds; “unsupported”: the span
    says no other one, so that a person can tell. Numbers of the day on which it was said may be
    told as a whole date.
    """
    content = plain(told)
    amounts = find_amounts(content)
    if not amounts:
        return "agree"
    known = _supported(said.text, content)
    missing = _missing(content, amounts, said.text, known)
    if missing:
        known |= said.times | _day_of(said.said_at, amounts)
        missing = _missing(content, missing, said.text, known)
    if any(_renamed(one, said.text) for one in missing):
        return "contradict"
    missing = [one for one in missing if not one.name]
    if not missing:
        return "agree"
    span = plain(said.span)
    repeated = _supported(content, span) | _of_times(said.event)
    if _missing(span, find_amounts(span), content, repeated):
        elsewhere = plain("\n\n".join(text[:_NEAR] for text in said.elsewhere))
        found = not _missing(content, missing, elsewhere, known | _supported(elsewhere, content))
        return "unsupported" if found else "contradict"
    let = known | let_by_words(said.text)
    return "unsupported" if _missing(content, missing, said.text, let) else "agree"


def _supported(text: str, told: str) -> set[Decimal]:
    """All numbers that the words of a text can stand for, in the units of what is told."""
    amounts = find_amounts(text, strict=False)
    named = {value for one in amounts for value in (*one.values, *one.parts)}
    return named | said_in_words(text) | in_other_units(text, amounts, told)


def _missing(
    text: str, amounts: Iterable[Amount], source: str, known: set[Decimal]
) -> list[Amount]:
    """The amounts of a text that are not known, nor digits of a code of the source."""
    left = [one for one in amounts if not one.told_by(known)]
    if not left:
        return []
    codes = {code for _, _, code in _codes(source)}
    same = [(start, end) for start, end, code in _codes(text) if _same_code(code, codes)]
    return [one for one in left if not any(a <= one.start and one.end <= b for a, b in same)]


def _codes(text: str) -> list[tuple[int, int, str]]:
    """Digits in groups, as phone numbers and codes are written, each run of groups as one.

    Two groups count as a pair too (“7.30”, “7:30”); what may be a decimal number only as a pair,
    for “12.05” is not 1205.
    """
    found = []
    for chain in re.finditer(r"\d+(?:[ \-–./():]{1,2}\d+){0,9}", text):
        groups = list(re.finditer(r"\d+", chain.group()))
        points = [point.start("at") for point in _DECIMAL.finditer(chain.group())]
        for first, last in combinations_with_replacement(range(len(groups)), 2):
            start, end = groups[first].start(), groups[last].end()
            digits = [one.group() for one in groups[first : last + 1]]
            codes = [".".join(digits)] if len(digits) == 2 else []
            if not any(start < point < end for point in points):
                codes.append("".join(digits))
            at = chain.start()
            found += [(at + start, at + end, one) for one in codes if len(one) >= _LEAST_CODE]
    spoken = (max(one.values, default=Decimal(0)) for one in find_amounts(text) if one.parts)
    found += [(0, 0, str(one)) for one in spoken if one >= 10 ** (_LEAST_CODE - 1)]
    return found


def _same_code(code: str, codes: set[str]) -> bool:
    """True when the code is one of them; a phone number may have lost or gained its prefix."""
    if code in codes:
        return True
    if len(code) < _LEAST_PHONE:
        return False
    phones = (one for one in codes if len(one) >= _LEAST_PHONE)
    return any(one.endswith(code.lstrip("0")) or code.endswith(one.lstrip("0")) for one in phones)


def _renamed(amount: Amount, source: str) -> bool:
    """True when a name of letters and digits stands in the source with other digits."""
    letters = amount.name.rstrip("-_")
    return bool(letters) and bool(re.search(rf"(?<![a-z]){re.escape(letters)}[ _-]?\d", source))


def _of_times(times: Iterable[datetime | None]) -> set[Decimal]:
    """The numbers in which moments can be written: year, month, day, hour (both ways), minute."""
    known = [one for one in times if one]
    found: set[int] = set()
    for one in [*known, *(_before(one) for one in known)]:
        found |= {one.year, one.year % 100, one.month, one.day, one.hour, one.minute}
        found.add(one.hour % 12 or 12)
        found.add((one.month + 2) // 3)
    for first, last in pairwise(known):
        found.add((last - first).days)
        found.add((last - first) // timedelta(hours=1))
    return {Decimal(one) for one in found}


def _before(moment: datetime) -> datetime:
    """The moment before, which is the last of an interval that ends there."""
    return moment - timedelta(minutes=1) if moment.year > 1 else moment


def _day_of(said_at: datetime | None, amounts: Iterable[Amount]) -> set[Decimal]:
    """The numbers of the day on which something was said, when it is told as a date."""
    if said_at is None:
        return set()
    year, month, day = map(Decimal, (said_at.year, said_at.month, said_at.day))
    told = {value for one in amounts for value in (*one.values, *one.parts)}
    return {year, month, day} if {year, day} <= told else set()
