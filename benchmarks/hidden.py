"""Visibility: what it costs a recall that memories follow the branches of their threads.

The recall statement is set beside the same statement with a plain ``isempty(closed)`` for all that
it knows of branches, on scopes where no thread was ever forked; and a scope with two hundred left
branches beside its twin without. All take turns on one connection, with their plans kept.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import psycopg
from psycopg.rows import dict_row

from benchmarks.asking import Times, open_rows, questions_about
from benchmarks.common import database, milliseconds, options, server, show
from benchmarks.corpus import NOW, Question
from benchmarks.forks import write_twins
from benchmarks.loading import MEASURED, TEMPLATE, Loader, open_store
from benchmarks.watch import Statement, cursor_for, longest, statements_of
from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.queries import is_open

_VIEW = re.compile(r"(?<=WITH h AS MATERIALIZED \().*?s\.scope = (\S+)\s*(?=\), e AS)", re.DOTALL)
_PLAIN_VIEW = (
    "SELECT 0::bigint AS tree, s.clock, '{}'::int8multirange AS hidden"
    f" FROM {MEASURED}.scopes s WHERE s.scope = "
)
_PARAMETER = re.compile(r"(\$\d+|%\(\w+\)s)(::\w+)?")
WARM = 30
Systems = dict[str, list[Statement]]


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    scopes: int
    branches: int
    questions: int
    rows: int = 1000


QUICK, FULL = Size(5, 40, 100), Size(20, 200, 1500)


def plain_predicate(text: str) -> str:
    """The statement with ``isempty(closed)`` in place of the rules of visibility."""
    rules = is_open(MEASURED).as_string(None)
    if rules not in text:
        raise AssertionError(f"the recall statement does not hold {rules!r}")
    return text.replace(rules, "isempty(m.closed)")


def plain(text: str) -> str:
    """The same, and without working out what is hidden."""
    return _once(_VIEW, _plain_view, plain_predicate(text))


def _plain_view(found: re.Match[str]) -> str:
    """A view that hides nothing; it names all parameters, since each of them must have a type."""
    given = [f"{one[1]}{one[2] or '::text'}" for one in _PARAMETER.finditer(found[0])]
    return f"{_PLAIN_VIEW}{found[1]} AND num_nulls({', '.join(given)}) >= 0"


def _once(pattern: re.Pattern[str], new: Callable[[re.Match[str]], str], text: str) -> str:
    changed, count = pattern.subn(new, text)
    if count != 1:
        raise AssertionError(
            f"the recall statement holds {pattern.pattern!r} {count} times, not once: say here "
            "what its rules of visibility look like now"
        )
    return changed


def statements(
    store: PostgresMemoryStore, asked: Sequence[Question], *, scope: str | None = None,
    branch: Branch = OUTSIDE,
) -> list[Statement]:  # fmt: skip
    """What the store runs for questions, of their scope or of another one."""
    calls = [
        partial(store.recall, scope or one.scope, one.text, now=NOW, branch=branch) for one in asked
    ]
    return [longest(statements_of(store, call)) for call in calls]


def in_turn(dsn: str, systems: Systems) -> Times:
    """Seconds of each system, one job each in turn; the first ones don't count."""
    times: Times = {name: [] for name in systems}
    names = list(systems)
    with psycopg.connect(dsn, autocommit=True, row_factory=dict_row) as connection:
        for number in range(len(systems[names[0]])):
            seen = set()
            for place in range(len(names)):
                name = names[(number + place) % len(names)]
                text, params = systems[name][number]
                cursor = cursor_for(connection, (text, params))
                start = time.perf_counter()
                found = cursor.execute(text.encode(), params, prepare=True).fetchall()
                times[name].append(time.perf_counter() - start)
                seen.add((found[0]["considered"], *(row["content"] for row in found)))
            if len(seen) != 1:
                raise AssertionError(f"{', '.join(names)} see different memories")
    return {name: one[WARM:] for name, one in times.items()}


def ratio(times: Times, one: str, other: str) -> float:
    """How much longer one takes than the other for the same question at the same time, median."""
    pairs = np.asarray(times[one]) / np.asarray(times[other])
    return round(float(np.median(pairs)), 3)


def common_case(store: PostgresMemoryStore, asked: Sequence[Question]) -> Systems:
    """The statement as it is, and without what it knows of branches, where nothing was forked."""
    given = statements(store, asked)
    return {
        "as_it_is": given,
        "plain_predicate": [(plain_predicate(text), params) for text, params in given],
        "plain": [(plain(text), params) for text, params in given],
    }


def left_branches(store: PostgresMemoryStore, asked: Sequence[Question], branch: Branch) -> Systems:
    """The scope with left branches, seen from outside and from its own thread, and its twin."""
    return {
        "linear": statements(store, asked, scope="linear"),
        "forked": statements(store, asked, scope="forked"),
        "forked_own_thread": statements(store, asked, scope="forked", branch=branch),
    }


def measure(size: Size) -> dict[str, Any]:
    """Both comparisons on one server."""
    with ExitStack() as stack:
        loader = Loader(stack.enter_context(database(stack.enter_context(server()), "hidden")))
        unforked = [f"user-{number:04d}" for number in range(size.scopes)]
        loader.write(unforked, size.rows)
        with open_store(loader.dsn, loader.vectors, TEMPLATE) as store:
            branch = write_twins(store, loader.vectors, loader.corpus, size.branches)
        loader.spread([*unforked, "forked", "linear"])
        loader.settle()
        rows = open_rows(loader.dsn)
        asked = questions_about(loader, {name: rows[name] for name in unforked}, size.questions)
        forks = questions_about(loader, {"linear": rows["linear"]}, size.questions)
        with open_store(loader.dsn, loader.vectors) as store:
            common, forked = common_case(store, asked), left_branches(store, forks, branch)
        times = in_turn(loader.dsn, common) | in_turn(loader.dsn, forked)
    return {
        "rows": size.rows, "branches": size.branches, "questions": size.questions - WARM,
        "p50_ms": {name: milliseconds(one)["p50"] for name, one in times.items()},
        "ratio_predicate": ratio(times, "as_it_is", "plain_predicate"),
        "ratio_common": ratio(times, "as_it_is", "plain"),
        "ratio_forked": ratio(times, "forked", "linear"),
        "ratio_forked_own_thread": ratio(times, "forked_own_thread", "linear"),
    }  # fmt: skip


def main() -> None:
    """Measures and prints."""
    chosen = options(__doc__)
    show(measure(QUICK if chosen.quick else FULL), as_json=chosen.json)


if __name__ == "__main__":
    main()
