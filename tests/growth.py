"""A law, no stopwatch: eight times the text may not take far more than eight times the work.

A quadratic reader takes sixty-four times as long, on any machine; the work is this thread's alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable

SHARE = 8
"""How much shorter the text is that it is held against."""
ROOM = 3
"""How far the growth may lie above the length."""
LEAST_SECONDS = 0.02
"""What is shorter tells nothing."""


def assert_work_follows_length(run: Callable[[str], object], text: str, end: str = "") -> None:
    """Fails when the work grows faster than the text; ``run`` has been warmed up by the caller.

    ``end`` closes the long text. The short one is read with it and without it, and the dearer
    reading counts: the work of finding something is not held against that of finding nothing.
    """
    cut = text[: len(text) // SHARE]
    short = max(min(_work(run, part) for _ in range(3)) for part in {cut, cut + end})
    long = min(_work(run, text + end) for _ in range(2))
    assert long < SHARE * ROOM * max(short, LEAST_SECONDS), f"{short:.3f} s grew to {long:.3f} s"


def _work(run: Callable[[str], object], text: str) -> float:
    began = time.thread_time()
    run(text)
    return time.thread_time() - began
