"""Writes a conversation in batches that are found again, so that any run can be repeated.

A message with something to remember is one write: its facts, its turn and the turns before it that
are not written yet. So a later message is planned on what an earlier one has left. The last write
of a batch covers all its messages and thereby marks it as done. The keys of all writes depend on
content only: a run that was killed leaves whole writes, and the next one goes on behind them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from memory_graph.effects import Program, run
from memory_graph.errors import ConflictError, InputError
from memory_graph.ingest.check import outcomes
from memory_graph.ingest.extract import ByMessage, Extractor
from memory_graph.ingest.records import Record, Skipped
from memory_graph.ingest.report import IngestOptions, IngestReport
from memory_graph.ingest.turns import Numbering, Said, batched
from memory_graph.models import resolve_model
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.commit import Commit
from memory_graph.stores.plan import plan_operations
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.statistics import part_loaded
from memory_graph.text.redact import mask_spans
from memory_graph.types import Candidate, Operation, Turn

MAX_REPLANS = 20
_WINDOW = 2
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
    before: Sequence[Said] = ()
    window: Sequence[Turn] | None = ()
    for number, group in enumerate(batched(said, options.batch), 1):
        batch = Batch(store, options, extractor, done, group)
        if not run(batch.is_done()):
            known = _stored(store, options, before) if window is None else window
            window = run(batch.write(tuple(known)))
            run(part_loaded(store.engine, number))
        else:
            window = None
        before = group[-_WINDOW:]
        done.turns += len(group)
        done.seconds = time.monotonic() - began
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


def _stored(
    store: PostgresMemoryStore, options: IngestOptions, group: Sequence[Said]
) -> list[Turn]:
    """The turns as an earlier run has stored them: what it masked must not come back."""
    found = []
    for one in group:
        rows = store.list_memories(
            options.context.scope, kinds=("turn",), session_id=one.turn.session_id, limit=1000
        )
        found += [
            one.turn.model_copy(update={"content": row.content})
            for row in rows
            if row.message_id == one.turn.message_id and row.thread_id == options.thread_id
        ][:1]
    return found


@dataclass(slots=True)
class Batch:
    """Some messages in a row, and what their writing has come to."""

    store: PostgresMemoryStore
    options: IngestOptions
    extractor: Extractor | None
    report: IngestReport
    group: Sequence[Said]
    _line: list[Turn] = field(default_factory=list)
    """The turns before the batch, then those of the batch as they may be stored."""
    _written: int = 0
    """How many of the line have been written, or stood before the batch."""

    def is_done(self) -> Program[bool]:
        """True when an earlier run has finished this batch."""
        todo = self._last_write()
        return self.store.find_write_program(self.options.context.scope, OUTSIDE, todo)

    def write(self, before: tuple[Turn, ...]) -> Program[list[Turn]]:
        """Writes facts and turns; gives the last turns as they were stored."""
        self._line, self._written = list(before), len(before)
        found: ByMessage = {}
        if self.extractor:
            found = yield from self.extractor.candidates([one.turn for one in self.group])
            self.report.fallbacks = self.extractor.fallbacks
        for one in self.group:
            self._line.append(one.turn)
            if candidates := found.get(one.covered.message_id):
                yield from self._write_message(one, candidates)
        # a batch that ends with facts says its last turn again, to be marked as done
        self._written = min(self._written, len(self._line) - 1)
        result = yield from self.store.commit_program(self._with_turns(self._last_write()))
        self.report.add(result)
        return self._line[-_WINDOW:]

    def _last_write(self) -> Commit:
        return Commit(
            self.options.context.scope.label, OUTSIDE,
            covered=tuple(one.covered for one in self.group),
            nonce=self.options.nonce("batch"), source_thread=self.options.thread_id,
        )  # fmt: skip

    def _with_turns(self, todo: Commit) -> Commit:
        """The write with the turns that are still to be written."""
        start = self._written
        window = tuple(self._line[max(0, start - _WINDOW) : start])
        return replace(todo, turns=tuple(self._line[start:]), before=window)

    def _write_message(self, one: Said, candidates: Sequence[Candidate]) -> Program[None]:
        """Plans and commits the facts of one message by rules alone, with the turns up to it."""
        scope = self.options.context.scope
        named = [_from_thread(each, self.options.thread_id) for each in candidates]
        todo = Commit(
            scope.label, OUTSIDE, covered=(one.covered,), nonce=self.options.nonce("facts"),
            source_thread=self.options.thread_id,
        )  # fmt: skip
        for attempt in range(MAX_REPLANS):
            near = yield from self.store.neighbours_program(scope, named, OUTSIDE)
            planned = self.options.policy.review(
                plan_operations(named, near), self.options.context, replans=attempt
            )
            withheld = [each for each in planned if each.triggers]
            self._line[-1] = _masked(one.turn, withheld)
            kept = tuple(each for each in planned if not each.triggers)
            result = yield from self.store.commit_program(
                self._with_turns(replace(todo, operations=kept))
            )
            if not result.stale:
                self._written = len(self._line)
                self.report.add(result)
                self.report.withhold(withheld)
                return
        raise ConflictError(
            f"the same facts kept changing while they were stored ({MAX_REPLANS} attempts): run "
            "the same command again"
        )


def _from_thread(candidate: Candidate, thread_id: str | None) -> Candidate:
    evidence = candidate.evidence.model_copy(update={"thread_id": thread_id})
    return candidate.model_copy(update={"evidence": evidence})


def _masked(turn: Turn, withheld: Sequence[Operation]) -> Turn:
    """The turn without the private words that rules withhold, as the graph stores it."""
    spans = [
        one.candidate.evidence.span
        for one in withheld
        if one.candidate
        and any(code.startswith(("sensitive", "untrusted")) for code in one.triggers)
    ]
    return turn.model_copy(update={"content": mask_spans(turn.content, spans)}) if spans else turn
