"""Reads what a speaker puts right while speaking: "two, no, three cats", 北京，不对，是上海."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from memory_graph.offline.clock import find_clock
from memory_graph.offline.draft import Said, hear
from memory_graph.offline.heard import Heard
from memory_graph.offline.segment import Clause
from memory_graph.types import Candidate, Language, Turn

Read = Callable[[Said, Heard], Heard]

_WITHDRAWS = {
    "en": r"(?i)(?:oh,? )?(?:no,? wait|wait,? no|scratch that|my mistake|i meant)\b",
    "zh": r"(?:啊|哦|哎|呃)?(?:不对|我?(?:说|打|写)错了|口误)\W*(?:$|(?<=\W)|(?=是|应该))",
}
"""Words that take back what was said before them, even with nothing in its place."""
_MARK = {
    "en": (
        r"(?i)(?:(?:(?:oh|ah|well|and|but|hold on|actually)[,\s]+)*(?:"
        r"scratch that|my mistake|my bad|correction|i meant?(?: to (?:say|write|type))?|"
        r"make that|or rather|rather|no|oops|sorry|wait|er+m?|uh+m?)\b(?:[,.!:…\s]+|$))+"
    ),
    "zh": (
        r"(?:(?:啊|哦|哎|呃|额|嗯|等等|等一下)*(?:(?:不对|我?(?:说|打|写|记)错了|"
        r"口误)(?=\W|$|是|应该)|"
        r"更正一下|我?是说|我?的意思是|我?想说的是|(?:抱歉|对不起|不好意思)[，,\s]*(?=是|应该是)|"
        r"不(?![^，,。\s]))[,，.。!！:：…\s]*)+"
    ),
}
_APOLOGY = r"(?i)(?:oh,? )?(?:sorry|oops)\W*|(?:哦|啊|哎)?(?:抱歉|对不起|不好意思)\W*"
_LINK = {
    "en": r"(?i)^(?:it's |it is |that's |that is )?(?:actually |in )?",
    "zh": r"^(?:应该)?(?:其实)?(?:是)?",
}
_NO_VALUE = {
    "en": (
        r"(?i)\b(?:is|are|was|were|do|don't|does|can|can't|have|has|not|it|you|that|"
        r"this(?! \w+day)|thanks?|i|i'm|please|really|way|idea|problem|worries|course|"
        r"wrong|incorrect|untrue|true|false|right|correct|nothing|nonsense)\b|\?"
    ),
    "zh": r"我|你|他|她|这(?!个?(?:周|星期|礼拜))|那|吗|呢|谢|问题|关系|不|没|好的|错|[?？]",
}
_INLINE = (
    r"(?i)(?:,|\s[-–—]{1,3}|\.{2,3})\s{0,4}(?=(?:no|oops|sorry|wait|er+m?|uh+m?|make that|"
    r"or rather|"
    r"rather|scratch that|correction|i meant?)\b[ ,.])"
)
_DAY_EN = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
_DAY_ZH = r"(?:周|星期|礼拜)[一二三四五六日天末]"
_KINDS = {
    # a bare weekday takes only the weekday's place: its week stays that of what it replaces
    "en": (
        rf"\b{_DAY_EN}",
        rf"\b(?:(?:this|next|last|coming) )?{_DAY_EN}",
        r"\b(?:january|february|march|april|may|june|july|august|september|october|november|"
        r"december)\b",
        r"\b\d+(?:[.,]\d+)?(?![\d:.,]*\d| ?[ap]\.?m)\b",
    ),
    "zh": (_DAY_ZH, rf"(?:下+|这|本|上+)?个?{_DAY_ZH}", r"\d+(?:\.\d+)?(?![\d:：.点])"),
}
_WORDS = 4
"""What takes the place of a value is short; a longer text says something of its own."""
_TRIES = 6
"""How much of the end of the withdrawn words is tried as what the new words replace."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A clause that may still be put right, and what was heard before it."""

    said: Said
    found: tuple[Candidate, ...]
    heard: Heard
    place: int
    """Which result of the turn it gave."""


@dataclass(slots=True)
class Talk:
    """What may still be put right while a turn is read."""

    last: Stated | None = None
    pending: bool = False
    """True after a bare "no wait": what is said instead comes next."""

    def instead(self, said: Said) -> str:
        """Return the words that a clause puts in the place of earlier ones, empty for none."""
        words = mark_of(said.clause.text, said.language)
        return said.text if words is None and self.pending else words or ""

    def then(self, said: Said, found: Heard, heard: Heard, place: int) -> None:
        """Go on to the next clause; ``place`` is where the result of this one stands."""
        words, apology = mark_of(said.clause.text, said.language), is_apology(said)
        self.pending = words == "" and not apology
        if words is None and not apology:
            self.last = Stated(said, found.candidates, heard, place)


def withdraws(said: Said) -> bool:
    """Tell if a clause takes back the one before it, whatever follows."""
    return re.match(_WITHDRAWS[said.language], said.clause.text) is not None


