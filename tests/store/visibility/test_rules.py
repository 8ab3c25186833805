"""The rules of docs/visibility.md, one story each; every look is compared with the oracle too."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from memory_graph.effects import run
from memory_graph.lineage import trees
from memory_graph.stores.branch import cover
from memory_graph.stores.commit import Commit
from memory_graph.types import Turn
from tests.store.visibility.words import Note, Say
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
    assert trees(old.lineage) == trees(new.lineage)


def test_a_thread_id_used_again_hides_nothing(world: World) -> None:
    old = world.turn(world.start("a"), RAIN)
    world.delete("a")
    new = world.turn(world.start("a"), SNOW)
    assert world.sees() == world.sees(new) == {"rain", "snow"}
    assert trees(old.lineage) != trees(new.lineage)


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
    assert len(trees(after.lineage)) == 2


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
