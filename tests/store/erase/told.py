"""What the tests of erase share: ways to tell something, and a word that must be gone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from memory_graph.effects import run
from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Turn

WORD = "xylotrope"

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def fact(content: str, message: str | None = None, **fields: object) -> Candidate:
    return Candidate.model_validate(
        {
            "tier": "semantic", "kind": "fact", "content": content, **fields,
            "evidence": {"span": content, "message_id": message, "thread_id": "T"},
        }
    )  # fmt: skip


def tell(
    store: PostgresMemoryStore, texts: Sequence[str], *, scope: str = "ann",
    session: str | None = "s", branch: Branch = OUTSIDE, start: int = 0, before: Sequence[str] = (),
) -> str:  # fmt: skip
    """Stores turns m0, m1 …, alternately of user and assistant; gives the lineage after."""

    def turn(i: int, text: str) -> Turn:
        return Turn(
            role="assistant" if i % 2 else "user", content=text, message_id=f"m{i}",
            said_at=NOON + timedelta(minutes=i), session_id=session,
            position=i if session else None,
        )  # fmt: skip

    todo = Commit(
        scope, branch, turns=tuple(turn(start + i, text) for i, text in enumerate(texts)),
        before=tuple(turn(start - len(before) + i, text) for i, text in enumerate(before)),
        source_thread="T", nonce=hashlib.sha256(f"{branch.lineage}{texts}".encode()).hexdigest(),
    )  # fmt: skip
    return run(store.commit_program(todo)).lineage


def contents(store: PostgresMemoryStore, scope: str = "ann") -> list[str]:
    rows = store.list_memories(scope, with_closed=True, limit=1000)
    return [one.content for one in sorted(rows, key=lambda one: (one.position or 0, one.content))]


TALK = [
    f"My secret word is {WORD}.", f"I noted it: {WORD}!", "What about the zoo?",
    "The zoo opens at nine.", "Fine.",
]  # fmt: skip

SECRET = {"attribute": "secret word", "value": WORD, "entities": (WORD,)}
