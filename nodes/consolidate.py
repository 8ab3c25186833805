"""consolidate: the one writer. One transaction, one write, found again by content (INV-2)."""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from langchain_core.messages import AnyMessage
from langgraph.types import Overwrite

from memory_graph import lineage as multirange
from memory_graph.conversation import covered_by, id_of, masked, session_for, to_turns
from memory_graph.effects import Effect, Program
from memory_graph.errors import NotFoundError
from memory_graph.nodes.base import MemoryNode, NodeRun, Update
from memory_graph.nodes.degrade import going_on
from memory_graph.nodes.place import find_place
from memory_graph.nodes.plan import REFUSED_BEFORE, operations_of, with_companions
from memory_graph.nodes.refusals import with_places, without_refused, words_of
from memory_graph.nodes.turn import (
    last_id,
    own_turn_before,
    said_messages,
    turn_of,
    without_replies_to_old_words,
)
from memory_graph.state import Decisions, MemoryState, Written, with_refused
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.verbs import get_memory
from memory_graph.types import Candidate, Operation, Turn, WriteResult

PRIVATE = ("sensitive", "untrusted")
"""What triggers of private or untrusted content begin with."""

_LOG = logging.getLogger(__name__)


def make_consolidate(
    *, store: PostgresMemoryStore | None = None, keep_turns: bool = True, strict: bool = False
) -> MemoryNode:
    """Makes the node that commits; returns ``lineage`` and what was ``written``.

    ``keep_turns=False`` stores extracted memories only. What a person refused is masked in the
    stored turn too. A plan that has gone stale is not committed: ``decisions.next`` is ``plan``.
    When the store is away ``written.degraded`` says so and the next turn stores this one too;
    ``strict`` raises instead.
    """

    def body(state: MemoryState, at: NodeRun) -> Generator[Effect, Any, Update]:
        at.check_user(state)
        given = state.get("lineage")
        state = {**state, **(yield from find_place(state, at))}
        operations = operations_of(state)
        todo = commit_of(state, at, operations, keep_turns=keep_turns)
        result = yield from at.store.commit_program(todo)
        if result.stale:
            return _stale(state, result)
        if at.context.oversight == "on_the_loop" and todo.operations:
            at.runtime.stream_writer({"memory_written": _event(todo.operations, result)})
        update = {**_update(state, at, todo, result), "lineage": as_update(given, result.lineage)}
        update["working"]["session"] |= _of_change(state, at, given, result)
        update["written"]["stored"] = yield from _stored(state, at, result)
        return update

    return MemoryNode("consolidate", going_on(body, strict=strict), store=store)


def commit_of(
    state: MemoryState, at: NodeRun, operations: Sequence[Operation], *, keep_turns: bool = True
) -> Commit:
    """The write this turn asks for: same state, same key."""
    earlier, messages = turn_of(state)
    session = _session(state, at)
    withheld = _withheld(operations, state.get("decisions", {}))
    note = note_of(state.get("decisions", {}), withheld, messages)
    said = state.get("messages", [])
    working = with_refused(state.get("working", {}), note["refused"])
    refused = words_of(working.get("refused", []), said)
    kept = without_replies_to_old_words(messages, session) if keep_turns else []
    turns = to_turns(kept, said_at=at.said_at(state), session=session)
    return Commit(
        scope=at.context.scope.label,
        branch=at.branch(state),
        operations=tuple(accepted(operations, state.get("decisions", {}))),
        turns=tuple(without_refused([masked(turn, withheld) for turn in turns], refused)),
        masked=len(withheld),
        before=tuple(without_refused(_before(state, at, session, earlier), refused)[-2:]),
        covered=covered_by(messages),
        note={
            **{name: value for name, value in note.items() if value},
            "session": _session_after(state, at, session, len(turns), masked=bool(withheld)),
        },
        nonce=state.get("nonce", "") or _outside_key(at, messages),
        source_thread=at.source_thread,
    )


def _outside_key(at: NodeRun, messages: Sequence[Any]) -> str:
    """Without a checkpointer a run's own id keeps the writes of equal messages apart."""
    if at.thread_id is not None:
        return ""
    return "outside " + " ".join(str(one.id) for one in messages)


def _session(state: MemoryState, at: NodeRun) -> dict[str, Any]:
    _, messages = turn_of(state)
    return session_for(
        state.get("working", {}).get("session"), said_at=at.said_at(state),
        gap_minutes=at.store.settings.session_gap_minutes, scope=at.context.scope,
        thread_id=at.thread_id, first_message=str(messages[0].id) if messages else "",
    )  # fmt: skip


def _session_after(
    state: MemoryState, at: NodeRun, session: dict[str, Any], turns: int, *, masked: bool
) -> dict[str, Any]:
    """The session as the next turn finds it."""
    kept = {name: value for name, value in session.items() if name not in ("replied", "left")}
    after = kept | {
        "position": session["position"] + turns, "last": at.said_at(state).isoformat(),
    }  # fmt: skip
    if said := said_messages(turn_of(state)[1]):
        heard = [one.record for one in covered_by([one for one in said if id_of(one)])]
        after |= {"said": str(id_of(said[-1])), "said_in": at.context.scope.label, "heard": heard}
    return after | ({"masked_through": after.get("said", "")} if masked else {})


def _before(
    state: MemoryState, at: NodeRun, session: dict[str, Any], earlier: list[AnyMessage]
) -> list[Turn]:
    """The turns before the new ones, for their windows.

    None when the session is new, and none that may not be told again.
    """
    if session != state.get("working", {}).get("session"):
        return []
    own = own_turn_before(earlier, session, at.context.scope.label)
    own = without_replies_to_old_words(own, session)
    return to_turns(own, said_at=at.said_at(state), session=session)


