"""Answers come from what was told, in the language of the question, or are "I don't know"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol

import pytest

from memory_graph.offline import AnswerMemory, answer
from memory_graph.types import Candidate, Language


class Notes(Protocol):
    memories: list[AnswerMemory]

    def tell(self, *texts: str) -> Notes: ...
    def ask(self, question: str) -> str: ...


EN = (
    "Please move tomorrow's 3pm product review with Mr Zhang to 4 and let him know.",
    "I don't like meetings before nine in the morning.",
    "My name is Bo and I live in Oslo.",
    "I love coffee but I hate jazz.",
    "I'm allergic to shrimp and peanuts.",
    "I work at Acme Corp as a tester.",
    "My wife is Anna.",
    "I have two cats.",
    "My bike is red.",
    "Alice works on API Integration with Bob.",
    "Our database is Postgres.",
    "I have a dentist appointment on Friday at 3pm.",
    "I've never been to Iceland.",
    "My birthday is on March 5.",
)
ZH = (
    "帮我把明天下午三点与张总的产品评审会改到四点，并通知他。",
    "我不喜欢在早上九点前开会。",
    "我叫李雷，住在上海，喜欢喝咖啡和绿茶",
    "我对花生过敏",
    "我在青柠科技做测试，同事叫贺岚。",
    "我从来没去过冰岛",
    "我有两只猫",
    "我妻子叫韩梅",
    "我讨厌早起",
    "我的车是红色的",
    "我周五下午三点要去看牙医",
    "我的生日是3月5日",
)


@pytest.mark.parametrize(
    ("told", "question", "parts"),
    [
        (
            EN,
            "That product review we moved - what time did it end up at?",
            ["16:00", "4 pm", "2 July 2026"],
        ),
        (EN, "When is the product review?", ["16:00", "2 July 2026"]),
        (EN, "When's my dentist appointment?", ["15:00", "3 July 2026"]),
        (EN, "Where do I live?", ["Oslo", "1 July 2026"]),
        (EN, "which city do I live in?", ["Oslo"]),
        (EN, "What's my name?", ["Bo"]),
        (EN, "Do I like coffee?", ["Yes", "coffee"]),
        (EN, "Do I like jazz?", ["No", "jazz"]),
        (EN, "Do I hate jazz?", ["Yes", "jazz"]),
        (EN, "What do I like?", ["coffee"]),
        (EN, "What am I allergic to?", ["shrimp", "peanuts"]),
        (EN, "Am I allergic to shrimp?", ["Yes", "shrimp"]),
        (EN, "Where do I work?", ["Acme Corp"]),
        (EN, "What is my job?", ["tester"]),
        (EN, "Who is my wife?", ["Anna"]),
        (EN, "How many cats do I have?", ["two cats"]),
        (EN, "What colour is my bike?", ["red"]),
        (EN, "Who works on API Integration?", ["Alice", "Bob"]),
        (EN, "which DB do we use?", ["Postgres"]),
        (EN, "Have I been to Iceland?", ["No", "Iceland"]),
        (EN, "When is my birthday?", ["March 5"]),
        (EN, "Can we meet before 9 in the morning? When do I like meetings?", ["09:00"]),
        (ZH, "上次改过的那个产品评审会，最后定在几点了？", ["下午四点", "16:00", "2026年7月2日"]),
        (ZH, "产品评审会是什么时候？", ["16:00", "2026年7月2日"]),
        (ZH, "我什么时候看牙医？", ["15:00", "2026年7月3日"]),
        (ZH, "我住在哪里？", ["上海", "2026年7月1日"]),
        (ZH, "我叫什么名字？", ["李雷"]),
        (ZH, "我喜欢咖啡吗？", ["是的", "咖啡"]),
        (ZH, "我喜欢早起吗", ["不", "早起"]),
        (ZH, "我喜欢什么？", ["咖啡", "绿茶"]),
        (ZH, "我对什么过敏？", ["花生"]),
        (ZH, "我在哪里工作？", ["青柠科技"]),
        (ZH, "我是做什么工作的？", ["测试"]),
        (ZH, "我同事叫什么？", ["贺岚"]),
        (ZH, "我老婆是谁？", ["韩梅"]),
        (ZH, "我有几只猫？", ["两只猫"]),
        (ZH, "我的车是什么颜色？", ["红色"]),
        (ZH, "我去过冰岛吗？", ["不", "冰岛"]),
        (ZH, "我的生日是哪天？", ["3月5日"]),
        # the memory is in the other language
        (ZH, "Where do I live?", ["You live in 上海"]),
        (ZH, "What am I allergic to?", ["You are allergic to peanut"]),
        (ZH, "Do I like coffee?", ["Yes", "You like coffee".lower()]),
        (ZH, "What time is the product review?", ["4 pm", "16:00", "2 July 2026"]),
        (ZH, "Who is my wife?", ["韩梅"]),
        (EN, "我住在哪里？", ["你住在Oslo"]),
        (EN, "我对什么过敏？", ["你对虾过敏"]),
        (EN, "我喜欢咖啡吗？", ["是的", "你喜欢咖啡"]),
        (EN, "产品评审会几点？", ["下午四点", "16:00"]),
        (EN, "我叫什么？", ["你叫Bo"]),
    ],
)
def test_recalled(told: Sequence[str], question: str, parts: list[str], notebook: Notes) -> None:
    reply = notebook.tell(*told).ask(question)
    assert all(part in reply for part in parts), reply


@pytest.mark.parametrize(
    ("told", "question"),
    [
        (EN, "Do I like tea?"),
        (EN, "Am I allergic to milk?"),
        (EN, "Where does Carol live?"),
        (EN, "What's the capital of France?"),
        (EN, "What is my passport number?"),
        (EN, "When is the board meeting?"),
        (EN, "Who is my brother?"),
        (EN, "How many dogs do I have?"),
        (EN, "What is the weather like today?"),
        ((), "Where do I live?"),
        (ZH, "我喜欢红茶吗？"),
        (ZH, "我对虾过敏吗？"),
        (ZH, "鲍勃住在哪里？"),
        (ZH, "法国的首都是哪里？"),
        (ZH, "我的护照号是多少？"),
        (ZH, "董事会是什么时候？"),
        (ZH, "我哥哥叫什么？"),
        (ZH, "今天天气怎么样？"),
        ((), "我住在哪里？"),
    ],
)
def test_unknown_is_said(told: Sequence[str], question: str, notebook: Notes) -> None:
    reply = notebook.tell(*told).ask(question)
    assert re.match(r"I don't know|我不知道", reply), reply


def test_newest_wins(notebook: Notes) -> None:
    notebook.tell("I live in Oslo.", "I moved to Turin.")
    assert "Turin" in notebook.ask("Where do I live?")
    assert "Oslo" not in notebook.ask("Where do I live?")


def test_what_has_ended_is_not_the_present(notebook: Notes) -> None:
    notebook.tell("I drink coffee.", "Two years ago I drank only tea.")
    assert "coffee" in notebook.ask("What do I like to drink?")
    assert "tea" not in notebook.ask("What do I like to drink?")


@pytest.mark.parametrize(
    ("told", "question", "expected"),
    [
        (["I live in Oslo."], "Where do I live?", "may be out of date"),
        (["我住在上海"], "我住在哪里？", "可能已经过时"),
    ],
)
def test_doubtful_is_said(told: list[str], question: str, expected: str, notebook: Notes) -> None:
    notebook.tell(*told)
    notebook.memories = [replace(m, doubtful=True) for m in notebook.memories]
    assert expected in notebook.ask(question)


def test_all_that_is_known(notebook: Notes) -> None:
    notebook.tell(*EN)
    reply = notebook.ask("What do you know about me?")
    assert reply.count("\n- ") >= 12
    assert "我记下的有" in notebook.ask("你对我了解多少？")
    empty = answer("What do you know about me?", [], now=datetime.now().astimezone(), language="en")
    assert empty.startswith("I don't know")


@pytest.mark.parametrize(
    ("language", "question", "turn", "expected"),
    [
        (
            "en",
            "What is the gate code?",
            "The gate code is 9911.",
            'You said: "The gate code is 9911"',
        ),
        ("zh", "门禁密码是多少？", "门禁密码是9911", "你说过：“门禁密码是9911”"),
    ],
)
def test_a_raw_turn_is_quoted(
    language: Language, question: str, turn: str, expected: str, now: datetime
) -> None:
    memories = [AnswerMemory(content=turn, tier="episodic", kind="turn", speaker="user")]
    assert expected in answer(question, memories, now=now, language=language)


def test_the_question_itself_is_no_answer(now: datetime) -> None:
    question = "What is the gate code?"
    memories = [AnswerMemory(content=question, tier="episodic", kind="turn", recorded_at=now)]
    assert answer(question, memories, now=now, language="en").startswith("I don't know")


def test_dates_are_in_the_users_zone(now: datetime) -> None:
    at = datetime.fromisoformat("2026-07-01T20:00:00+00:00")
    memory = AnswerMemory(
        content="The user lives in Oslo.", attribute="lives_in", value="Oslo", recorded_at=at
    )
    later = now + timedelta(days=3)
    assert "2 July 2026" in answer("Where do I live?", [memory], now=later, language="en")


@pytest.mark.parametrize(
    ("told", "question", "part"),
    [
        ("我女儿今年上小学三年级。", "我女儿上几年级？", "小学三年级"),
        ("My son is in third grade.", "What grade is my son in?", "third grade"),
        (
            "My daughter Emma started school in September.",
            "When did my daughter start school?",
            "September 2025",
        ),
    ],
)
def test_a_childs_school_is_known(told: str, question: str, part: str, notebook: Notes) -> None:
    assert part in notebook.tell(told).ask(question)


def test_a_name_has_no_beginning(extract: Callable[[str], list[Candidate]]) -> None:
    name, school = extract("My daughter Emma started school in September.")
    assert (name.event_from, school.event_from is None) == (None, False)
    assert name.content == "The user's daughter is Emma."
