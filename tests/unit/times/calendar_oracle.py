"""What the notation of ``tables/README.md`` means, found by looking at days one by one.

Written without the code under test, on purpose, and with other means than it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY = timedelta(days=1)
FAR_PAST, FAR_FUTURE = 1000, 3000
FEASTS = {
    "easter": "0404 0417 0409 0331 0420 0405 0328 0416 0401 0421",
    "spring": "0212 0201 0122 0210 0129 0217 0206 0126 0213 0203",
    "eve": "0211 0131 0121 0209 0128 0216 0205 0125 0212 0202",
    "moon1.3": "0214 0203 0124 0212 0131 0219 0208 0128 0215 0205",
    "moon1.15": "0226 0215 0205 0224 0212 0303 0220 0209 0227 0217",
    "moon3.15": "0426 0415 0504 0423 0412 0501 0421 0409 0428 0417",
    "moon5.5": "0614 0603 0622 0610 0531 0619 0609 0528 0616 0605",
    "moon7.7": "0814 0804 0822 0810 0829 0819 0808 0826 0816 0805",
    "moon8.8": "0914 0903 0922 0910 0929 0918 0908 0926 0915 0905",
    "moon8.15": "0921 0910 0929 0917 1006 0925 0915 1003 0922 0912",
    "moon9.9": "1014 1004 1023 1011 1029 1018 1008 1026 1016 1005",
    "qingming": "0404 0405 0405 0404 0404 0405 0405 0404 0404 0405",
    "dongzhi": "1221 1222 1222 1221 1221 1222 1222 1221 1221 1222",
}
"""Month and day of each year from 2021 on, as calendars print them."""
Span = tuple[date, date]
Window = tuple[datetime, datetime]


def at(day: date, minutes: int, zone: ZoneInfo) -> datetime:
    wall = datetime.combine(day + minutes // 1440 * DAY, time(minutes % 1440 // 60, minutes % 60))
    return wall.replace(tzinfo=zone).astimezone(UTC)


def month_days(year: int, month: int, count: int = 1) -> Span:
    first = date(year + (month - 1) // 12, (month - 1) % 12 + 1, 1)
    day = first
    for _ in range(count):
        day = (day + 31 * DAY).replace(day=1)
    return first, day


def portion(first: date, after: date, text: str) -> Span:
    begin, _, end = text.partition("-")
    return first + (int(begin) - 1) * DAY, first + int(end) * DAY if end else after


def nth(first: date, after: date, text: str) -> Span:
    """``1.week``, ``-1.we``, ``2.tue`` or ``-3.days`` of the month ``first`` to ``after``."""
    digits, _, what = text.partition(".")
    number = int(digits)
    days = [first + n * DAY for n in range((after - first).days)]
    if what == "days":
        return (days[number], after) if number < 0 else (first, days[number])
    if what == "week":
        chosen = days[-7:] if number < 0 else days[7 * number - 7 : 7 * number]
        return chosen[0], chosen[-1] + DAY
    weekday = 5 if what == "we" else WEEKDAYS.index(what)
    starts = [day for day in days if day.weekday() == weekday]
    start = starts[number] if number < 0 else starts[number - 1]
    return start, start + (2 if what == "we" else 1) * DAY


def monday(day: date) -> date:
    while day.weekday():
        day -= DAY
    return day


def within_month(days: Span, text: str | None) -> Span:
    """A month, its days ``:21-`` or what is counted in it ``#1.fri``."""
    if not text:
        return days
    return nth(*days, text[1:]) if text[0] == "#" else portion(*days, text[1:])


def iso_week(year: int, number: int) -> Span:
    """The first week of a year is that of 4 January."""
    start = monday(date(year, 1, 4)) + (number - 1) * 7 * DAY
    return start, start + 7 * DAY


def week_elsewhere(meaning: str, today: date) -> Span | None:
    """The week of another day or its weekday, or a week by its number."""
    if m := re.fullmatch(r"wd([+-]\d+)(?:\.(\w+))?", meaning):
        start = monday(today + int(m[1]) * DAY)
        day = start + WEEKDAYS.index(m[2]) * DAY if m[2] else start
        return day, day + (1 if m[2] else 7) * DAY
    if m := re.fullmatch(r"w of (.+)", meaning):
        found = fixed(m[1], today)
        assert found is not None
        return monday(found[0]), monday(found[0]) + 7 * DAY
    if m := re.fullmatch(r"(?:y([+-]\d+)|(\d{4}))W(\d+)", meaning):
        return iso_week(today.year + int(m[1]) if m[1] else int(m[2]), int(m[3]))
    return None


