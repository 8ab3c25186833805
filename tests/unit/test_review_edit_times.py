"""After an edit the time of a fact and its sentence agree, or the edit is refused."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from memory_graph.errors import ReviewError
from memory_graph.review import EDITABLE
from memory_graph.review_request import arguments
from memory_graph.types import Candidate, Operation
from tests.unit.review_edits import BERLIN, DENTIST, DENTIST_ZH, ZONE, change, city, heard


@pytest.mark.parametrize(
    ("text", "args", "content", "begin"),
    [
        (DENTIST, {"event_from": "2026-12-03T16:00:00+01:00"},
         "Dentist appointment is on Thursday 3 December 2026 at 16:00.", (12, 3, 16)),
        (DENTIST, {"event_from": "2026-12-03T15:00:00Z"},
         "Dentist appointment is on Thursday 3 December 2026 at 16:00.", (12, 3, 16)),
        (DENTIST, {"value": "2026-07-03T10:00"},
         "Dentist appointment is on Friday 3 July 2026 at 10:00.", (7, 3, 10)),
        (DENTIST, {"content": "Dentist appointment is on Thursday 3 December 2026 at 16:00."},
         "Dentist appointment is on Thursday 3 December 2026 at 16:00.", (12, 3, 16)),
        (DENTIST, {"content": "Haircut is on Thursday 2 July 2026 at 15:00."},
         "Haircut is on Thursday 2 July 2026 at 15:00.", (7, 2, 15)),
        (DENTIST_ZH, {"event_from": "2026-07-03T16:00:00+02:00"},
         "看牙医定于2026年7月3日（周五）16:00。", (7, 3, 16)),
        (DENTIST_ZH, {"content": "看牙医定于2026年7月3日（周五）16:00。"},
         "看牙医定于2026年7月3日（周五）16:00。", (7, 3, 16)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_form", [False, True])
def test_the_time_of_an_event_and_its_sentence_agree(
    text: str, args: dict[str, Any], content: str, begin: tuple[int, int, int], is_form: bool
) -> None:
    old = heard(text)
    shown = arguments(Operation(action="add", reason="new", candidate=old), ZONE)
    form = {name: shown[name] for name in EDITABLE} if is_form else {}
    new = change(old, **form | args)
    month, day, hour = begin
    moment = datetime(2026, month, day, hour, tzinfo=ZONE)
    assert (new.content, new.event_from) == (content, moment)
    assert new.value == f"2026-{month:02}-{day:02}T{hour:02}:00"
    assert _length(new) == _length(old) == timedelta(hours=1)
    assert new.subject in {old.subject, "Haircut"}


def _length(candidate: Candidate) -> timedelta | None:
    begin, end = candidate.event_from, candidate.event_to
    return end - begin if begin and end else None


@pytest.mark.parametrize(
    ("text", "begin", "content"),
    [
        ("I moved to Munich last month.", "2026-03-01T00:00:00+01:00",
         "The user moved to Munich (March 2026)."),
        ("I've been working at SAP since 2020.", "2021-01-01T00:00:00+01:00",
         "The user works at SAP (since Friday 1 January 2021)."),
        ("我上个月搬到上海了。", "2026-03-01T00:00:00+01:00", "用户搬到上海了（2026年3月）。"),
        (BERLIN, "2020-01-01T00:00:00+01:00", "The user lives in Berlin."),
    ],
)  # fmt: skip
def test_since_when_a_fact_holds_is_put_into_its_sentence(
    text: str, begin: str, content: str
) -> None:
    new = change(heard(text), event_from=begin)
    assert (new.content, new.event_from) == (content, datetime.fromisoformat(begin))
    assert new.replaces_hint in {None, content}


def test_times_a_sentence_can_t_take_are_refused() -> None:
    twice = city(
        content="On 2 July 2026, 15:00, and again on Thursday 2 July 2026, 15:00, the user swims.",
        kind="event", tier="episodic", event_from=datetime(2026, 7, 2, 15, tzinfo=ZONE),
    )  # fmt: skip
    with pytest.raises(ReviewError, match="states the old time: give 'content' too"):
        change(twice, event_from="2026-07-03T15:00:00+02:00")
    with pytest.raises(ReviewError, match=r"several times .*give 'event_from' too"):
        change(twice, content="The user's home is Berlin on 4 July 2026 or 5 July 2026.")
    several = change(
        twice, content="Berlin on 4 July 2026 or 5 July 2026.", value="Berlin",
        event_from="2026-07-05T15:00:00+02:00",
    )  # fmt: skip
    assert several.event_from == datetime(2026, 7, 5, 15, tzinfo=ZONE)


@pytest.mark.parametrize(
    ("text", "content"),
    [(DENTIST, "The user bought a car."), (DENTIST_ZH, "用户买了一辆车。")],
)
def test_a_sentence_about_something_else_has_no_time_slot(text: str, content: str) -> None:
    new = change(heard(text), content=content)
    assert (new.subject, new.attribute, new.value) == ("user", None, None)
    assert (new.event_from, new.event_to, new.event_words) == (None, None, None)


def test_words_that_are_not_understood_keep_the_slot_of_their_event() -> None:
    old = heard(DENTIST)
    new = change(
        old, content="The dentist appointment was moved from Thursday 2 July 2026, 15:00 to 16:00."
    )
    assert (new.subject, new.attribute) == (old.subject, "time")


def test_the_end_of_an_event_is_put_into_its_sentence() -> None:
    new = change(heard(DENTIST), event_to="2026-07-02T17:30:00+02:00")
    assert new.content == "Dentist appointment is on Thursday 2 July 2026, 15:00–17:30."


def test_times_of_other_things_are_left_alone() -> None:
    old = heard("I've been working at SAP since 2020.")
    plain = old.model_copy(update={"content": "The user works at SAP."})
    for content in (
        "The user works at SAP and has a review on Friday.",
        "The user works at SAP, on Monday and on Friday.",
    ):
        new = change(plain, content=content)
        assert (new.event_from, new.event_to) == (old.event_from, None)
        assert new.value == "SAP"


@pytest.mark.parametrize(
    ("text", "content", "until"),
    [
        ("I lived in Paris from 2015 to 2018.", "The user lived in Paris from 2015 to 2019.", 2020),
        ("I lived in Paris from 2015 to 2018.", "The user lived in Paris from 2015 to 2018!", 2019),
        ("我2015年到2018年住在巴黎。", "用户2015年到2019年住在巴黎。", 2020),
    ],
)
def test_an_end_that_the_sentence_states_follows_it(text: str, content: str, until: int) -> None:
    new = change(heard(text), content=content)
    assert new.event_from == datetime(2015, 1, 1, tzinfo=ZONE)
    assert new.event_to == datetime(until, 1, 1, tzinfo=ZONE)
