"""What a store says it can do, and what a test asks it to be set up with."""

from __future__ import annotations

from dataclasses import dataclass

from langchain_core.embeddings import Embeddings

BASIC_OPERATORS = frozenset({"$eq", "$ne", "$gt", "$gte", "$lt", "$lte"})
"""The operators LangGraph documents."""


@dataclass(frozen=True, slots=True)
class StoreCapabilities:
    """What is promised; a test of something that is not promised is skipped.

    The defaults are what LangGraph's documentation says of every store.
    """

    modes: tuple[str, ...] = ("sync", "async")
    """Which of the two interfaces there are."""
    operators: frozenset[str] = BASIC_OPERATORS
    """The filter operators that are known; any other is an error."""
    nested_filters: bool = True
    """A filter may look into an object: ``{"a": {"b": 1}}``."""
    dotted_paths: bool = False
    """A filter may look into an object by path: ``{"a.b": 1}``."""
    time_ranges: bool = False
    """ISO 8601 times are compared as times, whatever their offset."""
    empty_prefix: bool = True
    """A search with an empty prefix sees everything."""
    semantic_search: bool = False
    """``StoreOptions.embeddings`` is used to rank by meaning."""
    max_dimensions: int = 0
    """The longest vectors that work; 0 leaves it untested."""
    ttl: bool = False
    """Items may be given minutes to live, and are gone when those are over."""
    cleans_text: bool = False
    """NUL and half surrogate pairs in values are removed, rather than an error."""


@dataclass(frozen=True, slots=True)
class StoreOptions:
    """How a test wants its store."""

    embeddings: Embeddings | None = None
    dimensions: int = 0
    """Length of the vectors, for stores that have to know before."""
    fields: tuple[str, ...] | None = None
    """Paths to index when a put names none; None is the whole value."""
    default_ttl: float | None = None
    """Minutes to live of a put that says nothing about it."""
    refresh_on_read: bool = True
    """Whether reading an item starts its time to live again, when the read does not say."""
