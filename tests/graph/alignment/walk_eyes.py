"""What readers of one scope see, compared with what the oracle says they should."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory_graph.scope import Scope
from memory_graph.stores.branch import Branch
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Memory
from tests.graph.alignment.walk_oracle import Talk
from tests.graph.alignment.walk_words import agree, fact_of, names
from tests.store.visibility import tree
from tests.store.visibility.tree import Version


class Eyes:
    """Reads a scope of the store beside the oracle."""

    def __init__(self, store: PostgresMemoryStore, scope: Scope) -> None:
        self.store, self.scope = store, scope
        self.oracle = Talk()
        self.moments: dict[int, datetime] = {}
        """The database's clock at a tick of the oracle."""
        self.contents: dict[str, str] = {}
        """The fact that a memory's words state."""
        self.is_erased = False

    def compare(self, reader: tree.Reader, branch: Branch, as_of: datetime | None) -> list[Memory]:
        """Compares all that a reader sees; raw turns only by their place once words were erased."""
        found = self.store.list_memories(self.scope, limit=1000, branch=branch, as_of=as_of)
        self._learn(found)
        agree(self._plain(names(found)), self._plain(self.oracle.visible(reader)))
        return found

    def _plain(self, found: set[str]) -> list[str]:
        """Names as they can be compared; replies have none that a memory would show."""
        found = {one for one in found if not one.startswith("reply ")}
        if not self.is_erased:
            return sorted(found)
        return sorted(
            {" ".join(one.split(" ")[:2]) if one.startswith("turn ") else one for one in found}
        )

    def compare_closed(self, reader: tree.Reader, branch: Branch, as_of: datetime | None) -> None:
        """Compares the list with closed memories, and when each was closed."""
        found = self.store.list_memories(
            self.scope, limit=1000, branch=branch, as_of=as_of, with_closed=True
        )
        self._learn(found)
        facts = [one for one in self.oracle.facts() if not one.startswith(("turn ", "reply "))]
        every = [one for fact in facts for one in self.oracle.versions(fact, reader)]
        shown = [one for one in every if not _is_shadowed(one, every)]
        self._compare_versions([one for one in found if one.kind != "turn"], shown)

    def compare_history(self, memory: Memory, reader: tree.Reader, branch: Branch) -> None:
        """Compares the versions of a visible fact."""
        found = self.store.history(self.scope, memory.id, branch=branch)
        fact = fact_of(memory.attribute, memory.value, memory.polarity)
        self._compare_versions(found, list(self.oracle.history(fact, reader)))

    def _compare_versions(self, found: Sequence[Memory], versions: Sequence[Version]) -> None:
        expected = sorted(
            (one.fact, str(one.closed_tick and self.moments[one.closed_tick])) for one in versions
        )
        shown = [
            (fact_of(one.attribute, one.value, one.polarity), str(one.closed_at)) for one in found
        ]
        agree(sorted(shown), expected)

    def _learn(self, memories: Sequence[Memory]) -> None:
        for one in memories:
            if one.kind != "turn":
                fact = fact_of(one.attribute, one.value, one.polarity)
                self.contents[one.content] = fact

    def mark(self) -> None:
        """Compares what a reader outside all threads recalls, and notes the clock."""
        result = self.store.recall(self.scope, "user 用户", limit=1000)
        memories = [one.memory for one in result.memories]
        self._learn(memories)
        agree(self._plain(names(memories)), self._plain(self.oracle.visible(tree.Reader())))
        assert result.clock is not None
        self.moments[self.oracle.now] = result.clock


def _is_shadowed(version: Version, every: Sequence[Version]) -> bool:
    """True for an open version that a later interval of the same fact stands for.

    What says “until then” is closed by nobody and stands beside what holds now.
    """
    return (
        version.closed_tick is None
        and version.is_closed
        and any(one.fact == version.fact and one.interval > version.interval for one in every)
    )
