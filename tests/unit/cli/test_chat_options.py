"""What a chat says at its end leads back into it, whatever the ids hold."""

from __future__ import annotations

import shlex
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.cli.app import app
from memory_graph.cli.chat import _options
from memory_graph.context import MemoryContext

CHAT: Any = typer.main.get_command(app)
IDS = st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" '\"$-"), min_size=1)


@given(user=IDS, thread=IDS, tenant=st.none() | IDS)
def test_the_command_shown_names_the_same_chat(user: str, thread: str, tenant: str | None) -> None:
    context = MemoryContext(user_id=user, tenant=tenant, timezone="Asia/Shanghai")
    words = shlex.split(_options(context, thread, "offline"))
    with CHAT.commands["chat"].make_context("chat", words) as parsed:
        assert (parsed.params["user"], parsed.params["thread"]) == (user, thread)
        assert parsed.params["tenant"] == tenant
        assert parsed.params["timezone"] == "Asia/Shanghai"
        assert parsed.params["model"] == "offline"


@pytest.mark.parametrize(
    ("user", "shown"), [("ann", "--user=ann --thread=t1"), ("王 五", "'--user=王 五' --thread=t1")]
)
def test_what_is_as_usual_is_left_out(user: str, shown: str) -> None:
    assert _options(MemoryContext(user_id=user), "t1", None) == shown
