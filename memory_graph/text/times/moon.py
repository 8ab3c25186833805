"""The Chinese calendar of moons, 1949 to 2100: which day its months and days are.

One number a year: bits 15 to 4 say which of the months 1 to 12 have 30 days and not 29, the last
four bits after which month a leap month follows (0: none), and bit 16 that it has 30 days.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

FIRST, LAST = 1949, 2100
_FIRST_DAY = date(1949, 1, 29)
_YEARS = (
    0x0b557, 0x06ca0, 0x0b550, 0x15355, 0x04da0, 0x0a5b0, 0x14573, 0x052b0, 0x0a9a8, 0x0e950,
    0x06aa0, 0x0aea6, 0x0ab50, 0x04b60, 0x0aae4, 0x0a570, 0x05260, 0x0f263, 0x0d950, 0x05b57,
    0x056a0, 0x096d0, 0x04dd5, 0x04ad0, 0x0a4d0, 0x0d4d4, 0x0d250, 0x0d558, 0x0b540, 0x0b6a0,
    0x195a6, 0x095b0, 0x049b0, 0x0a974, 0x0a4b0, 0x0b27a, 0x06a50, 0x06d40, 0x0af46, 0x0ab60,
    0x09570, 0x04af5, 0x04970, 0x064b0, 0x074a3, 0x0ea50, 0x06b58, 0x05ac0, 0x0ab60, 0x096d5,
    0x092e0, 0x0c960, 0x0d954, 0x0d4a0, 0x0da50, 0x07552, 0x056a0, 0x0abb7, 0x025d0, 0x092d0,
    0x0cab5, 0x0a950, 0x0b4a0, 0x0baa4, 0x0ad50, 0x055d9, 0x04ba0, 0x0a5b0, 0x15176, 0x052b0,
    0x0a930, 0x07954, 0x06aa0, 0x0ad50, 0x05b52, 0x04b60, 0x0a6e6, 0x0a4e0, 0x0d260, 0x0ea65,
    0x0d530, 0x05aa0, 0x076a3, 0x096d0, 0x04afb, 0x04ad0, 0x0a4d0, 0x1d0b6, 0x0d250, 0x0d520,
    0x0dd45, 0x0b5a0, 0x056d0, 0x055b2, 0x049b0, 0x0a577, 0x0a4b0, 0x0aa50, 0x1b255, 0x06d20,
    0x0ada0, 0x14b63, 0x09370, 0x049f8, 0x04970, 0x064b0, 0x168a6, 0x0ea50, 0x06b20, 0x1a6c4,
    0x0aae0, 0x092e0, 0x0d2e3, 0x0c960, 0x0d557, 0x0d4a0, 0x0da50, 0x05d55, 0x056a0, 0x0a6d0,
    0x055d4, 0x052d0, 0x0a9b8, 0x0a950, 0x0b4a0, 0x0b6a6, 0x0ad50, 0x055a0, 0x0aba4, 0x0a5b0,
    0x052b0, 0x0b273, 0x06930, 0x07337, 0x06aa0, 0x0ad50, 0x14b55, 0x04b60, 0x0a570, 0x054e4,
    0x0d160, 0x0e968, 0x0d520, 0x0daa0, 0x16aa6, 0x056d0, 0x04ae0, 0x0a9d4, 0x0a2d0, 0x0d150,
    0x0f252, 0x0d520,
)  # fmt: skip
MONTHS = 12


def new_year(year: int) -> date | None:
    """The first day of the first month; None outside the table."""
    return _new_years().get(year)


@cache
def _new_years() -> dict[int, date]:
    found, day = {}, _FIRST_DAY
    for year in range(FIRST, LAST + 1):
        found[year] = day
        day += timedelta(days=sum(_length(year, month) for month in range(1, MONTHS + 1)))
    return found


def _length(year: int, month: int) -> int:
    """Days from one month to the next of the twelve, with a leap month between them."""
    bits = _YEARS[year - FIRST]
    leap = 29 + (bits >> 16) if bits & 15 == month else 0
    return _days(bits, month) + leap


def _days(bits: int, month: int) -> int:
    return 29 + (bits >> (16 - month) & 1)


def moon_day(year: int, month: int, day: int) -> date | None:
    """The day of the year by the moon; None when the month has no such day. No leap months."""
    first = new_year(year)
    if first is None or not 1 <= day <= _days(_YEARS[year - FIRST], month):
        return None
    before = sum(_length(year, one) for one in range(1, month))
    return first + timedelta(days=before + day - 1)
