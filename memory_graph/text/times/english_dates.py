"""English wording of calendar dates: June 3rd, 3-5 June 2026, in March, early 2025."""

from __future__ import annotations

import re
from datetime import datetime

from memory_graph.text.times.english_ordinals import month_number
from memory_graph.text.times.english_words import FOLLOWS, MONTH, ORDINAL, SEASON, WEEKDAY
from memory_graph.text.times.rules import Rule, latin_rule
from memory_graph.text.times.spec import Portion, Spec

_SEASONS = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}
_PORTIONS: dict[str, Portion] = {
    "early": "early",
    "mid": "mid",
    "late": "late",
    "start": "start",
    "beginning": "start",
    "middle": "middle",
    "end": "end",
}
YEAR = r"(?P<year>(?:1[5-9]|2[0-4])\d{2})(?![\d:/-]|\.\d|,\d|['’]?s\b|\s*[ap]m\b)"
_PORTION = (
    r"(?P<portion>(?:early|mid)[\s-]+to[\s-]+(?:mid|late)|early|mid|late"
    r"|(?:the\s+)?(?:(?:start|beginning|middle|end)|(?:first|second|latter)\s+half)\s+of)[\s-]+"
)
_AHEAD = 15
"""A year of two digits lies at most so far ahead."""
_BEFORE = (
    r"(?:in|since|before|after|by|until|till|from|to|between|during|throughout|of|through"
    r"|around|starting|beginning)"
)
_NOT_A_YEAR = (
    r"(?!\s*(?:%|words|people|steps|users|rows|dollars|euros|pounds|usd|ways|places|items|calls"
    r"|pieces|meters|metres|km|kg|tokens))"
)


def date_rules() -> tuple[Rule, ...]:
    """Rules for dates, months, years and parts of them."""
    return (
        *_day_rules(),
        *_list_rules(),
        *_short_year_rules(),
        *_month_rules(),
        *_year_rules(),
        *_season_rules(),
    )


def _day_rules() -> tuple[Rule, ...]:
    year = rf"(?:,?\s+{YEAR})?"
    to = r"\s*(?:-|–|to)\s*"
    tail = r"(?![\d%a-z]|:\d|\s*(?:[ap]\.?m\b|o'clock)|\.\d)"
    return (
        latin_rule(
            rf"\b(?P<month>{MONTH})\s+(?:the\s+)?(?P<day>\d{{1,2}}){ORDINAL}?"
            rf"(?:{to}(?P<last>\d{{1,2}}){ORDINAL}?{tail})?{tail}{year}",
            _month_day,
        ),
        latin_rule(
            rf"(?<![\d.:/-])\b(?:the\s+)?(?P<day>\d{{1,2}}){ORDINAL}?"
            rf"(?:{to}(?P<last>\d{{1,2}}){ORDINAL}?)?(?:\s+(?:of\s+)?|(?=(?-i:[A-Z])))"
            rf"(?P<month>{MONTH})\b(?!\s+(?:be|not|have|also|well)\b){year}",
            _month_day,
        ),
        latin_rule(
            rf"(?<![\w.:/-])(?P<day>\d{{1,2}})-(?P<month>{MONTH})-{YEAR}(?P<last>)", _month_day
        ),
        latin_rule(
            rf"\bbetween\s+(?:the\s+)?(?P<day>\d{{1,2}}){ORDINAL}?\s+and\s+(?:the\s+)?"
            rf"(?P<last>\d{{1,2}}){ORDINAL}?\s+(?:of\s+)?(?P<month>{MONTH})\b{year}",
            _month_day,
        ),
        latin_rule(
            rf"\b(?:on|by|until|till|before|after|since|than|for|{WEEKDAY},?"
            r"|(?:morning|afternoon|evening|night|week|weekend)\s+of)\s+"
            rf"(?P<core>the\s+(\d{{1,2}}){ORDINAL})"
            rf"(?:{FOLLOWS}|(?=\s+at\s))",
            lambda m, _n: Spec(day=int(m[2])) if 1 <= int(m[2]) <= 31 else None,
        ),
    )


