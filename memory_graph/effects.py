"""One body for sync and async callers.

A *program* is a generator that yields effects (a database call, a model call, an embedding) and
gets their results back. ``run`` drives it in the caller's thread, ``arun`` in the caller's loop, so
that no node and no verb is written twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Effect:
    """Something outside the program, in its two forms; both give the same result."""

    run: Callable[[], Any]
    arun: Callable[[], Awaitable[Any]]


Program = Generator[Effect, Any, Result]


def run(program: Program[Result]) -> Result:
    """Drive a program to its end in this thread; errors of effects are thrown into it."""
    try:
        effect = next(program)
        while True:
            try:
                value = effect.run()
            except Exception as error:  # noqa: BLE001 - handed to the program, which decides
                effect = program.throw(error)
            else:
                effect = program.send(value)
    except StopIteration as stop:
        result: Result = stop.value
        return result
    finally:
        program.close()


async def arun(program: Program[Result]) -> Result:
    """Drive a program to its end in this event loop; errors of effects are thrown into it."""
    try:
        effect = next(program)
        while True:
            try:
                value = await effect.arun()
            except Exception as error:  # noqa: BLE001 - handed to the program, which decides
                effect = program.throw(error)
            else:
                effect = program.send(value)
    except StopIteration as stop:
        result: Result = stop.value
        return result
    finally:
        program.close()
