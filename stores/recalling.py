"""The recall verb as a program: read the question, look up names, embed, one statement."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_graph.effects import Program
from memory_graph.errors import InputError, ModelError
from memory_graph.stores.checks import check_aware
from memory_graph.stores.engine import Engine
from memory_graph.stores.recall import Found, Period, Query, run_recall
from memory_graph.stores.write import Connection
from memory_graph.text.clean import clean_text
from memory_graph.text.query import (
    QueryAnalysis,
    Window,
    address_names,
    analyse_query,
    lasting_terms,
    may_name_someone,
    named_speakers,
)
from memory_graph.text.tokens import query_terms
from memory_graph.types import RecallResult, RecallWindow

SPARE = 20
"""Rows fetched beyond the limit, at most, so that repetitions can give way."""
MAX_PERIODS = 3
_LONG = timedelta(days=200)
_SHORT = timedelta(days=3)
_LONG_WORTH = 0.3
_MIN_NUMBER = 5
MOST_PRECEDING = 10
"""How many words of the messages before are looked for, the most telling ones."""
NEWEST = 1000
"""How many memories are looked at when the time does not suffice for all."""
FIRST_SHARE = 0.7
"""The part of the time after which less is asked for."""
_ADVICE = "`memory-graph maintain` gives a large scope indexes of its own"


class RecallTimeout(Exception):  # noqa: N818 - becomes a flag in the result
    """The statement took longer than a recall may; the transaction was undone."""


def recall(
    engine: Engine, scope: str, text: str, *, timeout_ms: int | None = None, cues: str = "",
    preceding: Sequence[str] = (), **options: Any,
) -> Program[RecallResult]:  # fmt: skip
    """Runs the one statement for a question; an embedder that fails only costs its arm.

    With ``timeout_ms`` an embedder that takes longer only costs its arm, and a statement that takes
    longer is asked again for the newest memories: the result is then partial and ``degraded``,
    and empty if that takes too long as well. A process's first recall of a scope may run it twice:
    only its answer tells who speaks there. ``now`` says when the question is asked, in the asker's
    zone. ``cues`` are further words to look for, ``preceding`` the messages right before, whose
    words count less; they are not embedded.
    """
    _check_words("query", text)
    _check_words("cues", cues)
    check_aware("now", options.get("now"))
    _check_limit(timeout_ms)
    question = clean_text(text)
    analysis = analyse_query(question, options.get("now") or datetime.now(UTC))
    query = _query(scope, analysis, cues, preceding, options)
    yield from engine.ready()
    known = _named(engine, scope, question)
    asked, problem = yield from _put_to(engine, analysis, query, known, timeout_ms)
    began = time.monotonic()
    result, asked, late = yield from _run(engine, asked, timeout_ms)
    spent = round(1000 * (time.monotonic() - began))
    has_time = timeout_ms is None or 2 * spent <= timeout_ms
    if has_time and (named := _named(engine, scope, question)) != known:
        # The answer told who speaks in the scope, and that changes what the question means: it is
        # asked once more where as much time is left as it took.
        asked, problem = yield from _put_to(engine, analysis, query, named, timeout_ms)
        left = None if timeout_ms is None else timeout_ms - spent
        result, asked, late = yield from _run(engine, asked, left)
    reasons = filter(None, (problem or late, result.degraded_reason))
    return _told(result, asked, "; ".join(reasons) or None, analysis)


def _check_words(name: str, text: object) -> None:
    if not isinstance(text, str):
        raise InputError(f"{name}={text!r} is not a string")


def _check_limit(timeout_ms: float | None) -> None:
    """Refuses a time limit that is none."""
    if timeout_ms is None:
        return
    is_number = isinstance(timeout_ms, int | float) and not isinstance(timeout_ms, bool)
    if not is_number or not timeout_ms >= 0:
        raise InputError(f"timeout_ms={timeout_ms!r} is no number of milliseconds from 0")


def _query(
    scope: str, analysis: QueryAnalysis, cues: str, preceding: Sequence[str],
    options: dict[str, Any],
) -> Query:  # fmt: skip
    """The query with all that the words of the question say; raises TypeError, InputError."""
    given: dict[str, Any] = {
        name: tuple(value) if _is_list(value) else value for name, value in options.items()
    }
    is_asked = not options.get("conversation")
    asks_now = analysis.asks_now and is_asked
    terms = lasting_terms(analysis) if asks_now else analysis.terms
    terms = tuple(dict.fromkeys((*terms, *query_terms(cues))))
    return Query(
        scope=scope, terms=terms, preceding_terms=_preceding_terms(preceding, terms),
        names=analysis.names, codes=_codes(analysis),
        periods=tuple(_period(one) for one in analysis.windows[:MAX_PERIODS]),
        asks_time=analysis.kind == "when", asks_now=asks_now,
        is_only_time=analysis.is_only_time and is_asked, **given,
    )  # fmt: skip


def _preceding_terms(preceding: Sequence[str], terms: Sequence[str]) -> tuple[str, ...]:
    """The most telling words of the messages before that the question does not have itself."""
    if not _is_list(preceding):
        raise InputError(f"preceding={preceding!r} is no list of messages")
    said = tuple(preceding)
    for one in said:
        _check_words("preceding", one)
    words = query_terms(clean_text("\n".join(said)), MOST_PRECEDING)
    return tuple(one for one in words if one not in terms)


def _is_list(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping))


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
    one = tuple(named) if len(named) == 1 else ()
    return {"cue_speakers": one, "cue_role": None if named else analysis.speaker}


def _named(engine: Engine, scope: str, question: str) -> tuple[str, ...]:
    """Those of the scope's speakers whom the question names, as far as they are known."""
    known = engine.scopes.speakers.get(scope, ()) if may_name_someone(question) else ()
    return named_speakers(question, known)


