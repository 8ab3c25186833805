"""Reads changes of an event that was named before: "move it to Friday", 再改到五点, 取消吧."""

from __future__ import annotations

import re

from memory_graph.offline.appointments import ahead, called_off, rescheduled, words_of
from memory_graph.offline.draft import Said
from memory_graph.offline.heard import Known
from memory_graph.offline.slots import Slot, shifted, target
from memory_graph.types import Candidate, Language

_IT = r"(?:it|that|this|that one|this one)"
_LEAD = (
    r"(?i)^(?:(?:(?:the|my|our|his|her|their)(?: [\w'-]+){1,3}?"
    r"(?: has| have| had)?(?=\s[a-z]+ed\s)|"
    r"he|she|please|can you|could you|would you|let's|we|i|i've|we've|they|had to|have to|"
    r"need to|just|now|then|ok|actually|go ahead and|better)\s+)*"
)
_SHIFT = (
    r"(?:mov(?:e|ed|ing)|shift(?:ed)?|push(?:ed)?|reschedul(?:e|ed|ing)|"
    r"chang(?:e|ed|ing)|bring|brought|postpon(?:e|ed)|delay(?:ed)?|switch(?:ed)?)"
)
_ZH_LEAD = (
    r"^(?:请|麻烦|帮我|能不能|可不可以|可以|能否|能|你|我们?|他们|要|得|想|还是|那|就|再|又|也|干脆|"
    r"把|将|它|这个|那个|时间|会议时间|给|已经|被|临时)*"
)
_PATTERNS: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("shift", rf"{_LEAD}{_SHIFT} {_IT}(?: back| forward)?(?: again)? by (?P<by>.+)$"),
        (
            "move",
            rf"{_LEAD}{_SHIFT} {_IT}(?: back| forward| up| out)?(?: again)?(?: from .+?)? "
            r"(?:to|until|till) (?P<new>.+)$",
        ),
        ("move", rf"{_LEAD}make {_IT} (?P<new>.+?)(?: instead)?$"),
        (
            "move",
            rf"(?i)^{_IT}(?:'s| is| was| has)?(?: been| now| got)* (?:moved|shifted|pushed|"
            r"rescheduled|postponed|changed)(?: back| forward)? (?:to|until) (?P<new>.+)$",
        ),
        ("cancel", rf"{_LEAD}(?:cancel(?:l?ed)?|call(?:ed)? off|scrap(?:ped)?|drop) {_IT}\W*$"),
        ("cancel", rf"{_LEAD}call {_IT} off\W*$"),
        (
            "cancel",
            rf"(?i)^{_IT}(?:'s| is| was| has)?(?: been| now| got)* (?:cancell?ed|called off)\W*$",
        ),
    ),
    "zh": (
        (
            "shift",
            _ZH_LEAD + r"(?:推迟|延后|提前|提早|延迟|顺延|往后推|往前提)了?"
            r"(?P<by>(?:半|\d|[一二两三四五六七八九十]).*?)(?:吧|好了|了)*\W*$",
        ),
        (
            "move",
            _ZH_LEAD + r"(?:改期|推迟|提前|延期|顺延|延后|调整|挪|改|换|调|移|延|推|变)(?:时间)?"
            r"(?:到|成|至|为|在)了?(?P<new>.+?)(?:吧|好了|了)*\W*$",
        ),
        ("cancel", _ZH_LEAD + r"(?:取消|不开|不去)(?:它|这个|那个)?(?:了|吧|掉|算了)+\W*$"),
    ),
}


def find_change(said: Said, events: tuple[Known, ...]) -> Candidate | None:
    """Return how the event spoken of last is changed, or None."""
    if not events:
        return None
    known = events[-1]
    sure = 0.9 if len({event.name for event in events}) == 1 else 0.8
    old = Slot(known.start, known.timed)
    for kind, pattern in _PATTERNS[said.language]:
        match = re.match(pattern, said.text)
        found = None if match is None else _read(kind, said, match, known, old)
        if found is not None:
            return found.model_copy(update={"confidence": min(sure, found.confidence)})
    return None


def _read(kind: str, said: Said, match: re.Match[str], known: Known, old: Slot) -> Candidate | None:
    if kind == "cancel":
        return called_off(said, known, known.name, None)
    phrases = ahead(said, kind)
    new = shifted(old, said, match) if kind == "shift" else target(said, match, phrases, old)
    if new is None:
        return None
    return rescheduled(said, known, known.name, (old, new), words_of(phrases))
