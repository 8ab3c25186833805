"""Recall: our four arms fused, beside PostgresStore's vectors alone, and against exact search.

Many scopes of a thousand rows and one large one; questions with words, names and times, in English
and Chinese. All systems get the same texts and vectors and answer in turn, so that what disturbs
the machine disturbs them all. Embedding costs nothing here and is reported apart.

The recall of vectors alone is the part of the exact twenty (by numpy) that was found; that of the
fused list is the part of what the one pass over the scope gives, which looks at every row.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

from langgraph.store.postgres import PostgresStore

from benchmarks.asking import (
    WARM,
    Answers,
    Ask,
    Rows,
    ask,
    ask_theirs,
    ask_vector,
    exact_search,
    found_part,
    mixed,
    open_rows,
    questions_about,
    warm_in_turn,
)
from benchmarks.common import (
    DIMENSIONS,
    database,
    milliseconds,
    options,
    server,
    setting,
    show,
)
from benchmarks.corpus import Question
from benchmarks.loading import Loader, open_store
from benchmarks.node import retrieve_times
from benchmarks.shares import embedding_times, server_share
from benchmarks.theirs import fill, postgres_store
from memory_graph.stores.postgres import PostgresMemoryStore

LARGE = "large"


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    scopes: int
    rows: int
    large: int
    questions: int
    exact: int
    """Questions that are also answered by the one pass over the large scope."""
    shared_buffers: str = "2GB"


QUICK = Size(10, 1000, 20_000, 60, 30)
FULL = Size(100, 1000, 100_000, 300, 100)


def load(loader: Loader, size: Size) -> Rows:
    """Fills our database; gives its open rows."""
    small = [f"user-{number:04d}" for number in range(size.scopes)]
    loader.write(small, size.rows)
    loader.write([LARGE], size.large)
    loader.spread([*small, LARGE])
    loader.settle()
    return open_rows(loader.dsn)


@dataclass
class Bench:
    """The filled stores, and what they are asked."""

    size: Size
    loader: Loader
    rows: Rows
    ours: PostgresMemoryStore
    theirs: PostgresStore
    few: list[Question]
    """About the small scopes."""
    many: list[Question]
    """About the large one."""

    @property
    def systems(self) -> list[dict[str, tuple[Ask, Sequence[Question]]]]:
        """What is asked in turn: about the small scopes, then about the large one."""
        fused, vectors = partial(ask, self.ours), partial(ask_vector, self.ours)
        rows, large = self.size.rows, self.size.large
        small: dict[str, tuple[Ask, Sequence[Question]]] = {
            f"memory_graph_{rows}": (fused, self.few),
            f"postgres_store_{rows}": (partial(ask_theirs, self.theirs), self.few),
            f"memory_graph_vector_{rows}": (vectors, self.few),
        }
        return [
            small,
            {
                f"memory_graph_{large}": (fused, self.many),
                f"memory_graph_vector_{large}": (vectors, self.many),
            },
        ]

    def truths(self) -> Answers:
        """By system, what an exact search gives; to be asked before maintenance."""
        rows, large = self.size.rows, self.size.large
        near = exact_search(self.loader, self.rows, self.few)
        return {
            f"memory_graph_{rows}": [ask(self.ours, one) for one in self.few],
            f"postgres_store_{rows}": near, f"memory_graph_vector_{rows}": near,
            f"memory_graph_{large}": [ask(self.ours, q) for q in self.many[: self.size.exact]],
            f"memory_graph_vector_{large}": exact_search(self.loader, self.rows, self.many),
        }  # fmt: skip


def prepare(stack: ExitStack, size: Size) -> Bench:
    """Fills both stores on one server."""
    address = stack.enter_context(server(size.shared_buffers))
    loader = Loader(stack.enter_context(database(address, "ours")))
    rows = load(loader, size)
    place = stack.enter_context(database(address, "theirs"))
    small = {scope: found for scope, found in rows.items() if scope != LARGE}
    fill(place, loader.vectors, mixed(small))
    return Bench(
        size, loader, rows, stack.enter_context(open_store(loader.dsn, loader.vectors)),
        stack.enter_context(postgres_store(place, loader.vectors)),
        questions_about(loader, small, size.questions),
        questions_about(loader, {LARGE: rows[LARGE]}, size.questions),
    )  # fmt: skip


def measure(size: Size) -> dict[str, Any]:
    """All of it on one server."""
    with ExitStack() as stack:
        bench = prepare(stack, size)
        truths = bench.truths()
        bench.loader.maintain()
        times, answers = warm_in_turn(bench.systems)
        times |= retrieve_times(bench.ours, bench.few)
        share = partial(server_share, bench.ours, bench.loader.dsn)
        spent = {name: milliseconds(one) for name, one in times.items()}
        ours, theirs = (f"{name}_{size.rows}" for name in ("memory_graph", "postgres_store"))
        return {
            "scopes": size.scopes, "rows": size.rows, "large": size.large,
            "questions": size.questions, "dimensions": DIMENSIONS,
            "shared_buffers": setting(bench.loader.dsn, "shared_buffers"),
            "p50_ms": {name: one["p50"] for name, one in spent.items()},
            "p95_ms": {name: one["p95"] for name, one in spent.items()},
            "recall": {name: found_part(answers[name], truths[name]) for name in truths},
            "ratio_p50": round(spent[ours]["p50"] / spent[theirs]["p50"], 3),
            "embedding_ms": embedding_times(bench.ours, bench.few),
            "server_ms": {
                ours: share(bench.few[:WARM]),
                f"memory_graph_{size.large}": share(bench.many[:WARM]),
            },
        }  # fmt: skip


def main() -> None:
    """Measures and prints."""
    chosen = options(__doc__)
    show(measure(QUICK if chosen.quick else FULL), as_json=chosen.json)


if __name__ == "__main__":
    main()
