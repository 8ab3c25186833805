"""Fields of candidates that the tables don't show: kinds, sensitivity, confidence, relations."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from memory_graph.offline import extract_candidates
from memory_graph.types import Candidate, Sensitivity, Turn

Extract = Callable[[str], list[Candidate]]


@pytest.mark.parametrize(
    ("text", "sensitivity"),
    [
        ("I'm allergic to peanuts.", "health"),
        ("我对花生过敏", "health"),
        ("I have diabetes.", "health"),
        ("My phone number is +44 7700 900123.", "identity"),
        ("我的身份证号是11010519491231002X", "identity"),
        ("My password is hunter2.", "credentials"),
        ("我密码是hunter2", "credentials"),
        ("My bank account number is 123456789.", "money"),
        ("我的月薪是两万", "money"),
        ("我住在上海市浦东新区世纪大道100号", "location"),
        ("I live at 12 Baker Street.", "location"),
        ("I like tea.", "none"),
    ],
)
def test_sensitivity(text: str, sensitivity: Sensitivity, extract: Extract) -> None:
    assert [c.sensitivity for c in extract(text)] == [sensitivity]


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("I like jazz.", 0.95),
        ("I think I like jazz.", 0.7),
        ("Maybe I like jazz", 0.7),
        ("我喜欢爵士乐", 0.95),
        ("我可能喜欢爵士乐", 0.7),
        ("我觉得我喜欢爵士乐", 0.7),
    ],
)
def test_hedged_words_count_for_less(text: str, sure: float, extract: Extract) -> None:
    assert [c.confidence for c in extract(text)] == [sure]


@pytest.mark.parametrize(
    ("text", "tier", "content"),
    [
        ("Always answer in bullet points.", "procedural", "Always answer in bullet points."),
        ("以后回答都用中文", "procedural", "以后回答都用中文。"),
        ("Remember that my locker code is 4417", "semantic", "The user's locker code is 4417."),
        ("请记住我的车牌是沪A12345", "semantic", "用户的车牌是沪A12345。"),
        (
            "Remember to water the plants.",
            "semantic",
            "The user wants to remember to water the plants.",
        ),
    ],
)
def test_remember(text: str, tier: str, content: str, extract: Extract) -> None:
    [found] = extract(text)
    assert (found.tier, found.content) == (tier, content)
    assert found.importance >= 0.8
    assert found.kind == ("rule" if tier == "procedural" else "fact")


@pytest.mark.parametrize(
    ("text", "attribute", "hint"),
    [
        ("Forget my city.", "lives_in", "my city"),
        ("Please forget where I live", "lives_in", "where I live"),
        ("Forget what I said about coffee.", None, "coffee"),
        ("忘掉我的电话", "phone", "我的电话"),
        ("别再记着我住在哪", "lives_in", "我住在哪"),
        ("请把我的手机号忘掉", "phone", "我的手机号"),
    ],
)
def test_forget(text: str, attribute: str | None, hint: str, extract: Extract) -> None:
    [found] = extract(text)
    assert found.retires
    assert (found.attribute, found.replaces_hint) == (attribute, hint)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Alice works on API Integration with Bob.",
            {("Alice", "works_on", "API Integration"), ("Alice", "works_with", "Bob")},
        ),
        ("My wife is Anna.", {("user", "wife", "Anna")}),
        ("我同事叫贺岚", {("user", "colleague", "贺岚")}),
        (
            "李雷和韩梅一起做支付接口",
            {("李雷", "works_on", "支付接口"), ("李雷", "works_with", "韩梅")},
        ),
    ],
)
def test_relations(text: str, names: set[tuple[str, str, str]], extract: Extract) -> None:
    [found] = extract(text)
    assert names <= {(r.source, r.name, r.target) for r in found.relations}
    assert found.kind == "relation"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I like coffee.", "我不喜欢咖啡"),
        ("I live in Oslo.", "我搬到都灵了"),
        ("I prefer window seats.", "I prefer aisle seats."),
        ("我喜欢喝咖啡", "I no longer like coffee."),
        ("I drink coffee.", "我不再喝咖啡了"),
        ("I work at Acme.", "我刚入职字节跳动"),
        ("I work at Acme.", "I no longer work at Acme."),
        ("我的数据库是MySQL", "Our database is Postgres."),
        ("我最喜欢的颜色是绿色", "My favourite colour is blue."),
        ("I'm allergic to peanuts", "我对花生不过敏"),
    ],
)
def test_keys_are_the_same_in_both_languages(before: str, after: str, now: datetime) -> None:
    old, new = (
        extract_candidates([Turn(role="user", content=t)], now=now)[0] for t in (before, after)
    )
    assert (old.subject, old.attribute) == (new.subject, new.attribute)
    assert old.cardinality == new.cardinality == "single"


def test_the_users_own_name_means_the_user(now: datetime) -> None:
    turn = Turn(role="user", content="Caroline lives in Oslo.")
    [found] = extract_candidates([turn], now=now, user_name="caroline")
    assert found.subject == "user"


def test_two_plain_meetings_on_two_days_are_two(extract: Extract) -> None:
    first = extract("I have a meeting tomorrow at 3pm.")[0]
    second = extract("I have a meeting on Friday at 3pm.")[0]
    assert first.subject != second.subject


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("把明天上午十点的站会推迟半小时", "2026-07-02T10:30"),
        ("把明天上午十点的站会提前一个小时", "2026-07-02T09:00"),
        ("Push tomorrow's 10am standup back by an hour.", "2026-07-02T11:00"),
        ("Move Monday's 9am retro to Tuesday.", "2026-07-07T09:00"),
        ("产品评审会改到周五下午两点了", "2026-07-03T14:00"),
        ("The design review has been moved to Friday at 2pm.", "2026-07-03T14:00"),
        ("把会议从三点改到四点", "2026-07-01T16:00"),
    ],
)
def test_moved_to(text: str, value: str, extract: Extract) -> None:
    assert [c.value for c in extract(text)] == [value]
