"""Chinese names of feasts and days of the moon's calendar, and the holidays around some feasts."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from memory_graph.text.times.chinese_words import NOT_IN_NUMBER, NUMBER
from memory_graph.text.times.cycles import of_cycle
from memory_graph.text.times.feasts import Feast
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.rules import Rule, plain_rule, time_rule
from memory_graph.text.times.spec import Spec

_FESTIVALS = {
    "元旦": (1, 1), "情人节": (2, 14), "妇女节": (3, 8), "植树节": (3, 12), "愚人节": (4, 1),
    "五一": (5, 1),
    "劳动节": (5, 1), "青年节": (5, 4), "六一": (6, 1), "儿童节": (6, 1), "建党节": (7, 1),
    "建军节": (8, 1), "教师节": (9, 10), "国庆": (10, 1), "十一": (10, 1), "万圣节": (10, 31),
    "双十一": (11, 11), "双11": (11, 11), "光棍节": (11, 11), "双十二": (12, 12), "双12": (12, 12),
    "平安夜": (12, 24), "圣诞夜": (12, 24), "圣诞前夜": (12, 24), "圣诞前夕": (12, 24),
    "圣诞": (12, 25), "跨年夜": (12, 31),
}  # fmt: skip
_HOLIDAY_LAST = {"元旦": 3, "五一": 5, "劳动节": 5, "国庆": 7, "十一": 7}
_MOVING = {
    "春节": Feast("moon", 1, 1), "农历新年": Feast("moon", 1, 1), "除夕": Feast("eve"),
    "大年三十": Feast("eve"), "年三十": Feast("eve"), "大年夜": Feast("eve"),
    "元宵节": Feast("moon", 1, 15), "清明": Feast("sun", 4), "端午": Feast("moon", 5, 5),
    "七夕": Feast("moon", 7, 7), "中元节": Feast("moon", 7, 15), "中秋": Feast("moon", 8, 15),
    "重阳": Feast("moon", 9, 9), "腊八": Feast("moon", 12, 8), "冬至": Feast("sun", 12),
    "母亲节": Feast("weekday", 5, 2, 6), "父亲节": Feast("weekday", 6, 3, 6),
    "感恩节": Feast("weekday", 11, 4, 3), "复活节": Feast("easter"),
}  # fmt: skip
_LONG = "(?P<long>假期|长假|期间|黄金周|放假)?"
_HOLIDAYS = {
    "春节": Feast("eve", days=8), "清明": Feast("sun", 4, shift=-1, days=3),
    "端午": Feast("moon", 5, 5, shift=-1, days=3), "中秋": Feast("moon", 8, 15, shift=-1, days=3),
}  # fmt: skip
"""Around three of them the holidays lie otherwise each year: a day before and after."""
_WISH = "(?!快乐|愉快|安康|吉祥)"
_OTHERWISE = "上河图|如镜|[粥蒜岛]|运动会|大街|[路街桥村]"


def feast_rules() -> tuple[Rule, ...]:
    """元旦, 国庆假期, 中秋, 大年初三, 农历三月十五; 十一 only with 假期 or 期间: it is a number."""
    return (*_fixed_rules(), *_moving_rules(), *_moon_rules())


def _fixed_rules() -> tuple[Rule, ...]:
    names = sorted(_FESTIVALS.keys() - {"十一"}, key=len, reverse=True)
    alone = f"(?:三八|五四|五一|六一|七一|八一|十一)?(?P<name>{'|'.join(names)})"
    number = "一二两三四五六七八九十百千万\\d"
    place = "(?![东南西北中]?[路街]|大[街道桥]|广场|公园|新村|[中小]学)"
    fixed = f"(?<![{number}])(?<!叫){alone}(?![{number}]){place}(?:节|日)?{_WISH}{_LONG}"
    return (
        time_rule(fixed, _festival),
        time_rule(f"(?P<step>[上下])一?个{fixed}", _near),
        time_rule(f"(?<![{number}])(?P<name>十一)(?P<long>假期|长假|期间|黄金周)", _festival),
        time_rule(
            f"(?<![{number}月周拜期初第])(?P<name>十一)(?P<long>)(?=去|回[老家国]|出[去游]|放假|旅游)",
            _festival,
        ),
    )


def _moving_rules() -> tuple[Rule, ...]:
    names = "|".join(sorted(_MOVING, key=len, reverse=True))
    moving = f"(?P<name>{names})节?(?!{_OTHERWISE}){_WISH}{_LONG}"
    return (
        plain_rule("noise", f"(?:{names}|圣诞|元旦|国庆|新年)节?(?:快乐|愉快|安康|吉祥)"),
        time_rule(moving, _festival),
        time_rule(f"(?P<step>[上下])一?个{moving}", _near),
        time_rule(
            "(?P<name>除夕|中秋|七夕)(?P<long>)之?夜(?![里晚空市])",
            lambda m, n: replace(_festival(m, n), part="evening"),
        ),
    )


def _festival(match: re.Match[str], _now: datetime) -> Spec:
    name = match["name"]
    if name in _MOVING:
        holidays = _HOLIDAYS.get(name) if match["long"] else None
        return Spec(feast=holidays or _MOVING[name])
    month, day = _FESTIVALS[name]
    last = _HOLIDAY_LAST.get(name) if match["long"] else None
    return Spec(month=month, day=day, last_day=last)


def _near(match: re.Match[str], now: datetime) -> Spec:
    """上个春节 is the last that is over, 下个中秋 the next to come."""
    return of_cycle(-1 if match["step"] == "上" else 1, _festival(match, now), now)


def _moon_rules() -> tuple[Rule, ...]:
    """大年初三, 正月十五, 八月初八, 农历三月十五; of a leap month nothing."""
    first = "初(?P<d>[一二三四五六七八九十])(?![个直些次起样])"
    month = f"(?P<m>[正腊冬]|{NUMBER})月"
    apart = f"(?<!闰){NOT_IN_NUMBER}"
    return (
        time_rule(f"(?<![半多去今明前本])(?:大年|年){first}(?P<m>)", _moon),
        time_rule(f"{apart}{month}{first}", _moon),
        time_rule(f"{apart}(?P<m>[正腊冬])月(?P<d>[一二三]?十[一二三四五六七八九]?)(?!个)", _moon),
        time_rule(f"(?:农历|阴历|旧历)的?{month}初?(?P<d>{NUMBER})[日号號]?", _moon),
    )


_MONTHS = {"正": 1, "冬": 11, "腊": 12, "": 1}


def _moon(match: re.Match[str], _now: datetime) -> Spec | None:
    month = _MONTHS.get(match["m"]) or read_number(match["m"])
    day = read_number(match["d"])
    if month is None or day is None or not (1 <= month <= 12 and 1 <= day <= 30):
        return None
    return Spec(feast=Feast("moon", month, day))
