"""observe: cleans what was said, detects its language, decides the route, redacts for storage."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import UTC, datetime
from typing import Any

from langchain_core.messages import AnyMessage, HumanMessage

from memory_graph.conversation import (
    is_blank,
    last_user_index,
    new_messages,
    said_time,
    text_of,
    unanswered_index,
)
from memory_graph.effects import Effect
from memory_graph.errors import InputError
from memory_graph.nodes.base import MemoryNode, NodeRun, Update
from memory_graph.nodes.turn import mark_before, read_again
from memory_graph.offline.asking import forgets_all
from memory_graph.offline.route import route
from memory_graph.state import Decisions, MemoryState, Sensory
from memory_graph.text.clean import clean_with_report
from memory_graph.text.language import detect_language
from memory_graph.text.redact import DEFAULT, RedactionPolicy, redact
from memory_graph.types import Language

NO_TURN: dict[str, Any] = {
    "recalled": {}, "candidates": [], "dropped": [], "operations": [], "decisions": {},
    "written": {},
}  # fmt: skip
"""What the turn before has left behind and this one starts without."""


def make_observe(*, redaction: RedactionPolicy = DEFAULT) -> MemoryNode:
    """Makes the node that reads the last user turn; returns ``sensory``.

    Raises InputError for a run without a user message, or with a blank one.
    """

    def body(state: MemoryState, at: NodeRun) -> Generator[Effect, Any, Update]:
        yield from ()
        message = _last_user_message(state)
        moment = said_time(message) or at.context.local_now(datetime.now(UTC))
        sensory, cleaned = sense(message, at.context.locale, moment, redaction)
        again = read_again(state, at.context.scope.label)  # an absent user is told before all else
        update: Update = {**NO_TURN, **again, "sensory": sensory}
        if cleaned is not None:
            update["messages"] = [cleaned]
        mark = update.get("recorded", state.get("recorded"))
        if mark is None or (not again and _is_said_anew(state, sensory)):
            index = unanswered_index(state["messages"])
            mark = update["recorded"] = mark_before(state["messages"], index)
        is_small_talk = sensory["route"] == "small_talk"
        if is_small_talk and not again and _is_first_of(state["messages"], mark):
            update["recorded"] = sensory["message_id"]
            sensory["may_leave"] = _may_leave(state, at)
        elif is_small_talk:
            sensory["route"] = "recall"  # what is left over or changed is still to be read
        if sensory["route"] == "erase":  # an answer must come with the same user
            update["decisions"] = Decisions(scope=at.context.scope.label)
        return update

    return MemoryNode("observe", body)


def _is_said_anew(state: MemoryState, sensory: Sensory) -> bool:
    """True when the message of the turn before was changed where it stands, under its own id."""
    before = state.get("sensory", {})
    is_same = before.get("message_id") == sensory["message_id"]
    return is_same and before.get("text") != sensory["text"]


def _may_leave(state: MemoryState, at: NodeRun) -> bool:
    """True when another branch of the thread may have written what this one does not know of.

    Not in a thread's very first run; a branch without writes tells no more than that. Within a host
    steps count anew in each run; there the messages before this one tell.
    """
    if state.get("lineage"):
        return True
    step: int = at.config.get("metadata", {}).get("langgraph_step", 1)
    goes_on = unanswered_index(state["messages"]) > 0 if at.is_nested else step > 1
    return at.checkpointer is not None and goes_on


def _is_first_of(messages: Sequence[AnyMessage], mark: str) -> bool:
    """True when only the last user message is new."""
    new = new_messages(messages, mark)
    return last_user_index(new) == 0


def _last_user_message(state: MemoryState) -> HumanMessage:
    messages: list[AnyMessage] = state.get("messages") or []
    index = last_user_index(messages)
    if index == len(messages):
        raise InputError("there is no user message: send {'messages': [HumanMessage(…)]}")
    message = messages[index]
    assert isinstance(message, HumanMessage)  # noqa: S101 - last_user_index looks for these
    if isinstance(message.content, str) and is_blank(text_of(message)):
        raise InputError("the user message is blank: nothing was remembered")
    return message


def sense(
    message: HumanMessage, locale: str, moment: datetime, redaction: RedactionPolicy
) -> tuple[Sensory, HumanMessage | None]:
    """What a message holds, and the message without unusable characters if it had any."""
    text, removed = clean_with_report(str(message.text))
    language: Language = detect_language(text, default="zh" if locale == "zh" else "en")
    masked = redact(text, redaction)
    sensory = Sensory(
        text=text,
        redacted=masked.text,
        findings=[finding.kind for finding in masked.findings],
        removed=removed,
        language=language if locale == "auto" else ("zh" if locale == "zh" else "en"),
        route=_route(text, language),
        said_at=moment.isoformat(),
        message_id=str(message.id),
    )
    if not removed or not isinstance(message.content, str):
        return sensory, None
    return sensory, message.model_copy(update={"content": text})


def _route(text: str, language: Language) -> Any:
    if forgets_all(text):
        return "erase"
    found = route(text, language)
    return {"smalltalk": "small_talk", "command": "command"}.get(found, "recall")
