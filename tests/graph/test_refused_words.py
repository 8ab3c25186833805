"""What was refused does not come back through a later reply of the thread either."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage, ToolMessage
from psycopg import sql

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel

APPROVE, REJECT = {"type": "approve"}, {"type": "reject", "message": "private"}
PRIVATE = "I am allergic to peanuts"
VALUE: dict[str, Any] = {
    "content": "The user is allergic to peanuts.", "attribute": "allergy", "value": "peanuts",
    "sensitivity": "health", "kind": "fact",
}  # fmt: skip


@pytest.fixture
def model(scripted: type[ScriptedModel]) -> ScriptedModel:
    return scripted()


@pytest.fixture(params=["memory", "postgres"])
def chat(
    request: pytest.FixtureRequest,
    kept_by: Callable[..., Any],
    make_chat: Callable[..., Chat],
    model: ScriptedModel,
) -> Chat:
    return make_chat(model=model, checkpointer=kept_by(request.param))


def refuse(chat: Chat, model: ScriptedModel, item: Any, text: str, **fields: Any) -> None:
    """A first turn whose one fact is refused."""
    model.items.append([item(text, **(VALUE | fields))])
    assert "__interrupt__" in chat.say(f"Hello. {text}. Bye.", message_id="m1")
    chat.answer(REJECT)
    assert chat.contents() == []


@pytest.mark.parametrize(
    ("fields", "reply", "stored"),
    [
        (
            {}, "Satay is out, since you are ALLERGIC to peanuts. Try a curry.",
            "[withheld] Try a curry.",
        ),
        ({}, "Satay holds peanuts. Try a curry.", "Satay holds [withheld]. Try a curry."),
        ({}, "With your peanut allergy: no satay.", "With your [withheld] allergy: no satay."),
        ({}, "No peanut butter! A curry will do.", "No [withheld] butter! A curry will do."),
        (
            {"value": None, "attribute": None}, "Try a curry. Peanuts make you allergic.",
            "Try a curry. [withheld]",
        ),
        ({}, "Try a curry, as I said on Monday.", "Try a curry, as I said on Monday."),
    ],
)  # fmt: skip
def test_a_later_reply_is_stored_without_what_was_refused(
    chat: Chat, model: ScriptedModel, item: Any, fields: dict[str, Any], reply: str, stored: str
) -> None:
    refuse(chat, model, item, PRIVATE, **fields)
    model.reply = reply
    chat.say("What shall I cook tonight?", message_id="m2")
    model.reply = "Gladly."
    chat.say("And tomorrow?", message_id="m3")
    assert stored in chat.turns()
    assert chat.state().values["messages"][3].text == reply
    if stored != reply:
        for word in ("peanut", "peanuts"):
            found = chat.store.recall("ann", word, limit=50).memories
            assert not any(one.scores.bm25 for one in found)


@pytest.mark.parametrize(
    ("reply", "stored"),
    [
        ("因为你对花生过敏，别吃沙茶。试试咖喱吧。", "[withheld]试试咖喱吧。"),
        ("沙茶里有花生。试试咖喱吧。", "沙茶里有[withheld]。试试咖喱吧。"),
        ("试试咖喱吧。", "试试咖喱吧。"),
    ],
)
def test_a_later_reply_in_chinese(
    chat: Chat, model: ScriptedModel, item: Any, reply: str, stored: str
) -> None:
    refuse(chat, model, item, "我对花生过敏", content="用户对花生过敏。", value="花生")
    model.reply = reply
    chat.say("今晚做什么菜好？", message_id="m2")
    assert chat.turns()[-1] == stored


def test_neither_working_memory_nor_store_keeps_the_words(
    chat: Chat, model: ScriptedModel, item: Any, clean_dsn: str
) -> None:
    refuse(chat, model, item, PRIVATE)
    kept = " ".join(chat.state().values["working"]["refused"])
    assert kept
    assert not any(word in kept for word in ("peanut", "allerg"))
    with psycopg.connect(clean_dsn) as connection:
        for table in ("memories", "evidence", "writes", "entities", "audit"):
            name = sql.Identifier(chat.store.engine.schema, table)
            rows = connection.execute(sql.SQL("SELECT t::text FROM {} t").format(name)).fetchall()
            stored = json.dumps(rows)
            assert not any(word in stored for word in ("peanut", "allerg"))


def test_what_a_tool_tells_again_is_masked_too(chat: Chat, model: ScriptedModel, item: Any) -> None:
    refuse(chat, model, item, PRIVATE)
    call = {"name": "profile", "args": {}, "id": "c1"}
    said = [
        HumanMessage("What does my profile say?", id="m2"),
        AIMessage("", tool_calls=[call], id="a2"),
        ToolMessage("Name: Ann. Must avoid peanuts.", tool_call_id="c1", id="o2"),
    ]
    chat.app.invoke({"messages": said}, chat.where("t1"), context=chat.context)
    assert "Name: Ann. Must avoid [withheld]." in chat.turns()


def test_words_the_user_says_for_others_to_know_are_told_in_the_reply(
    chat: Chat, model: ScriptedModel, item: Any
) -> None:
    refuse(chat, model, item, PRIVATE)
    model.reply = "I put peanuts on the list."
    chat.say("Put peanuts for Bob on the list.", message_id="m2")
    assert chat.turns()[-2:] == ["Put peanuts for Bob on the list.", model.reply]
    model.reply = "The list: peanuts, rice."
    chat.say("What else?", message_id="m3")
    assert chat.turns()[-1] == "The list: [withheld], rice."


def test_what_another_user_refused_is_not_stored_with_this_one(
    chat: Chat, model: ScriptedModel, item: Any
) -> None:
    bob = chat.as_user("bob")
    refuse(chat, model, item, PRIVATE)
    model.reply = "Ann can't eat peanuts."
    bob.say("What shall I cook for Ann?", message_id="m2")
    assert bob.turns() == ["What shall I cook for Ann?", "Ann can't eat [withheld]."]
    model.items.append([item("I love peanuts", "m3", content="The user loves peanuts.")])
    model.reply = "Noted: you love peanuts."
    bob.say("I love peanuts", message_id="m3")
    assert bob.turns()[-2:] == ["I love peanuts", "Noted: you love peanuts."]


def test_a_reply_that_is_generated_anew_is_masked(
    chat: Chat, model: ScriptedModel, item: Any
) -> None:
    refuse(chat, model, item, PRIVATE)
    model.reply = "Try a curry."
    chat.say("What shall I cook tonight?", message_id="m2")
    history = chat.app.get_state_history(chat.where("t1"))
    before = next(one.config for one in history if one.next == ("generate",))
    model.reply = "Satay holds peanuts."
    chat.app.invoke(None, before, context=chat.context)
    assert chat.turns()[-1] == "Satay holds [withheld]."


def test_a_message_that_is_gone_or_changed_leaves_nothing_to_look_for(
    chat: Chat, model: ScriptedModel, item: Any
) -> None:
    refuse(chat, model, item, PRIVATE)
    chat.app.update_state(chat.where("t1"), {"messages": [RemoveMessage("m1")]})
    model.reply = "Satay holds peanuts."
    chat.say("What shall I cook tonight?", message_id="m2")
    assert chat.turns()[-1] == model.reply
    chat.say("I like old and new music of all kinds.", message_id="m1")
    model.reply = "Old and new."
    chat.say("What do I like?", message_id="m4")
    assert chat.turns()[-1] == model.reply


def test_what_rules_withheld_is_masked_in_later_replies(
    chat: Chat, model: ScriptedModel, item: Any
) -> None:
    """Nobody was asked, so nothing is refused: with a person there it is asked about."""
    alone = chat.as_user("ann", oversight="out_of_the_loop")
    model.items.append([item(PRIVATE, **VALUE)])
    alone.say(f"{PRIVATE}.", message_id="m1")
    model.reply = "Satay holds peanuts."
    alone.say("What shall I cook tonight?", message_id="m2")
    assert chat.turns()[-1] == "Satay holds [withheld]."
    model.items.append([item(PRIVATE, "m3", **VALUE)])
    assert "__interrupt__" in chat.say(f"{PRIVATE}.", message_id="m3")
