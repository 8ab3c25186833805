"""What an erasure will remove, mask and index anew.

Planned outside the transaction that erases, so that neither models nor searching for words hold a
connection or the scope's lock; what was read is kept, to see under the lock that it still stands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from memory_graph.effects import Effect, Program
from memory_graph.errors import NotFoundError
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.checks import is_uuid
from memory_graph.stores.engine import Engine
from memory_graph.stores.erase_turns import Rewrite, is_touched, masked_turns, rewrite, said
from memory_graph.stores.erase_words import Doomed, Masks, choose
from memory_graph.stores.masking import Needles, masked
from memory_graph.stores.write import Connection, fetch
from memory_graph.text.tokens import index_terms

Result = TypeVar("Result")
MAX_SEARCHED_TERMS = 500
"""With more words than that every row of the scope is looked at instead."""
REACH = 12
"""Rows of a session looked at around a turn: two neighbours on each of several branches."""


@dataclass(frozen=True, slots=True)
class Span:
    """An evidence as it reads afterwards."""

    memory_id: str
    evidence_key: str
    span: str


@dataclass(frozen=True, slots=True)
class Read:
    """A query that the plan rests on, and what it gave."""

    name: str
    params: dict[str, Any]
    rows: list[dict[str, Any]]

    async def still_stands(self, connection: Connection, schema: str) -> bool:
        """True when it gives the same again."""
        rows = await fetch(connection, self.name, schema, self.params)
        return list(rows) == self.rows


@dataclass(frozen=True, slots=True)
class ErasePlan:
    """All that an erasure does, and the reads it rests on."""

    ids: tuple[str, ...]
    rewrites: tuple[Rewrite, ...] = ()
    spans: tuple[Span, ...] = ()
    mentioned_by: tuple[str, ...] = ()
    """Memories that stay and still hold a value of an erased one."""
    reads: tuple[Read, ...] = ()

    def texts(self) -> list[str]:
        """The texts whose vectors are needed."""
        return [one.embed_text for one in self.rewrites if one.fresh]


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be erased of a scope."""

    scope: str
    ids: tuple[str, ...]
    versions: bool = True
    words: tuple[str, ...] = ()


@dataclass(slots=True)
class _Reader:
    """Reads of one scope, kept."""

    engine: Engine
    request: Request
    reads: list[Read] = field(default_factory=list)

    def rows(self, name: str, **params: Any) -> Program[list[dict[str, Any]]]:
        every = {"scope": self.request.scope, **params}

        async def work(connection: Connection, _oldest: str | None) -> list[dict[str, Any]]:
            return list(await fetch(connection, name, self.engine.schema, every))

        rows: list[dict[str, Any]] = yield from self.engine.transaction(
            work, OUTSIDE, repeatable=True
        )
        self.reads.append(Read(name, every, rows))
        return rows


def _apart(work: Callable[[], Result]) -> Program[Result]:
    """Runs work that takes a while without stopping the caller's event loop."""
    result: Result = yield Effect(work, lambda: asyncio.to_thread(work))
    return result


def make_plan(engine: Engine, request: Request) -> Program[ErasePlan]:
    """The plan of an erasure. Raises NotFoundError for the first id the scope does not hold."""
    reader = _Reader(engine, request)
    doomed = yield from _doomed(reader)
    ids = sorted(one.id for one in doomed)
    near = yield from _near(reader, ids, doomed)
    others = {str(row["id"]): row["content"] for row in near if row["kind"] != "turn"}
    masks = yield from _apart(lambda: _choose(doomed, near, others.values(), request.words))
    rewrites = yield from _rewrites(reader, ids, doomed, near, masks)
    spans = yield from _spans(reader, ids, masks)
    mentioned_by = yield from _apart(lambda: _mentioned_by(doomed, others))
    return ErasePlan(tuple(ids), tuple(rewrites), tuple(spans), mentioned_by, tuple(reader.reads))


def _choose(
    doomed: Sequence[Doomed], near: Sequence[Mapping[str, Any]], others: Iterable[str],
    words: Iterable[str],
) -> Masks:  # fmt: skip
    turns = [said(row) for row in near if row["kind"] == "turn"]
    return choose(doomed, turns, others, words)


