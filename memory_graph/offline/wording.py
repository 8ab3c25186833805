"""The sentences the offline model writes about events, in both languages."""

from __future__ import annotations

from datetime import datetime

from memory_graph.text.times import format_date
from memory_graph.types import Language

When = tuple[datetime, bool]
"""A moment, and whether its clock time was said."""


def say_when(when: When, language: Language, *, day: datetime | None = None) -> str:
    """Write a moment; the date is left out when it is that of ``day``."""
    moment, timed = when
    clock = f"{moment:%H:%M}" if timed else ""
    if day is not None and timed and moment.date() == day.date():
        return clock
    date = format_date(moment, language)
    if language == "zh":
        return date + clock
    return f"{date} at {clock}" if timed else date


def event_made(name: str, when: When, language: Language, *, past: bool = False) -> str:
    """Say when something takes place, or took place."""
    date = say_when(when, language)
    if language == "zh":
        return f"{name}：{date}。" if past else f"{name}定于{date}。"
    return f"{_upper(name)} {'was' if past else 'is'} on {date}."


def event_moved(
    name: str, old: When | None, new: When, language: Language, *, clock: bool = False
) -> str:
    """Say from when to when something was moved; ``clock`` when no day was said for it."""
    if old is None:
        target = say_when(new, language, day=new[0] if clock else None)
        return f"{name}改到{target}。" if language == "zh" else f"{_upper(name)} moved to {target}."
    before, after = say_when(old, language), say_when(new, language, day=old[0])
    if language == "zh":
        return f"{name}从{before}改到{after}。"
    return f"{_upper(name)} moved from {before} to {after}."


def event_cancelled(name: str, when: When | None, language: Language) -> str:
    """Say that something is cancelled."""
    if language == "zh":
        return f"{name}（{say_when(when, language)}）已取消。" if when else f"{name}已取消。"
    dated = f" on {say_when(when, language)}" if when else ""
    return f"{_upper(name)}{dated} is cancelled."


def _upper(name: str) -> str:
    return name[:1].upper() + name[1:]
