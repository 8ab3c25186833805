"""The memory verbs as programs: what each does, in order, for sync and async callers alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from memory_graph import lineage as multirange
from memory_graph.effects import Program
from memory_graph.errors import ConflictError, InputError, NotFoundError
from memory_graph.stores.branch import OUTSIDE, Branch, base_key
from memory_graph.stores.checks import (
    ALL_TIERS,
    KINDS,
    check_aware,
    check_branch,
    check_candidate,
    check_flag,
    check_names,
    check_number,
    check_storable,
    is_uuid,
)
from memory_graph.stores.commit import (
    Commit,
    NothingToDo,
    plan_and_commit,
)
from memory_graph.stores.engine import Engine
from memory_graph.stores.plan import plan_operations
from memory_graph.stores.read import (
    Stats,
    neighbour_parameters,
    read_memories,
    read_stats,
    view_parameters,
)
from memory_graph.stores.recalling import recall
from memory_graph.stores.reworded import commit_turn
from memory_graph.stores.stale import StalePlan
from memory_graph.stores.write import Connection, find_tree, find_write, repeated_tree
from memory_graph.text.clean import clean_text
from memory_graph.text.language import detect_language
from memory_graph.types import (
    TIERS,
    Candidate,
    Evidence,
    Memory,
    Operation,
    Tier,
    WriteResult,
)

__all__ = [
    "candidates_from", "commit", "get_memory", "history", "is_committed", "list_memories",
    "neighbours", "plan_operations", "recall", "remember", "retire", "stats",
]  # fmt: skip

MAX_REPLANS = 20
"""How often a direct ``remember`` plans again when others change the same facts meanwhile."""


def candidates_from(what: object, tier: Tier) -> list[Candidate]:
    """Strings and candidates as candidates; raises InputError for anything blank or empty."""
    if tier not in TIERS:
        raise InputError(f"unknown tier {tier!r}; tiers are {', '.join(TIERS)}")
    every = [
        check_candidate(one if isinstance(one, Candidate) else _fact(one, tier))
        for one in _listed(what)
    ]
    if not every:
        raise InputError("nothing to remember: give a text or a Candidate")
    return every


def _listed(what: object) -> list[Any]:
    """One or many as a list."""
    given = [what] if isinstance(what, (str, Candidate)) else what
    if not isinstance(given, Iterable) or isinstance(given, (Mapping, bytes)):
        raise InputError(
            f"can't remember {type(what).__name__}: give a string, a Candidate or a list of them"
        )
    return list(given)


def _fact(text: object, tier: Tier) -> Candidate:
    if not isinstance(text, str):
        raise InputError(f"can't remember {type(text).__name__}: give a string or a Candidate")
    content = clean_text(text)
    if not content:
        raise InputError(f"can't remember {text!r}: it is blank")
    if len(content) > 4000:
        raise InputError(
            f"a memory of {len(content)} characters is too long (4000): split it into facts, "
            "or ingest it as turns"
        )
    kind = {"episodic": "event", "procedural": "rule", "archive": "document"}.get(tier, "fact")
    return Candidate.model_validate(
        {
            "tier": tier, "kind": kind, "content": content, "confidence": 1.0,
            "language": detect_language(content),
            "evidence": Evidence(role="operator", span=content[:2000]),
        }
    )  # fmt: skip


def neighbours(
    engine: Engine, scope: str, candidates: Sequence[Candidate], branch: Branch
) -> Program[list[Memory]]:
    """Visible memories a plan for the candidates must look at. Raises InputError for another."""
    every = _listed(candidates)
    for one in every:
        if not isinstance(one, Candidate):
            raise InputError(f"{one!r} is no Candidate")
    if not every:
        return []
    params = neighbour_parameters(every)
    found = yield from _read(engine, "neighbours", scope, branch, params)
    return found


def _read(
    engine: Engine, name: str, scope: str, branch: Branch, params: dict[str, Any],
    as_of: datetime | None = None,
) -> Program[list[Memory]]:  # fmt: skip
    check_branch(branch)
    work = _reader(engine, name, scope, branch, params, as_of)
    found: list[Memory] = yield from engine.transaction(work, branch, repeatable=True)
    return found


def _reader(
    engine: Engine, name: str, scope: str, branch: Branch, params: dict[str, Any],
    as_of: datetime | None,
) -> Callable[[Connection, str | None], Awaitable[list[Memory]]]:  # fmt: skip
    async def work(connection: Connection, oldest: str | None) -> list[Memory]:
        every = view_parameters(scope, branch, oldest, as_of) | params
        return await read_memories(connection, engine.schema, name, every)

    return work


def commit(engine: Engine, todo: Commit) -> Program[WriteResult]:
    """Commits one write; embeds first, so that no connection waits for a model."""
    yield from engine.ready()
    texts = todo.texts()
    vectors, missing = yield from engine.embed_for_storage(texts)
    try:
        result: WriteResult = yield from engine.transaction(
            lambda connection, oldest: commit_turn(
                connection, engine.schema, todo, vectors, oldest
            ),
            todo.branch, repeatable=True, pipelined=True,
        )  # fmt: skip
    except StalePlan as stale:
        return WriteResult(number=None, lineage=todo.branch.lineage, stale=stale.indexes)
    if not missing:
        return result
    counts = result.counts | {"without_vector": len(texts)}
    return result.model_copy(update={"counts": counts})


def remember(engine: Engine, todo: Commit, candidates: Sequence[Candidate]) -> Program[WriteResult]:
    """Embeds, then plans and commits under the scope's lock in one transaction."""
    yield from engine.ready()
    texts = [clean_text(one.content) for one in candidates]
    vectors, missing = yield from engine.embed_for_storage(texts)
    try:
        result: WriteResult = yield from engine.transaction(
            lambda connection, oldest: plan_and_commit(
                connection, engine.schema, todo, candidates, vectors, oldest
            ),
            todo.branch, repeatable=True, pipelined=True,
        )  # fmt: skip
    except NothingToDo:
        lineage, none = multirange.union(todo.branch.lineage, None), ("",) * len(candidates)
        return WriteResult(number=None, lineage=lineage, memory_ids=none)
    if result.already and result.note.get("of") not in {None, todo.note.get("of")}:
        raise InputError(
            f"idempotency_key {todo.nonce!r} was used for other memories: give these another one"
        )
    counts = result.counts | ({"without_vector": len(texts)} if missing else {})
    ids = result.memory_ids[: len(candidates)]
    return result.model_copy(update={"counts": counts, "memory_ids": ids})


