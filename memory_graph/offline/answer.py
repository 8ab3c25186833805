"""Answers from recalled memories by picking and rendering them; never from anything else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from memory_graph.offline.acknowledge import (
    acknowledge,
    acknowledge_beside,
    asked_beside,
    greeting,
    one_by_one,
)
from memory_graph.offline.answer_types import AnswerMemory, ConsentTo, always_given
from memory_graph.offline.asking import (
    ABOUT_ME,
    AGAINST,
    AGENDA,
    HOW_MANY,
    OF_ME,
    OPEN_LIST,
    PAST_TIME,
    SUGGEST,
    TASTE,
    TIME_WANTED,
    WHEN,
    WHO_ARE_YOU,
    YES_NO,
    forgets_all_somewhere,
)
from memory_graph.offline.meetings import ATTRIBUTE
from memory_graph.offline.phrases import (
    event_time,
    event_window,
    is_long,
    noted,
    pick,
    statement,
    tells_only_when,
)
from memory_graph.offline.relevance import Query, is_own, read_query, relevant
from memory_graph.offline.route import is_small_talk, route
from memory_graph.offline.segment import fold, is_question
from memory_graph.offline.several import answer_each
from memory_graph.offline.suggest import suggest
from memory_graph.text.times import find_times
from memory_graph.types import Language

_SHOWN = 8


def answer(
    question: str,
    memories: Sequence[AnswerMemory],
    *,
    now: datetime,
    language: Language,
    consent_to: ConsentTo = always_given,
) -> str:
    """Return an answer in ``language`` from ``memories``, or an honest "I don't know".

    ``now`` is aware and in the user's zone; all dates are written in that zone. ``consent_to`` says
    of what is told whether it will be kept.
    """
    text = fold(question.strip())
    known = list(memories)
    plain = _without_recall(text, language)
    if plain is not None:
        return plain
    if forgets_all_somewhere(text):
        return one_by_one(language)
    if re.search(ABOUT_ME, text):
        return _about_me(known, now, language)
    if _wants_time(text, now, language):
        return suggest(known, now, language)
    if route(text, language) == "command" or not is_question(text, language):
        return acknowledge(question, now, language, known, consent_to)
    told, kept = acknowledge_beside(question, now, language, known, consent_to)
    asked = asked_beside(text, now, language) if told else text
    more = _answer_question(asked, [*kept, *known], now, language) if asked else ""
    return pick(language, " ", "").join(filter(None, (told, more)))


def _without_recall(text: str, language: Language) -> str | None:
    """Reply to what needs no memory: who the model is, and small talk."""
    if re.search(WHO_ARE_YOU, text):
        return who_i_am(language)
    return greeting(text, language) if is_small_talk(text, language) else None


def who_i_am(language: Language) -> str:
    """Say what the offline model is."""
    return pick(
        language,
        "I'm memory_graph's offline model: a set of rules, not a language model. I note what you "
        "tell me and answer from those notes only.",
        "我是 memory_graph 的离线模型：一组规则，不是大语言模型。"
        "我会记下你告诉我的事，并且只根据这些记录回答。",
    )


def dont_know(language: Language) -> str:
    """Say that nothing remembered answers the question."""
    return pick(
        language,
        "I don't know: I have nothing noted that answers this.",
        "我不知道，我的记录里没有能回答这个问题的内容。",
    )


def _wants_time(text: str, now: datetime, language: Language) -> bool:
    """Tell if a time is to be proposed: one is asked for, none is given."""
    asks = re.search(SUGGEST[language], text) and re.search(TIME_WANTED[language], text)
    if not asks or re.search(PAST_TIME[language], text):
        return False
    return not any(p.precision in {"minute", "hour"} for p in find_times(text, now, language))


def _answer_question(
    text: str, known: list[AnswerMemory], now: datetime, language: Language
) -> str:
    def one(asked: str) -> str:
        return _answer_one(asked, known, now, language)

    return answer_each(text, language, one, dont_know(language))


def _answer_one(text: str, known: list[AnswerMemory], now: datetime, language: Language) -> str:
    for pattern, reply in ((AGENDA, _agenda), (TASTE, _tastes)):
        if re.search(pattern[language], text):
            return reply(text, known, now, language)
    query = read_query(text, language)
    hits = relevant(query, known, now)
    return _from_hits(query, hits, now, language) if hits else dont_know(language)


def _from_hits(query: Query, hits: list[AnswerMemory], now: datetime, language: Language) -> str:
    """Render the memories in the form the question wants."""
    text = query.text
    if re.search(WHEN[language], text):
        timed = _when(hits, now, language)
        if timed is not None:
            return timed
    if re.search(HOW_MANY[language], text):
        return _how_many(hits, now, language)
    if re.search(YES_NO[language], text):
        return _yes_no(query, hits, now, language)
    return _list(text, hits, now, language)


def _when(hits: list[AnswerMemory], now: datetime, language: Language) -> str | None:
    for memory in hits:
        if memory.kind == "turn":  # what was said then need not have happened then
            return noted(memory, now, language)
        said = "" if tells_only_when(memory, now) else statement(memory, language)
        window = event_window(memory, now, language)
        told = window is not None and window in said
        day = memory.kind == "event" and not is_long(memory) and not told
        exact = memory.attribute == "time" or day
        when = event_time(memory, now, language) if exact else window
        if when is not None:
            name = memory.subject if memory.attribute == "time" else None
            return _dated(name, when, said, memory, language)
        if memory.attribute in {"birthday", ATTRIBUTE}:
            return noted(memory, now, language)
    return None


def _dated(name: str | None, when: str, said: str, memory: AnswerMemory, language: Language) -> str:
    """Say when it is, and the words of the memory where they say more or say it already."""
    if when in said and memory.attribute != "time":
        return pick(language, f"{said}.", f"{said}。") + _doubt(memory, language)
    doubt = _doubt(memory, language)
    if memory.attribute == "time":
        called = re.sub(r" \d{4}-\d\d-\d\d$", "", name or "")
        who = (called or "it")[:1].upper() + (called or "it")[1:]
        at = "at" if when[0].isdecimal() else "on"
        first = pick(language, f"{who} is {at} {when}", f"{called}定在{when}")
        more = pick(language, f" {said}.", f"{said}。") if said else ""
        return pick(language, f"{first}.{more}{doubt}", f"{first}。{more}{doubt}")
    return pick(language, f"{said}: {when}.{doubt}", f"{said}：{when}。{doubt}")


def _doubt(memory: AnswerMemory, language: Language) -> str:
    doubt = pick(language, " This may be out of date.", "不过这条可能已经过时了。")
    return doubt if memory.doubtful else ""


def _how_many(hits: list[AnswerMemory], now: datetime, language: Language) -> str:
    counted = [m for m in hits if (m.attribute or "").startswith("count:")]
    if not counted and not any(
        re.search(r"\d|[一两二三四五六七八九十]", m.content) for m in hits[:1]
    ):
        return dont_know(language)
    return noted((counted or hits)[0], now, language)


def _yes_no(query: Query, hits: list[AnswerMemory], now: datetime, language: Language) -> str:
    """Say yes or no where a like, an allergy or a visit is asked for, else just what is known."""
    polar = ("preference:", "allergy:", "diet:", "visited")
    fitting = [m for m in hits if (m.attribute or "").startswith(polar)]
    if fitting and re.search(OF_ME[language], query.text):
        fitting = [m for m in fitting if is_own(m)]  # what a brother likes says nothing of me
        if not fitting:
            return dont_know(language)
    asked = query.concepts - {"allergy", "meeting", "meetings"}
    if asked and fitting and query.attribute != ATTRIBUTE:
        fitting = [m for m in fitting if m.topic in asked or asked & {m.topic}]
        if not fitting:
            return dont_know(language)
    if not fitting or fitting[0].attribute == ATTRIBUTE:
        return noted((fitting or hits)[0], now, language)
    negative = re.search(AGAINST[language], query.text) is not None
    yes = fitting[0].polarity != negative
    word = pick(language, "Yes, " if yes else "No, ", "是的，" if yes else "不，")
    said = noted(fitting[0], now, language)
    return word + re.sub(r"^You(r?)\b", r"you\1", said)


def _tastes(text: str, known: list[AnswerMemory], now: datetime, language: Language) -> str:
    liked = re.search(AGAINST[language], text) is None
    heads = ("preference:", "favourite:", "diet:")
    own = [m for m in known if is_own(m)]
    hits = [m for m in own if (m.attribute or "").startswith(heads) and m.polarity == liked]
    hits = [m for m in hits if m.event_to is None or m.event_to > now]
    food = re.search(r"(?i)\b(?:eat|drink|food)\b|吃|喝", text)
    if food:
        hits = [m for m in hits if m.topic not in {"meeting_time", "meeting_day", "meeting_end"}]
    return _lines(hits, now, language) if hits else dont_know(language)


def _list(text: str, hits: list[AnswerMemory], now: datetime, language: Language) -> str:
    """Give all values of an attribute with many, else the best memory."""
    many = (
        "allergy:",
        "preference:",
        "diet:",
        "visited",
        "speaks",
        "relation:",
        "health:",
        "works_on",
        *(
            "goal:",
            "habit:",
            "studied:",
            "degree:",
            "school",
            "plays",
            "uses:",
            "todo:",
            "learning",
        ),
        *("reading", "supports", "deadline", "preparing_for"),
    )
    first = hits[0].attribute or ""
    head = first.partition(":")[0] if ":" in first else first
    if re.search(OPEN_LIST[language], text) and first.startswith(many):
        same = [m for m in hits if (m.attribute or "").partition(":")[0] == head]
        return _lines(same, now, language)
    return noted(hits[0], now, language)


def _agenda(text: str, known: list[AnswerMemory], now: datetime, language: Language) -> str:
    """List the coming events, or those of the time that is asked for."""
    windows = find_times(text, now, language)
    since, until = (windows[0].since, windows[0].until) if windows else (now, None)
    events = [
        (memory.event_from, memory)
        for memory in known
        if memory.kind == "event"
        and memory.event_from is not None
        and memory.event_from >= since
        and (until is None or memory.event_from < until)
    ]
    ordered = [memory for _, memory in sorted(events, key=lambda event: event[0])]
    return _lines(ordered, now, language) if ordered else dont_know(language)


def _lines(hits: list[AnswerMemory], now: datetime, language: Language) -> str:
    texts = dict.fromkeys(noted(memory, now, language) for memory in hits[:_SHOWN])
    return pick(language, " ", "").join(texts)


def _about_me(known: list[AnswerMemory], now: datetime, language: Language) -> str:
    hits = [m for m in known if m.kind != "turn"][:20] or known[:_SHOWN]
    if not hits:
        return pick(language, "I don't know anything about you yet.", "我还不知道关于你的任何事。")
    head = pick(language, "This is what I have noted:", "我记下的有：")
    return "\n".join([head, *dict.fromkeys(f"- {noted(m, now, language)}" for m in hits)])
