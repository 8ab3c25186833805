"""What a text must hold for a pattern to match anywhere in it; found from the pattern itself.

A clause is a set of strings of which the lower-cased text must hold at least one. A text that
fails a clause can't match, so the pattern need not be tried; the reverse does not hold. The idea is
that of the index in Russ Cox, “Regular Expression Matching with a Trigram Index”.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

DIGIT = "\\d"
"""Stands for any digit in a clause."""
Clause = frozenset[str]
_MOST_STRINGS = 80
_KEPT = 3


@dataclass(frozen=True, slots=True)
class _Part:
    """What is known of a piece: every string it can be, or None; and the clauses it implies."""

    exact: Clause | None = None
    clauses: tuple[Clause, ...] = ()


_ANYTHING = _Part()
_EMPTY = _Part(frozenset({""}))


def needed(pattern: str, flags: re.RegexFlag) -> tuple[Clause, ...]:
    """The rarest clauses of a pattern; none when nothing is known of it.

    Python's own parser reads the pattern. It is no public module: without it there are no clauses,
    and every pattern is tried on every text.
    """
    try:
        parser: Any = importlib.import_module("re._parser")
    except ImportError:
        return ()
    reader = _Reader(is_ascii=bool(flags & re.ASCII))
    clauses = set(_closed(reader.sequence(parser.parse(pattern, flags))))
    return tuple(sorted(clauses, key=_commonness)[:_KEPT])


def _commonness(clause: Clause) -> tuple[float, list[str]]:
    """Roughly how often ordinary text holds one of the strings."""
    return sum(map(_frequency, clause)), sorted(clause)


def _frequency(text: str) -> float:
    if text == DIGIT:
        return 0.3
    base = 0.4 if text.isascii() else 0.02
    return float(base ** len(text))


def _closed(part: _Part) -> tuple[Clause, ...]:
    """All clauses of a piece to which nothing more is joined."""
    found = part.exact
    if not found or "" in found:
        return part.clauses
    short = frozenset(one for one in found if not any(o in one for o in found if o != one))
    return (*part.clauses, short)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the parsed form of a pattern."""

    is_ascii: bool
    """Without it Latin letters also match letters that lower() leaves alone, such as ſ for s."""

    def sequence(self, items: Iterable[tuple[Any, Any]]) -> _Part:
        """Pieces one after the other; their strings are joined as long as they are few."""
        clauses: list[Clause] = []
        run: Clause = frozenset({""})
        whole = True
        for op, value in items:
            part = self.piece(str(op), value)
            clauses += part.clauses
            joined = _joined(run, part.exact)
            if joined is None:
                clauses += _closed(_Part(run))
                whole = False
            run = joined if joined is not None else part.exact or frozenset({""})
        if whole:
            return _Part(run, tuple(clauses))
        return _Part(None, (*clauses, *_closed(_Part(run))))

    def piece(self, op: str, value: Any) -> _Part:
        """One piece; of what is not understood nothing is known."""
        if op == "LITERAL":
            return self.characters([value])
        read = {
            "AT": lambda: _EMPTY,
            "ASSERT_NOT": lambda: _EMPTY,
            "ASSERT": lambda: _Part(_EMPTY.exact, _closed(self.sequence(value[1]))),
            "IN": lambda: self.one_of(value),
            "BRANCH": lambda: self.branches([self.sequence(branch) for branch in value[1]]),
            "SUBPATTERN": lambda: self.sequence(value[3]),
            "MAX_REPEAT": lambda: self.repeat(*value),
            "MIN_REPEAT": lambda: self.repeat(*value),
        }.get(op)
        return _ANYTHING if read is None else read()

    def characters(self, codes: list[int]) -> _Part:
        """One of these characters."""
        found = frozenset(chr(code).lower() for code in codes)
        if not self.is_ascii and any(char.isascii() and char.isalpha() for char in found):
            return _ANYTHING
        return _Part(found)

    def one_of(self, members: list[tuple[Any, Any]]) -> _Part:
        """A class of characters, if it is small or holds digits."""
        codes: list[int] = []
        digits = False
        for op, value in members:
            if str(op) == "LITERAL":
                codes.append(value)
            elif str(op) == "RANGE" and value[1] - value[0] < _MOST_STRINGS:
                codes += range(value[0], value[1] + 1)
            elif str(op) == "CATEGORY" and str(value) == "CATEGORY_DIGIT":
                digits = True
            else:
                return _ANYTHING
        if not digits:
            return self.characters(codes)
        others = self.characters(codes).exact
        return _ANYTHING if others is None else _Part(None, (others | {DIGIT},))

    def branches(self, parts: list[_Part]) -> _Part:
        """One of several pieces: all their strings, or the rarest clause of each."""
        exact = [part.exact for part in parts if part.exact is not None]
        if len(exact) == len(parts) and sum(map(len, exact)) <= _MOST_STRINGS:
            return _Part(frozenset().union(*exact))
        rarest: list[Clause] = []
        for part in parts:
            clauses = _closed(part)
            if not clauses:
                return _ANYTHING
            rarest.append(min(clauses, key=_commonness))
        return _Part(None, (frozenset().union(*rarest),))

    def repeat(self, least: int, most: int, items: Iterable[tuple[Any, Any]]) -> _Part:
        """A piece that comes several times, or not at all."""
        part = self.sequence(items)
        if least == 0:
            optional = most == 1 and part.exact is not None
            return _Part((part.exact or frozenset()) | {""}) if optional else _ANYTHING
        return part if least == most == 1 else _Part(None, _closed(part))


def _joined(run: Clause, following: Clause | None) -> Clause | None:
    """Each string of the run with each that may follow; None when they are too many or unknown."""
    if following is None or len(run) * len(following) > _MOST_STRINGS:
        return None
    return frozenset(first + second for first in run for second in following)
