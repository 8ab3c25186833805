"""What the tests of export and import share: a scope with something of everything."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from memory_graph.effects import run
from memory_graph.stores.branch import Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Memory, Relation, Turn

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)

IDS = ("id", "superseded_by", "scope")


def fact(content: str, **fields: Any) -> Candidate:
    return Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", "content": content, **fields,
         "evidence": {"span": content, "said_at": NOON}}
    )  # fmt: skip


def turns(*texts: str) -> tuple[Turn, ...]:
    return tuple(
        Turn(role="user", content=text, message_id=f"m{i}", said_at=NOON + timedelta(minutes=i),
             session_id="s", position=i)
        for i, text in enumerate(texts)
    )  # fmt: skip


def fill(store: PostgresMemoryStore, scope: str) -> None:
    """Everything a scope can hold: branches, intervals, links, relations, items, doubt."""
    slot = {"attribute": "city", "cardinality": "single"}
    first = run(store.commit_program(
        Commit(scope, Branch("T", "r1"), turns=turns("Hello.", "我喜欢红茶。"), nonce="1")
    )).lineage  # fmt: skip
    for root in ("r2", "r2b"):
        run(store.commit_program(
            Commit(scope, Branch("T", root, first), turns=turns(f"On {root}."), nonce=root)
        ))  # fmt: skip
    for city in ("Oslo", "Turin", "Oslo"):
        store.remember(scope, fact(f"I live in {city}.", value=city, entities=(city,), **slot))
    store.remember(scope, fact("I take bus 31.", depends_on=("city",), importance=0.7))
    store.remember(scope, fact("I live in Bergen.", value="Bergen", **slot))
    old = store.remember(scope, "It snowd.", tags=["weather"], data={"a": [1, None]}).memory_ids[0]
    store.revise(scope, old, "It snowed.")
    store.retire(scope, store.remember(scope, "Gone.").memory_ids)
    store.remember(scope, fact(
        "Mira leads Phoenix.", relations=(Relation(source="Mira", name="leads", target="Phoenix"),)
    ))  # fmt: skip
    for text in ("one", "two"):
        store.put((scope, "notes", "deep"), "k", {"text": text, "n": 1.5})


def plain(memory: Memory) -> dict[str, Any]:
    """A memory without what differs between scopes."""
    return memory.model_dump(mode="json", exclude=set(IDS))


def listed(store: PostgresMemoryStore, scope: str) -> list[dict[str, Any]]:
    rows = store.list_memories(scope, with_closed=True, limit=10_000)
    return sorted((plain(one) for one in rows), key=repr)


def memory(**changes: Any) -> dict[str, Any]:
    return {
        "record": "memory", "id": str(uuid4()), "tier": "semantic", "kind": "fact",
        "dedupe_key": str(uuid4()), "interval_number": 1, "content": "x", "data": {},
        "valid_from": NOON.isoformat(), "recorded_at": NOON.isoformat(),
        "created_at": NOON.isoformat(), **changes,
    }  # fmt: skip


HEADER = {"record": "header", "format": 1, "scope": "ann", "clock": NOON.isoformat(), "memories": 1}
