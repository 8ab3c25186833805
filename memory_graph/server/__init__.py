"""Factories for ``langgraph.json``: the store and the checkpointer of a LangGraph server.

Name them dotted, ``memory_graph.server.make_store`` and ``memory_graph.server.make_checkpointer``.
"""

from memory_graph.server.factories import make_checkpointer, make_store

__all__ = ["make_checkpointer", "make_store"]
