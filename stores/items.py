"""The program behind ``batch`` and ``abatch``: LangGraph's BaseStore interface on our tables.

Operations take effect in their order, in one transaction: a read sees the puts before it and none
after it. Neighbouring gets and neighbouring puts share a statement. Vectors are made before the
transaction, so no connection waits for a model.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from langgraph.store.base import GetOp, ListNamespacesOp, Op, PutOp, Result, SearchOp

from memory_graph.effects import Program
from memory_graph.errors import InputError, ModelError
from memory_graph.scope import is_memory_namespace
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.checks import check_number
from memory_graph.stores.item_memories import NewTierMemory, new_tier_memory
from memory_graph.stores.item_reads import (
    Question,
    Reader,
    get_items,
    get_rows,
    list_namespaces,
    search_items,
)
from memory_graph.stores.item_rows import NewItem, new_item
from memory_graph.stores.item_tiers import put_memory
from memory_graph.stores.item_writes import ItemWrites, finish_writes, open_writes, put_items
from memory_graph.stores.namespaces import check_op, scope_of_conditions
from memory_graph.stores.shown import shown
from memory_graph.stores.vectors import Vectors
from memory_graph.stores.write import Connection
from memory_graph.text.clean import clean_text
from memory_graph.text.tokens import query_terms

if TYPE_CHECKING:
    from memory_graph.stores.postgres import PostgresMemoryStore

MAX_PAGE = 2**63 - 1
"""What the database counts to, so that ``sys.maxsize`` means all."""
_LOG = logging.getLogger(__name__)

Put = NewItem | NewTierMemory
Step = GetOp | SearchOp | ListNamespacesOp | NewItem | NewTierMemory


def run_batch(store: PostgresMemoryStore, ops: tuple[Op, ...]) -> Program[list[Result]]:
    """Runs the operations as if one after the other; gives their results by position.

    Raises InvalidNamespaceError and InputError before anything is done, and rolls everything back
    when one operation fails.
    """
    steps = [_step(check_op(op), store.index_fields) for op in ops]
    reader = Reader(
        store.engine.schema, store.admin, store.walls, store.weights.k1, store.weights.b
    )
    for step in steps:
        _check_read(step, reader)
    if not steps:
        return []
    yield from store.engine.ready()
    vectors, _ = yield from store.engine.embed_for_storage(_texts(steps))
    questions = yield from _questions(store, steps)
    batch = _Batch(reader, steps, vectors, questions, str(uuid4()))
    results: list[Result] = yield from store.engine.transaction(
        lambda connection, _: _run(connection, batch), OUTSIDE,
        repeatable=_is_repeatable(steps), pipelined=len(steps) > 1 or isinstance(steps[0], NewItem),
    )  # fmt: skip
    return results


@dataclass(frozen=True, slots=True)
class _Batch:
    """All that the transaction needs."""

    reader: Reader
    steps: Sequence[Step]
    vectors: Vectors
    questions: dict[str, Question]
    nonce: str


def _is_repeatable(steps: Sequence[Step]) -> bool:
    """True when a second run can't tell whether the first was committed: only reads, or only puts.

    The write of items is found again by its nonce.
    """
    return len({isinstance(one, NewItem) for one in steps}) == 1 and not any(
        isinstance(one, NewTierMemory) for one in steps
    )


def _step(op: Op, index_fields: Sequence[str]) -> Step:
    """An operation with its value checked and made ready."""
    if not isinstance(op, PutOp):
        return op
    if is_memory_namespace(op.namespace):
        return new_tier_memory(op)
    return new_item(op, index_fields)


def _check_read(step: Step, reader: Reader) -> None:
    """Raises InputError for a page that does not exist or a read that names no scope."""
    if not isinstance(step, SearchOp | ListNamespacesOp):
        return
    for name in ("limit", "offset"):
        check_number(name, getattr(step, name), 0, MAX_PAGE)
    if isinstance(step, SearchOp):
        if step.query is not None and not isinstance(step.query, str):
            raise InputError(f"query {shown(step.query)} is not a string")
        reader.scopes(step.namespace_prefix[0] if step.namespace_prefix else None)
    else:
        reader.scopes(scope_of_conditions(step.match_conditions or ()))


def _texts(steps: Sequence[Step]) -> list[str]:
    """What the puts of the batch need vectors of."""
    texts: list[str] = []
    for step in steps:
        if isinstance(step, NewItem):
            texts += [text for _, text in step.texts]
        elif isinstance(step, NewTierMemory) and step.candidate:
            texts.append(step.candidate.content)
    return texts


def _questions(store: PostgresMemoryStore, steps: Sequence[Step]) -> Program[dict[str, Question]]:
    """Terms and vector of each query; a failing embedder only costs the vector."""
    asked: dict[str, Question] = {}
    for step in steps:
        text = clean_text(step.query) if isinstance(step, SearchOp) and step.query else ""
        if not text or not isinstance(step, SearchOp) or step.query in asked:
            continue
        try:
            vector = yield from store.engine.embed_query(text)
        except ModelError as error:
            _LOG.warning("searched by words only: %s", error)
            vector = None
        asked[str(step.query)] = Question(query_terms(text), vector, store.engine.embedder_name)
    return asked


async def _run(connection: Connection, batch: _Batch) -> list[Result]:
    """The whole batch, inside its transaction."""
    items = await _scopes_of_items(connection, batch)
    memories = {one.scope for one in batch.steps if isinstance(one, NewTierMemory)}
    writes = await open_writes(connection, batch.reader.schema, batch.nonce, items, memories)
    results: list[Result] = []
    for group in _groups(batch.steps):
        results += await _run_group(connection, batch, writes, group)
    await finish_writes(writes)
    return results


async def _scopes_of_items(connection: Connection, batch: _Batch) -> set[str]:
    """The scopes whose items change; to delete what is not there writes nothing."""
    items = [one for one in batch.steps if isinstance(one, NewItem)]
    scopes = {one.scope for one in items if one.value is not None}
    places = [(one.namespace, one.key) for one in items if one.scope not in scopes]
    there = await get_rows(connection, batch.reader, places)
    return scopes | {row["scope"] for row in there if row}


def _groups(steps: Sequence[Step]) -> Iterator[list[Any]]:
    """Runs of neighbouring operations of one kind."""
    for _, group in groupby(steps, key=type):
        yield list(group)


async def _run_group(
    connection: Connection, batch: _Batch, writes: ItemWrites, group: list[Any]
) -> Sequence[Result]:
    first = group[0]
    if isinstance(first, GetOp):
        return await get_items(connection, batch.reader, group)
    if isinstance(first, NewItem):
        await put_items(writes, group, batch.vectors)
    elif isinstance(first, NewTierMemory):
        for one in group:
            await put_memory(connection, batch.reader, one, batch.vectors)
    else:
        return await _run_reads(connection, batch, group)
    return [None] * len(group)


async def _run_reads(
    connection: Connection, batch: _Batch, group: Sequence[SearchOp | ListNamespacesOp]
) -> list[Result]:
    """Searches and lists; equal ones run once, and each has a result of its own."""
    found: dict[str, Result] = {}
    results: list[Result] = []
    for op in group:
        name = repr(op)
        if name in found:
            results.append(deepcopy(found[name]))
            continue
        if isinstance(op, SearchOp):
            question = batch.questions.get(op.query or "", Question())
            found[name] = await search_items(connection, batch.reader, op, question)
        else:
            found[name] = await list_namespaces(connection, batch.reader, op)
        results.append(found[name])
    return results
