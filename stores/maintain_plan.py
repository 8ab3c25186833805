"""Which scopes should have indexes of their own, and what is to be done about it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

MOST_SCOPES = 100
"""Scopes with own indexes, the largest first: the server reads all indexes to plan a statement."""
MOST_DIMENSIONS = 4000
"""Longer vectors can't be indexed; such a scope is left as it is."""
_KEEPS = 0.5
"""The part of the threshold, or of a newcomer's rows, below which a scope loses its indexes."""
_SPOKEN, _SPOKEN_PART = 20, 0.02
"""How many memories, and what part of all, make a language one that is spoken in a scope."""
_RECOUNT = 0.1
"""How far the rows may have changed before the terms are counted anew."""

Kind = Literal["near", "words", "when"]


@dataclass(frozen=True, slots=True)
class ScopeRows:
    """A scope as maintenance finds it."""

    scope: str
    row_count: int
    own_dimensions: int | None
    counted_rows: int | None
    digest: str
    dimensions: int
    """The size of its vectors; 0 without."""


@dataclass(frozen=True, slots=True)
class OwnIndex:
    """An index of a large scope."""

    kind: Kind
    name: str
    scope: str
    size: int


@dataclass(frozen=True, slots=True)
class Found:
    """An index that is there."""

    name: str
    is_ready: bool
    is_being_made: bool
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class MaintenancePlan:
    """What is to be done, in this order."""

    forgotten: tuple[str, ...]
    """Scopes that lose their indexes."""
    dropped: tuple[str, ...]
    """Names of indexes nobody needs, or whose making was cut off."""
    made: tuple[OwnIndex, ...]
    counted: tuple[ScopeRows, ...]
    """Scopes whose terms are counted anew."""
    ready: tuple[ScopeRows, ...]
    """Scopes that recall may answer from their own indexes then."""

    @property
    def steps(self) -> int:
        """How many steps it has."""
        return sum(map(len, (self.forgotten, self.dropped, self.made, self.counted, self.ready)))


def own_indexes(one: ScopeRows) -> list[OwnIndex]:
    """The indexes a large scope should have."""
    digest = one.digest[:16]
    near = f"memories_own_near_{one.dimensions}_{digest}"
    wanted = [OwnIndex("near", near, one.scope, one.dimensions)] if one.dimensions else []
    return [
        *wanted,
        OwnIndex("words", f"memories_own_words_{digest}", one.scope, 0),
        OwnIndex("when", f"memories_own_when_{digest}", one.scope, 0),
    ]


def plan_maintenance(
    scopes: Sequence[ScopeRows], found: Iterable[Found], least: int
) -> MaintenancePlan:
    """Decides by the rows of each scope; ``least`` rows make a scope large."""
    there = {one.name: one for one in found}
    large = sorted((one for one in scopes if _is_large(one, least)), key=_place)[:MOST_SCOPES]
    wanted = [index for one in large for index in own_indexes(one)]
    names = {index.name for index in wanted}
    kept = {one.scope for one in large}
    return MaintenancePlan(
        forgotten=tuple(
            one.scope for one in scopes if one.scope not in kept and one.own_dimensions is not None
        ),
        dropped=tuple(
            name for name, one in there.items()
            if not one.is_being_made and (name not in names or not one.is_ready)
        ),
        made=tuple(one for one in wanted if _is_missing(there.get(one.name))),
        counted=tuple(one for one in large if _is_outdated(one)),
        ready=tuple(one for one in large if one.own_dimensions != one.dimensions),
    )  # fmt: skip


def _is_large(one: ScopeRows, least: int) -> bool:
    enough = least if one.own_dimensions is None else least * _KEEPS
    return one.row_count >= enough and one.dimensions <= MOST_DIMENSIONS


def _place(one: ScopeRows) -> tuple[float, str]:
    """The largest first; one that has indexes counts more, so that two don't take turns."""
    return (-one.row_count / (1 if one.own_dimensions is None else _KEEPS), one.scope)


def _is_missing(found: Found | None) -> bool:
    return found is None or not (found.is_ready or found.is_being_made)


def _is_outdated(one: ScopeRows) -> bool:
    if one.counted_rows is None:
        return True
    return abs(one.row_count - one.counted_rows) > _RECOUNT * max(one.counted_rows, 1)


def is_bilingual(chinese: int, every: int) -> bool:
    """True when enough memories are in either language to be looked for by themselves."""
    return min(chinese, every - chinese) >= max(_SPOKEN, _SPOKEN_PART * every)


def to_scope(row: dict[str, Any]) -> ScopeRows:
    """A row of the query for scopes."""
    return ScopeRows(**row)


def to_found(row: dict[str, Any]) -> Found:
    """A row of the query for indexes."""
    return Found(**row)
