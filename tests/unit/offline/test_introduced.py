"""Whom a clause is about after somebody was brought up: the cat is three, not its keeper."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memory_graph.offline.introduced import introduced
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate

Extract = Callable[[str], list[Candidate]]

OTHERS: list[tuple[str, list[str]]] = [
    (
        "我家有一只猫，叫咪咪，今年三岁。",
        ["user/count:cats=一", "user/relation:cat=咪咪", "咪咪/age=三"],
    ),
    ("我养了一条狗，名字叫旺财。", ["user/count:dogs=一", "user/relation:dog=旺财"]),
    (
        "我去年收养了一只橘猫，取名叫橘子，它今年一岁。",
        ["user/relation:cat=橘子", "橘子/age=一"],
    ),
    ("家里养了一只猫，叫咪咪。", ["user/relation:cat=咪咪"]),
    ("我有个女儿，今年五岁，在上幼儿园。", ["用户的女儿/age=五", "用户的女儿/school=幼儿园"]),
    ("我和老婆有一个儿子，今年五岁。", ["用户的儿子/age=五"]),
    (
        "公司新来了一个同事，叫王磊，负责测试。",
        ["user/relation:colleague=王磊", "王磊/works_on=测试"],
    ),
    ("我有个女儿。她今年五岁。", ["用户的女儿/age=五"]),
    (
        "我有个朋友，在腾讯工作，喜欢爬山。",
        ["用户的朋友/employer=腾讯", "用户的朋友/preference:hiking=爬山"],
    ),
    ("我有个朋友在腾讯工作，喜欢爬山。", ["用户的朋友/preference:hiking=爬山"]),
    ("我有个哥哥，在北京当律师，我住在上海。", ["用户的哥哥/job=律师", "user/lives_in=上海"]),
    (
        "I have a dog. Its name is Rex. It's three years old.",
        ["user/has:dogs=dog", "user/relation:dog=Rex", "Rex/age=three"],
    ),
    ("I have a dog, his name is Rex.", ["user/has:dogs=dog", "user/relation:dog=Rex"]),
    (
        "I have a cat. She is three years old and she likes fish.",
        ["user/has:cats=cat", "user's cat/age=three", "user's cat/preference:fish=fish"],
    ),
    (
        "I've just adopted a cat. She is two years old.",
        ["user/has:cats=cat", "user's cat/age=two"],
    ),
    ("I've got a colleague, she is from Madrid.", ["user's colleague/from=Madrid"]),
]
SPEAKERS: list[tuple[str, list[str]]] = [
    (
        "我今年35岁，有一个女儿，住在上海。",
        ["user/age=35", "user/count:女儿=一", "user/lives_in=上海"],
    ),
    (
        "我今年35岁，有两个孩子，住在上海。",
        ["user/age=35", "user/count:children=两", "user/lives_in=上海"],
    ),
    (
        "我叫李雷，有一个女儿，叫小雨，今年五岁。",
        ["user/name=李雷", "user/count:女儿=一", "user/relation:daughter=小雨", "小雨/age=五"],
    ),
    ("我没有孩子，今年三十岁。", ["user/has:children=孩子", "user/age=三十"]),
    ("我想养一只猫，今年三十岁。", ["user/goal:养一只猫=养一只猫", "user/age=三十"]),
    (
        "My wife is a nurse. I don't have a dog. She is 40.",
        ["user's wife/job=nurse", "user/has:dogs=dog", "user's wife/age=40"],
    ),
    ("我住在北京，今年三十岁。", ["user/lives_in=北京", "user/age=三十"]),
    ("我家里有一只狗，我今年三十岁。", ["user/age=三十"]),
    ("我有一辆车，每天开车上班。", ["user/count:车=一", "user/thing:commute=开车上班"]),
    ("I have a dog and I'm 30 years old.", ["user/has:dogs=dog", "user/age=30"]),
    (
        "I have a daughter and live in Berlin.",
        ["user/has:daughter=daughter", "user/lives_in=Berlin"],
    ),
]
NOBODYS: list[tuple[str, list[str]]] = [
    ("我妈养了一条狗，叫旺财，今年三岁。", []),
    ("我朋友有个女儿，今年五岁，特别喜欢画画。", []),
    ("小王有个女儿，今年五岁。", []),
    ("我以前有一只猫，今年三岁。", []),
    ("我朋友有两个孩子，女儿五岁。", []),
    ("我有两只猫，今年三岁。", ["user/count:cats=两"]),
    ("My sister has a dog. His name is Rex. He is five.", []),
    ("My sister has a daughter, she is five years old.", []),
    ("I have a cat and a car. It's 5 years old.", ["user/has:cats=cat", "user/has:car=car"]),
    ("I have two sons. He is five.", ["user/count:sons=two"]),
]
PRONOUNS: list[tuple[str, str]] = [
    ("My wife is a nurse. We have two kids. She works at St Mary's.", "user's wife/employer"),
    ("My husband is a cook. We have a daughter. He works at Siemens.", "user's husband/employer"),
    ("My husband is a cook. We have a daughter. She is five years old.", "user's daughter/age"),
    ("My sister is a nurse. My husband is a cook. She lives in Cork.", "user's sister/lives_in"),
    ("My sister has a dog. She lives in Berlin.", "user's sister/lives_in"),
    ("我老婆是护士，我们有两个孩子，她在协和医院工作。", "user's wife/employer"),
    ("我妈养了一条狗。她住在杭州。", "user's mother/lives_in"),
    ("我有两个孩子，女儿五岁，儿子三岁。", "用户的儿子/age"),
]


@pytest.mark.parametrize(("text", "expected"), OTHERS + SPEAKERS + NOBODYS)
def test_a_clause_is_about_the_one_brought_up_last(
    text: str, expected: list[str], extract: Extract
) -> None:
    assert [f"{c.subject}/{c.attribute}={c.value}" for c in extract(text)] == expected


@pytest.mark.parametrize(("text", "expected"), PRONOUNS)
def test_a_pronoun_means_the_last_one_it_fits(text: str, expected: str, extract: Extract) -> None:
    found = extract(text)[-1]
    assert f"{found.subject}/{found.attribute}" == expected


@pytest.mark.parametrize(
    ("text", "mine", "one"),
    [
        ("我家有一只猫", True, True),
        ("有个女儿", None, True),
        ("我有两个孩子", True, False),
        ("我有一只猫和一条狗", True, False),
        ("我舅舅家养了一只猫", False, True),
        ("We've got a dog", True, True),
        ("I have three cats", True, False),
        ("My sister has a dog", False, True),
    ],
)
def test_whose_somebody_is(text: str, mine: bool | None, one: bool) -> None:
    found = introduced(text, detect_language(text))
    assert found is not None
    assert (found.mine, found.one) == (mine, one)


@pytest.mark.parametrize(
    "text", ["我有个客户会议，在周五", "我有一辆车", "I have a dog's toy", "I have a doctor's note"]
)
def test_a_thing_is_nobody(text: str) -> None:
    assert introduced(text, detect_language(text)) is None
