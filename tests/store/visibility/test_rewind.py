"""Rewinding and undoing, one story each; every look is compared with the oracle too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from memory_graph.errors import InputError, NotFoundError
from tests.store.visibility.words import Note, Say, fact_of
from tests.store.visibility.world import World

OSLO, TURIN = Say("city", "Oslo"), Say("city", "Turin")
RAIN, SNOW, HAIL = Note("rain"), Note("snow"), Note("hail")
Rows = Callable[..., list[dict[str, Any]]]


def test_a_rewind_takes_back_and_reopens_and_can_be_undone(world: World, rows: Rows) -> None:
    first = world.turn(world.start("a"), OSLO)
    last = world.turn(world.turn(first, TURIN, "2"), RAIN, "3")
    report = world.rewind(first)
    assert {fact_of(one) for one in report.vanished} == {"city=Turin", "rain"}
    assert {fact_of(one) for one in report.reopened} == {"city=Oslo"}
    assert report.writes == 2
    assert world.sees() == {"city=Oslo"}
    assert world.sees(last) == {"city=Oslo"}
    world.undo("a")
    assert world.sees() == world.sees(last) == {"city=Turin", "rain"}
    assert [one["kind"] for one in rows("branch_log", "entry")] == [
        "turn", "turn", "turn", "rewind", "undo",
    ]  # fmt: skip
    audit = [one for one in rows("audit", "entry") if "rewind" in one["action"]]
    assert [one["action"] for one in audit] == ["rewind", "undo_rewind"]
    assert set(audit[0]["detail"]["vanished"]) == {one.id for one in report.vanished}


def test_a_dry_run_changes_nothing(world: World, rows: Rows) -> None:
    first = world.turn(world.start("a"), RAIN)
    world.turn(first, SNOW, "2")
    assert first.clock
    before = [rows(table) for table in ("branch_log", "trees", "audit", "scopes")]
    report = world.store.rewind(
        world.scope, "a", first.lineage, first.clock, first.root, dry_run=True
    )
    assert report.dry_run
    assert [fact_of(one) for one in report.vanished] == ["snow"]
    assert [rows(table) for table in ("branch_log", "trees", "audit", "scopes")] == before


def test_rewinding_to_a_checkpoint_revives_its_writes(world: World) -> None:
    first = world.turn(world.start("a"), RAIN)
    last = world.turn(first, SNOW, "2")
    world.rewind(first)
    assert world.sees() == {"rain"}
    world.rewind(last)
    assert world.sees() == {"rain", "snow"}
    world.undo("a")
    assert world.sees() == {"rain"}
    world.undo("a")
    assert world.sees() == {"rain", "snow"}


def test_an_earlier_rewind_stands_when_a_later_one_comes(world: World) -> None:
    start = world.start("a")
    taken_back = world.turn(start, RAIN)
    world.rewind(start)
    first = world.turn(world.checkpoint(start), SNOW, "2")
    world.turn(first, HAIL, "3")
    world.rewind(first)
    assert world.sees() == {"snow"}
    assert world.sees(taken_back) == set()
    world.turn(world.checkpoint(first), HAIL, "4")
    world.rewind(first)
    world.undo("a")
    assert world.sees() == {"snow", "hail"}
    assert world.sees(taken_back) == set()


def test_a_rewind_before_the_first_write(world: World) -> None:
    start = world.start("a")
    world.turn(start, RAIN)
    world.rewind(start)
    assert world.sees() == set()
    assert world.sees(world.turn(world.checkpoint(start), SNOW, "2")) == world.sees() == {"snow"}


def test_what_is_said_again_after_a_rewind_is_kept(world: World, rows: Rows) -> None:
    start = world.start("a")
    world.turn(start, RAIN)
    world.rewind(start)
    again = world.turn(start, RAIN)
    assert world.sees() == world.sees(again) == {"rain"}
    assert [one["redo"] for one in rows("writes", "redo")] == [0, 1]
    world.turn(start, RAIN)
    world.undo("a")
    world.turn(start, RAIN)
    assert len(rows("writes")) == 2


@pytest.mark.parametrize("words", [None, HAIL])
def test_the_first_turn_after_a_rewind_stays_when_it_is_undone(
    world: World, words: Note | None
) -> None:
    first = world.turn(world.start("a"), RAIN)
    world.turn(first, SNOW, "2")
    world.rewind(first)
    kept = {"hail"} if words else set()
    assert world.sees(world.turn(world.checkpoint(first), words, "3")) == {"rain"} | kept
    world.undo("a")
    assert world.sees() == {"rain"} | kept


def test_a_rewind_that_is_undone_gives_the_old_branch_back(world: World) -> None:
    first = world.turn(world.start("a"), RAIN)
    last = world.turn(first, SNOW, "2")
    world.rewind(first)
    world.undo("a")
    assert world.sees() == world.sees(last) == {"rain", "snow"}


def test_a_rewind_leaves_other_threads_alone(world: World) -> None:
    first = world.turn(world.start("a"), RAIN)
    other = world.turn(world.start("b"), SNOW)
    world.outside(HAIL)
    world.rewind(first)
    assert world.sees() == world.sees(other) == {"rain", "snow", "hail"}


@pytest.mark.parametrize(
    ("thread", "clock", "error", "words"),
    [
        ("nobody", datetime(2026, 1, 1, tzinfo=UTC), NotFoundError, "nobody.*wrote nothing"),
        ("a", datetime(2026, 1, 1), InputError, "no time zone"),  # noqa: DTZ001
    ],
)
def test_a_rewind_that_makes_no_sense_says_so(
    world: World, thread: str, clock: datetime, error: type[Exception], words: str
) -> None:
    world.turn(world.start("a"), RAIN)
    with pytest.raises(error, match=words):
        world.store.rewind(world.scope, thread, "{}", clock, "00000001")


def test_there_must_be_a_rewind_to_undo(world: World) -> None:
    world.turn(world.start("a"), RAIN)
    with pytest.raises(NotFoundError, match="no rewind to undo"):
        world.store.undo_rewind(world.scope, "a")


async def test_rewinding_in_an_event_loop(world: World) -> None:
    start = await asyncio.to_thread(world.start, "a")
    await asyncio.to_thread(world.turn, start, RAIN)
    assert start.clock
    report = await world.store.arewind(world.scope, "a", start.lineage, start.clock, start.root)
    assert [fact_of(one) for one in report.vanished] == ["rain"]
    undone = await world.store.aundo_rewind(world.scope, "a")
    assert [fact_of(one) for one in undone.reopened] == ["rain"]
