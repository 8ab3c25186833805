"""Which messages of the state are this turn. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AnyMessage, HumanMessage

from memory_graph.conversation import as_read, id_of, new_messages
from memory_graph.state import MemoryState


def turn_of(state: MemoryState) -> tuple[list[AnyMessage], list[AnyMessage]]:
    """The messages before this turn, and those of it."""
    messages = state.get("messages", [])
    new = new_messages(messages, state.get("recorded"))
    read = state.get("decisions", {}).get("read")
    return messages[: len(messages) - len(new)], as_read(new, read)


def last_id(state: MemoryState) -> str:
    """Id of the last message of the turn; of all of them when it has none."""
    messages = turn_of(state)[1] or state.get("messages", [])
    return str(messages[-1].id) if messages else ""


def said_in(messages: Sequence[AnyMessage]) -> list[str]:
    """Ids of the user messages among these, as the store can hold them."""
    return [str(id_of(one)) for one in messages if isinstance(one, HumanMessage)]


def own_turn_before(
    earlier: Sequence[AnyMessage], session: Mapping[str, Any], scope: str
) -> Sequence[AnyMessage]:
    """The turn before from its last user message on; empty when it may not be told again.

    That is when something in it was masked, or when somebody else spoke it whose thread this is
    too: their words must not be stored with this user's. Told by what the user said, since a reply
    may be another one by now, or bear another id.
    """
    said = said_in(earlier)[-1:]
    is_own = said == [session.get("said")] and session.get("said_in") == scope
    if not is_own or said == [session.get("masked_through")]:
        return ()
    return earlier[[str(id_of(one)) for one in earlier].index(said[0]) :]
