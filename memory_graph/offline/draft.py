"""What an extractor works with: one clause with its times, and what it hands back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from memory_graph.offline.segment import Clause, fold
from memory_graph.offline.windows import find_windows
from memory_graph.text.times import TimePhrase, find_times
from memory_graph.types import Candidate, Evidence, Language, Turn

_FILLERS = {
    "en": (
        r"(?i)^(?:(?:well|ok|okay|so|oh|hi|hello|hey|yes|yeah|yep|no(?=,)|nope|"
        r"actually|also|btw|by the way|"
        r"anyway|and|but|because|then|plus|honestly|to be honest|fyi|for the record|you know|look|"
        r"please note(?: that)?|note that|as (?:i|you) (?:said|know)|sorry|thanks|"
        r"thank you|hmm|um|uh|"
        r"good (?:morning|evening|afternoon)|currently|nowadays|these days|frankly|"
        r"personally|in fact|"
        r"i should mention(?: that)?|i want you to know(?: that)?|i must say(?: that)?|"
        r"i (?:told|said) you(?: that)?|just so you know|fun fact|update|correction|"
        r"(?:it )?turns out(?: that)?|for me|now)\b[,:!.\s]+)+"
    ),
    "zh": (
        r"^(?:嗯+|哦|噢|啊|对了|其实|那个|话说|顺便(?:说|提)?(?:一下|一句)?|"
        r"另外|还有|而且|但是?|不过|可是|所以|因为|然后|"
        r"老实说|说实话|坦白说|你好|您好|嗨|好的?|是的|没错|补充一下|更正一下|"
        r"更正|我(?:跟你)?说过|告诉你|跟你说|"
        r"我想说的是|说起来|同时|并且|于是|那么?|现在(?=我)|如今(?=我)|目前(?=我))[,，:：!！\s]*"
    ),
}
_WEAK = {
    "en": (
        r"(?i)^(?:i (?:think|guess|believe|suppose|feel like)(?: that)?|maybe|"
        r"perhaps|probably|possibly|"
        r"i'm not sure but|it seems(?: that)?|i'm pretty sure)[,\s]+"
    ),
    "zh": r"^(?:我?(?:觉得|感觉|想|猜|估计|可能|也许|大概|好像|应该|似乎|或许))+(?:是)?(?=我|我的)",
}
WEAK_INSIDE = {
    "en": r"(?i)\b(?:i might|i may|might|maybe|probably|perhaps|possibly|i guess|not sure)\b",
    "zh": r"可能|也许|大概|好像|似乎|或许|说不定|应该是",
}


_WISH = re.compile(
    r"(?:提醒我|帮我忘[掉了记]).+?(?P<tail>(?:好|可以|行)?吗|好不好|行不行|可不可以)\W*$"
)
"""A wish that is put as a question; its tail is no part of what is wished."""


@dataclass(frozen=True, slots=True)
class Said:
    """One clause, without what leads into it, and where it was said."""

    turn: Turn
    clause: Clause
    text: str
    """The folded words, without fillers."""
    start: int
    """Where ``text`` starts in the message."""
    now: datetime
    language: Language
    weak: bool
    remembered: bool = False
    """True inside "remember that …"."""
    instead: bool = False
    """True when it is said in the place of something: "no wait, the flight is on Friday"."""

    @property
    def end(self) -> int:
        """Where ``text`` ends in the message."""
        return self.start + len(self.text)

    @property
    def words(self) -> str:
        """The words as they stand in the message."""
        return self.turn.content[self.start : self.end]

    def times(self) -> tuple[TimePhrase, ...]:
        """Return the time phrases, of the future where in doubt; offsets are those of ``text``."""
        return find_times(self.text, self.now, self.language, "future")

    def windows(self) -> tuple[TimePhrase, ...]:
        """Return the time phrases as a statement uses them, of the past where in doubt."""
        return find_windows(self.text, self.now, self.language, "past")

    def evidence(self, until: int | None = None) -> Evidence:
        """Return the literal words, up to ``until`` in the message, as evidence."""
        span = self.turn.content[self.start : until or self.end].rstrip()
        return Evidence(span=span, message_id=self.turn.message_id, said_at=self._said_at())

    def _said_at(self) -> datetime | None:
        return None if self.turn.said_at is None else self.now

    def after(self, length: int, *, remembered: bool = False) -> Said:
        """Return the same clause without its first ``length`` characters."""
        text = self.text[length:]
        skipped = len(text) - len(text.lstrip(" ,，:："))
        return Said(
            self.turn,
            self.clause,
            text[skipped:],
            self.start + length + skipped,
            self.now,
            self.language,
            self.weak,
            remembered or self.remembered,
            self.instead,
        )


def hear(turn: Turn, clause: Clause, now: datetime, language: Language) -> Said:
    """Strip fillers and hedges from a clause; hedges make it weak."""
    text = fold(clause.text)
    wish = _WISH.search(text) if clause.mood == "requested" else None
    text = text[: wish.start("tail")] if wish else text
    filler = _longest(_FILLERS[language], text)
    hedge = _longest(_WEAK[language], text[filler:])
    filler += hedge
    weak = bool(hedge) or re.search(WEAK_INSIDE[language], text) is not None
    return Said(turn, clause, text[filler:], clause.start + filler, now, language, weak)


def _longest(pattern: str, text: str) -> int:
    length = 0
    while match := re.match(pattern, text[length:]):
        if not match.end():
            break
        length += match.end()
    return length if text[length:].strip(" .。!！") else 0


def confidence(said: Said, strong: float) -> float:
    """Return how sure a statement is: hedged words count for less."""
    return min(strong, 0.7) if said.weak else strong


def raised(candidate: Candidate, said: Said) -> Candidate:
    """Give a candidate the importance of something the user asked to be remembered."""
    if not said.remembered:
        return candidate
    return candidate.model_copy(update={"importance": max(candidate.importance, 0.8)})