def _doomed(reader: _Reader) -> Program[list[Doomed]]:
    """The named memories and all that goes with them."""
    request = reader.request
    wanted = [one.lower() for one in request.ids if is_uuid(one)]
    while True:
        rows = yield from reader.rows("erase_closure", ids=wanted, versions=request.versions)
        found = {str(row["id"]) for row in rows}
        missing = [one for one in request.ids if one.lower() not in found]
        if missing:
            raise NotFoundError(
                f"no memory {missing[0]!r} in scope {request.scope!r}: nothing was erased; list "
                "the memories to see their ids"
            )
        further = yield from reader.rows("erase_unsupported", ids=sorted(found))
        if not further:
            return [_to_doomed(row) for row in rows]
        wanted = sorted(found | {str(row["id"]) for row in further})


def _to_doomed(row: Mapping[str, Any]) -> Doomed:
    evidence = row["evidence"]
    return Doomed(
        id=str(row["id"]), kind=row["kind"], content=row["content"], value=row["value"],
        spans=tuple(span for _, span in evidence if span),
        messages=frozenset(message for message, _ in evidence if message),
    )  # fmt: skip


def _near(
    reader: _Reader, ids: Sequence[str], doomed: Sequence[Doomed]
) -> Program[list[dict[str, Any]]]:
    """Rows that stay and may hold some of the words."""
    told = [one for one in doomed if one.kind != "turn"]
    texts = [text for one in told for text in (one.content, one.value or "", *one.spans)]
    terms = {term for text in (*texts, *reader.request.words) for term in index_terms(text)}
    messages = sorted({name for one in told for name in one.messages})
    many = len(terms) > MAX_SEARCHED_TERMS
    query = "" if many else " | ".join(f"'{_quoted(term)}'" for term in sorted(terms))
    rows = yield from reader.rows(
        "erase_near", ids=ids, messages=messages, all_rows=many, words=query
    )
    return rows


def _quoted(term: str) -> str:
    return term.replace("\\", "\\\\").replace("'", "''")


def _mentioned_by(doomed: Iterable[Doomed], others: Mapping[str, str]) -> tuple[str, ...]:
    phrases = Needles(frozenset(one.phrase for one in doomed if one.phrase))
    return tuple(
        sorted(memory_id for memory_id, text in others.items() if masked(text, phrases) != text)
    )


def _rewrites(
    reader: _Reader, ids: Sequence[str], doomed: Iterable[Doomed],
    near: Sequence[Mapping[str, Any]], masks: Masks,
) -> Program[list[Rewrite]]:  # fmt: skip
    """Turns that are masked, and turns that are indexed with a masked or erased one."""
    new_texts, stray = yield from _apart(lambda: masked_turns(near, masks))
    changed = {*new_texts, *stray, *(one.id for one in doomed if one.kind == "turn")}
    if not changed:
        return []
    rows = yield from reader.rows("erase_windows", ids=ids, changed=sorted(changed), reach=REACH)
    touched = [row for row in rows if str(row["id"]) in stray or is_touched(row, new_texts)]
    found = yield from _apart(lambda: [rewrite(row, new_texts, masks) for row in touched])
    return found


def _spans(reader: _Reader, ids: Sequence[str], masks: Masks) -> Program[list[Span]]:
    """Evidence of memories that stay, without the words."""
    everywhere = masks.everywhere
    wanted = sorted(everywhere.phrases | everywhere.terms)
    patterns = [f"%{_like(one)}%" for one in wanted]
    if len(wanted) > MAX_SEARCHED_TERMS:
        patterns = ["%"]
    if not patterns and not masks.messages:
        return []
    rows = yield from reader.rows(
        "erase_evidence", ids=ids, messages=sorted(masks.messages), patterns=patterns
    )
    found = yield from _apart(lambda: _masked_spans(rows, masks))
    return found


def _masked_spans(rows: Iterable[Mapping[str, Any]], masks: Masks) -> list[Span]:
    spans = []
    for row in rows:
        needles = masks.everywhere | masks.messages.get(row["message_id"] or "", Needles())
        text = masked(row["span"], needles)
        if text != row["span"]:
            spans.append(Span(str(row["memory_id"]), str(row["evidence_key"]), text))
    return spans


def _like(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
