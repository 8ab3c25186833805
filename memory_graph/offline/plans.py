"""Changes of what is planned and is no appointment: "the flight is on Friday", 行程取消了."""

from __future__ import annotations

import re
from datetime import timedelta

from memory_graph.offline.draft import Said, confidence
from memory_graph.offline.slots import Slot
from memory_graph.text.times import find_times, format_time
from memory_graph.types import Candidate


def replanned(said: Said, plan: Candidate, new: Slot, words: str | None) -> Candidate:
    """Return the plan at its new time, in the place of the old one."""
    until = new.start + timedelta(minutes=1) if new.timed else new.end
    content = _restated(plan, format_time(new.start, until, plan.language))
    return _instead(
        said, plan, content=content, event_from=new.start, event_to=until, event_words=words
    )


def dropped(said: Said, plan: Candidate) -> Candidate:
    """Return the plan as one that is taken back."""
    head = "已取消：" if plan.language == "zh" else "Cancelled: "
    return _instead(said, plan, content=f"{head}{plan.content}", retires=True)


def _instead(said: Said, plan: Candidate, **fields: object) -> Candidate:
    told = {
        "replaces_hint": plan.content[:400],
        "confidence": confidence(said, plan.confidence),
        "evidence": said.evidence(),
    }
    return plan.model_copy(update=told | fields)


def _restated(plan: Candidate, new: str) -> str:
    """Write the plan with its new date; "next Thursday" goes, since the date stands too."""
    if plan.event_from is None or plan.event_to is None:
        return plan.content
    old = format_time(plan.event_from, plan.event_to, plan.language)
    words, date, rest = plan.content.rpartition(old)
    spoken = find_times(words, plan.event_from, plan.language)[:1] if date else ()
    for phrase in spoken:
        head = re.sub(r"\s*(?:\b(?:on|in|at|by)|[在于])?\s*$", "", words[: phrase.start])
        words = head + words[phrase.end :]
    return words + new + rest
