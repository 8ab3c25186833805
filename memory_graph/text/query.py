"""Reads a question before recall: what it names, when it means, whose words it asks for. Pure.

Every cue is absent unless the words show it, and an absent cue changes nothing. A time that can't
be resolved is reported as ``unparsed``; it is never the same as no time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memory_graph.text.clean import normalise_name, visible
from memory_graph.text.cues import shorten
from memory_graph.text.language import CJK_CLASS, ENGLISH_FUNCTION_WORDS, detect_language
from memory_graph.text.query_words import (
    KINDS,
    NEGATION,
    QUESTION,
    QueryKind,
    asks_assistant,
    asks_now,
    asks_user,
    without_now,
)
from memory_graph.text.times import TimePhrase, find_times, looks_like_time
from memory_graph.text.tokens import query_terms
from memory_graph.types import Language

SpeakerCue = Literal["user", "assistant"]
TimeParse = Literal["none", "resolved", "unparsed"]

MAX_ANALYSED = 2000
"""Characters of a question that are read for cues, half of them from its end; the rest only
gives terms."""
MAX_NAMES = 160
_CODE = re.compile(r"(?<![A-Za-z0-9])(?=[A-Za-z0-9._/-]*[0-9])(?=[A-Za-z0-9._/-]*[A-Za-z])"
                   r"[A-Za-z0-9]+(?:[._/-][A-Za-z0-9]+)*")  # fmt: skip
_MEASURE = re.compile(r"[0-9]+[A-Za-z]{1,3}")
_NUMBER = re.compile(r"(?<![A-Za-z0-9.])[0-9]+(?:[.,:][0-9]+)*(?![A-Za-z0-9])")
_WORD = re.compile(f"[^\\W_{CJK_CLASS}]+(?:['’&.-][^\\W_{CJK_CLASS}]+)*")
_RUN = re.compile(f"[{CJK_CLASS}]+")
_UNSPACED_EDGE = re.compile(f"(?<=[{CJK_CLASS}]) +(?=[{CJK_CLASS}])")
_POSSESSIVE = r"(?:['’]s|['’](?!\w))?"


@dataclass(frozen=True, slots=True)
class Window:
    """A half-open time the question speaks of, as precise as its words."""

    words: str
    since: datetime
    until: datetime
    precision: str


@dataclass(frozen=True, slots=True)
class QueryAnalysis:
    """What a question shows without any model."""

    text: str
    language: Language
    terms: tuple[str, ...]
    """Lexemes for the word arm; empty when the question holds stop words only."""
    names: tuple[str, ...]
    """Normalised word groups that may be the name of an entity."""
    codes: tuple[str, ...]
    numbers: tuple[str, ...]
    windows: tuple[Window, ...]
    time_parse: TimeParse
    kind: QueryKind
    is_question: bool
    negated: bool
    speaker: SpeakerCue | None
    """Whose words hold the answer: the user's (“what did I say”), or the assistant's."""
    is_only_time: bool = False
    """Little but a time is said: “what did I do on Monday”."""
    asks_now: bool = False
    """Of what was so at different times, the newest is asked for."""


def analyse_query(
    text: str, now: datetime | None = None, language: Language | None = None
) -> QueryAnalysis:
    """Reads a question; times need ``now``, an aware datetime in the asker's zone.

    Any text is accepted. Without ``now``, or with one outside the years 1700 to 2299, a time is
    ``unparsed``.
    """
    head = shorten(visible(text), MAX_ANALYSED)
    windows = tuple(map(_window, _times(head, now)))
    folded = head.casefold().replace("’", "'")
    return QueryAnalysis(
        text=text,
        language=language or detect_language(head),
        terms=query_terms(text),
        names=tuple(dict.fromkeys(_names(head)))[:MAX_NAMES],
        codes=tuple(dict.fromkeys(filter(_is_code, _CODE.findall(head)))),
        numbers=tuple(dict.fromkeys(_NUMBER.findall(_CODE.sub(" ", head)))),
        windows=windows,
        time_parse="resolved" if windows else "unparsed" if looks_like_time(head) else "none",
        kind=next((kind for kind, pattern in KINDS if pattern.search(folded)), "open"),
        is_question=is_question(head),
        negated=NEGATION.search(folded) is not None,
        speaker=_speaker(folded),
        is_only_time=bool(windows) and _says_little(head, windows),
        asks_now=asks_now(folded),
    )


def lasting_terms(analysis: QueryAnalysis) -> tuple[str, ...]:
    """The terms of a question without “now”, unless nothing else is said."""
    return query_terms(without_now(analysis.text)) or analysis.terms


def is_question(text: str) -> bool:
    """True when a message asks for something, not only tells."""
    folded = shorten(text, MAX_ANALYSED).casefold().replace("’", "'")
    return QUESTION.search(folded) is not None


def _is_code(run: str) -> bool:
    """True for ZQ-88121 and v2.10.1, not for 3rd, 5pm, 10km or mp3."""
    digits = sum(char.isdigit() for char in run)
    return digits >= 2 and len(run) >= 4 and _MEASURE.fullmatch(run) is None


def _times(text: str, now: datetime | None) -> tuple[TimePhrase, ...]:
    """The time phrases; a question looks back unless its words look forward."""
    if now is None or not 1700 <= now.year <= 2299:
        return ()
    return find_times(text, now, prefer="past")


def _window(phrase: TimePhrase) -> Window:
    return Window(phrase.words, phrase.since, phrase.until, phrase.precision)


def _says_little(text: str, windows: Iterable[Window]) -> bool:
    """True when no more than a word is left to look for beside the times."""
    for one in windows:
        text = text.replace(one.words, " ")
    unspaced = [term for term in query_terms(text) if _RUN.fullmatch(term)]
    spaced = [term for term in query_terms(text) if not _RUN.fullmatch(term)]
    return len(spaced) + sum(len(term) == 1 for term in unspaced) / 2 <= 1


def _speaker(folded: str) -> SpeakerCue | None:
    if asks_assistant(folded):
        return "assistant"
    return "user" if asks_user(folded) else None


def _names(text: str) -> Iterator[str]:
    """Groups of one to three words, and parts of unspaced runs, in the form entities are kept."""
    words = [normalise_name(word) for word in _WORD.findall(text)]
    for size in (3, 2, 1):
        for start in range(len(words) - size + 1):
            group = words[start : start + size]
            if any(word not in ENGLISH_FUNCTION_WORDS for word in group):
                yield " ".join(group)
    for run in _RUN.findall(text):
        # What is in normal form is so in each of its parts.
        is_normal = normalise_name(run) == run
        for size in range(2, 7):
            for start in range(len(run) - size + 1):
                part = run[start : start + size]
                yield part if is_normal else normalise_name(part)


def may_name_someone(text: str) -> bool:
    """False when no speaker can be named in ``text``: it has neither capitals nor CJK letters."""
    return any(char.isupper() for char in text[:MAX_ANALYSED]) or _RUN.search(text) is not None


def named_speakers(text: str, speakers: Iterable[str]) -> tuple[str, ...]:
    """Those of ``speakers`` whom the text names, by whole or first name, in the order given.

    Latin names must stand as words and with a capital, so that “will” is not Will.
    """
    known = tuple(dict.fromkeys(name for name in speakers if name.strip()))
    seen = visible(text[:MAX_ANALYSED])
    return tuple(name for name in known if _pattern(name, known).search(seen))


def address_names(text: str, names: Iterable[str]) -> str:
    """The text as it would be put to the one it names: “what do you like” for “what does Ann like”.

    What people said stands beside what they were asked, so this is nearer to it than a name. Of
    several names none is left; the text stays as it was when it holds nothing else.
    """
    given = tuple(names)
    if not given:
        return text
    called = ("", "") if len(given) > 1 else ("你", "你") if _RUN.search(text) else ("you", "your")
    rest, addressed = text, text
    for name in given:
        pattern = _pattern(name, given)
        rest = pattern.sub(" ", rest)
        addressed = pattern.sub(lambda found: f" {called[_is_possessive(found[0])]} ", addressed)
    if not query_terms(rest):
        return text
    return " ".join(_UNSPACED_EDGE.sub("", addressed).split())


def _is_possessive(form: str) -> bool:
    return "'" in form[-2:] or "’" in form[-2:]


def _pattern(name: str, known: tuple[str, ...]) -> re.Pattern[str]:
    """Finds a name in a text; the first name too when no other speaker shares it."""
    forms = [name, *_short_forms(name, known)]
    return re.compile("|".join(_form(form) for form in sorted(forms, key=len, reverse=True)))


def _short_forms(name: str, known: tuple[str, ...]) -> list[str]:
    first, _, rest = name.partition(" ")
    shared = sum(other.partition(" ")[0] == first for other in known)
    return [first] if rest and len(first) > 2 and shared == 1 else []


def _form(form: str) -> str:
    if _RUN.search(form):
        return re.escape(form)
    capital = form[0].upper() + form[1:]
    return rf"(?<![A-Za-z0-9]){re.escape(capital)}{_POSSESSIVE}(?![A-Za-z0-9])"
