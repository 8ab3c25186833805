"""Factories for ``langgraph.json``: the store and the checkpointer of a LangGraph server.

Name them dotted, ``memory_graph.server.make_store`` and ``memory_graph.server.make_checkpointer``.
"""

from memory_graph.server.factories import make_store
from memory_graph.server.rollback import make_checkpointer

__all__ = ["make_checkpointer", "make_store"]
