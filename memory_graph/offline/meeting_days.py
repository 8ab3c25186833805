"""On which weekdays the user likes to meet, and on which not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_graph.offline.clock import find_clock
from memory_graph.offline.draft import Said, confidence
from memory_graph.types import Candidate, Language

ATTRIBUTE = "preference:meeting_day:"
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ZH = "一二三四五六日"
_SPOKEN = {
    "en": r"(?i)\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend)s?\b",
    "zh": r"(?:周|星期|礼拜)([一二三四五六日天末])",
}
_MEETING = {
    "en": r"(?i)\b(?:meetings?|calls|stand-?ups|syncs?|1:1s|meet)\b",
    "zh": r"开会|会议|(?:安排|约|定|开).{0,2}会(?!儿|员)|的会(?!儿)",
}
_AGAINST = {
    "en": (
        r"(?i)^(?:please )?(?:no (?:more )?(?:meetings?|calls)\b|(?:i )?(?:never|don't|do not|"
        r"won't|can't|i'd rather not|would rather not|prefer not to|no longer|really don't)"
        r" (?:\w+ )?(?:schedule|book|plan|put|arrange|set|give me|want|like|do|have|take|"
        r"accept|meet)|"
        r"(?:i )?(?:really )?(?:hate|dislike|avoid)\b)"
    ),
    "zh": r"(?:别|不要|不想|不太想|不喜欢|不希望|不愿意?|不|避免|讨厌|尽量别).{0,8}(?:开|"
    r"安排|约|定|有|放).{0,3}会|不开会",
}
_FOR = {
    "en": r"(?i)^(?:i )?(?:\w+ly |\w+ )?(?:prefer|like|love|favou?r)\b",
    "zh": r"(?:喜欢|最好|更愿意|希望|倾向于?|习惯|偏好).{0,10}(?:开会|会议)",
}
_CHANGE = r"(?i)\b(?:cancel|move|reschedule|postpone)|取消|改到|推迟|挪|移"


def find_days(said: Said) -> tuple[Candidate, ...]:
    """Return the wishes about weekdays for meetings that a clause states."""
    text = said.text
    if not re.search(_MEETING[said.language], text) or re.search(_CHANGE, text):
        return ()
    days = list(_days(text, said.language))
    if not days or find_clock(re.sub(_SPOKEN[said.language], "", text), said.language):
        return ()
    if re.search(_AGAINST[said.language], text):
        return tuple(_wish(said, day, liked=False) for day in days)
    usual = said.language == "zh" or re.search(r"(?i)(?:day|end)s\b|\bevery\b", text)
    if re.search(_FOR[said.language], text) and usual:
        return tuple(_wish(said, day, liked=True) for day in days)
    return ()


def _days(text: str, language: Language) -> Iterator[str]:
    for match in re.finditer(_SPOKEN[language], text):
        word = match[1].lower()
        if language == "zh":
            word = "weekend" if word == "末" else DAYS[_ZH.index(word.replace("天", "日"))]
        yield word


def _wish(said: Said, day: str, *, liked: bool) -> Candidate:
    stop = "。" if said.language == "zh" else "."
    who = ("用户", "user") if said.language == "zh" else ("The user", "user")
    return Candidate(
        tier="semantic",
        kind="preference",
        content=say_day(day, said.language, liked=liked, who=who[0]) + stop,
        attribute=ATTRIBUTE + day,
        value=day,
        cardinality="single",
        polarity=liked,
        importance=0.7,
        confidence=confidence(said, 0.95),
        evidence=said.evidence(),
        language=said.language,
    )


def say_day(day: str, language: Language, *, liked: bool, who: str) -> str:
    """Say a wish without the full stop; ``who`` is "The user" or "You"."""
    if language == "zh":
        name = "周末" if day == "weekend" else f"周{_ZH[DAYS.index(day)]}"
        return f"{who}更喜欢在{name}开会" if liked else f"{who}不想在{name}开会"
    name = "at weekends" if day == "weekend" else f"on {day.capitalize()}s"
    third = who != "You"
    if liked:
        return f"{who} {'prefers' if third else 'prefer'} meetings {name}"
    return f"{who} {'does' if third else 'do'}n't want meetings {name}"


def weekdays(days: list[str]) -> frozenset[int]:
    """Return the numbers of weekdays, Monday is 0."""
    known = [day for day in days if day in DAYS]
    return frozenset(DAYS.index(day) for day in known)
