"""Reviews on the real runtime: one pause for all items, each answer exact, the first one final."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from langchain.agents.middleware.human_in_the_loop import HITLRequest, HITLResponse
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.errors import InvalidUpdateError
from langgraph.types import Command
from pydantic import TypeAdapter

from memory_graph.context import MemoryContext
from memory_graph.errors import ConfigurationError
from memory_graph.policy import ReviewPolicy
from memory_graph.types import Candidate, Evidence, Operation

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel

APPROVE = {"type": "approve"}
PRIVATE = "I am allergic to peanuts."
NAMES = ("Alba", "Bruno", "Clara", "Dario", "Elsa")
FIVE = "I met Alba. I met Bruno. I met Clara. I met Dario. I met Elsa."


def earlier(chat: Chat) -> Chat:
    """The same user a year ago."""
    return chat.as_user("ann", now=datetime.now(UTC) - timedelta(days=365))


def edit(content: str, **args: Any) -> dict[str, Any]:
    action = {"name": "add_memory", "args": {"content": content, **args}}
    return {"type": "edit", "edited_action": action}


def reject(reason: str = "no") -> dict[str, Any]:
    return {"type": "reject", "message": reason}


def respond(words: str) -> dict[str, Any]:
    return {"type": "respond", "message": words}


def questions(result: dict[str, Any]) -> list[dict[str, Any]]:
    """The items asked about; a result without a pause has none."""
    pauses = result.get("__interrupt__", ())
    assert len(pauses) <= 1
    return [one for pause in pauses for one in pause.value["action_requests"]]


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


@pytest.mark.parametrize(
    "answer",
    [
        {"decisions": [{"type": "accept"}]},
        [{"type": "accept", "args": None}],
        {"type": "accept"},
        {"type": "approve"},
        [{"type": "approve"}],
    ],
)
def test_older_forms_of_yes(chat: Chat, answer: Any) -> None:
    chat.say(PRIVATE)
    chat.resume(answer)
    assert len(chat.contents()) == 1


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ([{"type": "ignore", "args": None}], []),
        ([{"type": "edit", "args": {"action": "add_memory", "args": {"content": "Nut allergy."}}}],
         ["Nut allergy."]),
        ({"decisions": [{"type": "edit", "args": {"content": "Nut allergy."}}]}, ["Nut allergy."]),
    ],
)  # fmt: skip
def test_older_forms_of_no_and_edit(chat: Chat, answer: Any, expected: list[str]) -> None:
    chat.say(PRIVATE)
    chat.resume(answer)
    assert chat.contents() == expected


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ({"decisions": []}, "0 decisions"),
        ({"decisions": [APPROVE, APPROVE]}, "2 decisions"),
        ({"decisions": "approve"}, "valid list"),
        ({"decisions": [{"type": "maybe"}]}, "'maybe'"),
        ({"decisions": [{"type": None}]}, "None"),
        ({"decisions": ["approve"]}, "'approve'"),
        ("approve", "valid list"),
        (True, "valid list"),
        ({"decisions": [{"type": "edit"}]}, "edited_action"),
        ({"decisions": [edit("  \n")]}, "blank"),
        ({"decisions": [edit("x" * 5000)]}, "content"),
        ({"decisions": [{"type": "edit", "edited_action": {"args": {"content": None}}}]}, "blank"),
        ({"decisions": [edit("Nuts.", event_from="next week")]}, "event_from"),
        ({"decisions": [edit("Nuts.", event_from="2026-07-01T10:00:00")]}, "event_from"),
        ({"decisions": [edit("Nuts.", event_from="2026-07-02T10:00:00Z",
                             event_to="2026-07-01T10:00:00Z")]}, "event_to"),
        ({"decisions": [edit("Nuts.", importance=7)]}, "importance"),
        ({"decisions": [edit("Nuts.", user_id="bob")]}, "'user_id' can't be edited"),
        ({"decisions": [edit("Nuts.", scope="bob")]}, "'scope' can't be edited"),
        ({"decisions": [edit("Nuts.", subject="Bob")]}, "'subject' can't be edited"),
        ({"decisions": [edit("Nuts.", tier="procedural")]}, "'tier' can't be edited"),
        ({"decisions": [respond(" ")]}, "message"),
    ],
)  # fmt: skip
def test_an_invalid_answer_says_why_saves_nothing_and_can_be_given_again(
    chat: Chat, answer: Any, complaint: str
) -> None:
    asked = questions(chat.say(PRIVATE))
    with pytest.raises(Exception, match=complaint):
        chat.resume(answer)
    assert chat.store.list_memories("ann") == []
    assert chat.state().next == ("confirm",)
    assert [one.value["action_requests"] for one in chat.state().interrupts] == [asked]
    chat.answer(APPROVE)
    assert len(chat.contents()) == 1


def test_a_form_may_send_back_what_it_did_not_change(chat: Chat) -> None:
    (asked,) = questions(chat.say(PRIVATE))
    unchanged = {name: str(value) for name, value in asked["args"].items() if name != "triggers"}
    chat.answer(edit(**{**unchanged, "content": "The user is allergic to nuts."}))
    assert chat.contents() == ["The user is allergic to nuts."]


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


def test_a_response_extracts_again_with_the_words_three_rounds_at_most(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    for _ in range(6):
        model.items.append([item("I met Alba.", confidence=0.5)])
    assert questions(chat.say("I met Alba.", message_id="m1"))
    for number in (1, 2, 3):
        assert len(questions(chat.answer(respond(f"words {number}")))) == 1
        assert model.extractions == number + 1
        assert all(f"words {known}" in model.asked[-1] for known in range(1, number + 1))
    (pause,) = chat.state().interrupts
    (configured,) = pause.value["review_configs"]
    assert configured["allowed_decisions"] == ["approve", "edit", "reject"]
    with pytest.raises(Exception, match="3 times respond is the most"):
        chat.answer(respond("words 4"))
    assert model.extractions == 4
    assert chat.state().interrupts == (pause,)
    assert chat.store.list_memories("ann") == []
    chat.answer(APPROVE)
    assert chat.contents() == ["I met Alba."]


def test_the_last_round_ends_even_beside_an_edit(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    both = [item(f"I met {name}.", confidence=0.5) for name in ("Alba", "Bruno")]
    for _ in range(5):
        model.items.append(both)
    chat.say("I met Alba. I met Bruno.", message_id="m1")
    for _ in range(3):
        assert len(questions(chat.answer(respond("hm"), respond("hm")))) == 2
    with pytest.raises(Exception, match="decision 2: 3 times respond"):
        chat.answer(edit("I met Alma."), respond("hm"))
    assert questions(chat.answer(edit("I met Alma."), reject())) == []
    assert chat.contents() == ["I met Alma."]


def test_a_new_turn_can_be_responded_to_again(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    model.items.extend([[item("I met Alba.", confidence=0.5)]] * 4)
    model.items.append([item("I met Bruno.", "m2", confidence=0.5)])
    chat.say("I met Alba.", message_id="m1")
    for _ in range(3):
        chat.answer(respond("hm"))
    chat.answer(reject())
    assert questions(chat.say("I met Bruno.", message_id="m2"))
    (pause,) = chat.state().interrupts
    assert "respond" in pause.value["review_configs"][0]["allowed_decisions"]


def test_the_rules_hear_a_response_too(chat: Chat) -> None:
    assert questions(chat.say("我对花生过敏。", message_id="m1"))
    again = chat.answer(respond("我对芒果过敏。"))
    assert any("芒果" in one["args"]["content"] for one in questions(again))


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


def closes_trusted_items(item: Callable[..., Any]) -> list[dict[str, Any]]:
    slot = {"attribute": "lives_in", "cardinality": "single"}
    return [item("perhaps Turin", value="Turin", confidence=0.85, **slot)]


@pytest.mark.parametrize(
    ("fields", "trigger"),
    [
        ({"sensitivity": "health"}, "sensitive_health"),
        ({"sensitivity": "money"}, "sensitive_money"),
        ({"sensitivity": "credentials"}, "sensitive_credentials"),
        ({"confidence": 0.79}, "low_confidence"),
        ({"kind": "rule"}, "procedural"),
        ({"attribute": "lives_in", "value": "Turin", "cardinality": "single", "confidence": 0.85},
         "closes_trusted"),
        ({"kind": "event"}, "calendar"),
    ],
)  # fmt: skip
def test_what_the_policy_asks_about(
    make_chat: Callable[..., Chat],
    scripted: type[ScriptedModel],
    item: Callable[..., Any],
    fields: dict[str, Any],
    trigger: str,
) -> None:
    def calendar(operation: Operation, context: MemoryContext) -> str | None:
        candidate = operation.candidate
        return "calendar" if candidate and candidate.kind == "event" else None

    model = scripted()
    chat = make_chat(model=model, policy=ReviewPolicy(rules=(calendar,)))
    oslo = Candidate(
        tier="semantic", kind="fact", content="The user lives in Oslo.", attribute="lives_in",
        value="Oslo", cardinality="single", evidence=Evidence(span="I live in Oslo."),
    )  # fmt: skip
    chat.store.remember("ann", oslo)
    model.items.append([item("This is about Turin", **fields)])
    (asked,) = questions(chat.say("This is about Turin", message_id="m1"))
    assert asked["args"]["triggers"] == [trigger]
    if trigger == "closes_trusted":
        assert asked["name"] == "replace_memory"
        assert asked["args"]["replaces"] == "The user lives in Oslo."
        assert "Oslo" in asked["description"]
    assert chat.contents() == ["The user lives in Oslo."]
    chat.answer(APPROVE)
    assert "This is about Turin" in chat.contents()
    assert ("The user lives in Oslo." in chat.contents()) == (trigger != "closes_trusted")


def test_the_users_own_clear_word_needs_nobody(chat: Chat) -> None:
    chat.say("I live in Oslo.")
    result = chat.say("I live in Turin.")
    assert questions(result) == []
    assert result["written"]["counts"]["superseded"] == 1
    assert len(chat.contents()) == 1


def test_on_the_loop_commits_at_once_and_shows_it(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat(context=MemoryContext(user_id="ann", oversight="on_the_loop"))
    events = list(
        chat.app.stream(
            chat.said(PRIVATE, "m1"), chat.where("t1"), context=chat.context, stream_mode="custom"
        )
    )
    (event,) = events
    (shown,) = event["memory_written"]
    assert shown["action"] == "add"
    assert shown["triggers"] == ["sensitive_health"]
    (stored,) = chat.memories()
    assert shown["memory_id"] == stored.id
    chat.store.retire("ann", shown["memory_id"], reason="veto")
    assert chat.contents() == []


def test_out_of_the_loop_withholds_what_needs_a_person(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat(context=MemoryContext(user_id="ann", oversight="out_of_the_loop"))
    result = chat.say(f"I live in Oslo. {PRIVATE}", message_id="m1")
    assert questions(result) == []
    assert len(chat.contents()) == 1
    assert "Oslo" in chat.contents()[0]
    assert not any("peanuts" in one for one in chat.turns())
    asked = make_chat(context=MemoryContext(user_id="ann")).say(PRIVATE, "t2")
    assert len(questions(asked)) == 1


@pytest.mark.parametrize("oversight", ["on_the_loop", "out_of_the_loop"])
def test_without_checkpointer_only_a_review_is_refused(
    make_chat: Callable[..., Chat], oversight: Any
) -> None:
    chat = make_chat(checkpointer=None)
    chat.app.invoke(chat.said("I live in Oslo.", None), context=chat.context)
    assert len(chat.contents()) == 1
    with pytest.raises(ConfigurationError, match="checkpointer"):
        chat.app.invoke(chat.said(PRIVATE, None), context=chat.context)
    assert len(chat.contents()) == 1
    free = make_chat(checkpointer=None, context=MemoryContext(user_id="ann", oversight=oversight))
    free.app.invoke(free.said(PRIVATE, None), context=free.context)
    assert len(chat.contents()) == (2 if oversight == "on_the_loop" else 1)


def test_a_review_that_waited_too_long_is_planned_and_asked_anew(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    slot = {"attribute": "lives_in", "cardinality": "single"}
    unsure = item("maybe Turin", value="Turin", confidence=0.6, **slot)
    model.items.extend([[unsure], [item("Oslo it is", "m2", value="Oslo", **slot)]])
    (first,) = questions(chat.say("maybe Turin", "t1", "m1"))
    assert first["name"] == "add_memory"
    earlier(chat).say("Oslo it is", "t2", "m2")
    assert chat.contents() == ["Oslo it is"]
    (second,) = questions(chat.answer(APPROVE))
    assert second["name"] == "replace_memory"
    assert second["args"]["replaces"] == "Oslo it is"
    assert chat.contents() == ["Oslo it is"]
    result = chat.answer(APPROVE)
    assert questions(result) == []
    assert chat.contents() == ["maybe Turin"]
    assert model.extractions == 2


def test_a_review_overtaken_by_a_later_word_becomes_history(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    slot = {"attribute": "lives_in", "cardinality": "single"}
    unsure = item("maybe Turin", value="Turin", confidence=0.6, **slot)
    model.items.extend([[unsure], [item("Oslo it is", "m2", value="Oslo", **slot)]])
    chat.say("maybe Turin", "t1", "m1")
    chat.say("Oslo it is", "t2", "m2")
    (again,) = questions(chat.answer(APPROVE))
    assert again["name"] == "add_memory"
    assert again["args"]["reason"] == "earlier_history"
    assert again["args"]["until"]
    assert "replaces" not in again["args"]
    chat.answer(APPROVE)
    current = [one.content for one in chat.memories() if one.valid_to is None]
    assert current == ["Oslo it is"]


def test_an_edit_that_would_now_close_something_is_asked_again(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    slot = {"attribute": "lives_in", "cardinality": "single"}
    model.items.extend(
        [
            [item("maybe Turin", value="Turin", confidence=0.6, **slot)],
            [item("Oslo it is", "m2", value="Oslo", **slot)],
        ]
    )
    assert questions(chat.say("maybe Turin", "t1", "m1"))
    earlier(chat).say("Oslo it is", "t2", "m2")
    (again,) = questions(chat.answer(edit("The user lives in Lyon.", value="Lyon")))
    assert again["name"] == "replace_memory"
    assert again["args"]["triggers"] == ["closes_unreviewed"]
    chat.answer(APPROVE)
    assert chat.contents() == ["The user lives in Lyon."]


def test_what_was_rejected_is_not_asked_again_when_the_rest_went_stale(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    slot = {"attribute": "lives_in", "cardinality": "single"}
    model.items.extend(
        [
            [item("maybe Turin", value="Turin", confidence=0.6, **slot),
             item("met Bruno", confidence=0.6)],
            [item("Oslo it is", "m2", value="Oslo", **slot)],
        ]
    )  # fmt: skip
    assert len(questions(chat.say("maybe Turin, met Bruno", "t1", "m1"))) == 2
    earlier(chat).say("Oslo it is", "t2", "m2")
    (again,) = questions(chat.answer(APPROVE, reject()))
    assert again["args"]["content"] == "maybe Turin"
    chat.answer(APPROVE)
    assert chat.contents() == ["maybe Turin"]
    assert "maybe Turin, [withheld]" in chat.turns()


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
