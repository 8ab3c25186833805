"""From messages to turns: which messages are new, who said them, as they may be stored. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any
from uuid import uuid5

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from memory_graph.fields import usable_time
from memory_graph.scope import Scope
from memory_graph.stores.branch import NAMESPACE, Covered, cover
from memory_graph.text.clean import clean_text, normalise_name, tidy_name
from memory_graph.text.redact import WITHHELD, mask_spans, redact
from memory_graph.text.tokens import query_terms
from memory_graph.types import Candidate, Role, Turn

PRECEDING = 2
"""How many messages before a turn say what it is about."""
NOTHING_YET = ""
"""The mark of a thread that memory has followed from its first message on."""


def text_of(message: AnyMessage) -> str:
    """The text of a message, cleaned; blocks that are no text count as nothing."""
    return clean_text(str(message.text))


def id_of(message: AnyMessage) -> str | None:
    """The id of a message, without what a database can't hold."""
    return clean_text(message.id) or None if message.id else None


def is_blank(text: str) -> bool:
    """True for a text without a visible character."""
    return not normalise_name(text)


def role_of(message: AnyMessage) -> Role | None:
    """Who speaks; None for messages that are no part of the conversation."""
    if isinstance(message, HumanMessage):
        return "user"
    if isinstance(message, AIMessage):
        return "assistant"
    return "tool" if isinstance(message, ToolMessage) else None


def new_messages(messages: Sequence[AnyMessage], recorded: str | None) -> list[AnyMessage]:
    """The messages memory has not dealt with, from the first one of the user on.

    ``recorded`` marks the last one it has dealt with, ``NOTHING_YET`` that there was none before
    the thread began. Without a mark, or when the marked message is gone, what the user has said
    since the reply before, and what follows.
    """
    ids = [message.id for message in messages]
    if recorded == NOTHING_YET:
        rest = list(messages)
    elif recorded in ids:
        rest = list(messages[ids.index(recorded) + 1 :])
    else:
        rest = list(messages[unanswered_index(messages) :])
    first = next((i for i, one in enumerate(rest) if isinstance(one, HumanMessage)), len(rest))
    return rest[first:]


def as_read(messages: Sequence[AnyMessage], read: str | None) -> list[AnyMessage]:
    """The messages without what the user has said after the one that was read last.

    An answer to a review may bring a message along, when all that came before is read; replies
    belong to what is read.
    """
    ids = [message.id for message in messages]
    start = ids.index(read) + 1 if read in ids else len(messages)
    later = (i for i in range(start, len(messages)) if isinstance(messages[i], HumanMessage))
    return list(messages[: next(later, len(messages))])


def last_user_index(messages: Sequence[AnyMessage]) -> int:
    """Where the last user message stands; the length when there is none."""
    found = [i for i, one in enumerate(messages) if isinstance(one, HumanMessage)]
    return found[-1] if found else len(messages)


def unanswered_index(messages: Sequence[AnyMessage]) -> int:
    """Where the user began to speak after the reply before the last user message.

    A client may send several messages at once. The length when the user has said nothing.
    """
    last = last_user_index(messages)
    replies = [i for i, one in enumerate(messages[:last]) if role_of(one) in {"assistant", "tool"}]
    start = replies[-1] + 1 if replies else 0
    return next((i for i in range(start, last) if isinstance(messages[i], HumanMessage)), last)


def preceding_texts(messages: Sequence[AnyMessage]) -> list[str]:
    """What was said last before the user began to speak, oldest first."""
    before = reversed(messages[: unanswered_index(messages)])
    said = (text_of(one) for one in before if role_of(one) in {"user", "assistant"})
    return list(islice((text for text in said if not is_blank(text)), PRECEDING))[::-1]


def to_turns(
    messages: Sequence[AnyMessage], *, said_at: datetime, session: dict[str, Any] | None = None
) -> list[Turn]:
    """Messages as turns: redacted, numbered within the session, blank ones left out.

    So is a bare “?”, as which checkpoints keep a message of unusable characters.
    """
    start = session or {}
    position = int(start.get("position", 0))
    turns = []
    for message in messages:
        role = role_of(message)
        content = redact(text_of(message)).text
        if role is None or is_blank(content.strip("?")):
            continue
        turns.append(
            Turn(
                role=role, content=content, speaker=tidy_name(message.name or "") or None,
                message_id=id_of(message), said_at=said_time(message) or said_at,
                session_id=start.get("id"), position=position,
            )
        )  # fmt: skip
        position += 1
    return turns


def masked(turn: Turn, withheld: Sequence[Candidate]) -> Turn:
    """The turn without what a person refused: neither the words nor the reply that repeats them."""
    if not withheld:
        return turn
    spans = [words for one in withheld for words in (one.evidence.span, one.content)]
    content = mask_spans(turn.content, spans)
    if turn.role != "user" and any(_repeats(content, one) for one in withheld):
        content = WITHHELD
    return turn.model_copy(update={"content": content})


def _repeats(text: str, candidate: Candidate) -> bool:
    """True when a text tells what a candidate states, in whatever words."""
    value = normalise_name(candidate.value or "")
    if value and value in normalise_name(text):
        return True
    terms = set(query_terms(candidate.content))
    return 2 * len(terms & set(query_terms(text))) >= max(len(terms), 1)


def said_time(message: AnyMessage) -> datetime | None:
    """When a message was said, if its sender put an aware ISO time into ``said_at``."""
    given = message.additional_kwargs.get("said_at")
    if not isinstance(given, str):
        return None
    try:
        moment = usable_time(datetime.fromisoformat(given))
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def covered_by(messages: Sequence[AnyMessage]) -> tuple[Covered, ...]:
    """What a write covers: the user's messages, by id and text.

    Replies are left out on purpose: a run repeated after a crash may word its reply anew.
    """
    return tuple(
        cover(str(id_of(one)), text_of(one)) for one in messages if isinstance(one, HumanMessage)
    )


def session_for(
    session: dict[str, Any] | None, *, said_at: datetime, gap_minutes: float,
    scope: Scope, thread_id: str | None, first_message: str,
) -> dict[str, Any]:  # fmt: skip
    """The session a turn belongs to: the running one, or a new one after a long pause.

    Named by content, so that a repeated run finds the same session.
    """
    if session:
        last = datetime.fromisoformat(session["last"])
        if abs(said_at - last) <= timedelta(minutes=gap_minutes):
            return session
    name = uuid5(NAMESPACE, f"session {scope.label} {thread_id} {first_message}")
    return {"id": str(name), "position": 0, "last": said_at.isoformat()}