def fixed(meaning: str, today: date) -> Span | None:
    """The days of a meaning that does not recur."""
    if m := re.fullmatch(r"d([+-]\d+)", meaning):
        day = today + int(m[1]) * DAY
        return day, day + DAY
    if found := week_elsewhere(meaning, today):
        return found
    if m := re.fullmatch(r"(we?)([+-]\d+)(?:\.(\w+)|:(\d)-(\d))?", meaning):
        start = monday(today) + 7 * int(m[2]) * DAY
        if m[1] == "we":
            return start + 5 * DAY, start + 7 * DAY
        if m[4]:
            return start + (int(m[4]) - 1) * DAY, start + int(m[5]) * DAY
        day = start + WEEKDAYS.index(m[3]) * DAY if m[3] else start
        return day, day + (1 if m[3] else 7) * DAY
    if m := re.fullmatch(r"m([+-]\d+)([:#]\S+)?", meaning):
        return within_month(month_days(today.year, today.month + int(m[1])), m[2])
    if m := re.fullmatch(r"q([+-]\d+)(?:#(\d))?", meaning):
        month = (today.month - 1) // 3 * 3 + 3 * int(m[1]) + int(m[2] or 1)
        return month_days(today.year, month, 1 if m[2] else 3)
    if m := re.fullmatch(r"(?:y([+-]\d+)|(\d{4}))!(\S+)", meaning):
        year = today.year + int(m[1]) if m[1] else int(m[2])
        return feast(m[3])[year - 2021]
    return counted_back(meaning, today) or in_year(meaning, today)


def counted_back(meaning: str, today: date) -> Span | None:
    """The n-th such weekday before today, or today's date in another year or month."""
    if m := re.fullmatch(r"ago(\d+)\.(\w+)", meaning):
        day, left = today, int(m[1])
        while left:
            day -= DAY
            left -= day.weekday() == WEEKDAYS.index(m[2])
        return day, day + DAY
    if m := re.fullmatch(r"same ([ym])([+-]\d+)", meaning):
        months = int(m[2]) * (12 if m[1] == "y" else 1)
        first, after = month_days(today.year, today.month + months)
        day = min(first + (today.day - 1) * DAY, after - DAY)
        return day, day + DAY
    return None


def in_year(meaning: str, today: date) -> Span | None:
    """A year, or something in it, relative or as written."""
    m = re.fullmatch(
        r"(?:y([+-]\d+)|(\d{4}))(?::(\d+)\+(\d))?(?:[.-](\d+))?(?:[.-](\d+)|([:#]\S+))?", meaning
    )
    if m is None:
        return None
    year = today.year + int(m[1]) if m[1] else int(m[2])
    if m[3]:
        return month_days(year, int(m[3]), int(m[4]))
    if m[6]:
        return date(year, int(m[5]), int(m[6])), date(year, int(m[5]), int(m[6])) + DAY
    if m[5]:
        return within_month(month_days(year, int(m[5])), m[7])
    return date(year, 1, 1), date(year + 1, 1, 1)


@cache
def recurring(what: str) -> list[Span]:
    """Every occurrence in the years around the days of the test, found day by day."""
    if what in FEASTS:
        return feast(what)
    if what[0] == "W":
        return [iso_week(year, int(what[1:])) for year in range(2022, 2030)]
    found = []
    for number in range(8 * 366):
        day = date(2021, 6, 1) + number * DAY
        if what in {"day", WEEKDAYS[day.weekday()], f"{day.month}.{day.day}"}:
            found.append((day, day + DAY))
        elif day.day == 1:
            found += begins(what, day)
    return found


def feast(what: str) -> list[Span]:
    """The days of a feast in the years from 2021 on."""
    days = [
        date(2021 + number, int(text[:2]), int(text[2:]))
        for number, text in enumerate(FEASTS[what].split())
    ]
    return [(day, day + DAY) for day in days]


def begins(what: str, first: date) -> list[Span]:
    """The occurrence that begins in the month of ``first``, if there is one."""
    if m := re.fullmatch(r"(\d+)\+(\d+)", what):
        return [month_days(first.year, first.month, int(m[2]))] if first.month == int(m[1]) else []
    m = re.fullmatch(r"m(m|\d+)([:#]\S+)?", what)
    if m is None or m[1] not in {"m", str(first.month)}:
        return []
    return [within_month(month_days(first.year, first.month), m[2])]


def span(clock: str) -> tuple[int, int]:
    """Minutes after midnight of ``15``, ``15:30``, ``18-24`` or ``15..17:30``."""
    begin, _, end = clock.replace("..", "-").partition("-")
    hour, _, minute = begin.partition(":")
    start = int(hour) * 60 + int(minute or 0)
    if not end:
        return start, start + (1 if minute else 60)
    hour, _, minute = end.partition(":")
    return start, int(hour) * 60 + int(minute or 0)


