"""What others like is not said of the user; a note bears the day it was told."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

import pytest

from memory_graph.offline import AnswerMemory, answer, extract_candidates
from memory_graph.types import Language, Turn


class Notes(Protocol):
    def tell(self, *texts: str) -> Notes: ...
    def ask(self, question: str) -> str: ...


@pytest.mark.parametrize(
    ("told", "question", "starts"),
    [
        (["My brother likes jazz."], "Do I like jazz?", "I don't know"),
        (["我妹妹喜欢爵士乐"], "我喜欢爵士乐吗", "我不知道"),
        (["My brother likes jazz.", "I hate jazz."], "Do I like jazz?", "No, "),
        (["我妹妹喜欢爵士乐", "我讨厌爵士乐"], "我喜欢爵士乐吗", "不，"),
        (["I like jazz."], "Do I like jazz?", "Yes, "),
        (["我妹妹喜欢爵士乐"], "我妹妹喜欢爵士乐吗", "是的，"),
    ],
)
def test_a_yes_is_about_the_one_asked_for(
    told: list[str], question: str, starts: str, notebook: Notes
) -> None:
    assert notebook.tell(*told).ask(question).startswith(starts)


@pytest.mark.parametrize(
    ("told", "question", "own", "other"),
    [
        (["My brother likes jazz.", "I love tea."], "What do I love?", "tea", "jazz"),
        (["我妹妹喜欢爵士乐", "我喜欢喝茶"], "我喜欢什么？", "茶", "爵士乐"),
    ],
)
def test_only_own_likes_are_listed(
    told: list[str], question: str, own: str, other: str, notebook: Notes
) -> None:
    said = notebook.tell(*told).ask(question)
    assert own in said
    assert other not in said


@pytest.mark.parametrize(
    ("question", "language", "day"),
    [("Where do I live?", "en", "1 July 2026"), ("我住在哪里？", "zh", "2026年7月1日")],
)
def test_a_note_bears_the_day_it_was_told(
    question: str, language: Language, day: str, now: datetime
) -> None:
    content = "The user lives in Rome." if language == "en" else "用户住在罗马。"
    since = now - timedelta(days=800)
    memory = AnswerMemory(
        content, attribute="lives_in", value="Rome", recorded_at=since, noted_at=now, subject="user"
    )
    assert day in answer(question, [memory], now=now, language=language)


def test_a_quoted_turn_is_answered_as_noted(now: datetime) -> None:
    turn = AnswerMemory(
        "The heating engineer finally repaired our boiler.",
        tier="sensory",
        kind="turn",
        event_from=now,
        event_to=now,
        recorded_at=now,
        speaker="user",
    )
    said = answer("When was the boiler repaired?", [turn], now=now, language="en")
    assert said.startswith('You said: "The heating engineer')
    assert "(noted on 1 July 2026)" in said


@pytest.mark.parametrize(
    ("text", "language", "named"),
    [
        ("Please forget everything I told you.", "en", "forgotten nothing"),
        ("Forget everything you know about me.", "en", "forgotten nothing"),
        ("把我说过的都忘掉", "zh", "还没有忘掉"),
        ("忘掉所有的事情吧", "zh", "还没有忘掉"),
        ("Forget everything I told you about my boss.", "en", "I'll forget"),
    ],
)
def test_all_is_not_said_to_be_forgotten(
    text: str, language: Language, named: str, now: datetime
) -> None:
    known = [AnswerMemory("The user lives in Rome.", attribute="lives_in", value="Rome")]
    said = answer(text, known, now=now, language=language)
    assert named in said
    assert "Rome" not in said
    found = extract_candidates([Turn(role="user", content=text)], now=now)
    assert bool(found) == ("boss" in text)
