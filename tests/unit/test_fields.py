"""Times that people and models write: what is a time, and what only looks like one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError

from memory_graph.context import MemoryContext
from memory_graph.types import Candidate, Evidence

NUMBERS: list[Any] = ["2026", " 2026 ", 2026, 1767225600, 1767225600.5, "1767225600", "-5", "+1.5"]
TIMES: list[Any] = [
    "2026-07-01T09:00:00Z", "2026-07-01T11:00:00+02:00", datetime(2026, 7, 1, 9, tzinfo=UTC),
]  # fmt: skip


def candidate(moment: Any) -> Candidate:
    return Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", "content": "x", "event_from": moment,
         "evidence": Evidence(span="x")}
    )  # fmt: skip


@pytest.mark.parametrize("moment", NUMBERS)
def test_a_bare_number_is_no_time(moment: Any) -> None:
    with pytest.raises(ValidationError, match="is no time: write it like"):
        candidate(moment)
    for field in ("as_of", "now"):
        with pytest.raises(ValidationError, match="is no time: write it like"):
            MemoryContext.model_validate({"user_id": "ann", field: moment})


@pytest.mark.parametrize("moment", TIMES)
def test_a_written_time_is_one(moment: Any) -> None:
    expected = datetime(2026, 7, 1, 9, tzinfo=UTC)
    assert candidate(moment).event_from == expected
    assert MemoryContext.model_validate({"user_id": "ann", "as_of": moment}).as_of == expected
