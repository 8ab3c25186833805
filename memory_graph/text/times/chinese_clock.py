"""Chinese wording of parts of the day, clock times and counts from now."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import pairwise

from memory_graph.text.times.chinese_words import NOT_IN_NUMBER, NUMBER
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.offsets import Unit, counted, rolling
from memory_graph.text.times.rules import Rule, time_rule
from memory_graph.text.times.spec import Part, Spec

_EARLY = "一大早|大清早|一早"
_PARTS: dict[str, Part] = {
    "凌晨": "dawn",
    "清晨": "morning",
    "清早": "morning",
    "早晨": "morning",
    "早上": "morning",
    "上午": "morning",
    "早": "morning",
    "中午": "noon",
    "下午": "afternoon",
    "午后": "afternoon",
    "傍晚": "evening",
    "晚上": "evening",
    "夜里": "evening",
    "夜晚": "evening",
    "晚": "evening",
    "前半夜": "evening",
    "上半夜": "evening",
    "后半夜": "late",
    "下半夜": "late",
    "深夜": "late",
    "半夜": "late",
}
_LATER = "(?:早上|上午|中午|下午|傍晚|晚上|凌晨)"
_MEETING = (
    "(?:开会|见面?(?:$|[，,。吧])|出发|集合|上课|下课|到家|起床|面试"
    "|的(?:会(?!员)|课|飞机|火车|高铁|航班|面试))"
)
"""What makes 两点 a clock time: alone it may be two points."""
_UNITS: dict[str, Unit] = {
    "分钟": "minute",
    "小时": "hour",
    "钟头": "hour",
    "天": "day",
    "日": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "年": "year",
}
_TWO_HOURS = "|".join([a + b for a, b in pairwise("一二三四五六七八九十")] + ["两三", "十一二"])
# Months are counted with 个, for 三月 is March.
_COUNT = (
    rf"(?:(?P<n>{NUMBER}|[俩仨])(?P<more>个半|个多|个)?|(?P<half>半)个?)"
    r"(?P<unit>分钟|小时|钟头|天|日|周|星期|礼拜|(?<=[个半俩仨多])月|年)(?P<post>半)?"
)


def clock_rules() -> tuple[Rule, ...]:
    """下午, 三点半, 15点, 半小时后, 最近三天."""
    return (*_part_rules(), *_hour_rules(), *_count_rules())


def _part_rules() -> tuple[Rule, ...]:
    long = "|".join(sorted((w for w in _PARTS if len(w) > 1), key=len, reverse=True))
    return (
        time_rule(f"(?:大)?({long})(?![好安茶餐饭])", lambda m, _n: Spec(part=_PARTS[m[1]])),
        time_rule(
            rf"([早晚])(?={NUMBER}(?:[点點](?!都|也)|[:：]\d))",
            lambda m, _n: Spec(part=_PARTS[m[1]]),
        ),
        time_rule(r"([早晚])(?![\w])", lambda m, _n: Spec(part=_PARTS[m[1]]), needs="date"),
        time_rule(
            "(?<=[一二三四五六日天号末])晚(?![了点些于起睡饭餐会安婚辈年上])",
            lambda _m, _n: Spec(part="evening"),
            needs="date",
        ),
        time_rule(f"(?:{_EARLY})(?!就|已|便)", lambda _m, _n: Spec(part="morning"), needs="date"),
        time_rule("正午", lambda _m, _n: Spec(hour=12, exact=True)),
        time_rule("午夜", lambda _m, _n: Spec(hour=24, exact=True)),
    )


def _hour_rules() -> tuple[Rule, ...]:
    # 周四十一点 is Thursday at eleven: the number of a weekday is no part of the hour.
    apart = rf"(?:(?<=[周期拜][一二三四五六日天])|{NOT_IN_NUMBER})(?<![周拜])(?<!星期)"
    hour = rf"(?<!第)(?<!有){apart}(?P<h>\d{{1,3}}|[〇零一二两三四五六七八九十]{{1,3}})"
    minute = (
        r"(?:(?P<half>半)|(?P<q>[一三])刻|过?(?P<m>\d{1,2})(?!\d)分?"
        r"|过?(?P<hm>[一二三四五]?十[一二三四五六七八九]?|[零〇][一二三四五六七八九])分?"
        r"|过?(?P<fm>[一二三四五六七八九])分)"
    )
    return (
        time_rule(rf"{apart}(?P<hs>{_TWO_HOURS})[点點](?:[钟鐘]|左右)", _two_hours),
        time_rule(rf"{hour}[点點](?:[钟鐘]|整)(?![情头])", _clock),
        time_rule(
            rf"{hour}[点點](?=\s?(?:到|至|-|~|～)\s?{_LATER}?{NUMBER}[点點](?!子)|{_MEETING})",
            _clock,
        ),
        time_rule(rf"{hour}[点點时時]{minute}", _clock),
        time_rule(
            rf"(?P<hs>{_TWO_HOURS})[点點](?![钟鐘子心名击评赞餐菜缀滴头建意要原])",
            _two_hours,
            "date",
        ),
        time_rule(rf"{hour}[点點](?!子|心|名|击|评|赞|餐|菜|缀|滴|头|[钟鐘])", _clock, "cue"),
        time_rule(r"(?<![\d.])(?P<h>\d{1,2})时(?![间候代期常刻差空尚\d])", _clock, "cue"),
        time_rule(rf"{hour}(?=\s?(?:到|至|-|~|～)\s?{NUMBER}[点點](?!子))", _clock, "range"),
        time_rule(
            rf"{hour}[点點]差(?:(?P<q>一)刻|(?P<fm>[一二三四五六七八九十]{{1,3}}|\d{{1,2}})分钟?)",
            _clock_to,
        ),
        time_rule(
            r"差(?:(?P<q>一)刻|(?P<fm>[一二三四五六七八九十\d]{1,3})分钟?)"
            r"(?P<h>\d{1,2}|[一二两三四五六七八九十]{1,2})点",
            _clock_to,
        ),
    )


def _clock(match: re.Match[str], _now: datetime) -> Spec | None:
    hour, minute = read_number(match["h"]), _minute(match)
    if hour is None or hour > 24 or (minute or 0) > 59:
        return None
    return Spec(hour=hour, minute=minute, exact=True if hour > 12 or hour == 0 else None)


def _two_hours(match: re.Match[str], _now: datetime) -> Spec:
    """三四点, 十一二点."""
    words = match["hs"]
    hour = 11 if words == "十一二" else read_number(words[0])
    return Spec(hour=hour, hours=2)


def _minute(match: re.Match[str]) -> int | None:
    """The minutes that were said, None for the bare hour."""
    groups = match.groupdict()
    if groups.get("half"):
        return 30
    if groups.get("q"):
        return 15 if groups["q"] == "一" else 45
    words = groups.get("m") or groups.get("hm") or groups.get("fm")
    return read_number(words) if words else None


def _clock_to(match: re.Match[str], _now: datetime) -> Spec | None:
    """差五分三点 is 2:55."""
    hour, minute = read_number(match["h"]), _minute(match)
    if hour is None or minute is None or not (1 <= hour <= 24 and 0 < minute < 60):
        return None
    return Spec(hour=hour - 1 or 12, minute=60 - minute)


def _count_rules() -> tuple[Rule, ...]:
    before = "之前|以前|前(?!面|往|台|端|提|途|进|锋)"
    after = "之后|以后|后(?!面|台|续|悔|果|端|天|勤)"
    far = rf"(?!\d{{4}}年)(?<![几数第]){NOT_IN_NUMBER}{_COUNT}(?:多|左右)?"
    return (
        time_rule(f"{far}(?:{before})", lambda m, n: _counted(m, n, -1)),
        time_rule(f"{far}(?:{after})", lambda m, n: _counted(m, n, 1)),
        time_rule(f"不到{_COUNT}(?:{before})", lambda m, n: _rolling(m, n, -1)),
        time_rule(f"再过{_COUNT}", lambda m, n: _counted(m, n, 1)),
        time_rule(
            f"(?:^|(?<=[，,。；;！!？?\\s]))过{_COUNT}(?![的级])", lambda m, n: _counted(m, n, 1)
        ),
        time_rule(rf"{NOT_IN_NUMBER}([一三])刻钟(?:之|以)?([前后])", _quarters),
        time_rule(
            f"(?:最近|过去|(?<![将接])近)的?这?{_COUNT}(?!{before})",
            lambda m, n: _rolling(m, n, -1),
        ),
        time_rule(f"(?:未来|接下来|今后|往后)的?这?{_COUNT}", lambda m, n: _rolling(m, n, 1)),
        time_rule(
            rf"(?!\d{{4}}年){NOT_IN_NUMBER}{_COUNT}(?:之内|以内|内)", lambda m, n: _rolling(m, n, 1)
        ),
        time_rule(rf"{far}(?:以来|来(?=[，,。；、]|一直|$))", lambda m, n: _rolling(m, n, -1)),
    )


def _amount(match: re.Match[str]) -> float | None:
    """一个半 is 1.5, 半 is 0.5."""
    if match["half"]:
        return 0.5
    number = read_number(match["n"])
    if number is None:
        return None
    return number + (0.5 if match["post"] or match["more"] == "个半" else 0.0)


def _counted(match: re.Match[str], now: datetime, sign: int) -> Spec | None:
    amount = _amount(match)
    return None if amount is None else counted(amount, _UNITS[match["unit"]], now, sign)


def _quarters(match: re.Match[str], now: datetime) -> Spec | None:
    return counted(15 if match[1] == "一" else 45, "minute", now, 1 if match[2] == "后" else -1)


def _rolling(match: re.Match[str], now: datetime, sign: int) -> Spec | None:
    amount = _amount(match)
    return None if amount is None else rolling(amount, _UNITS[match["unit"]], now, sign)
