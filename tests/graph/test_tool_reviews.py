"""High-stakes tool calls: one question for all, every kind of answer, nothing done twice."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Command
from pydantic import Field

from memory_graph import aanswer_review, answer_review
from memory_graph.errors import ReviewError
from memory_graph.tool_reviews import (
    after_tool_review,
    read_tool_decisions,
    review_tool_calls,
    settle_calls,
)

ROOT = Path(__file__).resolve().parents[2]
APPROVE = {"type": "approve"}
REJECT = {"type": "reject", "message": "too much"}
RESPOND = {"type": "respond", "message": "ask the supplier first"}
CONFIG: Any = {"configurable": {"thread_id": "t1"}, "recursion_limit": 500}


def edit(**args: Any) -> dict[str, Any]:
    return {"type": "edit", "edited_action": {"name": "pay", "args": args}}


class Clerk(BaseChatModel):
    """Calls what the script says, one entry an answer, then stops."""

    script: list[list[dict[str, Any]]]
    seen: list[list[BaseMessage]] = Field(default_factory=list)
    call_id: str = "c{step}-{place}"

    @property
    def _llm_type(self) -> str:
        return "clerk"

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        step = len(self.seen)
        self.seen.append(messages)
        calls = self.script[step] if step < len(self.script) else []
        given = [
            {"name": one.get("name", "pay"), "args": {k: v for k, v in one.items() if k != "name"},
             "id": self.call_id.format(step=step, place=place)}
            for place, one in enumerate(calls)
        ]  # fmt: skip
        message = AIMessage("" if calls else "done", id=f"a{step}", tool_calls=given)
        return ChatResult(generations=[ChatGeneration(message=message)])


@pytest.fixture
def paid() -> list[tuple[str, int]]:
    return []


@pytest.fixture
def make(paid: list[tuple[str, int]]) -> Callable[..., Any]:
    """Build model → review → tools with the node under test and a plain ToolNode."""

    @tool
    def pay(number: str, amount: int) -> str:
        """Pay an invoice."""
        paid.append((number, amount))
        return f"paid {number}"

    @tool
    def look(number: str) -> str:
        """Look at an invoice."""
        return f"seen {number}"

    def build(clerk: Clerk, saver: BaseCheckpointSaver[Any] | None = None, **options: Any) -> Any:
        def model(state: MessagesState) -> dict[str, list[AnyMessage]]:
            return {"messages": [clerk.invoke(state["messages"])]}

        builder = StateGraph(MessagesState)
        builder.add_node("model", model)
        builder.add_node("review", review_tool_calls(["pay"], **options))
        builder.add_node("tools", ToolNode([pay, look]))
        builder.add_edge(START, "model")
        builder.add_conditional_edges(
            "model", lambda s: "review" if s["messages"][-1].tool_calls else "__end__"
        )
        builder.add_conditional_edges("review", after_tool_review, ["tools", "model"])
        builder.add_edge("tools", "model")
        return builder.compile(checkpointer=saver or InMemorySaver())

    return build


def start(app: Any) -> dict[str, Any]:
    found: dict[str, Any] = app.invoke({"messages": [("user", "Pay.")]}, CONFIG)
    return found


def large(call: Any) -> bool:
    return bool(call["args"]["amount"] > 100)


def test_all_risky_calls_of_a_message_are_one_question(make: Callable[..., Any]) -> None:
    calls = [
        {"number": "A", "amount": 500}, {"number": "B", "amount": 5},
        {"name": "look", "number": "C"}, {"number": "D", "amount": 900},
    ]  # fmt: skip
    app = make(Clerk(script=[calls]), when=lambda one: f"{one['args']['amount']}!" * large(one))
    (waiting,) = start(app)["__interrupt__"]
    requests = waiting.value["action_requests"]
    assert [one["args"]["number"] for one in requests] == ["A", "D"]
    assert [set(one) for one in requests] == [{"name", "args", "description"}] * 2
    assert requests[1]["description"].endswith("900!")
    (config,) = waiting.value["review_configs"]
    assert config["action_name"] == "pay"
    assert config["allowed_decisions"] == ["approve", "edit", "reject", "respond"]


ANSWERS = [
    (APPROVE, 900, "paid D"),
    ({"type": "accept"}, 900, "paid D"),
    (edit(amount=90), 90, "paid D"),
    (REJECT, None, "too much"),
    ({"type": "ignore"}, None, "rejected"),
    (RESPOND, None, "ask the supplier first"),
]


@pytest.mark.parametrize(("decision", "amount", "told"), ANSWERS)
@pytest.mark.parametrize("run", ["sync", "async"])
async def test_each_answer_has_its_effect_and_the_rest_is_done(
    make: Callable[..., Any], paid: list[tuple[str, int]], decision: Any, amount: int | None,
    told: str, run: str,
) -> None:  # fmt: skip
    clerk = Clerk(script=[[{"number": "B", "amount": 5}, {"number": "D", "amount": 900}]])
    app = make(clerk, when=large)
    start(app)
    assert paid == []
    if run == "sync":
        done = answer_review(app, CONFIG, [decision])
    else:
        done = await aanswer_review(app, CONFIG, [decision])
    assert sorted(paid) == [("B", 5)] + ([("D", amount)] if amount else [])
    answers = [one for one in done["messages"] if isinstance(one, ToolMessage)]
    assert any(told in str(one.content) for one in answers)
    assert done["messages"][-1].text == "done"
    assert_whole(clerk.seen[-1])


def assert_whole(messages: list[BaseMessage]) -> None:
    """Each call is answered once, after its message and before the next one that is no answer."""
    open_calls: set[str] = set()
    for one in messages:
        if isinstance(one, ToolMessage):
            open_calls.remove(one.tool_call_id)
            continue
        assert not open_calls
        if isinstance(one, AIMessage):
            open_calls = {str(call["id"]) for call in one.tool_calls}
    assert not open_calls


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ([APPROVE, APPROVE], "each of the 1 calls"),
        ([{"type": "maybe"}], "'maybe' is none of"),
        ([{"type": "edit"}], "an edit needs edited_action"),
        ([edit(to="me")], "was not called with to"),
        ([{"type": "edit", "edited_action": {"name": "rob", "args": {"amount": 1}}}], "'rob'"),
        ([{"type": "respond"}], "needs a 'message'"),
    ],
)
def test_a_bad_answer_does_nothing_and_can_be_given_again(
    make: Callable[..., Any], paid: list[tuple[str, int]], answer: Any, why: str
) -> None:
    app = make(Clerk(script=[[{"number": "D", "amount": 900}]]))
    start(app)
    with pytest.raises(ReviewError, match=why):
        answer_review(app, CONFIG, answer)
    assert paid == []
    answer_review(app, CONFIG, [APPROVE])
    assert paid == [("D", 900)]


def test_what_needs_nobody_passes_untouched(
    make: Callable[..., Any], paid: list[tuple[str, int]]
) -> None:
    done = start(make(Clerk(script=[[{"number": "B", "amount": 5}]]), when=large))
    assert "__interrupt__" not in done
    assert paid == [("B", 5)]


def test_calls_a_provider_repeats_in_the_message_follow_the_decision() -> None:
    calls: Any = [{"name": "pay", "args": {"n": 1}, "id": "c1", "type": "tool_call"}]
    message = AIMessage(
        [{"type": "text", "text": "so"}, {"type": "tool_use", "id": "c1", "input": {"n": 1}}],
        tool_calls=calls, additional_kwargs={"tool_calls": [{"id": "c1"}], "kept": 1},
    )  # fmt: skip
    (decision,) = read_tool_decisions(
        [{"type": "edit", "edited_action": {"name": "pay", "args": {"n": 2}}}], calls
    )
    (settled,) = settle_calls(message, {0: decision})
    assert isinstance(settled, AIMessage)
    assert settled.tool_calls[0]["args"] == {"n": 2}
    assert settled.content == [{"type": "text", "text": "so"}]
    assert settled.additional_kwargs == {"kept": 1}


@pytest.fixture
def example() -> Iterator[ModuleType]:
    """Load the example as a module."""
    path = ROOT / "examples" / "invoice_review" / "main.py"
    spec = importlib.util.spec_from_file_location("invoice_review", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    module.PAID.clear()


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ([""], {"type": "approve"}),
        (["r"], {"type": "reject"}),
        (["abc", "-5", "1.5", "900"], edit(amount=900)),
    ],
)
def test_the_example_asks_again_until_it_understands(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch, typed: list[str], expected: Any
) -> None:
    answers = iter(typed)
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert example.decide("pay") == expected
    assert list(answers) == []


@pytest.mark.parametrize(
    ("decision", "last"),
    [
        (APPROVE, [("INV-50", 100_000)]),
        (REJECT, []),
        (edit(amount=1_000) | {"edited_action": {"name": "pay_invoice", "args": {"amount": 1_000}}},
         [("INV-50", 1_000)]),
    ],
)  # fmt: skip
def test_fifty_invoices_stop_at_the_last_and_go_on_from_there(
    example: ModuleType, postgres_saver: BaseCheckpointSaver[Any], decision: Any, last: Any
) -> None:
    first = example.build(postgres_saver)
    asked = start(first)["__interrupt__"][0].value["action_requests"]
    assert [one["args"]["number"] for one in asked] == ["INV-50"]
    assert "far above the usual" in asked[0]["description"]
    others = [(f"INV-{number:02}", 1_000) for number in range(1, 50)]
    assert others == example.PAID

    again = example.build(postgres_saver)  # as another process would find it
    assert again.invoke(None, CONFIG)["__interrupt__"]
    done = again.invoke(Command(resume={"decisions": [decision]}), CONFIG)
    assert [*others, *last] == example.PAID
    assert done["messages"][-1].text == "All 50 invoices are dealt with."
    with pytest.raises(ReviewError, match=r"already decided: .* changed nothing$"):
        answer_review(again, CONFIG, [APPROVE])
    assert [*others, *last] == example.PAID


@pytest.mark.parametrize("call_id", ["call_{place}", "call"])
def test_call_ids_that_repeat_get_nothing_refused_through(
    make: Callable[..., Any], paid: list[tuple[str, int]], call_id: str
) -> None:
    """Some models number the calls of each message anew, or give all of them one id."""
    both = [{"number": "A", "amount": 500}, {"number": "B", "amount": 600}]
    app = make(Clerk(script=[both, both[:1], both[:1]], call_id=call_id))
    start(app)
    answer_review(app, CONFIG, [REJECT, APPROVE])
    assert paid == [("B", 600)]
    for _ in range(2):
        done = answer_review(app, CONFIG, [REJECT])
    assert paid == [("B", 600)]
    assert "__interrupt__" not in done
    assert len([one for one in done["messages"] if isinstance(one, ToolMessage)]) == 4
