"""erase: “forget everything about me”. A person is asked twice; then all of it is gone for good.

No plan and no write of the turn: erased is the whole scope, whatever branch the thread is on, and
nothing of the wish itself is stored.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from langchain_core.messages import AIMessage
from langgraph.types import interrupt

from memory_graph.effects import Effect
from memory_graph.errors import ReviewError, StoreUnavailableError
from memory_graph.nodes.base import MemoryNode, NodeRun, Update
from memory_graph.nodes.degrade import tell
from memory_graph.nodes.generate import language_of
from memory_graph.review import LEGACY, ReviewAnswer, checked_by, unfold
from memory_graph.state import MemoryState, Working, Written
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Language

ACTION = "erase_everything"
TIMES = 2
"""How often a person is asked: nothing brings back what is erased."""
_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "ask": "Erase everything that is remembered of this user: {count} memories, with their "
               "history. This can't be undone. (question {asked} of {times})",
        "done": "I have forgotten everything about you: {count} memories are erased for good. What "
                "we said in this conversation still stands in it.",
        "kept": "I have forgotten nothing: everything stays as it was.",
        "nobody": "I have forgotten nothing: everything at once is erased only after somebody has "
                  "confirmed it twice, and nobody can be asked here.",
        "away": "I have forgotten nothing: my memory can't be reached. Please ask again later.",
    },
    "zh": {
        "ask": "删除关于该用户的全部记忆：共{count}条，连同历史，无法恢复。"
               "（第{asked}次确认，共{times}次）",
        "done": "关于你的一切我都忘掉了：{count}条记忆已永久删除。本次对话里说过的话仍留在对话中。",
        "kept": "我什么都没有忘掉，一切照旧。",
        "nobody": "我什么都没有忘掉：全部删除须由人确认两次，而这里无人可问。",
        "away": "我什么都没有忘掉：现在连不上记忆库，请稍后再试。",
    },
}  # fmt: skip


def make_erase(*, store: PostgresMemoryStore | None = None) -> MemoryNode:
    """Makes the node that erases a user's whole memory; returns the reply as ``messages``.

    It asks in the shape of the reviews, to be approved or rejected, and once more; whatever the
    oversight. Without a checkpointer, or ``out_of_the_loop``, nobody can be asked and nothing is
    erased; nor is it when the store is away. An answer is not given up then: the error stands, and
    the run can be resumed. Working memory of the thread is emptied too.
    """

    def body(state: MemoryState, at: NodeRun) -> Generator[Effect, Any, Update]:
        at.check_user(state)
        words = _WORDS[language_of(state, at)]
        if at.checkpointer is None or at.context.oversight == "out_of_the_loop":
            return _reply(state, words["nobody"])
        try:
            stats = yield from at.store.stats_program(at.context.scope)
        except StoreUnavailableError as error:
            if at.is_resumed:
                raise
            tell(at, "erase", str(error))
            return _reply(state, words["away"])
        count = sum(one.open + one.closed for one in stats.memories)
        for asked in range(1, TIMES + 1):
            question = words["ask"].format(count=count, asked=asked, times=TIMES)
            answer = interrupt(
                erase_request(at.context.user_id, question), response_schema=checked_by(approves)
            )
            if not approves(answer):
                return _reply(state, words["kept"])
        yield from at.store.erase_program(at.context.scope)
        done = _reply(state, words["done"].format(count=count))
        return {**done, "working": Working(), "written": Written(counts={"erased": count})}

    return MemoryNode("erase", body, store=store)


def erase_request(user_id: str, question: str) -> dict[str, Any]:
    """The question, in the shape of HITLRequest. Pure."""
    return {
        "action_requests": [
            {"name": ACTION, "args": {"user_id": user_id}, "description": question}
        ],
        "review_configs": [{"action_name": ACTION, "allowed_decisions": ["approve", "reject"]}],
    }  # fmt: skip


def approves(answer: Any) -> bool:
    """True for an approval; raises ReviewError for what is neither that nor a rejection. Pure."""
    given = answer.decisions if isinstance(answer, ReviewAnswer) else unfold(answer)
    one = given[0] if isinstance(given, list) and len(given) == 1 else None
    kind = str(one.get("type")) if isinstance(one, Mapping) else ""
    kind = LEGACY.get(kind, kind)
    if kind not in {"approve", "reject"}:
        raise ReviewError("erasing everything is approved or rejected: give one of these decisions")
    return kind == "approve"


def _reply(state: MemoryState, text: str) -> Update:
    """The reply, and the turn as read: nothing of it is stored by a later one."""
    message_id = str(state.get("sensory", {}).get("message_id"))
    return {"messages": [AIMessage(text, id=f"{message_id}-erase")], "recorded": message_id}
