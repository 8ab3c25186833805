"""What the rules make of a person's answer in words to a review."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from memory_graph.nodes.responses import Response, read_with_responses
from memory_graph.offline import extract_candidates
from memory_graph.types import Candidate, Turn

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)
NUTS, TEA = "I am allergic to nuts", "I like tea"
花生, 茶 = "我对花生过敏", "我喜欢喝茶"  # noqa: PLC2401


def rules(turns: Sequence[Turn]) -> list[Candidate]:
    return extract_candidates(turns, now=NOW)


def turn(text: str, message_id: str = "m1") -> Turn:
    return Turn(role="user", content=text, message_id=message_id, said_at=NOW)


def read(text: str, *responses: tuple[str, str]) -> list[tuple[str, str]]:
    given = [Response(*one) for one in responses]
    found = read_with_responses([turn(text)], given, rules)
    assert all(one.evidence.message_id == "m1" for one in found)
    return [(one.content, one.evidence.span) for one in found]


@pytest.mark.parametrize(
    "words",
    ["No, eggs.", "eggs", "It's eggs, not nuts", "Not nuts, but eggs", "not nuts but eggs",
     "It's not nuts, it's eggs", "I meant eggs", "No, I am allergic to eggs.",
     "The user is allergic to eggs", "actually I'm allergic to eggs, not nuts"],
)  # fmt: skip
def test_a_correction_takes_the_place_of_what_it_answers(words: str) -> None:
    assert read(f"{NUTS} and {TEA}.", (words, NUTS)) == [
        ("The user is allergic to eggs.", NUTS), ("The user likes tea.", f"{TEA}."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "words",
    ["是鸡蛋", "鸡蛋", "不是花生，是鸡蛋", "不是花生而是鸡蛋", "应该是鸡蛋",
     "我说错了，我对鸡蛋过敏", "我对鸡蛋过敏，不是花生", "用户对鸡蛋过敏。"],
)  # fmt: skip
def test_so_it_does_in_chinese(words: str) -> None:
    assert read(f"{花生}，{茶}。", (words, 花生)) == [
        ("用户对鸡蛋过敏。", 花生), ("用户喜欢喝茶。", f"{茶}。"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "responses", "expected"),
    [
        ("I live in Berlin.", [("in Munich", "I live in Berlin.")], ["The user lives in Munich."]),
        ("我叫小明。", [("小敏", "我叫小明。")], ["用户叫小敏。"]),
        ("我住在北京。", [("我住在上海。", "我住在北京。")], ["用户住在上海。"]),
        (f"{NUTS}.", [("no, eggs", NUTS), ("I meant milk", NUTS), ("soy", NUTS)],
         ["The user is allergic to soy."]),
        (f"{NUTS} and {TEA}.", [("eggs", NUTS), ("coffee", TEA)],
         ["The user is allergic to eggs.", "The user likes coffee."]),
        (f"{NUTS}.", [("I am also allergic to eggs", NUTS)],
         ["The user is allergic to nuts.", "The user is also allergic to eggs."]),
        (f"{花生}。", [("我还对鸡蛋过敏", 花生)], ["用户对花生过敏。", "用户还对鸡蛋过敏。"]),
        (f"{TEA}.", [("I live in Rome", TEA)], ["The user likes tea.", "The user lives in Rome."]),
        (f"{NUTS}.", [("eggs", "")], ["The user is allergic to eggs."]),  # of an older checkpoint
        (f"{NUTS}.", [("eggs", "said in no turn")], ["The user is allergic to eggs."]),
    ],
)  # fmt: skip
def test_what_is_put_right_or_added(
    text: str, responses: list[tuple[str, str]], expected: list[str]
) -> None:
    assert [content for content, _ in read(text, *responses)] == expected


@pytest.mark.parametrize(
    "words",
    [
        "that's wrong", "no", "don't store that", "不对", "不要记", "错了", "hm?", "((", "。", "-",
        "yes", "OK!", "approve", "Looks good", "reject", "never mind", "just kidding",
        "it’s private",
        "already known", "I don't know", "n/a", "make it shorter", "please don't", "why", "y",
        "好的", "对", "同意", "是的", "算了", "别记", "没事", "那是开玩笑的", "不知道",
        "为什么", "忽略",
        "说清楚点", "太模糊了", "已经知道了", "以后再说", "用英文", "删掉吧",
    ],
)  # fmt: skip
def test_what_says_nothing_new_changes_nothing(words: str) -> None:
    for text, said, content in ((f"{NUTS}.", NUTS, "The user is allergic to nuts."),
                                (f"{花生}。", 花生, "用户对花生过敏。")):  # fmt: skip
        assert [one for one, _ in read(text, (words, said))] == [content]


def test_of_several_messages_the_one_is_put_right_that_was_meant() -> None:
    turns = [turn(f"{NUTS}."), turn(f"{TEA}.", "m2")]
    found = read_with_responses(turns, [Response("no, eggs", f"{NUTS}.")], rules)
    assert [(one.content, one.evidence.message_id) for one in found] == [
        ("The user is allergic to eggs.", "m1"), ("The user likes tea.", "m2"),
    ]  # fmt: skip


def test_without_a_turn_of_the_user_nothing_is_heard() -> None:
    assert read_with_responses([], [Response("eggs", "")], rules) == []


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        (f"{NUTS}.", "No, eggs!", "The user is allergic to eggs."),
        (f"{花生}。", "对虾", "用户对对虾过敏。"),
        (f"{花生}。", "无花果", "用户对无花果过敏。"),
        ("I live in Berlin.", "in Keepham", "The user lives in Keepham."),
        ("我住在北京。", "无锡", "用户住在无锡。"),
    ],
)
def test_a_value_that_begins_like_a_verdict_is_one(text: str, words: str, expected: str) -> None:
    assert [content for content, _ in read(text, (words, text.rstrip(".。")))] == [expected]
