"""Candidates to be edited, and their edits as a form sends them."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from memory_graph.offline import extract_candidates
from memory_graph.review import edited, read_decisions
from memory_graph.types import Candidate, Evidence, Operation, Turn

ZONE = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 7, 1, 9, tzinfo=ZONE)
BERLIN, BEIJING = "I live in Berlin.", "我住在北京。"
DENTIST, DENTIST_ZH = "I have a dentist appointment tomorrow at 3pm.", "我明天下午三点要看牙医。"


def heard(text: str, attribute: str | None = None) -> Candidate:
    """What the rules take from a message; of several the one with this attribute."""
    turn = Turn(role="user", content=text, message_id="m", said_at=NOW)
    found = extract_candidates([turn], now=NOW)
    return next(one for one in found if attribute in {None, one.attribute})


def city(value: str | None = "Berlin", **fields: Any) -> Candidate:
    """A home as a chat model notes it, with an attribute the rules don't know."""
    given: dict[str, Any] = {
        "tier": "semantic", "kind": "fact", "content": f"The user's home is {value}, in the hills.",
        "attribute": "home city", "value": value, "cardinality": "single",
        "evidence": Evidence(span=f"my home is {value}", said_at=NOW),
    }  # fmt: skip
    return Candidate.model_validate(given | fields)


def change(candidate: Candidate, target: str | None = None, **args: Any) -> Candidate:
    """The candidate after an answer that a form sent."""
    operation = Operation(
        action="retire" if candidate.retires else "supersede" if target else "add", reason="new",
        candidate=candidate, triggers=("x",), target_id=target, target_content=target,
    )  # fmt: skip
    (decision,) = read_decisions([{"type": "edit", "args": args}], [operation], zone=ZONE)
    return edited(candidate, decision, zone=ZONE)
