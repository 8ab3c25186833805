"""Relations, plans, wishes about days, bookings, changes of an event named before, and speed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from memory_graph.offline import answer, extract_candidates, with_cues
from memory_graph.offline.meeting_days import weekdays
from memory_graph.types import Candidate, Turn
from tests.growth import assert_work_follows_length

Extract = Callable[[str], list[Candidate]]


def turns(*texts: str) -> list[Turn]:
    return [Turn(role="user", content=text, message_id=f"m{at}") for at, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("text", "cardinality"),
    [
        ("My wife is Anna.", "single"),
        ("My boss is Tom Becker.", "single"),
        ("My mother's name is Ines.", "single"),
        ("My friend is called Leo.", "many"),
        ("My colleague is Wei.", "many"),
        ("My sister is called Mia.", "many"),
        ("I have a dog named Rex.", "many"),
        ("我老公叫陈立", "single"),
        ("我老板是何志强", "single"),
        ("我同事叫阿米尔", "many"),
        ("我有个儿子叫豆豆", "many"),
        ("我邻居叫罗曼", "many"),
    ],
)
def test_there_is_one_wife_and_many_friends(text: str, cardinality: str, extract: Extract) -> None:
    [found] = extract(text)
    assert (found.kind, found.cardinality) == ("relation", cardinality)


@pytest.mark.parametrize(
    ("text", "subject", "attribute"),
    [
        ("My wife Anna is a doctor and works at St Mary's Hospital.", "Anna", "employer"),
        ("My sister is a nurse. She lives in Cork.", "user's sister", "lives_in"),
        ("My brother is Jonas. His birthday is May 2.", "Jonas", "birthday"),
        ("我老婆是医生，在协和医院工作", "user's wife", "employer"),
        ("我妹妹是护士，她住在苏州", "用户的妹妹", "lives_in"),
        ("我老婆最近很忙，喜欢跑步", "user's wife", "preference:running"),
    ],
)
def test_what_is_said_of_others_is_not_the_users(
    text: str, subject: str, attribute: str, extract: Extract
) -> None:
    found = extract(text)
    assert (found[-1].subject, found[-1].attribute) == (subject, attribute)
    assert all(c.subject != "user" or c.kind == "relation" for c in found)


@pytest.mark.parametrize(
    "text",
    [
        "我司在杭州", "我校有三万学生", "我国有很多城市", "我觉得React好用", "我家有三口人",
        "我方代表是李总", "我们是工程师", "咱们是一个团队", "我军取得胜利", "我市房价涨了",
    ],
)  # fmt: skip
def test_what_only_starts_like_me_is_not_me(text: str, extract: Extract) -> None:
    assert extract(text) == []


@pytest.mark.parametrize(
    ("text", "attribute", "begins"),
    [
        ("I'm moving to Oslo next month.", "plan:lives_in", (2026, 8, 1)),
        ("I will move to Paris next year.", "plan:lives_in", (2027, 1, 1)),
        ("I start at Google on Monday.", "plan:employer", (2026, 7, 6)),
        ("I'm going to Japan in August.", "plan:visit:japan", (2026, 8, 1)),
        ("我下个月搬到杭州", "plan:lives_in", (2026, 8, 1)),
        ("我下周一入职腾讯", "plan:employer", (2026, 7, 6)),
        ("我打算明年搬去巴黎", "plan:lives_in", (2027, 1, 1)),
    ],
)
def test_a_plan_is_an_event_and_replaces_nothing(
    text: str, attribute: str, begins: tuple[int, int, int], extract: Extract, now: datetime
) -> None:
    [found] = extract(text)
    assert (found.tier, found.kind, found.attribute) == ("episodic", "event", attribute)
    assert found.event_from == datetime(*begins, tzinfo=now.tzinfo)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I've never been to Iceland.", "I've been to Iceland."),
        ("I went to Iceland in 2019.", "I have never been to Iceland."),
        ("我从来没去过冰岛", "I've been to Iceland."),
        ("I don't have a car.", "I have a car."),
    ],
)
def test_having_been_closes_never(first: str, second: str, extract: Extract) -> None:
    [old], [new] = extract(first), extract(second)
    assert old.attribute == new.attribute
    assert old.cardinality == new.cardinality == "single"
    assert old.polarity != new.polarity


CHANGES = [
    (
        [
            "I have a product review with Mr Zhang on Thursday at 3pm.",
            "Move it to Friday.",
            "Actually push the review to 5pm.",
            "Cancel it.",
        ],
        ["2026-07-02T15:00", "2026-07-03T15:00", "2026-07-03T17:00", "2026-07-03T17:00"],
    ),
    (
        ["周四下午三点和张总有产品评审会", "改到周五吧", "再改到五点", "取消吧"],
        ["2026-07-02T15:00", "2026-07-03T15:00", "2026-07-03T17:00", "2026-07-03T17:00"],
    ),
]


@pytest.mark.parametrize(("said", "values"), CHANGES, ids=["en", "zh"])
def test_it_means_the_event_before(said: list[str], values: list[str], now: datetime) -> None:
    found = extract_candidates(turns(*said), now=now)
    assert len({c.subject for c in found}) == 1
    assert [c.value for c in found] == values
    assert [c.retires for c in found] == [False, False, False, True]
    last = extract_candidates(turns(said[1]), now=now, earlier=turns(said[0]))
    assert [(c.subject, c.value) for c in last] == [(found[0].subject, values[1])]
    assert extract_candidates(turns(said[1]), now=now) == []


@pytest.mark.parametrize(
    ("text", "days", "liked"),
    [
        ("No meetings on Fridays", ["friday"], False),
        ("Please don't schedule meetings on Mondays and Fridays.", ["monday", "friday"], False),
        ("I prefer meetings on Tuesdays.", ["tuesday"], True),
        ("周五别开会", ["friday"], False),
        ("周五别给我安排会议", ["friday"], False),
        ("我更喜欢周二开会", ["tuesday"], True),
    ],
)
def test_weekdays_for_meetings(text: str, days: list[str], liked: bool, extract: Extract) -> None:
    found = extract(text)
    assert [c.attribute for c in found] == [f"preference:meeting_day:{day}" for day in days]
    assert {c.polarity for c in found} == {liked}


@pytest.mark.parametrize("text", ["Don't cancel Friday's meeting.", "别取消周五的会议"])
def test_a_meeting_on_a_day_is_no_wish(text: str, extract: Extract) -> None:
    assert extract(text) == []


def test_weekdays_have_numbers() -> None:
    assert weekdays(["monday", "sunday", "weekend"]) == {0, 6}


@pytest.mark.parametrize(
    ("text", "value", "confidence"),
    [
        ("Could you book a table for two tomorrow at 7?", "2026-07-02T19:00", 0.7),
        ("帮我订后天晚上七点的餐厅", "2026-07-03T19:00", 0.7),
        ("Dinner with Leo on Saturday", "2026-07-04", 0.75),
        ("Schedule a call with Priya on Monday at 10:30.", "2026-07-06T10:30", 0.95),
        ("Remind me to call mum tomorrow at 6pm", "2026-07-02T18:00", 0.95),
        ("Set a reminder for my interview on Friday at 9.", "2026-07-03T09:00", 0.95),
        ("提醒我明天下午六点给妈妈打电话", "2026-07-02T18:00", 0.95),
    ],
)
def test_what_is_not_certain_is_asked_about(
    text: str, value: str, confidence: float, extract: Extract
) -> None:
    [found] = extract(text)
    assert (found.kind, found.value, found.confidence) == ("event", value, confidence)


@pytest.mark.parametrize(
    ("question", "language", "words"),
    [
        ("我住在哪里？", "zh", ["lives", "user"]),
        ("Where do I live?", "en", ["住在", "用户"]),
        ("What do you know about me?", "en", ["user", "用户"]),
        ("When is my sister's birthday?", "en", ["生日"]),
    ],
)
def test_a_question_is_given_the_words_of_its_answer(
    question: str, language: str, words: list[str]
) -> None:
    cued = with_cues(question, "zh" if language == "zh" else "en")
    assert cued.startswith(question)
    assert all(word in cued.split() for word in words)


def test_other_texts_get_no_cues() -> None:
    assert with_cues("Bob's keys", "en") == "Bob's keys"
    assert answer("Where do I live?", [], now=datetime.now().astimezone(), language="en")


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (" " * 200_000, "x"),
        ("\t" * 200_000, ""),
        ("I like tea. " * 17_000, ""),
        ("我喜欢茶，" * 40_000, ""),
        ("`" * 200_000, ""),
    ],
    ids=["blanks", "tabs", "en", "zh", "fences"],
)
def test_a_long_message_is_read_quickly(text: str, end: str, extract: Extract) -> None:
    extract("I like tea. 我喜欢茶。")
    assert_work_follows_length(extract, text, end)
