"""What a model is asked in order to find candidates in turns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from memory_graph.errors import InputError
from memory_graph.prompts.candidates import Dropped, DropReason, to_candidates
from memory_graph.prompts.extract_reply import ExtractedItem, ExtractedRelation, ExtractReply
from memory_graph.prompts.template import escape, local_time, one_line, render
from memory_graph.prompts.turns import render_turns
from memory_graph.types import Language, Turn

__all__ = [
    "VERSION",
    "DropReason",
    "Dropped",
    "ExtractReply",
    "ExtractedItem",
    "ExtractedRelation",
    "render_extract",
    "to_candidates",
]

VERSION = "1"
_NAMED: dict[Language, str] = {"en": " ({})", "zh": "（{}）"}


def render_extract(
    turns: Sequence[Turn],
    *,
    language: Language,
    now: datetime,
    user_name: str | None = None,
    known: Sequence[str] = (),
    feedback: Sequence[str] = (),
    template: str | None = None,
) -> list[BaseMessage]:
    """The messages that ask for an ExtractReply; times are shown in the zone of ``now``.

    ``known`` are memories near the turns, ``feedback`` the user's words on an earlier attempt. Our
    own recalled block is left out of every turn. Raises InputError when no turn says anything.
    """
    shown = render_turns(turns, language=language, now=now)
    if not shown:
        raise InputError("no turn says anything: there is nothing to extract from")
    name = one_line(user_name or "")
    values = {
        "now": local_time(now, language),
        "user_name": _NAMED[language].format(escape(name)) if name else "",
    }
    parts = [_fence("known", known), _fence("feedback", feedback), shown]
    return [
        SystemMessage(render("extract", language, values, template)),
        HumanMessage("\n".join(filter(None, parts))),
    ]


def _fence(tag: str, lines: Sequence[str]) -> str:
    """Lines of data between tags; empty when there are none."""
    body = [f"- {escape(one_line(line))}" for line in lines if line.strip()]
    return "\n".join([f"<{tag}>", *body, f"</{tag}>"]) if body else ""
