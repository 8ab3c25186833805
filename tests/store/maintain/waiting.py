"""What the tests of maintenance share: a small large scope, and a making that has to wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from memory_graph.stores.postgres import PostgresMemoryStore

LEAST = 30
Open = Callable[..., PostgresMemoryStore]
Query = Callable[..., list[tuple[Any, ...]]]
INDEXES = """
SELECT c.relname, i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
 WHERE c.relname ~ '^memories_own_' ORDER BY c.relname"""
MAKING = """
SELECT pid FROM pg_stat_activity WHERE datname = current_database()
   AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND state = 'active' AND wait_event_type = 'Lock'"""


def fill(store: PostgresMemoryStore, user: str = "ann", count: int = LEAST) -> list[str]:
    """Stores some facts of many words in common; gives their ids."""
    facts = [f"Visited town{number} by train in the rain." for number in range(count)]
    return [one for one in store.remember(user, facts).memory_ids if one]


@contextmanager
def old_snapshot(dsn: str) -> Iterator[psycopg.Connection]:
    """An open read: whoever makes an index waits for its end, writers don't."""
    with psycopg.connect(dsn) as connection:
        connection.execute("SET default_transaction_isolation = 'repeatable read'")
        connection.commit()
        connection.execute("SELECT count(*) FROM pg_class")
        yield connection


def maker(query: Query) -> int:
    """The process that makes an index, once it waits."""
    for _ in range(400):
        if rows := query(MAKING):
            return int(rows[0][0])
        time.sleep(0.05)
    pytest.fail("no index is being made")


class Background(threading.Thread):
    """A call in a thread, with its result or error."""

    def __init__(self, call: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self.call, self.result = call, None
        self.error: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self.result = self.call()
        except Exception as error:  # noqa: BLE001 - looked at by the test
            self.error = error

    def wait(self) -> Any:
        self.join(60)
        assert not self.is_alive()
        if self.error:
            raise self.error
        return self.result


def found(store: PostgresMemoryStore, text: str, user: str = "ann", **options: Any) -> list[str]:
    return [one.memory.content for one in store.recall(user, text, **options).memories]


def is_whole(store: PostgresMemoryStore, query: Query) -> bool:
    """Whether all three indexes are there and recall finds its way."""
    assert found(store, "town7", limit=3)[0].startswith("Visited town7 ")
    names = query(INDEXES)
    return len(names) == 3 and all(valid for _, valid in names)
