"""RealMem: one person works with an assistant on several projects at once.

The evidence of a message is one or more earlier sessions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_graph.conversation import PRECEDING
from memory_graph.errors import InputError
from memory_graph.evaluation.cases import Case, Dataset, Question, field
from memory_graph.types import Turn


def read_realmem(content: object, name: str) -> Dataset:
    """The case of one RealMem file; raises InputError for another form."""
    talks = field(content, "dialogues", name)
    order = {str(field(one, "session_uuid", name)): index for index, one in enumerate(talks)}
    sessions = tuple(_session(one, name) for one in talks)
    questions = [
        question
        for index, talk in enumerate(talks)
        for question in _questions(talk, index, order, name)
    ]
    case = Case(name, sessions, tuple(questions))
    return Dataset("realmem", (case,), by_session=True)


def _moment(talk: Mapping[str, Any], name: str) -> datetime:
    told = str(field(talk, "current_time", name))
    try:
        return datetime.strptime(told[:10], "%Y-%m-%d").replace(tzinfo=UTC, hour=9)
    except ValueError as error:
        raise InputError(f"{name}: a session has the date {told!r}") from error


def _session(talk: Mapping[str, Any], name: str) -> tuple[Turn, ...]:
    moment = _moment(talk, name)
    return tuple(
        Turn(
            role="user" if str(one["speaker"]).lower() == "user" else "assistant",
            content=str(one["content"]), message_id=f"{talk['session_uuid']}:{position}",
            said_at=moment + timedelta(seconds=position), session_id=str(talk["session_uuid"]),
            position=position,
        )
        for position, one in enumerate(field(talk, "dialogue_turns", name))
    )  # fmt: skip


def _before(turns: Sequence[Mapping[str, Any]], position: int) -> tuple[str, ...]:
    """The last messages before one, as the graph gives them to recall."""
    last = turns[max(0, position - PRECEDING) : position]
    return tuple(str(one["content"]) for one in last)


def _questions(
    talk: Mapping[str, Any], index: int, order: Mapping[str, int], name: str
) -> list[Question]:
    """The messages of a session that lean on earlier ones; the reply names which."""
    turns: Sequence[Mapping[str, Any]] = talk["dialogue_turns"]
    found = []
    for position, one in enumerate(turns):
        if not one.get("is_query"):
            continue
        reply = turns[position + 1] if position + 1 < len(turns) else {}
        named = reply.get("memory_session_uuids") or one.get("memory_session_uuids") or ()
        gold = dict.fromkeys(uuid for uuid in named if order.get(uuid, index) < index)
        if gold:
            found.append(
                Question(
                    str(one["content"]), tuple(frozenset({uuid}) for uuid in gold),
                    str(one.get("category_name") or "other"), _moment(talk, name),
                    after=index, conversation=True, preceding=_before(turns, position),
                )
            )  # fmt: skip
    return found
