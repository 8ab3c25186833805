"""Which year's season, month or feast "last", "this" and "next" mean."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from memory_graph.text.times.resolve import resolve
from memory_graph.text.times.spec import Spec


def of_cycle(step: int, named: Spec, now: datetime) -> Spec:
    """What recurs every year, in the year of the one that ended last (-1), runs (0) or begins next.

    When none runs, the one of this year.
    """
    moment = now.timestamp()
    for year in _years_to_try(step, now.year):
        spec = replace(named, year=year)
        window = resolve(spec, now, "future")
        if window is None:
            continue
        if _fits(step, moment, window.since.timestamp(), window.until.timestamp()):
            return spec
    return replace(named, year=now.year)


def _years_to_try(step: int, year: int) -> range:
    return range(year + 1, year - 3, -1) if step < 0 else range(year - 1, year + 3)


def _fits(step: int, moment: float, since: float, until: float) -> bool:
    """Over (-1), running (0) or still to come (1)."""
    if step < 0:
        return until <= moment
    return since > moment if step > 0 else since <= moment < until
