"""What the user has since they bought it, and has no more since they sold it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memory_graph.types import Candidate

Extract = Callable[..., list[Candidate]]


@pytest.mark.parametrize(
    ("text", "thing", "has"),
    [
        ("I bought a kayak in May.", "kayak", True),
        ("I ordered a standing desk last week.", "standing desk", True),
        ("I got a new phone yesterday.", "new phone", True),
        ("We sold our old car.", "car", False),
        ("I've got rid of the sofa.", "sofa", False),
        ("我五月买了皮划艇。", "皮划艇", True),
        ("我买了咖啡机。", "咖啡机", True),
        ("我昨天卖了自行车。", "自行车", False),
        ("我把钢琴卖了。", "钢琴", False),
        ("我把旧车卖掉了。", "车", False),
    ],
)
def test_what_is_bought_is_had_and_what_is_sold_is_not(
    text: str, thing: str, has: bool, extract: Extract
) -> None:
    (found,) = extract(text)
    assert (found.attribute, found.value, found.polarity) == (f"has:{thing}", thing, has)


@pytest.mark.parametrize(
    "text",
    [
        "I almost bought a kayak.", "I want to buy a kayak.", "I sold my soul.", "I got a new job.",
        "She bought a kayak.", "我想买新车。", "我把车开走了。", "我把手机给他了。",
        "我把钢琴擦了。", "我把车送去修了。",
    ],
)  # fmt: skip
def test_what_is_neither_bought_nor_sold(text: str, extract: Extract) -> None:
    assert [one for one in extract(text) if (one.attribute or "").startswith("has:")] == []
