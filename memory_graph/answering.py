"""Answering a review where it waits, also when a caller only has an old checkpoint of it.

``Command(resume=…)`` sent to a checkpoint that is no longer the head is dropped without a word:
LangGraph takes the answer it once got there. The way that works is to replay that checkpoint, so
that the review waits at the head again, and to answer it there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any
from uuid import uuid4

from langchain_core.runnables import RunnableConfig
from langgraph.pregel.protocol import PregelProtocol
from langgraph.pregel.remote import RemoteException
from langgraph.types import Command, Durability, Interrupt, StateSnapshot
from pydantic import ValidationError

from memory_graph.answering_once import alone
from memory_graph.effects import Effect, Program, arun, run
from memory_graph.errors import InputError, ReviewError
from memory_graph.nodes.base import ANSWER_KEY
from memory_graph.review import unfold

Decisions = Mapping[str, Any] | Sequence[Any]
Options = Mapping[str, Any]


Graph = PregelProtocol[Any, Any, Any, Any]


def answer_review(
    graph: Graph, config: RunnableConfig, decisions: Decisions, *, context: Any = None,
    durability: Durability | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Answers the review that waits in a thread and goes on; gives the state after it.

    ``decisions`` is the list of decisions, or ``{"decisions": [...]}``; where several reviews wait
    side by side, a mapping of interrupt ids to such lists. A ``config`` with a checkpoint id
    answers the review of that checkpoint, which is replayed if it is not the head. ``context`` and
    ``durability`` are those of ``invoke``, for the run that goes on.

    Raises ReviewError when nothing waits, when it was already decided (the first decision stands),
    and for decisions that don't fit; InputError for a config that names no thread.
    """
    return run(_answer(graph, config, decisions, _options(context, durability)))


async def aanswer_review(
    graph: Graph, config: RunnableConfig, decisions: Decisions, *, context: Any = None,
    durability: Durability | None = None,
) -> dict[str, Any]:  # fmt: skip
    """As ``answer_review``, in this event loop."""
    return await arun(_answer(graph, config, decisions, _options(context, durability)))


def _options(context: Any, durability: Durability | None) -> Options:
    """What a run is invoked with; a durability that was not given is left to the graph."""
    return {"context": context} | ({"durability": durability} if durability else {})


def _answer(
    graph: Graph, config: RunnableConfig, decisions: Decisions, options: Options
) -> Program[dict[str, Any]]:
    thread = str(config.get("configurable", {}).get("thread_id") or "")
    if not thread:
        raise InputError(
            f"config {config!r} names no thread: give {{'configurable': {{'thread_id': …}}}}"
        )
    at_head = _at_head(config)
    head: StateSnapshot = yield _state(graph, at_head)
    named = config.get("configurable", {}).get("checkpoint_id")
    if named and named != _id_of(head):
        waiting = yield from _replay(graph, config, options, thread)
    else:
        waiting = head.interrupts
    if not waiting:
        last_run: list[StateSnapshot] = yield _last_run(graph, at_head)
        raise ReviewError(_nothing_waits(head, last_run, thread))
    reviews = [one for one in waiting if is_review(one.value)]
    if not reviews:
        raise ReviewError(_another_question(waiting, thread))
    answers = _resume_value(reviews, decisions, alone=len(waiting) == 1)
    resume: Command[Any] = Command(resume=answers)
    ours = uuid4().hex
    signed: RunnableConfig = {
        **at_head, "metadata": {**at_head.get("metadata", {}), ANSWER_KEY: ours}
    }  # fmt: skip
    with alone({one.id for one in reviews}) as is_first:
        if not is_first:
            raise ReviewError(_being_carried_out(thread))
        head = yield _state(graph, at_head)
        if not {one.id for one in reviews} <= {one.id for one in head.interrupts}:
            raise ReviewError(_decided(thread, head.values))
        result = yield from _resumed(graph, resume, signed, options)
    asks_on = isinstance(result, Mapping) and "__interrupt__" in result
    if not asks_on and _is_another(result, head.values, ours):
        raise ReviewError(_decided(thread, head.values))
    return result


def _resumed(
    graph: Graph, resume: Command[Any], config: RunnableConfig, options: Options
) -> Program[dict[str, Any]]:
    """The state after an answer; raises ReviewError for one that doesn't fit, here or afar."""
    try:
        result: dict[str, Any] = yield _invoke(graph, resume, config, options)
    except ValidationError as error:
        if error.title != "ReviewAnswer":
            raise
        raise ReviewError(_reason(error)) from error
    except RemoteException as error:
        why = _told_by_server(error)
        if why is None:
            raise
        raise ReviewError(why) from error
    return result


def _replay(
    graph: Graph, config: RunnableConfig, options: Options, thread: str
) -> Program[Sequence[Interrupt]]:
    """Has the review of an old checkpoint wait at the head again; leaves a decided one alone."""
    old: StateSnapshot = yield _state(graph, config)
    if not old.interrupts:
        raise ReviewError(
            f"no review waits at checkpoint {_id_of(old)!r} of thread {thread!r}: name the one "
            "whose state shows an interrupt, or leave checkpoint_id out"
        )
    history: list[StateSnapshot] = yield _since(graph, config, _id_of(old))
    if is_decided(_id_of(old), history):
        raise ReviewError(_decided(thread, old.values))
    result: Any = yield _invoke(graph, None, config, options)
    waiting: Sequence[Interrupt] = (
        result.get("__interrupt__", ()) if isinstance(result, Mapping) else ()
    )
    if not waiting:
        raise ReviewError(_decided(thread, old.values))
    return waiting


