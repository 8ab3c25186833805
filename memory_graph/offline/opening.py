"""Tells if a clause begins a message, where one says who one is."""

from __future__ import annotations

import re

from memory_graph.offline.draft import Said
from memory_graph.offline.introduction import GOES_ON

_GREETING = re.compile(
    r"(?i)^\W*(?:hi|hello|hey|good (?:morning|evening|afternoon)|大家好|你好|您好|嗨|哈喽|"
    r"早上好|下午好|晚上好)(?: there| all| everyone)?[,!. ，！。]*$"
)
_GOES_ON = re.compile(r"(?i)\s*(?:,\s*(?:and\s+)?|\band\s+)(?:i|i'm|i've|my)\b")


def is_greeted(said: Said) -> bool:
    """Tell if a clause follows a greeting that begins the message."""
    return _GREETING.match(said.turn.content[: said.start]) is not None


def opens(said: Said) -> bool:
    """Tell if a clause begins a message in which its sentence goes on about the speaker."""
    first = re.search(r"\w", said.turn.content[: said.start]) is None
    rest = said.turn.content[said.end :]
    return first and any(one.match(rest) for one in (_GOES_ON, GOES_ON))
