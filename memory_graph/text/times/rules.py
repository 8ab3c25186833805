"""A rule turns one kind of wording into an atom; a scan keeps the leftmost, longest atoms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Literal

from memory_graph.text.times.spec import Spec

Kind = Literal["time", "vague", "recurring", "noise"]
"""``vague``: about time, but it names no window. ``noise``: only looks like time."""
Needs = Literal["", "date", "cue", "earlier", "range"]
"""What an atom must stand beside to count: a date, a date or a word that announces a time, or an
earlier phrase of the sentence, or a second time that makes a range with it."""
Build = Callable[[re.Match[str], datetime], Spec | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and what it says. The atom is the group ``core`` if the pattern has one."""

    text: str
    build: Build | None = None
    kind: Kind = "time"
    needs: Needs = ""
    flags: re.RegexFlag = re.IGNORECASE

    @property
    def pattern(self) -> re.Pattern[str]:
        """The pattern, compiled when a text first asks for it: most texts need few."""
        return _compiled(self.text, self.flags)


@cache
def _compiled(text: str, flags: re.RegexFlag) -> re.Pattern[str]:
    return re.compile(text, flags)


@dataclass(frozen=True, slots=True)
class Atom:
    """One recognised piece of text."""

    start: int
    end: int
    kind: Kind
    spec: Spec | None = None
    needs: Needs = ""
    failed: bool = False
    """True for a date that does not exist."""


def time_rule(pattern: str, build: Build, needs: Needs = "") -> Rule:
    """A rule that names a time; a build that answers None makes the words vague."""
    return Rule(pattern, build, "time", needs)


def plain_rule(kind: Kind, pattern: str) -> Rule:
    """A rule that only classifies the words."""
    return Rule(pattern, None, kind)


def latin_rule(pattern: str, build: Build, needs: Needs = "") -> Rule:
    """As time_rule, for wording in Latin letters and digits.

    A Chinese character beside it ends the word: 明天3pm, 在2026-07-02.
    """
    return Rule(pattern, build, "time", needs, re.IGNORECASE | re.ASCII)


def latin_plain_rule(kind: Kind, pattern: str) -> Rule:
    """As plain_rule, for wording in Latin letters and digits."""
    return Rule(pattern, None, kind, "", re.IGNORECASE | re.ASCII)


def scan(text: str, rules: Iterable[Rule], now: datetime) -> list[Atom]:
    """Atoms of ``text`` from left to right without overlaps; at one place the longest wins."""
    found = sorted(
        (atom for rule in rules for atom in _matches(text, rule, now)),
        key=lambda atom: (atom.start, -atom.end),
    )
    kept: list[Atom] = []
    for atom in found:
        if not kept or atom.start >= kept[-1].end:
            kept.append(atom)
    return kept


def _matches(text: str, rule: Rule, now: datetime) -> Iterator[Atom]:
    """All atoms of one rule."""
    pattern = rule.pattern
    named = "core" in pattern.groupindex
    for match in pattern.finditer(text):
        start, end = match.span("core" if named and match["core"] is not None else 0)
        spec = rule.build(match, now) if rule.build else None
        kind: Kind = "vague" if rule.kind == "time" and spec is None else rule.kind
        yield Atom(start, end, kind, spec, rule.needs, kind != rule.kind)
