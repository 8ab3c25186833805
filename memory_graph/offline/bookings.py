"""Reads requests to book something for a time: "book a table for two tomorrow at 7"."""

from __future__ import annotations

import re

from memory_graph.offline.appointments import made, near_evening, words_of
from memory_graph.offline.draft import Said
from memory_graph.offline.slots import slot_of
from memory_graph.types import Candidate

_UNSURE = 0.7
"""Asking for a table does not mean that there is one, so a person is asked before it is kept."""
_BOOK = {
    "en": (
        r"(?i)^(?:(?:please|can you|could you|would you|will you|help me(?: to)?|kindly|"
        r"i need you to|"
        r"i want you to|i'd like you to|also|and)\s+)*(?:book|reserve|order|get)(?: me| us)? "
        r"(?:a |an |the |two |three |four )?(?P<event>(?:\w+ ){0,2}?(?:table|taxi|cab|hotel|room|"
        r"(?:train |bus |concert |theatre |cinema |plane )?tickets?|rental car|court)\b.*)$"
    ),
    "zh": (
        r"^(?:请|麻烦|帮我|帮忙|能不能|可不可以|可以|能否|能|你|给我|替我|再)*"
        r"(?:预订|预定|订|定|叫|约|买)(?:一下|好)?(?:一?[个张间家辆])?(?P<event>.*?(?:餐厅|饭店|饭馆|"
        r"包间|包厢|位子|位置|座位|桌|酒店|房间|机票|车票|火车票|高铁票|电影票|票|出租车|专车|场地).{0,6}?)"
        r"(?:吧|吗|呢|好吗|行吗|可以吗)*\W*$"
    ),
}


def find_booking(said: Said) -> Candidate | None:
    """Return what is to be booked as an event that a person should confirm, or None."""
    match = re.match(_BOOK[said.language], said.text)
    if match is None:
        return None
    phrases = said.times()
    slot = slot_of(phrases, 0, len(said.text))
    if slot is None or slot.end <= said.now:
        return None
    start, end = match.span("event")
    kept = "".join(
        char
        for at, char in enumerate(said.words[start:end], start)
        if not any(p.start <= at < p.end for p in phrases)
    )
    name = _name(kept)
    if not name or len(name) > 60:
        return None
    return made(said, name, near_evening(slot, name, said), words_of(phrases), sure=_UNSURE)


def _name(text: str) -> str:
    text = re.sub(r"\s+", " ", text).strip(" ,，.。?？!！")
    text = re.sub(r"(?i)(?:\s+(?:on|at|for|from|in|by|please))+$|^(?:的|在|于)+", "", text)
    return text.removesuffix("的").strip()
