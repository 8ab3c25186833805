"""A person before high-stakes tool calls: a node between the model and its tools.

    model → review → tools → model …

It asks once for all calls of a message that need a person, with the payload and the answers that
the reviews of memories have. Calls that nobody has to see pass untouched; nothing that was done
before is done again, because the node sits where the run stops.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, ToolCall, ToolMessage
from langgraph.graph import END
from langgraph.types import interrupt

from memory_graph.effects import Effect
from memory_graph.errors import ConfigurationError, ReviewError
from memory_graph.nodes.asked import asked_before
from memory_graph.nodes.base import MemoryNode, NodeRun, Update
from memory_graph.review import LEGACY, ReviewAnswer, checked_by, unfold
from memory_graph.review_request import ALLOWED
from memory_graph.state import MemoryState

When = Callable[[ToolCall], bool | str]
"""Whether a call needs a person; a text says why."""
_REJECTED = "A person rejected this call; it was not made. Don't repeat it."


@dataclass(frozen=True, slots=True)
class ToolDecision:
    """What a person decided about one call."""

    type: str
    args: Mapping[str, Any] | None = None
    message: str = ""


def review_tool_calls(
    tools_needing_review: Collection[str], *, when: When | None = None, name: str = "review"
) -> MemoryNode:
    """Makes the node that asks before these tools are called; returns ``messages``.

    ``when`` narrows it to the calls for which it is true; a text it gives is shown as the reason.
    What was asked about stays so while it waits, whatever ``when`` would say of it by then.
    Approved and edited calls stay in the message, which remains the last one; rejected and
    responded ones are answered by a tool message each and taken out of it. ``after_tool_review``
    says where to go on. Needs a checkpointer. Raises ConfigurationError for what is no tool name.
    """
    risky = _names(tools_needing_review)
    if when is not None and not callable(when):
        raise ConfigurationError(f"when={when!r}: give a function of the call")

    def body(state: MemoryState, at: NodeRun) -> Generator[Effect, Any, Update]:
        message = _last_call(state.get("messages", []))
        if message is None:
            return {}
        request = yield from asked_before(at)
        asked = calls_asked_about(request, message.tool_calls)
        if asked is None:
            reasons = {
                place: (call, reason)
                for place, call in enumerate(message.tool_calls)
                if call["name"] in risky and (reason := _reason(when, call))
            }
            request, asked = tool_request([*reasons.values()]), [*reasons]
        if not asked:
            return {}
        calls = [message.tool_calls[place] for place in asked]
        schema = checked_by(lambda answer: read_tool_decisions(answer, calls))
        answer = interrupt(request, response_schema=schema)
        decisions = read_tool_decisions(answer, calls)
        return {"messages": settle_calls(message, dict(zip(asked, decisions, strict=True)))}

    return MemoryNode(name, body)


def _names(given: object) -> frozenset[str]:
    """The names of the tools; anything else would let their calls pass unseen."""
    if isinstance(given, str):
        raise ConfigurationError(
            f"review_tool_calls({given!r}): give a list of tool names, [{given!r}]; the letters of "
            "a name would review nothing"
        )
    if not isinstance(given, Iterable):
        raise ConfigurationError(f"review_tool_calls({given!r}): give a list of tool names")
    names = list(given)
    for one in names:
        if not isinstance(one, str) or not one:
            name = getattr(one, "name", getattr(one, "__name__", "pay"))
            raise ConfigurationError(f"review_tool_calls holds {one!r}: give its name, {name!r}")
    return frozenset(names)


def _reason(when: When | None, call: ToolCall) -> bool | str:
    """What ``when`` says of a call; a coroutine says nothing, though it counts as true."""
    given: object = when(call) if when else True
    if isinstance(given, Coroutine):
        given.close()
        name = getattr(when, "__name__", type(when).__name__)
        raise ConfigurationError(f"when={name!r} is async: give a plain function of the call")
    return given if isinstance(given, str) else bool(given)


def after_tool_review(state: Mapping[str, Any]) -> str:
    """Where to go on: ``tools`` while calls are to be made, ``model`` after refusals, else the end.

    The model sees why a call was refused. A message that calls nothing is its last word.
    """
    messages: Sequence[AnyMessage] = state.get("messages", [])
    if _last_call(messages):
        return "tools"
    return "model" if messages and isinstance(messages[-1], ToolMessage) else END


def _last_call(messages: Sequence[AnyMessage]) -> AIMessage | None:
    """The last message if it calls tools."""
    last = messages[-1] if messages else None
    return last if isinstance(last, AIMessage) and last.tool_calls else None


def tool_request(asked: Sequence[tuple[ToolCall, bool | str]]) -> dict[str, Any]:
    """One question for all calls, in the shape of HITLRequest. Pure."""
    requests = [
        {"name": call["name"], "args": call["args"], "description": _describe(call, reason)}
        for call, reason in asked
    ]
    names = dict.fromkeys(call["name"] for call, _ in asked)
    configs = [{"action_name": name, "allowed_decisions": list(ALLOWED)} for name in names]
    return {"action_requests": requests, "review_configs": configs}


def calls_asked_about(request: Any, calls: Sequence[ToolCall]) -> list[int] | None:
    """The places of the calls that a waiting question is about; None when it is of others. Pure."""
    asked = request.get("action_requests") if isinstance(request, Mapping) else None
    places, rest = list[int](), enumerate(calls)
    for one in asked or ():
        same = (
            at for at, call in rest if (call["name"], call["args"]) == (one["name"], one["args"])
        )
        place = next(same, None)
        if place is None:
            return None
        places.append(place)
    return places or None


def _describe(call: ToolCall, reason: bool | str) -> str:
    given = ", ".join(f"{key}={value!r}" for key, value in call["args"].items())
    return f"{call['name']}({given})" + (f"\n{reason}" if isinstance(reason, str) else "")


def settle_calls(message: AIMessage, decisions: Mapping[int, ToolDecision]) -> list[AnyMessage]:
    """The messages that follow from the decisions, by the call's place in the message. Pure.

    Not by call id: some models number the calls of each message anew, or all of them alike.

    Refused calls stay in the first message, each with its answer, and the others move to a
    message after it: so chat models see a whole conversation, and a plain ToolNode, which runs
    every call of the last message, runs no refused one.
    """
    kept: list[ToolCall] = []
    refused: list[ToolCall] = []
    answers: list[AnyMessage] = []
    for place, call in enumerate(message.tool_calls):
        decision = decisions.get(place, ToolDecision("approve"))
        if decision.type in {"reject", "respond"}:
            refused.append(call)
            answers.append(_answer(call, decision, f"{message.id}-reviewed-{place}"))
        else:
            kept.append({**call, "args": dict(decision.args)} if decision.args else call)
    if not refused:
        return [_with_calls(message, kept)]
    settled = [_with_calls(message, refused), *answers]
    if kept:
        settled.append(AIMessage("", id=f"{message.id}-kept", name=message.name, tool_calls=kept))
    return settled


def _with_calls(message: AIMessage, calls: Sequence[ToolCall]) -> AIMessage:
    """The message with these calls alone, also where a provider repeats them."""
    content = message.content
    if not isinstance(content, str):
        content = [one for one in content if not _is_call(one)]
    extra = {k: v for k, v in message.additional_kwargs.items() if k != "tool_calls"}
    return message.model_copy(
        update={"content": content, "tool_calls": list(calls), "additional_kwargs": extra}
    )


def _is_call(block: object) -> bool:
    return isinstance(block, Mapping) and block.get("type") in {
        "tool_use", "tool_call", "function_call",
    }  # fmt: skip


def _answer(call: ToolCall, decision: ToolDecision, message_id: str) -> ToolMessage:
    is_reject = decision.type == "reject"
    words = f"{_REJECTED} Reason: {decision.message}" if is_reject and decision.message else ""
    return ToolMessage(
        words or decision.message or _REJECTED, name=call["name"], tool_call_id=str(call["id"]),
        id=message_id, status="error" if is_reject else "success",
    )  # fmt: skip


def read_tool_decisions(answer: Any, calls: Sequence[ToolCall]) -> list[ToolDecision]:
    """The decisions of an answer; raises ReviewError when it doesn't fit the calls. Pure."""
    given = answer.decisions if isinstance(answer, ReviewAnswer) else unfold(answer)
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != len(calls):
        raise ReviewError(
            f"the answer is {_shown(given)}: give {{'decisions': [{{'type': 'approve'}}, …]}}, one "
            f"decision for each of the {len(calls)} calls, in their order"
        )
    return [
        _decision(one, call, f"decision {index}")
        for index, (one, call) in enumerate(zip(given, calls, strict=True), 1)
    ]


