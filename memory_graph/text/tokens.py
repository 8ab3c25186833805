"""Search terms of any text, made by the application so that every language is searched alike.

Spaced scripts give stemmed words, irregular ones included (bought, children), accented ones also
without their accents (cafe), hyphened ones also joined (email); codes and numbers stay whole and
also come in parts; CJK runs give characters and character bigrams without function characters,
which needs no dictionary and finds as much as a segmenter. Terms are plain lexemes: they never hold
blanks, quotes, backslashes or NUL, never start with ``~`` and have at most 64 characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

from memory_graph.text.clean import limit_marks
from memory_graph.text.irregular import BASE_FORMS
from memory_graph.text.language import (
    CJK_CLASS,
    ENGLISH_FUNCTION_WORDS,
    HAN_FUNCTION_CHARACTERS,
)

MAX_TERM = 64
_MAX_WORD_RANK = 20
_BIGRAM_RANK = 7
_NUMBER_RANK = 50
_CODE_RANK = 100
_CACHED_LENGTH = 1000

# Scripts written without blanks are cut like CJK; their vowel signs belong to the run.
_UNSPACED = CJK_CLASS + "\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1780-\u17d3"
_JOINERS = "-._:/@+#&"
_SAME = str.maketrans(
    dict.fromkeys("‐‑‒–−", "-")
    | dict.fromkeys("’‘ʼ", "'")
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff")
    | dict.fromkeys(map(chr, range(0xFE00, 0xFE10)))
)
_NEGATION = re.compile(r"(?<![a-z])(?:(?:ca|wo|sha|ai)n't|cannot)(?![a-z])|n't(?![a-z])")
_SUFFIX = re.compile(r"(?<=[^\W_])'(?:s|re|ve|ll|d|m)(?![^\W_])")
_APOSTROPHE = re.compile(r"(?<=[^\W_])'(?=[^\W_])")
_THOUSANDS = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9,])")
_ASCII_RUNS = re.compile(
    rf"(?P<word>[a-z0-9]+(?:[{re.escape(_JOINERS)}][a-z0-9]+)*(?:(?<=c)\+\+|(?<=[cf])#)?)"
)
_SPLIT = re.compile(f"[{re.escape(_JOINERS)}]+")
_LETTERS_DIGITS = re.compile(r"([^\W\d_]+)([0-9]+)|([0-9]+)([^\W\d_]+)")
_VERSION = re.compile(r"v([0-9]+[.][0-9].*)")


_Piece = tuple[str, int, bool]
"""A term before stemming, what it is worth in a query that is too long, and if it is a word."""


def index_terms(text: str) -> list[str]:
    """Give every term of ``text`` in order, repetitions included: their number is the frequency."""
    return list(_cached_terms(text) if len(text) <= _CACHED_LENGTH else _terms(text))


@lru_cache(maxsize=16384)
def _cached_terms(text: str) -> tuple[str, ...]:
    """The terms of a short text, kept: what is compared with others is read many times."""
    return _terms(text)


def _terms(text: str) -> tuple[str, ...]:
    terms: list[str] = []
    for match in _find_runs(text):
        if match.lastgroup == "unspaced":
            terms += [_finish(piece) for piece in _characters(match.group())]
        else:
            terms += _word_terms(match.group())
    return tuple(terms)


@lru_cache(maxsize=32768)
def _word_terms(run: str) -> tuple[str, ...]:
    """The finished terms of one word; a language has few of them."""
    return tuple(_finish(piece) for piece in _word(run))


def literal_terms(text: str) -> list[str]:
    """The terms of ``text`` with irregular forms apart: for what is masked for good."""
    return [_finish(piece, _stem_literal) for piece in _pieces(text)]


def query_terms(text: str, limit: int = 48) -> tuple[str, ...]:
    """Give the distinct terms of a query, in order; of a long one the ``limit`` most telling.

    Codes and numbers come before long words, those before bigrams, short words and single
    characters; among equals the first. Only as many words are stemmed as are kept.
    """
    distinct: dict[str, _Piece] = {}
    for piece in _pieces(text):
        distinct.setdefault(piece[0], piece)
    chosen: dict[str, int] = {}
    for index, piece in sorted(enumerate(distinct.values()), key=lambda pair: -pair[1][1]):
        if len(chosen) >= limit:
            break
        term = _finish(piece)
        chosen[term] = min(index, chosen.get(term, index))
    return tuple(sorted(chosen, key=chosen.__getitem__))


def _pieces(text: str) -> Iterator[_Piece]:
    for match in _find_runs(text):
        if match.lastgroup == "unspaced":
            yield from _characters(match.group())
        else:
            yield from _word(match.group())


def _find_runs(text: str) -> Iterator[re.Match[str]]:
    """The runs of a text; the general pattern is slow, and most texts need only the plain one."""
    prepared = _prepare(text)
    return (_ASCII_RUNS if prepared.isascii() else _runs()).finditer(prepared)


def _prepare(text: str) -> str:
    """Fold width, case and typography, so that what looks the same becomes the same."""
    folded = unicodedata.normalize("NFKC", limit_marks(text)).casefold()
    plain = unicodedata.normalize("NFKC", limit_marks(folded)).translate(_SAME)
    plain = _APOSTROPHE.sub("", _SUFFIX.sub("", _NEGATION.sub(" not", plain)))
    return _THOUSANDS.sub(lambda number: number.group().replace(",", ""), plain)


@lru_cache(maxsize=1)
def _runs() -> re.Pattern[str]:
    r"""Build the pattern that cuts text; Python's ``\w`` lacks the vowel signs of Indic scripts."""
    marks = "".join(char for char in map(chr, range(0x300, 0x1F000)) if _is_mark(char))
    letter = f"(?:[^\\W_{_UNSPACED}][{marks}]*)"
    joined = f"{letter}+(?:[{re.escape(_JOINERS)}]{letter}+)*"
    symbols = r"(?:(?<=c)\+\+|(?<=[cf])\#)?"
    return re.compile(f"(?P<unspaced>[{_UNSPACED}]+)|(?P<word>{joined}{symbols})")


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in {"Mn", "Mc"}


