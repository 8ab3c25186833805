"""What the tests of the verbs share."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from memory_graph.types import Candidate


def day(month: int, number: int = 1, year: int = 2026) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


def fact(content: str, *, said: datetime | None = None, **fields: Any) -> Candidate:
    return Candidate.model_validate(
        {
            "tier": "semantic", "kind": "fact", "content": content, **fields,
            "evidence": {"span": content, "said_at": said},
        }
    )  # fmt: skip