def _put_to(
    engine: Engine, analysis: QueryAnalysis, query: Query, named: Sequence[str],
    timeout_ms: int | None,
) -> Program[tuple[Query, str | None]]:  # fmt: skip
    """The query with what it means when these speakers are named, and what embedding lacked."""
    vector, problem = yield from _embed(engine, address_names(analysis.text, named), timeout_ms)
    meant = replace(
        query, vector=vector, embedder=engine.embedder_name, spare=min(SPARE, query.limit),
        **_speaker_cue(analysis, named),
    )  # fmt: skip
    return meant, problem


def _embed(
    engine: Engine, question: str, timeout_ms: int | None
) -> Program[tuple[list[float] | None, str | None]]:
    if not question:
        return None, None
    try:
        vector = yield from engine.embed_query(question, timeout_ms and timeout_ms / 1000)
    except ModelError as error:
        return None, str(error)
    except TimeoutError:
        return None, f"embedding the question took longer than {timeout_ms} ms: found without it"
    return vector, None


def _run(
    engine: Engine, query: Query, timeout_ms: int | None
) -> Program[tuple[RecallResult, Query, str | None]]:
    """The result, the query as it was run, and what the time did not suffice for.

    What takes too long is asked again for less, in what is left of the time.
    """
    late, left = f"recall took longer than {timeout_ms} ms", float(timeout_ms or 0)
    tries = _tries(engine, query)
    for number, (changes, lost) in enumerate(tries):
        one = replace(query, **changes) if changes else query
        share = left if number == len(tries) - 1 else left * FIRST_SHARE
        limit = None if timeout_ms is None else share / 1000
        try:
            result = yield from _ask(engine, one, limit)
        except RecallTimeout:
            left -= share
            if one.conversation and one.scope in engine.scopes.own:
                engine.scopes.slow.add(one.scope)
            continue
        return result, one, f"{late}{'' if number else ' before'}: {lost}" if lost else None
    return RecallResult(), query, f"{late} and was given up; {_ADVICE}"


def _tries(engine: Engine, query: Query) -> list[tuple[dict[str, Any], str]]:
    """What is changed about the query each time it takes too long, at first nothing; what it lacks.

    A running conversation weighs every session, for which a very large scope may not have the
    time: then it is asked as a question, which the scope's own indexes answer.
    """
    tries: list[tuple[dict[str, Any], str]] = [({}, "")]
    plain = {"conversation": False}
    if query.conversation and query.scope in engine.scopes.own:
        tries = [] if query.scope in engine.scopes.slow else tries
        tries.append((plain, "sessions were not weighed"))
    newest = f"only the newest {NEWEST} memories were looked at; {_ADVICE}"
    return [*tries, (plain | {"newest": NEWEST}, newest)]


def _ask(engine: Engine, query: Query, seconds: float | None) -> Program[RecallResult]:
    """The result; what it tells of the scope is kept for the next. Raises RecallTimeout."""

    async def work(connection: Connection, oldest: str | None) -> Found:
        own = engine.scopes.own.get(query.scope)
        try:
            async with asyncio.timeout(seconds):
                return await run_recall(connection, engine.schema, query, oldest, own)
        except TimeoutError as error:
            raise RecallTimeout from error

    found = yield from engine.transaction(work, query.branch, autocommit=True)
    engine.scopes.learn(query.scope, found.speakers, found.own_dimensions)
    return found.result


def _told(
    result: RecallResult, query: Query, problem: str | None, analysis: QueryAnalysis
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
