"""While a question about tools waits, the world goes on; the answer is to what was asked."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, Durability

from memory_graph import aanswer_review, after_tool_review, answer_review, review_tool_calls
from memory_graph.tool_reviews import calls_asked_about, tool_request
from tests.graph.answers import APPROVE, reject

CONFIG: Any = {"configurable": {"thread_id": "t1"}, "recursion_limit": 20}
CALLS: list[Any] = [
    {"name": "pay", "args": {"number": number, "amount": amount}, "id": number, "type": "tool_call"}
    for number, amount in (("A", 500), ("B", 2000))
]


class Office:
    """An agent that pays two invoices at once, with a limit that may change at any time."""

    def __init__(self, *, nested: bool = False, saver: Any = None) -> None:
        self.limit, self.paid, self.judged = 100, list[str](), 0

        @tool
        def pay(number: str, amount: int) -> str:
            """Pay an invoice."""
            self.paid.append(number)
            return f"paid {amount}"

        def model(state: MessagesState) -> dict[str, Any]:
            is_done = any(isinstance(one, ToolMessage) for one in state["messages"])
            return {"messages": [AIMessage("done") if is_done else AIMessage("", tool_calls=CALLS)]}

        def is_over(call: Any) -> str:
            self.judged += 1
            return f"over {self.limit}" if call["args"]["amount"] > self.limit else ""

        builder = StateGraph(MessagesState)
        builder.add_node("model", RunnableLambda(model))
        builder.add_node("review", review_tool_calls(["pay"], when=is_over))
        builder.add_node("tools", ToolNode([pay]))
        builder.add_edge(START, "model")
        builder.add_edge("model", "review")
        builder.add_conditional_edges("review", after_tool_review)
        builder.add_edge("tools", "model")
        if nested:
            host = StateGraph(MessagesState)
            host.add_node("agent", builder.compile())
            host.add_edge(START, "agent")
            builder = host
        self.app: Any = builder.compile(checkpointer=saver or InMemorySaver())


@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("run", ["sync", "async"])
@pytest.mark.parametrize("limit", [1000, 9000, 10])
async def test_the_answer_is_to_what_was_asked(
    durability: Durability, run: str, limit: int, *, nested: bool
) -> None:
    office = Office(nested=nested)
    office.limit = 1000  # so that B alone is asked about
    given = {"messages": [("user", "Pay.")]}
    if run == "sync":
        office.app.invoke(given, CONFIG, durability=durability)
    else:
        await office.app.ainvoke(given, CONFIG, durability=durability)
    office.limit = limit
    assert office.app.invoke(None, CONFIG, durability=durability)["__interrupt__"]
    if run == "sync":
        done = answer_review(office.app, CONFIG, [reject()])
    else:
        done = await aanswer_review(office.app, CONFIG, [reject()])
    assert office.paid == ["A"]
    assert office.judged == 2
    assert done["messages"][-1].text == "done"


def test_it_is_shown_as_it_was_and_what_was_not_asked_about_is_not_asked_later() -> None:
    office = Office()
    office.limit = 1000
    (first,) = office.app.invoke({"messages": [("user", "Pay.")]}, CONFIG)["__interrupt__"]
    office.limit = 10
    (second,) = office.app.invoke(None, CONFIG)["__interrupt__"]
    assert first.value == second.value
    assert "over 1000" in second.value["action_requests"][0]["description"]
    answer_review(office.app, CONFIG, [APPROVE])
    assert sorted(office.paid) == ["A", "B"]


def test_a_process_that_starts_anew_finds_the_question(postgres_saver: Any) -> None:
    first = Office(saver=postgres_saver)
    first.app.invoke({"messages": [("user", "Pay.")]}, CONFIG)
    second = Office(saver=postgres_saver)
    second.limit = 9000
    second.app.invoke(Command(resume={"decisions": [reject(), APPROVE]}), CONFIG)
    assert (first.paid, second.paid, second.judged) == ([], ["B"], 0)


A, B = CALLS


@pytest.mark.parametrize(
    ("asked", "calls", "places"),
    [
        ([A], [A, B], [0]),
        ([B], [A, B], [1]),
        ([A, B], [A, B], [0, 1]),
        ([A, A], [A, B, A], [0, 2]),
        ([B, A], [A, B], None),
        ([A, A], [A, B], None),
        ([], [A, B], None),
    ],
)
def test_which_calls_a_question_is_about(asked: Any, calls: Any, places: list[int] | None) -> None:
    request = tool_request([(one, True) for one in asked])
    assert calls_asked_about(request, calls) == places


@pytest.mark.parametrize("question", [None, "Your name?", {"action_requests": None}, {}])
def test_another_question_is_about_no_call(question: Any) -> None:
    assert calls_asked_about(question, CALLS) is None
