"""When the user likes to meet: read from a sentence, written as a value, used to propose a time.

The value is a small language-neutral text, for example ``not before 09:00`` or
``morning, 08:00 ok``; ``MeetingTime.parse`` and ``str`` are inverse to each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from memory_graph.offline.clock import find_clock
from memory_graph.types import Language

ATTRIBUTE = "preference:meeting_time"
_PARTS = {
    "morning": ("morning", "mornings", "上午", "早上", "早晨", "一早"),
    "afternoon": ("afternoon", "afternoons", "下午", "午后"),
    "evening": ("evening", "evenings", "晚上", "傍晚"),
}
_OPEN: dict[str, tuple[int, int]] = {
    "morning": (9, 12),
    "afternoon": (14, 18),
    "evening": (18, 21),
    "": (10, 17),
}
_MEETING = {
    "en": r"(?i)\b(?:meetings?|calls|stand-?ups?|1:1s?|syncs?|meet)\b",
    "zh": r"开会|会议|例会|周会|的会(?!儿)|安排会|开早会",
}
_FIRST = {
    "en": (
        r"(?i)^(?:i|i'd|i'm|i've|please|no|never|avoid|don't|do not|meetings?|"
        r"my meetings|let's not|"
        r"can you|could you|actually|now|these days|so)\b"
    ),
    "zh": r"^(?!.{0,6}(?:他|她|你喜欢|老板|同事|妻子|老婆|丈夫|老公|妈妈|爸爸|大家|客户)).*",
}
_AGAINST = {
    "en": (
        r"(?i)\b(?:prefer (?:not|no)\b|should(?:n't| not| never)|(?:don't|do "
        r"not|doesn't|never|no longer) (?:\w+ )?(?:like|"
        r"love|enjoy|want|schedule|"
        r"book|plan|put|do|have|take|accept|work)|hate|dislike|detest|loathe|"
        r"can't stand|can't do|avoid|"
        r"no (?:more )?meetings|not a (?:big )?fan of|rather not|don't work|"
        r"doesn't work|are terrible|"
        r"is terrible)\b"
    ),
    "zh": (
        r"不(?:太|怎么|是很|大)?(?:喜欢|想|愿意?|要|希望|接受|爱|能|开)|讨厌|"
        r"别(?!的|人)|受不了|避免|最烦|反感|没法"
    ),
}
_FOR = {
    "en": r"(?i)\b(?:prefer|like|love|enjoy|favou?r|rather (?:have|meet|do)|best|work best)\b",
    "zh": r"喜欢|愿意|希望|倾向|偏好|最好|更想|爱|偏爱|习惯",
}
_BEFORE = {"en": r"(?i)\b(?:before|earlier than|prior to)\s+$", "zh": r"早于$"}
_AFTER = {"en": r"(?i)\b(?:after|later than|past|from)\s+$", "zh": r"晚于$"}
_TAIL_BEFORE = {"en": r"(?!)", "zh": r"^(?:钟)?(?:之前|以前|前)"}
_TAIL_AFTER = {"en": r"(?i)^\s+(?:or later|onwards?)", "zh": r"^(?:钟)?(?:之后|以后|后)"}
_FINE = {
    "en": (
        r"(?i)^\W*(?:is|works|would be|'s)\s+(?:also |totally |perfectly )?(?:fine|"
        r"ok|okay|good|great|alright|too)"
    ),
    "zh": r"^(?:钟)?(?:开会)?(?:也|都|就|开始|其实)*(?:行|可以|没问题|没关系|OK|ok|能接受|好)",
}


@dataclass(frozen=True, slots=True)
class MeetingTime:
    """When meetings suit the user; times are on the user's own clock."""

    part: str = ""
    avoid: str = ""
    not_before: time | None = None
    not_after: time | None = None
    at: time | None = None
    fine: time | None = None

    def __str__(self) -> str:
        """The value as it is stored."""
        words = [self.part] if self.part else []
        words += [f"not {self.avoid}"] if self.avoid else []
        named = (("not before", self.not_before), ("not after", self.not_after), ("at", self.at))
        words += [f"{name} {moment:%H:%M}" for name, moment in named if moment]
        words += [f"{self.fine:%H:%M} ok"] if self.fine else []
        return ", ".join(words)

    @classmethod
    def parse(cls, value: str) -> MeetingTime:
        """Read a stored value; unknown words are left out."""
        known = cls()
        for word in value.split(","):
            known = _with_word(known, word.strip())
        return known


