"""Reviews on the real runtime: one pause for all items, each answer exact, the first one final."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from langchain.agents.middleware.human_in_the_loop import HITLRequest, HITLResponse
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.errors import InvalidUpdateError
from langgraph.types import Command
from pydantic import TypeAdapter

from memory_graph.context import MemoryContext
from memory_graph.policy import ReviewPolicy
from memory_graph.types import Operation
from tests.graph.answers import APPROVE, PRIVATE, edit, questions, reject, respond

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel


NAMES = ("Alba", "Bruno", "Clara", "Dario", "Elsa")
FIVE = "I met Alba. I met Bruno. I met Clara. I met Dario. I met Elsa."


@pytest.fixture
def five(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> Chat:
    """A thread that waits with five unsure candidates."""
    model = scripted()
    spans = [f"I met {name}." for name in NAMES]
    model.items.append(
        [item(span, confidence=0.5, content=f"The user {span[2:]}") for span in spans]
    )
    chat = make_chat(model=model)
    assert len(questions(chat.say(FIVE, message_id="m1"))) == 5
    return chat


def test_the_question_is_a_hitl_request(five: Chat) -> None:
    (pause,) = five.state().interrupts
    value = pause.value
    assert TypeAdapter(HITLRequest).validate_python(value, strict=True, extra="forbid") == value
    assert set(value) == set(HITLRequest.__annotations__)
    assert value["review_configs"] == [
        {
            "action_name": "add_memory",
            "allowed_decisions": ["approve", "edit", "reject", "respond"],
        }
    ]
    request = value["action_requests"][0]
    assert request["args"]["content"] == "The user met Alba."
    assert request["args"]["evidence"] == "I met Alba."
    assert request["args"]["triggers"] == ["low_confidence"]
    assert "I met Alba." in request["description"]
    assert "low_confidence" in request["description"]


def test_langchains_own_answers_are_understood(five: Chat) -> None:
    answer = {"decisions": [APPROVE, edit("The user met Berta."), reject(), reject(), APPROVE]}
    assert TypeAdapter(HITLResponse).validate_python(answer, extra="forbid") == answer
    five.resume(answer)
    assert five.contents() == ["The user met Alba.", "The user met Berta.", "The user met Elsa."]


@pytest.mark.parametrize(
    ("decisions", "expected"),
    [
        ([APPROVE] * 5, NAMES),
        ([reject()] * 5, ()),
        ([APPROVE, edit("The user met Berta."), reject(), APPROVE, reject()],
         ("Alba", "Berta", "Dario")),
        ([edit(f"The user met {name}-Marie.") for name in NAMES],
         tuple(f"{name}-Marie" for name in NAMES)),
        ([reject(), reject(), edit("The user met Claire."), reject(), reject()], ("Claire",)),
    ],
)  # fmt: skip
def test_g2_five_items_are_one_pause_with_an_exact_result(
    five: Chat, decisions: list[Any], expected: Sequence[str]
) -> None:
    result = five.answer(*decisions)
    assert questions(result) == []
    assert five.contents() == [f"The user met {name}." for name in expected]
    assert five.store.stats("ann").writes == 1
    model = result["written"]
    assert model["counts"].get("added", 0) == len(expected)


def test_every_kind_of_answer_at_once(
    five: Chat, scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = _model(five)
    model.items.append(
        [
            item(f"I met {name}.", confidence=0.5, content=f"The user met {name}.")
            for name in (*NAMES[:4], "Elsa")
        ]
    )
    again = five.answer(
        APPROVE, edit("The user met Berta."), reject(), respond("Dario is my dog"), APPROVE
    )
    assert [one["args"]["content"] for one in questions(again)] == ["The user met Dario."]
    assert "Dario is my dog" in model.asked[1]
    assert (model.replies, model.extractions) == (1, 2)
    five.answer(APPROVE)
    assert five.contents() == [
        f"The user met {name}." for name in ("Alba", "Berta", "Dario", "Elsa")
    ]


def _model(chat: Chat) -> ScriptedModel:
    """The scripted model inside the graph."""
    bound = chat.app.nodes["extract"].bound
    closure = bound._body.__closure__
    found: ScriptedModel = next(
        cell.cell_contents for cell in closure if hasattr(cell.cell_contents, "extractions")
    )
    return found


def test_an_edit_is_cleaned_and_redacted(chat: Chat) -> None:
    chat.say(PRIVATE)
    chat.answer(edit("Nut\x00 allergy\ud83d, key sk_test_ABCDEFGH12345678.", value="nu\x00ts"))
    (stored,) = chat.memories()
    assert "Nut allergy" in stored.content
    assert "ABCDEFGH" not in stored.content
    assert stored.value == "nuts"
    assert stored.confidence == 1.0


def test_an_edit_of_the_words_takes_the_old_labels_with_it(chat: Chat) -> None:
    chat.say(PRIVATE)
    chat.answer(edit("The user is allergic to hazelnuts."))
    (stored,) = chat.memories()
    assert stored.value != "peanuts"
    assert "peanuts" not in stored.entities


@pytest.mark.parametrize("text", [PRIVATE, "我对花生过敏。"])
def test_what_was_refused_is_masked_everywhere_and_not_asked_again(chat: Chat, text: str) -> None:
    word = "花生" if "花生" in text else "peanut"
    assert questions(chat.say(text, message_id="m1"))
    result = chat.answer(reject("private"))
    assert chat.contents() == []
    assert not any(word in one for one in chat.turns())
    assert chat.turns()[0] == "[withheld]"
    assert result["decisions"]["items"][0]["message"] == "private"

    again = chat.say(text, message_id="m2")
    assert questions(again) == []
    chat.say("What is the weather like on Mars?", message_id="m3")
    assert not any(word in one for one in chat.turns())
    for query in (text, word, "allergic", "过敏"):
        found = chat.store.recall("ann", query)
        assert not any(word in one.memory.content for one in found.memories)
        assert not any(
            one.memory.content != "[withheld]" and one.scores.bm25
            for one in chat.store.recall("ann", word).memories
        )
    other = chat.say("What am I allergic to?" if word == "peanut" else "我对什么过敏？", "t2")
    assert word not in other["messages"][-1].text


def test_refusing_to_forget_keeps_the_memory_and_the_words(make_chat: Callable[..., Chat]) -> None:
    def asks(operation: Operation, context: MemoryContext) -> str | None:
        return "forgetting" if operation.action == "retire" else None

    chat = make_chat(policy=ReviewPolicy(rules=(asks,)))
    chat.say("I live in Oslo.")
    (asked,) = questions(chat.say("Forget that I live in Oslo."))
    assert asked["name"] == "retire_memory"
    chat.answer(reject())
    assert len(chat.contents()) == 1
    assert "Forget that I live in Oslo." in chat.turns()
    result = chat.say("I live in Oslo.")
    assert [one["action"] for one in result["operations"]] == ["reinforce"]


def test_a_second_answer_changes_nothing_and_says_so(chat: Chat) -> None:
    chat.say(PRIVATE, message_id="m1")
    waiting = chat.state().config
    first = chat.answer(APPROVE)
    assert not first["written"]["already"]
    second = chat.app.invoke(
        Command(resume={"decisions": [reject()]}), waiting, context=chat.context
    )
    assert second["written"]["already"]
    assert second["written"]["number"] == first["written"]["number"]
    assert len(chat.contents()) == 1
    replayed = chat.app.invoke(None, waiting, context=chat.context)
    assert questions(replayed) == []
    assert replayed["written"]["already"]
    assert chat.store.stats("ann").writes == 1


@pytest.mark.parametrize("kind", ["memory", "postgres"])
def test_ten_parallel_approvals_write_once(
    make_chat: Callable[..., Chat], request: pytest.FixtureRequest, kind: str
) -> None:
    saver = request.getfixturevalue("postgres_saver") if kind == "postgres" else True
    chat = make_chat(checkpointer=saver)
    chat.say(PRIVATE, message_id="m1")
    ready = threading.Barrier(10)

    def approve(_: int) -> dict[str, Any]:
        ready.wait()
        return chat.answer(APPROVE)

    with ThreadPoolExecutor(10) as pool:
        results = list(pool.map(approve, range(10)))
    assert len({one["written"]["number"] for one in results}) == 1
    assert chat.store.stats("ann").writes == 1
    assert len(chat.contents()) == 1
    assert len(chat.turns()) == 2


def test_only_the_words_of_what_was_refused_are_masked(five: Chat) -> None:
    five.answer(APPROVE, reject(), APPROVE, edit("The user met Dora."), reject())
    assert five.turns()[0] == "I met Alba. [withheld] I met Clara. I met Dario. [withheld]"


def test_the_pocket_holds_what_was_stored_and_nothing_refused(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    model.items.append(
        [item(f"I met {name}.", confidence=0.5, importance=0.9) for name in ("Alba", "Bruno")]
    )
    chat.say("I met Alba. I met Bruno.", message_id="m1")
    result = chat.answer(reject(), APPROVE)
    (stored,) = chat.memories()
    assert result["working"]["pocket"] == [{"id": stored.id, "content": "I met Bruno."}]


def test_the_pocket_lets_go_of_what_was_retired_elsewhere(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    model.items.append([item(f"I met {name}.", importance=0.9) for name in ("Alba", "Bruno")])
    first = chat.say("I met Alba. I met Bruno.", message_id="m1")
    assert len(first["working"]["pocket"]) == 2
    gone = next(one for one in chat.memories() if "Alba" in one.content)
    chat.store.retire("ann", gone.id)
    model.items.append([])
    second = chat.say("What else is new in town?", message_id="m2")
    assert [one["content"] for one in second["working"]["pocket"]] == ["I met Bruno."]


@pytest.mark.parametrize(("locale", "words"), [("zh", "原话"), ("en", "Said"), ("auto", "原话")])
def test_the_question_speaks_the_users_language(
    make_chat: Callable[..., Chat], locale: Any, words: str
) -> None:
    chat = make_chat(context=MemoryContext(user_id="ann", locale=locale))
    (asked,) = questions(chat.say("我对花生过敏。"))
    assert words in asked["description"]
    assert "花生" in asked["args"]["content"]


def test_an_interrupted_review_survives_in_postgres(
    make_chat: Callable[..., Chat], postgres_saver: BaseCheckpointSaver[Any]
) -> None:
    make_chat(checkpointer=postgres_saver).say(PRIVATE, message_id="m1")
    chat = make_chat(checkpointer=postgres_saver)
    with pytest.raises((ValueError, InvalidUpdateError), match="2 decisions"):
        chat.answer(APPROVE, APPROVE)
    chat.answer(edit("The user is allergic to nuts."))
    assert chat.contents() == ["The user is allergic to nuts."]
