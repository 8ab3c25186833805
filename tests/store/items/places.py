"""What the tests of items share: two places, and a look at the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memory_graph.stores.postgres import PostgresMemoryStore

Open = Callable[..., PostgresMemoryStore]
NOTES = ("ann", "notes")
FACTS = ("ann", "semantic")
Rows = Callable[..., list[dict[str, Any]]]
VERSIONS = "SELECT * FROM memories WHERE tier = 'item' ORDER BY recorded_at, interval_number"
