"""What a rule of the caller's may give, and what is said of one that gives something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from memory_graph.errors import ConfigurationError
from memory_graph.policy import ReviewPolicy

if TYPE_CHECKING:
    from tests.graph.conftest import Chat


async def in_a_loop(operation: Any, context: Any) -> str:
    return "later"


def about_a_home(operation: Any, context: Any) -> Any:
    return "Oslo" in operation.candidate.content


@pytest.mark.parametrize(
    ("rule", "code"), [(about_a_home, "about_a_home"), (lambda one, context: "家", "家")]
)
def test_a_rule_says_a_code_or_just_yes(
    make_chat: Callable[..., Chat], rule: Any, code: str
) -> None:
    chat = make_chat(policy=ReviewPolicy(rules=(rule,)))
    (asked,) = chat.say("I live in Oslo.", message_id="m1")["__interrupt__"]
    assert asked.value["action_requests"][0]["args"]["triggers"] == [code]
    chat.answer({"type": "approve"})
    assert chat.contents() == ["The user lives in Oslo."]


@pytest.mark.parametrize("nothing", [None, False, "", 0, ()])
def test_a_rule_that_says_nothing_asks_nobody(make_chat: Callable[..., Chat], nothing: Any) -> None:
    chat = make_chat(policy=ReviewPolicy(rules=(lambda one, context: nothing,)))
    assert "__interrupt__" not in chat.say("I live in Oslo.")


@pytest.mark.parametrize(
    ("rule", "named"),
    [
        (lambda one, context: 1, "<lambda>' gave 1"),
        (lambda one, context: ["a", "b"], r"<lambda>' gave \['a', 'b'\]"),
        (lambda one, context: {"code": "a"}, "<lambda>' gave {'code': 'a'}"),
        (in_a_loop, "in_a_loop' gave <coroutine"),
    ],
)
def test_a_rule_that_gives_something_else_is_named(
    make_chat: Callable[..., Chat], rule: Any, named: str
) -> None:
    """Before anything of the plan is kept, so that the turn can go on with a mended rule."""
    chat = make_chat(policy=ReviewPolicy(rules=(rule,)))
    with pytest.raises(ConfigurationError, match=named):
        chat.say("I live in Oslo.", message_id="m1")
    assert chat.state().next == ("plan",)
    assert chat.contents() == []
