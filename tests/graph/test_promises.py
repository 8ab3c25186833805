"""The offline reply promises to remember only what will be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_graph import make_generate
from memory_graph.errors import ConfigurationError
from tests.graph.answers import edit, reject

if TYPE_CHECKING:
    from tests.graph.conftest import Chat

EN, ZH = "I live in Oslo. I am allergic to peanuts.", "我住在奥斯陆。我对花生过敏。"


@pytest.mark.parametrize(
    ("oversight", "text", "reply", "kept"),
    [
        (
            "in_the_loop", EN,
            "OK, I'll remember: you live in Oslo. "
            "Once it is approved I'll remember: you are allergic to peanuts.", None,
        ),
        (
            "on_the_loop", EN,
            "OK, I'll remember: you live in Oslo; you are allergic to peanuts.", 2,
        ),
        (
            "out_of_the_loop", EN,
            "OK, I'll remember: you live in Oslo. Nobody is there to approve it, so I won't "
            "remember: you are allergic to peanuts.", 1,
        ),
        (
            "in_the_loop", ZH,
            "好的，我会记住：你住在奥斯陆。经确认后，我会记住：你对花生过敏。", None,
        ),
        ("on_the_loop", ZH, "好的，我会记住：你住在奥斯陆；你对花生过敏。", 2),
        (
            "out_of_the_loop", ZH,
            "好的，我会记住：你住在奥斯陆。没有人来确认，我不会记下：你对花生过敏。", 1,
        ),
    ],
)  # fmt: skip
def test_a_reply_promises_what_will_be_kept(
    chat: Chat, oversight: str, text: str, reply: str, kept: int | None
) -> None:
    ann = chat.as_user("ann", oversight=oversight)
    found = ann.say(text, message_id="m1")
    assert found["messages"][-1].text == reply
    assert (None if "__interrupt__" in found else len(ann.contents())) == kept


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("Forget that I live in Oslo.", "OK, I'll forget: you live in Oslo."),
        ("忘记我住在奥斯陆。", "好的，我会忘掉：你住在奥斯陆。"),
    ],
)
def test_what_is_taken_back_by_the_user_needs_nobody(chat: Chat, text: str, reply: str) -> None:
    ann = chat.as_user("ann", oversight="out_of_the_loop")
    ann.say(EN if text.isascii() else "我住在奥斯陆。", message_id="m1")
    assert ann.say(text, message_id="m2")["messages"][-1].text == reply


@pytest.mark.parametrize(
    ("text", "again", "reply"),
    [
        (
            "I am allergic to peanuts.", "I'm allergic to peanuts! I live in Oslo.",
            "OK, I'll remember: you live in Oslo. "
            "As decided before, I won't remember: you are allergic to peanuts.",
        ),
        (
            "我对花生过敏。", "我对花生过敏！我住在奥斯陆。",
            "好的，我会记住：你住在奥斯陆。按先前的决定，我不会记下：你对花生过敏。",
        ),
    ],
)  # fmt: skip
def test_what_was_refused_before_is_not_promised_again(
    chat: Chat, text: str, again: str, reply: str
) -> None:
    chat.say(text, message_id="m1")
    chat.answer(reject())
    told = chat.say(again, message_id="m2")
    assert told["messages"][-1].text == reply
    assert "__interrupt__" not in told
    assert len(chat.contents()) == 1
    assert not any("peanut" in one or "花生" in one for one in chat.turns())
    asked = chat.as_user("bo").say(again, message_id="m3")
    assert "__interrupt__" in asked  # what one user refuses is still asked of another


def test_what_was_corrected_after_a_refusal_is_promised_again(chat: Chat) -> None:
    chat.say("I am allergic to peanuts. I am allergic to eggs.", message_id="m1")
    chat.answer(reject(), edit("The user is allergic to peanuts."))
    told = chat.say("I am allergic to peanuts.", message_id="m2")
    assert "As decided" not in told["messages"][-1].text


def test_a_policy_that_is_none_is_told_where_the_node_is_made() -> None:
    with pytest.raises(ConfigurationError, match="give a ReviewPolicy"):
        make_generate(policy="strict")  # type: ignore[arg-type]  # what is tried here
