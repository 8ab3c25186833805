"""An erasure in words."""

from __future__ import annotations

import pytest

from memory_graph.cli.erasing import (
    NOTHING,
    View,
    amounts,
    listed,
    note_lines,
    preview_lines,
    short,
)
from memory_graph.stores.erase import EraseReceipt


def receipt(**fields: object) -> EraseReceipt:
    """A receipt with these counts."""
    rest = {"scope": "ann", "erased": 0, "digest": "d", "salt": "s", "at": "2026-05-01T10:00:00Z"}
    return EraseReceipt.model_validate({**rest, **fields})


def test_amounts() -> None:
    assert amounts(receipt()) == NOTHING
    assert amounts(receipt(erased=1, links=1)) == "1 memory or turn, 1 link"
    assert amounts(receipt(erased=1200, entities=1)) == "1,200 memories and turns, 1 entity"


def test_a_long_list_is_cut() -> None:
    view = View(receipt(erased=12, mentioned_by=("a", "b")), threads=("t1",))
    assert "  … and 12 more" in preview_lines(view)
    assert "  … and 2 more" in note_lines(view)
    assert listed([str(number) for number in range(12)]).endswith("'9' and 2 more")


@pytest.mark.parametrize(
    ("text", "shown"), [("a\n b", "a b"), ("好" * 120, "好" * 120), ("好" * 121, "好" * 119 + "…")]
)
def test_a_text_is_one_line(text: str, shown: str) -> None:
    assert short(text) == shown
