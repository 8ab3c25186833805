"""What ``review_tool_calls`` is given: a slip is told, so that no risky call goes unseen."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from memory_graph.errors import ConfigurationError, ReviewError
from memory_graph.tool_reviews import read_tool_decisions, review_tool_calls


def pay(amount: int) -> str:
    """Pays."""
    return f"paid {amount}"


async def far_above(_: Any) -> bool:
    return True


@pytest.mark.parametrize(
    ("tools", "complaint"),
    [
        ("pay", "letters of a name"),
        (None, "give a list of tool names"),
        (7, "give a list of tool names"),
        ([pay], r"holds <function pay.*give its name, 'pay'"),
        ([tool(pay)], "give its name, 'pay'"),
        (["pay", 1], "holds 1: give its name"),
        (["pay", ""], "holds '': give its name"),
    ],
)
def test_tools_are_named(tools: Any, complaint: str) -> None:
    with pytest.raises(ConfigurationError, match=complaint):
        review_tool_calls(tools)


def test_when_is_a_function() -> None:
    wrong: Any = "amount > 100"
    with pytest.raises(ConfigurationError, match="when='amount > 100': give a function"):
        review_tool_calls(["pay"], when=wrong)


@pytest.mark.parametrize("names", [["pay"], ("pay",), {"pay"}, {"pay": pay}, []])
def test_any_collection_of_names_will_do(names: Any) -> None:
    assert review_tool_calls(names)


@pytest.mark.filterwarnings("error")
def test_a_coroutine_is_no_answer_of_when() -> None:
    """It would be true for every call, whatever the function says."""
    wrong: Any = far_above
    builder = StateGraph(MessagesState)
    builder.add_node("review", review_tool_calls(["pay"], when=wrong))
    builder.add_edge(START, "review")
    app = builder.compile(checkpointer=InMemorySaver())
    call = {"name": "pay", "args": {"amount": 1}, "id": "c1"}
    with pytest.raises(ConfigurationError, match="'far_above' is async: give a plain function"):
        app.invoke(
            {"messages": [AIMessage("", tool_calls=[call])]},
            {"configurable": {"thread_id": "t1"}},
        )


CALLS: list[Any] = [{"name": "pay", "args": {"amount": 1}, "id": "c1"}]


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("approve", r"the answer is 'approve': give \{'decisions': .* of the 1 calls"),
        (None, "the answer is None: give"),
        ({"decisions": {"type": "approve"}}, "the answer is {'type': 'approve'}: give"),
        ([], "the answer is 0 decisions: give"),
        (
            [{"type": "edit", "edited_action": {"args": {"note": "x", 3: 4}}}],
            "'pay' was not called with note, 3: change amount, or reject it and say in 'message'",
        ),
    ],
)
def test_an_answer_that_does_not_fit_is_told_what_would(answer: Any, complaint: str) -> None:
    with pytest.raises(ReviewError, match=complaint):
        read_tool_decisions(answer, CALLS)
