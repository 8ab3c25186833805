"""The recall verb as a program: read the question, look up names, embed, one statement."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_graph.effects import Program
from memory_graph.errors import ModelError
from memory_graph.stores.engine import Engine
from memory_graph.stores.recall import Period, Query, read_speakers, run_recall
from memory_graph.stores.write import Connection
from memory_graph.text.clean import clean_text
from memory_graph.text.query import (
    QueryAnalysis,
    Window,
    analyse_query,
    may_name_someone,
    named_speakers,
    strip_names,
)
from memory_graph.text.tokens import query_terms
from memory_graph.types import RecallResult, RecallWindow

MAX_SCOPES = 10_000
"""Scopes whose speakers a process keeps in mind."""
SPARE = 20
"""Rows fetched beyond the limit, at most, so that repetitions can give way."""
MAX_PERIODS = 3
_LONG = timedelta(days=200)
_SHORT = timedelta(days=3)
_LONG_WORTH = 0.3
_MIN_NUMBER = 5


class RecallTimeout(Exception):  # noqa: N818 - becomes a flag in the result
    """The statement took longer than a recall may; the transaction was undone."""


def recall(
    engine: Engine, scope: str, text: str, *, timeout_ms: int | None = None, cues: str = "",
    **options: Any,
) -> Program[RecallResult]:  # fmt: skip
    """Runs the one statement for a question; an embedder that fails only costs its arm.

    With ``timeout_ms`` a statement that takes longer is given up: the result is then empty and
    ``degraded``. ``now`` says when the question is asked, in the asker's zone. ``cues`` are further
    words to look for; they are not embedded.
    """
    question = clean_text(text)
    analysis = analyse_query(question, options.get("now") or datetime.now(UTC))
    query = _query(scope, analysis, options)
    query = replace(query, terms=tuple(dict.fromkeys((*query.terms, *query_terms(cues)))))
    yield from engine.ready()
    known = named_speakers(question, engine.speakers.get(scope, ()))
    vector, problem = yield from _embed(engine, strip_names(question, known))
    query = replace(query, vector=vector, embedder=engine.embedder_name)
    found, late = yield from _run(engine, _Asked(question, analysis, query), timeout_ms)
    return _told(found.result, found.query, analysis, problem or late)


def _query(scope: str, analysis: QueryAnalysis, options: dict[str, Any]) -> Query:
    """The query with all that the words of the question say; raises TypeError, InputError."""
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, (list, set)) else value
        for name, value in options.items()
    }
    query = Query(
        scope=scope, terms=analysis.terms, names=analysis.names, codes=_codes(analysis),
        periods=tuple(_period(one) for one in analysis.windows[:MAX_PERIODS]),
        asks_time=analysis.kind == "when", **given,
    )  # fmt: skip
    return replace(query, spare=min(SPARE, query.limit))


def _codes(analysis: QueryAnalysis) -> tuple[str, ...]:
    """What is found by its letters only: codes, and numbers too long for a year or a count."""
    long = [one for one in analysis.numbers if len(one) >= _MIN_NUMBER and one.isdigit()]
    return tuple(dict.fromkeys(code.lower() for code in (*analysis.codes, *long)))


def _period(window: Window) -> Period:
    span = window.until - window.since
    worth = _LONG_WORTH if span > _LONG else 1.0
    return Period(window.since, window.until, worth, has_aftermath=span <= _SHORT)


def _speaker_cue(analysis: QueryAnalysis, named: Sequence[str]) -> dict[str, Any]:
    """Whose words to prefer: the one person named, else “I” or “you”."""
    if named:
        return {"cue_speakers": tuple(named) if len(named) == 1 else ()}
    return {"cue_role": analysis.speaker}


def _embed(engine: Engine, question: str) -> Program[tuple[list[float] | None, str | None]]:
    if not question:
        return None, None
    try:
        vector = yield from engine.embed_query(question)
    except ModelError as error:
        return None, str(error)
    return vector, None


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question ready for the database."""

    question: str
    analysis: QueryAnalysis
    query: Query


@dataclass(frozen=True, slots=True)
class _Found:
    """What a question gave, and the query as it was run."""

    result: RecallResult
    query: Query


def _run(
    engine: Engine, asked: _Asked, timeout_ms: int | None
) -> Program[tuple[_Found, str | None]]:
    """The result, and why there is none when the time ran out."""

    async def work(connection: Connection, oldest: str | None) -> _Found:
        seconds = None if timeout_ms is None else timeout_ms / 1000
        try:
            async with asyncio.timeout(seconds):
                query = await _with_speaker(connection, engine, asked)
                return _Found(await run_recall(connection, engine.schema, query, oldest), query)
        except TimeoutError as error:
            raise RecallTimeout from error

    try:
        found: _Found = yield from engine.transaction(work, asked.query.branch, repeatable=True)
    except RecallTimeout:
        late = f"recall took longer than {timeout_ms} ms and was given up"
        return _Found(RecallResult(), asked.query), late
    return found, None


async def _with_speaker(connection: Connection, engine: Engine, asked: _Asked) -> Query:
    """The query with the cue whose words to prefer.

    Who speaks in a scope is read in the same transaction and kept for the next question, whose
    vector then leaves the names out: they say little about meaning.
    """
    named: tuple[str, ...] = ()
    scope = asked.query.scope
    if may_name_someone(asked.question):
        speakers = await read_speakers(connection, engine.schema, scope)
        if len(engine.speakers) >= MAX_SCOPES:
            engine.speakers.clear()
        engine.speakers[scope] = tuple(speakers)
        named = named_speakers(asked.question, speakers)
    return replace(asked.query, **_speaker_cue(asked.analysis, named))


def _told(
    result: RecallResult, query: Query, analysis: QueryAnalysis, problem: str | None
) -> RecallResult:
    """The result with what was read out of the question."""
    speakers = query.cue_speakers or ((query.cue_role,) if query.cue_role else ())
    windows = tuple(
        RecallWindow(words=one.words, since=one.since, until=one.until) for one in analysis.windows
    )
    return result.model_copy(
        update={
            "terms": query.terms, "speakers": speakers, "windows": windows,
            "time_parse": analysis.time_parse, "question_kind": analysis.kind,
            "degraded": problem is not None, "degraded_reason": problem,
        }
    )  # fmt: skip
