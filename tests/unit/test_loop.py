"""The background loop: what is interrupted or refused leaves nothing behind."""

from __future__ import annotations

import asyncio
import gc
import threading
import warnings

import pytest

from memory_graph.errors import StoreClosedError
from memory_graph.stores.loop import LoopThread


async def nothing() -> None:
    """Do nothing."""


@pytest.mark.parametrize("is_started", [False, True])
def test_an_interrupted_start_is_made_up_for(
    monkeypatch: pytest.MonkeyPatch, is_started: bool
) -> None:
    """Ctrl-C while the thread starts: no thread, loop or coroutine stays, the next call works."""
    thread, start = LoopThread(), threading.Thread.start
    before = set(threading.enumerate())

    def interrupted(self: threading.Thread) -> None:
        if is_started:
            start(self)
        raise KeyboardInterrupt

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", interrupted)
            with pytest.raises(KeyboardInterrupt):
                thread.run(nothing)
        gc.collect()
        asyncio.run(asyncio.wait_for(thread.arun(nothing), 10))
        thread.close()
        gc.collect()
    assert [str(one.message) for one in told] == []
    for one in set(threading.enumerate()) - before:
        one.join(10)
        assert not one.is_alive()


def test_work_after_close_is_refused_and_leaves_no_coroutine() -> None:
    thread = LoopThread()
    thread.run(nothing)
    thread.close()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with pytest.raises(StoreClosedError):
            thread.run(nothing)
        gc.collect()
    assert [str(one.message) for one in told] == []
