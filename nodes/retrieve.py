"""retrieve: one recall across all tiers, packed to the token budget. Never fails the turn."""

from __future__ import annotations

import logging
from collections.abc import Generator
from typing import Any

from memory_graph.conversation import id_of, new_messages, preceding_texts
from memory_graph.effects import Effect
from memory_graph.errors import InputError, StoreError
from memory_graph.nodes.base import MemoryNode, NodeRun, Update
from memory_graph.nodes.degrade import tell
from memory_graph.nodes.place import find_place
from memory_graph.offline.cues import with_cues
from memory_graph.options import check_option
from memory_graph.rerank import Reranker, rerank
from memory_graph.state import MemoryState, RecalledBlock, Working, as_kept
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.packing import Counter, Packed, pack
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.recall import Weights
from memory_graph.text.clean import estimate_tokens
from memory_graph.text.query import is_question
from memory_graph.text.query_words import leans_back
from memory_graph.types import RecallResult

_LOG = logging.getLogger(__name__)
QUERY_CHARACTERS = 8000


def make_retrieve(
    *, store: PostgresMemoryStore | None = None, weights: Weights | None = None,
    counter: Counter = estimate_tokens, reranker: Reranker | None = None,
    rerank_seconds: float = 2.0,
) -> MemoryNode:  # fmt: skip
    """Makes the node that recalls; returns ``recalled`` and the database's ``clock``.

    ``counter`` counts tokens for the budget, for example a model's ``get_num_tokens``. A
    ``reranker`` looks at the best again; after ``rerank_seconds`` the order stays as it was.

    When the store can't be reached the turn goes on without memories, and ``recalled`` says so:
    an error never looks like “no memories”.

    Raises ConfigurationError for an option of another kind.
    """
    check_option("weights", weights, Weights)
    check_option("reranker", reranker, Reranker)

    def body(state: MemoryState, at: NodeRun) -> Generator[Effect, Any, Update]:
        scope = at.context.scope
        said_at = at.said_at(state)
        sensory = state.get("sensory", {})
        text = middle_out(sensory.get("text", ""))
        options: dict[str, Any] = {
            "limit": at.context.recall_limit, "as_of": at.context.as_of, "now": said_at,
            "exclude_turns": _in_prompt(state),
            "timeout_ms": at.store.settings.recall_timeout_ms or None,
            **_talk(text, state),
            "pinned": [one["id"] for one in state.get("working", {}).get("pocket", [])],
            "cues": with_cues(text, sensory.get("language", "en"))[len(text) :],
        }  # fmt: skip
        if weights is not None:
            options["weights"] = weights
        recall_store = at.store
        try:
            place = yield from find_place(state, at)
            state = {**state, **place}
            options["branch"] = OUTSIDE if at.context.as_of else at.branch(state)
            result = yield from recall_store.recall_program(scope, text, **options)
        except InputError:
            raise
        except StoreError as error:
            _LOG.warning("recall failed, the turn goes on without memories: %s", error)
            tell(at, "recall", str(error))
            return {"recalled": RecalledBlock(memories=[], degraded=True, reason=str(error))}
        result = without_own(result, state, at)
        if reranker is not None:
            result = yield from rerank(reranker, text, result, timeout_seconds=rerank_seconds)
        if result.degraded:
            tell(at, "recall", result.degraded_reason or "")
        packed = pack(
            result.memories, at.context.token_budget,
            reserved=_pocket_tokens(state, counter), counter=counter,
        )  # fmt: skip
        return {**place, **_update(result, packed), **_without_gone(state, result)}

    return MemoryNode("retrieve", body, store=store)


def _talk(text: str, state: MemoryState) -> dict[str, Any]:
    """Whether a message goes on with a conversation, and what stood before it where it matters."""
    goes_on = not is_question(text)
    before = preceding_texts(state.get("messages", [])) if goes_on or leans_back(text) else []
    return {"conversation": goes_on, "preceding": [middle_out(one) for one in before]}


def without_own(result: RecallResult, state: MemoryState, at: NodeRun) -> RecallResult:
    """The result without what this very turn has stored already, as a repeated run finds it.

    Only of this thread: clients may number the messages of each thread anew.
    """
    new = new_messages(state.get("messages", []), state.get("recorded"))
    own = {(at.source_thread, id_of(one)) for one in new}
    kept = tuple(
        one for one in result.memories if (one.memory.thread_id, one.memory.message_id) not in own
    )
    return result.model_copy(update={"memories": kept})


def _in_prompt(state: MemoryState) -> tuple[str, ...]:
    """Ids of the messages that the prompt holds anyway, so that they are not recalled again."""
    messages = state.get("messages", [])
    ids = [id_of(one) for one in messages]
    through = state.get("working", {}).get("summary_through")
    start = ids.index(through) + 1 if through in ids else 0
    return tuple(one for one in ids[start:] if one)


def _pocket_tokens(state: MemoryState, counter: Counter) -> int:
    """What the pinned facts take: they are a must and come before all that is recalled."""
    pocket = state.get("working", {}).get("pocket", [])
    return sum(counter(one["content"]) for one in pocket)


def middle_out(text: str, most: int = QUERY_CHARACTERS) -> str:
    """A text as a query: of a very long one the beginning and the end, where questions stand."""
    return text if len(text) <= most else f"{text[: most // 2]}\n{text[-(most // 2) :]}"


def _without_gone(state: MemoryState, result: RecallResult) -> Update:
    """Working memory without the pinned facts that were closed outside this thread."""
    working = state.get("working", {})
    pocket = working.get("pocket", [])
    kept = [one for one in pocket if result.standing is None or one["id"] in result.standing]
    return {} if kept == pocket else {"working": Working(**{**working, "pocket": kept})}


def _update(result: RecallResult, packed: Packed) -> Update:
    block = RecalledBlock(
        memories=[
            as_kept(one.model_dump(mode="json", exclude_defaults=True)) for one in packed.memories
        ],
        dropped=len(packed.left_out),
        left_out=[
            {"id": one.memory_id, "reason": one.reason, "into": one.into} for one in packed.left_out
        ],
        degraded=result.degraded,
        reason=result.degraded_reason,
        time_parse=result.time_parse,
    )
    clock = result.clock.isoformat() if result.clock else ""
    return {"recalled": block, "clock": clock}
