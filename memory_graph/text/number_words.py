"""Reads numbers of any size written in English words or in Chinese numerals. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

# fmt: off
_SMALL = {word: number for number, word in enumerate((
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
))}
_TENS = {word: 10 * number for number, word in enumerate((
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
), 2)}
_ORDINALS = {
    "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
    "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19,
}
_AFTER_TENS = {"first": 1, "second": 2}
SCALES = {
    "hundred": 100, "dozen": 12, "grand": 1000, "thousand": 1000, "lakh": 10**5, "million": 10**6,
    "crore": 10**7, "billion": 10**9, "trillion": 10**12,
    "百": 100, "千": 1000, "万": 10**4, "亿": 10**8,
}
# fmt: on
_TENTHS = {word[:-1] + "ieth": number for word, number in _TENS.items()}
_ENGLISH = _SMALL | _TENS | _ORDINALS | _TENTHS
ENGLISH_WORDS = (*_ENGLISH, *(word for word in SCALES if word.isascii() and word != "grand"))
HAN_DIGITS = {char: number for number, char in enumerate("零一二三四五六七八九")} | {
    "〇": 0, "两": 2, "俩": 2, "仨": 3,
}  # fmt: skip
HAN_UNITS = {"十": 10, "百": 100, "千": 1000}
_HAN_LARGE = {"万": 10**4, "亿": 10**8}
HAN_NUMERALS = "".join((*HAN_DIGITS, *HAN_UNITS, *_HAN_LARGE))
_MOST_GROUPS = 24


def read_english(words: Sequence[str]) -> tuple[Decimal, ...]:
    """The numbers of a run of number words: one for “forty two”, two for “nineteen ninety-eight”.

    An article at the start counts as one, “half a dozen” is six.
    """
    groups: list[tuple[int, int]] = []
    total, current, room = 0, -1, 0
    for word in words:
        if word in SCALES:
            scale = SCALES[word]
            current = max(current, 0) or (0 if word == "hundred" and current == 0 else 1)
            if scale <= 100:
                current, room = current * scale, 100 if scale == 100 else 0
            else:
                total, current, room = total + current * scale, 0, 1000
            continue
        value = _ENGLISH.get(word, _AFTER_TENS.get(word))
        if value is None:
            continue
        if current >= 0 and value >= room:
            groups.append((total, current))
            total, current = 0, -1
        current = max(current, 0) + value
        room = 10 if word in _TENS else 0
    if current >= 0:
        groups.append((total, current))
    return tuple(Decimal(one + other) for one, other in groups[:_MOST_GROUPS])


def read_han(run: str) -> tuple[frozenset[Decimal], tuple[Decimal, ...]]:
    """What a run of Chinese numerals can mean, and the numbers it names one beside another.

    一千二 is 1200, 二〇二六 is 2026, 十七八 is 17 or 18, 两三 names 2 and 3.
    """
    if all(char in HAN_DIGITS for char in run):
        parts = tuple(Decimal(HAN_DIGITS[char]) for char in run)
        if len(run) == 2 and parts[1] == parts[0] + 1:
            return frozenset(), parts
        return frozenset({joined(parts)}), parts if len(run) > 1 else ()
    return frozenset(Decimal(_by_unit(one)) for one in _alternatives(run)), ()


def joined(parts: Iterable[Decimal]) -> Decimal:
    """The number whose digits are those of the parts, one after another."""
    return Decimal("".join(str(part) for part in parts))


def _alternatives(run: str) -> tuple[str, ...]:
    """The runs with one digit where two stand together: 十七八 is 十七 or 十八."""
    for at in range(len(run) - 1):
        first, second = run[at], run[at + 1]
        if HAN_DIGITS.get(first) and HAN_DIGITS.get(second):
            return run[: at + 1] + run[at + 2 :], run[:at] + run[at + 1 :]
    return (run,)


def _by_unit(run: str) -> int:
    """The value of a run with units; a last digit without its unit counts tens, hundreds, more."""
    total = section = digit = 0
    below = 1
    for char in run:
        if char in HAN_DIGITS:
            digit = HAN_DIGITS[char]
            below = below if digit else 1
        elif char in HAN_UNITS:
            unit = HAN_UNITS[char]
            section, digit, below = section + (digit or 1) * unit, 0, unit // 10
        else:
            large, value = _HAN_LARGE[char], section + digit
            if char == "亿":
                total, value = 0, total + value
            total, section, digit = total + (value or 1) * large, 0, 0
            below = large // 10
    return total + section + digit * below
