"""What the tests of chat models share."""

from __future__ import annotations

from typing import Any

MODEL = "openai:test-model"

OSLO = "I live in Oslo."


def noted(span: str, message_id: str = "m1", **fields: Any) -> dict[str, Any]:
    one = {"message_id": message_id, "span": span, "kind": "fact", "content": span}
    return {"items": [{**one, "confidence": 0.95, **fields}]}
