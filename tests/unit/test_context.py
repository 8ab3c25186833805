"""The context of a run: from any form, checked, and never a silent everyone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from memory_graph.context import MemoryContext, coerce_context
from memory_graph.errors import InputError

FULL = MemoryContext(user_id="ann", tenant="acme", timezone="Asia/Shanghai", locale="zh")


@dataclass
class Holder:
    user_id: str = "ann"
    own: str = "the host's"


@pytest.mark.parametrize(
    ("context", "configurable", "expected"),
    [
        (FULL, None, FULL),
        (FULL, {"user_id": "bob"}, FULL),
        ({"user_id": "ann"}, None, MemoryContext(user_id="ann")),
        (None, {"user_id": "ann", "thread_id": "t1"}, MemoryContext(user_id="ann")),
        (None, {"user_id": "ann", "timezone": "Europe/Oslo"},
         MemoryContext(user_id="ann", timezone="Europe/Oslo")),
        (None, None, MemoryContext()),
        (Holder(), None, MemoryContext(user_id="ann")),
        (SimpleNamespace(user_id="ann"), None, MemoryContext(user_id="ann")),
        ({"user_id": "ann", "tenant_id": 7, "db": object()}, None, MemoryContext(user_id="ann")),
    ],
)  # fmt: skip
def test_forms_of_a_context(context: Any, configurable: Any, expected: MemoryContext) -> None:
    assert coerce_context(context, configurable) == expected


@pytest.mark.parametrize(
    ("context", "field"),
    [
        ({"userid": "ann"}, "userid"),
        ({"user_id": "ann", "time_zone": "UTC"}, "time_zone"),
        ({"user_id": 7}, "user_id"),
        ({"locale": "fr"}, "locale"),
        ({"oversight": "none"}, "oversight"),
        ({"token_budget": 5}, "token_budget"),
        ({"recall_limit": 0}, "recall_limit"),
        ({"now": "2026-01-01T00:00:00"}, "now"),
        ({"instructions": "x" * 20_001}, "instructions"),
    ],
)
def test_a_wrong_field_is_named(context: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError, match=f"context field '{field}'"):
        coerce_context(context)


def test_a_slip_of_spelling_is_told_with_the_right_name() -> None:
    with pytest.raises(InputError, match="did you mean 'recall_limit'"):
        coerce_context({"user_id": "ann", "recal_limit": 3})


@pytest.mark.parametrize("user", ["", " ", "\n"])
def test_no_user_is_an_error_that_says_what_to_pass(user: str) -> None:
    with pytest.raises(InputError, match="context="):
        _ = MemoryContext(user_id=user).scope


def test_the_scope_holds_all_parts() -> None:
    assert FULL.scope.label == "acme:ann"
    assert MemoryContext(user_id="ann", agent_id="x").scope.label == ":ann:x"


@pytest.mark.parametrize("zone", ["", "Mars/Base", "../etc/passwd", "utc+8", "x" * 300, "a\x00b"])
def test_a_zone_nobody_knows(zone: str) -> None:
    with pytest.raises(InputError, match="IANA"):
        _ = MemoryContext(user_id="ann", timezone=zone).zone


def test_the_users_clock() -> None:
    clock = datetime(2026, 7, 1, 18, tzinfo=UTC)
    assert FULL.local_now(clock).isoformat() == "2026-07-02T02:00:00+08:00"
    fixed = FULL.model_copy(update={"now": clock - timedelta(days=1)})
    assert fixed.local_now(clock).day == 1


def test_studio_is_told_where_each_field_belongs() -> None:
    for name, field in MemoryContext.model_json_schema()["properties"].items():
        assert field["langgraph_nodes"], name
        assert field["description"], name
