"""compact: keeps working memory small – rolling summary, pocket, task – and only when over budget.

Messages stay in the state, so that a chat shows all of them; the prompt takes the summary in place
of what it covers.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Mapping, Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AnyMessage, HumanMessage

from memory_graph.conversation import text_of, to_turns
from memory_graph.effects import Effect, Program
from memory_graph.errors import ModelError
from memory_graph.models import resolve_model, structured
from memory_graph.nodes.base import MemoryNode, NodeRun, Update
from memory_graph.nodes.consolidate import accepted
from memory_graph.nodes.generate import language_of, recent_messages
from memory_graph.nodes.plan import operations_of
from memory_graph.offline import OfflineChatModel
from memory_graph.options import check_count, check_option
from memory_graph.prompts.summarise import (
    SummaryReply,
    TaskReply,
    render_summarise,
    summary_fits,
)
from memory_graph.settings import Settings, load_settings
from memory_graph.state import MemoryState, Working
from memory_graph.text.clean import estimate_tokens
from memory_graph.types import Operation, Turn

_LOG = logging.getLogger(__name__)
BUDGET_TOKENS, KEEP_TURNS = 6000, 8
POCKET_IMPORTANCE = 0.8
POCKET_SIZE = 12
SUMMARY_LINES = 24


def make_compact(
    *, model: str | BaseChatModel | None = None, budget_tokens: int = BUDGET_TOKENS,
    keep_turns: int = KEEP_TURNS, settings: Settings | None = None,
) -> MemoryNode:  # fmt: skip
    """Makes the node that keeps the prompt within ``budget_tokens``; returns ``working``.

    At least the last ``keep_turns`` messages stay verbatim. A summary that fails leaves the old
    one in place: a partial text never replaces a whole one. Raises ConfigurationError for an
    option that can't be meant.
    """
    check_option("settings", settings, Settings)
    check_count("budget_tokens", budget_tokens, 1)
    check_count("keep_turns", keep_turns, 0)

    def body(state: MemoryState, at: NodeRun) -> Generator[Effect, Any, Update]:
        working = Working(**state.get("working", {}))
        pocket = _pocket(state)
        if pocket != working.get("pocket", []):
            working["pocket"] = pocket
        old = _overflow(state, budget_tokens, keep_turns)
        if not old:
            return {"working": working}
        chosen = settings or load_settings()
        chat = resolve_model(
            chosen.model if model is None else model, timeout_seconds=chosen.model_timeout_seconds
        )
        turns = to_turns(old, said_at=at.said_at(state))
        summary = yield from _summarise(
            chat, turns, working, language_of(state, at), at, state, chosen.structured_method
        )
        if summary is not None:
            working["summary"] = summary.summary
            working["task"] = summary.task.model_dump(mode="json")
            working["summary_through"] = str(old[-1].id)
        return {"working": working}

    return MemoryNode("compact", body)


def needs_compact(
    state: MemoryState, *, budget_tokens: int = BUDGET_TOKENS, keep_turns: int = KEEP_TURNS
) -> bool:
    """True when the node has something to do: facts to pin or let go, or a prompt over budget.

    Pure; a graph asks it so that no step and no checkpoint is spent on nothing.
    """
    if _pocket(state) != state.get("working", {}).get("pocket", []):
        return True
    return bool(_overflow(state, budget_tokens, keep_turns))


def _pocket(state: MemoryState) -> list[dict[str, str]]:
    """The pinned facts after this turn's write."""
    pocket, written = state.get("working", {}).get("pocket", []), state.get("written", {})
    done = accepted(operations_of(state), state.get("decisions", {}))
    return fill_pocket(pocket, done, written.get("memory_ids", []), written.get("stored", {}))


def _overflow(state: MemoryState, budget_tokens: int, keep_turns: int) -> list[AnyMessage]:
    """What of the prompt must go into the summary now."""
    through = state.get("working", {}).get("summary_through")
    return overflow(recent_messages(state.get("messages", []), through), budget_tokens, keep_turns)


def overflow(messages: Sequence[AnyMessage], budget_tokens: int, keep: int) -> list[AnyMessage]:
    """The oldest messages that must go into the summary; cut where a user turn begins. Pure."""
    total = sum(estimate_tokens(text_of(one)) for one in messages)
    if total <= budget_tokens or len(messages) <= keep:
        return []
    count = 0
    while total > budget_tokens // 2 and count < len(messages) - keep:
        total -= estimate_tokens(text_of(messages[count]))
        count += 1
    while 0 < count < len(messages) and not isinstance(messages[count], HumanMessage):
        count -= 1
    return list(messages[:count])


def fill_pocket(
    pocket: Sequence[dict[str, str]], operations: Sequence[Operation], ids: Sequence[str],
    stored: Mapping[str, str] | None = None,
) -> list[dict[str, str]]:  # fmt: skip
    """The pinned facts after a write: important new ones in, closed ones out. Pure.

    ``stored`` are the words that an earlier run of the write has stored; they count.
    """
    words = stored or {}
    closed = {one.target_id for one in operations if one.action in {"supersede", "retire"}}
    kept = [one for one in pocket if one["id"] not in closed]
    held = {one["id"] for one in kept}
    if len(ids) == len(operations):
        kept += [
            {"id": memory_id, "content": words.get(memory_id, one.candidate.content)}
            for one, memory_id in zip(operations, ids, strict=True)
            if memory_id and memory_id not in held and one.candidate
            and one.action in {"add", "supersede"} and one.candidate.tier != "episodic"
            and one.candidate.importance >= POCKET_IMPORTANCE
        ]  # fmt: skip
    return kept[-POCKET_SIZE:]


def _summarise(
    chat: BaseChatModel, turns: Sequence[Turn], working: Working, language: Any, at: NodeRun,
    state: MemoryState, method: str,
) -> Program[SummaryReply | None]:  # fmt: skip
    """The new rolling summary; None when it could not be made and the old one must stay."""
    previous = working.get("summary")
    if isinstance(chat, OfflineChatModel):
        return extractive_summary(previous, turns)
    task = working.get("task")
    messages = render_summarise(
        previous, turns, language=language, now=at.said_at(state),
        task=TaskReply.model_validate(task) if task else None,
    )  # fmt: skip
    try:
        answer = yield from structured(chat, messages, SummaryReply, method=method)
    except ModelError as error:
        _LOG.warning("the old summary stays, a new one could not be made: %s", error)
        return None
    reply: SummaryReply = answer.value
    return reply if summary_fits(reply, previous, turns) and not answer.partial else None


def extractive_summary(previous: str | None, turns: Sequence[Turn]) -> SummaryReply:
    """The user's own words, shortened, newest last: what the offline model can say. Pure."""
    lines = (previous or "").splitlines() + [
        f"- {turn.content[:120]}" for turn in turns if turn.role == "user"
    ]
    text = "\n".join(lines[-SUMMARY_LINES:])
    return SummaryReply(summary=text[-4000:] or "-")
