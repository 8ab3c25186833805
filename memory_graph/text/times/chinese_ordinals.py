"""Chinese wording that counts within a month, year or century, and the first half of a range.

六月第一周, 这个月最后一个周五, 3-5月, 98年, 九十年代初, 去年的今天.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache

from memory_graph.text.times import calendar
from memory_graph.text.times.chinese_words import NOT_IN_NUMBER, NUMBER
from memory_graph.text.times.decades import decade
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.offsets import same_day
from memory_graph.text.times.rules import Build, Rule, plain_rule, time_rule
from memory_graph.text.times.spec import Nth, Spec

_TO = "(?:-|~|～|–|—|到|至)"
_YEARS_BACK = {"大前": -3, "前": -2, "去": -1, "明": 1, "后": 2}
_PARTS = {"": "", "初": "early", "早期": "early", "中": "mid", "中期": "mid"}
_LEAST_OLD = 60
_AHEAD = 15
"""A year of two digits lies at most so far ahead; 60 to 99 are of the last century."""


@cache
def ordinal_rules() -> tuple[Rule, ...]:
    """All of them."""
    return (
        *_nth_rules(),
        *_list_rules(),
        *_half_rules(),
        *_year_rules(),
        *_decade_rules(),
        *_same_day_rules(),
        *_week_number_rules(),
    )


def _nth_rules() -> tuple[Rule, ...]:
    """六月第一周, 五月第二个星期日, 这个月最后一个周末."""
    week = "(?:周|星期|礼拜)"
    return (
        time_rule(
            rf"(?<=[月份的])(?:第([一二三四五1-5])|(最后一))个?{week}(?:(末)|([一二三四五六日天])(?!气))?"
            "(?![年期])",
            _nth,
        ),
    )


def _list_rules() -> tuple[Rule, ...]:
    """The second of 周三、四 and of 周六日."""
    ends = "(?![个名位条点号月年天日次件家十百千万种台\\d])"
    return (
        time_rule(
            f"(?<=[周期拜][一二三四五六][、和及或])([二三四五六日天]){ends}",
            lambda m, _n: Spec(weekday=min("一二三四五六日天".index(m[1]), 6)),
        ),
        time_rule(
            f"(?<=[周期拜][一二三四五六][、和及][一二三四五六][、和及])([二三四五六日天]){ends}",
            lambda m, _n: Spec(weekday=min("一二三四五六日天".index(m[1]), 6)),
        ),
        time_rule(
            r"(?<=\d[、,，])(\d{1,2})(?=(?:[、,，和]\d{1,2}){0,6}[日号])",
            lambda m, _n: _within(m[1], 1, 31, lambda number: Spec(day=number)),
            "earlier",
        ),
        time_rule("(?<=[周期拜]六)日(?![本常程期记报])", lambda _m, _n: Spec(weekday=6)),
        *(
            time_rule(f"(?<=[周期拜]{before}){day}{follows}", _weekday_of(day))
            for before, day, follows in (
                ("一", "三", "(?=五)"),
                ("一三", "五", ends),
                ("二", "四", "(?=六)"),
                ("二四", "六", ends),
            )
        ),
    )


def _weekday_of(word: str) -> Build:
    number = "一二三四五六".index(word)
    return lambda _match, _now: Spec(weekday=number)


def _nth(match: re.Match[str], _now: datetime) -> Spec:
    number = -1 if match[2] else read_number(match[1]) or 1
    if match[4]:
        return Spec(nth=Nth(number, "weekday", min("一二三四五六日天".index(match[4]), 6)))
    return Spec(nth=Nth(number, "weekend" if match[3] else "week"))


def _week_number_rules() -> tuple[Rule, ...]:
    """今年第12周, 2026年第3周; 第12周 alone is one of something else."""
    week = "(?:周(?![年岁期末])|个?(?:星期|礼拜))(?![一二三四五六日天])"
    return (
        time_rule(
            rf"(?:(?<=年)的?|(?:日历|自然|公历)(?:周的?)?)第?({NUMBER}){week}",
            lambda m, _n: _within(m[1], 1, 53, lambda number: Spec(isoweek=number)),
        ),
        plain_rule("vague", f"第{NUMBER}{week}"),
    )


def _half_rules() -> tuple[Rule, ...]:
    """The first number of 3-5月, 3到5号, 2019-2021年."""
    apart = rf"{NOT_IN_NUMBER}(?<![-/年月])"
    return (
        time_rule(
            rf"{NOT_IN_NUMBER}(?<![-/月])({NUMBER})(?={_TO}{NUMBER}月)",
            lambda m, _n: _within(m[1], 1, 12, lambda number: Spec(month=number)),
            "range",
        ),
        time_rule(
            rf"{apart}({NUMBER})(?={_TO}{NUMBER}[日号](?![楼线元]))",
            lambda m, _n: _within(m[1], 1, 31, lambda number: Spec(day=number)),
            "range",
        ),
        time_rule(
            rf"(?<![\d.])(\d{{4}})(?={_TO}\d{{4}}年)",
            lambda m, _n: _year(read_number(m[1])),
            "range",
        ),
    )


def _within(text: str, least: int, most: int, build: Callable[[int], Spec]) -> Spec | None:
    number = read_number(text)
    return build(number) if number is not None and least <= number <= most else None


def _year(number: int | None) -> Spec | None:
    if number is None or not calendar.MIN_YEAR <= number <= calendar.MAX_YEAR:
        return None
    return Spec(year=number)


def _year_rules() -> tuple[Rule, ...]:
    """24年3月, 98年夏天, 03年, 零八年, 两千零八年, 2024.3.5."""
    feast = "的?(?:国庆|元旦|圣诞|五一|劳动节|儿童节|情人节)"
    follows = (
        rf"(?={NUMBER}月(?!大)|的?[春夏秋冬]|[初中底末上下]|的?年?[初底末]|{feast}"
        "|第?[一二三四1-4]季度|Q[1-4])"
    )
    return (
        time_rule(rf"(?<![\d.])([0-9]\d)年{follows}", _short_year),
        time_rule(r"(?<![\d.])(0\d)年(?![级代])", _short_year),
        time_rule("(?<=[在到从自于])([6-9][0-9])年(?![级代内间多来前后])", _short_year),
        time_rule(r"(?<![\d.])(19\d\d|20\d\d)\.(\d{1,2})\.(\d{1,2})(?![\d.])", _dotted),
        time_rule(
            f"{NOT_IN_NUMBER}((?!六七|七八|八九)(?:[零〇][一二三四五六七八九]|[六七八九][零〇一二三四五六七八九]))年(?![级代])",
            _han_year,
        ),
        time_rule(
            f"{NOT_IN_NUMBER}([一两二]千[零〇一二三四五六七八九十百]{{1,6}})年(?![前后来多])",
            _long_year,
        ),
    )


def _short_year(match: re.Match[str], now: datetime) -> Spec:
    """The year that two digits mean: of this century unless that lies far ahead."""
    return Spec(year=_full(int(match[1]), now))


def _full(short: int, now: datetime) -> int:
    century = now.year // 100 * 100
    ahead = short >= _LEAST_OLD or century + short > now.year + _AHEAD
    return century + short - (100 if ahead else 0)


def _dotted(match: re.Match[str], _now: datetime) -> Spec | None:
    day = calendar.make_date(int(match[1]), int(match[2]), int(match[3]))
    return None if day is None else Spec(date=day)


def _han_year(match: re.Match[str], now: datetime) -> Spec:
    digits = "".join(str("零一二三四五六七八九".index(c.replace("〇", "零"))) for c in match[1])
    return Spec(year=_full(int(digits), now))


def _long_year(match: re.Match[str], _now: datetime) -> Spec | None:
    return _year(read_number(match[1].replace("〇", "零")))


def _decade_rules() -> tuple[Rule, ...]:
    """九十年代, 上世纪80年代初, 20世纪六十年代."""
    century = "(?:(上个?|本|(?:1[6-9]|2[01]))世纪的?)?"
    tens = "([一二三四五六七八九]十|[0-9]0)"
    part = "(初|早期|中期?|后期|末期?|晚期)?"
    return (time_rule(rf"{NOT_IN_NUMBER}{century}{tens}年代{part}", _decade),)


def _decade(match: re.Match[str], now: datetime) -> Spec | None:
    """The decade; without a century only those after the fifties are told apart."""
    tens = read_number(match[2])
    if tens is None:
        return None
    this = now.year // 100 * 100
    if match[1] is None:
        if tens < _LEAST_OLD and match[2] not in {"00", "10"}:
            return None
        start = this if tens < _LEAST_OLD else this - 100
    else:
        start = {"上": this - 100, "本": this}.get(match[1][0]) or (int(match[1]) - 1) * 100
    return decade(start + tens, _PARTS.get(match[3] or "", "late"), now)


def _same_day_rules() -> tuple[Rule, ...]:
    """去年的今天, 三年前的今天, 上个月的今天."""
    today = "的?今[天日]"
    return (
        time_rule(
            f"(大前|前|去|明|后)年{today}",
            lambda m, n: same_day(abs(_YEARS_BACK[m[1]]), "year", n, _sign(_YEARS_BACK[m[1]])),
        ),
        time_rule(
            rf"{NOT_IN_NUMBER}({NUMBER})年前{today}",
            lambda m, n: same_day(read_number(m[1]) or 0, "year", n, -1),
        ),
        time_rule(
            f"([上下])个月{today}",
            lambda m, n: same_day(1, "month", n, -1 if m[1] == "上" else 1),
        ),
    )


def _sign(number: int) -> int:
    return 1 if number > 0 else -1
