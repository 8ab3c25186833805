"""Several people at one question about a tool: the first answer runs it, the others are told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import tool
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Durability

from memory_graph import aanswer_review, after_tool_review, answer_review, review_tool_calls
from memory_graph.errors import ReviewError
from tests.graph.answers import APPROVE, reject

CONFIG: Any = {"configurable": {"thread_id": "t1"}, "recursion_limit": 20}
TEN = range(10)


class Desk:
    """An agent that pays one invoice after the other, each asked about; the node order is plain."""

    def __init__(
        self, numbers: Sequence[str], saver: BaseCheckpointSaver[Any] | None = None
    ) -> None:
        self.paid: list[str] = []
        self.model_calls = 0
        invoices = list(numbers)

        @tool
        def pay(number: str) -> str:
            """Pay an invoice, which takes a while."""
            time.sleep(0.05)
            self.paid.append(number)
            return f"paid {number}"

        def model(state: MessagesState) -> dict[str, Any]:
            self.model_calls += 1
            done = sum(isinstance(one, ToolMessage) for one in state["messages"])
            if done == len(invoices):
                return {"messages": [AIMessage("done")]}
            call = {"name": "pay", "args": {"number": invoices[done]}, "id": f"c{done}"}
            return {"messages": [AIMessage("", tool_calls=[call])]}

        builder = StateGraph(MessagesState)
        builder.add_node("model", RunnableLambda(model))
        builder.add_node("review", review_tool_calls(["pay"]))
        builder.add_node("tools", ToolNode([pay]))
        builder.add_edge(START, "model")
        builder.add_edge("model", "review")
        builder.add_conditional_edges("review", after_tool_review)
        builder.add_edge("tools", "model")
        self.app: Any = builder.compile(checkpointer=saver or InMemorySaver())
        said: Any = {"messages": [("user", "Pay.")]}
        self.app.invoke(said, CONFIG)


def test_the_run_ends_with_a_message_that_calls_nothing() -> None:
    desk = Desk(["A"])
    done = answer_review(desk.app, CONFIG, [APPROVE])
    assert (desk.paid, desk.model_calls, done["messages"][-1].text) == (["A"], 2, "done")


def test_after_a_refusal_the_model_is_asked_once_more() -> None:
    desk = Desk(["A"])
    answer_review(desk.app, CONFIG, [reject()])
    assert (desk.paid, desk.model_calls) == ([], 2)


@pytest.mark.parametrize("kind", ["memory", "postgres"])
def test_ten_at_once_run_a_tool_once(request: pytest.FixtureRequest, kind: str) -> None:
    desk = Desk(["A"], request.getfixturevalue("postgres_saver") if kind == "postgres" else None)

    def approve(_: int) -> str:
        try:
            answer_review(desk.app, CONFIG, [APPROVE])
        except ReviewError as error:
            return str(error)
        return "done"

    with ThreadPoolExecutor(len(TEN)) as pool:
        said = list(pool.map(approve, TEN))
    assert desk.paid == ["A"]
    assert said.count("done") == 1
    assert sum("already decided" in one for one in said) == 9


async def test_ten_at_once_in_one_event_loop() -> None:
    desk = Desk(["A"])
    answers = (aanswer_review(desk.app, CONFIG, [APPROVE]) for _ in TEN)
    said = await asyncio.gather(*answers, return_exceptions=True)
    assert desk.paid == ["A"]
    assert sum(isinstance(one, ReviewError) for one in said) == 9


def test_a_late_click_does_not_answer_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people see one question; the second answers while the first is being carried out."""
    desk = Desk(["A", "B"])
    plain, seen = desk.app.get_state, list[Any]()

    def get_state(*args: Any, **options: Any) -> Any:
        found = plain(*args, **options)
        if not seen:
            seen.append(found)
            answer_review(desk.app, CONFIG, [APPROVE])
        return found

    monkeypatch.setattr(desk.app, "get_state", get_state)
    with pytest.raises(ReviewError, match="already decided"):
        answer_review(desk.app, CONFIG, [APPROVE])
    assert desk.paid == ["A"]
    (waiting,) = plain(CONFIG).interrupts
    assert waiting.value["action_requests"][0]["args"] == {"number": "B"}


def test_an_answer_that_does_not_fit_keeps_nobody_out() -> None:
    desk = Desk(["A"])
    for _ in range(2):
        with pytest.raises(ReviewError, match="is none of"):
            answer_review(desk.app, CONFIG, [{"type": "maybe"}])
    answer_review(desk.app, CONFIG, [APPROVE])
    assert desk.paid == ["A"]


@pytest.mark.parametrize("run", ["sync", "async"])
async def test_the_run_that_goes_on_is_as_durable_as_is_said(
    durability: Durability, run: str
) -> None:
    """Under "exit" no checkpoint is kept between the answer and the next question."""
    desk = Desk(["A", "B"])
    before = len([*desk.app.get_state_history(CONFIG)])
    if run == "sync":
        answer_review(desk.app, CONFIG, [APPROVE], durability=durability)
    else:
        await aanswer_review(desk.app, CONFIG, [APPROVE], durability=durability)
    kept = len([*desk.app.get_state_history(CONFIG)]) - before
    assert kept == (1 if durability == "exit" else 3)
    assert desk.paid == ["A"]
