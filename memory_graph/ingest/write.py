"""Writes a conversation in batches that are found again, so that any run can be repeated.

A batch is: the facts of each message as one write each, in order, so that a later message sees
what an earlier one has left; then its turns as one write, which is what marks the batch as done.
The keys of all these writes depend on content only. A run that was killed leaves whole writes, and
the next one goes on behind them.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from memory_graph.context import MemoryContext
from memory_graph.effects import Program, run
from memory_graph.errors import ConflictError, InputError
from memory_graph.ingest.check import outcomes
from memory_graph.ingest.extract import ByMessage, Extractor
from memory_graph.ingest.records import Reading, Record, Skipped
from memory_graph.ingest.turns import Numbering, Said, batched
from memory_graph.models import resolve_model
from memory_graph.policy import ReviewPolicy
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.commit import Commit
from memory_graph.stores.plan import plan_operations
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.text.redact import mask_spans
from memory_graph.types import Candidate, Operation, Turn

MAX_REPLANS = 20
_STORED = ("added", "reinforced", "superseded", "retired", "doubted")


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """How a conversation is stored."""

    context: MemoryContext
    """Whose memory it becomes, and in which zone they live."""
    reading: Reading = field(default_factory=Reading)
    thread_id: str | None = None
    """Thread to name as the origin."""
    gap_minutes: float = 240.0
    batch: int = 50
    """Turns in one write."""
    extract: bool = True
    model: str = "offline"
    skip_bad: bool = False
    policy: ReviewPolicy = field(default_factory=ReviewPolicy)


@dataclass(slots=True)
class IngestReport:
    """What a run did."""

    turns: int = 0
    """Turns of the file that are in the store now."""
    new_turns: int = 0
    """Those that were not there before."""
    memories: Counter[str] = field(default_factory=Counter)
    """Extracted memories by what was done: added, reinforced, superseded, retired, doubted."""
    withheld: Counter[str] = field(default_factory=Counter)
    """What needs a person and was not stored, by the first reason."""
    skipped: Counter[str] = field(default_factory=Counter)
    bad: int = 0
    without_vector: int = 0
    """Texts whose embedding failed."""
    fallbacks: int = 0
    """Batches that the rules extracted because a model call failed."""
    seconds: float = 0.0

    @property
    def turns_per_second(self) -> float:
        """Speed of this run."""
        return self.turns / self.seconds if self.seconds else 0.0


Progress = Callable[[IngestReport], None]


def ingest_file(
    store: PostgresMemoryStore, path: Path, options: IngestOptions, *,
    progress: Progress | None = None, report: IngestReport | None = None,
) -> IngestReport:  # fmt: skip
    """Stores the conversation in a file; run again, it continues and stores nothing twice.

    ``report`` is filled as the run goes, for callers that may be interrupted. Raises InputError for
    a bad line unless ``skip_bad``: check the file first, to know before anything is written.
    """
    done = IngestReport() if report is None else report
    options.context.scope.label  # noqa: B018 - an absent user is told before anything is read
    began = time.monotonic()
    extractor = _extractor(store, options)
    numbering = Numbering(options.context.scope, options.thread_id, options.gap_minutes)
    said = (numbering.said(one) for one in _records(path, options, done))
    before: tuple[Turn, ...] = ()
    for group in batched(said, options.batch):
        run(_write_batch(store, group, before, extractor, options, done))
        before = tuple([*before, *(one.turn for one in group)][-2:])
        done.seconds = time.monotonic() - began
        done.fallbacks = extractor.fallbacks if extractor else 0
        if progress:
            progress(done)
    done.seconds = time.monotonic() - began
    return done


def _extractor(store: PostgresMemoryStore, options: IngestOptions) -> Extractor | None:
    if not options.extract:
        return None
    settings = store.settings
    model = None
    if options.model.strip() != "offline":
        model = resolve_model(options.model, timeout_seconds=settings.model_timeout_seconds)
    return Extractor(model, settings.structured_method, options.reading.zone)


def _records(path: Path, options: IngestOptions, done: IngestReport) -> Iterator[Record]:
    for number, outcome in outcomes(path, options.reading):
        if isinstance(outcome, Record):
            yield outcome
        elif isinstance(outcome, Skipped):
            done.skipped[outcome.reason] += 1
        elif options.skip_bad:
            done.bad += 1
        else:
            raise InputError(f"line {number}: {outcome}")


def _write_batch(
    store: PostgresMemoryStore, group: Sequence[Said], before: tuple[Turn, ...],
    extractor: Extractor | None, options: IngestOptions, done: IngestReport,
) -> Program[None]:  # fmt: skip
    """One batch: the facts of its messages, then its turns; nothing when it was done before."""
    scope = options.context.scope.label
    todo = Commit(
        scope, OUTSIDE, before=before, covered=tuple(one.covered for one in group),
        nonce=_nonce("turns", options), source_thread=options.thread_id,
    )  # fmt: skip
    committed = yield from store.find_write_program(scope, OUTSIDE, todo)
    if not committed:
        turns = [one.turn for one in group]
        if extractor:
            found = yield from extractor.candidates(turns)
            turns = yield from _write_facts(store, group, found, options, done)
        result = yield from store.commit_program(replace(todo, turns=tuple(turns)))
        done.new_turns += result.counts.get("new_rows", 0)
        done.without_vector += result.counts.get("without_vector", 0)
    done.turns += len(group)


def _nonce(what: str, options: IngestOptions) -> str:
    """Another thread or another extractor is another import of the same words."""
    how = options.model.strip() if options.extract else "none"
    return f"ingest {what} {how} {options.thread_id or ''}"


def _write_facts(
    store: PostgresMemoryStore, group: Sequence[Said], found: ByMessage, options: IngestOptions,
    done: IngestReport,
) -> Program[list[Turn]]:  # fmt: skip
    """Stores the facts message by message; gives the turns, private words in them masked."""
    turns = []
    for one in group:
        turn = one.turn
        if candidates := found.get(one.covered.message_id):
            todo = Commit(
                options.context.scope.label, OUTSIDE, covered=(one.covered,),
                nonce=_nonce("facts", options), source_thread=options.thread_id,
            )  # fmt: skip
            withheld = yield from _write_message(store, todo, candidates, options, done)
            spans = [span for operation in withheld if (span := _private_span(operation))]
            turn = turn.model_copy(update={"content": mask_spans(turn.content, spans)})
        turns.append(turn)
    return turns


def _write_message(
    store: PostgresMemoryStore, todo: Commit, candidates: Sequence[Candidate],
    options: IngestOptions, done: IngestReport,
) -> Program[list[Operation]]:  # fmt: skip
    """Plans and commits the facts of one message by rules alone; gives what needs a person."""
    named = [_from_thread(one, options.thread_id) for one in candidates]
    for attempt in range(MAX_REPLANS):
        near = yield from store.neighbours_program(todo.scope, named, OUTSIDE)
        planned = options.policy.review(
            plan_operations(named, near), options.context, replans=attempt
        )
        withheld = [one for one in planned if one.triggers]
        kept = tuple(one for one in planned if not one.triggers)
        result = yield from store.commit_program(replace(todo, operations=kept))
        if result.stale:
            continue
        if not result.already:
            done.memories.update({name: result.counts.get(name, 0) for name in _STORED})
        done.withheld.update(one.triggers[0] for one in withheld)
        return withheld
    raise ConflictError(
        f"the same facts kept changing while they were stored ({MAX_REPLANS} attempts): run the "
        "same command again"
    )


def _from_thread(candidate: Candidate, thread_id: str | None) -> Candidate:
    evidence = candidate.evidence.model_copy(update={"thread_id": thread_id})
    return candidate.model_copy(update={"evidence": evidence})


def _private_span(operation: Operation) -> str:
    """The words to be masked in the stored turn, as the graph does with what rules withhold."""
    private = any(one.startswith(("sensitive", "untrusted")) for one in operation.triggers)
    return operation.candidate.evidence.span if private and operation.candidate else ""
