"""The rules of docs/visibility.md, one story each; every look is compared with the oracle too."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from memory_graph import lineage as multirange
from memory_graph.effects import run
from memory_graph.stores.branch import cover
from memory_graph.stores.commit import Commit
from memory_graph.types import Turn
from tests.store.visibility.words import Forget, Note, Say, fact_of
from tests.store.visibility.world import Spot, World

OSLO, TURIN = Say("city", "Oslo"), Say("city", "Turin")
RAIN, SNOW, HAIL = Note("rain"), Note("snow"), Note("hail")
Rows = Callable[..., list[dict[str, Any]]]


# Which tree a run belongs to ---------------------------------------------------------------


def test_editing_the_first_message_is_a_fork(world: World) -> None:
    start = world.start("a")
    old = world.turn(start, OSLO)
    new = world.turn(world.checkpoint(start), TURIN, "edited")
    assert world.sees() == world.sees(new) == {"city=Turin"}
    assert world.sees(old) == {"city=Oslo"}
    assert _trees(old.lineage) == _trees(new.lineage)


def test_a_thread_id_used_again_hides_nothing(world: World) -> None:
    old = world.turn(world.start("a"), RAIN)
    world.delete("a")
    new = world.turn(world.start("a"), SNOW)
    assert world.sees() == world.sees(new) == {"rain", "snow"}
    assert _trees(old.lineage) != _trees(new.lineage)


def test_a_new_epoch_reads_the_live_view_before_it_writes(world: World) -> None:
    world.turn(world.start("a"), RAIN)
    world.delete("a")
    assert world.sees(world.start("a")) == {"rain"}


def test_a_crash_in_the_first_step_is_resumed_in_its_own_tree(world: World, rows: Rows) -> None:
    start = world.start("a")
    world.commit(start, RAIN)
    assert world.sees() == {"rain"}
    assert world.sees(world.turn(start, RAIN)) == {"rain"}
    assert len(rows("trees")) == len(rows("writes")) == 1


def test_an_orphan_of_a_lost_tree_stays_visible(world: World) -> None:
    """It can't be told from a thread id that is used again."""
    world.commit(world.start("a"), RAIN)
    world.delete("a")
    assert world.sees(world.turn(world.start("a"), SNOW)) == {"rain", "snow"}


def test_a_copied_thread_carries_its_branch(world: World) -> None:
    start = world.start("a")
    world.turn(start, RAIN)
    world.copy("a", "b")
    world.turn(world.checkpoint(start), SNOW, "edited")
    copy = world.held["b"][-1]
    assert world.sees(copy) == {"rain", "snow"}
    after = world.turn(copy, HAIL, "next")
    assert world.sees(after) == world.sees() == {"rain", "snow", "hail"}
    assert len(_trees(after.lineage)) == 2


# Which branch is live ----------------------------------------------------------------------


def test_an_edit_is_followed_and_the_old_branch_comes_back_when_it_goes_on(world: World) -> None:
    first = world.turn(world.start("a"), RAIN)
    old = world.turn(first, OSLO, "2")
    new = world.turn(world.checkpoint(first), TURIN, "2 edited")
    assert world.sees() == world.sees(new) == {"rain", "city=Turin"}
    assert world.sees(world.turn(old, SNOW, "3")) == world.sees() == {"rain", "snow", "city=Oslo"}
    assert world.sees(new) == {"rain", "city=Turin"}


def test_an_edit_is_followed_even_by_a_turn_that_keeps_nothing(world: World) -> None:
    first = world.turn(world.start("a"), RAIN)
    world.turn(first, SNOW, "2")
    world.turn(world.checkpoint(first), None, "2 edited")
    assert world.sees() == {"rain"}


def test_small_talk_on_the_live_branch_logs_nothing(world: World, rows: Rows) -> None:
    spot = world.turn(world.start("a"), RAIN)
    for message in "23456":
        spot = world.turn(spot, None, message)
    assert len(rows("branch_log")) == 1


def test_parallel_branches_of_one_step_unite(world: World) -> None:
    start = world.turn(world.start("a"), HAIL)
    ends = [world.commit(start, RAIN, "left"), world.commit(start, SNOW, "right")]
    assert world.sees() == {"hail", "rain", "snow"}
    assert world.sees(world.checkpoint(*ends)) == {"hail", "rain", "snow"}


def test_a_branch_that_keeps_nothing_does_not_hide_its_sibling(world: World) -> None:
    start = world.turn(world.start("a"), HAIL)
    world.commit(start, RAIN, "left")
    world.commit(start, None, "right")
    assert world.sees() == {"hail", "rain"}


