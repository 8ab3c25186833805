"""The store follows the checkpoints, on the real runtime: forks, edits, retries, runs at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import HumanMessage, RemoveMessage

from memory_graph.stores.branch import Branch
from memory_graph.stores.commit import Commit

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel

APPROVE = {"type": "approve"}
REJECT = {"type": "reject", "message": "no"}
PRIVATE = "I am allergic to peanuts."


def known(chat: Chat) -> str:
    """What a reader outside all threads recalls, without raw turns."""
    return " | ".join(chat.contents())


def within(chat: Chat, snapshot: Any) -> str:
    """What a run that goes on from a checkpoint can see."""
    return " | ".join(chat.contents(branch=branch_of(snapshot)))


def branch_of(snapshot: Any) -> Branch:
    where = snapshot.config["configurable"]
    return Branch(where["thread_id"], where["checkpoint_id"], snapshot.values.get("lineage", ""))


def from_there(chat: Chat, config: Any, text: str, message_id: str) -> Any:
    """Says something at a checkpoint; gives the thread's new head."""
    chat.app.invoke(chat.said(text, message_id), config, context=chat.context)
    return chat.state()


def test_a_fork_at_an_interrupt_decides_each_branch_on_its_own(chat: Chat) -> None:
    chat.say("I like green tea.", message_id="m1")
    chat.say(PRIVATE, message_id="m2")
    waiting = chat.state().config
    chat.answer(APPROVE)
    approved = chat.state()
    assert "peanuts" in known(chat)

    fork = chat.app.update_state(waiting, {"nonce": "again"}, as_node="plan")
    asked = chat.app.invoke(None, fork, context=chat.context)
    assert asked["__interrupt__"]
    chat.answer(REJECT)
    rejected = chat.state()
    for text in (known(chat), within(chat, rejected)):
        assert "tea" in text
        assert "peanuts" not in text
    assert "peanuts" in within(chat, approved)

    head = from_there(chat, approved.config, "Thanks!", "m3")
    assert "peanuts" in known(chat)
    assert "peanuts" in within(chat, head)
    assert "peanuts" not in within(chat, rejected)


def test_a_message_in_place_of_an_answer_leaves_the_review_behind(chat: Chat) -> None:
    chat.say(PRIVATE, message_id="m1")
    waiting = chat.state()
    chat.app.invoke(None, waiting.config, context=chat.context)
    chat.edit("m1", "I live in Oslo.")
    assert "Oslo" in known(chat)
    assert "peanuts" not in known(chat)
    assert chat.store.stats("ann").writes == 1


def test_the_same_fact_in_two_branches_is_one_row(chat: Chat) -> None:
    chat.say("I like green tea.", message_id="m1")
    fork = chat.state().config
    first = from_there(chat, fork, "I live in Oslo.", "m2")
    second = from_there(chat, fork, "I live in Oslo.", "m2-again")
    third = from_there(chat, fork, "I like jazz.", "m2-other")
    assert "Oslo" not in known(chat)
    for head in (first, second):
        assert within(chat, head).count("Oslo") == 1
    assert "Oslo" not in within(chat, third)
    ids = {
        one.id
        for head in (first, second)
        for one in chat.memories(branch=branch_of(head))
        if "Oslo" in one.content
    }
    assert len(ids) == 1


def test_a_fact_closed_in_both_branches_stays_closed_in_each(chat: Chat) -> None:
    chat.say("I live in Oslo.", message_id="m1")
    fork = chat.state()
    rome = from_there(chat, fork.config, "I moved to Rome.", "m2")
    turin = from_there(chat, fork.config, "I moved to Turin.", "m2-again")
    assert "Turin" in known(chat)
    for head, here, other in ((rome, "Rome", "Turin"), (turin, "Turin", "Rome")):
        seen = within(chat, head)
        assert here in seen
        assert other not in seen
        assert "Oslo" not in seen
    assert "Oslo" in within(chat, fork)
    from_there(chat, rome.config, "Thanks!", "m3")
    assert "Rome" in known(chat)
    assert "Turin" not in known(chat)
    assert "Oslo" not in known(chat)
    from_there(chat, fork.config, "Thanks a lot!", "m2-third")
    assert "Oslo" in known(chat)
    assert "Rome" not in known(chat)


def test_history_shows_the_versions_of_the_own_branch(chat: Chat) -> None:
    chat.say("I live in Oslo.", message_id="m1")
    fork = chat.state()
    heads = {
        city: from_there(chat, fork.config, f"I moved to {city}.", f"m2-{city}")
        for city in ("Rome", "Turin")
    }
    for city, head in heads.items():
        branch = branch_of(head)
        (home,) = [one for one in chat.memories(branch=branch) if city in one.content]
        versions = chat.store.history("ann", home.id, branch=branch)
        assert [one.content.rstrip(".").rpartition(" ")[2] for one in versions] == ["Oslo", city]


def test_a_thread_id_used_again_hides_nothing(chat: Chat) -> None:
    chat.say("I live in Oslo.", message_id="m1")
    chat.app.checkpointer.delete_thread("t1")
    chat.say("I like green tea.", message_id="m1")
    assert "Oslo" in known(chat)
    assert "tea" in known(chat)
    assert "Oslo" in within(chat, chat.state())
    assert chat.store.stats("ann").trees == 2