def expected(meaning: str, now: datetime) -> Window:
    """The window of a meaning as seen from ``now``."""
    zone = now.tzinfo
    assert isinstance(zone, ZoneInfo)
    found = counted(meaning, now, zone)
    if found:
        return found
    if m := re.fullmatch(r"(.+) -12m", meaning):
        days = [moment.astimezone(zone).date() for moment in one(m[1], now, zone)]
        return at(days[0].replace(year=days[0].year - 1), 0, zone), at(
            days[1].replace(year=days[1].year - 1), 0, zone
        )
    if m := re.fullmatch(r"(.+) in (UTC|\w+/\S+)", meaning):
        return one(m[1], now, ZoneInfo(m[2]))
    word, _, rest = meaning.partition(" ")
    if word in {"since", "from", "before", "until", "sofar", "rest"}:
        return opened(word, expected(rest, now), now, zone)
    if " to " in meaning:
        left, right = meaning.split(" to ")
        since = expected(left, now)[0]
        return since, expected(right, since.astimezone(zone) if "next" in right else now)[1]
    if m := re.fullmatch(r"(.+) ([+-]\d+)d(?:\*(\d+))?", meaning):
        day = one(m[1], now, zone)[0].astimezone(zone).date() + int(m[2]) * DAY
        return at(day, 0, zone), at(day + int(m[3] or 1) * DAY, 0, zone)
    return one(meaning, now, zone)


def counted(meaning: str, now: datetime, zone: ZoneInfo) -> Window | None:
    """Minutes from now, and windows that begin or end now."""
    if m := re.fullmatch(r"t([+-]\d+)", meaning):
        since = (now.astimezone(UTC) + timedelta(minutes=int(m[1]))).replace(second=0)
        return since, since + timedelta(minutes=1)
    if m := re.fullmatch(r"around t([+-]\d+)", meaning):
        wall = now.replace(tzinfo=None) + timedelta(minutes=int(m[1]))
        middle = wall.replace(second=0, microsecond=0, tzinfo=zone).astimezone(UTC)
        return middle - timedelta(minutes=30), middle + timedelta(minutes=30)
    if m := re.fullmatch(r"(last|coming) (\d+)t", meaning):
        step = timedelta(minutes=int(m[2]))
        utc = now.astimezone(UTC)
        return (utc - step, utc) if m[1] == "last" else (utc, utc + step)
    if m := re.fullmatch(r"last same ([ym]-\d+)", meaning):
        days = fixed(f"same {m[1]}", now.date())
        assert days is not None
        return at(days[0], 0, zone), now
    if m := re.fullmatch(r"(last|coming) (\d+)d", meaning):
        days_away = int(m[2]) * DAY
        if m[1] == "last":
            return at(now.date() - days_away, 0, zone), now
        return now, at(now.date() + days_away + DAY, 0, zone)
    return None


def opened(word: str, window: Window, now: datetime, zone: ZoneInfo) -> Window:
    """A window opened to one side, or the part of it before or after now."""
    since, until = window
    if word == "from" or (word == "since" and since >= now):
        return since, datetime(FAR_FUTURE, 1, 1, tzinfo=zone)
    if word == "since":
        return since, now
    if word in {"before", "until"}:
        return datetime(FAR_PAST, 1, 1, tzinfo=zone), since if word == "before" else until
    if since >= now:
        return window
    return (since, now) if word == "sofar" else (now, until)


def one(meaning: str, now: datetime, zone: ZoneInfo) -> Window:
    days, _, clock = meaning.partition(" @")
    which, _, what = days.partition(".")

    def window(since: date, until: date) -> Window:
        if not clock:
            return at(since, 0, zone), at(until, 0, zone)
        begin, end = span(clock)
        return at(since, begin, zone), at(since, end, zone)

    if which not in {"next", "past", "over", "coming"}:
        found = fixed(days, now.date())
        assert found is not None, f"unknown meaning {meaning!r}"
        return window(*found)
    if which in {"next", "coming"}:
        ahead = (window(*pair) for pair in recurring(what) if pair[1] >= now.date() - DAY)
        if which == "coming":
            return next(w for w in ahead if w[0] > now)
        clocked = clock and "-" not in clock
        return next(w for w in ahead if (w[0] + timedelta(minutes=1) if clocked else w[1]) > now)
    side = 1 if which == "over" or what in WEEKDAYS else 0
    back = (window(*pair) for pair in reversed(recurring(what)) if pair[0] <= now.date() + DAY)
    return next(w for w in back if w[side] <= now)


def table(lines: list[str]) -> Iterator[tuple[str, str]]:
    """The rows of a table: a phrase and what it means."""
    for line in lines:
        if line and not line.startswith("#"):
            phrase, meaning = line.split(" | ")
            yield phrase, meaning
