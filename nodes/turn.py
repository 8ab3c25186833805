"""Which messages of the state are this turn. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, TypedDict

from langchain_core.messages import AnyMessage

from memory_graph.conversation import (
    NOTHING_YET,
    as_read,
    id_of,
    new_messages,
    role_of,
    text_of,
)
from memory_graph.state import MemoryState, Working
from memory_graph.stores.branch import digest


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


def said_messages(messages: Sequence[AnyMessage]) -> list[AnyMessage]:
    """The user messages among these."""
    return [one for one in messages if _is_said(one)]


def said_in(messages: Sequence[AnyMessage]) -> list[str]:
    """Ids of the user messages among these, as the store can hold them."""
    return [str(id_of(one)) for one in said_messages(messages)]


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


def heard_in(session: Mapping[str, Any], scope: str) -> dict[str, str]:
    """The user messages of the turn that was written last, with digests of their words.

    Empty when another user spoke it.
    """
    own = session.get("said_in") == scope
    return {one["id"]: one["digest"] for one in session.get("heard", ()) if own}


def changed_index(
    messages: Sequence[AnyMessage], session: Mapping[str, Any], scope: str
) -> int | None:
    """Where the turn that was written last begins, if any of its messages has other words now."""
    heard = heard_in(session, scope)
    newest = reversed(range(len(messages)))
    is_held = (i for i in newest if _is_said(messages[i]) and id_of(messages[i]) in heard)
    held = list(islice(is_held, len(heard)))
    is_changed = any(digest(text_of(messages[i])) != heard[str(id_of(messages[i]))] for i in held)
    return held[-1] if is_changed else None


class ReadAgain(TypedDict, total=False):
    """What changes in the state so that a turn is read again."""

    recorded: str
    working: Working


def read_again(state: MemoryState, scope: str) -> ReadAgain:
    """What has the turn that was written last read again, if its words were changed in place.

    Working memory notes which reply ends those to the old words. Mostly empty.
    """
    messages, working = state.get("messages", []), Working(**state.get("working", {}))
    session, mark = working.get("session", {}), state.get("recorded")
    start = changed_index(messages, session, scope)
    if start is None:
        return {}
    if mark in [one.id for one in messages[start:]]:
        working["session"] = {**session, "replied": mark}
    return {"recorded": mark_before(messages, start), "working": working}


def mark_before(messages: Sequence[AnyMessage], index: int) -> str:
    """The mark with which memory starts at a message: a first turn that breaks off is not lost."""
    return str(messages[index - 1].id) if index else NOTHING_YET


def without_replies_to_old_words(
    messages: Sequence[AnyMessage], session: Mapping[str, Any]
) -> list[AnyMessage]:
    """The turn without what was replied before the user's words were changed in place."""
    ids = [str(one.id) for one in messages]
    through = session.get("replied")
    end = ids.index(through) + 1 if through in ids else 0
    return [one for i, one in enumerate(messages) if i >= end or _is_said(one)]


def _is_said(message: AnyMessage) -> bool:
    return role_of(message) == "user"
