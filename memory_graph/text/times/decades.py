"""Ten years or a hundred, or the early, middle or late ones of them."""

from __future__ import annotations

from datetime import date, datetime

from memory_graph.text.times import calendar
from memory_graph.text.times.spec import Span, Spec

_PARTS = {"early": (0, 4), "mid": (4, 7), "late": (7, 10), "": (0, 10)}
_CENTURY_PARTS = {"early": (0, 30), "mid": (30, 70), "late": (70, 100), "": (0, 100)}


def decade(start: int, part: str, now: datetime) -> Spec | None:
    """The ten years from ``start`` on, or the early (four), mid (three) or late (three) of them.

    "The 1900s" are a century, as long as it is over.
    """
    century = start % 100 == 0 and start + 100 <= now.year
    first, last = (_CENTURY_PARTS if century else _PARTS)[part]
    zone = now.tzinfo
    if zone is None or not calendar.MIN_YEAR <= start + last <= calendar.MAX_YEAR:
        return None
    since = calendar.instant(date(start + first, 1, 1), 0, zone)
    return Spec(span=Span(since, calendar.instant(date(start + last, 1, 1), 0, zone), "range"))
