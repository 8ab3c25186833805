"""Put and delete in a memory tier: an operator's revise and retire, with history.

``put`` never overwrites: the memory under the key is closed and the new text asserted by the same
plan and commit as everything else, so conflict rules, entities and evidence hold here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from langgraph.store.base import PutOp
from pydantic import ValidationError

from memory_graph.errors import ConflictError, InputError
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.checks import check_candidate
from memory_graph.stores.commit import Commit, commit
from memory_graph.stores.item_reads import Reader, get_rows
from memory_graph.stores.item_rows import check_ttl, clean_value
from memory_graph.stores.plan import plan_operations
from memory_graph.stores.read import neighbour_parameters, read_memories, view_parameters
from memory_graph.stores.shown import shown
from memory_graph.stores.transfer_records import first_problem
from memory_graph.stores.vectors import Made
from memory_graph.stores.write import Connection, fetch
from memory_graph.text.clean import clean_text
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate, Memory, Operation

FIELDS = frozenset(
    {
        "kind", "subject", "attribute", "value", "cardinality", "polarity", "event_from",
        "event_to", "event_words", "entities", "relations", "importance", "confidence",
        "sensitivity", "language",
    }
)  # fmt: skip
"""Fields of a memory that a value may set; ``content`` is the one it must."""
SCOPE_FIELDS = frozenset(
    {
        "scope", "tenant", "tenant_id", "user", "user_id", "owner", "agent", "agent_id",
        "namespace", "tier", "thread_id", "session_id",
    }
)  # fmt: skip
"""What says whose memory it is; only the namespace does that."""
KINDS = {"episodic": "event", "semantic": "fact", "procedural": "rule", "archive": "document"}


@dataclass(frozen=True, slots=True)
class NewTierMemory:
    """A put or a delete in a memory tier."""

    namespace: tuple[str, ...]
    key: str
    candidate: Candidate | None
    """None deletes."""
    data: Mapping[str, Any]
    ttl_minutes: float | None = None

    @property
    def scope(self) -> str:
        """Whose memory it is."""
        return self.namespace[0]


def new_tier_memory(op: PutOp) -> NewTierMemory:
    """A checked put or delete. Raises InputError for a value that can't be a memory."""
    if op.value is None:
        return NewTierMemory(op.namespace, op.key, None, {})
    if op.index not in (None, ["content"], ["$"], ("content",), ("$",)):
        raise InputError(
            f"index {op.index!r} can't be chosen in {op.namespace!r}: a memory is found by its "
            "content"
        )
    value = clean_value(op.value)
    foreign = sorted(SCOPE_FIELDS & value.keys())
    if foreign:
        raise InputError(
            f"{foreign[0]!r} can't be set by a value: whose memory it is, is said by the "
            f"namespace {op.namespace!r} alone"
        )
    data = {name: one for name, one in value.items() if name not in FIELDS | {"content"}}
    return NewTierMemory(op.namespace, op.key, _candidate(op, value), data, check_ttl(op.ttl))


def _candidate(op: PutOp, value: dict[str, Any]) -> Candidate:
    content = value.get("content")
    if not isinstance(content, str) or not clean_text(content):
        raise InputError(
            f"a memory in {op.namespace!r} needs a non-empty 'content' string, got "
            f"{shown(content)}; put other data into a namespace of its own, such as "
            "(scope, 'notes')"
        )
    text = clean_text(content)
    fields = {name: value[name] for name in FIELDS & value.keys() if value[name] is not None}
    try:
        candidate = Candidate.model_validate(
            {
                "tier": op.namespace[1], "kind": KINDS[op.namespace[1]], "confidence": 1.0,
                "language": detect_language(text), **fields, "content": text,
                "evidence": {"role": "operator", "span": text[:2000]},
            }
        )  # fmt: skip
    except ValidationError as error:
        raise InputError(
            f"value of {op.key!r} in {op.namespace!r} is no memory: {first_problem(error)}"
        ) from error
    return check_candidate(candidate)


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
        todo.scope, OUTSIDE, operations=tuple(operations), nonce=str(uuid4()), data=todo.data
    )
    result = await commit(connection, reader.schema, work, vectors, None)
    return result.memory_ids