def test_a_first_turn_without_a_checkpoint_is_found_again(chat: Chat) -> None:
    """As after a crash under ``exit``: the write is there, the thread is not."""
    for _ in range(3):
        chat.say("I live in Oslo.", message_id="m1")
        chat.app.checkpointer.delete_thread("t1")
    assert chat.store.stats("ann").writes == 1
    assert len(chat.turns()) == 2
    chat.say("I live in Oslo.", message_id="m1")
    chat.say("I like green tea.", message_id="m2")
    assert chat.store.stats("ann").trees == 1
    chat.app.checkpointer.delete_thread("t1")
    chat.say("I live in Oslo.", message_id="m1")
    assert chat.store.stats("ann").trees == 2
    assert "tea" in known(chat)


EMPTIED = ("working", "recalled", "decisions", "sensory", "written", "lineage", "recorded", "clock")


@pytest.mark.parametrize(
    "values",
    [{"working": {}}, {"recalled": {}}, {"decisions": {}}, *({name: None} for name in EMPTIED)],
    ids=str,
)
def test_a_state_edited_by_hand_keeps_its_branch(chat: Chat, values: dict[str, Any]) -> None:
    chat.say("I live in Oslo.", message_id="m1")
    after_first = chat.state().config
    chat.say("I like green tea.", message_id="m2")
    chat.app.update_state(chat.where("t1"), values)
    assert within(chat, chat.state()) == known(chat)
    assert "tea" in known(chat)

    fork = chat.app.update_state(after_first, values)
    from_there(chat, fork, "I like jazz.", "m3")
    assert "jazz" in known(chat)
    assert "Oslo" in known(chat)
    assert "tea" not in known(chat)


def test_a_message_changed_in_place_is_read_again(chat: Chat) -> None:
    chat.say("I play chess.", message_id="m1")
    chat.say("I live in Oslo.", message_id="m2")
    chat.say("I live in Bergen.", message_id="m2")
    assert chat.contents() == ["The user lives in Bergen.", "The user plays chess."]

    gone = RemoveMessage(str(chat.state().values["messages"][-1].id))
    said = HumanMessage("I live in Turin.", id="m2")
    chat.app.invoke({"messages": [gone, said]}, chat.where("t1"), context=chat.context)
    assert chat.contents() == ["The user lives in Turin.", "The user plays chess."]
    assert [one.id for one in chat.state().values["messages"]].count("m2") == 1


def test_a_message_delivered_twice_is_read_once(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    for _ in range(3):
        chat.say("I live in Oslo, near the opera house.", message_id="m1")
    assert model.extractions == 1
    assert chat.store.stats("ann").writes == 1


def test_two_runs_of_one_thread_at_once_leave_what_the_thread_holds(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat.say("I like jazz.", message_id="m0")
    both = threading.Barrier(2)
    plain = chat.store.commit_program

    def together(todo: Commit) -> Any:
        both.wait(timeout=20)
        result = yield from plain(todo)
        return result

    with monkeypatch.context() as patched:
        patched.setattr(chat.store, "commit_program", together)
        with ThreadPoolExecutor(2) as pool:
            texts = ("I live in Oslo.", "I like green tea.")
            list(pool.map(lambda one: chat.say(one, message_id=one), texts))
    chat.say("Thanks!", message_id="m9")
    held = {one.id for one in chat.state().values["messages"]}
    for text, word in zip(texts, ("Oslo", "tea"), strict=True):
        assert (word in known(chat)) == (text in held)
        assert (word in within(chat, chat.state())) == (text in held)
    assert "jazz" in known(chat)


def test_recall_as_of_a_checkpoint_answers_as_it_did_there(chat: Chat) -> None:
    chat.say("I live in Oslo.", message_id="m1")
    then = chat.state()
    chat.say("I moved to Rome.", message_id="m2")
    chat.say("I like green tea.", "t2", "m1")

    def facts(**where: Any) -> str:
        found = chat.store.recall("ann", "Oslo Rome tea", **where).memories
        return " ".join(one.memory.content for one in found if one.memory.kind != "turn")

    clock = datetime.fromisoformat(then.values["clock"])
    past = facts(branch=branch_of(then), as_of=clock)
    assert "Oslo" in past
    assert "Rome" not in past
    assert "tea" not in past
    now = facts()
    assert "Rome" in now
    assert "Oslo" not in now
    assert "tea" in now


def test_a_rewind_to_a_real_checkpoint_and_its_undoing(chat: Chat) -> None:
    chat.say("I live in Oslo.", message_id="m1")
    then = chat.state()
    chat.say("I moved to Rome.", message_id="m2")
    chat.say("I like green tea.", message_id="m3")
    after, later = known(chat), chat.state()
    target = branch_of(then)
    place = ("t1", target.lineage, datetime.fromisoformat(then.values["clock"]), target.root)
    plan = chat.store.rewind("ann", *place, dry_run=True)
    assert known(chat) == after
    report = chat.store.rewind("ann", *place)
    assert {one.id for one in report.vanished} == {one.id for one in plan.vanished}
    assert any("Rome" in one.content for one in report.vanished)
    assert [one.content for one in report.reopened if one.kind != "turn"] == chat.contents()
    assert "Oslo" in known(chat)
    assert "Rome" not in known(chat)
    assert "tea" not in known(chat)
    assert "Rome" not in within(chat, later)
    chat.store.undo_rewind("ann", "t1")
    assert known(chat) == after
    assert within(chat, later) == after

    chat.store.rewind("ann", *place)
    from_there(chat, then.config, "I moved to Rome.", "m2")
    assert "Rome" in known(chat)
    assert "Oslo" not in known(chat)
    assert "tea" not in known(chat)
