"""The value that every part of the time layer exchanges."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Precision = Literal[
    "minute",
    "hour",
    "part_of_day",
    "day",
    "week",
    "weekend",
    "month",
    "season",
    "quarter",
    "year",
    "range",
]
Direction = Literal["point", "open_start", "open_end"]
Prefer = Literal["future", "past"]


@dataclass(frozen=True, slots=True)
class TimePhrase:
    """One time phrase of a text and the window it means.

    ``text[start:end] == words``. The window ``[since, until)`` is half-open and in the zone of
    the ``now`` it was read with. A clock time has a window of one minute ("minute": 15:30) or of
    one hour ("hour": 3pm, 三点), since this is how finely it was said.

    ``open_end`` ("since March", 三月以来): ``until`` is ``now``. ``open_start`` ("before July",
    七月之前): ``since`` is the far bound 1 January 1000, ``until`` is the start of
    the named window. An ``open_end`` that starts after ``now`` ("from Monday on", "after July")
    ends at the far bound 1 January 3000.
    """

    words: str
    start: int
    end: int
    since: datetime
    until: datetime
    precision: Precision
    direction: Direction = "point"
