"""What maintenance decides to do, from the rows of the scopes and the indexes that are there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.stores.maintain_plan import (
    MOST_DIMENSIONS,
    MOST_SCOPES,
    Found,
    MaintenancePlan,
    ScopeRows,
    own_indexes,
    plan_maintenance,
)

LEAST = 1000


def scope(name: str = "ann", rows: int = 1000, **more: int | None) -> ScopeRows:
    """A scope without own indexes, unless ``own`` says so."""
    return ScopeRows(
        name, rows, more.get("own"), more.get("counted"), f"{name:f<32}", more.get("size") or 0
    )


def ready(*scopes: ScopeRows) -> list[Found]:
    return [Found(index.name, True, False) for one in scopes for index in own_indexes(one)]


NEAR, WORDS, WHEN = (index.name for index in own_indexes(scope(size=8)))
SETTLED = scope(own=8, counted=1000, size=8)

# The scope, the indexes, and what is to be done: forgotten, dropped, made, counted, ready.
CASES: dict[str, tuple[ScopeRows, list[Found], str]] = {
    "small": (scope(rows=999), [], "- 0 0 0 0"),
    "large": (scope(size=8), [], "- 0 3 1 1"),
    "large without vectors": (scope(), [], "- 0 2 1 1"),
    "settled": (SETTLED, ready(SETTLED), "- 0 0 0 0"),
    "half as many": (
        replace(SETTLED, row_count=500, counted_rows=500), ready(SETTLED), "- 0 0 0 0"
    ),
    "shrunk": (replace(SETTLED, row_count=499), ready(SETTLED), "ann 3 0 0 0"),
    "grown by a tenth": (replace(SETTLED, row_count=1100), ready(SETTLED), "- 0 0 0 0"),
    "grown by more": (replace(SETTLED, row_count=1101), ready(SETTLED), "- 0 0 1 0"),
    "erased": (replace(SETTLED, row_count=899), ready(SETTLED), "- 0 0 1 0"),
    "never counted": (replace(SETTLED, counted_rows=None), ready(SETTLED), "- 0 0 1 0"),
    "new vectors": (replace(SETTLED, dimensions=16), ready(SETTLED), "- 1 1 0 1"),
    "half made": (
        scope(size=8, counted=1000), [Found(NEAR, False, False), *ready(SETTLED)[1:]], "- 1 1 0 1"
    ),
    "being made": (
        scope(size=8, counted=1000), [Found(NEAR, False, True), *ready(SETTLED)[1:]], "- 0 0 0 1"
    ),
    "made, not told": (scope(size=8, counted=1000), ready(SETTLED), "- 0 0 0 1"),
    "lost by hand": (SETTLED, ready(SETTLED)[:2], "- 0 1 0 0"),
    "of nobody": (scope(rows=1), [Found("memories_own_when_old", True, False)], "- 1 0 0 0"),
    "too long to index": (scope(size=MOST_DIMENSIONS + 1), [], "- 0 0 0 0"),
    "as long as can be": (scope(size=MOST_DIMENSIONS), [], "- 0 3 1 1"),
}  # fmt: skip


def told(plan: MaintenancePlan) -> str:
    parts = (plan.dropped, plan.made, plan.counted, plan.ready)
    return " ".join([plan.forgotten[0] if plan.forgotten else "-", *(str(len(x)) for x in parts)])


@pytest.mark.parametrize("name", CASES)
def test_what_is_done(name: str) -> None:
    one, found, expected = CASES[name]
    assert told(plan_maintenance([one], found, LEAST)) == expected


def test_the_largest_come_first_and_newcomers_wait_for_twice_as_many() -> None:
    kept = [scope(f"kept{n}", 2000, own=0, counted=2000) for n in range(MOST_SCOPES)]
    close = scope("close", 3999)
    plan = plan_maintenance([close, *kept], ready(*kept), LEAST)
    assert plan.steps == 0
    far = scope("far", 4001)
    plan = plan_maintenance([close, far, *kept], ready(*kept), LEAST)
    assert [one.scope for one in plan.counted] == ["far"]
    assert plan.forgotten == (max(one.scope for one in kept),)


def test_names_are_as_long_as_postgres_takes() -> None:
    longest = own_indexes(scope(size=MOST_DIMENSIONS))
    assert all(len(one.name.encode()) <= 63 for one in longest)
    assert len({one.name for one in longest}) == 3


sizes = st.sampled_from([0, 8, 16, MOST_DIMENSIONS + 1])
scopes = st.builds(
    scope, st.text("abc", min_size=1, max_size=3), st.integers(0, 3000),
    own=st.sampled_from([None, 0, 8]), counted=st.none() | st.integers(0, 3000), size=sizes,
)  # fmt: skip
lists = st.lists(scopes, max_size=6, unique_by=lambda one: one.scope)


def carried_out(
    given: list[ScopeRows], found: list[Found], plan: MaintenancePlan
) -> tuple[list[ScopeRows], list[Found]]:
    """The scopes and indexes after a plan."""
    left = {one.name: one for one in found if one.name not in plan.dropped}
    left |= {one.name: Found(one.name, True, False) for one in plan.made}
    after = []
    for one in given:
        now = one
        if one.scope in plan.forgotten:
            now = replace(now, own_dimensions=None, counted_rows=None)
        if one in plan.counted:
            now = replace(now, counted_rows=one.row_count)
        if one in plan.ready:
            now = replace(now, own_dimensions=one.dimensions)
        after.append(now)
    return after, list(left.values())


@given(lists, st.data())
def test_a_run_settles_it(given: list[ScopeRows], data: st.DataObject) -> None:
    names = [index.name for one in given for index in own_indexes(one)] + ["memories_own_x"]
    states = st.builds(Found, st.sampled_from(names), st.booleans(), st.just(False))
    found = data.draw(st.lists(states, unique_by=lambda one: one.name))
    plan = plan_maintenance(given, found, LEAST)
    after, left = carried_out(given, found, plan)
    assert plan_maintenance(after, left, LEAST).steps == 0
    used = [one for one in after if one.own_dimensions is not None]
    assert {index.name for one in used for index in own_indexes(one)} == {one.name for one in left}


@given(lists)
def test_what_is_being_made_is_let_alone(given: list[ScopeRows]) -> None:
    found = [Found(index.name, False, True) for one in given for index in own_indexes(one)]
    plan = plan_maintenance(given, found, LEAST)
    assert plan.dropped == ()
    assert not {one.name for one in plan.made} & {one.name for one in found}
