"""Where the graph goes after planning and after a write: only to nodes with something to do."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from memory_graph.graph import after_commit, after_plan
from memory_graph.review import fingerprint
from memory_graph.types import Candidate, Evidence, Operation

LONG = "Tell me of the sea. " * 40


def operation(*triggers: str, importance: float = 0.5, target: str | None = None) -> Operation:
    candidate = Candidate(
        tier="semantic", kind="fact", content="The user lives in Oslo.", importance=importance,
        evidence=Evidence(span="I live in Oslo."),
    )  # fmt: skip
    return Operation(
        action="supersede" if target else "add", reason="new", candidate=candidate,
        triggers=triggers, target_id=target,
    )  # fmt: skip


def planned(*operations: Operation, **more: Any) -> Any:
    return {"operations": [one.model_dump(mode="json") for one in operations], **more}


ASKED = operation("sensitive:health")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({}, "consolidate"),
        (planned(operation()), "consolidate"),
        (planned(ASKED), "confirm"),
        (planned(operation(), ASKED), "confirm"),
        (planned(ASKED, decisions={"reviewed": [fingerprint(ASKED)]}), "consolidate"),
        (planned(ASKED, decisions={"reviewed": ["another"]}), "confirm"),
    ],
)
def test_only_what_a_person_has_to_decide_is_brought_before_one(state: Any, expected: str) -> None:
    assert after_plan(state) == expected


def said(turns: int) -> list[AnyMessage]:
    pairs = ((HumanMessage(LONG, id=f"h{n}"), AIMessage("Aye.", id=f"a{n}")) for n in range(turns))
    return [one for pair in pairs for one in pair]


def held(memory_id: str) -> dict[str, Any]:
    return {"pocket": [{"id": memory_id, "content": "The user is Ann."}]}


WRITTEN = {"memory_ids": ["new"]}
BUDGET = 1600


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({}, "__end__"),
        ({"decisions": {"next": "plan"}}, "plan"),
        (planned(operation(importance=0.9), decisions={"next": "plan"}), "plan"),
        (planned(operation(), written=WRITTEN), "__end__"),
        (planned(operation(importance=0.9), written=WRITTEN), "compact"),
        (planned(operation(importance=0.9), written=WRITTEN, working=held("new")), "__end__"),
        (planned(operation(target="old"), written=WRITTEN, working=held("old")), "compact"),
        (planned(operation(target="other"), written=WRITTEN, working=held("old")), "__end__"),
        (planned(operation(importance=0.9), written=WRITTEN,
                 decisions={"items": [{"type": "reject"}]}), "__end__"),
        ({"messages": said(20)}, "compact"),
        ({"messages": said(20), "working": {"summary_through": "a19"}}, "__end__"),
        ({"messages": said(4)}, "__end__"),
    ],
)  # fmt: skip
def test_working_memory_is_tidied_when_it_has_to_be(state: Any, expected: str) -> None:
    assert after_commit(BUDGET)(state) == expected
