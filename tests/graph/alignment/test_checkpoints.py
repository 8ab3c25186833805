"""A checkpoint in the store's eyes: what it sees, when that was, and what a rewind takes back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from memory_graph.checkpoints import branch_of, clock_of, rewind_target
from memory_graph.errors import InputError

if TYPE_CHECKING:
    from tests.graph.conftest import Chat

HOMES = ("Oslo", "Rome", "Bern")


@pytest.fixture
def told(chat: Chat) -> Chat:
    """Three homes on one branch of a thread, and a fourth on another after the first."""
    for number, home in enumerate(HOMES, 1):
        chat.say(f"I live in {home}.", message_id=f"m{number}")
    forked = {"messages": [("user", "I live in Kyoto.")]}
    chat.app.invoke(forked, after(chat, 1).config, context=chat.context)
    return chat


def after(chat: Chat, turns: int) -> Any:
    """The newest checkpoint of the first branch after some turns."""
    for one in chat.app.get_state_history(chat.where("t1")):
        said = [m.text for m in one.values.get("messages", []) if m.type == "human"]
        if said == [f"I live in {home}." for home in HOMES[:turns]] and not one.next:
            return one
    raise AssertionError(turns)


def first(chat: Chat) -> Any:
    return list(chat.app.get_state_history(chat.where("t1")))[-1]


def seen(chat: Chat, **options: Any) -> list[str]:
    found = chat.store.list_memories("ann", tiers=["semantic"], **options)
    return [one.value for one in found if one.value]


def test_each_checkpoint_sees_its_own_branch(told: Chat) -> None:
    for turns, home in enumerate(HOMES, 1):
        snapshot = after(told, turns)
        assert seen(told, branch=branch_of(snapshot), as_of=clock_of(snapshot)) == [home]
    assert seen(told, branch=branch_of(told.state())) == ["Kyoto"]
    assert seen(told, branch=branch_of(first(told)), as_of=clock_of(first(told))) == []


@pytest.mark.parametrize(("turns", "left"), [(0, []), (1, ["Oslo"])])
def test_a_rewind_goes_back_to_a_checkpoint_of_a_snapshot(
    told: Chat, turns: int, left: list[str]
) -> None:
    snapshot = after(told, turns) if turns else first(told)
    target = rewind_target(snapshot)
    tried = told.store.rewind("ann", "t1", *target, dry_run=True)
    assert tried.writes == 4 - turns
    assert seen(told) == ["Kyoto"]
    told.store.rewind("ann", "t1", *target)
    assert seen(told) == left
    told.store.undo_rewind("ann", "t1")
    assert seen(told) == ["Kyoto"]


def test_a_state_without_lineage_is_told() -> None:
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(MessagesState)
    builder.add_node("echo", lambda _: {"messages": [("ai", "hm")]})
    builder.add_edge(START, "echo")
    app = builder.compile(checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t1"}}
    app.invoke({"messages": [("user", "hi")]}, config)
    with pytest.raises(InputError, match="no lineage"):
        branch_of(app.get_state(config))


def test_a_thread_that_has_not_begun_has_no_checkpoint(chat: Chat) -> None:
    with pytest.raises(InputError, match="no checkpoint"):
        rewind_target(chat.state())


def changed(**fields: Any) -> Callable[[Any], Any]:
    return lambda there: replace(branch_of(there), **fields)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (lambda there: there, r"branch is a (StateSnapshot|tuple): give branch_of\(snapshot\)"),
        (lambda there: there.config, "branch is a dict"),
        (lambda _: "t1", "branch is a str"),
        (lambda _: None, "branch is a NoneType"),
        (changed(lineage=None), "lineage=None says nothing"),
        (changed(lineage=""), "lineage='' says nothing"),
        (changed(lineage="all"), "'all' is not a multirange"),
        (changed(lineage="{[7,9223372036854775808)}"), "not a multirange"),
        (changed(thread_id=7), "thread_id=7 is not a string"),
        (changed(root=7), "root=7 is not a string"),
    ],
)
def test_what_is_no_branch_is_told_instead_of_seeing_nothing(
    told: Chat, given: Callable[[Any], Any], why: str
) -> None:
    there = told.state()
    (home,) = [one for one in told.memories() if one.value]
    wrong = given(there)
    reads: list[Callable[[], Any]] = [
        lambda: told.store.recall("ann", "home", branch=wrong),
        lambda: told.store.list_memories("ann", branch=wrong),
        lambda: told.store.history("ann", home.id, branch=wrong),
        lambda: told.store.get_memory("ann", home.id, branch=wrong),
        lambda: told.store.related("ann", "home", branch=wrong),
        lambda: told.store.stats("ann", branch=wrong),
    ]
    for read in reads:
        with pytest.raises(InputError, match=why) as error:
            read()
        assert "I live in" not in str(error.value)


@pytest.mark.parametrize("read", [branch_of, clock_of, rewind_target])
@pytest.mark.parametrize(
    "given",
    [lambda _: None, lambda there: there.config, lambda there: there.values, lambda _: "t1"],
)
def test_what_is_no_snapshot_is_told(
    told: Chat, read: Callable[[Any], Any], given: Callable[[Any], Any]
) -> None:
    wrong = given(told.state())
    with pytest.raises(InputError, match=f"{type(wrong).__name__} is no snapshot") as error:
        read(wrong)
    assert "get_state" in str(error.value)
    assert "I live in" not in str(error.value)
