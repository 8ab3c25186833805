"""What the tests of the commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memory_graph.stores.postgres import PostgresMemoryStore

ALLERGY = "I am allergic to peanuts."


def contents(store: PostgresMemoryStore, user: str = "ann", tier: str = "semantic") -> list[str]:
    found = store.list_memories(user, limit=1000)
    return sorted(one.content for one in found if one.tier == tier)


def talk(run: Callable[..., Any], *lines: str, user: str = "ann", thread: str = "t1") -> Any:
    found = run("chat", "--user", user, "--thread", thread, input="".join(f"{x}\n" for x in lines))
    assert found.exit_code == 0, found.output
    return found
