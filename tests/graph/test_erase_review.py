"""“Forget everything about me”: a person is asked twice, and then nothing is left."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from memory_graph.answering import aanswer_review, answer_review
from memory_graph.errors import InputError, ReviewError, StoreUnavailableError
from memory_graph.offline.asking import forgets_all
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore

if TYPE_CHECKING:
    from tests.graph.conftest import Chat

APPROVE, REJECT = {"type": "approve"}, {"type": "reject", "message": "no"}
WISH = "Forget everything about me."


def asked(result: Any) -> list[str]:
    """The questions that wait."""
    return [
        one["description"]
        for pause in result.get("__interrupt__", ())
        for one in pause.value["action_requests"]
    ]


def everything(chat: Chat) -> list[str]:
    return [one.content for one in chat.store.list_memories(chat.context.scope, with_closed=True)]


@pytest.fixture
def told(chat: Chat) -> Chat:
    """A user who has told something, in two threads."""
    chat.say("I live in Oslo.", "t0")
    chat.say("I like jazz.", "t1")
    chat.as_user("bob").say("I live in Rome.", "t9")
    return chat


@pytest.mark.parametrize(
    ("wish", "first", "done"),
    [
        (WISH, "6 memories, with their history. This can't be undone. (question 1 of 2)",
         "I have forgotten everything about you: 6 memories"),
        ("请忘掉关于我的一切。", "共6条，连同历史，无法恢复。（第1次确认，共2次）",
         "关于你的一切我都忘掉了：6条记忆"),
    ],
)  # fmt: skip
def test_two_approvals_erase_all_of_one_user(told: Chat, wish: str, first: str, done: str) -> None:
    waiting = told.say(wish)
    assert [first in one for one in asked(waiting)] == [True]
    assert len(everything(told)) == 6
    again = answer_review(told.app, told.where("t1"), [APPROVE], context=told.context)
    assert len(asked(again)) == 1
    assert asked(again) != asked(waiting)
    assert len(everything(told)) == 6
    last = answer_review(told.app, told.where("t1"), [APPROVE], context=told.context)
    assert asked(last) == []
    assert done in last["messages"][-1].text
    assert everything(told) == []
    assert len(everything(told.as_user("bob"))) == 3


@pytest.mark.parametrize("answers", [[REJECT], [APPROVE, REJECT], [{"type": "ignore"}]])
def test_one_rejection_keeps_everything(told: Chat, answers: list[dict[str, Any]]) -> None:
    told.say(WISH)
    for answer in answers:
        last = told.answer(answer)
    assert asked(last) == []
    assert "forgotten nothing" in last["messages"][-1].text
    assert len(everything(told)) == 6
    told.say("I play chess.")
    assert not any("Forget everything" in one for one in everything(told))


def test_what_is_neither_yes_nor_no_is_told_and_can_be_answered_again(told: Chat) -> None:
    told.say(WISH)
    answers: list[list[dict[str, str]]] = [[{"type": "edit"}], [APPROVE, APPROVE], [], [{}]]
    for wrong in answers:
        with pytest.raises(ReviewError, match="approved or rejected"):
            answer_review(told.app, told.where("t1"), wrong, context=told.context)
    assert len(everything(told)) == 6
    told.answer(APPROVE)
    told.answer(APPROVE)
    assert everything(told) == []


def test_another_users_context_erases_nobody(told: Chat) -> None:
    told.say(WISH)
    with pytest.raises(InputError, match="belongs to"):
        told.as_user("bob").answer(APPROVE)
    told.answer(APPROVE)
    with pytest.raises(InputError, match="belongs to"):
        told.as_user("bob").answer(APPROVE)
    assert len(everything(told)) == 6
    assert len(everything(told.as_user("bob"))) == 3


async def test_in_an_event_loop(told: Chat) -> None:
    waiting = await told.asay(WISH)
    assert len(asked(waiting)) == 1
    for _ in range(2):
        last = await aanswer_review(told.app, told.where("t1"), [APPROVE], context=told.context)
    assert asked(last) == []
    assert everything(told) == []


def test_the_thread_goes_on_with_an_empty_memory(told: Chat) -> None:
    told.say("My name is Mira.")
    told.say(WISH)
    told.answer(APPROVE)
    erased = told.answer(APPROVE)
    assert not erased["working"].get("pocket")
    assert told.say("Where do I live?", "t2")["recalled"]["memories"] == []
    told.say("I live in Turin.")
    assert told.contents() == ["The user lives in Turin."]
    assert "Turin" in told.say("Where do I live?", "t3")["messages"][-1].text


@pytest.mark.parametrize("oversight", ["out_of_the_loop", "on_the_loop"])
def test_nothing_is_erased_unasked(told: Chat, oversight: Any) -> None:
    other = told.as_user("ann", oversight=oversight)
    result = other.say(WISH)
    assert len(everything(told)) == 6
    if oversight == "out_of_the_loop":
        assert "nobody can be asked" in result["messages"][-1].text
    else:
        assert len(asked(result)) == 1


def test_without_a_checkpointer_nobody_can_be_asked(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat(checkpointer=None)
    chat.say("I live in Oslo.")
    assert "nobody can be asked" in chat.say(WISH)["messages"][-1].text
    assert len(everything(chat)) == 3


def test_without_the_store_it_is_said(make_chat: Callable[..., Chat], tied: ExitStack) -> None:
    away = Settings(
        dsn="postgresql://nobody@127.0.0.1:1/none", embeddings="none",
        connect_timeout_seconds=1.0,
    )  # fmt: skip
    chat = make_chat(store=tied.enter_context(PostgresMemoryStore(settings=away)))
    assert "can't be reached" in chat.say(WISH)["messages"][-1].text


def test_an_answer_is_not_given_up_while_the_store_is_away(
    told: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(scope: object) -> Any:
        raise StoreUnavailableError("no server")

    told.say(WISH)
    told.answer(APPROVE)
    for program in ("erase_program", "stats_program"):
        with monkeypatch.context() as patched:
            patched.setattr(told.store, program, away)
            with pytest.raises(StoreUnavailableError):
                told.answer(APPROVE)
    last = told.app.invoke(None, told.where("t1"), context=told.context)
    assert "forgotten everything" in last["messages"][-1].text
    assert everything(told) == []


@pytest.mark.parametrize(
    "text",
    [
        WISH, "forget everything you know about me", "Please delete all my data.", "Erase my data!",
        "Can you forget everything I've told you, please?", "Wipe your memory of me.",
        "I want you to forget all of it.", "忘掉关于我的一切", "删除我的所有数据", "请清空我的记忆",
        "把关于我的一切都忘掉吧", "忘了我告诉过你的所有事情。", "删掉所有关于我的记忆",
        "把我的所有个人信息都删了", "清空记忆", "忘掉我", "forget me", "purge all my data",
    ],
)  # fmt: skip
def test_wishes_to_forget_everything(text: str) -> None:
    assert forgets_all(text)


@pytest.mark.parametrize(
    "text",
    [
        "Don't forget everything I told you.", "I forget everything I read.", "Delete the data.",
        "Forget everything about my boss.", "Forget that I live in Oslo.", "Delete all records.",
        "He told me to forget everything about me.", "Forget my birthday.", "Delete all my photos.",
        "What do you know about me?", "忘掉我的生日", "我把一切都忘了", "别忘了我说的一切",
        "删除所有邮件", "忘记我的生日", "你把我的名字忘了", "forget my meeting",
        "forget me not flowers are nice",
    ],
)  # fmt: skip
def test_what_only_looks_like_it(text: str) -> None:
    assert not forgets_all(text)
