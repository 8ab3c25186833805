"""Several questions in one message: each is answered, and what stays open is said once."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memory_graph.offline.answer import answer
from memory_graph.offline.answer_types import AnswerMemory
from memory_graph.offline.several import questions_in
from memory_graph.text.language import detect_language

NOW = datetime(2026, 7, 1, 9, tzinfo=ZoneInfo("Asia/Shanghai"))


def told(content: str, attribute: str, value: str) -> AnswerMemory:
    return AnswerMemory(content, attribute=attribute, value=value, subject="user", recorded_at=NOW)


EN = [
    told("The user lives in Berlin.", "lives_in", "Berlin"),
    told("The user's name is Tom.", "name", "Tom"),
    told("The user's dog is called Rex.", "relation:dog", "Rex"),
    told("The user's sister is called Ada.", "relation:sister", "Ada"),
    told("The user likes coffee.", "preference:coffee", "coffee"),
]
ZH = [
    told("用户住在北京。", "lives_in", "北京"),
    told("用户叫王五。", "name", "王五"),
    told("用户的狗叫旺财。", "relation:dog", "旺财"),
    told("用户妹妹叫小红。", "relation:sister", "小红"),
    told("用户喜欢喝咖啡。", "preference:coffee", "喝咖啡"),
]
REST_EN, REST_ZH = "I have nothing noted for the rest.", "其余的我没有记录。"


@pytest.mark.parametrize(
    ("question", "said", "is_whole"),
    [
        ("Where do I live? And what do I like?", ("Berlin", "coffee"), True),
        ("Where do I live and what is my dog called?", ("Berlin", "Rex"), True),
        ("What's my name? Where do I live?", ("Tom", "Berlin"), True),
        ("Do you know my name and where I live?", ("Tom", "Berlin"), True),
        ("What are my dog's name and my sister's name?", ("Rex", "Ada"), True),
        ("What is the capital of France? And where do I live?", ("Berlin",), False),
        ("Who is Ada and where does she live?", ("Ada",), False),
        ("我住在哪里？我喜欢什么？", ("北京", "咖啡"), True),
        ("我叫什么，住在哪？", ("王五", "北京"), True),
        ("你知道我叫什么和我住哪里吗？", ("王五", "北京"), True),
        ("我的狗叫什么，我妹妹叫什么？", ("旺财", "小红"), True),
        ("法国的首都是哪里？我住在哪里？", ("北京",), False),
        ("小红是谁，她住哪？", ("小红",), False),
    ],
)
def test_each_question_is_answered(question: str, said: tuple[str, ...], is_whole: bool) -> None:
    language = detect_language(question)
    reply = answer(question, EN if language == "en" else ZH, now=NOW, language=language)
    places = [reply.index(one) for one in said]
    assert places == sorted(places)
    assert (REST_EN not in reply and REST_ZH not in reply) == is_whole
    assert "don't know" not in reply
    assert "不知道" not in reply


@pytest.mark.parametrize(
    "question",
    ["When is my dentist appointment, and where?", "Do I like coffee and tea?", "Where do I live?",
     "What is the best way to get to Rome and Oslo?", "我喜欢咖啡和茶吗？", "我住在哪里？"],
)  # fmt: skip
def test_one_question_stays_whole(question: str) -> None:
    assert questions_in(question, detect_language(question)) == [question]


@pytest.mark.parametrize(
    ("message", "known", "new", "old"),
    [
        ("I live in Paris now. Where do I live?", EN, "Paris", "Berlin"),
        ("我现在住上海了。我住在哪？", ZH, "上海", "北京"),
    ],
)
def test_what_was_said_just_now_is_the_answer(
    message: str, known: list[AnswerMemory], new: str, old: str
) -> None:
    reply = answer(message, known, now=NOW, language=detect_language(message))
    assert new in reply
    assert old not in reply


def test_nothing_known_is_said_once() -> None:
    reply = answer("Who won the cup? Who lost it?", EN, now=NOW, language="en")
    assert reply == answer("Who won the cup?", EN, now=NOW, language="en")
