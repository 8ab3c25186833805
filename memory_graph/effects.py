"""One body for sync and async callers.

A *program* is a generator that yields effects (a database call, a model call, an embedding) and
gets their results back. ``run`` drives it in the caller's thread, ``arun`` in the caller's loop, so
that no node and no verb is written twice.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine, Generator
from concurrent.futures import Future
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial, wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

Result = TypeVar("Result")
Owner = TypeVar("Owner")
Arguments = ParamSpec("Arguments")
Method = TypeVar("Method", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Effect:
    """Something outside the program, in its two forms; both give the same result."""

    run: Callable[[], Any]
    arun: Callable[[], Awaitable[Any]]


def within(effect: Effect, seconds: float) -> Effect:
    """The effect, given up after some time: then it raises TimeoutError.

    A call that blocks its thread can't be stopped; it ends by itself, and nobody waits for it.
    """

    def run_limited() -> Any:
        done: Future[Any] = Future()
        call = partial(copy_context().run, effect.run)
        threading.Thread(target=_settle, args=(done, call), daemon=True).start()
        return done.result(seconds)

    async def arun_limited() -> Any:
        async with asyncio.timeout(seconds):
            return await effect.arun()

    return Effect(run_limited, arun_limited)


def _settle(done: Future[Any], call: Callable[[], Any]) -> None:
    try:
        done.set_result(call())
    except BaseException as error:  # noqa: BLE001 - handed to whoever waits
        done.set_exception(error)


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


def in_thread(
    program: Callable[Concatenate[Owner, Arguments], Program[Result]],
) -> Callable[Concatenate[Owner, Arguments], Result]:
    """The sync form of a method that makes a program: same docs, name without the underscore."""

    @wraps(program)
    def call(owner: Owner, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        return run(program(owner, *args, **kwargs))

    return _public(call, program, program.__name__.lstrip("_"))


def in_loop(
    program: Callable[Concatenate[Owner, Arguments], Program[Result]],
) -> Callable[Concatenate[Owner, Arguments], Coroutine[Any, Any, Result]]:
    """The async form of a method that makes a program: named with an ``a`` in front, same docs."""

    @wraps(program)
    async def call(owner: Owner, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        return await arun(program(owner, *args, **kwargs))

    return _public(call, program, "a" + program.__name__.lstrip("_"))


def _public(function: Method, program: Callable[..., Any], name: str) -> Method:
    """The function under its public name, with the signature that ``help`` is to show."""
    function.__name__ = name
    function.__qualname__ = f"{function.__qualname__.rpartition('.')[0]}.{name}"
    shape = signature(program)
    result = str(shape.return_annotation).removeprefix("Program[").removesuffix("]")
    function.__dict__["__signature__"] = shape.replace(return_annotation=result)
    return function
