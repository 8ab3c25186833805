"""Chinese wording of halves, quarters and seasons of a year: 上半年, 三季度末, 去年夏天, 初秋."""

from __future__ import annotations

import re
from datetime import datetime

from memory_graph.text.times import calendar
from memory_graph.text.times.cycles import of_cycle
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.rules import Rule, time_rule
from memory_graph.text.times.spec import Portion, Spec

_STEPS = {"上": -1, "这": 0, "本": 0, "下": 1}
_YEARS = {"去": -1, "今": 0, "明": 1}
_PORTIONS: dict[str, Portion] = {"初": "start", "中": "middle", "底": "end", "末": "end"}


def part_of_year_rules() -> tuple[Rule, ...]:
    """All of them."""
    part = "(初|中(?!国|秋)|底|末)"
    return (
        time_rule("(上|下)半年", lambda m, _n: Spec(half=0 if m[1] == "上" else 1)),
        time_rule(f"(?<=年)第?([一二三四1-4])季(?![\\w])|第?([一二三四1-4])季度{part}?", _quarter),
        time_rule(f"(上|下|这|本)一?个?季度{part}?", _near_quarter),
        time_rule(
            f"(?<![几一二三四1-4上下这本每])(?:季度|季(?=[初末底])){part}",
            lambda m, n: _of_this_quarter(m[1], n),
        ),
        time_rule("(上|下|这|本)一?个([春夏秋冬])(?:天|季)(?!度)", _near_season),
        time_rule("(去|今|明)([春夏秋冬])(?![天季装]|[眠游耕])", _season_of_year),
        time_rule("(?<![喜欢爱厌])(?<!每年)([春夏秋冬])(?:天|季)(?!度)", _season),
        time_rule(
            "(?P<p>[初早孟仲盛隆严深晚暮])(?P<s>[春夏秋冬])(?![装游眠耕至分])|(?P<s2>[春夏秋冬])(?P<p2>末)",
            _season_part,
        ),
    )


def _quarter(match: re.Match[str], _now: datetime) -> Spec | None:
    number = read_number(match[1] or match[2])
    portion = _PORTIONS.get(match[3] or "")
    return None if number is None else Spec(quarter=number - 1, portion=portion)


def _near_quarter(match: re.Match[str], now: datetime) -> Spec:
    first = calendar.add_months(now.date().replace(day=1), 3 * _STEPS[match[1]])
    portion = _PORTIONS.get(match[2] or "")
    return Spec(year=first.year, quarter=(first.month - 1) // 3, portion=portion)


def _of_this_quarter(portion: str, now: datetime) -> Spec:
    return Spec(year=now.year, quarter=(now.month - 1) // 3, portion=_PORTIONS[portion])


def _season_part(match: re.Match[str], _now: datetime) -> Spec:
    """初夏 is the first month of summer, 盛夏 the middle one, 夏末 the last."""
    word, season = match["p"] or match["p2"], match["s"] or match["s2"]
    portion: Portion = "start" if word in "初早孟" else "middle" if word in "仲盛隆严" else "end"
    return Spec(season="春夏秋冬".index(season), portion=portion)


def _near_season(match: re.Match[str], now: datetime) -> Spec:
    return of_cycle(_STEPS[match[1]], Spec(season="春夏秋冬".index(match[2])), now)


def _season_of_year(match: re.Match[str], now: datetime) -> Spec:
    return Spec(year=now.year + _YEARS[match[1]], season="春夏秋冬".index(match[2]))


def _season(match: re.Match[str], _now: datetime) -> Spec:
    return Spec(season="春夏秋冬".index(match[1]))
