"""The fixtures that all groups of promises share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, ClassVar

import pytest

from memory_graph.testing.capabilities import StoreCapabilities, StoreOptions
from memory_graph.testing.client import StoreClient, StoreContext

MakeStore = Callable[[StoreOptions], StoreContext]
OpenClient = Callable[[StoreOptions], StoreClient]


class Promises:
    """Opens the store under test; a subclass declares ``capabilities`` and ``make_store``."""

    capabilities: ClassVar[StoreCapabilities] = StoreCapabilities()

    @pytest.fixture(params=["sync", "async"])
    def mode(self, request: pytest.FixtureRequest) -> str:
        """Give the interface under test; ``make_store`` may ask for it."""
        mode: str = request.param
        if mode not in self.capabilities.modes:
            pytest.skip(f"the store has no {mode} interface")
        return mode

    @pytest.fixture
    def make_store(self) -> MakeStore:
        """Give a function from ``StoreOptions`` to a context manager of an empty store."""
        raise TypeError(f"{type(self).__name__} has to define the fixture make_store")

    @pytest.fixture
    def open_client(self, make_store: MakeStore, mode: str) -> Iterator[OpenClient]:
        """Open stores as a test wants them, and close them after it."""
        with ExitStack() as stack:

            def open_one(options: StoreOptions) -> StoreClient:
                return stack.enter_context(StoreClient(make_store(options), mode))

            yield open_one

    @pytest.fixture
    def client(self, open_client: OpenClient) -> StoreClient:
        """Open a store without embeddings and times to live."""
        return open_client(StoreOptions())

    def need(self, capability: Any, name: str) -> None:
        """Skip the test when the store does not promise this."""
        if not capability:
            pytest.skip(f"the store does not promise {name}")