def _list_rules() -> tuple[Rule, ...]:
    """The 12 and 13 of "12, 13 and 14 September"."""
    day = rf"\d{{1,2}}{ORDINAL}?"
    more = rf"(?:\s?,\s?{day}){{0,6}}\s?(?:,\s?and|,|and|&|or)\s{day}"
    last = rf"{more}\s(?:of\s)?(?P<month>{MONTH})\b"
    return (
        latin_rule(
            rf"(?<![\d.:/-])\b(?:the\s+)?(?P<day>\d{{1,2}}){ORDINAL}?(?P<last>)"
            rf"(?={last}(?:,?\s+{YEAR})?)",
            _month_day,
        ),
    )


def _short_year_rules() -> tuple[Rule, ...]:
    """The '24 of March '24, and in '09."""
    named = rf"\b(?:{MONTH}|{SEASON}|Q[1-4]|H[12]|christmas)\s+(?:of\s+)?"
    tail = r"(?P<core>['’](?P<short>\d\d))\b(?!['’]?s\b)"
    return (
        latin_rule(
            rf"\b(?:the\s+)?(?P<season>{SEASON})(?P<year>)(?=\s+(?:of\s+)?['’]\d\d\b)", _season
        ),
        latin_rule(rf"{named}{tail}", _short_year, "date"),
        latin_rule(rf"\b(?:in|since|before|after|until|of)\s+{tail}", _short_year),
    )


def _short_year(match: re.Match[str], now: datetime) -> Spec:
    year = now.year // 100 * 100 + int(match["short"])
    return Spec(year=year - 100 if year > now.year + _AHEAD else year)


def _month_day(match: re.Match[str], _now: datetime) -> Spec | None:
    day, last = int(match["day"]), match["last"]
    if not 1 <= day <= 31:
        return None
    return Spec(
        year=int(match["year"]) if match["year"] else None,
        month=month_number(match["month"]),
        day=day,
        last_day=int(last) if last else None,
    )


def _month_rules() -> tuple[Rule, ...]:
    year = rf"(?:,?\s+(?:of\s+)?{YEAR})?"
    # "may" and "march" are verbs too: alone they need a preposition, after "to" a capital.
    listed = r"\s*(?:,\s*(?:and|or)?|/|&|\band\b|\bor\b)\s*"
    next_word = (
        r"\s+['’]\d\d\b|\s+(?:of\s+)?(?:last|this|next)\s+year\b"
        rf"|\s*(?:to|-|–|through|until)\s*{MONTH}\b|\s*/\s*{MONTH}\b"
        rf"|(?:{listed}{MONTH}){{1,3}},?\s+(?:(?:of\s+)?\d{{4}}\b|(?:of\s+)?(?:last|this|next)\s+year\b)"
    )
    safe = rf"(?!(?-i:may|march)\b){MONTH}"
    not_verb = r"(?!(?-i:may|march)\s+(?!\d{4}\b|(?:of|last|this|next)\b))"
    return (
        latin_rule(rf"\b(?P<month>{MONTH}),?\s+(?:of\s+)?{YEAR}{_NOT_A_YEAR}", _month),
        latin_rule(rf"\b{_PORTION}(?P<month>{MONTH})\b{year}", _month),
        latin_rule(rf"\b{_BEFORE}\s+(?P<core>(?P<month>{MONTH})\b)(?!\s+\d)", _prefixed_month),
        latin_rule(rf"\b(?P<month>{MONTH})(?={next_word})", _month),
        # Of "in April, May and June" each but the first follows one that a preposition announced.
        *(
            latin_rule(
                rf"\b{_BEFORE}\s+{MONTH}(?:{listed}{MONTH}){{{number}}}{listed}"
                rf"(?P<core>{not_verb}(?P<month>{MONTH})\b)(?!\s+\d{{1,2}}\b)",
                _month,
            )
            for number in range(3)
        ),
        latin_rule(rf"\band\s+(?P<core>(?P<month>{safe})\b)(?!\s+(?:\d|and\b))", _month, "earlier"),
    )


def _portion(match: re.Match[str]) -> Portion | None:
    words = (match.groupdict().get("portion") or "").lower().replace("-", " ").split()
    if "half" in words:
        return "half1" if "first" in words else "half2"
    if "to" in words:
        return "to_mid" if words[0] == "early" else "from_mid"
    return next((_PORTIONS[word] for word in words if word in _PORTIONS), None)


