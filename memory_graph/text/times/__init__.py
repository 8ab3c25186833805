"""Finds time phrases in English and Chinese text and says which window of time they mean.

Pure: the clock is an argument, nothing is read from the machine. ``find_times`` resolves,
``looks_like_time`` says whether there is something to resolve, ``format_time`` and
``format_date`` write times for people. The conventions are listed in ``resolve`` and ``offsets``.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache

from memory_graph.errors import InputError
from memory_graph.text.times.chinese import chinese_rules
from memory_graph.text.times.english import english_rules
from memory_graph.text.times.groups import group_atoms
from memory_graph.text.times.match import find_phrases
from memory_graph.text.times.needed import needed
from memory_graph.text.times.numeric import numeric_rules
from memory_graph.text.times.rules import Rule, scan
from memory_graph.text.times.sieve import Sieve
from memory_graph.text.times.types import Direction, Precision, Prefer, TimePhrase
from memory_graph.text.times.wording import format_date, format_time
from memory_graph.types import Language

__all__ = [
    "Direction",
    "Precision",
    "Prefer",
    "TimePhrase",
    "find_times",
    "format_date",
    "format_time",
    "looks_like_time",
]

_KEPT = "，；！？（）"
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code) not in _KEPT}
_TRADITIONAL = str.maketrans(
    "後週點號鐘時個禮這兩從開過來內間慶聖誕節號現將準備記當剛曆歲會議",
    "后周点号钟时个礼这两从开过来内间庆圣诞节号现将准备记当刚历岁会议",
)
# One character for one, so that positions stay.
_PLAIN = _FULL_WIDTH | _TRADITIONAL | {0x3000: 0x20, 0xA0: 0x20}


def find_times(
    text: str, now: datetime, language: Language | None = None, prefer: Prefer = "future"
) -> tuple[TimePhrase, ...]:
    """Return the resolved time phrases of ``text``, left to right, without overlaps.

    ``language`` limits the search to the wording of one language (digits are always read); None
    reads both, which is right for mixed text too. ``prefer`` says which way an ambiguous time
    (a bare weekday, month or clock time) looks in a sentence that does not show it by its words.
    Times are computed on the wall clock of the zone of ``now``; a text without a time, or with an
    impossible one, gives an empty tuple; at most the first 1000 times of a text are read. Raises
    InputError for a naive ``now`` or one outside the years 1700 to 2299.
    """
    if now.utcoffset() is None:
        raise InputError(f"now {now!r} has no time zone: pass an aware datetime in the user's zone")
    if not 1700 <= now.year <= 2299:
        raise InputError(f"now {now!r} is outside the years 1700 to 2299: check the clock")
    plain = _plain(text)
    phrases = find_phrases(plain, now, _rules(plain, language), prefer)
    return tuple(_literal(phrase, text) for phrase in phrases)


def looks_like_time(text: str, language: Language | None = None) -> bool:
    """True when ``text`` contains time words, even if they name no window.

    True without a window: 春节, "a few days ago", "every Monday", 25点, "February 31".
    """
    plain = _plain(text)
    clock = datetime(2000, 1, 1, tzinfo=UTC)
    rules = _rules(plain, language)
    atoms = scan(plain, rules, clock)
    if any(atom.kind in {"vague", "recurring"} for atom in atoms):
        return True
    groups = group_atoms(plain, atoms, clock)
    if any(group.needs in {"", "cue"} for group in groups):
        return True
    return bool(groups) and bool(find_phrases(plain, clock, rules, "future"))


def _plain(text: str) -> str:
    """The text with half-width and simplified letters, which ASCII has already."""
    return text if text.isascii() else text.translate(_PLAIN)


@cache
def _letters() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile("[\u3007\u4e00-\u9fff]"), re.compile("[A-Za-z]")


def _rules(text: str, language: Language | None) -> tuple[Rule, ...]:
    """The rules for digits and for each language asked for, as far as they can match ``text``."""
    han, latin = _letters()
    chinese = language != "en" and han.search(text) is not None
    english = language != "zh" and latin.search(text) is not None
    return _sieve(chinese, english).rules(text)


@cache
def _sieve(chinese: bool, english: bool) -> Sieve:
    """The rules of these languages; there are four such sets."""
    return Sieve(all_rules(chinese, english), _needed)


_needed = cache(needed)  # asked once for each rule, though a rule is in several sets


def all_rules(chinese: bool, english: bool) -> tuple[Rule, ...]:
    """Every rule of these languages, and those for digits."""
    zh, en = (chinese_rules() if chinese else ()), (english_rules() if english else ())
    return (*zh, *en, *numeric_rules())


def _literal(phrase: TimePhrase, text: str) -> TimePhrase:
    """The phrase with its words as they stand in the text."""
    words = text[phrase.start : phrase.end]
    return TimePhrase(
        words,
        phrase.start,
        phrase.end,
        phrase.since,
        phrase.until,
        phrase.precision,
        phrase.direction,
    )
