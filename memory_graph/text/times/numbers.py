"""Reads whole numbers written in digits, in Chinese or in English words."""

from __future__ import annotations

_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "兩": 2,
    "俩": 2,
    "仨": 3,
}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10_000, "亿": 100_000_000}
# fmt: off
_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
# fmt: on
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}

HAN_NUMERALS = "〇零一二两兩三四五六七八九十百千万亿"


def english_number_pattern() -> str:
    """A pattern for one to fifty-nine in words, longest first, without groups."""
    ones = "|".join(sorted(_WORDS[1:], key=len, reverse=True))
    return rf"(?:(?:twenty|thirty|forty|fifty)(?:[- ](?:{'|'.join(_WORDS[1:10])}))?|{ones})"


def read_number(text: str) -> int | None:
    """The number: ``12``, ``十二``, ``twenty-one``, ``a``; None when it is none or two (两三)."""
    if text.isascii() and text.isdigit():
        return int(text) if len(text) <= 9 else None
    if text in {"俩", "仨"}:
        return _DIGITS[text]
    if text and all(char in HAN_NUMERALS for char in text):
        return _read_han(text)
    return _read_english(text.lower())


def _read_han(text: str) -> int | None:
    """Chinese numerals, by place (二〇二六) or by unit (二十六)."""
    if all(char in _DIGITS for char in text):
        if len(text) == 2 and "零" not in text and "〇" not in text:
            return None  # 两三天 is two or three, not 23
        return int("".join(str(_DIGITS[char]) for char in text)) if len(text) <= 9 else None
    total = section = digit = 0
    for char in text:
        if char in _DIGITS:
            if digit:
                return None  # 十一二 is eleven or twelve
            digit = _DIGITS[char]
        elif char in _UNITS:
            section += (digit or 1) * _UNITS[char]
            digit = 0
        else:
            total += (section + digit or 1) * _LARGE[char]
            section = digit = 0
    return total + section + digit


def _read_english(text: str) -> int | None:
    """English words up to fifty-nine, and the article as one."""
    if text in {"a", "an"}:
        return 1
    if text.endswith(("couple of", "couple")):
        return 2
    tens, _, ones = text.replace("-", " ").partition(" ")
    if tens in _TENS:
        return _TENS[tens] + (_WORDS.index(ones) if ones in _WORDS else 0)
    return _WORDS.index(text) if text in _WORDS else None
