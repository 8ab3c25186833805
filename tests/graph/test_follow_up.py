"""A message is recalled for in the light of what was said right before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.graph.conftest import Chat

TALKS = {
    "en": (
        "{}'s birthday is in spring", "I had lunch with {}.", "When is her birthday?",
        ("Alba", "Clara", "Nora"),
    ),
    "zh": (
        "{}的生日在春天", "我和{}一起吃了午饭。", "她的生日是什么时候？", ("林岚", "周桐", "沈禾"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", TALKS)
@pytest.mark.parametrize("who", [0, 1, 2])
def test_a_follow_up_question_finds_whom_it_is_about(chat: Chat, language: str, who: int) -> None:
    fact, told, question, names = TALKS[language]
    chat.store.remember("ann", [fact.format(name) for name in names])
    chat.say(told.format(names[who]), "t1")
    found = chat.say(question, "t1")["recalled"]["memories"]
    contents = [one["memory"]["content"] for one in found]
    facts = [one for one in contents if one in {fact.format(name) for name in names}]
    assert facts[0] == fact.format(names[who])


@pytest.mark.parametrize(
    "question", ["Where is the boat moored?", "tell me where the boat is moored"]
)
def test_a_question_of_its_own_is_not_led_by_the_talk_before(chat: Chat, question: str) -> None:
    chat.store.remember("ann", ["The boat is moored in Genoa", "Nora keeps a boat in Turin"])
    chat.say("I had lunch with Nora, Nora and once more Nora in Turin.", "t1")
    found = chat.say(question, "t1")["recalled"]["memories"]
    assert found[0]["memory"]["content"] == "The boat is moored in Genoa"
