"""Stating and closing facts on several branches; every look is compared with the oracle too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memory_graph.effects import run
from tests.store.visibility.words import Forget, Note, Say, fact_of
from tests.store.visibility.world import World

OSLO, TURIN = Say("city", "Oslo"), Say("city", "Turin")
RAIN, SNOW, HAIL = Note("rain"), Note("snow"), Note("hail")
Rows = Callable[..., list[dict[str, Any]]]


def test_the_same_fact_in_two_branches_is_one_row(world: World, rows: Rows) -> None:
    first = world.turn(world.start("a"), HAIL)
    old = world.turn(first, RAIN, "2")
    new = world.turn(world.checkpoint(first), RAIN, "2 edited")
    assert world.sees(old) == world.sees(new) == world.sees() == {"hail", "rain"}
    assert len(rows("memories")) == 2


def test_a_fork_does_not_close_what_only_the_other_branch_wrote(world: World, rows: Rows) -> None:
    first = world.turn(world.start("a"), HAIL)
    old = world.turn(first, OSLO, "2")
    world.turn(world.checkpoint(first), Forget("city"), "2 edited")
    assert world.sees(old) == {"hail", "city=Oslo"}
    assert rows("closings") == []


def test_a_fact_closed_in_one_branch_is_open_in_the_other(world: World, rows: Rows) -> None:
    first = world.turn(world.start("a"), OSLO)
    closed = world.turn(first, Forget("city"), "2")
    kept = world.turn(world.checkpoint(first), RAIN, "2 edited")
    assert world.sees(closed) == set()
    assert world.sees(kept) == world.sees() == {"city=Oslo", "rain"}
    world.turn(kept, Forget("city"), "3")
    assert world.sees() == {"rain"}
    assert len(rows("closings")) == 2


def test_an_assertion_never_joins_a_row_that_somebody_closed(world: World) -> None:
    first = world.turn(world.start("a"), OSLO)
    world.turn(first, Forget("city"), "2")
    fork = world.turn(world.checkpoint(first), OSLO, "2 edited")
    assert world.sees(fork) == {"city=Oslo"}
    found = world.store.list_memories(world.scope, branch=world.branch(fork))
    assert [one.id for one in found] == [world.ids["city=Oslo", 2]]
    world.compare_history(world.eyes(fork), "city=Oslo")


def test_a_closing_covers_every_interval(world: World) -> None:
    first = world.turn(world.start("a"), OSLO)
    world.turn(first, Forget("city"), "2")
    fork = world.turn(world.checkpoint(first), OSLO, "2 edited")
    world.outside(Forget("city"))
    for spot in (first, fork, None):
        assert world.sees(spot) == set()
        world.compare_closed(world.eyes(spot))


def test_a_fact_that_becomes_true_again_opens_an_interval(world: World, rows: Rows) -> None:
    spot = world.turn(world.start("a"), OSLO)
    spot = world.turn(world.turn(spot, TURIN, "2"), OSLO, "3")
    assert world.sees(spot) == {"city=Oslo"}
    assert sorted(one["interval_number"] for one in rows("memories")) == [1, 1, 2]
    world.compare_history(world.eyes(spot), "city=Oslo")


def test_an_interval_ends_with_its_first_closing(world: World) -> None:
    """In commit order, whatever the number of the tree that closed it."""
    older = world.turn(world.start("a"), RAIN)
    spot = world.turn(world.start("b"), OSLO)
    world.turn(world.turn(spot, Forget("city"), "2"), OSLO, "3")
    world.turn(older, Forget("city"), "2")
    world.compare_closed(world.eyes())


def test_history_does_not_follow_what_another_branch_replaced(world: World) -> None:
    first = world.turn(world.start("a"), OSLO)
    world.turn(first, TURIN, "2")
    world.turn(world.start("b"), RAIN)
    kept = world.turn(world.checkpoint(first), Forget("city"), "2 edited")
    kept = world.turn(kept, TURIN, "3")
    memory_id = world.ids["city=Oslo", 1]
    found = world.store.history(world.scope, memory_id, branch=world.branch(kept))
    assert [fact_of(one) for one in found] == ["city=Oslo"]


def test_writes_without_a_thread_are_never_hidden(world: World, rows: Rows) -> None:
    first = world.turn(world.start("a"), RAIN)
    world.outside(HAIL, "key")
    world.outside(HAIL, "key")
    fork = world.turn(world.checkpoint(first), SNOW, "2")
    assert world.sees(first) == {"rain", "hail"}
    assert world.sees(fork) == {"rain", "snow", "hail"}
    assert len(rows("writes")) == 3


def test_of_two_branches_of_one_step_the_last_word_wins(world: World) -> None:
    first = world.turn(world.start("a"), OSLO)
    ends = [world.commit(first, Forget("city"), "left"), world.commit(first, OSLO, "right")]
    assert world.sees() == world.sees(world.checkpoint(*ends)) == {"city=Oslo"}


def test_a_plan_is_stale_once_its_target_is_out_of_sight(world: World) -> None:
    start = world.start("a")
    spot = world.turn(start, OSLO)
    todo = world.todo(spot, Forget("city"), "2")
    world.rewind(start)
    assert run(world.store.commit_program(todo)).stale == (0,)
    assert world.sees() == set()
