"""Shows turns to a model: fenced, escaped, each with who, when and its id."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory_graph.prompts.generate import strip_recalled
from memory_graph.prompts.template import attribute, escape, local_time
from memory_graph.types import Language, Turn


def turn_id(turn: Turn, index: int) -> str:
    """The id a turn is shown under: that of its message, else its place."""
    return turn.message_id or f"turn-{index + 1}"


def turn_text(turn: Turn) -> str:
    """What was said in a turn, without a memory block of ours."""
    return strip_recalled(turn.content).strip()


def render_turns(turns: Sequence[Turn], *, language: Language, now: datetime) -> str:
    """All turns that say something, oldest first, times in the zone of ``now``."""
    lines = []
    for index, turn in enumerate(turns):
        text = turn_text(turn)
        if not text:
            continue
        said = turn.said_at.astimezone(now.tzinfo) if turn.said_at else now
        speaker = f' speaker="{attribute(turn.speaker)}"' if turn.speaker else ""
        lines.append(
            f'<turn id="{attribute(turn_id(turn, index))}" role="{turn.role}"{speaker} '
            f'time="{local_time(said, language)}">\n{escape(text)}\n</turn>'
        )
    return "\n".join(lines)
