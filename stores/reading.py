"""The reading verbs of the store: recall, single memories, lists, history, statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memory_graph.effects import Program, in_loop, in_thread
from memory_graph.scope import ScopeLike, scope_label
from memory_graph.stores import verbs
from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.engine import Engine
from memory_graph.stores.read import Stats
from memory_graph.stores.recall import Weights
from memory_graph.types import Candidate, Memory, RecallResult


class ReadingVerbs:
    """What can be asked of the memory of one scope; every verb has a sync and an async form."""

    engine: Engine
    weights: Weights

    def _recall(self, scope: ScopeLike, query: str, **options: Any) -> Program[RecallResult]:
        """The memories that bear on ``query``, best first.

        Options: limit, tiers, kinds, tags, entities, since and until (aware datetimes), thread_id
        (memories of that thread only), min_confidence, as_of, now, weights, branch and
        exclude_messages. An unknown option is a TypeError. Raises InputError for an empty scope.
        """
        options.setdefault("weights", self.weights)
        return verbs.recall(self.engine, scope_label(scope), query, **options)

    def _get_memory(
        self, scope: ScopeLike, memory_id: str, *, branch: Branch = OUTSIDE
    ) -> Program[Memory]:
        """One memory by id, open or closed; raises NotFoundError."""
        return verbs.get_memory(self.engine, scope_label(scope), memory_id, branch)

    def _list_memories(self, scope: ScopeLike, **options: Any) -> Program[list[Memory]]:
        """Memories of a scope, newest first.

        Options: tiers, kinds, session_id, with_closed, limit, offset, as_of, branch.
        """
        return verbs.list_memories(self.engine, scope_label(scope), **options)

    def _history(
        self, scope: ScopeLike, memory_id: str, *, branch: Branch = OUTSIDE
    ) -> Program[list[Memory]]:
        """Every version of a memory, oldest first: what it replaced and what replaced it."""
        return verbs.history(self.engine, scope_label(scope), memory_id, branch)

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
    stats = in_thread(_stats)
    astats = in_loop(_stats)

    # Programs for nodes, which work in both worlds.

    def recall_program(self, scope: ScopeLike, query: str, **options: Any) -> Program[RecallResult]:
        """``recall`` as a program."""
        return self._recall(scope, query, **options)

    def neighbours_program(
        self, scope: ScopeLike, candidates: Sequence[Candidate], branch: Branch
    ) -> Program[list[Memory]]:
        """``neighbours`` as a program."""
        return self._neighbours(scope, candidates, branch=branch)

    def find_write_program(self, scope: ScopeLike, branch: Branch, todo: Commit) -> Program[bool]:
        """True when this very write was committed before."""
        return verbs.is_committed(self.engine, scope_label(scope), branch, todo)
