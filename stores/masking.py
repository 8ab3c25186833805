"""Texts with words masked, in any case, width and spacing. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from memory_graph.stores.kept import kept
from memory_graph.text.language import CJK_CLASS
from memory_graph.text.tokens import literal_terms

ERASED = "[erased]"
_WORD = re.compile(f"[{CJK_CLASS}]+|[^\\W_]+(?:[-._:/@+#&'’][^\\W_]+)*")


@dataclass(frozen=True)
class Needles:
    """What is looked for in a text: literal phrases, and words by their terms."""

    phrases: frozenset[str] = frozenset()
    terms: frozenset[str] = frozenset()

    def likely_in(self, text: str) -> Iterator[str]:
        """The phrases a text may hold, told without a pattern for each."""
        letters = _skeleton(text)
        return (phrase for phrase in self.phrases if _phrase_skeleton(phrase) in letters)

    def __or__(self, other: Needles) -> Needles:
        return Needles(self.phrases | other.phrases, self.terms | other.terms)

    def __bool__(self) -> bool:
        return bool(self.phrases or self.terms)


NOTHING = Needles()


def masked(text: str, needles: Needles, mask: str = ERASED) -> str:
    """A text with every needle masked; the very same text when it holds none."""
    if not needles:
        return text
    spots = [spot for phrase in needles.likely_in(text) for spot in _phrase_spots(text, phrase)]
    spots += _term_spots(text, needles.terms) if needles.terms else []
    return _cut(text, spots, mask)


def masked_json(value: Any, needles: Needles) -> Any:
    """A JSON value with every string in it masked, keys included."""
    if isinstance(value, str):
        return masked(value, needles)
    if isinstance(value, dict):
        return {masked(key, needles): masked_json(one, needles) for key, one in value.items()}
    if isinstance(value, list):
        return [masked_json(one, needles) for one in value]
    return value


def _cut(text: str, spots: Iterable[tuple[int, int]], mask: str) -> str:
    parts: list[str] = []
    end = 0
    for start, stop in sorted(spots):
        if stop <= end:
            continue
        if start > end or not parts:
            parts += [text[end:start], mask]
        end = stop
    return "".join([*parts, text[end:]])


def _phrase_spots(text: str, phrase: str) -> Iterable[tuple[int, int]]:
    pattern = _phrase_pattern(phrase)
    return (match.span() for match in pattern.finditer(text)) if pattern else ()


def _skeleton(text: str) -> str:
    """What texts have in common that differ in case, width, spacing and accents."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(
        char for char in apart if not char.isspace() and not unicodedata.combining(char)
    ).replace("ı", "i")


@kept(4096)
def _phrase_skeleton(phrase: str) -> str:
    return _skeleton(_plain(phrase))


def _plain(phrase: str) -> str:
    return unicodedata.normalize("NFKC", phrase).strip(" .!?。！？…")


@kept(4096)
def _phrase_pattern(phrase: str) -> re.Pattern[str] | None:
    """A pattern for a phrase in any case, width and spacing, as whole words."""
    plain = _plain(phrase)
    if not plain:
        return None
    words = [r"".join(_any_width(char) for char in word) for word in plain.split()]
    before = r"(?<![^\W_])" if _needs_border(plain[0]) else ""
    after = r"(?![^\W_])" if _needs_border(plain[-1]) else ""
    border = f"(?:{before}|(?<=[{CJK_CLASS}]))" if before else ""
    closing = f"(?:{after}|(?=[{CJK_CLASS}]))" if after else ""
    return re.compile(border + r"\s+".join(words) + closing, re.IGNORECASE)


def _any_width(char: str) -> str:
    if "!" <= char <= "~":
        return f"[{re.escape(char)}{chr(ord(char) + 0xFEE0)}]"
    return re.escape(char)


def _needs_border(char: str) -> bool:
    """True for letters and digits of scripts that put blanks between words."""
    return char.isalnum() and not re.match(f"[{CJK_CLASS}]", char)


def _term_spots(text: str, terms: frozenset[str]) -> list[tuple[int, int]]:
    spots = []
    for match in _WORD.finditer(text):
        word, start = match.group(), match.start()
        if re.match(f"[{CJK_CLASS}]", word):
            spots += [
                (start + i, start + i + 2) for i in range(len(word) - 1) if word[i : i + 2] in terms
            ]
        elif not terms.isdisjoint(literal_terms(word)):
            spots.append(match.span())
    return spots
