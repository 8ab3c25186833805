"""The public failures A1, A5, A10, A17, B1, B4, B5, B11, C2, G21, and the sentences of the demo."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memory_graph.offline import extract_candidates
from memory_graph.types import Candidate, Role, Turn

Extract = Callable[[str], list[Candidate]]
SHANGHAI = ZoneInfo("Asia/Shanghai")


def test_a1_stays_in_the_speakers_language(extract: Extract) -> None:
    found = extract("我在青柠科技做测试，同事叫贺岚。")
    text = "".join(c.content for c in found)
    assert "青柠科技" in text
    assert "贺岚" in text
    assert not re.search("[A-Za-z]", text)
    assert {c.language for c in found} == {"zh"}


@pytest.mark.parametrize("text", ["", "   ", "\n", "\u3000", "…", "😀"])
def test_a5_nothing_from_nothing(text: str, extract: Extract, now: datetime) -> None:
    assert extract(text) == []
    assert extract_candidates([], now=now) == []


@pytest.mark.parametrize("role", ["assistant", "tool", "document", "operator"])
def test_a5_only_the_user_speaks_about_the_user(role: Role, now: datetime) -> None:
    turn = Turn(role=role, content="My name is Bo. 我住在上海。")
    assert extract_candidates([turn], now=now) == []


@pytest.mark.parametrize(
    "text",
    [
        "我从来没去过冰岛",
        "我没去过冰岛",
        "我还没有去过冰岛",
        "我从未去过冰岛",
        "I've never been to Iceland",
        "I haven't been to Iceland.",
        "I have never visited Iceland",
    ],
)
def test_a10_negation_is_kept(text: str, extract: Extract) -> None:
    [found] = extract(text)
    assert found.attribute == "visited:iceland"
    assert not found.polarity
    assert re.search("没|未|never|n't", found.content)


def test_a17_first_turn_ever(extract: Extract) -> None:
    [found] = extract("My bike is red.")
    assert found.content == "The user's bike is red."


def test_b1_a_new_technology_finds_the_old_one(extract: Extract) -> None:
    [old], [new] = extract("Stack is Postgres."), extract("We moved to MySQL.")
    assert (old.subject, old.attribute) == (new.subject, new.attribute)
    assert old.cardinality == new.cardinality == "single"
    assert (old.value, new.value) == ("Postgres", "MySQL")


@pytest.mark.parametrize(
    "texts",
    [
        ["On team Red Jan-Mar", "Blue Apr-Jun", "back on Red from Jul"],
        ["I was on team Red from January to March, Blue April to June, back on Red since July."],
    ],
)
def test_b4_three_intervals(texts: list[str], now: datetime) -> None:
    found = extract_candidates([Turn(role="user", content=t) for t in texts], now=now)
    assert [(c.attribute, c.value) for c in found] == [
        ("team", "Red"),
        ("team", "Blue"),
        ("team", "Red"),
    ]
    months = [(c.event_from.month if c.event_from else 0, c.event_to) for c in found]
    assert [month for month, _ in months] == [1, 4, 7]
    assert months[0][1] == datetime(2026, 4, 1, tzinfo=SHANGHAI)
    assert months[2][1] is None


@pytest.mark.parametrize(
    ("past", "present"),
    [
        ("Two years ago I drank only tea.", "I drink coffee."),
        ("I drank only tea two years ago.", "I drink coffee."),
        ("两年前我只喝茶", "我平时喝咖啡"),
    ],
)
def test_b5_a_late_report_of_the_past_has_its_own_time(
    past: str, present: str, extract: Extract, now: datetime
) -> None:
    [old], [new] = extract(past), extract(present)
    assert old.event_from == datetime(2024, 1, 1, tzinfo=SHANGHAI)
    assert old.event_to is not None
    assert old.event_to < now
    assert new.event_to is None
    assert old.attribute == "diet:tea"
    assert new.attribute == "diet:coffee"


@pytest.mark.parametrize(
    "text", ["Red tea. I like red tea. Red tea!", "红茶。我喜欢红茶。我喜欢红茶！"]
)
def test_b11_no_doubles_within_one_turn(text: str, extract: Extract) -> None:
    assert len(extract(text)) == 1


def test_c2_local_clock(now: datetime) -> None:
    said = datetime(2026, 7, 25, 4, 45, tzinfo=UTC)
    turn = Turn(role="user", content="I have lunch with Anna today at 12:45.", said_at=said)
    [found] = extract_candidates([turn], now=now)
    assert found.value == "2026-07-25T12:45"
    assert found.evidence.said_at == said


def test_c2_a_naive_time_is_in_the_users_zone(now: datetime) -> None:
    turn = Turn(role="user", content="我明天下午三点有面试", said_at=datetime(2026, 1, 31, 23, 0))  # noqa: DTZ001 - the point
    [found] = extract_candidates([turn], now=now)
    assert found.event_from == datetime(2026, 2, 1, 15, 0, tzinfo=SHANGHAI)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("My commute is the 31 bus because I live in Oslo.", "lives_in"),
        ("我上班坐31路公交，因为我住在奥斯陆", "lives_in"),
    ],
)
def test_g21_a_reason_is_a_dependency(text: str, reason: str, extract: Extract) -> None:
    commute, home = extract(text)
    assert commute.depends_on == (reason,)
    assert home.depends_on == ()


DEMO = {
    "zh": (
        "帮我把明天下午三点与张总的产品评审会改到四点，并通知他。",
        "与张总的产品评审会",
        "与张总的产品评审会从2026年7月2日（周四）15:00改到16:00。",
        "我不喜欢在早上九点前开会。",
        "用户不喜欢在早上九点前开会。",
        "现在我更喜欢上午开会了，八点也行。",
    ),
    "en": (
        "Please move tomorrow's 3pm product review with Mr Zhang to 4 and let him know.",
        "product review with Mr Zhang",
        "Product review with Mr Zhang moved from Thursday 2 July 2026 at 15:00 to 16:00.",
        "I don't like meetings before nine in the morning.",
        "The user dislikes meetings before nine in the morning.",
        "I actually prefer morning meetings now, eight is fine too.",
    ),
}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_demo_sentences(language: str, extract: Extract) -> None:
    move, name, moved, dislike, disliked, change = DEMO[language]
    [event] = extract(move)
    assert (event.tier, event.kind, event.subject) == ("episodic", "event", name)
    assert (event.attribute, event.value) == ("time", "2026-07-02T16:00")
    assert event.content == moved
    assert event.event_from == datetime(2026, 7, 2, 16, tzinfo=SHANGHAI)
    assert event.replaces_hint == name
    [old] = extract(dislike)
    assert old.content == disliked
    assert (old.attribute, old.value, old.polarity) == (
        "preference:meeting_time",
        "not before 09:00",
        False,
    )
    [new] = extract(change)
    assert (new.attribute, new.value, new.polarity) == (
        "preference:meeting_time",
        "morning, 08:00 ok",
        True,
    )
    assert old.cardinality == new.cardinality == "single"
    assert change.rstrip("。.") in new.evidence.span or new.evidence.span.rstrip("。.") in change
