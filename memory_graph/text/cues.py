"""What a stored text shows that recall weighs: a question, a time, how much it says. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from memory_graph.text.language import CJK_CLASS
from memory_graph.text.times import looks_like_time
from memory_graph.types import Language

_SAMPLE = 2000
_ENDING = re.compile(r"[?？][\s\"'”’」』)）*_]*\Z|(?:吗|嗎|呢)[。.!！]?\s*\Z")
_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(f"[{CJK_CLASS}]")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_CHARACTERS_A_WORD = 1.6


@dataclass(frozen=True, slots=True)
class TextCues:
    """What one text shows."""

    is_question: bool
    has_time: bool
    word_count: int


def text_cues(text: str) -> TextCues:
    """Reads a text for what recall weighs; only the ends of a long one."""
    head = text[:_SAMPLE]
    return TextCues(
        is_question=_ENDING.search(text[-_SAMPLE:]) is not None,
        has_time=looks_like_time(head),
        word_count=count_words(head),
    )


def count_words(text: str) -> int:
    """How many words a text has; 1.6 characters count as one where no blanks part them."""
    unspaced = len(_UNSPACED.findall(text))
    return len(_WORD.findall(_UNSPACED.sub(" ", text))) + round(unspaced / _CHARACTERS_A_WORD)


def date_words(day: datetime, language: Language) -> str:
    """A day as people name it when they ask for it, for the lexical index."""
    if language == "zh":
        return f"{day.year}年{day.month}月{day.day}日"
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def shorten(text: str, length: int) -> str:
    """Both ends of a text that is too long: how it begins, and what it leads to."""
    if len(text) <= length:
        return text
    return f"{text[: length // 2]} … {text[-(length // 2) :]}"
