"""One process of the demo: runs turns and reviews on a thread, and reports each as a JSON line.

Started as ``python -m memory_graph.demo.worker``; the parent reads its lines and may kill it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import quote

from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from memory_graph.demo.script import FIRST_DAY, OTHER_DAY, POLICY, SCRIPTS, Script
from memory_graph.graph import build_memory_graph
from memory_graph.settings import load_settings
from memory_graph.stores.postgres import PostgresMemoryStore


def say(event: str, **content: Any) -> None:
    """Reports one event to the parent."""
    sys.stdout.write(json.dumps({"event": event, **content}, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def demo_dsn(dsn: str, schema: str) -> str:
    """The same database, with the checkpointer's tables in the demo's own schema."""
    options = f"{conninfo_to_dict(dsn).get('options') or ''} -csearch_path={quote(schema)}"
    return make_conninfo(dsn, options=options.strip())


@dataclass(frozen=True, slots=True)
class Talk:
    """One thread of the demo's conversation."""

    app: CompiledStateGraph[Any, Any, Any, Any]
    script: Script
    letter: str
    now: datetime

    @property
    def config(self) -> RunnableConfig:
        """The thread's config."""
        return {"configurable": {"thread_id": self.script.thread(self.letter)}}

    def turn(self, text: str, number: int) -> dict[str, Any]:
        """Says something; reports the reply, or the review that waits."""
        say("user", thread=self.letter, text=text, at=self.now.isoformat())
        message = HumanMessage(text, id=f"{self.script.thread(self.letter)}-{number}")
        return self._report(self._run({"messages": [message]}))

    def answer(self, decision: dict[str, Any]) -> dict[str, Any]:
        """Answers the review that waits."""
        say("decision", thread=self.letter, decision=decision)
        return self._report(self._run(Command(resume={"decisions": [decision]})), quiet=True)

    def waiting(self) -> dict[str, Any]:
        """The review a checkpoint of this thread waits with."""
        found = self.app.get_state(self.config).interrupts
        if not found:
            raise SystemExit("no review is waiting in thread " + self.letter)
        value: dict[str, Any] = found[0].value
        return value

    def _run(self, given: Any) -> dict[str, Any]:
        result: dict[str, Any] = self.app.invoke(
            given, self.config, context=self.script.context(self.now), durability="sync"
        )
        return result

    def _report(self, result: dict[str, Any], *, quiet: bool = False) -> dict[str, Any]:
        if not quiet:
            say("assistant", thread=self.letter, text=str(result["messages"][-1].text))
        for one in result.get("__interrupt__", ()):
            say("review", thread=self.letter, request=one.value)
        written = result.get("written") or {}
        if written.get("number") and "__interrupt__" not in result:
            say("written", thread=self.letter, counts=written.get("counts", {}))
        return result


@contextmanager
def opened() -> Iterator[CompiledStateGraph[Any, Any, Any, Any]]:
    """The compiled graph on the demo's schema, as the environment names it; offline."""
    settings = replace(load_settings(), model="offline")
    with (
        PostgresMemoryStore(settings=settings) as store,
        PostgresSaver.from_conn_string(demo_dsn(settings.dsn or "", settings.schema)) as saver,
    ):
        store.setup()
        saver.setup()
        builder = build_memory_graph(model="offline", policy=POLICY, settings=settings)
        yield builder.compile(store=store, checkpointer=saver)


def first_process(script: Script) -> None:
    """Thread A until its second review waits; then stays, to be killed."""
    with opened() as app:
        talk = Talk(app, script, "a", FIRST_DAY)
        talk.turn(script.move, 1)
        talk.answer({"type": "edit", "edited_action": edit_of(talk.waiting(), script)})
        talk.turn(script.dislike, 2)
        say("waiting", thread="a")
        sys.stdin.read()


def edit_of(request: dict[str, Any], script: Script) -> dict[str, Any]:
    """The edit a person makes: other words, all else as proposed."""
    action = request["action_requests"][0]
    return {"name": action["name"], "args": {"content": script.edit}}


def second_process(script: Script) -> None:
    """Answers what waits in thread A, then another day in thread B."""
    with opened() as app:
        first = Talk(app, script, "a", FIRST_DAY)
        say("resumed", thread="a", request=first.waiting())
        first.answer({"type": "approve"})
        second = Talk(app, script, "b", OTHER_DAY)
        for number, text in enumerate((script.ask, script.suggest, script.change), 1):
            result = second.turn(text, number)
            if "__interrupt__" in result:
                second.answer({"type": "approve"})
        say("done")


def main(arguments: list[str]) -> None:
    """Entry of the process: ``first|second LANGUAGE``; the database stands in the environment."""
    which, language = arguments
    script = SCRIPTS["zh" if language == "zh" else "en"]
    {"first": first_process, "second": second_process}[which](script)


if __name__ == "__main__":
    main(sys.argv[1:])
