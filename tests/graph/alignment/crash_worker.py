"""The process that is killed: holds a conversation with reviews, and dies where it is told to.

Started as a script it serves orders, one JSON line each, and forks a process for every order: that
one opens its own store and checkpointer, goes on with the thread wherever it stands, and kills
itself with SIGKILL at the step that ``CRASH_AT`` names (``after_commit:2`` is the second such
step, ``random:0.12`` a moment). The steps are put around the store's and the checkpointer's
methods from outside; the product knows nothing of them.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.types import Command

from memory_graph.context import MemoryContext
from memory_graph.effects import Program
from memory_graph.graph import build_memory_graph
from memory_graph.offline import OfflineChatModel, extract_candidates
from memory_graph.settings import Settings
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.text.query import analyse_query
from memory_graph.types import Turn, WriteResult

RESUME = "__resume__"
SAID_AT = "2026-07-0{day}T10:00:00+00:00"
SCRIPT: tuple[tuple[str, dict[str, Any] | None], ...] = (
    ("I live in Oslo.", None),
    ("I am allergic to peanuts.", {"type": "approve"}),
    ("我喜欢喝绿茶。", None),
    ("我对芒果过敏。", {"content": "用户对芒果严重过敏。"}),
    ("I take insulin for my diabetes.", {"type": "reject", "message": "private"}),
    ("Thanks!", None),
    ("I moved to Rome.", None),
    ("I am allergic to peanuts.", None),
    ("Where do I live?", None),
)
"""What is said, and what a person answers when that leads to a review."""


class Steps:
    """Counts named steps, and ends the process with SIGKILL at the chosen one."""

    def __init__(self, crash_at: str) -> None:
        self.step, _, rest = crash_at.partition(":")
        self.count = 0 if self.step == "random" else int(rest or 0)
        self.passed: Counter[str] = Counter()
        if self.step == "random":
            timer = threading.Timer(float(rest), self._die)
            timer.daemon = True
            timer.start()

    def reach(self, name: str) -> None:
        """Passes a step, or dies in it."""
        self.passed[name] += 1
        if name == self.step and self.passed[name] == self.count:
            self._die()

    def _die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)
        threading.Event().wait()  # the signal may need a moment to arrive


class Log:
    """What happened, in a file that outlives the process."""

    def __init__(self, path: str) -> None:
        self.file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def note(self, event: str, **content: Any) -> None:
        """One event; the kernel keeps it when the process dies."""
        os.write(self.file, (json.dumps({"event": event, **content}) + "\n").encode())


class SteppingSaver(PostgresSaver):
    """The checkpointer, with a step before and after each thing it keeps."""

    steps: Steps
    log: Log

    def put(self, *args: Any, **kwargs: Any) -> RunnableConfig:
        """As the checkpointer does."""
        self.steps.reach("before_checkpoint")
        kept = super().put(*args, **kwargs)
        self.steps.reach("after_checkpoint")
        return kept

    def put_writes(self, config: RunnableConfig, writes: Any, *args: Any, **kwargs: Any) -> None:
        """As the checkpointer does; notes when an answer is safe."""
        channels = {channel for channel, _ in writes}
        self.steps.reach("before_writes")
        if RESUME in channels:
            self.steps.reach("before_answer")
        super().put_writes(config, writes, *args, **kwargs)
        if RESUME in channels:
            self.log.note("answer_kept")
            self.steps.reach("after_answer")
        self.steps.reach("after_writes")


def watch_commits(store: PostgresMemoryStore, steps: Steps, log: Log) -> None:
    """Puts steps around the store's commits: before, inside just before COMMIT, and after."""
    plain_commit, plain_transaction = store.commit_program, store.engine.transaction
    inside = False

    def transaction(work: Callable[..., Any], *args: Any, **kwargs: Any) -> Program[Any]:
        async def stepping(connection: Any, oldest: str | None) -> Any:
            result = await work(connection, oldest)
            if inside:
                steps.reach("inside_commit")
            return result

        result = yield from plain_transaction(stepping, *args, **kwargs)
        return result

    def commit_program(todo: Commit) -> Program[WriteResult]:
        nonlocal inside
        steps.reach("before_commit")
        inside = True
        result = yield from plain_commit(todo)
        inside = False
        if result.number is not None:
            log.note("committed", message=todo.covered[-1].message_id, number=result.number)
        steps.reach("after_commit")
        return result

    vars(store)["commit_program"] = commit_program
    vars(store.engine)["transaction"] = transaction


