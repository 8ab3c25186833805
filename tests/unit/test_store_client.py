"""What a store's author hears whose fixture gives the wrong thing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from memory_graph.testing import StoreClient


@contextmanager
def plain() -> Iterator[InMemoryStore]:
    yield InMemoryStore()


@asynccontextmanager
async def asynchronous() -> AsyncIterator[InMemoryStore]:
    yield InMemoryStore()


@pytest.mark.parametrize(
    ("given", "mode", "told"),
    [
        (InMemoryStore, "sync", "contextlib.contextmanager"),
        (InMemoryStore, "async", "contextlib.contextmanager"),
        (lambda: None, "sync", "None, which is no context manager"),
        (asynchronous, "sync", r"modes=\('async',\)"),
    ],
)
def test_the_wrong_thing_is_told(given: Any, mode: str, told: str) -> None:
    with pytest.raises(TypeError, match=told):
        StoreClient(given(), mode)


@pytest.mark.parametrize(
    ("given", "mode"), [(plain, "sync"), (plain, "async"), (asynchronous, "async")]
)
def test_the_right_thing_works(given: Any, mode: str) -> None:
    with StoreClient(given(), mode) as client:
        client.put(("a",), "k", {"n": 1})
        assert client.value(("a",), "k") == {"n": 1}
