"""What the tests of ingest share: a conversation as a file, and what of it is stored."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memory_graph.context import MemoryContext
from memory_graph.ingest import IngestOptions, Record
from memory_graph.ingest.check import outcomes
from memory_graph.ingest.turns import Numbering, Said
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Memory

START = datetime(2026, 7, 1, 9, tzinfo=UTC)

TALK = [
    ("user", "Forget that I live in Oslo."),
    ("assistant", "There is nothing to forget."),
    ("user", "I live in Oslo."),
    ("assistant", "A fine city."),
    ("user", "我喜欢喝乌龙茶。"),
    ("user", "I'm allergic to peanuts."),
    ("assistant", "I will keep that in mind."),
    ("user", "What about the weather?"),
    ("user", "I live in Turin now."),
    ("assistant", "Nice."),
]


def lines(talk: list[tuple[str, str]], minutes: float = 1) -> list[dict[str, Any]]:
    return [
        {
            "role": role, "content": content, "name": "Bo" if role == "user" else None,
            "timestamp": (START + timedelta(minutes=minutes * index)).isoformat(),
        }
        for index, (role, content) in enumerate(talk)
    ]  # fmt: skip


def written(folder: Path, values: list[Any], name: str = "talk.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in values), "utf-8")
    return path


def options(user: str = "ann", **changes: Any) -> IngestOptions:
    context = MemoryContext(user_id=user, oversight="out_of_the_loop")
    return IngestOptions(context, **({"batch": 4} | changes))


def snapshot(store: PostgresMemoryStore, user: str = "ann") -> list[tuple[object, ...]]:
    """All that a reader could tell apart, without the times and ids of the database."""
    return sorted((facts(one) for one in everything(store, user)), key=str)


def everything(store: PostgresMemoryStore, user: str = "ann") -> list[Memory]:
    return store.list_memories(user, with_closed=True, limit=5000)


def facts(one: Memory) -> tuple[object, ...]:
    return (
        one.kind, one.content, one.closed_at is None, one.superseded_by is None,
        one.evidence_count, one.message_id, one.session_id is None, one.position, one.valid_from,
        one.valid_to, one.speaker, one.thread_id, one.doubtful,
    )  # fmt: skip


def said(path: Path, found: IngestOptions) -> list[Said]:
    numbering = Numbering(found.context.scope, found.thread_id, found.gap_minutes)
    return [
        numbering.said(one) for _, one in outcomes(path, found.reading) if isinstance(one, Record)
    ]