def _decision(given: object, call: ToolCall, where: str) -> ToolDecision:
    if not isinstance(given, Mapping):
        raise ReviewError(f"{where} is {given!r}: expected {{'type': 'approve'}}")
    kind = LEGACY.get(str(given.get("type")), str(given.get("type")))
    if kind not in ALLOWED:
        raise ReviewError(f"{where}: type {given.get('type')!r} is none of {ALLOWED}")
    if kind == "edit":
        return ToolDecision("edit", args=_edited(given, call, where))
    message = given.get("message", given.get("args"))
    words = message.strip() if isinstance(message, str) else ""
    if kind == "respond" and not words:
        raise ReviewError(f"{where}: a respond needs a 'message'")
    return ToolDecision(kind, message=words)


def _edited(given: Mapping[str, Any], call: ToolCall, where: str) -> Mapping[str, Any]:
    """The new arguments; the tool itself can't be changed, nor arguments it was not given."""
    action = given.get("edited_action") or given.get("args")
    args = action.get("args") if isinstance(action, Mapping) else None
    if not isinstance(action, Mapping) or not isinstance(args, Mapping) or not args:
        raise ReviewError(f"{where}: an edit needs edited_action={{'name': …, 'args': {{…}}}}")
    if (named := action.get("name", action.get("action"))) not in {None, call["name"]}:
        raise ReviewError(f"{where}: the call is of {call['name']!r}, it can't become {named!r}")
    if unknown := [one for one in args if one not in call["args"]]:
        raise ReviewError(
            f"{where}: {call['name']!r} was not called with {', '.join(map(str, unknown))}: change "
            f"{', '.join(call['args']) or 'nothing'}, or reject it and say in 'message' what the "
            "model is to call"
        )
    return {**call["args"], **args}


def _shown(given: object) -> str:
    """What was given in place of a list of decisions, or how many it holds."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        return f"{len(given)} decisions"
    return repr(given)[:80]
