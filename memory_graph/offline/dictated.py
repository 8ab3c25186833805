"""Reads what follows a bare "remember:" or 记住： as something to be noted, whatever it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from memory_graph.offline.draft import Said
from memory_graph.offline.patterns import NOT_REMEMBER, REMEMBER
from memory_graph.offline.segment import fold


def dictated(parts: Sequence[Said]) -> list[Said]:
    """Return the clauses without bare commands; what follows one in its sentence is remembered."""
    kept: list[Said] = []
    sentence: int | None = None
    for at, said in enumerate(parts):
        if _is_bare_command(said, parts[at + 1 : at + 2]):
            sentence = said.clause.sentence
        else:
            follows = said.clause.sentence == sentence
            kept.append(replace(said, remembered=True) if follows else said)
    return kept


def _is_bare_command(said: Said, following: Sequence[Said]) -> bool:
    """Tell if a clause is a command to remember, and the next one says what."""
    if not following or following[0].clause.sentence != said.clause.sentence:
        return False
    between = said.turn.content[said.end : following[0].start].strip()
    command = re.fullmatch(REMEMBER[said.language], f"{said.text}{fold(between)} ")
    return bool(command) and not re.match(NOT_REMEMBER[said.language], following[0].text)


def whole(
    said: Said, later: Sequence[Said], is_understood: Callable[[Said], bool]
) -> tuple[Said, int]:
    """Return a remembered clause with those after it that no rule understands, and their number."""
    more = 0
    for one in later:
        same = one.remembered and one.clause.sentence == said.clause.sentence
        if not same or one.clause.mood != "stated" or is_understood(one):
            break
        more += 1
    if not more:
        return said, 0
    text = fold(said.turn.content[said.start : later[more - 1].end])
    return replace(said, text=text), more
