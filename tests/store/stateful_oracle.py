"""What the verbs and the BaseStore interface promise, in plain dictionaries. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

Namespace = tuple[str, ...]
Value = dict[str, Any]


@dataclass(slots=True)
class Version:
    """One stored version of a fact."""

    id: str
    content: str
    fact: str
    is_slot: bool
    evidence: frozenset[int]
    """The statements it rests on."""
    is_open: bool = True
    successor: str | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """A fact as it is told: a sentence, or a value of the one slot."""

    content: str
    is_slot: bool = False

    @property
    def fact(self) -> str:
        """Equal for what is the same fact."""
        return self.content


@dataclass(slots=True)
class Memories:
    """The facts of one scope; ids are taken from the store where it makes them."""

    versions: dict[str, Version] = field(default_factory=dict)
    links: list[tuple[str, str]] = field(default_factory=list)
    statements: int = 0

    def open_fact(self, fact: str) -> Version | None:
        """The open version of a fact."""
        return next((v for v in self.versions.values() if v.is_open and v.fact == fact), None)

    def open_slot(self) -> Version | None:
        """What holds the slot."""
        return next((v for v in self.versions.values() if v.is_open and v.is_slot), None)

    def plan(self, told: Sequence[Told]) -> list[tuple[Told, Version | None, Version | None]]:
        """What is written, in order: each with what it adds to, and what it takes the place of."""
        last = next((one for one in reversed(told) if one.is_slot), None)
        seen: set[str] = set()
        plan = []
        for one in told:
            if one.fact in seen:
                continue
            seen.add(one.fact)
            if one.is_slot and last is not None and one.fact != last.fact:
                continue
            same = self.open_fact(one.fact)
            rival = self.open_slot() if one.is_slot and same is None else None
            plan.append((one, same, rival))
        return plan

    def add(self, told: Told, memory_id: str, rival: Version | None = None) -> None:
        """A new version, which may replace another."""
        self.versions[memory_id] = Version(
            memory_id, told.content, told.fact, told.is_slot, frozenset({self.statements})
        )
        if rival:
            self.close(rival, memory_id)

    def state(self, version: Version) -> None:
        """States a version again."""
        version.evidence |= {self.statements}

    def revise(self, old: Version, told: Told, memory_id: str) -> None:
        """A version takes the place of another; while only the wording differs, so does what
        supports it. What is said already is stated again."""
        if memory_id in self.versions:
            self.state(self.versions[memory_id])
        else:
            self.add(told, memory_id)
        if not told.is_slot:  # without a value the wording is all there is
            self.versions[memory_id].evidence |= old.evidence
        self.close(old, memory_id)

    def close(self, version: Version, successor: str | None = None) -> None:
        """Closes a version."""
        version.is_open, version.successor = False, successor
        if successor:
            self.links.append((version.id, successor))

    def history(self, memory_id: str) -> set[str]:
        """All versions that are connected: the same fact, or one replaced the other."""
        found, new = {memory_id}, {memory_id}
        while new:
            new = {near for one in new for near in self._near(one)} - found
            found |= new
        return found

    def _near(self, memory_id: str) -> Iterator[str]:
        fact = self.versions[memory_id].fact
        yield from (one.id for one in self.versions.values() if one.fact == fact)
        for link in self.links:
            if memory_id in link:
                yield from link

    def snapshot(self) -> tuple[frozenset[str], frozenset[str]]:
        """Ids of what is open, and of all."""
        return frozenset(v.id for v in self.versions.values() if v.is_open), frozenset(
            self.versions
        )


@dataclass(frozen=True, slots=True)
class Stored:
    """An item as it stands."""

    value: Value
    written: int
    born: int
    ttl: float | None
    expires: float | None


@dataclass(slots=True)
class Items:
    """Items by namespace and key; ``now`` is in minutes and moves only when it is told to."""

    rows: dict[tuple[Namespace, str], Stored] = field(default_factory=dict)
    now: float = 0
    writes: int = 0

    def at(self, place: tuple[Namespace, str]) -> Stored | None:
        """What can be read there."""
        row = self.rows.get(place)
        return row if row and (row.expires is None or row.expires > self.now) else None

    def put(self, place: tuple[Namespace, str], value: Value, ttl: float | None) -> None:
        """Stores a value; what stands there keeps when it was first put."""
        before = self.at(place)
        expires = None if ttl is None else self.now + ttl
        self.rows[place] = Stored(
            value, self.writes, before.born if before else self.writes, ttl, expires
        )

    def delete(self, place: tuple[Namespace, str]) -> None:
        """Removes what stands there."""
        self.rows.pop(place, None)

    def read(self, place: tuple[Namespace, str]) -> Stored | None:
        """What can be read there; its time to live starts again."""
        row = self.at(place)
        if row and row.ttl is not None:
            self.rows[place] = replace(row, expires=self.now + row.ttl)
        return row

    def search(
        self, prefix: Namespace, least: int | None, limit: int, offset: int
    ) -> list[tuple[Namespace, str]]:
        """Places below a prefix whose number is large enough, last written first."""
        places = [
            place for place in self.rows
            if place[0][: len(prefix)] == prefix and (row := self.at(place))
            and (least is None or row.value["n"] >= least)
        ]  # fmt: skip
        places.sort(key=lambda place: (-self.rows[place].written, place))
        page = places[offset : offset + limit]
        for place in page:
            self.read(place)
        return page

    def namespaces(self, depth: int | None) -> set[Namespace]:
        """Namespaces that hold something, cut to a depth."""
        return {place[0][:depth] for place in self.rows if self.at(place)}

    def lasting(self) -> list[int]:
        """The numbers of items that never expire, in order."""
        return sorted(
            row.value["n"] for place, row in self.rows.items() if row.ttl is None and self.at(place)
        )
