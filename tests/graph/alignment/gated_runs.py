"""A graph for a server whose runs can be held at two places, and a thread of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from langgraph_sdk.client import SyncLangGraphClient

from memory_graph.stores.branch import Branch
from memory_graph.stores.postgres import PostgresMemoryStore

WAIT_SECONDS = 60.0
GRAPH = '''
import asyncio
from pathlib import Path

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.graph import END

from memory_graph import build_memory_graph


async def held(message, node):
    """Waits at a node that the message's id names, until the test opens it."""
    name = str(message.id)
    while name.startswith(node) and not await asyncio.to_thread(Path(GATES, name).exists):
        await asyncio.sleep(0.02)


class Gated(BaseChatModel):
    """Replies, when it may."""

    @property
    def _llm_type(self):
        return "gated"

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        return ChatResult(generations=[ChatGeneration(message=AIMessage("Noted."))])

    async def _agenerate(self, messages, stop=None, run_manager=None, **kwargs):
        await held(messages[-1], "generate")
        return self._generate(messages)


async def linger(state):
    """Keeps a run busy after it has committed."""
    await held(state["messages"][-2], "linger")
    return {}


graph = build_memory_graph(model=Gated(), extract_model="offline")
graph.add_node("linger", linger)
for route in graph.branches["consolidate"].values():
    route.ends[END] = "linger"
graph.add_edge("compact", "linger")
graph.add_edge("linger", END)
'''


@dataclass(frozen=True)
class Thread:
    """One thread of one user on the server."""

    client: SyncLangGraphClient
    store: PostgresMemoryStore
    gates: Path
    id: str
    user: str

    def start(self, text: str, message_id: str, strategy: Any = "reject") -> str:
        """Starts a run; gives its id."""
        given: Any = {"messages": [{"role": "user", "content": text, "id": message_id}]}
        run = self.client.runs.create(
            self.id, "gated", input=given, context={"user_id": self.user},
            multitask_strategy=strategy,
        )  # fmt: skip
        return run["run_id"]

    def say(self, text: str, message_id: str) -> None:
        """A whole turn."""
        self.finish(self.start(text, message_id))

    def finish(self, run: str) -> None:
        """Waits until a run has ended, however."""
        until = time.monotonic() + WAIT_SECONDS
        while self.status(run) in {"pending", "running"}:
            assert time.monotonic() < until, run
            time.sleep(0.05)

    def status(self, run: str) -> str:
        """How a run ended; ``gone`` for one that was rolled back."""
        runs = {one["run_id"]: one["status"] for one in self.client.runs.list(self.id)}
        return runs.get(run, "gone")

    def wait_for(self, node: str) -> None:
        """Waits until the thread is about to run a node."""
        until = time.monotonic() + WAIT_SECONDS
        while node not in self.head["next"]:
            assert time.monotonic() < until, node
            time.sleep(0.05)

    def open(self, message_id: str) -> None:
        """Lets the run of a message go on."""
        (self.gates / message_id).touch()

    @property
    def head(self) -> Any:
        return self.client.threads.get_state(self.id)

    @property
    def held(self) -> list[str]:
        """What the user said, as the thread holds it."""
        messages = self.head["values"]["messages"]
        return [one["content"] for one in messages if one["type"] == "human"]

    def known(self) -> list[str]:
        """What is recalled, the same outside the thread and at its head."""
        head = self.head
        where = Branch(
            self.id, head["checkpoint"]["checkpoint_id"], head["values"].get("lineage") or "{}"
        )
        inside, outside = (
            sorted(one.content for one in found if one.kind != "turn")
            for found in (
                self.store.list_memories(self.user, branch=where),
                self.store.list_memories(self.user),
            )
        )
        assert inside == outside
        return outside
