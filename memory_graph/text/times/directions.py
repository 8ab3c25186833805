"""Reads the words around a time that open its window: "since", "before", 以来, 之前.

"Near" widens the window, "ahead" begins it now: "around 3 May", "between now and Friday".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

Opening = Literal["", "since", "from", "onward", "before", "until", "after", "near", "ahead"]
_REACH = 24
_BEFORE_WORDS: tuple[tuple[Opening, str], ...] = (
    (
        "ahead",
        r"(?:\bbetween\s+now\s+and|\bfrom\s+now\s+(?:until|till|to)|从现在(?:开始|起)?到)\s*(?:the\s+)?$",
    ),
    ("since", r"(?:\bever\s+since|\bsince|自从|自)\s*(?:the\s+)?$"),
    ("before", r"\b(?:before|prior\s+to)\s+(?:the\s+)?$"),
    ("until", r"(?:\b(?:until|till|up\s+to)\s+(?:the\s+)?|直到|截至|截止到?)$"),
    (
        "until",
        r"(?:(?<=valid )|(?<=open )|(?<=away )|(?<=out )|(?<=off )|(?<=closed )|(?<=runs )"
        r"|(?<=lasts )|(?<=vacation )|(?<=holiday ))through\s+$",
    ),
    ("after", r"\bafter\s+(?:the\s+)?$"),
    (
        "onward",
        r"(?:\b(?:starting|beginning)\s+(?:(?:from|on|in)\s+)?|\bas\s+(?:from|of)\s+)(?:the\s+)?$",
    ),
    ("near", r"\b(?:(?:some(?:time|where)\s+)?around|circa)\s+(?:the\s+)?$"),
    ("from", r"(?:\b(?:from|between)\s+(?:the\s+)?|从|在?(?=从))$"),
)
_AFTER_WORDS: tuple[tuple[Opening, str], ...] = (
    (
        "since",
        r"以来|[到至](?:现在|目前|如今|今(?![天日年早晚晨夜夏春秋冬]))(?:为止)?"
        r"|\s+(?:up\s+)?(?:to|until|till)\s+(?:now|the\s+present(?:\s+day)?|date)\b",
    ),
    ("before", r"(?:的)?(?:之前|以前|前(?!提(?![交醒前供出])|[面往台端后途进半夕夜]))"),
    ("after", r"(?:的)?(?:之后|以后|后(?![面台续天果悔端半]))"),
    ("until", r"为止"),
    ("near", r"(?:的)?前后"),
    # Without 从 only where nothing follows: 明天起床 and 下周开始上班 say something else.
    ("onward", r"(?:开始|起)(?=$|[,，。;；、!！?？\s])"),
    ("from", r"(?:开始|起)(?![来床飞])|\s+on(?:wards?)?\b(?!\s+\w)|\s+onwards?\b"),
)


@dataclass(frozen=True, slots=True)
class Around:
    """How the window opens, and where the phrase begins and ends with its opening words."""

    opening: Opening
    start: int
    end: int
    announced: bool
    """True after "from", "between" or 从, which begin a range."""
    starts: bool = False
    """True for 开始 or 起 behind a time without 从 before it."""
    to_end: bool = False
    """True for the end of a month or year, which "before" takes in: 月底前 is before the next."""


@cache
def _compiled() -> tuple[
    tuple[tuple[Opening, re.Pattern[str]], ...], tuple[tuple[Opening, re.Pattern[str]], ...]
]:
    return (
        tuple((name, re.compile(words, re.IGNORECASE)) for name, words in _BEFORE_WORDS),
        tuple((name, re.compile(words, re.IGNORECASE)) for name, words in _AFTER_WORDS),
    )


def around(text: str, start: int, end: int) -> Around:
    """The opening words before and after ``text[start:end]``.

    "from" and 从 open a window only together with "on", 起 or 开始.
    """
    before, after = _compiled()
    head = text[max(0, start - _REACH) : start]
    found = next(((name, m) for name, p in before if (m := p.search(head))), None)
    left: Opening = found[0] if found else ""
    begin = start - len(head) + found[1].start() if found else start
    tail = next(((name, m) for name, p in after if (m := p.match(text, end))), None)
    right: Opening = tail[0] if tail else ""
    finish = tail[1].end() if tail else end
    if right == "from" and left not in {"from", "since"}:
        right, finish = "", end
    if left == "from":
        return Around(right, begin if right else start, finish, announced=True)
    starts = right == "onward" and not left
    return Around(left or right, begin, finish, announced=False, starts=starts)
