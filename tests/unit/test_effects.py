"""A program runs the same in a thread and in an event loop, its errors and its cleaning up too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.effects import Effect, Program, arun, run

BOTH: list[Callable[[Program[Any]], Any]] = [run, lambda program: asyncio.run(arun(program))]


def give(value: Any) -> Effect:
    """An effect that gives a value, or raises it."""

    def now() -> Any:
        if isinstance(value, BaseException):
            raise value
        return value

    async def later() -> Any:
        await asyncio.sleep(0)
        return now()

    return Effect(now, later)


@pytest.mark.parametrize("drive", BOTH)
def test_values_go_in_and_the_result_comes_out(drive: Callable[[Program[Any]], Any]) -> None:
    def program() -> Generator[Effect, Any, list[int]]:
        first = yield give(1)
        second = yield give(first + 1)
        return [first, second]

    assert drive(program()) == [1, 2]


@given(st.lists(st.integers(), max_size=8))
def test_nested_programs_keep_the_order(numbers: list[int]) -> None:
    def one(number: int) -> Generator[Effect, Any, int]:
        found: int = yield give(number)
        return found

    def all_of() -> Generator[Effect, Any, list[int]]:
        found = []
        for number in numbers:
            found.append((yield from one(number)))  # noqa: PERF401 - a comprehension can't yield
        return found

    assert run(all_of()) == numbers
    assert asyncio.run(arun(all_of())) == numbers


@pytest.mark.parametrize("drive", BOTH)
def test_a_program_without_effects_just_returns(drive: Callable[[Program[Any]], Any]) -> None:
    def program() -> Generator[Effect, Any, str]:
        yield from ()
        return "done"

    assert drive(program()) == "done"


@pytest.mark.parametrize("drive", BOTH)
def test_an_error_of_an_effect_can_be_caught_where_it_was_asked_for(
    drive: Callable[[Program[Any]], Any],
) -> None:
    def program() -> Generator[Effect, Any, str]:
        try:
            yield give(ValueError("no"))
        except ValueError as error:
            told = str(error)
        second = yield give("go on")
        return f"{told}, {second}"

    assert drive(program()) == "no, go on"


@pytest.mark.parametrize("drive", BOTH)
@pytest.mark.parametrize("error", [ValueError("x"), KeyError("x"), KeyboardInterrupt()])
def test_an_error_nobody_catches_leaves_and_the_program_cleans_up(
    drive: Callable[[Program[Any]], Any], error: BaseException
) -> None:
    cleaned = []

    def program() -> Generator[Effect, Any, None]:
        try:
            yield give(error)
        finally:
            cleaned.append(True)

    with pytest.raises(type(error)):
        drive(program())
    assert cleaned == [True]


async def test_a_cancelled_program_cleans_up() -> None:
    cleaned = asyncio.Event()

    def program() -> Generator[Effect, Any, None]:
        try:
            yield Effect(lambda: None, lambda: asyncio.sleep(60))
        finally:
            cleaned.set()

    task = asyncio.create_task(arun(program()))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cleaned.is_set()
