"""A thread with many branches that were left, and its twin without any."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.corpus import Corpus, StoredVectors, Vectors
from memory_graph.effects import run
from memory_graph.lineage import EMPTY
from memory_graph.stores.branch import Branch, cover
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Turn

THREAD = "long-thread"
ROWS = 5
"""Turns of one commit on the line that is kept; a branch that is left has one."""


class Line:
    """Writes a thread commit by commit, as a run with a checkpointer does."""

    def __init__(self, store: PostgresMemoryStore, vectors: StoredVectors, scope: str) -> None:
        self._store = store
        self._vectors = vectors
        self._scope = scope
        self._steps = 0
        self.lineage = EMPTY

    @property
    def branch(self) -> Branch:
        """Where the next turn stands."""
        return Branch(THREAD, f"{self._steps:08d}", self.lineage)

    def go_on(self, turns: tuple[Turn, ...], vectors: Vectors) -> None:
        """One commit on the line."""
        self.lineage = self._commit(turns, vectors)

    def leave(self, turns: tuple[Turn, ...], vectors: Vectors) -> None:
        """One commit on a branch that nobody follows."""
        self._commit(turns, vectors)

    def _commit(self, turns: tuple[Turn, ...], vectors: Vectors) -> str:
        covered = (cover(f"m{self._steps}", turns[0].content),)
        todo = Commit(self._scope, self.branch, turns=turns, covered=covered)
        self._vectors.learn([row.embed_text for row in todo.turn_rows], vectors)
        self._vectors.learn([one.content for one in turns], vectors)
        self._steps += 1
        return run(self._store.commit_program(todo)).lineage


def write_twins(
    store: PostgresMemoryStore, vectors: StoredVectors, corpus: Corpus, branches: int
) -> Branch:
    """Fills the scopes ``forked`` and ``linear``; gives where the thread of ``forked`` stands.

    Both show the same turns. In ``forked`` a branch was left before every commit, so that the
    numbers that are hidden never follow each other.
    """
    forked, linear = Line(store, vectors, "forked"), Line(store, vectors, "linear")
    for turns, made in _chunks(corpus, branches + 1):
        if forked.lineage != EMPTY:  # there is nothing to go back to before the first turn
            forked.leave(turns[ROWS:], made[ROWS:])
        forked.go_on(turns[:ROWS], made[:ROWS])
        linear.go_on(turns[:ROWS], made[:ROWS])
    return forked.branch


def _chunks(corpus: Corpus, count: int) -> Iterator[tuple[tuple[Turn, ...], Vectors]]:
    size = ROWS + 1
    made = 0
    for session in corpus.sessions("fork", 10 * size * count, "en", "zh"):
        for start in range(0, len(session.turns) - size, size):
            yield session.turns[start : start + size], session.turn_vectors[start : start + size]
            made += 1
            if made == count:
                return
