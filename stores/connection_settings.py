"""What every new connection is given before it is used."""

from __future__ import annotations

from memory_graph.stores.asking import Connection, send


async def settle_connection(connection: Connection, schema: str) -> None:
    """Has the server plan each prepared statement once, where no pooler stands between."""
    process_id = connection.info.backend_pid
    await send(connection, "connection_settings", schema, {"process_id": process_id})
