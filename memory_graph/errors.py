"""Every error the project raises on purpose.

    MemoryGraphError
    ├── InputError (also ValueError)      an argument no one could act on
    ├── ConfigurationError                a setting, a key or an optional part is missing or wrong
    │     (also RuntimeError)             shown by a LangGraph server, and not retried
    ├── ModelError                        a chat or embedding model failed, or answered nonsense
    ├── ReviewError                       an answer to a review that can't be applied
    └── StoreError                        the database side
        ├── StoreUnavailableError         no server, or no way in
        ├── SchemaError                   the database doesn't fit this version or this embedder
        ├── ConflictError                 the memory changed meanwhile
        ├── NotFoundError (also KeyError) no such memory
        └── StoreClosedError              used after close, or from the wrong process or thread

A message says what was wrong with which value, and what to do next. Driver exceptions stay in
``stores/`` and are attached as ``__cause__``.
"""

from __future__ import annotations


class MemoryGraphError(Exception):
    """Base of all errors raised by memory_graph."""


class InputError(MemoryGraphError, ValueError):
    """An argument can't be used: empty scope, blank text, unknown operator, bad time."""


class ConfigurationError(MemoryGraphError, RuntimeError):
    """A setting, an API key or an optional dependency is missing or wrong."""


class ModelError(MemoryGraphError):
    """A chat or embedding model failed for good, or its answer could not be understood."""


class ReviewError(MemoryGraphError):
    """An answer to a review can't be applied; nothing was written."""


class StoreError(MemoryGraphError):
    """The store could not do what was asked; nothing was half-written."""


class StoreUnavailableError(StoreError):
    """The database can't be reached or started."""


class SchemaError(StoreError):
    """The database lacks pgvector, is too old, or holds another schema version or embedder."""


class ConflictError(StoreError):
    """The memory was changed by someone else since it was read."""


class NotFoundError(StoreError, KeyError):
    """There is no such memory in this scope."""

    def __str__(self) -> str:
        """The message itself; KeyError would show its repr."""
        return str(self.args[0]) if self.args else ""


class StoreClosedError(StoreError):
    """The store was closed, or is used from a place it can't serve."""
