"""Chinese wording of days, weeks, months and years. Clock and counts are in chinese_clock."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache
from itertools import pairwise

from memory_graph.text.times import calendar
from memory_graph.text.times.chinese_clock import clock_rules
from memory_graph.text.times.chinese_feasts import feast_rules
from memory_graph.text.times.chinese_lookalikes import lookalike_rules
from memory_graph.text.times.chinese_ordinals import ordinal_rules
from memory_graph.text.times.chinese_seasons import part_of_year_rules
from memory_graph.text.times.chinese_words import NOT_IN_NUMBER, NUMBER, noise_rules
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.rules import Rule, time_rule
from memory_graph.text.times.same_time import so_far, this_time
from memory_graph.text.times.spec import Part, Portion, Spec
from memory_graph.text.times.zones import han_zone_rules

_WEEK = "(?:周|週|星期|礼拜)"
# 一 after 周 often begins another word: 下周一起 (together), 上周一直 (all the time).
_WEEKDAY = (
    "(?:一(?!起(?!床|飞|程|草|来|跑)|直|样|般|定|共|些|个|次|下(?!午))|[二三四五六]"
    "|日(?!程|期|常|报|志|益)|天(?!气|津|天(?!气)))"
)
_DAYS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}
_YEARS = {"大前": -3, "前": -2, "去": -1, "今": 0, "本": 0, "明": 1, "后": 2, "大后": 3}
# 三月十五 without 号 is a day only where the words go on as after a day.
_DAY_ENDS = (
    rf"(?=$|[,，。;；、!！?？）)\s]|[和与及到至~～是]|(?:过|的)?生日|出生|结婚|{NUMBER}[日号號])"
)
_TWO = "|".join(
    f"{a}{b}|{a}、{b}" for a, b in (*pairwise("一二三四五六七八九"), ("十一", "二"))
) + "".join(f"|{m}、{m + 1}" for m in range(1, 12))
"""Two months that follow each other."""
_NO_NUMBER = "(?!会议|[楼线位机店房门车桌院馆厅台选电池球码文染])"
"""What stands behind 号 where it numbers something."""
_PORTIONS: dict[str, Portion] = {
    "初": "start",
    "上旬": "start",
    "中": "middle",
    "中旬": "middle",
    "下旬": "end",
    "底": "end",
    "末": "end",
    "尾": "end",
    "上中旬": "to_mid",
    "中下旬": "from_mid",
    "上半": "half1",
    "前半": "half1",
    "下半": "half2",
    "后半": "half2",
}


@cache
def chinese_rules() -> tuple[Rule, ...]:
    """All rules for Chinese text."""
    return (
        *noise_rules(),
        *lookalike_rules(),
        *han_zone_rules(),
        *clock_rules(),
        *ordinal_rules(),
        *_day_rules(),
        *_week_rules(),
        *_month_rules(),
        *_year_rules(),
        *_now_rules(),
        *feast_rules(),
    )


def _day_rules() -> tuple[Rule, ...]:
    """今天, 大后天, 明晚."""
    return (
        time_rule(
            "(?<![以之今])(大前|前|昨|今|明|大后|后)[天日](?!天性|性格?|努力|培养)", _near_day
        ),
        time_rule("(?<![聪文])(昨|今|明)(?:儿个?|个儿?(?![月星礼]))(?![子童女歌科])", _near_day),
        time_rule(
            "(?<![以之今然])(大前|前|大后|后)儿(?:个|(?=[早上中下晚夜去来见再就有，,。]|$))",
            _near_day,
        ),
        time_rule(
            "(前|昨|今|明)(?:晚上?|夜里?)的?凌晨",
            lambda m, n: Spec(date=n.date() + timedelta(days=_DAYS[m[1]] + 1), part="dawn"),
        ),
        time_rule("(前|昨|今|明)(早上?|晨|晚上?|夜|午)(?!饭|餐|会|点|一点|些|报)", _near_part),
        time_rule("(前|昨|今|明)(早|晚)(?=[\\d一二两三四五六七八九十]{1,3}[点點])", _near_part),
    )


def _near_day(match: re.Match[str], now: datetime) -> Spec:
    return Spec(date=now.date() + timedelta(days=_DAYS[match[1]]))


def _near_part(match: re.Match[str], now: datetime) -> Spec:
    parts: dict[str, Part] = {"早": "morning", "晨": "morning", "午": "noon"}
    day = now.date() + timedelta(days=_DAYS[match[1]])
    return Spec(date=day, part=parts.get(match[2][0], "evening"))


def _week_rules() -> tuple[Rule, ...]:
    """上周, 下下周三, 周三, 这周末."""
    step = "((?<!一)(?:上{1,3}|下{1,3})|这|本|当)一?个?"
    piece = "(初|中(?![国文秋午间心学小旬])|尾|的?[上下前后]半(?:周|段|个?星期))"
    return (
        time_rule(rf"{step}{_WEEK}(?:({_WEEKDAY})|(末)|{piece})?(?!年|期|围|边|转|岁)", _week),
        time_rule(rf"(?<=[从自])((?:这|本|上|下)?){_WEEK}(一)()()(?=起)", _week),
        time_rule(
            rf"(?:(?<=[周期拜][一二三四五六日天])|(?<![每隔整\d一二两三四五六七八九十几]))"
            rf"{_WEEK}({_WEEKDAY})",
            _weekday,
        ),
        time_rule("(?<!每)(?<!每个)(?:周|週)末", lambda _m, _n: Spec(weekend=True)),
    )


def _steps(word: str) -> int:
    """上上 is -2, 下 is 1, 这 is 0."""
    return word.count("下") - word.count("上")


def _week(match: re.Match[str], now: datetime) -> Spec:
    monday = calendar.monday_of(now.date(), _steps(match[1]))
    if match[2] and not match[1]:
        return Spec(weekday=0)
    if match[2]:
        return Spec(week=monday, weekday=_weekday_number(match[2]))
    return Spec(week=monday, weekend=True if match[3] else None, portion=_portion(match[4]))


def _portion(words: str | None) -> Portion | None:
    """The piece of a week or month that 初, 中下旬 or 的前半个月 mean."""
    plain = (words or "").lstrip("的")
    return _PORTIONS.get(plain) or _PORTIONS.get(plain[:2])


def _weekday(match: re.Match[str], _now: datetime) -> Spec:
    return Spec(weekday=_weekday_number(match[1]))


def _weekday_number(word: str) -> int:
    return min("一二三四五六日天".index(word[0]), 6)


def _month_rules() -> tuple[Rule, ...]:
    """上个月底, 三月初, 十月七号, 7号."""
    portion = "(初|上中旬|上旬|中下旬|中旬|中(?!国|文|秋|间|心|午)|下旬|底|末|的?[上下前后]半个?月)"
    named = rf"{NOT_IN_NUMBER}(?<!叫)({NUMBER})月"
    day = rf"({NUMBER})(?:[日号號]?(?:-|~|～|–|至|到)({NUMBER}))?[日号號]"
    return (
        time_rule(
            rf"((?<!一)(?:上{{1,2}}|下{{1,2}})|这|本|当)一?个?月份?(?:{portion})?", _near_month
        ),
        time_rule(f"(?<![个每])月{portion}", _bare_portion),
        time_rule(
            rf"{NOT_IN_NUMBER}({_TWO})月(?:份|[里间])?(?![\\d一二三四五六七八九十])", _two_months
        ),
        time_rule(
            f"{named}份?(?:{portion}|(?![\\d一二三四五六七八九十]))(?!不见|大|饼|天(?!气))", _month
        ),
        time_rule(named + day, _month_day),
        time_rule(rf"(?<![\d.])(\d{{1,2}})\.(\d{{1,2}})()[号號]{_NO_NUMBER}", _month_day),
        time_rule(f"{named}({NUMBER})(){_DAY_ENDS}", _month_day),
        time_rule(rf"{NOT_IN_NUMBER}({NUMBER})[号號]{_NO_NUMBER}", _day_of_month),
        time_rule(
            rf"{NOT_IN_NUMBER}(\d{{1,2}})日(?![元本均常子内间前后游线])",
            _day_of_month,
        ),
    )


def _near_month(match: re.Match[str], now: datetime) -> Spec:
    first = calendar.add_months(now.date().replace(day=1), _steps(match[1]))
    return Spec(year=first.year, month=first.month, portion=_portion(match[2]))


def _bare_portion(match: re.Match[str], _now: datetime) -> Spec:
    return Spec(portion=_portion(match[1]), monthly=True)


def _month(match: re.Match[str], _now: datetime) -> Spec | None:
    month = read_number(match[1])
    if month is None or not 1 <= month <= 12:
        return None
    return Spec(month=month, portion=_portion(match[2]))


def _two_months(match: re.Match[str], _now: datetime) -> Spec | None:
    """六七月, 3、4月."""
    words = match[1]
    first = (
        11
        if words.startswith("十")
        else read_number(words.split("、")[0][:2] if words[0].isdigit() else words[0])
    )
    return None if first is None else Spec(month=first, months=2)


def _month_day(match: re.Match[str], _now: datetime) -> Spec | None:
    month, day = read_number(match[1]), read_number(match[2])
    last = read_number(match[3]) if match[3] else None
    if month is None or day is None or not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return Spec(month=month, day=day, last_day=last)


def _day_of_month(match: re.Match[str], _now: datetime) -> Spec | None:
    day = read_number(match[1])
    return Spec(day=day) if day is not None and 1 <= day <= 31 else None


def _year_rules() -> tuple[Rule, ...]:
    """去年, 2026年, 年底, 上半年, 第三季度, 夏天."""
    portion = "(初(?![春夏秋冬])|中(?!国|秋)|底|末)"
    return (
        time_rule(rf"(?<![以之今])(大前|前|去|今|本|明|大后|后)年(?:{portion})?", _near_year),
        time_rule(rf"(?<![\d.])(\d+)年(?:{portion})?(?!级|代|轻|多|前|后|来|内|间|半)", _year),
        time_rule(rf"(?<![\d.])([12]\d{{3}})年({portion})?(?=前|之前|后|之后|来|之?内|间)", _year),
        time_rule(rf"([一二][〇零一二三四五六七八九]{{3}})年(?:{portion})?", _year),
        time_rule(rf"(?<![0-9一二两三四五六七八九十几半多每学])年{portion}", _year_portion),
        *part_of_year_rules(),
    )


def _near_year(match: re.Match[str], now: datetime) -> Spec:
    return Spec(year=now.year + _YEARS[match[1]], portion=_PORTIONS.get(match[2] or ""))


def _year(match: re.Match[str], _now: datetime) -> Spec | None:
    year = read_number(match[1])
    if year is None or not calendar.MIN_YEAR <= year <= calendar.MAX_YEAR:
        return None
    return Spec(year=year, portion=_PORTIONS.get(match[2] or ""))


def _year_portion(match: re.Match[str], _now: datetime) -> Spec:
    return Spec(portion=_PORTIONS[match[1]])


def _now_rules() -> tuple[Rule, ...]:
    """去年这个时候, 昨天的同一时间, 这周剩下的时间."""
    then = "的?(?:(?:这个?|同样的?|同个?)(?:时候|时间|时刻)|同一(?:时间|时刻))"
    left = "(?:剩下|剩余|余下|接下来)的?(?:时间|日子|几天|几个月)?"
    return (
        time_rule(rf"(去|明)年{then}", lambda m, n: this_time("year", _YEARS[m[1]], n)),
        time_rule(rf"([上下])一?个?月{then}", lambda m, n: this_time("month", _steps(m[1]), n)),
        time_rule(rf"([上下])一?个?{_WEEK}{then}", lambda m, n: this_time("week", _steps(m[1]), n)),
        time_rule(rf"(前|昨|明|后)[天日]{then}", lambda m, n: this_time("day", _DAYS[m[1]], n)),
        time_rule(
            rf"(?:(?:这|本)一?个?(?:({_WEEK})|(月))|(今年)|今天){left}",
            lambda m, n: so_far(
                "week" if m[1] else "month" if m[2] else "year" if m[3] else "day", False, n
            ),
        ),
    )
