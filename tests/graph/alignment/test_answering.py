"""answer_review: at the head, from an old checkpoint, twice, badly, and with nothing waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.func import entrypoint
from langgraph.graph import START, StateGraph
from langgraph.types import Command, interrupt

from memory_graph import MemoryState, aanswer_review, answer_review, build_remember_graph
from memory_graph.context import MemoryContext
from memory_graph.errors import InputError, ReviewError
from memory_graph.graph import build_memory_graph
from tests.graph.conftest import Chat

if TYPE_CHECKING:
    from memory_graph.settings import Settings
    from memory_graph.stores.postgres import PostgresMemoryStore

APPROVE = {"type": "approve"}
REJECT = {"type": "reject", "message": "no"}
EDIT = {
    "type": "edit",
    "edited_action": {"name": "add_memory", "args": {"content": "Ann never eats peanuts."}},
}
PRIVATE = "I am allergic to peanuts."


def answer(chat: Chat, config: Any, *decisions: Any, run: str = "sync") -> dict[str, Any]:
    if run == "sync":
        return answer_review(chat.app, config, list(decisions), context=chat.context)
    asked = aanswer_review(chat.app, config, {"decisions": decisions}, context=chat.context)
    return asyncio.run(asked)


@pytest.fixture(params=["sync", "async"])
def how(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


def test_it_answers_at_the_head(chat: Chat, how: str) -> None:
    chat.say(PRIVATE, message_id="m1")
    done = answer(chat, chat.where("t1"), APPROVE, run=how)
    assert done["written"]["counts"]["added"] == 1
    assert len(chat.contents()) == 1


def test_nothing_waits(chat: Chat, how: str) -> None:
    with pytest.raises(ReviewError, match="no review waits in thread 't1'"):
        answer(chat, chat.where("t1"), APPROVE, run=how)
    chat.say("I live in Oslo.", message_id="m1")
    with pytest.raises(ReviewError, match="no review waits in thread 't1'"):
        answer(chat, chat.where("t1"), APPROVE, run=how)
    with pytest.raises(ReviewError, match="no review waits at checkpoint"):
        answer(chat, chat.before("m1"), APPROVE, run=how)


def test_the_second_answer_is_told_and_changes_nothing(chat: Chat, how: str) -> None:
    chat.say(PRIVATE, message_id="m1")
    waiting = chat.state().config
    answer(chat, chat.where("t1"), APPROVE, run=how)
    chat.say("I live in Oslo.", message_id="m2")
    head = chat.state().config
    with pytest.raises(ReviewError, match="already decided"):
        answer(chat, waiting, REJECT, run=how)
    assert chat.state().config == head
    assert len(chat.contents()) == 2


@pytest.mark.parametrize("decision", [APPROVE, REJECT, EDIT])
def test_right_after_the_first_answer_the_head_says_so_too(
    chat: Chat, how: str, decision: Any
) -> None:
    chat.say(PRIVATE, message_id="m1")
    answer(chat, chat.where("t1"), decision, run=how)
    known = chat.contents()
    with pytest.raises(ReviewError, match="already decided"):
        answer(chat, chat.where("t1"), APPROVE, run=how)
    assert chat.contents() == known


def test_a_review_left_on_another_branch_is_replayed_and_answered(chat: Chat, how: str) -> None:
    chat.say("I like green tea.", message_id="m1")
    chat.say(PRIVATE, message_id="m2")
    waiting = chat.state().config
    chat.edit("m2", "I live in Oslo.")
    assert not chat.state().interrupts
    done = answer(chat, waiting, APPROVE, run=how)
    assert done["written"]["counts"]["added"] == 1
    known = " ".join(chat.contents())
    assert "peanuts" in known
    assert "tea" in known
    assert "Oslo" not in known
    with pytest.raises(ReviewError, match="already decided"):
        answer(chat, waiting, REJECT, run=how)
    assert " ".join(chat.contents()) == known


def test_langgraph_alone_would_drop_the_answer(chat: Chat) -> None:
    """The trap this helper is for: without it the edit below would be lost without a word."""
    from langgraph.types import Command

    chat.say(PRIVATE, message_id="m1")
    waiting = chat.state().config
    chat.answer(REJECT)
    asked = chat.app.invoke(Command(resume={"decisions": [APPROVE]}), waiting, context=chat.context)
    assert asked["decisions"]["items"] != [APPROVE]
    assert chat.contents() == []


@pytest.mark.parametrize("config", [{}, {"configurable": {}}, {"configurable": {"thread_id": ""}}])
def test_a_config_without_a_thread_is_told(chat: Chat, config: Any) -> None:
    with pytest.raises(InputError, match=r"names no thread.*thread_id"):
        answer_review(chat.app, config, [APPROVE], context=chat.context)


@pytest.mark.parametrize(
    ("decisions", "why"),
    [
        ([APPROVE, APPROVE], "2 decisions but 1 items"),
        ([], "0 decisions but 1 items"),
        ([{"type": "perhaps"}], "'perhaps' is none of"),
        ({"decisions": "yes"}, "one decision for each item"),
    ],
)
def test_a_bad_answer_says_why_and_can_be_given_again(chat: Chat, decisions: Any, why: str) -> None:
    chat.say(PRIVATE, message_id="m1")
    with pytest.raises(ReviewError, match=why):
        answer_review(chat.app, chat.where("t1"), decisions, context=chat.context)
    assert chat.contents() == []
    answer(chat, chat.where("t1"), APPROVE)
    assert len(chat.contents()) == 1


@pytest.mark.parametrize("first", [APPROVE, REJECT])
def test_an_answer_that_slips_in_between_is_told_of(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, first: dict[str, str]
) -> None:
    """Another process answers and ends the run after this one has looked and before it resumes."""
    chat.say(PRIVATE, message_id="m1")
    invoke = chat.app.invoke

    def late(given: Any, config: Any, **options: Any) -> Any:
        monkeypatch.setattr(chat.app, "invoke", invoke)
        chat.answer(first)
        return invoke(given, config, **options)

    monkeypatch.setattr(chat.app, "invoke", late)
    with pytest.raises(ReviewError, match="already decided"):
        answer(chat, chat.where("t1"), APPROVE)
    assert len(chat.contents()) == (first is APPROVE)


def test_a_found_write_still_tells_what_was_refused(chat: Chat) -> None:
    """A crash may lose the checkpoint that held the refusal; the write has kept it."""
    chat.say(PRIVATE, message_id="m1")
    waiting = chat.state().config
    answer(chat, chat.where("t1"), REJECT)
    refused = chat.state().values["working"]["refused"]
    assert refused
    again = chat.app.invoke(None, waiting, context=chat.context)
    assert "__interrupt__" not in again
    assert again["written"]["already"]
    assert again["working"]["refused"] == refused
    assert again["working"]["session"]["masked_through"] == "m1"
    chat.say("What should I cook tonight?", message_id="m2")
    found = chat.store.recall(chat.context.scope, "peanuts", limit=50).memories
    assert not any(one.scores.bm25 for one in found)  # the turns after it aren't indexed with it


@pytest.mark.parametrize("kind", ["memory", "postgres"])
def test_g4_ten_at_once_write_once_and_the_rest_are_told(
    make_chat: Callable[..., Chat], request: pytest.FixtureRequest, kind: str
) -> None:
    saver = request.getfixturevalue("postgres_saver") if kind == "postgres" else True
    chat = make_chat(checkpointer=saver)
    chat.say(PRIVATE, message_id="m1")

    def approve(_: int) -> str:
        try:
            answer(chat, chat.where("t1"), APPROVE)
        except ReviewError as error:
            return str(error)
        return "done"

    with ThreadPoolExecutor(10) as pool:
        said = list(pool.map(approve, range(10)))
    assert said.count("done") == 1
    assert sum("already decided" in one for one in said) == 9
    assert chat.store.stats("ann").writes == 1
    assert len(chat.contents()) == 1


def test_another_users_context_stores_nothing_for_anybody(chat: Chat) -> None:
    chat.say(PRIVATE, message_id="m1")
    with pytest.raises(InputError, match="belongs to 'ann'"):
        answer(chat.as_user("reviewer"), chat.where("t1"), APPROVE)
    assert chat.contents() == []
    answer(chat, chat.where("t1"), APPROVE)
    assert len(chat.contents()) == 1


@pytest.mark.parametrize("oversight", ["on_the_loop", "out_of_the_loop"])
@pytest.mark.parametrize(("decision", "kept"), [(APPROVE, 1), (REJECT, 0)])
def test_an_answer_is_heard_whatever_oversight_it_comes_with(
    chat: Chat, oversight: str, decision: dict[str, Any], kept: int
) -> None:
    chat.say(PRIVATE, message_id="m1")
    answer(chat.as_user("ann", oversight=oversight), chat.where("t1"), decision)
    assert len(chat.contents()) == kept


@pytest.fixture
def asking_host(chat: Chat, settings: Settings) -> Callable[..., Chat]:
    """Build a host with a question of its own beside the review, or before it."""

    def make(*, beside: bool, heard: list[Any]) -> Chat:
        def ask(state: MemoryState) -> dict[str, Any]:
            heard.append(interrupt("Your name?"))
            return {}

        builder: StateGraph[Any, Any, Any, Any] = StateGraph(
            MemoryState, context_schema=MemoryContext
        )
        builder.add_node("answer", lambda _: {"messages": [AIMessage("Noted.")]})
        builder.add_node("ask", ask)
        remember = build_remember_graph(model="offline", settings=settings).compile()
        builder.add_node("remember", remember)
        builder.add_edge(START, "answer")
        builder.add_edge("answer", "ask")
        builder.add_edge("answer" if beside else "ask", "remember")
        app = builder.compile(store=chat.store, checkpointer=InMemorySaver())
        return replace(chat, app=app)

    return make


def test_a_question_of_the_host_is_not_answered_with_decisions(
    asking_host: Callable[..., Chat], how: str
) -> None:
    heard: list[Any] = []
    chat = asking_host(beside=False, heard=heard)
    chat.say(PRIVATE, message_id="m1")
    with pytest.raises(ReviewError, match="no review but a question of another node"):
        answer(chat, chat.where("t1"), APPROVE, run=how)
    assert not heard
    chat.resume("Ann")
    answer(chat, chat.where("t1"), APPROVE, run=how)
    assert (heard, len(chat.contents())) == (["Ann"], 1)


def test_a_question_of_the_host_may_wait_beside_the_review(
    asking_host: Callable[..., Chat], how: str
) -> None:
    heard: list[Any] = []
    chat = asking_host(beside=True, heard=heard)
    chat.say(PRIVATE, message_id="m1")
    (waiting,) = answer(chat, chat.where("t1"), APPROVE, run=how)["__interrupt__"]
    assert len(chat.contents()) == 1
    chat.app.invoke(Command(resume={waiting.id: "Ann"}), chat.where("t1"), context=chat.context)
    assert heard == ["Ann"]


def test_a_host_may_give_words_instead_of_a_state(
    store: PostgresMemoryStore, settings: Settings, how: str
) -> None:
    """A function that keeps the messages itself, as LangGraph's ``entrypoint`` has it."""
    inner = build_memory_graph(model="offline", settings=settings).compile()

    @entrypoint(checkpointer=InMemorySaver(), store=store, context_schema=MemoryContext)
    def agent(text: str, *, previous: list[AnyMessage] | None = None) -> Any:
        said = [*(previous or []), HumanMessage(text, id=f"m{len(previous or [])}")]
        messages = inner.invoke({"messages": said})["messages"]
        return entrypoint.final(value=messages[-1].text, save=messages)

    chat = Chat(agent, store)
    agent.invoke("I live in Oslo.", chat.where("t1"), context=chat.context)
    agent.invoke(PRIVATE, chat.where("t1"), context=chat.context)
    assert "peanuts" in answer(chat, chat.where("t1"), APPROVE, run=how)
    with pytest.raises(ReviewError, match=r"no review waits|already decided"):
        answer(chat, chat.where("t1"), APPROVE, run=how)
    assert len(chat.contents()) == 2
