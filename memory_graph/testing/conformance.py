"""All promises in one class."""

from __future__ import annotations

from memory_graph.testing.batches import BatchPromises
from memory_graph.testing.filters import FilterPromises
from memory_graph.testing.items import ItemPromises
from memory_graph.testing.namespaces import NamespacePromises
from memory_graph.testing.search import SearchPromises
from memory_graph.testing.ttl import TtlPromises


class StoreConformance(
    ItemPromises, BatchPromises, FilterPromises, SearchPromises, TtlPromises, NamespacePromises
):
    """What every LangGraph store should keep; each test's docstring says which promise it checks.

    A subclass sets ``capabilities`` and defines the fixture ``make_store``, which gives a function
    from ``StoreOptions`` to a context manager (plain or asynchronous) of an empty store.
    """
