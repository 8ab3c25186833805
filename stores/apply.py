"""What a write does to memories: assert, reinforce, close, doubt. Runs inside an open write."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from memory_graph.errors import StoreError
from memory_graph.fields import storable
from memory_graph.stores.keys import evidence_key
from memory_graph.stores.rows import NewMemory, vector_literal
from memory_graph.stores.write import OpenWrite, ask, fetch, send
from memory_graph.text.clean import normalise_name
from memory_graph.types import Evidence

CHUNK = 1000
"""Memories one statement carries."""
TOLD = 100
"""Facts that are told again in one round trip."""


async def assert_memories(
    write: OpenWrite, rows: Sequence[NewMemory], vectors: Sequence[Sequence[float] | None],
    ordinals: Sequence[int] | None = None,
) -> list[str]:  # fmt: skip
    """Asserts rows with their evidence, entities and relations; gives their ids, in order.

    ``ordinals`` tell their evidence from that of other memories of the write.
    """
    ids: list[str] = []
    numbers = range(len(rows)) if ordinals is None else ordinals
    for start in range(0, len(rows), CHUNK):
        part = slice(start, start + CHUNK)
        found = await _assert_some(write, rows[part], vectors[part], numbers[part])
        ids += [str(row["id"]) for row in found]
        write.count("new_rows", sum(row["is_new"] for row in found))
    await _add_entities(write, ids, rows)
    return ids


async def _assert_some(
    write: OpenWrite, rows: Sequence[NewMemory], vectors: Sequence[Sequence[float] | None],
    ordinals: Sequence[int],
) -> list[dict[str, Any]]:  # fmt: skip
    documents = [
        {**row.columns, "data": row.data, "ordinal": ordinal, "id": uuid4(),
         "embedding": vector_literal(vector)}
        for ordinal, (row, vector) in enumerate(zip(rows, vectors, strict=True))
    ]  # fmt: skip
    evidence = [
        evidence_row(write, item, row.evidence_confidence, ordinals[ordinal]) | {"ordinal": ordinal}
        for ordinal, row in enumerate(rows)
        for item in row.evidence
    ]
    params = write.params | {"rows": _dump(documents), "evidence": _dump(evidence)}
    found = await fetch(write.connection, "assert_memories", write.schema, params)
    if len(found) != len(rows):
        raise StoreError(f"{len(found)} of {len(rows)} memories were stored; the write was undone")
    return list(found)


def _dump(rows: object) -> str:
    """Rows as one document; ids and times as their text."""
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"), default=str)


def evidence_params(
    write: OpenWrite, memory_id: str, evidence: Evidence, confidence: float, ordinal: int
) -> dict[str, Any]:
    """The parameters that store one evidence of a memory."""
    return write.params | evidence_row(write, evidence, confidence, ordinal) | {
        "memory_id": memory_id
    }  # fmt: skip


def evidence_row(
    write: OpenWrite, evidence: Evidence, confidence: float, ordinal: int
) -> dict[str, Any]:
    """The columns of one evidence; ``ordinal`` tells those of one write apart."""
    thread_id = evidence.thread_id or write.branch.thread_id
    return {
        "role": evidence.role, "span": storable(evidence.span), "confidence": confidence,
        "thread_id": thread_id, "message_id": evidence.message_id, "said_at": evidence.said_at,
        "evidence_key": evidence_key(thread_id, evidence.message_id, write.number, ordinal),
    }  # fmt: skip


async def _add_entities(write: OpenWrite, ids: Sequence[str], rows: Sequence[NewMemory]) -> None:
    """Stores what the memories mention, and how it is related; nothing waits for it."""
    told = list(zip(ids, rows, strict=True))
    mentions = sorted(
        {
            (normal, name, memory_id)
            for memory_id, row in told
            for name in row.entities
            if (normal := normalise_name(name))
        }
    )
    await send_all(write, "mention_entities", ("normal_names", "names", "memory_ids"), mentions)
    relations = [
        (normalise_name(source), name, normalise_name(target), memory_id)
        for memory_id, row in told
        for source, name, target in row.relations
    ]
    columns = ("sources", "names", "targets", "memory_ids")
    await send_all(write, "relate_entities", columns, relations)


async def send_all(
    write: OpenWrite, name: str, columns: Sequence[str], rows: Sequence[tuple[str, ...]]
) -> None:
    """Runs a named query that takes its rows as columns; not at all when there are none."""
    if rows:
        arrays = dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True))
        await send(write.connection, name, write.schema, write.params | arrays)


async def reinforce(write: OpenWrite, told: Sequence[tuple[str, NewMemory, int]]) -> list[str]:
    """Adds evidence to stored facts; gives the ids of the intervals it went to, in order.

    ``told`` names each fact, what was said of it now, and the ordinal of its evidence.
    """
    ids: list[str] = []
    for start in range(0, len(told), TOLD):
        part = told[start : start + TOLD]
        asks = [("copy_interval", write.params | {"id": memory_id}) for memory_id, _, _ in part]
        answers = await ask(write.connection, write.schema, *asks)
        for (memory_id, row, ordinal), rows in zip(part, answers, strict=True):
            if not rows:
                raise StoreError(f"memory {memory_id!r} vanished while it was reinforced")
            ids.append(str(rows[0]["id"]))
            for one in row.evidence:
                params = evidence_params(write, ids[-1], one, row.evidence_confidence, ordinal)
                await send(write.connection, "insert_evidence", write.schema, params)
    return ids


async def close(write: OpenWrite, memory_id: str, reason: str, *, valid_to: object = None) -> None:
    """Closes every interval of a fact, and makes what depends on it doubtful."""
    params = write.params | {"id": memory_id, "reason": reason, "valid_to": valid_to}
    await send(write.connection, "close_fact", write.schema, params)
    await send(write.connection, "doubt_dependants", write.schema, params)


async def point_to_successor(write: OpenWrite, memory_id: str, successor: str) -> None:
    """Links a closed memory and the one that replaced it."""
    params = write.params | {"id": memory_id, "successor": successor}
    await send(write.connection, "link_successor", write.schema, params)


async def doubt(write: OpenWrite, memory_id: str) -> None:
    """Marks a memory as doubtful."""
    await send(write.connection, "doubt_memory", write.schema, write.params | {"id": memory_id})
