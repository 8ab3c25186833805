"""The branch log of a tree: which branch spoke last, as the database holds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from psycopg.rows import DictRow

from memory_graph import lineage as multirange
from memory_graph.stores.asking import Ask, Connection, fetch, send
from memory_graph.stores.branch import TreeState, log_entry, needs_entry


@dataclass(frozen=True, slots=True)
class Logged:
    """A tree before a turn is logged, and what was logged under the turn's root."""

    state: TreeState
    siblings: Sequence[str]
    """The ``after`` sets of parallel branches of the same superstep."""


def ask_logged(scope: str, tree: int, root: str) -> Ask:
    """The question for a tree as a turn finds it; ``told_logged`` reads the answer."""
    return "tree_state", {"scope": scope, "tree": tree, "root": root}


def told_logged(rows: Sequence[DictRow]) -> Logged | None:
    """A tree as a turn finds it; None when there is no such tree."""
    if not rows:
        return None
    row = rows[0]
    state = TreeState(
        row["tree"], row["last_ordinal"], row["last_root"], row["live"], row["void"],
        bool(row["is_rewound"]),
    )  # fmt: skip
    return Logged(state, row["siblings"])


async def tree_state(
    connection: Connection, schema: str, scope: str, tree: int
) -> TreeState | None:
    """One tree as the rules see it."""
    name, params = ask_logged(scope, tree, "")
    found = told_logged(await fetch(connection, str(name), schema, params))
    return found.state if found else None


async def log_branch(
    connection: Connection, schema: str, scope: str, tree: int, *,
    root: str, lineage: str, clock: datetime, keeps: bool = True,
) -> bool:  # fmt: skip
    """Makes a branch the live one of its tree, if it is not already; True when it was logged."""
    name, params = ask_logged(scope, tree, root)
    found = told_logged(await fetch(connection, str(name), schema, params))
    if found is None:
        return False
    return await log_turn(
        connection, schema, scope, found, root=root, lineage=lineage, clock=clock, keeps=keeps
    )


async def log_turn(
    connection: Connection, schema: str, scope: str, found: Logged, *,
    root: str, lineage: str, clock: datetime, keeps: bool = True,
) -> bool:  # fmt: skip
    """As ``log_branch``, for a tree that was read already under the scope's lock."""
    entry = log_entry(found.state, lineage, found.siblings)
    if not needs_entry(found.state, root if keeps else None, entry):
        return False
    await send(
        connection, "insert_entry", schema,
        {
            "scope": scope, "tree": found.state.tree, "root": root, "kind": "turn",
            "after": entry.after, "live": entry.live, "void": entry.void,
            "later": multirange.EMPTY, "left_behind": entry.left_behind, "plain": entry.plain,
            "clock": clock,
        },
    )  # fmt: skip
    return True
