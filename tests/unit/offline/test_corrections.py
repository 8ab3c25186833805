"""What a speaker puts right while speaking, and changes that name only a clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from memory_graph.offline import answer, extract_candidates
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate, Turn

Extract = Callable[[str], list[Candidate]]

PUT_RIGHT = [
    ("I live in Oslo. No wait, I meant Turin.", "lives_in", "Turin"),
    ("I live in Oslo, no, Turin.", "lives_in", "Turin"),
    ("I live in Oslo — I mean Turin.", "lives_in", "Turin"),
    ("I live in Oslo. Sorry, Turin.", "lives_in", "Turin"),
    ("I live in Oslo. No wait, I live in Turin.", "lives_in", "Turin"),
    ("I have two, no, three cats", "count:cats", "three"),
    ("I have two cats. Sorry, three.", "count:cats", "three"),
    ("My name is Jon, sorry, John.", "name", "John"),
    ("I'm 34, no wait, 35.", "age", "35"),
    ("I work at Acme, or rather Globex.", "employer", "Globex"),
    ("My birthday is May 4, no wait, May 5.", "birthday", "May 5"),
    ("I'm allergic to peanuts. No wait, I mean almonds.", "allergy:almonds", "almonds"),
    ("I have a dentist appointment on Friday at 3pm. No wait, I meant 4pm.", "time",
     "2026-07-03T16:00"),
    ("I'm 180 cm tall, no, 182.", "thing:height", "182 cm"),
    ("I have a meeting with Bob on Tuesday at 3pm. Sorry, Thursday.", "time", "2026-07-02T15:00"),
    ("My flight to Rome is on Friday at 12:40. No wait, 13:05.", "time", "2026-07-03T13:05"),
    ("I don't like tea, sorry, coffee.", "preference:coffee", "coffee"),
    ("我住在北京，不对，是上海。", "lives_in", "上海"),
    ("我喜欢茶。不好意思，打错了，是咖啡", "preference:coffee", "咖啡"),
    ("我住在北京，说错了，我住在上海。", "lives_in", "上海"),
    ("我有两只，不对，三只猫", "count:cats", "三"),
    ("我有两只猫，不对，三只。", "count:cats", "三"),
    ("我叫李雷，说错了，是李磊", "name", "李磊"),
    ("我喜欢茶，不，我是说咖啡", "preference:coffee", "咖啡"),
    ("我周五下午三点有评审会，不对，四点", "time", "2026-07-03T16:00"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "attribute", "value"), PUT_RIGHT)
def test_the_corrected_value_is_kept(
    text: str, attribute: str, value: str, extract: Extract
) -> None:
    [found] = extract(text)
    assert (found.attribute, found.value) == (attribute, value)
    assert found.evidence.span in text
    assert found.evidence.message_id == "m1"


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("I like tea. I mean, who doesn't?", ["preference:tea"]),
        ("I like tea. Sorry, I'm late.", ["preference:tea"]),
        ("I love jazz. No, really.", ["preference:jazz"]),
        ("I'm vegan. No problem.", ["diet"]),
        ("I like tea. I mean it.", ["preference:tea"]),
        ("I live in Oslo. No wait.", []),
        ("I like tea, no, thanks.", []),
        ("No, I meant the other file.", []),
        ("我喜欢茶。不好意思，我迟到了", ["preference:tea"]),
        ("我喜欢喝茶，不对花生过敏", ["preference:tea"]),
        ("我喜欢茶，不对，你别记", []),
        ("不对", []),
        ("My name is Bo. Sorry, late again.", ["name"]),
        ("My name is Bo. Sorry. Late.", ["name"]),
        ("I live in Oslo. No, you don't.", ["lives_in"]),
        ("我叫小明。不好意思迟到了", ["name"]),
        ("我叫小明。不好意思，迟到了", ["name"]),
    ],
)
def test_other_words_put_nothing_right(text: str, attributes: list[str], extract: Extract) -> None:
    assert [c.attribute for c in extract(text)] == attributes


@pytest.mark.parametrize("text", ["My name is Bo. Sorry. Late.", "我叫小明。不好意思，迟到了"])
def test_an_excuse_is_no_name(text: str, extract: Extract) -> None:
    assert [c.value for c in extract(text)] in (["Bo"], ["小明"])


ROME = "My flight to Rome is on Friday at 12:40."
ROME_ZH = "周五12:40去罗马的航班"
MOVES = [
    (ROME, "The flight is now at 13:05."),
    (ROME, "The flight is at 13:05."),
    (ROME, "My flight leaves at 13:05 now."),
    (ROME, "The flight has been changed to 13:05."),
    (ROME, "The flight was pushed back to 13:05."),
    (ROME, "The flight got delayed to 13:05."),
    (ROME, "The flight was moved to 13:05."),
    (ROME_ZH, "航班现在是13:05。"),
    (ROME_ZH, "航班改成13:05了"),
    (ROME_ZH, "航班推迟到13:05"),
    (ROME_ZH, "航班延误到13:05了"),
    (ROME_ZH, "航班提前到13:05"),
]


@pytest.mark.parametrize(("made", "moved"), MOVES)
def test_a_change_of_the_clock_keeps_the_day(made: str, moved: str, now: datetime) -> None:
    first, second = extract_candidates(
        [Turn(role="user", content=text) for text in (made, moved)], now=now
    )
    assert second.subject == first.subject
    assert (first.value, second.value) == ("2026-07-03T12:40", "2026-07-03T13:05")
    assert second.replaces_hint == first.subject


@pytest.mark.parametrize("moved", [moved for _, moved in MOVES if "is at" not in moved])
def test_the_reply_makes_up_no_day(moved: str, now: datetime) -> None:
    reply = answer(moved, [], now=now, language=detect_language(moved))
    assert "13:05" in reply
    assert "2026" not in reply


def test_the_reply_says_the_day_that_was_said(now: datetime) -> None:
    reply = answer("The flight was moved to Saturday at 9:00.", [], now=now, language="en")
    assert "Saturday 4 July 2026 at 09:00" in reply


@pytest.mark.parametrize(
    "text", ["The flight is now boarding.", "The app is now on GitHub.", "会议现在开始"]
)
def test_now_alone_moves_nothing(text: str, extract: Extract) -> None:
    assert extract(text) == []
