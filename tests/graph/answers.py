"""The reply of a turn, what a review asked, and the answers to it; shared by several tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.graph.conftest import Chat


APPROVE = {"type": "approve"}
PRIVATE = "I am allergic to peanuts."


def earlier(chat: Chat) -> Chat:
    """The same user a year ago."""
    return chat.as_user("ann", now=datetime.now(UTC) - timedelta(days=365))


def edit(content: str, **args: Any) -> dict[str, Any]:
    action = {"name": "add_memory", "args": {"content": content, **args}}
    return {"type": "edit", "edited_action": action}


def reject(reason: str = "no") -> dict[str, Any]:
    return {"type": "reject", "message": reason}


def respond(words: str) -> dict[str, Any]:
    return {"type": "respond", "message": words}


def questions(result: dict[str, Any]) -> list[dict[str, Any]]:
    """The items asked about; a result without a pause has none."""
    pauses = result.get("__interrupt__", ())
    assert len(pauses) <= 1
    return [one for pause in pauses for one in pause.value["action_requests"]]


def reply(result: dict[str, Any]) -> str:
    """What the assistant said last."""
    return str(result["messages"][-1].text)