def is_decided(checkpoint_id: str, later: Sequence[StateSnapshot]) -> bool:
    """True when a run went on from a checkpoint, or from a replay of it; oldest first. Pure."""
    same = {checkpoint_id}
    for one in later:
        parent = (one.parent_config or {}).get("configurable", {}).get("checkpoint_id")
        source = (one.metadata or {}).get("source")
        if parent in same and source == "loop":
            return True
        if parent in same and source == "fork":
            same.add(_id_of(one))
    return False


def is_review(asked: object) -> bool:
    """True for a question in the shape of HITLRequest, ours or that of another node. Pure."""
    return isinstance(asked, Mapping) and "action_requests" in asked


def _another_question(waiting: Sequence[Interrupt], thread: str) -> str:
    """What is said of interrupts of the host's own, whose answers have a shape we can't know."""
    ids = ", ".join(one.id for one in waiting)
    return (
        f"what waits in thread {thread!r} is no review but a question of another node: answer it "
        f"with Command(resume={{id: …}}) for the id {ids}"
    )


def _resume_value(waiting: Sequence[Interrupt], decisions: Decisions, *, alone: bool) -> Any:
    """The answer in LangGraph's form: by interrupt id where others wait side by side."""
    ids = [one.id for one in waiting]
    if isinstance(decisions, Mapping) and decisions and set(decisions) <= set(ids):
        return {name: {"decisions": unfold(one)} for name, one in decisions.items()}
    if len(waiting) > 1:
        raise ReviewError(
            f"{len(waiting)} reviews wait side by side: give {{interrupt id: [decisions]}} for "
            f"the ids {', '.join(ids)}"
        )
    given = {"decisions": unfold(decisions)}
    return given if alone else {ids[0]: given}


def _nothing_waits(head: StateSnapshot, run: Sequence[StateSnapshot], thread: str) -> str:
    """Why a thread can't be answered: its last run had a review, or none at all."""
    items = _part(head.values, "decisions").get("items") or []
    if any(items) or any(one.interrupts for one in run):
        return _decided(thread, head.values)
    return f"no review waits in thread {thread!r}: get_state(config).interrupts shows what does"


def _decided(thread: str, values: object) -> str:
    """That the first decision stands, and how to decide again where the state is ours."""
    again = "; to decide the turn again, set `nonce` in the state and replay it"
    is_ours = isinstance(values, Mapping) and "decisions" in values
    return (
        f"the review in thread {thread!r} was already decided: the first decision stands and this "
        f"one changed nothing{again if is_ours else ''}"
    )


def _being_carried_out(thread: str) -> str:
    return (
        f"the review in thread {thread!r} was already decided: another answer is just being "
        "carried out, and this one changed nothing"
    )


def _is_another(result: object, before: object, ours: str) -> bool:
    """True when another answer came first; a host's state may not tell whose it was."""
    settled = _answer_in(result)
    if settled and settled != _answer_in(before):
        return settled != ours
    written = _part(result, "written")
    return bool(written.get("already")) and written != _part(before, "written")


def _answer_in(values: object) -> str:
    return str(_part(values, "decisions").get("answer") or "")


def _part(values: object, key: str) -> Mapping[str, Any]:
    """One of memory's keys in a state; empty where a host gives something else, be it a text."""
    found = values.get(key) if isinstance(values, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _reason(error: ValidationError) -> str:
    """What is wrong with an answer, without Pydantic's own words."""
    said = [
        (".".join(map(str, one["loc"])), one["msg"].removeprefix("Value error, "))
        for one in error.errors()
    ]
    return "; ".join(f"{where}: {what}" if where else what for where, what in said)


def _told_by_server(error: RemoteException) -> str | None:
    """What a server says is wrong with an answer; None for an error of another kind."""
    said = error.args[0] if error.args else None
    text = str(said.get("message")) if isinstance(said, Mapping) else ""
    if "for ReviewAnswer\n" not in text:
        return None
    told = re.search(r"(?s)Value error, (.*?) \[type=", text)
    return told[1] if told else text


def _at_head(config: RunnableConfig) -> RunnableConfig:
    """The config without a checkpoint."""
    configurable = dict(config.get("configurable", {}))
    for key in ("checkpoint_id", "checkpoint_map"):
        configurable.pop(key, None)
    return {**config, "configurable": configurable}


def _id_of(snapshot: StateSnapshot) -> str:
    return str(snapshot.config.get("configurable", {}).get("checkpoint_id", ""))


def _state(graph: Graph, config: RunnableConfig) -> Effect:
    return Effect(lambda: graph.get_state(config), lambda: graph.aget_state(config))


def _invoke(graph: Graph, given: Any, config: RunnableConfig, options: Options) -> Effect:
    return Effect(
        lambda: graph.invoke(given, config, **options),
        lambda: graph.ainvoke(given, config, **options),
    )


def _since(graph: Graph, config: RunnableConfig, checkpoint_id: str) -> Effect:
    """The checkpoints that came after one, oldest first; ids grow with time."""
    return _newest(graph, config, lambda one: _id_of(one) <= checkpoint_id)


def _last_run(graph: Graph, config: RunnableConfig) -> Effect:
    """The checkpoints since the last input, oldest first."""
    return _newest(graph, config, lambda one: (one.metadata or {}).get("source") == "input")


def _newest(
    graph: Graph, config: RunnableConfig, is_end: Callable[[StateSnapshot], bool]
) -> Effect:
    """The newest checkpoints of a thread down to a certain one, which is left out; oldest first."""
    where = _at_head(config)

    def read() -> list[StateSnapshot]:
        return list(takewhile(lambda one: not is_end(one), graph.get_state_history(where)))[::-1]

    async def aread() -> list[StateSnapshot]:
        found: list[StateSnapshot] = []
        async for one in graph.aget_state_history(where):
            if is_end(one):
                break
            found.append(one)
        return found[::-1]

    return Effect(read, aread)
