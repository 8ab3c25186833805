"""Scale: recall in scopes of a thousand rows while the database grows to a million.

A database of a hundred scopes stays as it is; another one grows. Both answer in turn, so that the
ratio is not one of two moments of the machine. Rows lie shuffled over the whole heap.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from benchmarks.asking import ask, in_turn, open_rows, questions_about
from benchmarks.common import database, milliseconds, options, server, setting, show, timed
from benchmarks.corpus import Question
from benchmarks.loading import TEMPLATE, Loader, open_store
from benchmarks.plot import chart
from memory_graph.stores.postgres import PostgresMemoryStore


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    scopes: int
    """Scopes that are written; the rest are copies of them."""
    copies: tuple[int, ...]
    """How many copies there are at each step; the first is what all others are compared with."""
    questions: int
    rows: int = 1000
    """Rows of a scope."""
    shared_buffers: str = "6GB"
    """Room for all rows, so that it is not the disk that is measured."""


QUICK = Size(5, (2, 4, 6, 10), 60, shared_buffers="1GB")
FULL = Size(50, (2, 5, 10, 20), 400)


@dataclass
class Growing:
    """Copies of scopes in a database, more with each step."""

    loader: Loader
    scopes: Sequence[str]
    asked: list[Question]
    """About the scopes as they were written; copies are asked the same."""
    copies: int = 0
    seconds: float = 0.0
    _random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(9))

    def grow(self, copies: int) -> None:
        """Adds scopes until there are so many copies."""
        start = time.perf_counter()
        self.loader.spread(self.scopes, [_suffix(one) for one in range(self.copies, copies)])
        self.loader.settle()
        self.copies = copies
        self.seconds += time.perf_counter() - start

    def questions(self) -> list[Question]:
        """Questions about copies at random."""
        chosen = self._random.integers(self.copies, size=len(self.asked)).tolist()
        return [
            replace(one, scope=one.scope + _suffix(copy))
            for one, copy in zip(self.asked, chosen, strict=True)
        ]


def _suffix(copy: int) -> str:
    return f"-{copy:03d}"


def steps(base: Growing, grown: Growing, size: Size) -> Iterator[dict[str, Any]]:
    """The figures of each step: of the database that grows, and of the one that stays."""
    with ExitStack() as stack:
        stays, grows = (
            stack.enter_context(open_store(one.loader.dsn, one.loader.vectors))
            for one in (base, grown)
        )
        for copies in size.copies:
            grown.grow(copies)
            warm(grows, grown)
            times, _ = in_turn(
                {
                    "base": (partial(ask, stays), base.questions()),
                    "grown": (partial(ask, grows), grown.questions()),
                }
            )
            yield {"rows": copies * size.scopes * size.rows,
                   **{name: milliseconds(one) for name, one in times.items()}}  # fmt: skip


def warm(store: PostgresMemoryStore, one: Growing) -> None:
    """Asks until plans are kept and the newest rows have been read."""
    for question in one.questions():
        ask(store, question)


def measure(size: Size) -> dict[str, Any]:
    """All steps on one server."""
    with ExitStack() as stack:
        address = stack.enter_context(server(size.shared_buffers))
        written = Loader(stack.enter_context(database(address, "base")))
        scopes = [f"user-{number:04d}" for number in range(size.scopes)]
        seconds = timed(partial(written.write, scopes, size.rows))
        place = stack.enter_context(database(address, "grown", like=written.dsn))
        rows = open_rows(written.dsn, TEMPLATE)
        asked = questions_about(written, rows, size.questions)
        base = Growing(written, scopes, asked)
        grown = Growing(replace(written, dsn=place), scopes, asked)
        base.grow(size.copies[0])
        found = list(steps(base, grown, size))
        room = setting(place, "shared_buffers")
    last = found[-1]
    return {
        "rows": last["rows"], "scopes": last["rows"] // size.rows, "questions": size.questions,
        "shared_buffers": room,
        "load_s": round(seconds + grown.seconds, 1),
        "p50_ms": {str(one["rows"]): one["grown"]["p50"] for one in found},
        "p95_ms": {str(one["rows"]): one["grown"]["p95"] for one in found},
        "base_p50_ms": {str(one["rows"]): one["base"]["p50"] for one in found},
        "ratio_p50": round(last["grown"]["p50"] / last["base"]["p50"], 3),
    }  # fmt: skip


def drawn(result: dict[str, Any]) -> str:
    """The figures as a picture."""
    lines = {name: list(result[f"{name}_ms"].values()) for name in ("p50", "p95")}
    title = "Recall in a scope of 1,000 memories while the database grows"
    return chart(title, [int(one) for one in result["p50_ms"]], lines)


def main() -> None:
    """Measures, prints and draws."""
    chosen = options(__doc__, with_plot=True)
    result = measure(QUICK if chosen.quick else FULL)
    show(result, as_json=chosen.json)
    if chosen.plot:
        chosen.plot.write_text(drawn(result), "utf-8")


if __name__ == "__main__":
    main()
