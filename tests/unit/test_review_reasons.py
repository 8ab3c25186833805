"""Why a person is asked, in their own language, beside the code that docs and rules use."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from memory_graph.review_request import REASONS, describe
from memory_graph.types import Candidate, Operation, Sensitivity

CODES = [
    *(f"sensitive_{kind}" for kind in get_args(Sensitivity) if kind != "none"), "low_confidence",
    "untrusted_source", "procedural", "closes_trusted", "closes_unreviewed", "loop",
]  # fmt: skip


def why(language: Any, *triggers: str) -> str:
    said = {"role": "user", "span": "x"}
    candidate = Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", "content": "x", "evidence": said}
    )
    asked = Operation(action="add", reason="new", candidate=candidate, triggers=triggers)
    return describe(asked, language).splitlines()[-1]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_code_of_ours_has_words_in_both_languages(language: Any) -> None:
    assert sorted(REASONS[language]) == sorted(CODES)
    for code in CODES:
        assert f"{REASONS[language][code]}" in why(language, code)
        assert code in why(language, code)


@pytest.mark.parametrize(
    ("language", "triggers", "expected"),
    [
        ("en", ("sensitive_health",), "Asked because: it is about health (sensitive_health)"),
        ("zh", ("sensitive_health",), "需要确认的原因：涉及健康（sensitive_health）"),
        ("en", ("low_confidence", "above_budget"),
         "Asked because: it is not certain (low_confidence); above_budget"),
        ("zh", ("low_confidence", "涉及公司机密"),
         "需要确认的原因：把握不足（low_confidence）；涉及公司机密"),
    ],
)  # fmt: skip
def test_codes_of_other_rules_stand_as_they_are(
    language: Any, triggers: tuple[str, ...], expected: str
) -> None:
    assert why(language, *triggers) == expected
