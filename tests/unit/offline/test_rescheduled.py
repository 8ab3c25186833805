"""To which day something is moved: a bare weekday lies in the week of what it replaces."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.offline import AnswerMemory, answer, extract_candidates
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate, Turn

Extract = Callable[[str], list[Candidate]]

# Said on Wednesday 1 July 2026; the Thursday of next week is 9 July.
MOVED = [
    (["我下周四要去成都出差，参加一个技术大会。", "不对，出差改到周五了。"], "2026-07-10"),
    (["我下周四要去成都出差。", "改到周二吧"], "2026-07-07"),
    (["我下周四要去成都出差，不对，是周五。"], "2026-07-10"),
    (["我下周四要去成都出差，不对，是这周五。"], "2026-07-03"),
    (["I have a meeting with Sarah next Thursday at 3pm. No wait, this Friday."],
     "2026-07-03T15:00"),
    (["我下周四下午三点和王总开会。", "和王总的会改到周五下午四点。"], "2026-07-10T16:00"),
    (["我下周四下午三点看牙医。", "不对，看牙医是周五。"], "2026-07-10T15:00"),
    (["把下周四的评审会改到周五。"], "2026-07-10"),
    (["我下周四下午三点和王总开会。", "和王总的会改到这周五。"], "2026-07-03T15:00"),
    (["我周四下午三点和王总开会。", "和王总的会改到下周五。"], "2026-07-10T15:00"),
    (["我周四下午三点和王总开会。", "和王总的会改到周一。"], "2026-07-06T15:00"),
    (["I have a meeting with Sarah next Thursday at 3pm.", "Move it to Friday."],
     "2026-07-10T15:00"),
    (["I have a meeting with Sarah next Thursday at 3pm. No wait, Friday."], "2026-07-10T15:00"),
    (["Move next Thursday's meeting to Friday."], "2026-07-10"),
    (["Move Friday's review to Wednesday."], "2026-07-08"),
    (["把周五的评审会改到周三。"], "2026-07-08"),
    (["I have a dentist appointment next Thursday at 3pm.",
      "No wait, the appointment is on Friday, not Thursday."], "2026-07-10T15:00"),
    (["I have a dentist appointment next Thursday at 3pm. No wait, the appointment is on Friday."],
     "2026-07-10T15:00"),
    (["I have a meeting with Sarah next Thursday at 3pm.",
      "Move the meeting with Sarah to this Friday."], "2026-07-03T15:00"),
    (["I have a meeting with Sarah on Thursday at 3pm.",
      "Move the meeting with Sarah to next Friday."], "2026-07-10T15:00"),
    (["I have a meeting with Sarah on Thursday at 3pm.",
      "Move the meeting with Sarah to Monday."], "2026-07-06T15:00"),
    (["I have a meeting with Sarah next Thursday at 3pm.",
      "Move the meeting with Sarah to July 3."], "2026-07-03T15:00"),
]  # fmt: skip
PLANS = [
    (
        "I'm flying to Lisbon next Thursday for a conference.",
        "No wait, the flight is on Friday, not Thursday.",
        "The user is flying to Lisbon for a conference (Friday 10 July 2026).",
    ),
    (
        "I'm flying to Lisbon next Thursday.",
        "Move it to Friday.",
        "The user is flying to Lisbon (Friday 10 July 2026).",
    ),
    (
        "I'm flying to Lisbon on Thursday.",
        "Move it to July 10.",
        "The user is flying to Lisbon (Friday 10 July 2026).",
    ),
    (
        "我下周四去里斯本旅游。",
        "不对，旅行改到周五了。",
        "用户去里斯本旅游（2026年7月10日（周五））。",
    ),
]


def turns(*texts: str) -> list[Turn]:
    return [Turn(role="user", content=text) for text in texts]


@pytest.mark.parametrize(("said", "value"), MOVED)
def test_a_bare_weekday_lies_in_the_week_of_what_it_replaces(
    said: list[str], value: str, now: datetime
) -> None:
    found = extract_candidates(turns(*said), now=now)
    assert found[-1].value == value
    assert len({one.subject for one in found}) == 1


@pytest.mark.parametrize(("told", "change", "content"), PLANS)
def test_a_journey_is_moved_and_called_off_like_a_meeting(
    told: str, change: str, content: str, now: datetime
) -> None:
    [old] = extract_candidates(turns(told), now=now)
    [new] = extract_candidates(turns(change), now=now, earlier=turns(told))
    assert (new.attribute, new.content) == (old.attribute, content)
    assert new.event_from == datetime(2026, 7, 10, tzinfo=now.tzinfo)
    assert new.evidence.span.rstrip(".。") in change
    assert new.replaces_hint == old.content
    off = "取消旅行" if detect_language(told) == "zh" else "Cancel the flight."
    [gone] = extract_candidates(turns(off), now=now, earlier=turns(told))
    assert (gone.attribute, gone.retires) == (old.attribute, True)
    assert old.content in gone.content


@pytest.mark.parametrize(("told", "change"), [(one, two) for one, two, _ in PLANS])
def test_the_reply_names_the_day_that_is_stored(told: str, change: str, now: datetime) -> None:
    [old] = extract_candidates(turns(told), now=now)
    [new] = extract_candidates(turns(change), now=now, earlier=turns(told))
    memory = AnswerMemory(
        content=old.content, tier="episodic", kind="event", attribute=old.attribute,
        value=old.value, event_from=old.event_from, event_to=old.event_to, subject=old.subject,
    )  # fmt: skip
    reply = answer(change, [memory], now=now, language=detect_language(change))
    assert "10 July 2026" in reply or "2026年7月10日" in reply
    assert new.event_from is not None
    assert new.event_from.day == 10


@given(
    weeks=st.integers(0, 5), old=st.integers(0, 6), new=st.integers(0, 6), today=st.integers(0, 6)
)
def test_the_new_day_is_never_over(weeks: int, old: int, new: int, today: int) -> None:
    """It is in the week of the old day, or the next such day where that is over."""
    names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    now = datetime(2026, 7, 6 + today, 9).astimezone()
    before = now.date() - timedelta(days=today) + timedelta(days=7 * weeks + old)
    text = f"Move the review on {before:%B} {before.day} to {names[new]}."
    if before < now.date():
        return
    found = extract_candidates(turns(text), now=now)[-1]
    assert found.event_from is not None
    day: date = found.event_from.date()
    assert day > now.date()
    assert day.weekday() == new
    beside = before + timedelta(days=new - before.weekday())
    assert day == beside or beside <= now.date()


def test_the_hour_of_a_flight_is_that_of_the_journey(now: datetime) -> None:
    said = turns("I'm flying to Rome on Friday.", "My flight leaves at 9:40.")
    plan = extract_candidates(said, now=now)[-1]
    assert (plan.attribute, plan.event_from) == (
        "plan:visit:rome",
        datetime(2026, 7, 3, 9, 40, tzinfo=now.tzinfo),
    )
    memory = AnswerMemory(
        content=plan.content, tier="episodic", kind="event", attribute=plan.attribute,
        value=plan.value, event_from=plan.event_from, event_to=plan.event_to,
    )  # fmt: skip
    assert "09:40" in answer("When is my flight to Rome?", [memory], now=now, language="en")