def mark_of(text: str, language: Language) -> str | None:
    """Return the words after "no wait", empty when they come later; None for no such clause."""
    match = re.match(_MARK[language], text)
    return None if match is None else text[match.end() :]


def after_mark(said: Said) -> Said | None:
    """Return what a clause states of its own after "no wait"; None for no such clause."""
    words = mark_of(said.clause.text, said.language)
    if not words:
        return None
    clause = replace(said.clause, text=words, start=said.clause.end - len(words))
    return replace(hear(said.turn, clause, said.now, said.language), instead=True)


def is_apology(said: Said) -> bool:
    """Tell if a clause only begs pardon, so that what is put right stands before it."""
    return re.fullmatch(_APOLOGY, said.clause.text) is not None


def put_right(said: Said, words: str, before: Stated, read: Read) -> tuple[Candidate, ...]:
    """Return what the clause before states with new words in the place of old ones, or nothing.

    The evidence reaches from what was put right to the new words, so it stays literal.
    """
    value = _value(words, said.language)
    keys = {_key(c) for c in before.found if not c.retires}
    fits = not before.found or any(_is_alike(c.value or "", value) for c in before.found)
    for text in _texts(before, value) if value and fits else ():
        again = read(_as_said(before.said, text), before.heard).candidates
        if again and (not keys or keys == {_key(c) for c in again}):
            span = said.turn.content[before.said.start : said.end].rstrip()[:2000]
            return tuple(_with_span(c, span) for c in again)
    return ()


def split_inline(said: Said, read: Read, heard: Heard) -> tuple[Candidate, ...]:
    """Return what a clause states that puts itself right: "I have two, no, three cats"."""
    match = re.search(_INLINE, said.text) if said.language == "en" else None
    words = None if match is None else mark_of(said.text[match.end() :], said.language)
    if match is None or not words or not _value(words, said.language):
        return ()
    head = replace(said, text=said.text[: match.start()])
    return put_right(said, words, Stated(head, read(head, heard).candidates, heard, 0), read)


def _value(words: str, language: Language) -> str:
    """Return the value that is said instead, or nothing when the words are no bare value."""
    plain = re.sub(_LINK[language], "", words.strip()).strip(" ,，.。!！;；")
    size = len(plain.split()) if language == "en" else len(plain) / 3
    return plain if size <= _WORDS and not re.search(_NO_VALUE[language], plain) else ""


def _is_alike(old: str, new: str) -> bool:
    """Tell if new words may stand for a value: a name is put right by a name."""
    return not old[:1].isupper() or not new[:1].islower()


def _texts(before: Stated, words: str) -> Iterator[str]:
    """Yield the earlier words with the new ones in place of a value, or of their end."""
    text, language = before.said.words.rstrip(" ,，.。!！"), before.said.language
    alike = _same_kind(text, words, language)
    if alike is not None:
        yield f"{text[: alike[0]]}{words}{text[alike[1] :]}"
        return
    values = dict.fromkeys(c.value for c in before.found if c.value)
    for old in values if len(values) == 1 else ():
        head, held, tail = text.rpartition(old)
        if held and language == "zh":  # 两只猫 and 三只: the measure word is said again
            tail = tail.removeprefix(words[-1])
        if held:
            yield f"{head}{words}{tail}"
    yield from _ends(text, words, language)


def _same_kind(text: str, words: str, language: Language) -> tuple[int, int] | None:
    """Return where a text names a weekday, a clock or a number, when the new words do so too."""
    for pattern in _KINDS[language]:
        if re.fullmatch(rf"(?i){pattern}", words):
            found = list(re.finditer(rf"(?i){pattern}", text))
            return found[-1].span() if found else None
    new, old = find_clock(words, language), find_clock(text, language)
    if new and old and (new.start, new.end) == (0, len(words)):
        return old.start, old.end
    return None


def _ends(text: str, words: str, language: Language) -> Iterator[str]:
    """Yield the text with its last words, or its last characters, replaced."""
    if language == "zh":
        first = max(1, len(text) - _TRIES)
        yield from (f"{text[:at]}{words}" for at in range(first, len(text)))
        return
    for match in list(re.finditer(r"\s+", text))[: -_TRIES - 1 : -1]:
        yield f"{text[: match.end()]}{words}"


def _as_said(before: Said, text: str) -> Said:
    turn = Turn(
        role="user", content=text, message_id=before.turn.message_id, said_at=before.turn.said_at
    )
    clause = Clause(text, 0, len(text), before.clause.sentence, before.clause.mood)
    return hear(turn, clause, before.now, before.language)


def _key(candidate: Candidate) -> tuple[str, str]:
    return candidate.subject, (candidate.attribute or "").partition(":")[0]


def _with_span(candidate: Candidate, span: str) -> Candidate:
    evidence = candidate.evidence.model_copy(update={"span": span})
    return candidate.model_copy(update={"evidence": evidence})
