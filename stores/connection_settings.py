"""What every new connection is given before it is used."""

from __future__ import annotations

from memory_graph.stores.asking import Connection, fetch
from memory_graph.stores.pooled import mark_pooled


async def settle_connection(connection: Connection, schema: str) -> None:
    """Has the server plan each prepared statement once, where no pooler stands between."""
    process_id = connection.info.backend_pid
    if not await fetch(connection, "connection_settings", schema, {"process_id": process_id}):
        mark_pooled(connection)