def accepted(operations: Sequence[Operation], decisions: Decisions) -> list[Operation]:
    """The operations that were neither rejected nor withheld. Pure."""
    refused = _refused(operations, decisions)
    return [one for index, one in enumerate(operations) if index not in refused]


def _refused(operations: Sequence[Operation], decisions: Decisions) -> set[int]:
    """Indexes of the operations that were rejected or withheld, and of what they would close."""
    items = decisions.get("items", [])
    rejected = [index for index, item in enumerate(items) if item and item["type"] == "reject"]
    return with_companions(operations, rejected)


def _withheld(operations: Sequence[Operation], decisions: Decisions) -> list[Candidate]:
    """What must be masked in the stored turns too, so that a refusal can't be got round.

    Refusing to forget something masks nothing; what rules withhold is masked if it is private.
    """
    by_person = [Candidate.model_validate(one) for one in decisions.get("withheld", [])]
    by_rules = [
        one.candidate
        for index, one in enumerate(operations)
        if one.candidate is not None and _is_withheld(one, index in _refused(operations, decisions))
    ]
    return [one for one in (*by_person, *by_rules) if not one.retires]


def _is_withheld(operation: Operation, refused: bool) -> bool:
    private = any(why.startswith(PRIVATE) for why in operation.triggers)
    return operation.reason == REFUSED_BEFORE or (refused and private)


def _stale(state: MemoryState, result: WriteResult) -> Update:
    decisions = Decisions(**state.get("decisions", {}))
    replans = decisions.get("replans", 0) + 1
    _LOG.info("plan is stale at %d operations, planning again (%d)", len(result.stale), replans)
    decisions.update({"replans": replans, "next": "plan", "items": []})
    return {"decisions": decisions, "written": Written(number=None, stale=list(result.stale))}


def _update(state: MemoryState, at: NodeRun, todo: Commit, result: WriteResult) -> Update:
    decisions = state.get("decisions", {})
    session = _session(state, at)
    note = result.note if result.already else todo.note
    working = with_refused(state.get("working", {}), note.get("refused", []))
    working["session"] = note.get("session") or _session_after(
        state, at, session, len(todo.turns),
        masked=bool(todo.masked or result.counts.get("masked")),
    )  # fmt: skip
    clock = _later(result.clock, state.get("clock"))
    return {
        **clock,
        "recorded": last_id(state),
        "decisions": Decisions(
            items=decisions.get("items", []), answer=note.get("answer", ""), next="consolidate"
        ),
        "working": working,
        "written": Written(
            number=result.number, already=result.already, counts=result.counts,
            memory_ids=list(result.memory_ids),
        ),
    }  # fmt: skip


def as_update(given: str | None, lineage: str) -> str | Overwrite:
    """The lineage as state takes it: also one that has left writes behind. Pure."""
    is_left = multirange.difference(given, lineage) != multirange.EMPTY
    return Overwrite(lineage) if is_left else lineage


def _of_change(
    state: MemoryState, at: NodeRun, given: str | None, result: WriteResult
) -> dict[str, str]:
    """What the session keeps of words that were changed in place.

    The last reply to the old ones; and the writes that were left, where a host's state, which only
    ever unites lineages, brings them back.
    """
    session = state.get("working", {}).get("session", {})
    before = multirange.union(given, session.get("left"))
    left = multirange.difference(before, result.lineage) if at.is_nested else multirange.EMPTY
    kept = {"replied": session.get("replied"), "left": left if left != multirange.EMPTY else ""}
    return {name: value for name, value in kept.items() if value}


def note_of(
    decisions: Decisions, withheld: Sequence[Candidate], messages: Sequence[AnyMessage]
) -> dict[str, Any]:
    """What a write keeps of the decisions behind it, should their checkpoint be lost. Pure."""
    return {
        "answer": decisions.get("answer", ""),
        "refused": with_places(decisions.get("refused", []), withheld, messages),
    }


def _later(written: datetime | None, read: str | None) -> dict[str, str]:
    """The clock of the turn: a write found again is older than what the turn has read since."""
    if written is None or (read and datetime.fromisoformat(read) > written):
        return {}
    return {"clock": written.isoformat()}


def _stored(state: MemoryState, at: NodeRun, result: WriteResult) -> Program[dict[str, str]]:
    """The words of what an earlier run of this write stored, by memory id.

    A crash can lose the decisions together with their checkpoint, and with them a person's edit;
    what was stored is then the only place where the edited words still stand.
    """
    words: dict[str, str] = {}
    if not result.already:
        return words
    branch = replace(at.branch(state), lineage=result.lineage)
    for memory_id in filter(None, result.memory_ids):
        try:
            found = yield from get_memory(
                at.store.engine, at.context.scope.label, memory_id, branch
            )
        except NotFoundError:
            continue  # erased meanwhile
        words[memory_id] = found.content
    return words


def _event(operations: Sequence[Operation], result: WriteResult) -> list[dict[str, Any]]:
    """What an onlooker is shown, so that they can veto it."""
    return [
        {
            "action": one.action, "memory_id": memory_id, "reason": one.reason,
            "content": one.candidate.content if one.candidate else one.target_content,
            "triggers": list(one.triggers),
        }
        for one, memory_id in zip(operations, result.memory_ids, strict=True)
        if one.action != "skip"
    ]  # fmt: skip
