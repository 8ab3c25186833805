"""The Chinese calendar of moons, 1949 to 2100: which day its months and days are.

One number a year. Bit n says whether the month in place n, a leap month counted where it falls, has
30 days and not 29; what is above bit 12 says after which of the twelve a leap month falls, 0: none.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from itertools import accumulate

FIRST = 1949
_FIRST_DAY = date(1949, 1, 29)
_YEARS = (
    62765, 1334, 2733, 46506, 1458, 3493, 32074, 3402, 68245, 2711,
    1366, 51893, 2773, 1746, 36517, 3749, 1610, 27799, 2715, 62810,
    1386, 2921, 46930, 2898, 2853, 38475, 2635, 70827, 685, 1389,
    52073, 3497, 3474, 40229, 3365, 88653, 2646, 694, 50613, 1749,
    3753, 48786, 3730, 3366, 27222, 2647, 70870, 858, 1749, 46793,
    1865, 1683, 38187, 1323, 2651, 21850, 1386, 64341, 2980, 2889,
    47763, 2709, 1325, 35501, 2741, 79274, 1490, 3493, 56650, 3402,
    3221, 38190, 1366, 2741, 21938, 1746, 52901, 1829, 1611, 44183,
    3243, 1370, 27350, 2921, 96082, 2898, 2853, 55883, 2635, 1195,
    42331, 1453, 2922, 23378, 3474, 64805, 3365, 2645, 46253, 1206,
    1461, 28074, 3785, 73362, 3730, 3366, 51798, 2647, 1238, 34517,
    1877, 1865, 28307, 1683, 62763, 1323, 2651, 46426, 1386, 2917,
    38730, 2890, 72341, 2709, 1325, 51885, 2741, 1450, 35749, 3493,
    3402, 31893, 3222, 63822, 1366, 2741, 46514, 1746, 3749, 36426,
    1675, 68759, 1195, 1371, 51926, 2922, 1874, 38693, 2885, 2699,
    21659, 1195,
)  # fmt: skip
MONTHS = 12


def new_year(year: int) -> date | None:
    """The first day of the first month; None outside the table."""
    return _new_years().get(year)


def moon_day(year: int, month: int, day: int) -> date | None:
    """The day of the year by the moon; None when the month has no such day. No leap months."""
    first = new_year(year)
    if first is None:
        return None
    lengths, leap = _months(year)
    place = month if 0 < leap < month else month - 1
    if not 1 <= day <= lengths[place]:
        return None
    return first + timedelta(days=sum(lengths[:place]) + day - 1)


@cache
def _new_years() -> dict[int, date]:
    years = range(FIRST, FIRST + len(_YEARS))
    ahead = accumulate((sum(_months(year)[0]) for year in years), initial=0)
    return {
        year: _FIRST_DAY + timedelta(days=days) for year, days in zip(years, ahead, strict=False)
    }


def _months(year: int) -> tuple[list[int], int]:
    """The days of each month in order, and after which of the twelve a leap month falls."""
    bits = _YEARS[year - FIRST]
    leap = bits >> 13
    return [29 + (bits >> place & 1) for place in range(MONTHS + bool(leap))], leap
