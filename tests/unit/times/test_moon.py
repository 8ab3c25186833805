"""The calendar of moons: what every year has in common, and days that calendars print."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest

from memory_graph.text.times.moon import MONTHS, moon_day, new_year

YEARS = range(1949, 2101)


@pytest.mark.parametrize("year", YEARS)
def test_a_year_begins_in_winter_and_its_months_follow_each_other(year: int) -> None:
    """A leap month makes one of the twelve as long as two."""
    first = new_year(year)
    assert first is not None
    assert date(year, 1, 20) < first < date(year, 2, 22)
    begins = [moon_day(year, month, 1) for month in range(1, MONTHS + 1)]
    assert begins[0] == first
    following = new_year(year + 1) or date(2101, 1, 29)
    edges = [one for one in begins if one] + [following]
    spans = [(until - since).days for since, until in pairwise(edges)]
    assert len(spans) == MONTHS
    leap = [span for span in spans if span > 30]
    assert len(leap) <= 1
    assert set(spans) - set(leap) <= {29, 30}
    assert set(leap) <= {58, 59, 60}


@pytest.mark.parametrize(
    ("year", "month", "day", "expected"),
    [
        (2024, 1, 1, date(2024, 2, 10)), (2025, 1, 1, date(2025, 1, 29)),
        (2026, 1, 1, date(2026, 2, 17)), (2025, 8, 15, date(2025, 10, 6)),
        (2023, 3, 1, date(2023, 4, 20)),  # a leap month came before it
        (2024, 1, 30, None), (2024, 1, 0, None), (1948, 1, 1, None), (2101, 1, 1, None),
    ],
)  # fmt: skip
def test_days_are_those_that_calendars_print(
    year: int, month: int, day: int, expected: date | None
) -> None:
    assert moon_day(year, month, day) == expected