def _with_word(known: MeetingTime, word: str) -> MeetingTime:
    if word in _PARTS:
        return replace(known, part=word)
    if word.removeprefix("not ") in _PARTS:
        return replace(known, avoid=word.removeprefix("not "))
    match = re.fullmatch(r"(not before|not after|at|)\s*(\d\d):(\d\d)( ok)?", word)
    if match is None or int(match[2]) > 23 or int(match[3]) > 59:
        return known
    moment = time(int(match[2]), int(match[3]))
    name = {"not before": "not_before", "not after": "not_after"}.get(match[1], "at")
    if match[4]:
        return replace(known, fine=moment)
    if name == "not_before":
        return replace(known, not_before=moment)
    return replace(known, not_after=moment) if name == "not_after" else replace(known, at=moment)


def read_meeting_time(parts: list[str], language: Language) -> tuple[MeetingTime, bool, int] | None:
    """Return what the clauses of a sentence say about meeting times, its polarity, clauses used."""
    if not _says(_MEETING, parts[0], language) or not _says(_FIRST, parts[0], language):
        return None
    against = _says(_AGAINST, parts[0], language)
    if not against and not _says(_FOR, parts[0], language):
        return None
    found = _constraint(parts[0], language, against=against)
    if found is None:
        return None
    fine = _fine(parts[1], language) if len(parts) > 1 else None
    if fine is None or against:
        return found, not against, 1
    return replace(found, fine=fine), True, 2


def _says(table: dict[str, str], text: str, language: Language) -> bool:
    return re.search(table[language], text) is not None


def _fine(text: str, language: Language) -> time | None:
    clock = find_clock(text, language)
    if clock is None or not re.search(_FINE[language], text[clock.end :]):
        return None
    return time(clock.hour, clock.minute)


def _constraint(text: str, language: Language, *, against: bool) -> MeetingTime | None:
    clock = find_clock(text, language)
    if clock is not None:
        head, tail, moment = text[: clock.start], text[clock.end :], clock.at_work()
        before = re.search(_BEFORE[language], head) or re.search(_TAIL_BEFORE[language], tail)
        after = re.search(_AFTER[language], head) or re.search(_TAIL_AFTER[language], tail)
        if before:
            return MeetingTime(not_before=moment) if against else MeetingTime(not_after=moment)
        if after:
            return MeetingTime(not_after=moment) if against else MeetingTime(not_before=moment)
        return None if against else MeetingTime(at=moment)
    part = next((p for p, words in _PARTS.items() if any(w in text.lower() for w in words)), None)
    if part is None:
        return None
    return MeetingTime(avoid=part) if against else MeetingTime(part=part)


def propose(
    wish: MeetingTime,
    now: datetime,
    taken: Iterable[datetime],
    *,
    avoid: frozenset[int] = frozenset(),
) -> datetime:
    """Return a free full hour next week that respects ``wish``, Tuesday first.

    ``avoid`` are weekdays, Monday is 0.
    """
    monday = (now - timedelta(days=now.weekday())).replace(minute=0, second=0, microsecond=0)
    busy = {moment.astimezone(now.tzinfo).replace(minute=0, second=0) for moment in taken}
    slots = [
        (monday + timedelta(days=7 + day)).replace(hour=hour)
        for day in (1, 2, 3, 0, 4)
        if day not in avoid or len(avoid) > 4
        for hour in _hours(wish)
    ]
    return next((slot for slot in slots if slot not in busy), slots[0])


def _hours(wish: MeetingTime) -> list[int]:
    first, last = _OPEN[
        wish.part or {"morning": "afternoon", "afternoon": "morning"}.get(wish.avoid, "")
    ]
    if wish.at:
        return [wish.at.hour]
    if wish.not_before:
        first = max(first, wish.not_before.hour + (1 if wish.not_before.minute else 0))
    if wish.not_after:
        last = min(last, wish.not_after.hour)
    hours = list(range(first, max(last, first + 1)))
    return sorted(hours, key=lambda hour: (hour != 10, hour))
