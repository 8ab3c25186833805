"""Decides which recalled memories bear on a question; what does not is no answer."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from memory_graph.offline.answer_types import AnswerMemory
from memory_graph.offline.extract import extract_candidates
from memory_graph.offline.heard import relation_of_subject
from memory_graph.offline.lexicon import cities, concepts, without_concepts
from memory_graph.offline.route import route
from memory_graph.offline.segment import clauses
from memory_graph.offline.topics import asked_of, attribute_of
from memory_graph.offline.topics_daily import ALSO
from memory_graph.text.language import detect_language
from memory_graph.text.times import find_times
from memory_graph.text.tokens import query_terms
from memory_graph.types import Language, Turn

ENOUGH = 0.6
"""The part of a question's weight that a memory must cover."""
_CLOSE = 0.15
_FEWEST = 0.4
"""The part of the question's own words, a strange name for one, that must be there in any case."""

_META = {
    "en": (
        r"(?i)\b(?:what colou?r (?:is|are)|what|what's|when|where|who|whom|whose|"
        r"which|why|how|many|much|long|do|does|did|is|are|am|"
        r"was|were|be|been|has|have|had|will|would|can|could|should|shall|you|"
        r"your|remember|know|recall|"
        r"tell|say|said|told|mention|mentioned|time|date|day|end|ended|up|finally|"
        r"last|again|move|moved|"
        r"change|changed|reschedule|rescheduled|scheduled|set|fixed|please|about|"
        r"i|i'm|me|my|mine|we|our|"
        r"us|the|a|an|that|this|it|of|to|for|in|on|at|with|and|or|by|now|currently|"
        r"still|kind|sort|any|"
        r"like|love|enjoy|prefer|hate|dislike|eat|drink|there|take|place|happen|"
        r"user|called|go|going|get|use|using|so)\b"
    ),
    "zh": (
        r"(?<!喜欢)(?<!爱)是?什么颜色|(?:什么时候|什么时间|哪[天年]|几[号点月]|何时)[要会该]*[去到飞]|"
        r"什么|时候|哪里|哪儿|哪个|哪些|哪天|哪年|"
        r"哪|谁|几点|几号|几个|几|多少|多大|怎么|为什么|是不是|有没有|上次|上回|"
        r"最后|最终|最近|"
        r"现在|目前|定在|定到|定的|改过|改到|改成|改|那个|这个|那场|请问|知道|"
        r"记得|告诉|记住|还|我们|我|你们|你|您|的|了|吗|呢|吧|啊|是|在|"
        r"有|会不会|时间|日期|一下|请|帮|说过|提过|提到|用户|安排|都|到底|来着|"
        r"喜欢|讨厌|吃|喝|一|开始|叫"
    ),
}
_CAPITAL = re.compile(r"(?<=[a-z,'] )[A-Z][\w'-]*[a-z]\b")
_PAST = re.compile(
    r"(?i)\b(?:used to|ago|before|previously|once|ever|in \d{4}|did|was|"
    r"were)\b|以前|之前|曾|过去|当时|年前|那时|去年"
)


_ASKS_ASSISTANT = re.compile(
    r"(?i)\b(?:you|your) (?:say|said|tell|told|suggest\w*|recommend\w*|propose\w*|advice|answer)|"
    r"你(?:说|建议|推荐|告诉|提议)"
)


@dataclass(frozen=True, slots=True)
class Query:
    """A question, taken apart."""

    text: str
    language: Language
    attribute: str | None
    concepts: frozenset[str]
    terms: frozenset[str]
    names: tuple[str, ...]
    past: bool
    about: str | None = None
    """The relation id of the person whose attribute is asked for, None for the user."""


def read_query(question: str, language: Language) -> Query:
    """Take a question apart into what it asks for and the words it is about."""
    attribute, _ = attribute_of(question, language)
    about, theirs = (None, None) if attribute else asked_of(question, language)
    about = about if theirs else None
    plain = _without_asking(question, language)
    return Query(
        question,
        language,
        theirs if about else attribute,
        concepts(plain),
        _terms(without_concepts(plain)),
        tuple(name for name in _CAPITAL.findall(question) if name not in {"I", "I'm"}),
        _PAST.search(question) is not None,
        about,
    )


def _without_asking(question: str, language: Language) -> str:
    """Leave out the words that only ask; 都 in 成都 is none of them."""
    if language == "en":
        return re.sub(_META["en"], " ", question)
    return _asking_zh().sub(lambda match: match["city"] or " ", question)


@cache
def _asking_zh() -> re.Pattern[str]:
    return re.compile(f"(?P<city>{cities()})|{_META['zh']}")


def _terms(text: str) -> frozenset[str]:
    """Return search terms; of Chinese only bigrams, since a single character matches anything."""
    terms = query_terms(text)
    return frozenset(t for t in terms if len(t) > 1 or (t.isascii() and t.isdigit()))


