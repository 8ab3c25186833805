"""What a person has refused before is told as refused, also where it is skipped anyway."""

from __future__ import annotations

import pytest

from memory_graph.nodes.plan import REFUSED_BEFORE, without_refused
from memory_graph.review import refusal_key
from memory_graph.types import Action, Candidate, Evidence, Operation

SALARY = Candidate(
    tier="semantic", kind="fact", content="The user earns 6000 euros.", attribute="income",
    value="6000 euros", cardinality="single", evidence=Evidence(role="user", span="6000 euros"),
)  # fmt: skip
REFUSED = [refusal_key(Operation(action="add", reason="new", candidate=SALARY))]


@pytest.mark.parametrize(
    ("action", "reason", "retires", "expected"),
    [
        ("add", "new", False, REFUSED_BEFORE),
        ("skip", "duplicate_in_batch", False, REFUSED_BEFORE),
        ("skip", "replaced_in_batch", False, REFUSED_BEFORE),
        ("skip", "nothing_to_retire", True, "nothing_to_retire"),
    ],
)
def test_the_reason_of_what_was_refused(
    action: Action, reason: str, retires: bool, expected: str
) -> None:
    candidate = SALARY.model_copy(update={"retires": retires})
    (found,) = without_refused(
        [Operation(action=action, reason=reason, candidate=candidate)], REFUSED
    )
    assert (found.action, found.reason) == ("skip", expected)
    other = candidate.model_copy(update={"value": "8000 euros"})
    kept = Operation(action=action, reason=reason, candidate=other)
    assert without_refused([kept], REFUSED) == [kept]