def test_a_turn_found_again_makes_its_branch_live(world: World, rows: Rows) -> None:
    first = world.turn(world.start("a"), RAIN)
    world.turn(first, SNOW, "2")
    world.turn(world.checkpoint(first), HAIL, "other")
    assert world.sees() == {"rain", "hail"}
    world.turn(world.checkpoint(first), SNOW, "2")
    assert world.sees() == {"rain", "snow"}
    assert len(rows("writes")) == 3


def test_a_write_lost_with_its_checkpoint_is_hidden_once_the_thread_goes_on(world: World) -> None:
    first = world.turn(world.start("a"), RAIN)
    world.commit(first, SNOW, "2")
    assert world.sees() == {"rain", "snow"}
    world.turn(world.checkpoint(first), HAIL, "other")
    assert world.sees() == {"rain", "hail"}


def test_other_threads_follow_the_live_branch(world: World) -> None:
    first = world.turn(world.start("a"), RAIN)
    world.turn(first, OSLO, "2")
    world.turn(world.checkpoint(first), TURIN, "2 edited")
    assert world.sees(world.start("b")) == {"rain", "city=Turin"}


# Asserting and closing ---------------------------------------------------------------------


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


def test_history_does_not_follow_what_another_branch_replaced(world: World) -> None:
    first = world.turn(world.start("a"), OSLO)
    world.turn(first, TURIN, "2")
    world.turn(world.start("b"), RAIN)
    kept = world.turn(world.checkpoint(first), SNOW, "2 edited")
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


# As it was ---------------------------------------------------------------------------------


def test_as_of_a_time_shows_what_others_saw_then(world: World) -> None:
    first = world.turn(world.start("a"), OSLO)
    then = world.oracle.now
    world.turn(first, TURIN, "2")
    world.outside(HAIL)
    forked = world.oracle.now
    world.turn(world.checkpoint(first), RAIN, "2 edited")
    assert world.sees() == {"city=Oslo", "rain", "hail"}
    assert world.sees(tick=then) == {"city=Oslo"}
    assert world.sees(tick=forked) == {"city=Turin", "hail"}
    assert world.sees(tick=0) == set()


def test_as_of_a_checkpoint_shows_its_branch_and_others_as_they_were(world: World) -> None:
    first = world.turn(world.start("a"), RAIN)
    world.turn(world.start("b"), SNOW)
    left = world.turn(first, OSLO, "2")
    world.turn(world.checkpoint(first), TURIN, "2 edited")
    world.turn(world.start("c"), HAIL)
    assert world.compare(world.eyes_of(first)) == {"rain"}
    assert world.compare(world.eyes_of(left)) == {"rain", "snow", "city=Oslo"}


def test_as_of_a_time_before_a_rewind_and_before_its_undoing(world: World) -> None:
    first = world.turn(world.start("a"), RAIN)
    world.turn(first, SNOW, "2")
    before = world.oracle.now
    world.rewind(first)
    rewound = world.oracle.now
    world.undo("a")
    assert world.sees(tick=before) == world.sees() == {"rain", "snow"}
    assert world.sees(tick=rewound) == {"rain"}


# Several at once ---------------------------------------------------------------------------


def test_commits_of_one_step_at_once_lose_nothing(world: World, rows: Rows) -> None:
    """Eight messages, each committed twice at the same time, from one checkpoint."""
    start = world.start("a")
    todos = [_said(world, start, f"{number % 8}") for number in range(16)]
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda todo: run(world.store.commit_program(todo)), todos))
    written = rows("writes", "number")
    clocks = [one["committed_at"] for one in written]
    assert {one.number for one in results} == {one["number"] for one in written}
    assert sum(one.already for one in results) == len(written) == 8
    assert clocks == sorted(set(clocks)), "the clocks of commits are in the order of numbers"
    for count, clock in enumerate(clocks, start=1):
        assert len(world.store.list_memories(world.scope, as_of=clock)) == count


def test_of_two_runs_of_one_thread_at_once_the_last_commit_is_live(
    world: World, rows: Rows
) -> None:
    first = world.turn(world.start("a"), RAIN)
    for number in range(4):
        forks = [world.checkpoint(first), world.checkpoint(first)]
        todos = [_said(world, fork, f"{number}{i}") for i, fork in enumerate(forks)]
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda todo: run(world.store.commit_program(todo)), todos))
        last = rows("writes", "committed_at DESC")[0]
        turns = world.store.list_memories(world.scope, kinds=["turn"])
        assert [one.message_id for one in turns] == [last["messages"][0]["id"]]


def _said(world: World, start: Spot, name: str) -> Commit:
    turn = Turn(role="user", content=f"user said {name}", message_id=f"m{name}")
    covered = (cover(f"m{name}", name),)
    return Commit(world.scope, world.branch(start), turns=(turn,), covered=covered)


def _trees(lineage: str) -> set[int]:
    return set(multirange.trees(lineage))
