"""The writing verbs of the store, as a person or a script calls them; nodes use ``commit``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from memory_graph.effects import Effect, Program, in_loop, in_thread
from memory_graph.scope import ScopeLike, scope_label
from memory_graph.stores import verbs
from memory_graph.stores.branch import OUTSIDE, Branch, Covered
from memory_graph.stores.checks import (
    check_key,
    check_list,
    check_mapping,
    check_number,
    check_thread,
    check_words,
    id_of,
    ids_of,
)
from memory_graph.stores.commit import Commit, digest_of
from memory_graph.stores.engine import Engine
from memory_graph.stores.erase import EraseReceipt, erase, new_erase
from memory_graph.stores.links import check_link, set_link
from memory_graph.stores.own_place import before_said
from memory_graph.stores.revise import Revise, revise
from memory_graph.stores.rewind import RewindReport, has_written, lineage_at, rewind, undo_rewind
from memory_graph.types import Candidate, Tier, WriteResult

Remembered = str | Candidate | Sequence[str | Candidate]


class WritingVerbs:
    """What can be done to the memory of one scope; every verb has a sync and an async form."""

    engine: Engine

    def _remember(
        self, scope: ScopeLike, what: Remembered, *, tier: Tier = "semantic",
        data: Mapping[str, Any] | None = None, tags: Sequence[str] = (),
        thread_id: str | None = None, idempotency_key: str | None = None,
    ) -> Program[WriteResult]:  # fmt: skip
        """Stores one or many memories as one write, merged with what is known already.

        A string becomes a fact of ``tier``. The same fact gains evidence; a new value of a
        single-valued fact closes the old one. ``memory_ids`` has one id for each that was given, in
        order: what was known, or is given twice, has the id of the one memory; what takes something
        back that of what it closed first; ``""`` stands for what was not kept. With
        ``idempotency_key`` the same call again changes nothing. Raises InputError for an empty
        scope, blank text, or a key that was used for something else.
        """
        check_thread(thread_id)
        check_key(idempotency_key)
        candidates = verbs.candidates_from(what, tier)
        todo = Commit(
            scope_label(scope), OUTSIDE, nonce=idempotency_key or str(uuid4()),
            source_thread=thread_id, data=check_mapping("data", data),
            tags=check_list("tags", tags),
            note={"of": digest_of(candidates)} if idempotency_key else {},
        )  # fmt: skip
        return verbs.remember(self.engine, todo, candidates)

    def _revise(
        self, scope: ScopeLike, memory_id: str | UUID, content: str | None = None, *,
        changes: Mapping[str, Any] | None = None, expected_version: int | None = None,
        reason: str = "revised", actor: str = "operator",
    ) -> Program[WriteResult]:  # fmt: skip
        """Replaces a memory by a new version; the old one is closed and points to it.

        ``changes`` sets fields (``value``, ``importance``, ``tags``, ``data`` …). First-seen time
        and key stay; links follow while it is about the same subject and attribute, evidence and
        its own time while only the wording changed – otherwise what depends on it becomes doubtful.
        Raises ConflictError when it is closed, has another version than ``expected_version``, or
        changes at the same moment: of two revisions at once exactly one counts. Raises InputError
        for a field that can't be set, NotFoundError when there is no such memory.
        """
        _check_doer(actor, reason)
        if expected_version is not None:
            check_number("expected_version", expected_version, 1)
        given = check_mapping("changes", changes)
        if "tags" in given:
            given["tags"] = check_list("tags", given["tags"])
        if "data" in given:
            given["data"] = check_mapping("data", given["data"])
        todo = Revise(
            scope_label(scope), id_of(memory_id), content, given, expected_version, reason, actor
        )  # fmt: skip
        return revise(self.engine, todo)

    def _link(
        self, scope: ScopeLike, source_id: str | UUID, kind: str, target_id: str | UUID, *,
        actor: str = "operator",
    ) -> Program[WriteResult]:  # fmt: skip
        """Links two memories: ``source`` causes / depends_on / derived_from / part_of ``target``.

        When a memory is closed, what depends on it becomes doubtful; when it is erased, what is
        derived from it goes with it. Raises InputError for another kind, NotFoundError.
        """
        label = scope_label(scope)
        _check_doer(actor)
        source, target = id_of(source_id), id_of(target_id)
        check_link(source, kind, target)
        yield from verbs.get_memories(self.engine, label, (source, target))
        result = yield from set_link(self.engine, label, source, kind, target, actor)
        return result

    def _retire(
        self, scope: ScopeLike, memory_ids: str | UUID | Sequence[str | UUID], *,
        reason: str = "asked",
        actor: str = "operator",
    ) -> Program[WriteResult]:  # fmt: skip
        """Closes memories and keeps their history; raises NotFoundError before anything is done.

        What was closed or has expired already is skipped, as ``counts`` says; when all of it was,
        nothing is written and ``number`` is None.
        """
        _check_doer(actor, reason)
        return verbs.retire(self.engine, scope_label(scope), ids_of(memory_ids), reason, actor)

    def erase_program(self, scope: ScopeLike) -> Program[EraseReceipt]:
        """``erase`` of everything in a scope as a program, asked for by the user."""
        label = scope_label(scope)
        return self._erase(scope, everything=True, confirm=label, actor="user")

    def _erase(
        self, scope: ScopeLike, memory_ids: str | UUID | Sequence[str | UUID] | None = None, *,
        everything: bool = False, confirm: str | None = None, versions: bool = True,
        words: Sequence[str] = (), checkpoint_threads: Sequence[str] = (),
        actor: str = "operator", dry_run: bool = False,
    ) -> Program[EraseReceipt]:  # fmt: skip
        """Removes memories and every copy of them, at once and for good.

        Their versions (with ``versions``), what is derived from them, evidence, links, vectors and
        orphaned entities go; raw turns that state them are masked, and so are their values
        wherever no other memory holds them; ``words`` are masked in every turn. A raw turn takes
        along what is known from it alone. ``checkpoint_threads`` also removes what checkpointers
        of the same database hold of these threads. ``everything`` empties the scope and needs
        its label as ``confirm``. With ``dry_run`` only the receipt is made. Raises InputError, and
        NotFoundError before anything is done.
        """
        _check_doer(actor)
        todo = new_erase(
            scope_label(scope), memory_ids, everything=everything, confirm=confirm,
            versions=versions, words=words, threads=checkpoint_threads, actor=actor,
            dry_run=dry_run,
        )  # fmt: skip
        return erase(self.engine, todo)

    def _rewind(
        self, scope: ScopeLike, thread_id: str, lineage: str, clock: datetime, root: str, *,
        dry_run: bool = False, oldest: Effect | None = None, actor: str = "operator",
    ) -> Program[RewindReport]:  # fmt: skip
        """Takes back what a thread wrote after one of its checkpoints; can be undone.

        ``root`` is the checkpoint's id, ``lineage`` and ``clock`` stand in its state. With
        ``dry_run`` only the report is made. Raises NotFoundError for a thread without writes.
        """
        _check_doer(actor)
        for name, text in (("thread_id", thread_id), ("lineage", lineage), ("root", root)):
            check_words(name, text)
        return rewind(
            self.engine, scope_label(scope), thread_id, lineage, clock, root, dry_run,
            oldest=oldest, actor=actor,
        )  # fmt: skip

    def _undo_rewind(
        self, scope: ScopeLike, thread_id: str, *, dry_run: bool = False, actor: str = "operator"
    ) -> Program[RewindReport]:
        """Undoes a thread's newest rewind; raises NotFoundError when none stands."""
        _check_doer(actor)
        check_words("thread_id", thread_id)
        return undo_rewind(self.engine, scope_label(scope), thread_id, dry_run, actor=actor)

    remember = in_thread(_remember)
    aremember = in_loop(_remember)
    revise = in_thread(_revise)
    arevise = in_loop(_revise)
    link = in_thread(_link)
    alink = in_loop(_link)
    retire = in_thread(_retire)
    aretire = in_loop(_retire)
    erase = in_thread(_erase)
    aerase = in_loop(_erase)
    rewind = in_thread(_rewind)
    arewind = in_loop(_rewind)
    undo_rewind = in_thread(_undo_rewind)
    aundo_rewind = in_loop(_undo_rewind)

    def commit_program(self, todo: Commit) -> Program[WriteResult]:
        """One write of a run; ``stale`` in the result says that nothing was written."""
        return verbs.commit(self.engine, todo)

    def has_written_program(self, scope: ScopeLike, thread_id: str) -> Program[bool]:
        """Whether a thread has written into a scope: only then it is the user's to look at."""
        return has_written(self.engine, scope_label(scope), thread_id)

    def lineage_at_program(
        self, scope: ScopeLike, thread_id: str, covered: Sequence[Covered]
    ) -> Program[str]:
        """The lineage of a checkpoint whose state holds messages and no lineage."""
        return lineage_at(self.engine, scope_label(scope), thread_id, covered)

    def before_said_program(
        self, scope: ScopeLike, branch: Branch, message_ids: Sequence[str]
    ) -> Program[str]:
        """The lineage a turn was first written on, for one that says the same messages again."""
        return before_said(self.engine, scope_label(scope), branch, message_ids)


def _check_doer(actor: str, reason: str = "asked") -> None:
    """Refuses an actor or a reason that the audit and the history could not tell."""
    check_words("actor", actor)
    check_words("reason", reason)
