"""The list is readable on a narrow terminal."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from rich.console import Console

from memory_graph.cli.listing import show_memories
from memory_graph.cli.options import aware_time
from memory_graph.errors import InputError
from memory_graph.types import Memory

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def memory(**fields: object) -> Memory:
    given = {
        "id": str(UUID(int=7)), "scope": "ann", "tier": "semantic", "kind": "preference",
        "content": "Likes oolong in the evening.", "valid_from": NOON, "recorded_at": NOON,
    }  # fmt: skip
    return Memory.model_validate(given | fields)


def shown(
    found: list[Memory], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    monkeypatch.setattr("memory_graph.cli.listing.console", lambda: Console(width=80))
    show_memories(found, as_json=False)
    return capsys.readouterr().out


def test_empty_columns_are_left_out_at_80_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown([memory()], monkeypatch, capsys)
    assert "until" not in text
    assert "thread" not in text
    assert str(UUID(int=7)) in text
    assert all(word in text for word in ("oolong", "evening."))
    more = shown([memory(), memory(valid_to=NOON, thread_id="t1")], monkeypatch, capsys)
    assert str(UUID(int=7)) in more
    assert "evening." in more


def test_a_time_without_zone_is_told_what_the_command_has() -> None:
    with pytest.raises(InputError) as without:
        aware_time("2026-07-01T10:00:00", "--as-of")
    assert "--timezone" not in str(without.value)
    with pytest.raises(InputError, match="or give --timezone"):
        aware_time("2026-07-01T10:00:00", "--at", advice=", or give --timezone")
