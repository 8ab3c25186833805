"""What a write does to memories: assert, reinforce, close, doubt. Runs inside an open write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memory_graph.errors import StoreError
from memory_graph.stores.keys import evidence_key
from memory_graph.stores.queries import compose
from memory_graph.stores.rows import NewMemory, vector_literal
from memory_graph.stores.write import OpenWrite, fetch
from memory_graph.text.clean import normalise_name
from memory_graph.types import Evidence


async def assert_memories(
    write: OpenWrite, rows: Sequence[NewMemory], vectors: Sequence[Sequence[float] | None]
) -> list[str]:
    """Asserts rows with their evidence, entities and relations; gives their ids, in order."""
    params = [
        write.params | dict(row.columns) | {"embedding": vector_literal(vector)}
        for row, vector in zip(rows, vectors, strict=True)
    ]
    for one in params:
        one["doubted"] = write.one if one["doubted"] else "{}"
    results = await fetch_each(write, "assert_memory", params)
    ids = [str(row["id"]) for row in results]
    added = [one for one, row in zip(rows, results, strict=True) if row["is_new"]]
    write.count("new_rows", len(added))
    await fetch(
        write.connection, "count_rows", write.schema,
        {"scope": write.scope, "rows": len(added),
         "lexemes": sum(one.columns["lexeme_count"] for one in added)},
    )  # fmt: skip
    await _add_evidence(write, ids, rows)
    await _add_entities(write, ids, rows)
    return ids


async def fetch_each(
    write: OpenWrite, name: str, params: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Runs one statement for each set of parameters, pipelined; one row each."""
    if not params:
        return []
    rows: list[dict[str, Any]] = []
    async with write.connection.cursor() as cursor:
        await cursor.executemany(compose(name, write.schema), params, returning=True)
        async for result in cursor.results():
            found = await result.fetchone()
            if found is None:
                raise StoreError(f"statement {name!r} gave no row; the write was undone")
            rows.append(found)
    return rows


async def execute_each(write: OpenWrite, name: str, params: Sequence[dict[str, Any]]) -> None:
    """Runs one statement for each set of parameters, pipelined."""
    if params:
        async with write.connection.cursor() as cursor:
            await cursor.executemany(compose(name, write.schema), params)


async def _add_evidence(write: OpenWrite, ids: Sequence[str], rows: Sequence[NewMemory]) -> None:
    params = [
        evidence_params(write, memory_id, item, row.evidence_confidence, ordinal)
        for ordinal, (memory_id, row) in enumerate(zip(ids, rows, strict=True))
        for item in row.evidence
    ]
    await execute_each(write, "insert_evidence", params)


def evidence_params(
    write: OpenWrite, memory_id: str, evidence: Evidence, confidence: float, ordinal: int
) -> dict[str, Any]:
    """The parameters that store one evidence of a memory."""
    thread_id = evidence.thread_id or write.branch.thread_id
    return write.params | {
        "memory_id": memory_id, "role": evidence.role, "span": evidence.span,
        "confidence": confidence, "thread_id": thread_id, "message_id": evidence.message_id,
        "said_at": evidence.said_at,
        "evidence_key": evidence_key(thread_id, evidence.message_id, write.number, ordinal),
    }  # fmt: skip


async def _add_entities(write: OpenWrite, ids: Sequence[str], rows: Sequence[NewMemory]) -> None:
    pairs = sorted(
        {
            (normalise_name(name), name, memory_id)
            for memory_id, row in zip(ids, rows, strict=True)
            for name in row.entities
        }
    )
    mentions = [
        write.params | {"normal_name": normal, "name": name, "memory_id": memory_id}
        for normal, name, memory_id in pairs
        if normal
    ]
    await execute_each(write, "mention_entity", mentions)
    relations = [
        write.params | {"source": normalise_name(source), "name": name,
                        "target": normalise_name(target), "memory_id": memory_id}
        for memory_id, row in zip(ids, rows, strict=True)
        for source, name, target in row.relations
    ]  # fmt: skip
    await execute_each(write, "relate_entities", relations)


async def reinforce(write: OpenWrite, memory_id: str, row: NewMemory, ordinal: int) -> str:
    """Adds evidence to a stored fact; gives the id of the interval it went to."""
    rows = await fetch(
        write.connection, "copy_interval", write.schema, write.params | {"id": memory_id}
    )
    if not rows:
        raise StoreError(f"memory {memory_id!r} vanished while it was reinforced")
    target = str(rows[0]["id"])
    params = [
        evidence_params(write, target, one, row.evidence_confidence, ordinal)
        for one in row.evidence
    ]
    await execute_each(write, "insert_evidence", params)
    return target


async def close(write: OpenWrite, memory_id: str, reason: str, *, valid_to: object = None) -> None:
    """Closes every interval of a fact, and makes what depends on it doubtful."""
    params = write.params | {"id": memory_id, "reason": reason, "valid_to": valid_to}
    await fetch(write.connection, "close_fact", write.schema, params)
    await fetch(write.connection, "doubt_dependants", write.schema, params)


async def point_to_successor(write: OpenWrite, memory_id: str, successor: str) -> None:
    """Links a closed memory and the one that replaced it."""
    params = write.params | {"id": memory_id, "successor": successor}
    await fetch(write.connection, "link_successor", write.schema, params)


async def doubt(write: OpenWrite, memory_id: str) -> None:
    """Marks a memory as doubtful."""
    await fetch(write.connection, "doubt_memory", write.schema, write.params | {"id": memory_id})
