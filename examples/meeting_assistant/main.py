"""A meeting assistant at the terminal: calendar changes and stated preferences need a person.

Run it with ``python examples/meeting_assistant/main.py ann``; end it with an empty line. Threads
and reviews survive the process: start it again with the same name and the same thread.
"""

from __future__ import annotations

import sys
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.types import Command

from memory_graph import (
    MemoryContext,
    Operation,
    PostgresMemoryStore,
    ReviewPolicy,
    build_memory_graph,
    load_settings,
)
from memory_graph.server.factories import checkpointer_dsn


def calendar_and_preferences(operation: Operation, context: MemoryContext) -> str | None:
    """The business rule: what changes a calendar or states a preference is shown first."""
    candidate = operation.candidate
    codes = {"event": "calendar_change", "preference": "stated_preference"}
    return codes.get(candidate.kind) if candidate else None


def decide(action: dict[str, Any]) -> dict[str, Any]:
    """Shows one item of a review and asks for the decision."""
    print(f"\n[{action['name']}] {action['description']}")
    answer = input("Enter or a = approve, r = reject, other words = the corrected text > ").strip()
    if answer in {"", "a", "r"}:
        return {"type": "reject" if answer == "r" else "approve"}
    edited = {"name": action["name"], "args": {"content": answer}}
    return {"type": "edit", "edited_action": edited}


def main(user: str, thread: str = "terminal", timezone: str = "UTC") -> None:
    """Talks until an empty line; asks about what the rule or the default policy holds back."""
    settings = load_settings()
    dsn = checkpointer_dsn(settings)
    config: RunnableConfig = {"configurable": {"thread_id": f"{user}-{thread}"}}
    context = MemoryContext(user_id=user, timezone=timezone)
    with PostgresMemoryStore(dsn) as store, PostgresSaver.from_conn_string(dsn) as saver:
        store.setup()
        saver.setup()
        builder = build_memory_graph(policy=ReviewPolicy(rules=(calendar_and_preferences,)))
        app = builder.compile(store=store, checkpointer=saver)

        def settle() -> None:
            while waiting := app.get_state(config).interrupts:
                decisions = [decide(one) for one in waiting[0].value["action_requests"]]
                app.invoke(Command(resume={"decisions": decisions}), config, context=context)

        settle()  # a review that an earlier run has left
        while text := input("> ").strip():
            given: Any = {"messages": [("user", text)]}
            print(app.invoke(given, config, context=context)["messages"][-1].text)
            settle()


if __name__ == "__main__":
    main(*sys.argv[1:])