class Talk:
    """A client that knows only what the checkpointer tells it, and the ids of its messages."""

    def __init__(self, app: Any, order: dict[str, Any], steps: Steps, log: Log) -> None:
        self.app, self.steps, self.log = app, steps, log
        self.durability = order["durability"]
        self.user = order["user"]
        self.config: RunnableConfig = {"configurable": {"thread_id": f"thread-{self.user}"}}
        self.context = MemoryContext(user_id=self.user)

    def go_on(self) -> None:
        """Finishes what was broken off, then says what has not been said."""
        self.settle(None)
        for index, (text, _) in enumerate(SCRIPT):
            if index in self.said():
                continue
            at = {"said_at": SAID_AT.format(day=index + 1)}
            message = HumanMessage(text, id=f"m{index}", additional_kwargs=at)
            self.settle({"messages": [message]})

    def said(self) -> list[int]:
        """Which messages the thread holds."""
        held = self.app.get_state(self.config).values.get("messages", [])
        return [int(str(one.id)[1:]) for one in held if isinstance(one, HumanMessage)]

    def settle(self, given: Any) -> None:
        """Runs until the thread waits for the user: answers its reviews as the script says.

        ``tasks`` tells of a broken-off run, ``next`` does not: it leaves out tasks that were done
        when the process died before their results became a checkpoint.
        """
        if given is None and not self.app.get_state(self.config).tasks:
            return
        result = self.run(given)
        while waiting := result.get("__interrupt__"):
            text = str(result["messages"][-2].text)
            index = self.said()[-1]
            asked = json.dumps(waiting[0].value["action_requests"], sort_keys=True)
            digest = hashlib.sha256(asked.encode()).hexdigest()[:8]
            self.log.note("asked", message=f"m{index}", what=digest, text=text)
            self.steps.reach("review_waits")
            result = self.run(Command(resume={"decisions": [answer_to(index, waiting[0].value)]}))

    def run(self, given: Any) -> dict[str, Any]:
        """One call of the graph."""
        found: dict[str, Any] = self.app.invoke(
            given, self.config, context=self.context, durability=self.durability
        )
        return found


def answer_to(index: int, request: dict[str, Any]) -> dict[str, Any]:
    """The person's decision on the review of a message."""
    decision = SCRIPT[index][1]
    if decision is None:
        raise AssertionError(f"message {index} led to a review nobody expects: {request}")
    if "content" in decision:
        name = request["action_requests"][0]["name"]
        return {"type": "edit", "edited_action": {"name": name, "args": decision}}
    return decision


def converse(order: dict[str, Any]) -> None:
    """The life of one process."""
    steps, log = Steps(os.environ.get("CRASH_AT", "")), Log(order["log"])
    settings = Settings(dsn=order["dsn"], embeddings="none", model="offline", pool_size=1)
    with (
        PostgresMemoryStore(settings=settings) as store,
        SteppingSaver.from_conn_string(order["dsn"]) as saver,
    ):
        assert isinstance(saver, SteppingSaver)
        saver.steps, saver.log = steps, log
        watch_commits(store, steps, log)
        builder = build_memory_graph(model="offline", settings=settings)
        Talk(builder.compile(store=store, checkpointer=saver), order, steps, log).go_on()


def warm_up() -> None:
    """Loads the rules' tables once, so that not every process has to."""
    now = datetime.now(UTC)
    turns = [Turn(role="user", content=text, said_at=now, message_id="m") for text, _ in SCRIPT]
    extract_candidates(turns, now=now)
    for text, _ in SCRIPT:
        analyse_query(text, now=now)
        OfflineChatModel().reply(text, memories=[], now=now, language="en")


def serve() -> None:
    """Forks a process for each order; tells how it ended."""
    warm_up()
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            os.environ["CRASH_AT"] = order["crash_at"]
            _live(order)
        _, status = os.waitpid(child, 0)
        ended = os.waitstatus_to_exitcode(status)
        sys.stdout.write(json.dumps({"ended": ended}) + "\n")
        sys.stdout.flush()


def _live(order: dict[str, Any]) -> None:
    """Runs one order and ends the process, without the parent's exit handlers."""
    code = 1
    try:
        converse(order)
        code = 0
    except BaseException:
        import traceback

        Path(order["log"] + ".error").write_text(traceback.format_exc(), "utf-8")
        raise
    finally:
        os._exit(code)


if __name__ == "__main__":
    serve()
