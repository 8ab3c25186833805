"""Proposes a time for a meeting that respects what is known of the user's wishes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory_graph.offline.answer_types import AnswerMemory
from memory_graph.offline.meeting_days import ATTRIBUTE as DAY
from memory_graph.offline.meeting_days import say_day, weekdays
from memory_graph.offline.meetings import ATTRIBUTE, MeetingTime, propose
from memory_graph.offline.phrases import meeting_wish, pick, spoken_clock
from memory_graph.text.times import format_date
from memory_graph.types import Language


def suggest(known: Sequence[AnswerMemory], now: datetime, language: Language) -> str:
    """Propose a time next week that respects the stated preference, and say why."""
    newest = sorted(known, key=lambda m: m.recorded_at.timestamp() if m.recorded_at else 0.0)
    stated = [m for m in newest if m.attribute == ATTRIBUTE and m.value]
    ends = [m for m in newest if m.attribute == "preference:meeting_end" and m.value]
    wish = MeetingTime.parse(", ".join(m.value or "" for m in [*stated[-1:], *ends[-1:]]))
    taken = [m.event_from for m in known if m.attribute == "time" and m.event_from is not None]
    days = [m for m in newest if (m.attribute or "").startswith(DAY) and m.value]
    latest = {m.value or "": m.polarity for m in days}
    avoid = weekdays([day for day, liked in latest.items() if not liked])
    slot = propose(wish, now, taken, avoid=avoid)
    when = f"{format_date(slot, language)} {slot:%H:%M}"
    spoken = spoken_clock(slot, language)
    why = _why(wish, stated, language) if str(wish) or not avoid else _why_not(latest, language)
    return pick(
        language,
        f"I suggest {when} ({spoken}). {why} I can't see or change a calendar, so please check "
        "that it is free.",
        f"建议定在{when}（{spoken}）。{why}我看不到也改不了日历，请你确认这个时间是否空闲。",
    )


def _why_not(days: dict[str, bool], language: Language) -> str:
    who = pick(language, "You", "你")
    said = [say_day(day, language, liked=liked, who=who) for day, liked in days.items()]
    return pick(language, f"{'. '.join(said)}.", f"{'，'.join(said)}。")


def _why(wish: MeetingTime, stated: list[AnswerMemory], language: Language) -> str:
    if not str(wish):
        return pick(language, "I know of no preference of yours.", "我没有记录你对开会时间的偏好。")
    doubt = any(m.doubtful for m in stated[-1:])
    reason = meeting_wish(wish, language)
    reason = reason[:1].lower() + reason[1:]
    why = pick(language, f"Why: {reason}.", f"因为{reason}。")
    return why + (
        pick(language, " That may be out of date.", "不过这条偏好可能已经过时。") if doubt else ""
    )
