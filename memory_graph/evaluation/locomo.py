"""LoCoMo: two people talk over months; the evidence of a question is one or more turns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_graph.errors import InputError
from memory_graph.evaluation.cases import Case, Dataset, Question, field
from memory_graph.types import Turn

HEADLINE = ("1", "2", "3", "4")
"""Multi-hop, temporal, open-domain and single-hop; 5 are questions made to mislead."""
_EVIDENCE = re.compile(r"D?(\d+):(\d+)")
_SESSION = re.compile(r"session_(\d+)")


def read_locomo(content: object, name: str) -> Dataset:
    """The cases of a LoCoMo file; raises InputError for another form."""
    if not isinstance(content, list):
        raise InputError(f"{name}: expected a list of LoCoMo conversations")
    return Dataset("locomo", tuple(_case(one, name) for one in content), headline=HEADLINE)


def _case(sample: Any, name: str) -> Case:
    where = f"{name}, {sample.get('sample_id', '?')}" if isinstance(sample, Mapping) else name
    talk = field(sample, "conversation", where)
    sessions = tuple(_session(talk, number, where) for number in _numbers(talk))
    known = {turn.message_id for session in sessions for turn in session}
    last = max((turn.said_at for one in sessions for turn in one if turn.said_at), default=None)
    now = (last or datetime.now(UTC)) + timedelta(days=1)
    asked = (_question(one, known, now) for one in field(sample, "qa", where))
    return Case(where, sessions, tuple(one for one in asked if one is not None))


def _numbers(talk: Mapping[str, Any]) -> list[int]:
    """Numbers of the sessions that hold turns, in order."""
    found = (_SESSION.fullmatch(key) for key in talk)
    return sorted(int(one[1]) for one in found if one and isinstance(talk[one[0]], list))


def _session(talk: Mapping[str, Any], number: int, where: str) -> tuple[Turn, ...]:
    told = str(field(talk, f"session_{number}_date_time", where))
    try:
        moment = datetime.strptime(told, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    except ValueError as error:
        raise InputError(f"{where}: session {number} has the date {told!r}") from error
    people = {str(talk.get("speaker_a", "")): "user"}
    return tuple(
        Turn(
            role="user" if one["speaker"] in people else "assistant", speaker=one["speaker"],
            content=_content(one), message_id=normal_id(one["dia_id"]),
            said_at=moment + timedelta(seconds=position), session_id=f"session_{number}",
            position=position,
        )
        for position, one in enumerate(talk[f"session_{number}"])
    )  # fmt: skip


def _content(turn: Mapping[str, Any]) -> str:
    """What was said, and the caption of a picture that was sent with it."""
    caption = turn.get("blip_caption")
    return f"{turn['text']} [{caption}]" if caption else str(turn["text"])


def normal_id(given: str) -> str:
    """One spelling of a turn's id: ``D30:05`` is ``D30:5``."""
    found = _EVIDENCE.search(given)
    return f"D{int(found[1])}:{int(found[2])}" if found else given


def _question(asked: Any, known: Iterable[str | None], now: datetime) -> Question | None:
    """A question; None when no turn that exists is named as its evidence."""
    named = " ".join(map(str, asked.get("evidence") or ()))
    ids = dict.fromkeys(f"D{int(one[1])}:{int(one[2])}" for one in _EVIDENCE.finditer(named))
    evidence = tuple(frozenset({one}) for one in ids if one in known)
    if not evidence:
        return None
    return Question(str(asked["question"]), evidence, str(asked["category"]), now)
