"""What somebody says of themselves in one breath: “I'm Tom, 30, a nurse living in Oslo”.

English strings such parts together without a subject. They are cut into clauses of their own, and
each goes on about the speaker as long as the part before it did.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_OPENING = re.compile(
    r"(?i)\W*(?:(?:hi|hello|hey|good \w+|so|well|by the way)(?: there| all| everyone)?[,!.]?\s+)*"
    r"(?:i'm|im|i am|my name(?:'s| is))\s"
)
_DOES = (
    r"(?:(?:currently|now|presently) )?"
    r"(?:(?:living|based|located) in|working (?:at|for|as)|studying)\b"
)
_FROM = r"(?:originally )?from (?-i:[A-Z])"
_YEARS = r"\d{1,3}(?:[- ]years?[- ]old)?(?=\s*(?:[,.!]|and\b|$))"
_CUT = re.compile(
    rf"(?i)(?:,\s+(?:and\s+)?|\s+and\s+)(?={_DOES}|{_FROM})|"
    rf"(?P<leans>,\s+(?:and\s+)?(?={_YEARS}|an?\s+\w)|\s+(?={_DOES}|{_FROM}))"
)
_KIND = r"an?(?:\s+(?!of\b|for\b|with\b|to\b|who\b|that\b)[\w'/-]+){1,4}"
_SAYS_WHO = re.compile(
    rf"(?i).*?\b(?:i'm|im|i am|my name(?:'s| is))\s+(?:{_KIND}|"
    r"(?-i:[A-Z][\w'-]*(?:\s[A-Z][\w'-]*){0,2})|\d{1,3}(?:\s+years?\s+old)?)|"
    r"\d{1,3}(?:\s+years?\s+old)?|" + _KIND
)
_PART = re.compile(rf"(?i)(?:{_DOES}|{_FROM}|{_YEARS}|an?\s+\w)")
GOES_ON = re.compile(
    rf"(?i)\s*(?:,\s*(?:and\s+)?|\band\s+|\s)(?:{_DOES}|{_FROM})|\s*,\s*(?:and\s+)?(?:{_YEARS}|an?\s)"
)
"""Follows a name in such a sentence."""
MOST = 400
"""A longer sentence is nothing that one says in a breath."""
RULES = frozenset(
    {
        "name", "surname", "i_am", "i_am_first", "age", "is_a_job", "lives", "work_at", "work_as",
        "studies", "from",
    }
)  # fmt: skip
"""After these a part without a subject is about the speaker."""


def cuts(sentence: str) -> Iterator[tuple[int, int]]:
    """Where a sentence in which somebody says who they are is cut: what lies between is dropped."""
    opening = _OPENING.match(sentence) if len(sentence) <= MOST else None
    if opening is None:
        return
    start = 0
    for match in _CUT.finditer(sentence, opening.end()):
        if match["leans"] and not _SAYS_WHO.fullmatch(sentence, start, match.start()):
            continue  # “I'm living in Oslo” is one part
        yield match.span()
        start = match.end()


def goes_on(clause: str, rule: str) -> bool:
    """True for a part that is about the speaker, as the clause before it was by its rule."""
    return rule in RULES and _PART.match(clause) is not None
