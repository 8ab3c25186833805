"""Times that a person gives in an edit: read as people write them, or refused with an example."""

from __future__ import annotations

from typing import Any

import pytest

from memory_graph.errors import ReviewError
from tests.unit.review_edits import DENTIST, DENTIST_ZH, ZONE, change, heard


@pytest.mark.parametrize("text", [DENTIST, DENTIST_ZH])
@pytest.mark.parametrize(
    ("given", "hour"),
    [("2026-07-03T15:00", 15), ("2026-07-03T15:00+02:00", 15), ("2026-07-03T13:00Z", 15),
     ("2026-07-03 08:30", 8), ("2026-07-03", 0), ("20260703T0900", 9)],
)  # fmt: skip
def test_a_time_without_an_offset_is_in_the_user_s_zone(text: str, given: str, hour: int) -> None:
    new = change(heard(text), event_from=given)
    begin = new.event_from
    assert begin is not None
    assert (begin.astimezone(ZONE).day, begin.astimezone(ZONE).hour) == (3, hour)


@pytest.mark.parametrize("name", ["event_from", "event_to"])
@pytest.mark.parametrize("given", ["tomorrow", "明天", 5, 1e9, "13:00", True, ["2026-07-03"], {}])
def test_what_is_no_time_is_told(name: str, given: Any) -> None:
    with pytest.raises(ReviewError, match=f"{name}.*is not a time: write it like 2026"):
        change(heard(DENTIST), **{name: given})


def test_an_emptied_time_is_none() -> None:
    old = heard("I moved to Munich last month.")
    assert old.event_to is None
    for empty in ("", " ", None):
        assert change(old, event_to=empty) == old.model_copy(update={"confidence": 1.0})
