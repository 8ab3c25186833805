"""The rolling summary: the summary so far and the turns that leave the window become one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from pydantic import Field

from memory_graph.errors import InputError
from memory_graph.prompts.evidence import dominant_language
from memory_graph.prompts.extract_reply import Short, TolerantReply
from memory_graph.prompts.template import escape, local_time, render
from memory_graph.prompts.turns import render_turns
from memory_graph.types import Language, Turn

VERSION = "1"
_MAX_WORDS = {"en": "250", "zh": "400"}


class TaskReply(TolerantReply):
    """What the user is getting done."""

    goal: str = Field(default="", max_length=500)
    status: Literal["none", "open", "waiting", "done"] = "none"
    entities: list[Short] = Field(default_factory=list, max_length=32)
    open_slots: list[Short] = Field(default_factory=list, max_length=16)


class SummaryReply(TolerantReply):
    """The new summary and the state of the task."""

    summary: str = Field(min_length=1, max_length=4000)
    task: TaskReply = Field(default_factory=TaskReply)


def render_summarise(
    previous: str | None,
    turns: Sequence[Turn],
    *,
    language: Language,
    now: datetime,
    task: TaskReply | None = None,
    template: str | None = None,
) -> list[BaseMessage]:
    """The messages that ask for a SummaryReply; raises InputError when no turn says anything."""
    shown = render_turns(turns, language=language, now=now)
    if not shown:
        raise InputError("no turn says anything: there is nothing to summarise")
    system = render(
        "summarise",
        language,
        {"now": local_time(now, language), "max_words": _MAX_WORDS[language]},
        template,
    )
    parts = [f"<previous>\n{escape((previous or '').strip())}\n</previous>"]
    if task is not None:
        state = json.dumps(task.model_dump(), ensure_ascii=False)
        parts.append(f"<task>\n{escape(state)}\n</task>")
    return [SystemMessage(system), HumanMessage("\n".join([*parts, shown]))]


def summary_fits(reply: SummaryReply, previous: str | None, turns: Sequence[Turn]) -> bool:
    """True when the summary kept the language of what it stands for."""
    source = "\n".join([previous or "", *(turn.content for turn in turns)])
    wanted, got = dominant_language(source), dominant_language(reply.summary)
    return wanted is None or got is None or wanted == got
