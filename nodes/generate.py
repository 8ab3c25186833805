"""generate: the reply. The only node that talks to the chat model for it."""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from datetime import datetime
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, SystemMessage

from memory_graph.context import Oversight
from memory_graph.conversation import last_user_index
from memory_graph.effects import Effect
from memory_graph.errors import ConfigurationError
from memory_graph.models import resolve_model
from memory_graph.nodes.base import MemoryNode, NodeRun, Update
from memory_graph.nodes.refusals import is_refused
from memory_graph.offline import AnswerMemory, OfflineChatModel
from memory_graph.offline.answer_types import Consent, ConsentTo, always_given
from memory_graph.options import check_option
from memory_graph.policy import ReviewPolicy, chosen_policy
from memory_graph.prompts.generate import MemoryLine, render_system
from memory_graph.providers import call_error
from memory_graph.settings import Settings, load_settings
from memory_graph.state import MemoryState
from memory_graph.text.times import format_date, format_time
from memory_graph.types import Candidate, Language, Recalled

_LOG = logging.getLogger(__name__)
UNSURE = 0.6
"""Below this confidence a memory is shown as not certain."""


def make_generate(
    *, model: str | BaseChatModel | None = None, fallback: bool = True,
    settings: Settings | None = None, template: str | None = None,
    policy: ReviewPolicy | None = None,
) -> MemoryNode:  # fmt: skip
    """Makes the node that replies; returns ``messages``.

    Recalled memories go into the system prompt as fenced, untrusted data. When the model fails for
    good and ``fallback`` is set, the offline model replies, and the message's
    ``response_metadata["degraded"]`` says why. Raises ModelError otherwise, ConfigurationError
    for a model that can't be set up, or a policy that is none. What ``policy`` has a person agree
    to first, the offline model does not promise to remember; rules of your own judge plans, and
    none is made yet.
    """
    held_by = chosen_policy(policy)
    check_option("settings", settings, Settings)

    def body(state: MemoryState, at: NodeRun) -> Generator[Effect, Any, Update]:
        chosen = settings or load_settings()
        chat = resolve_model(
            chosen.model if model is None else model, timeout_seconds=chosen.model_timeout_seconds
        )
        if isinstance(chat, OfflineChatModel):
            return {"messages": [offline_reply(chat, state, at, held_by)]}
        messages = prompt_messages(state, at, template)
        try:
            reply: AIMessage = yield Effect(
                lambda: chat.invoke(messages, at.config), lambda: chat.ainvoke(messages, at.config)
            )
        except Exception as error:
            wrapped = call_error("the reply", error)
            if not fallback or isinstance(wrapped, ConfigurationError):
                raise wrapped from error
            _LOG.warning("the offline model replies instead: %s", wrapped)
            reply = offline_reply(OfflineChatModel(), state, at, held_by)
            reply.response_metadata["degraded"] = str(wrapped)
        return {"messages": [reply]}

    return MemoryNode("generate", body)


def prompt_messages(
    state: MemoryState, at: NodeRun, template: str | None = None
) -> list[AnyMessage]:
    """The system prompt with pocket, summary and memories, then the turns not yet summarised."""
    working = state.get("working", {})
    recalled = state.get("recalled", {})
    language = language_of(state, at)
    now = at.said_at(state)
    system = render_system(
        instructions=at.context.instructions,
        language=language,
        now=now,
        pocket=[one["content"] for one in working.get("pocket", [])],
        summary=working.get("summary"),
        memories=[_line(one, language, now) for one in recalled_of(state)],
        degraded=recalled.get("degraded", False),
        template=template,
    )
    rest = recent_messages(state.get("messages", []), working.get("summary_through"))
    return [SystemMessage(system), *rest]


def recent_messages(messages: Sequence[AnyMessage], through: str | None) -> list[AnyMessage]:
    """The messages after the one the summary ends with; system messages are left to the prompt."""
    ids = [one.id for one in messages]
    start = ids.index(through) + 1 if through in ids else 0
    start = min(start, last_user_index(messages))
    return list(messages[start:])


def recalled_of(state: MemoryState) -> list[Recalled]:
    """The recalled memories of this turn, best first."""
    given = state.get("recalled", {}).get("memories", [])
    return [Recalled.model_validate(one) for one in given]


def language_of(state: MemoryState, at: NodeRun) -> Language:
    """The language of the reply: the context's, else the user's."""
    if at.context.locale != "auto":
        return at.context.locale
    return state.get("sensory", {}).get("language", "en")


def _line(one: Recalled, language: Language, now: datetime) -> MemoryLine:
    memory, zone = one.memory, now.tzinfo
    event = memory.event_from if memory.kind != "turn" else None
    end = memory.event_to
    return MemoryLine(
        content=memory.content,
        label="turn" if memory.kind == "turn" else memory.tier,
        when=format_time(
            event.astimezone(zone), end.astimezone(zone) if end else None, language
        ) if event else "",
        said_on=format_date(memory.valid_from.astimezone(zone), language),
        doubtful=memory.doubtful,
        speaker=memory.speaker or "",
        unsure=memory.confidence < UNSURE,
        alike=one.alike,
    )  # fmt: skip


def consent_of(policy: ReviewPolicy, oversight: Oversight) -> ConsentTo:
    """Whether what is told will be kept, as far as that can be told before it is planned."""
    if oversight == "on_the_loop":
        return always_given
    otherwise: Consent = "open" if oversight == "in_the_loop" else "refused"
    return lambda candidate: otherwise if policy.content_triggers(candidate) else "given"


def consent_in(state: MemoryState, at: NodeRun, policy: ReviewPolicy) -> ConsentTo:
    """The same in a thread, where a person may have said no to it before."""
    refusals, scope = state.get("working", {}).get("refused", []), at.context.scope.label
    otherwise = consent_of(policy, at.context.oversight)

    def consent(candidate: Candidate) -> Consent:
        is_told = not candidate.retires
        declined = is_told and is_refused(candidate, refusals, scope)
        return "declined" if declined else otherwise(candidate)

    return consent


def offline_reply(
    model: OfflineChatModel, state: MemoryState, at: NodeRun, policy: ReviewPolicy
) -> AIMessage:
    """The offline model's reply from the recalled memories."""
    working = state.get("working", {})
    reply: AIMessage = model.reply(
        state.get("sensory", {}).get("text", ""),
        memories=[_answer_memory(one) for one in recalled_of(state)],
        now=at.said_at(state),
        language=language_of(state, at),
        pocket=[one["content"] for one in working.get("pocket", [])],
        consent_to=consent_in(state, at, policy),
    )
    return reply


def _answer_memory(one: Recalled) -> AnswerMemory:
    memory = one.memory
    return AnswerMemory(
        content=memory.content, tier=memory.tier, kind=memory.kind, subject=memory.subject,
        attribute=memory.attribute, value=memory.value, polarity=memory.polarity,
        event_from=memory.event_from, event_to=memory.event_to, recorded_at=memory.valid_from,
        noted_at=memory.recorded_at, doubtful=memory.doubtful,
        speaker=memory.speaker, score=one.scores.final,
    )  # fmt: skip
