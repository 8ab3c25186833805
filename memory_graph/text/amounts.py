"""Finds the numbers of a text, in whatever way they are written, in English and Chinese. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from memory_graph.text.number_words import (
    ENGLISH_WORDS,
    HAN_DIGITS,
    HAN_NUMERALS,
    SCALES,
    joined,
    read_english,
    read_han,
)

Values = frozenset[Decimal]

_PLAIN = str.maketrans(
    "兩萬億點個條隻歲號時週壹贰叁肆伍陆柒捌玖拾佰仟廿⁄",
    "两万亿点个条只岁号时周一二三四五六七八九十百千" + "十/",
)
_MOST_SCALES = 4
_SUFFIX = {
    "k": (1000,), "m": (1, 10**6), "mn": (10**6,), "bn": (10**9,), "w": (1, 10**4),
}  # fmt: skip
_WORD = "|".join(sorted(ENGLISH_WORDS, key=len, reverse=True))
_DIGITS = re.compile(
    r"(?P<blanks>\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?(?![\d.,]))|(?P<plain>\d+(?:[.,'’]\d+)*)"
)
_SCALED = re.compile(
    rf"\s?(?:(?P<word>(?:{'|'.join(w for w in SCALES if w.isascii())})s?)(?![a-z])"
    rf"|(?P<han>[十百千万亿]+)(?P<tail>[\d一二三四五六七八九](?![\d个只条岁年月日号点块元{HAN_NUMERALS}]))?"
    r"|(?P<letter>k|mn?|bn|w)(?![a-z\d]))"
)
_ENGLISH_RUN = re.compile(
    rf"(?<![a-z])(?P<halved>half\sa\s)?(?:an?\s)?(?:{_WORD})(?![a-z])(?:(?:\s|-|\sand\s)"
    rf"(?:{_WORD}|(?<=ty[ -])(?:first|second))(?![a-z]))*"
    r"(?P<half>\sand\sa\shalf)?(?P<point>\spoint)?"
)
_HAN_RUN = re.compile(rf"[{HAN_NUMERALS}]{{1,40}}(?:点[{''.join(HAN_DIGITS)}]{{1,20}})?")
# What counts or measures; a lone numeral before anything else is as often a part of a word.
_MEASURES = (
    "个只条匹头位名口岁年月日号点时秒周天次遍块元毛角斤两公里米厘千克吨升度瓶杯碗盒包袋箱本册页张把台部辆架艘层楼间套座"
    "所门课件双副对组批份篇首集届期代步排行列棵株朵颗粒片根支枝倍成折人美欧英日港室厅室项种样款场轮级段亩室辈顿餐胎"
)
_MEASURE = frozenset(_MEASURES)
_NO_NUMBER = re.compile(
    r"十分(?![之钟])|(?<![一二三四五六七八九十百\d])千万(?![元块人])|万一|(?:周|星期|礼拜)[一二三四五六](?!年)"
)
_FRACTION = re.compile(
    r"(?<![\d/])(\d+)/(\d+)(?!/?\d)|([一二三四五六七八九十百]{1,8})分之([一二三四五六七八九十百]{1,8})"
)
_FULL_HOUR = re.compile(r"(?<=\d):00(?!\d)")
_NAME = re.compile(r"[a-z_]+[-_]?$")
_CURRENCY = re.compile(r"(?:usd?|eur|gbp|rmb|cny|jpy|hkd|twd|chf|aud|cad|no|nr)[-_]?$")
_ARTICLE = re.compile(rf"(?<![a-z])an?(?= (?!{_WORD}))")
_LETTERS = re.compile(r"[a-z]+")
_SHORT_YEAR = re.compile(
    r"['’](?P<marked>\d\d)(?!\d)|(?P<bare>\d\d)(?=\s?(?:年(?!级)|[后级届]|['’]?s(?![a-z])))"
)
_KILO = re.compile(r"千(?=[克米瓦卡])")


@dataclass(frozen=True, slots=True)
class Amount:
    """One number as it stands in a text."""

    values: Values
    """What it can mean: any of them is it."""
    parts: tuple[Decimal, ...] = ()
    """Numbers that it may be instead, one beside another: 12.5.2026, 两三个."""
    name: str = ""
    """The letters it is glued to: BA of BA12."""
    start: int = 0
    end: int = 0

    def told_by(self, values: Values | set[Decimal]) -> bool:
        """True when this number, or each of its parts, is among the values."""
        return bool(self.values & values) or (bool(self.parts) and values >= set(self.parts))


def plain(text: str) -> str:
    """The text as amounts are read from it: width and case folded, Chinese letters simplified."""
    folded = unicodedata.normalize("NFKC", text.translate(_PLAIN)).casefold().translate(_PLAIN)
    return _KILO.sub("公", _FULL_HOUR.sub("   ", folded))


def find_amounts(text: str, *, strict: bool = True) -> list[Amount]:
    """The numbers of a text that went through ``plain``, in order.

    With ``strict``, numerals that are as likely a part of a word (三明治, 万一) don’t count, nor do
    articles and a lone “one” or 一; without it, all that may be a number does.
    """
    english = _in_english(text, strict=strict)
    found: list[Amount] = []
    taken: set[int] = set()
    for some in (_shares(text), _in_digits(text), english, _in_han(text, strict=strict)):
        for one in some:
            if one.start not in taken:
                found.append(one)
                taken.update(range(one.start, one.end))
    return sorted(found, key=lambda one: one.start)


def _shares(text: str) -> Iterator[Amount]:
    """Fractions: 3/4, 四分之三, 百分之三十; 5/22 may be a day instead."""
    for match in _FRACTION.finditer(text):
        above, below = _fraction(match)
        if below:
            share = above / below
            values = {share} if match.group(1) else {share, share * 100}
            yield Amount(frozenset(values), (above, below), "", *match.span())


def _in_digits(text: str) -> Iterator[Amount]:
    """Numbers in digits, with what scales them: 1,200, 1.2k, 1.2万, 3万5千."""
    for match in _DIGITS.finditer(text):
        start, end = match.span()
        values, parts = _digits(match)
        if scaled := _SCALED.match(text, end):
            values, parts, end = _scaled(values, scaled), (), scaled.end()
        for _ in range(_MOST_SCALES):
            more = _DIGITS.match(text, end) if scaled and scaled.group("han") else None
            scaled = _SCALED.match(text, more.end()) if more else None
            if more is None or scaled is None:
                break
            below = _scaled(_digits(more)[0], scaled)
            values = frozenset(one + other for one in values for other in below)
            end = scaled.end()
        named = _NAME.search(text[max(0, start - 24) : start])
        name = named.group() if named and not _CURRENCY.search(named.group()) else ""
        yield Amount(values | _years(text, start), parts, name, start, end)


def _digits(match: re.Match[str]) -> tuple[Values, tuple[Decimal, ...]]:
    """Values and parts of digits with their marks: 1,200 and 1.200 and 1 200 and 12.5."""
    written = match.group()
    pieces = tuple(map(Decimal, re.split(r"[^\d]", written)))
    if len(pieces) == 1:
        return frozenset(pieces), ()
    head, *groups = re.split(r"[^\d]", written)
    mark = written[-len(groups[-1]) - 1]
    whole = Decimal(head + "".join(groups))
    if all(len(group) == 3 for group in groups):
        if mark == "." and len(groups) == 1:
            return frozenset({whole, Decimal(written)}), ()
        return frozenset({whole}), pieces if match.group("blanks") else ()
    fraction = Decimal(f"{head}{''.join(groups[:-1])}.{groups[-1]}")
    if len(groups) == 1:
        return frozenset({fraction}), pieces if mark != "." else ()
    return frozenset({whole if len(groups[-1]) == 3 else fraction}), pieces


def _scaled(values: Values, match: re.Match[str]) -> Values:
    """The values in thousands, millions, 万 and so on."""
    if match.group("letter"):
        return frozenset(value * one for value in values for one in _SUFFIX[match.group("letter")])
    if match.group("word"):
        scale = Decimal(SCALES[match.group("word").removesuffix("s")])
        return frozenset(value * scale for value in values)
    scale = Decimal(1)
    for char in match.group("han"):
        scale *= 10 if char == "十" else SCALES[char]
    tail = match.group("tail")
    more = Decimal(HAN_DIGITS.get(tail, tail)) if tail else Decimal(0)
    return frozenset(value * scale + more * scale / 10 for value in values)


def _years(text: str, start: int) -> set[Decimal]:
    """The years that two digits mean: ’98, 98年, 90后, 90s."""
    if start and text[start - 1] in "'’":
        start -= 1
    match = _SHORT_YEAR.match(text, start)
    if not match:
        return set()
    written = match.group("marked") or match.group("bare")
    return {Decimal(century + int(written)) for century in (1900, 2000)}


def _in_english(text: str, *, strict: bool) -> Iterator[Amount]:
    """Number words: forty-two, half a dozen, two and a half, nineteen ninety-eight."""
    if not strict:
        for article in _ARTICLE.finditer(text):
            yield Amount(frozenset({Decimal(1)}), (), "", *article.span())
    for match in _ENGLISH_RUN.finditer(text):
        numbers = read_english(_LETTERS.findall(match.group()))
        if match.group("halved"):
            numbers = (numbers[0] / 2, *numbers[1:])
        if match.group("half"):
            numbers = (*numbers[:-1], numbers[-1] + Decimal("0.5"))
        if strict and numbers == (Decimal(1),):
            continue
        yield _spoken(text, match, numbers)


def _spoken(text: str, match: re.Match[str], numbers: tuple[Decimal, ...]) -> Amount:
    """The amount of a run of number words, with what follows its point."""
    whole = all(one == int(one) for one in numbers)
    if whole and match.group("point") and (rest := _ENGLISH_RUN.match(text, match.end() + 1)):
        after = read_english(_LETTERS.findall(rest.group()))
        return Amount(_decimal(numbers[-1], after), (), "", match.start(), rest.end())
    if len(numbers) == 1:
        return Amount(frozenset(numbers), (), "", *match.span())
    values = {joined(numbers)} if whole else set()
    if len(numbers) == 2 and 10 <= numbers[1] < 100:  # a price
        values.add(numbers[0] + numbers[1] / 100)
    return Amount(frozenset(values), numbers, "", *match.span())


def _in_han(text: str, *, strict: bool) -> Iterator[Amount]:
    """Chinese numerals: 四十二, 一千二, 三点五, 二〇二六, 两三."""
    skipped = [match.span() for match in _NO_NUMBER.finditer(text)] if strict else []
    for match in _HAN_RUN.finditer(text):
        start, end = match.span()
        run, _, after = match.group().partition("点")
        if strict and (
            not any(char in HAN_DIGITS or char == "十" for char in run)
            or (len(match.group()) == 1 and (run == "一" or not _is_counted(text, end)))
            or any(first <= start < last for first, last in skipped)
        ):
            continue
        if start and text[start - 1].isdigit():
            continue  # 3万 was read with its digits
        values, parts = read_han(run)
        if after:
            digits = tuple(Decimal(HAN_DIGITS[char]) for char in after)
            parts = (*values, *read_han(after)[0])  # 三点十五 is a time
            values = frozenset(one for value in values for one in _decimal(value, digits))
        yield Amount(values, parts, "", start, end)


def _is_counted(text: str, end: int) -> bool:
    """True before a measure; 分 is one with 钟 only."""
    return text[end : end + 1] in _MEASURE or text.startswith("分钟", end)


def _decimal(whole: Decimal, digits: tuple[Decimal, ...]) -> Values:
    """Three point two five."""
    return frozenset({Decimal(f"{whole}.{joined(digits)}")}) if digits else frozenset({whole})


def _fraction(match: re.Match[str]) -> tuple[Decimal, Decimal]:
    """Numerator and denominator: 3/4, 四分之三."""
    if match.group(1):
        return Decimal(match.group(1)), Decimal(match.group(2))
    below, above = (max(read_han(match.group(at))[0], default=Decimal(0)) for at in (3, 4))
    return above, below
