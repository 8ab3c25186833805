"""extract: one model call, or the rules, turns the new turns into candidates."""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from langchain_core.language_models import BaseChatModel

from memory_graph.conversation import new_messages, to_turns
from memory_graph.effects import Effect, Program
from memory_graph.errors import ModelError
from memory_graph.models import resolve_model, structured
from memory_graph.nodes.base import MemoryNode, NodeRun, Update
from memory_graph.nodes.generate import language_of
from memory_graph.nodes.responses import Response, read_with_responses
from memory_graph.nodes.turn import read_again
from memory_graph.offline import OfflineChatModel, extract_candidates
from memory_graph.options import check_option
from memory_graph.prompts.candidates import to_candidates
from memory_graph.prompts.extract import render_extract
from memory_graph.prompts.extract_reply import ExtractReply
from memory_graph.review import with_edits
from memory_graph.settings import Settings, load_settings
from memory_graph.state import Decisions, MemoryState, is_answered
from memory_graph.text.clean import clean_json
from memory_graph.text.redact import says_a_secret
from memory_graph.types import Candidate, Turn

EARLIER_MESSAGES = 12
_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class Extracted:
    """What one extraction gave."""

    candidates: list[Candidate] = field(default_factory=list)
    dropped: list[dict[str, str]] = field(default_factory=list)


def make_extract(
    *, model: str | BaseChatModel | None = None, fallback: bool = True,
    settings: Settings | None = None, template: str | None = None,
) -> MemoryNode:  # fmt: skip
    """Makes the node that finds what could be remembered; returns ``candidates`` and ``dropped``.

    Only turns of the user and of tools are read, redacted; our own recalled block never gets here.
    When the model fails for good and ``fallback`` is set, the rules extract instead. Raises
    ConfigurationError for settings that are none.
    """
    check_option("settings", settings, Settings)

    def body(state: MemoryState, at: NodeRun) -> Generator[Effect, Any, Update]:
        chosen = settings or load_settings()
        chat = resolve_model(
            chosen.model if model is None else model, timeout_seconds=chosen.model_timeout_seconds
        )
        again = read_again(state, at.context.scope.label)
        state = {**state, **again}
        turns = [one for one in turns_of(state, at) if one.role != "assistant"]
        if not turns:
            return {**again, **_update(Extracted(), state)}
        if isinstance(chat, OfflineChatModel):
            return {**again, **_update(_without_secrets(by_rules(turns, state, at)), state)}
        asking = by_model(chat, turns, state, at, chosen.structured_method, template)
        try:
            found = yield from asking
        except ModelError as error:
            if not fallback:
                raise
            _LOG.warning("the rules extract instead: %s", error)
            found = by_rules(turns, state, at)
            found.dropped.append({"reason": "model_failed"})
        return {**again, **_update(_without_secrets(found), state)}

    return MemoryNode("extract", body)


def turns_of(state: MemoryState, at: NodeRun) -> list[Turn]:
    """The turns memory has not dealt with, redacted."""
    messages = new_messages(state.get("messages", []), state.get("recorded"))
    session = dict(state.get("working", {}).get("session", {}))
    return to_turns(messages, said_at=at.said_at(state), session=session)


def by_rules(turns: Sequence[Turn], state: MemoryState, at: NodeRun) -> Extracted:
    """Candidates by the rules of the offline model; responses put right what was said."""
    now, earlier = at.said_at(state), _earlier(state, at)
    found = read_with_responses(
        turns,
        responses_in(state.get("decisions", {})),
        lambda said: extract_candidates(said, now=now, earlier=earlier),
    )
    return Extracted([one for one in found if one.evidence.message_id])


def responses_in(decisions: Decisions) -> list[Response]:
    """What a person has responded in this turn, in order."""
    words, about = decisions.get("feedback", []), decisions.get("about", [])
    return [
        Response(one, span) for one, span in zip_longest(words, about[: len(words)], fillvalue="")
    ]


def _earlier(state: MemoryState, at: NodeRun) -> list[Turn]:
    """The last turns memory has dealt with: “move it to Friday” may mean a meeting they name."""
    messages = state.get("messages", [])
    new = new_messages(messages, state.get("recorded"))
    old = messages[: len(messages) - len(new)][-EARLIER_MESSAGES:]
    return to_turns(old, said_at=at.said_at(state))


def by_model(
    chat: BaseChatModel, turns: Sequence[Turn], state: MemoryState, at: NodeRun,
    method: str, template: str | None,
) -> Program[Extracted]:  # fmt: skip
    """Candidates by one structured call; what the checks refuse is named with its reason."""
    now = at.said_at(state)
    messages = render_extract(
        turns,
        language=language_of(state, at),
        now=now,
        known=known_of(state),
        feedback=state.get("decisions", {}).get("feedback", []),
        template=template,
    )
    answer = yield from structured(chat, messages, ExtractReply, method=method)
    kept, dropped = to_candidates(answer.value, turns, zone=now.tzinfo)
    reasons = [{"reason": one.reason, "message_id": one.message_id} for one in dropped]
    if answer.partial:
        reasons.append({"reason": "answer_cut"})
    return Extracted([_storable(one) for one in kept], reasons)


def known_of(state: MemoryState) -> list[str]:
    """What is stored already of what this turn brought up; turns state nothing."""
    found = [one["memory"] for one in state.get("recalled", {}).get("memories", [])]
    return [one["content"] for one in found if one["kind"] != "turn"]


def _storable(candidate: Candidate) -> Candidate:
    """The candidate without characters a database can't hold, whatever the model wrote."""
    return Candidate.model_validate(clean_json(candidate.model_dump(mode="json")))


def _without_secrets(found: Extracted) -> Extracted:
    """What was found, without what says nothing but a secret that was masked."""
    kept, dropped = [], list(found.dropped)
    for one in found.candidates:
        if one.retires or not says_a_secret(one.content, one.value):
            kept.append(one)
        else:
            dropped.append({"reason": "secret", "message_id": one.evidence.message_id or ""})
    return Extracted(kept, dropped)


def _update(found: Extracted, state: MemoryState) -> Update:
    decisions = Decisions(**state.get("decisions", {}))
    decisions.pop("next", None)
    if not is_answered(decisions):  # of a turn whose review was left
        decisions.pop("scope", None)
        decisions.pop("oversight", None)
    if messages := state.get("messages"):
        decisions["read"] = str(messages[-1].id)
    candidates = with_edits(found.candidates, state.get("decisions", {}).get("edits", {}))
    return {
        "candidates": [one.model_dump(mode="json") for one in candidates],
        "dropped": found.dropped,
        "operations": [],
        "decisions": decisions,
    }
