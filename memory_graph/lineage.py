"""Lineage: the write numbers of one branch, as a Postgres multirange in text form.

A write number is ``tree number << 32 | ordinal``. The text form, for example
``{[4294967297,4294967300)}``, is what state keeps and what the database takes, so nothing is
converted on the way and no JSON reader rounds a 64-bit number. Source: DESIGN, INV-4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_graph.errors import InputError

EMPTY = "{}"
ORDINAL_BITS = 32
LARGEST = 2**63 - 1
"""The greatest number the database takes."""
_RANGE = re.compile(r"\[(\d{1,19}),(\d{1,19})\)")
_WHOLE = re.compile(r"\{(?:\[\d{1,19},\d{1,19}\)(?:,\[\d{1,19},\d{1,19}\))*)?\}")

Ranges = tuple[tuple[int, int], ...]


def parse(text: str | None) -> Ranges:
    """The half-open ranges of a multirange, sorted, disjoint, not touching.

    None and the empty string mean no writes. Raises InputError for anything else that is no
    multirange.
    """
    if not text:
        return ()
    compact = text.replace(" ", "") if isinstance(text, str) else ""
    found = [(int(low), int(high)) for low, high in _RANGE.findall(compact)]
    if not _WHOLE.fullmatch(compact) or any(high > LARGEST for _, high in found):
        raise InputError(f"lineage {text!r} is not a multirange such as '{{[1,3),[7,8)}}'")
    return normalise(found)


def render(ranges: Ranges) -> str:
    """Text form of ranges that are already normalised."""
    return "{" + ",".join(f"[{low},{high})" for low, high in ranges) + "}"


def normalise(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Sorted, merged ranges; empty ones dropped."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(pair for pair in ranges if pair[0] < pair[1]):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def union(left: str | None, right: str | None) -> str:
    """The reducer of the ``lineage`` key: everything either side holds."""
    return render(normalise((*parse(left), *parse(right))))


def add(lineage: str | None, number: int) -> str:
    """The lineage with one more write."""
    return render(normalise((*parse(lineage), (number, number + 1))))


def contains(lineage: str | None, number: int) -> bool:
    """True when the write belongs to the branch."""
    return any(low <= number < high for low, high in parse(lineage))


def tree_of(number: int) -> int:
    """The tree number of a write number."""
    return number >> ORDINAL_BITS


def trees(lineage: str | None) -> tuple[int, ...]:
    """The tree numbers a lineage touches, newest write last."""
    return tuple(dict.fromkeys(tree_of(high - 1) for _, high in parse(lineage)))


def difference(left: str | None, right: str | None) -> str:
    """The writes of ``left`` that are not in ``right``."""
    rest = list(parse(left))
    for low, high in parse(right):
        rest = [
            piece
            for start, end in rest
            for piece in ((start, min(end, low)), (max(start, high), end))
            if piece[0] < piece[1]
        ]
    return render(normalise(rest))
