"""A turn found again with another reply: on its branch the new reply takes the old one's place.

A turn that runs again finds its write by what the user said, so nothing is extracted or asked
twice. Its reply may be another one all the same: it was generated anew, or a crash had lost it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from memory_graph import lineage as multirange
from memory_graph.stores.asking import Ask, Connection, ask
from memory_graph.stores.branch import digest
from memory_graph.stores.commit import Commit, commit
from memory_graph.stores.masking import ERASED
from memory_graph.stores.vectors import Made
from memory_graph.types import Operation, Turn, WriteResult

Row = Mapping[str, Any]


async def commit_turn(
    connection: Connection, schema: str, todo: Commit, vectors: Made, oldest: str | None
) -> WriteResult:
    """Commits a turn; one that was there already gets the reply it has now.

    Raises StalePlan when a target changed, NeedsOldestCheckpoint when the tree can't be told.
    """
    result = await commit(connection, schema, todo, vectors, oldest)
    question = asks_for_turns(todo, result)
    if question is None:
        return result
    (stored,) = await ask(connection, schema, question)
    if not is_intact(todo, result, stored):
        return result
    further = with_new_reply(in_its_session(todo, result.note, stored), result.lineage, stored)
    if further is None:
        return result
    after = await commit(connection, schema, further, vectors, oldest)
    note = {**result.note, **further.note}
    return result.model_copy(update={"lineage": after.lineage, "clock": after.clock, "note": note})


def asks_for_turns(todo: Commit, result: WriteResult) -> Ask | None:
    """Asks what a write that was found has stored; None where there can't be another reply."""
    replies = _replies(todo)
    if not (result.already and result.number and replies and todo.branch.thread_id):
        return None
    return "stored_turns", {
        "scope": todo.scope, "tree": multirange.tree_of(result.number), "number": result.number,
        "lineage": result.lineage,
        "session_id": session_of(result.note).get("id") or replies[0].session_id,
    }  # fmt: skip


def session_of(note: Mapping[str, Any]) -> Mapping[str, Any]:
    """The session as a write has left it; empty for one that knows of none."""
    return note.get("session") or {}


def is_intact(todo: Commit, result: WriteResult, stored: Sequence[Row]) -> bool:
    """False where something was withheld or erased: a new reply might tell it again."""
    said = [row["content"] for row in stored if row["role"] == "user"]
    return (
        not result.counts.get("masked")
        and len(stored) == result.counts.get("turns")
        and said == [one.content for one in todo.turns if one.role == "user"]
        and not any(ERASED in row["content"] for row in stored)
    )


def in_its_session(todo: Commit, note: Mapping[str, Any], stored: Sequence[Row]) -> Commit:
    """The turns where the first run has put them: by now the session may have gone by. Pure."""
    session = session_of(note)
    if not session or not stored:
        return todo
    shift = (stored[0]["position"] or 0) - (todo.turns[0].position or 0)
    turns = tuple(
        one.model_copy(
            update={"session_id": session["id"], "position": (one.position or 0) + shift}
        )
        for one in todo.turns
    )
    end = max(session["position"], 1 + (turns[-1].position or 0))
    return replace(todo, turns=turns, note={**todo.note, "session": {**session, "position": end}})


def with_new_reply(todo: Commit, lineage: str, stored: Sequence[Row]) -> Commit | None:
    """What is to be written after the write that was found; None when the replies are the same.

    In the very step that made the write, another half of the graph has replied: both replies stand.
    """
    old = [row for row in stored if row["role"] != "user"]
    told = [row["content"] for row in old]
    replies = _replies(todo)
    if told == [one.content for one in replies]:
        return None
    if is_same_step(todo, stored):
        replies, old = tuple(one for one in replies if one.content not in told), []
    if not replies:
        return None
    said = [one for one in todo.turns if one.role == "user"]
    words = "\n".join(one.content for one in replies)
    return replace(
        todo,
        branch=replace(todo.branch, lineage=lineage),
        operations=tuple(_retire(row) for row in old),
        turns=replies,
        before=(*todo.before, *said)[-2:],
        nonce=f"{todo.nonce} reply {digest(words)}",
    )


def is_same_step(todo: Commit, stored: Sequence[Row]) -> bool:
    """True when the write was made from the checkpoint this run goes on from; a replay has its own.

    So two halves of a graph that run side by side write.
    """
    return bool(todo.branch.root) and any(row["root"] == todo.branch.root for row in stored)


def _retire(row: Row) -> Operation:
    return Operation(
        action="retire", reason="reply_reworded", target_id=str(row["id"]),
        target_version=row["version"],
    )  # fmt: skip


def _replies(todo: Commit) -> tuple[Turn, ...]:
    return tuple(one for one in todo.turns if one.role != "user")
