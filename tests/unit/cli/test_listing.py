"""The list is readable on a narrow terminal."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from rich.cells import cell_len
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
    found: list[Memory], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    width: int = 80,
) -> str:  # fmt: skip
    monkeypatch.setattr("memory_graph.cli.listing.console", lambda: Console(width=width))
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


@pytest.mark.parametrize("width", [40, 60, 80, 149, 150, 160])
def test_text_and_id_are_whole_at_any_width(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [
        memory(thread_id="t1", valid_to=NOON),
        memory(content="用户在字节跳动做算法工程师。", id=str(UUID(int=8))),
        memory(content="[bold]x[/] said: [a]", id=str(UUID(int=9)), thread_id="[red]"),
    ]
    text = shown(found, monkeypatch, capsys, width)
    assert all(cell_len(line) <= width for line in text.splitlines())
    for whole in ("用户在字节跳动做", "oolong in the evening", "[bold]x[/] said", "[red]"):
        assert whole in " ".join(text.split())
    assert [one.id in text for one in found] == [True, True, True]
    assert "preference" in text


def test_a_time_without_zone_is_told_what_the_command_has() -> None:
    with pytest.raises(InputError) as without:
        aware_time("2026-07-01T10:00:00", "--as-of")
    assert "--timezone" not in str(without.value)
    with pytest.raises(InputError, match="or give --timezone"):
        aware_time("2026-07-01T10:00:00", "--at", advice=", or give --timezone")
