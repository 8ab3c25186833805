"""Which weights a question puts to use."""

from __future__ import annotations

import pytest

from memory_graph.stores.recall_parameters import parameters
from memory_graph.stores.recall_query import Query, Weights


@pytest.mark.parametrize(
    ("conversation", "question", "session_bm25"), [(False, 1.5, 0.0), (True, 0.0, 3.0)]
)
def test_a_running_conversation_goes_on_from_what_was_asked(
    conversation: bool, question: float, session_bm25: float
) -> None:
    """There a turn that only asks counts in full, and whole sessions are weighed."""
    query = Query("ann", terms=("tea",), vector=[1.0], conversation=conversation)
    given = parameters(query, None)
    assert given["weight_question"] == question == Weights().question * (not conversation)
    assert given["weight_session_bm25"] == session_bm25


@pytest.mark.parametrize("conversation", [False, True])
def test_the_most_that_is_possible_is_one(conversation: bool) -> None:
    query = Query("ann", terms=("tea",), vector=[1.0], conversation=conversation)
    given = parameters(query, None)
    positive = sum(
        value for name, value in given.items()
        if name.startswith("weight_") and name not in {"weight_question", "weight_extracted"}
    )  # fmt: skip
    assert given["scale"] * positive == pytest.approx(1)
