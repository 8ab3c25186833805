"""Checks on text that need no model: where a span stands, which language, which words are ours."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator

from memory_graph.types import Language

_CJK = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_WORD = re.compile(r"[^\W\d_\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]{2,}")
_SHINGLE = 8
_EMPTY = {"the", "and", "user", "that", "this", "用户"}
_MIN_SPAN = 2


def dominant_language(text: str) -> Language | None:
    """The language most of the text is in; None without letters.

    Chinese when there are at least as many Chinese characters as other words.
    """
    chinese, words = len(_CJK.findall(text)), len(_WORD.findall(text))
    if not chinese and not words:
        return None
    return "zh" if chinese >= words and chinese else "en"


def locate(span: str, text: str) -> str | None:
    """The literal words of ``text`` that ``span`` quotes, or None.

    Spaces, width and case may differ, since models tidy what they quote; what is returned stands
    in the text character for character. Spans under two letters or digits prove nothing.
    """
    for attempt in dict.fromkeys((span.strip(), html.unescape(span).strip())):
        wanted = "".join(char for char, _ in _folded(attempt))
        if sum(char.isalnum() for char in wanted) < _MIN_SPAN:
            continue
        if attempt in text:
            return attempt
        folded = list(_folded(text))
        start = "".join(char for char, _ in folded).find(wanted)
        if start >= 0:
            return text[folded[start][1] : folded[start + len(wanted) - 1][1] + 1]
    return None


def mentions(text: str, name: str) -> bool:
    """True when the name occurs in the text, whatever its case, width or spacing."""
    wanted = fold(name)
    return bool(wanted) and wanted in fold(text)


def fold(text: str) -> str:
    """Text for comparison: width and case folded, spaces gone."""
    return "".join(char for char, _ in _folded(text))


def copied_from(content: str, source: str, original: str) -> bool:
    """True when ``content`` is mostly words of ``source`` and shares no word with ``original``."""
    folded = fold(content)
    if len(folded) < _SHINGLE or _tokens(content) & _tokens(original):
        return False
    pieces = {folded[at : at + _SHINGLE] for at in range(len(folded) - _SHINGLE + 1)}
    ours = fold(source)
    return 2 * sum(piece in ours for piece in pieces) >= len(pieces)


def _tokens(text: str) -> set[str]:
    """Words of three letters or more and pairs of Chinese characters, without empty ones."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    words = {word for word in _WORD.findall(folded) if len(word) > 2}
    runs = re.findall(r"[\u3400-\u9fff]+", folded)
    pairs = {run[at : at + 2] for run in runs for at in range(len(run) - 1)}
    return (words | pairs) - _EMPTY


def _folded(text: str) -> Iterator[tuple[str, int]]:
    """The folded characters of a text, each with the place it comes from."""
    for index, char in enumerate(text):
        for part in unicodedata.normalize("NFKC", char).casefold():
            if not part.isspace():
                yield part, index
