"""The system prompt of a reply: the assistant's instructions, then memory as fenced data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory_graph.prompts.template import escape, local_time, one_line, render
from memory_graph.types import Language

VERSION = "2"
MEMORY_OPEN = '<memory source="memory_graph">'
"""Opens our block; by it the extractor knows what was recalled and must not be learned again."""
MEMORY_CLOSE = "</memory>"
_BLOCK = re.compile(rf"{re.escape(MEMORY_OPEN)}.*?(?:{re.escape(MEMORY_CLOSE)}|\Z)", re.DOTALL)

_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "default": "You are a helpful assistant. Answer in the language of the user.",
        "pocket": "Pinned facts:",
        "summary": "Earlier in this conversation:",
        "memories": "Recalled:",
        "none": "(nothing recalled)",
        "degraded": "(memory could be read only in part; something may be missing)",
        "when": "when: {}",
        "said": "said: {}",
        "by": "by {}",
        "doubtful": "may be out of date",
        "unsure": "not certain",
        "alike": "and {} more that say the same",
        "episodic": "event",
        "semantic": "fact",
        "procedural": "rule",
        "archive": "document",
        "turn": "message",
    },
    "zh": {
        "default": "你是一位乐于助人的助手。请用用户的语言回答。",
        "pocket": "固定事实：",
        "summary": "本次对话较早的内容：",
        "memories": "回忆到的内容：",
        "none": "（没有回忆到任何内容）",
        "degraded": "（记忆只读取了一部分，可能有遗漏）",
        "when": "时间：{}",
        "said": "说于：{}",
        "by": "来自：{}",
        "doubtful": "可能已过时",
        "unsure": "不确定",
        "alike": "另有{}条内容相同",
        "episodic": "事件",
        "semantic": "事实",
        "procedural": "规则",
        "archive": "文档",
        "turn": "消息",
    },
}
_ROLES: dict[Language, dict[str, str]] = {
    "en": {},
    "zh": {
        "user": "用户", "assistant": "助手", "tool": "工具", "document": "文档",
        "operator": "管理员",
    },
}  # fmt: skip
"""Speakers that are no names."""


@dataclass(frozen=True, slots=True)
class MemoryLine:
    """A recalled memory as the model sees it; times are already words."""

    content: str
    label: str
    """Its tier, or ``turn`` for a message as it was said."""
    when: str = ""
    """When it happens or happened; empty when unknown."""
    said_on: str = ""
    """The day it was said."""
    doubtful: bool = False
    speaker: str = ""
    unsure: bool = False
    """True when it was understood with little confidence."""
    alike: int = 0
    """How many more say the same and are not shown."""


def render_system(
    *,
    instructions: str,
    language: Language,
    now: datetime,
    pocket: Sequence[str] = (),
    summary: str | None = None,
    memories: Sequence[MemoryLine] = (),
    degraded: bool = False,
    template: str | None = None,
) -> str:
    """The whole system prompt; everything remembered is escaped inside one memory block."""
    return render(
        "generate",
        language,
        {
            "instructions": instructions.strip() or _WORDS[language]["default"],
            "now": local_time(now, language),
            "memory": _block(language, pocket, summary, memories, degraded),
        },
        template,
    )


def strip_recalled(text: str) -> str:
    """Text without our memory blocks; one that was cut off ends with the text."""
    return _BLOCK.sub("", text)


def _block(
    language: Language,
    pocket: Sequence[str],
    summary: str | None,
    memories: Sequence[MemoryLine],
    degraded: bool,
) -> str:
    """The memory block, never absent: that nothing is known is worth knowing, too."""
    words = _WORDS[language]
    sections = [
        _section(words["pocket"], [f"- {_data(fact)}" for fact in pocket if fact.strip()]),
        _section(words["summary"], [_data(summary)] if summary and summary.strip() else []),
        _section(
            words["memories"],
            [f"{number}. {_line(language, line)}" for number, line in enumerate(memories, 1)],
        ),
    ]
    lines = [line for section in sections for line in section] or [words["none"]]
    if degraded:
        lines.append(words["degraded"])
    return "\n".join([MEMORY_OPEN, *lines, MEMORY_CLOSE])


def _section(title: str, lines: list[str]) -> list[str]:
    """Lines under their title; nothing when there are none."""
    return [title, *lines] if lines else []


def _line(language: Language, line: MemoryLine) -> str:
    """One memory: what it is, when, from whom, how sure; then its content."""
    words = _WORDS[language]
    speaker = _ROLES[language].get(line.speaker, line.speaker)
    said = " ".join(
        words[key].format(_data(value))
        for key, value in (("said", line.said_on), ("by", speaker))
        if value
    )
    marks = [
        words.get(line.label, _data(line.label)),
        words["when"].format(_data(line.when)) if line.when else "",
        said,
        words["doubtful"] if line.doubtful else "",
        words["unsure"] if line.unsure else "",
        words["alike"].format(line.alike) if line.alike else "",
    ]
    return f"[{' | '.join(mark for mark in marks if mark)}] {_data(line.content)}"


def _data(text: str) -> str:
    """Remembered text on one line that can't leave its fence."""
    return escape(one_line(text))
