"""Put and delete in a memory tier: an operator's revise and retire, with history.

``put`` never overwrites. The memory under the key is revised: it is closed, and its new version
keeps what the value does not say (tags, links, relations, what was said for it). A put that touches
other memories too, and one under a new key, goes by the same plan and commit as everything else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from memory_graph.errors import ConflictError, InputError
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.commit import Commit, commit
from memory_graph.stores.item_memories import NewTierMemory
from memory_graph.stores.item_reads import Reader, get_rows
from memory_graph.stores.plan import plan_operations
from memory_graph.stores.read import neighbour_parameters, read_memories, view_parameters
from memory_graph.stores.revise import Revise, replace_memory
from memory_graph.stores.revision import Revision, same_fact, same_subject
from memory_graph.stores.rows import from_candidate
from memory_graph.stores.vectors import Made
from memory_graph.stores.write import Connection, fetch
from memory_graph.types import Candidate, Memory, Operation


async def put_memory(
    connection: Connection, reader: Reader, todo: NewTierMemory, vectors: Made
) -> None:
    """Revises, remembers or retires. Raises ConflictError when better founded memory stands."""
    (row,) = await get_rows(connection, reader, [(todo.namespace, todo.key)])
    if todo.candidate is None:
        if row:
            await _commit(connection, reader, todo, [_retire(row, "deleted")], vectors)
        return
    if row and row["value"]["kind"] == "turn":
        raise InputError(
            f"{todo.key!r} is a turn, the evidence of other memories, so it can't be revised: "
            "delete it, or put a memory of its own"
        )
    near = await _neighbours(connection, reader, todo, todo.candidate, row)
    operations = _operations(todo, near, row)
    await _check_keys(connection, reader, todo, operations, row)
    own = str(row["id"]) if row else None
    if own and [(one.action, one.target_id) for one in operations] == [("supersede", own)]:
        new_id = await _revise(connection, reader, todo, todo.candidate, own, vectors)
    else:
        ids = await _commit(connection, reader, todo, operations, vectors)
        new_id = next(
            memory_id
            for one, memory_id in zip(operations, ids, strict=True)
            if one.candidate and memory_id
        )
    params = {
        "scope": todo.scope, "id": new_id, "key": todo.key if todo.key != new_id else None,
        "created_at": row["created_at"] if row else None, "ttl_minutes": todo.ttl_minutes,
    }  # fmt: skip
    await fetch(connection, "item_adopt", reader.schema, params)


async def _revise(
    connection: Connection, reader: Reader, todo: NewTierMemory, candidate: Candidate,
    memory_id: str, vectors: Made,
) -> str:  # fmt: skip
    """Replaces the memory under the key; gives the id of its new version."""
    params = view_parameters(todo.scope) | {"ids": [memory_id]}
    (memory,) = await read_memories(connection, reader.schema, "get_memory", params)
    is_same = same_subject(candidate, memory)
    revision = Revision(
        candidate, memory.tags, todo.data, same_subject=is_same,
        same_fact=same_fact(candidate, memory),
    )  # fmt: skip
    row = from_candidate(
        candidate, valid_to=memory.valid_to if is_same else None, data=todo.data, tags=memory.tags
    )
    result = await replace_memory(
        connection, reader.schema, Revise(todo.scope, memory_id, reason="operator_put"),
        memory, revision, row, vectors,
    )  # fmt: skip
    return result.memory_ids[0]


async def _neighbours(
    connection: Connection, reader: Reader, todo: NewTierMemory, candidate: Candidate,
    row: Mapping[str, Any] | None,
) -> list[Memory]:  # fmt: skip
    """What the plan must look at, but for the memory that is revised."""
    params = view_parameters(todo.scope) | neighbour_parameters([candidate])
    found = await read_memories(connection, reader.schema, "neighbours", params)
    own = str(row["id"]) if row else None
    return [one for one in found if one.id != own]


async def _check_keys(
    connection: Connection, reader: Reader, todo: NewTierMemory,
    operations: Sequence[Operation], row: Mapping[str, Any] | None,
) -> None:  # fmt: skip
    """Raises ConflictError before a memory is taken away from under another key."""
    own = str(row["id"]) if row else None
    ids = [one.target_id for one in operations if one.target_id and one.target_id != own]
    for found in await get_rows(connection, reader, [(todo.namespace, one) for one in ids]):
        if found and found["item_key"] not in (None, todo.key):
            raise ConflictError(
                f"{todo.key!r} was not put: {found['content']!r} would take the place of what is "
                f"kept under {found['item_key']!r}; put it there, or delete that first"
            )


def _operations(
    todo: NewTierMemory, near: Sequence[Memory], row: Mapping[str, Any] | None
) -> list[Operation]:
    """The plan of the candidate, bent to what put promises: the value under this key is the new."""
    if todo.candidate is None:
        return []
    operations = [_direct(one) for one in plan_operations([todo.candidate], near)]
    refused = next((one for one in operations if one.action == "skip"), None)
    if refused:
        raise ConflictError(
            f"{todo.key!r} was not put: {refused.target_content!r} ({refused.target_id}) says "
            f"otherwise and is better founded ({refused.reason}); put the new text under its id"
        )
    if row is None:
        return operations
    first, *rest = operations
    if first.action == "add" and first.ends is None:
        return [_supersede(first, row), *rest]
    return [*operations, _retire(row, "revised")]


def _direct(operation: Operation) -> Operation:
    """The same fact is replaced by its new statement, so that all its fields are the new ones."""
    if operation.action != "reinforce":
        return operation
    return operation.model_copy(update={"action": "supersede", "reason": "operator_put"})


def _supersede(operation: Operation, row: Mapping[str, Any]) -> Operation:
    target = {"target_id": str(row["id"]), "target_version": row["version"],
              "target_content": row["content"]}  # fmt: skip
    return operation.model_copy(update={"action": "supersede", "reason": "operator_put", **target})


def _retire(row: Mapping[str, Any], reason: str) -> Operation:
    return Operation(
        action="retire", reason=reason, target_id=str(row["id"]), target_version=row["version"],
        target_content=row["content"],
    )  # fmt: skip


async def _commit(
    connection: Connection, reader: Reader, todo: NewTierMemory,
    operations: Sequence[Operation], vectors: Made,
) -> tuple[str, ...]:  # fmt: skip
    work = Commit(
        todo.scope, OUTSIDE, operations=tuple(operations), nonce=str(uuid4()), data=todo.data,
        audit="retire" if todo.candidate is None else "",
    )  # fmt: skip
    result = await commit(connection, reader.schema, work, vectors, None)
    return result.memory_ids
