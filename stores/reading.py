"""The reading verbs of the store: recall, single memories, lists, history, statistics."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from memory_graph.effects import Program, in_loop, in_thread
from memory_graph.scope import ScopeLike, scope_label
from memory_graph.stores import verbs
from memory_graph.stores.audit import AuditEntry, audit
from memory_graph.stores.branch import OUTSIDE, Branch, Covered
from memory_graph.stores.checks import check_flag, id_of
from memory_graph.stores.commit import Commit
from memory_graph.stores.engine import Engine
from memory_graph.stores.explanation import explanation
from memory_graph.stores.links import Link, find_links
from memory_graph.stores.own_place import OwnPlace, own_place
from memory_graph.stores.read import Stats
from memory_graph.stores.recall import Weights
from memory_graph.stores.related import RelatedEntity, related
from memory_graph.types import Candidate, Memory, RecallResult


class ReadingVerbs:
    """What can be asked of the memory of one scope; every verb has a sync and an async form."""

    engine: Engine
    weights: Weights

    def _recall(
        self, scope: ScopeLike, query: str, *, limit: int = 20, tiers: Sequence[str] = (),
        kinds: Sequence[str] = (), tags: Sequence[str] = (), entities: Sequence[str] = (),
        since: datetime | None = None, until: datetime | None = None,
        thread_id: str | None = None, min_confidence: float = 0.0,
        as_of: datetime | None = None, now: datetime | None = None,
        exclude_messages: Sequence[str] = (), exclude_turns: Sequence[str] = (),
        conversation: bool = False, timeout_ms: int | None = None, cues: str = "",
        preceding: Sequence[str] = (), branch: Branch = OUTSIDE,
        weights: Weights | None = None, pinned: Sequence[str] = (), explain: bool = False,
    ) -> Program[RecallResult]:  # fmt: skip
        """The memories that bear on ``query``, best first, with the scores that ranked them.

        ``tiers``, ``kinds``, ``tags`` (all of them), ``entities`` (one of them), ``thread_id``,
        ``min_confidence`` and the half-open time ``since``–``until`` are filters. Times that the
        question itself names only lift what lies in them, counted from ``now`` in its zone.
        ``as_of`` (a time, or a checkpoint's clock with its ``branch``) answers as it would have
        been then. ``exclude_messages`` leaves out all that comes from these messages,
        ``exclude_turns`` only the turns themselves, in the thread of ``branch``.
        ``conversation`` ranks for a message of a running dialogue, not a question on its own:
        recent sessions first. ``cues`` are further words to look for, such as what an answer would
        hold, and ``preceding`` the messages right before, whose words count less, so that “when is
        her birthday” is understood; neither is embedded. ``timeout_ms`` limits the embedding,
        without which the other arms answer, and then the read; the result says ``degraded``. All
        times are aware. Raises InputError for an empty scope or an option that can't be.

        ``pinned`` are ids the caller holds; ``standing`` in the result says which are still open.
        ``explain`` adds a text with the arms, terms, times and scores, and with what the usual
        budget of a prompt would leave out and why.
        """
        label = scope_label(scope)
        check_flag("explain", explain)
        result = yield from verbs.recall(
            self.engine, label, query, limit=limit, tiers=tiers, kinds=kinds,
            tags=tags, entities=entities, since=since, until=until, thread_id=thread_id,
            min_confidence=min_confidence, as_of=as_of, now=now, exclude_turns=exclude_turns,
            exclude_messages=exclude_messages, conversation=conversation, timeout_ms=timeout_ms,
            cues=cues, preceding=preceding, branch=branch, weights=weights or self.weights,
            pinned=pinned,
        )  # fmt: skip
        if as_of is None:
            self._note(label, [one.memory.id for one in result.memories])
        if explain:
            return result.model_copy(update={"explanation": explanation(result)})
        return result

    def _get_memory(
        self, scope: ScopeLike, memory_id: str | UUID, *, branch: Branch = OUTSIDE
    ) -> Program[Memory]:
        """One memory by id, open or closed, as one that expired is; raises NotFoundError."""
        label = scope_label(scope)
        found = yield from verbs.get_memory(self.engine, label, id_of(memory_id), branch)
        self._note(label, [found.id])
        return found

    def _list_memories(
        self, scope: ScopeLike, *, tiers: Sequence[str] = (), kinds: Sequence[str] = (),
        session_id: str | None = None, with_closed: bool = False, limit: int = 100,
        offset: int = 0, as_of: datetime | None = None, branch: Branch = OUTSIDE,
    ) -> Program[list[Memory]]:  # fmt: skip
        """Memories of a scope, newest first; closed and expired ones too ``with_closed``."""
        return verbs.list_memories(
            self.engine, scope_label(scope), tiers=tiers, kinds=kinds, session_id=session_id,
            with_closed=with_closed, limit=limit, offset=offset, as_of=as_of, branch=branch,
        )  # fmt: skip

    def _history(
        self, scope: ScopeLike, memory_id: str | UUID, *, branch: Branch = OUTSIDE
    ) -> Program[list[Memory]]:
        """Every version of a memory, oldest first: what it replaced and what replaced it.

        One whose time to live is over shows it as its end, in ``closed_at`` and ``valid_to``.
        """
        return verbs.history(self.engine, scope_label(scope), id_of(memory_id), branch)

    def _neighbours(
        self, scope: ScopeLike, candidates: Sequence[Candidate], *, branch: Branch = OUTSIDE
    ) -> Program[list[Memory]]:
        """The visible memories a plan for these candidates has to look at.

        Those that state the same fact, hold the same single-valued slot, or are what a candidate
        wants forgotten; give them to ``plan_operations``.
        """
        return verbs.neighbours(self.engine, scope_label(scope), candidates, branch)

    def _stats(self, scope: ScopeLike, *, branch: Branch = OUTSIDE) -> Program[Stats]:
        """Counts by tier and kind, writes, threads and forks of a scope."""
        return verbs.stats(self.engine, scope_label(scope), branch)

    def _links(
        self, scope: ScopeLike, memory_id: str | UUID, *, branch: Branch = OUTSIDE
    ) -> Program[list[Link]]:
        """The links from and to a memory, oldest first; raises NotFoundError."""
        label = scope_label(scope)
        own = id_of(memory_id)
        yield from verbs.get_memory(self.engine, label, own, branch)
        found = yield from find_links(self.engine, label, own, branch)
        return found

    def _related(
        self, scope: ScopeLike, entity: str, *, hops: int = 1, names: Sequence[str] = (),
        limit: int = 100, as_of: datetime | None = None, branch: Branch = OUTSIDE,
    ) -> Program[list[RelatedEntity]]:  # fmt: skip
        """What an entity is related to over at most ``hops`` (1–3) relations, shortest path first.

        Each step names the relation and the memory that states it. Spelling, case and width of the
        name make no difference; ``names`` keeps to these relations. Raises InputError.
        """
        return related(
            self.engine, scope_label(scope), entity, hops=hops, names=names, limit=limit,
            as_of=as_of, branch=branch,
        )  # fmt: skip

    def _audit(
        self, scope: ScopeLike, *, limit: int = 100, before: int | None = None
    ) -> Program[list[AuditEntry]]:
        """Who retired, revised, linked, rewound, erased or imported what, newest first.

        Holds ids, counts and hashes, never content. ``before`` is the ``entry`` to go on from.
        """
        return audit(self.engine, scope_label(scope), limit=limit, before=before)

    recall = in_thread(_recall)
    arecall = in_loop(_recall)
    get_memory = in_thread(_get_memory)
    aget_memory = in_loop(_get_memory)
    list_memories = in_thread(_list_memories)
    alist_memories = in_loop(_list_memories)
    history = in_thread(_history)
    ahistory = in_loop(_history)
    neighbours = in_thread(_neighbours)
    aneighbours = in_loop(_neighbours)
    links = in_thread(_links)
    alinks = in_loop(_links)
    related = in_thread(_related)
    arelated = in_loop(_related)
    audit = in_thread(_audit)
    aaudit = in_loop(_audit)
    stats = in_thread(_stats)
    astats = in_loop(_stats)

    def _note(self, scope: str, ids: Sequence[str]) -> None:
        """Counts a use of memories, to be written later."""
        if ids:
            self.engine.access.note(self.engine.database, scope, ids)

    # Programs for nodes, which work in both worlds.

    def recall_program(self, scope: ScopeLike, query: str, **options: Any) -> Program[RecallResult]:
        """``recall`` as a program."""
        return self._recall(scope, query, **options)

    def neighbours_program(
        self, scope: ScopeLike, candidates: Sequence[Candidate], branch: Branch
    ) -> Program[list[Memory]]:
        """``neighbours`` as a program."""
        return self._neighbours(scope, candidates, branch=branch)

    def place_program(
        self, scope: ScopeLike, branch: Branch, covered: Sequence[Covered]
    ) -> Program[OwnPlace]:
        """Where a run without a lineage stands; see ``own_place``."""
        return own_place(self.engine, scope_label(scope), branch, covered)

    def stats_program(self, scope: ScopeLike) -> Program[Stats]:
        """``stats`` as a program."""
        return self._stats(scope)

    def find_write_program(self, scope: ScopeLike, branch: Branch, todo: Commit) -> Program[bool]:
        """True when this very write was committed before."""
        return verbs.is_committed(self.engine, scope_label(scope), branch, todo)
