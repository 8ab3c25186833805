"""What every reader should see, found by walking checkpoint trees; no code of the store."""

from __future__ import annotations

from collections.abc import Iterator

from tests.store.visibility.tree import Entry, Epoch, Key, Node, Plan, Reader, Version, Write


def _key(epoch: Epoch | None, node: Node | None, message: str) -> Key:
    return epoch, node.path() if node else frozenset(), message


class Oracle:
    """The whole of one scope."""

    def __init__(self) -> None:
        self.now = 0
        self.writes: list[Write] = []
        self.epochs: list[Epoch] = []
        self.held: dict[str, list[Node]] = {}
        self.links: list[tuple[Write, str, str]] = []

    # Trees ---------------------------------------------------------------------------------

    def epoch_of(self, node: Node) -> Epoch | None:
        """The tree a run at this point belongs to; None when it will start one."""
        on_path = {one.epoch for one in node.path() if one.epoch}
        mine = [one for one in self.epochs if one.thread == node.thread]
        known = [one for one in mine if one in on_path]
        if known:
            return known[-1]
        if not mine:
            return None
        last = mine[-1].standing(self.now)[-1].stamp
        alive = any(one.stamp <= last for one in self.held.get(node.thread, ()))
        return mine[-1] if last == node.stamp or alive else None

    def tick(self) -> int:
        self.now += 1
        return self.now

    # Reading -------------------------------------------------------------------------------

    def seen(self, reader: Reader) -> frozenset[Write]:
        """The writes whose word counts for a reader."""
        at = self.now if reader.at is None else reader.at
        own = self.epoch_of(reader.node) if reader.node else None
        path = reader.node.path() if reader.node else frozenset[Write]()
        others = [one.live(at) for one in self.epochs if one is not own]
        spoken = path.union(*others)
        void = frozenset[Write]().union(*(one.void(at) for one in self.epochs))
        return frozenset(
            one
            for one in self.writes
            if one.tick <= at and (one.epoch is None or one in spoken) and one not in void
        )

    def visible(self, reader: Reader) -> set[str]:
        """Facts that were stated later than they were closed, as far as the reader knows."""
        seen = self.seen(reader)
        return {fact for fact in self.facts() if self._holds(fact, seen)}

    def facts(self) -> set[str]:
        return {fact for one in self.writes for fact in one.states}

    def _holds(self, fact: str, seen: frozenset[Write]) -> bool:
        stated = max((one.tick for one in seen if fact in one.states), default=0)
        closed = max((one.tick for one in seen if fact in one.closes), default=0)
        return stated > 0 and stated >= closed

    def intervals(self, fact: str) -> list[tuple[list[Write], list[Write]]]:
        """Statements by interval, with the closings after them: a closing by anyone ends one."""
        found: list[tuple[list[Write], list[Write]]] = []
        for one in self.writes:
            if fact in one.closes:
                for _, closings in found:
                    closings.append(one)
            if fact in one.states:
                if not found or self.is_over(*found[-1], one, fact):
                    found.append(([], []))
                found[-1][0].append(one)
        return found

    def is_over(self, stated: list[Write], closings: list[Write], write: Write, fact: str) -> bool:
        """True when a statement begins another interval of its fact."""
        return bool(closings)

    def versions(self, fact: str, reader: Reader) -> Iterator[Version]:
        """The intervals of a fact with a statement the reader knows of."""
        seen = self.seen(reader)
        for number, (stated, closings) in enumerate(self.intervals(fact), start=1):
            if seen & set(stated):
                closed = [one.tick for one in closings if one in seen]
                yield Version(fact, number, min(closed, default=None), bool(closings))

    def history(self, fact: str, reader: Reader) -> set[Version]:
        """The versions of a fact, and of what it replaced or was replaced by."""
        seen = self.seen(reader)
        chain = {fact}
        while True:
            near = {
                other
                for write, new, old in self.links
                if write in seen and {new, old} & chain
                for other in (new, old)
            }
            if near <= chain:
                break
            chain |= near
        return {one for each in chain for one in self.versions(each, reader)}

    # Writing -------------------------------------------------------------------------------

    def plan(self, node: Node | None, slot: str, value: str) -> Plan:
        """What a new value of a single-valued slot does, planned with the reader's own eyes."""
        reader = Reader(node)
        fact = f"{slot}={value}"
        visible = self.visible(reader)
        rivals = {one for one in visible if one.startswith(f"{slot}=")}
        if fact in visible:  # said again: it holds, and whatever else held the slot does not
            return Plan(frozenset({fact}), frozenset(rivals - {fact}))
        newest = max(rivals, key=lambda one: self._since(one, reader), default=None)
        return Plan(frozenset({fact}), frozenset(rivals), newest)

    def _since(self, fact: str, reader: Reader) -> int:
        seen = self.seen(reader)
        return max(stated[0].tick for stated, _ in self.intervals(fact) if seen & set(stated))

    def commit(self, node: Node | None, message: str, plan: Plan) -> tuple[Write | None, bool]:
        """One pass of a run; gives the write and whether it was there already."""
        self.tick()
        if plan.is_empty:
            self._keep_nothing(node)
            return None, False
        epoch = self._epoch_for_writing(node)
        key = _key(epoch, node, message)
        write = self._committed(key)
        is_hit = write is not None
        if write is None:
            write = Write(self.now, epoch, plan.states, plan.closes, key)
            self.writes.append(write)
            if plan.replaces:
                self.links += [(write, new, plan.replaces) for new in plan.states]
        if epoch is not None and node is not None:
            tip = Node(node.thread, node.stamp, (node,), frozenset({write}))
            self._speak(epoch, tip, by_root=True)
        return write, is_hit

    def is_committed(self, node: Node, message: str) -> bool:
        """True when this very write is there."""
        epoch = self.epoch_of(node)
        return epoch is not None and self._committed(_key(epoch, node, message)) is not None

    def _epoch_for_writing(self, node: Node | None) -> Epoch | None:
        if node is None:
            return None
        epoch = self.epoch_of(node)
        if epoch is None:
            epoch = Epoch(node.thread)
            self.epochs.append(epoch)
        return epoch

    def _committed(self, key: Key) -> Write | None:
        void = frozenset[Write]().union(*(one.void(self.now) for one in self.epochs))
        hits = [one for one in self.writes if one.key == key and one not in void]
        return hits[-1] if hits else None

    def _keep_nothing(self, node: Node | None) -> None:
        epoch = self.epoch_of(node) if node else None
        if epoch is not None and node is not None:
            self._speak(epoch, node, by_root=False)

    def _speak(self, epoch: Epoch, tip: Node, *, by_root: bool) -> None:
        """Makes the branch of ``tip`` the live one, with its siblings of the same step."""
        siblings = [one for one in epoch.entries if one.stamp == tip.stamp and not one.is_rewind]
        tips = (tip, *(other for one in siblings for other in one.tips))
        entry = Entry(self.now, tip.stamp, tips)
        standing = epoch.standing(self.now)
        if standing:
            last = standing[-1]
            is_new_root = by_root and last.stamp != tip.stamp
            if last.branch() == entry.branch() and not last.is_rewind and not is_new_root:
                return
        epoch.entries.append(entry)

    # Rewinding -----------------------------------------------------------------------------

    def rewind(self, node: Node) -> Entry | None:
        """Takes back what the tree wrote after a checkpoint; None when there is no tree."""
        epoch = self.epoch_of(node)
        if epoch is None:
            return None
        path = node.path()
        later = frozenset(
            one
            for one in self.writes
            if one.epoch is epoch and one.tick > node.clock and one not in path
        )
        entry = Entry(self.tick(), node.stamp, (node,), is_rewind=True, later=later)
        epoch.entries.append(entry)
        return entry

    def undo(self, thread: str) -> Entry | None:
        """Undoes the newest rewind of a thread that still stands."""
        for epoch in reversed(self.epochs):
            standing = [one for one in epoch.standing(self.now) if one.is_rewind]
            if epoch.thread == thread and standing:
                standing[-1].undone_at = self.tick()
                return standing[-1]
        return None

    def standing_rewinds(self, thread: str) -> list[Entry]:
        """The rewinds of a thread that were not undone."""
        mine = [one for one in self.epochs if one.thread == thread]
        return [one for each in mine for one in each.standing(self.now) if one.is_rewind]