def _month(match: re.Match[str], _now: datetime) -> Spec:
    year = match.groupdict().get("year")
    return Spec(
        year=int(year) if year else None,
        month=month_number(match["month"]),
        portion=_portion(match),
    )


def _prefixed_month(match: re.Match[str], now: datetime) -> Spec | None:
    """A month after a preposition; not the verb in "to march" and the like."""
    verb = match["month"] in {"may", "march"}
    before = match[0].split()[0].lower()
    return None if verb and before in {"to", "of", "from", "through"} else _month(match, now)


def _year_rules() -> tuple[Rule, ...]:
    near = r"(?:in|since|before|after|until|till|by|during|throughout|of|around)"
    return (
        latin_rule(
            rf"\b{near}\s+(?P<core>(?:the\s+year\s+)?{YEAR}){_NOT_A_YEAR}",
            lambda m, _n: Spec(year=int(m["year"])),
        ),
        latin_rule(
            rf"\b(?:from|between)\s+(?P<core>{YEAR})(?=\s*(?:to|and|until|till|through|-|–)\s*\d{{4}}\b)",
            lambda m, _n: Spec(year=int(m["year"])),
        ),
        latin_rule(
            rf"(?<=\d{{4}}\s)(?:to|and|until|till|through)\s+(?P<core>{YEAR}){_NOT_A_YEAR}",
            lambda m, _n: Spec(year=int(m["year"])),
            "earlier",
        ),
        latin_rule(
            rf"\b{_PORTION}{YEAR}{_NOT_A_YEAR}",
            lambda m, _n: Spec(year=int(m["year"]), portion=_portion(m)),
        ),
        latin_rule(
            r"\b(?:plans?|goals?|budgets?|targets?|resolutions?|forecasts?|outlook|roadmap|planned)"
            rf"\s+for\s+(?P<core>{YEAR}){_NOT_A_YEAR}",
            lambda m, _n: Spec(year=int(m["year"])),
        ),
        latin_rule(
            rf"\bQ([1-4])(?:,?\s+(?:of\s+)?{YEAR})?(?!\w|\.\d)",
            lambda m, _n: Spec(quarter=int(m[1]) - 1, year=int(m["year"]) if m["year"] else None),
        ),
    )


def _season_rules() -> tuple[Rule, ...]:
    year = rf"(?:,?\s+(?:of\s+)?{YEAR})"
    build = _season
    portion = (
        r"(?P<portion>early|mid|late|(?:the\s+)?(?:start|beginning|middle|end)\s+of)(?:[\s-]+the)?"
        r"(?:[\s-]+|(?<=mid))"
    )
    return (
        latin_rule(
            rf"\b{portion}(?P<season>{SEASON})\b(?:,?\s+(?:of\s+)?{YEAR})?(?!\s+(?:sale|term))",
            build,
        ),
        latin_rule(
            rf"\b{portion}Q(?P<quarter>[1-4])\b(?:,?\s+(?:of\s+)?{YEAR})?(?!\.\d)",
            lambda m, _n: Spec(
                quarter=int(m["quarter"]) - 1,
                portion=_portion(m),
                year=int(m["year"]) if m["year"] else None,
            ),
        ),
        latin_rule(rf"\b(?:the\s+)?(?P<season>{SEASON}){year}", build),
        latin_rule(
            rf"\b(?:the\s+)?(?P<season>{SEASON})(?P<year>)(?=\s+of\s+(?:last|this|next)\s+year\b)",
            build,
        ),
        latin_rule(
            rf"\b(?:in|since|before|after|by|until|till|during|throughout|over(?=\s+the))\s+(?P<core>(?:the\s+)?"
            rf"(?P<season>{SEASON})\b)(?P<year>)(?!\s+(?:cleaning|of|break|holidays?|vacation|{WEEKDAY}|\d))",
            build,
        ),
    )


def _season(match: re.Match[str], _now: datetime) -> Spec:
    year = match["year"]
    return Spec(
        season=_SEASONS[match["season"].lower()], portion=_portion(match),
        year=int(year) if year else None,
    )  # fmt: skip