def _characters(run: str) -> Iterator[_Piece]:
    """Cut an unspaced run into characters and overlapping pairs."""
    grammar = HAN_FUNCTION_CHARACTERS
    for first, second in pairwise(run):
        if first not in grammar:
            yield first, 1, False
            yield first + second, _BIGRAM_RANK, False
        elif second not in grammar:
            yield first + second, _BIGRAM_RANK, False
    if run[-1] not in grammar:
        yield run[-1], 1, False


def _word(run: str) -> Iterator[_Piece]:
    """Give a word, or a joined run whole and in parts; nothing when all of it is grammar."""
    parts = [part for part in _SPLIT.split(run) if part]
    if all(part in ENGLISH_FUNCTION_WORDS for part in parts):
        return
    if parts != [run]:
        yield run, _CODE_RANK if _has_digit(run) else _MAX_WORD_RANK, False
        version = _VERSION.fullmatch(run)
        if version:
            yield version[1], _CODE_RANK, False
        if len(parts) == 2 and run == "-".join(parts) and run.replace("-", "").isalpha():
            yield "".join(parts), _MAX_WORD_RANK, True  # so that e-mail meets email
    for part in parts:
        yield from _part(part, alone=parts == [run])


def _part(part: str, *, alone: bool) -> Iterator[_Piece]:
    if part in ENGLISH_FUNCTION_WORDS:
        return
    if not _has_digit(part):
        yield part, min(len(part), _MAX_WORD_RANK), True
        if (plain := _without_accents(part)) != part:
            yield plain, min(len(part), _MAX_WORD_RANK), True
        return
    yield part, _NUMBER_RANK if len(part) > 2 else 2, False
    mixed = _LETTERS_DIGITS.fullmatch(part)
    if mixed:
        yield from (_half(half) for half in mixed.groups() if half)
    elif not alone and len(part) == 2 and part[0] == "0":
        yield part[1], 1, False  # so that 2026-05-01 meets 2026-5-1 and 2026年5月1日


_BASE_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)


def _without_accents(word: str) -> str:
    """A word in Latin letters as it is typed in haste: cafe for café; others stay."""
    if word.isascii():
        return word
    split = unicodedata.normalize("NFD", word.translate(_BASE_LETTERS))
    plain = "".join(char for char in split if not unicodedata.combining(char))
    return plain if plain.isascii() else word


def _half(half: str) -> _Piece:
    return half, min(len(half), 6), not _has_digit(half)


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in text)


def _finish(piece: _Piece, stem: Callable[[str], str] | None = None) -> str:
    text, _, word = piece
    return (stem or _stem)(text[:MAX_TERM]) if word and text.isascii() else text[:MAX_TERM]


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    """Stem one English word, an irregular form as its base form."""
    return _stem_literal(BASE_FORMS.get(word, word))


def _stem_literal(word: str) -> str:
    """Stem one English word; a stemmer keeps state while it works, so each call has its own."""
    from snowballstemmer.english_stemmer import EnglishStemmer

    return str(EnglishStemmer().stemWord(word))
