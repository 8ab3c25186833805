"""An option of the wrong kind is refused where it is given, and named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memory_graph import PostgresMemoryStore, build_memory_graph, build_recall_graph
from memory_graph.errors import ConfigurationError
from memory_graph.settings import Settings


@pytest.mark.parametrize(
    ("make", "options", "words"),
    [
        (build_memory_graph, {"settings": {"model": "offline"}}, "settings must be Settings, not"),
        (build_memory_graph, {"budget_tokens": 0}, "budget_tokens=0 must be .* at least 1"),
        (build_memory_graph, {"budget_tokens": "6000"}, "budget_tokens='6000' must be a whole"),
        (build_memory_graph, {"budget_tokens": True}, "budget_tokens=True must be a whole"),
        (build_memory_graph, {"reranker": "a name"}, "reranker must be Reranker, not str"),
        (build_recall_graph, {"reranker": 5}, "reranker must be Reranker, not int"),
        (PostgresMemoryStore, {"dsn": b"postgresql://u:secret@h"}, "dsn must be str, not bytes$"),
        (PostgresMemoryStore, {"settings": {}}, "settings must be Settings, not dict"),
        (PostgresMemoryStore, {"embeddings": 3}, "embeddings must be str or Embeddings, not int"),
        (PostgresMemoryStore, {"weights": 0.5}, "weights must be Weights, not float"),
    ],
)
def test_an_option_of_another_kind_is_named(
    make: Callable[..., Any], options: dict[str, Any], words: str
) -> None:
    with pytest.raises(ConfigurationError, match=words):
        make(**options)


def test_none_is_the_default() -> None:
    build_memory_graph(settings=None, model=None, reranker=None)
    PostgresMemoryStore(None, settings=Settings(), embeddings=None, weights=None)
