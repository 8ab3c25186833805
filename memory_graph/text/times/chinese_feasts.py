"""Chinese names of feasts with a fixed date, and the holidays around some of them."""

from __future__ import annotations

import re
from datetime import datetime

from memory_graph.text.times.rules import Rule, time_rule
from memory_graph.text.times.spec import Spec

_FESTIVALS = {
    "元旦": (1, 1), "情人节": (2, 14), "妇女节": (3, 8), "植树节": (3, 12), "愚人节": (4, 1),
    "五一": (5, 1),
    "劳动节": (5, 1), "青年节": (5, 4), "六一": (6, 1), "儿童节": (6, 1), "建党节": (7, 1),
    "建军节": (8, 1), "教师节": (9, 10), "国庆": (10, 1), "十一": (10, 1), "万圣节": (10, 31),
    "双十一": (11, 11), "双11": (11, 11), "光棍节": (11, 11), "双十二": (12, 12), "双12": (12, 12),
    "平安夜": (12, 24), "圣诞夜": (12, 24), "圣诞": (12, 25), "跨年夜": (12, 31),
}  # fmt: skip
_HOLIDAY_LAST = {"元旦": 3, "五一": 5, "劳动节": 5, "国庆": 7, "十一": 7}


def feast_rules() -> tuple[Rule, ...]:
    """元旦, 国庆假期; 十一 only with 假期 or 期间, since it is a number."""
    names = sorted(_FESTIVALS.keys() - {"十一"}, key=len, reverse=True)
    alone = f"(?:三八|五四|五一|六一|七一|八一|十一)?(?P<name>{'|'.join(names)})"
    number = "一二两三四五六七八九十百千万\\d"
    place = "(?![东南西北中]?[路街]|大[街道桥]|广场|公园|新村|[中小]学)"
    return (
        time_rule(
            f"(?<![{number}])(?<!叫){alone}(?![{number}]){place}(?:节|日)?"
            "(?P<long>假期|长假|期间|黄金周)?",
            _festival,
        ),
        time_rule(f"(?<![{number}])(?P<name>十一)(?P<long>假期|长假|期间|黄金周)", _festival),
        time_rule(
            f"(?<![{number}月周拜期初第])(?P<name>十一)(?P<long>)(?=去|回[老家国]|出[去游]|放假|旅游)",
            _festival,
        ),
    )


def _festival(match: re.Match[str], _now: datetime) -> Spec:
    month, day = _FESTIVALS[match["name"]]
    last = _HOLIDAY_LAST.get(match["name"]) if match["long"] else None
    return Spec(month=month, day=day, last_day=last)