def relevant(query: Query, memories: list[AnswerMemory], now: datetime) -> list[AnswerMemory]:
    """Return the memories that answer the query, best first; newest first among equals."""
    query = replace(query, past=query.past or _asks_back(query, now))
    usable = [m for m in memories if _usable(m, query, now)]
    exact = [m for m in usable if _has_attribute(m, query)] or _also(usable, query)
    if exact:
        return sorted(_held(exact), key=_newest, reverse=True)
    if query.about:
        return []
    if query.attribute:  # what is asked of the user is not answered by what others are or have
        usable = [m for m in usable if m.kind in {"turn", "event"} or is_own(m)]
    rated = [(cover(query, m), m) for m in usable]
    best = max((rate for rate, _ in rated), default=0.0)
    if best < ENOUGH:
        return []
    close = [m for rate, m in rated if rate >= max(ENOUGH, best - _CLOSE)]
    return sorted(close, key=lambda m: (m.kind != "turn", *_newest(m)), reverse=True)


def _asks_back(query: Query, now: datetime) -> bool:
    """Tell if a question names a time that is over: what ended then is what it asks for."""
    return any(one.until <= now for one in find_times(query.text, now, query.language, "past"))


def _also(usable: list[AnswerMemory], query: Query) -> list[AnswerMemory]:
    """Return what answers as well: a nationality, where it is asked where one is from."""
    for attribute in ALSO.get(query.attribute or "", ()):
        asked = replace(query, attribute=attribute)
        found = [m for m in usable if _has_attribute(m, asked)]
        if found:
            return found
    return []


def _held(found: list[AnswerMemory]) -> list[AnswerMemory]:
    """What fills a slot, rather than what does not; of a yes or no, whichever there is."""
    held = [m for m in found if m.polarity or ":" in (m.attribute or "")]
    return held if any(m.polarity for m in held) else found


def cover(query: Query, memory: AnswerMemory) -> float:
    """Return how much of the question's weight the memory covers, 0 to 1."""
    total = 2 * len(query.concepts) + len(query.terms)
    if total == 0:
        return 0.0
    text = f"{memory.content} {memory.value or ''} {(memory.attribute or '').replace('_', ' ')}"
    named = concepts(text) | {memory.topic}
    said = _terms(text.casefold())
    shared = len(query.terms & said)
    if shared < len(query.terms) * _FEWEST:
        return 0.0
    return (2 * len(query.concepts & named) + shared) / total


def _newest(memory: AnswerMemory) -> tuple[float, float]:
    """What was told just now has no date yet, and is the newest."""
    recorded = memory.recorded_at.timestamp() if memory.recorded_at else math.inf
    return recorded, memory.score


def _has_attribute(memory: AnswerMemory, query: Query) -> bool:
    if query.attribute is None or memory.attribute is None:
        return False
    if query.about:
        if not _is_about(memory, query.about):
            return False
    elif not is_own(memory):
        return False
    if query.attribute.endswith(":"):
        return memory.attribute.startswith(query.attribute)
    return memory.attribute == query.attribute


def is_own(memory: AnswerMemory) -> bool:
    """Tell if a memory is about the user or the user's project, not about somebody else."""
    return memory.subject in {None, "user", "project"}


def _is_about(memory: AnswerMemory, relation: str) -> bool:
    """Tell if a memory is about the user's wife, by name or not."""
    subject = memory.subject or "user"
    if subject in {"user", "project"}:
        return False
    known = relation_of_subject(subject)
    return known == relation if known else relation in concepts(memory.content)


def _states(text: str, query: Query, now: datetime) -> bool:
    """Tell if a stored turn says something that no memory was made of.

    What the rules find in a turn is a memory of its own; where that one is gone, it was replaced,
    taken back or refused, and must not come back through the turn.
    """
    language = detect_language(text, query.language)
    moods = {clause.mood for clause in clauses(text[:2000], language)}
    if not moods & {"stated", "requested"} or route(text[:2000], language) == "command":
        return False
    return not extract_candidates([Turn(role="user", content=text[:2000])], now=now)


def _usable(memory: AnswerMemory, query: Query, now: datetime) -> bool:
    """Leave out other people's facts, the question itself, and states that have ended."""
    if memory.kind == "turn" and memory.speaker in {"assistant", "Assistant"}:
        return _ASKS_ASSISTANT.search(query.text) is not None
    if memory.kind == "turn" and (
        memory.content.rstrip().endswith(("?", "？", "吗", "呢"))
        or not _states(memory.content, query, now)
    ):
        return False
    if memory.content.strip() == query.text.strip():
        return False
    text = memory.content.casefold()
    if any(name.casefold().removesuffix("'s") not in text for name in query.names):
        return False
    ended = memory.event_to is not None and memory.event_to <= now and memory.kind != "event"
    return query.past or not ended or memory.kind == "turn"