def is_committed(engine: Engine, scope: str, branch: Branch, todo: Commit) -> Program[bool]:
    """True when this very write was committed before (and not rewound)."""

    async def work(connection: Connection, oldest: str | None) -> bool:
        tree = await find_tree(connection, engine.schema, scope, branch, oldest)
        if tree is None:
            tree = await repeated_tree(
                connection, engine.schema, scope, branch, todo.covered, todo.nonce
            )
        if tree is None:
            return False
        key = base_key(scope, tree, branch.lineage, todo.covered, todo.nonce)
        found, _ = await find_write(connection, engine.schema, scope, key)
        return found is not None

    answer: bool = yield from engine.transaction(work, branch, repeatable=True)
    return answer


def get_memory(
    engine: Engine, scope: str, memory_id: str, branch: Branch = OUTSIDE
) -> Program[Memory]:
    """One memory the reader can see, open or closed; raises NotFoundError."""
    found = yield from get_memories(engine, scope, (memory_id,), branch)
    return found[0]


def get_memories(
    engine: Engine, scope: str, ids: Sequence[str], branch: Branch = OUTSIDE
) -> Program[list[Memory]]:
    """Memories in the order of their ids; raises NotFoundError for the first that is missing."""
    wanted = [one for one in ids if is_uuid(one)]
    rows = (
        (yield from _read(engine, "get_memory", scope, branch, {"ids": wanted})) if wanted else []
    )
    by_id = {one.id: one for one in rows}
    for one in ids:
        if one.lower() not in by_id:
            raise NotFoundError(
                f"no memory {one!r} in scope {scope!r}: list the memories to see their ids"
            )
    return [by_id[one.lower()] for one in ids]


def list_memories(
    engine: Engine, scope: str, *, tiers: Sequence[str] = (), kinds: Sequence[str] = (),
    session_id: str | None = None, with_closed: bool = False, limit: int = 100, offset: int = 0,
    as_of: datetime | None = None, branch: Branch = OUTSIDE,
) -> Program[list[Memory]]:  # fmt: skip
    """Memories the reader can see, newest first."""
    check_number("limit", limit, 1)
    check_number("offset", offset, 0)
    check_aware("as_of", as_of)
    check_storable("session_id", session_id)
    check_flag("with_closed", with_closed)
    params = {
        "tiers": list(check_names("tier", tiers, ALL_TIERS)),
        "kinds": list(check_names("kind", kinds, KINDS)), "session_id": session_id,
        "with_closed": with_closed, "limit": limit, "offset": offset,
    }  # fmt: skip
    found = yield from _read(engine, "list_memories", scope, branch, params, as_of)
    return found


def history(
    engine: Engine, scope: str, memory_id: str, branch: Branch = OUTSIDE
) -> Program[list[Memory]]:
    """Every version the reader can see, oldest first; raises NotFoundError."""
    yield from get_memory(engine, scope, memory_id, branch)
    found = yield from _read(engine, "history", scope, branch, {"id": memory_id})
    return found


def retire(
    engine: Engine, scope: str, ids: Sequence[str], reason: str, actor: str = "operator"
) -> Program[WriteResult]:
    """Closes open memories; those that were closed or have expired already are skipped."""
    nonce = str(uuid4())
    for _ in range(MAX_REPLANS):
        memories = yield from get_memories(engine, scope, ids)
        operations = tuple(
            Operation(
                action="retire" if one.closed_at is None else "skip", reason=reason,
                target_id=one.id, target_version=one.version, target_content=one.content,
            )
            for one in memories
        )  # fmt: skip
        todo = Commit(scope, OUTSIDE, operations=operations, nonce=nonce, audit="retire",
                      actor=actor)  # fmt: skip
        result = yield from commit(engine, todo)
        if not result.stale:
            return result
    moved = [todo.operations[index].target_id for index in result.stale]
    raise ConflictError(
        f"memories {moved} kept changing while they were retired, or later intervals stand for "
        "them: read their history, and retire the newest version"
    )


def stats(engine: Engine, scope: str, branch: Branch = OUTSIDE) -> Program[Stats]:
    """Statistics of a scope."""
    check_branch(branch)

    async def work(connection: Connection, oldest: str | None) -> Stats:
        params = view_parameters(scope, branch, oldest)
        return await read_stats(connection, engine.schema, params)

    found: Stats = yield from engine.transaction(work, branch)
    return found
