"""Long-term memory for LangGraph agents: graph nodes on a Postgres/pgvector store.

The public names are listed in ``__all__``. Each is imported when it is first used, so that
``import memory_graph`` itself stays light.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memory_graph.answering import aanswer_review, answer_review
    from memory_graph.checkpoints import branch_of, clock_of, rewind_target
    from memory_graph.context import MemoryContext
    from memory_graph.errors import (
        ConfigurationError,
        ConflictError,
        InputError,
        MemoryGraphError,
        ModelError,
        NotFoundError,
        ReviewError,
        SchemaError,
        StoreClosedError,
        StoreError,
        StoreUnavailableError,
    )
    from memory_graph.graph import build_memory_graph, build_recall_graph, build_remember_graph
    from memory_graph.nodes.compact import make_compact
    from memory_graph.nodes.confirm import make_confirm
    from memory_graph.nodes.consolidate import make_consolidate
    from memory_graph.nodes.erase import make_erase
    from memory_graph.nodes.extract import make_extract
    from memory_graph.nodes.generate import make_generate
    from memory_graph.nodes.observe import make_observe
    from memory_graph.nodes.plan import make_plan
    from memory_graph.nodes.retrieve import make_retrieve
    from memory_graph.policy import ReviewPolicy
    from memory_graph.scope import Scope
    from memory_graph.settings import Settings, load_settings
    from memory_graph.state import MemoryState
    from memory_graph.stores.audit import AuditEntry
    from memory_graph.stores.erase import EraseReceipt
    from memory_graph.stores.import_rows import ImportReport
    from memory_graph.stores.links import Link
    from memory_graph.stores.maintain import MaintainReport
    from memory_graph.stores.postgres import PostgresMemoryStore
    from memory_graph.stores.read import Stats
    from memory_graph.stores.recall import Weights
    from memory_graph.stores.reembed import ReembedReport
    from memory_graph.stores.related import RelatedEntity, RelationStep
    from memory_graph.stores.rewind import RewindReport
    from memory_graph.tool_reviews import after_tool_review, review_tool_calls
    from memory_graph.types import (
        Candidate,
        Evidence,
        Memory,
        Operation,
        Recalled,
        RecallResult,
        RecallWindow,
        Relation,
        Scores,
        Turn,
        WriteResult,
    )

    __version__: str

__all__ = [
    "AuditEntry",
    "Candidate",
    "ConfigurationError",
    "ConflictError",
    "EraseReceipt",
    "Evidence",
    "ImportReport",
    "InputError",
    "Link",
    "MaintainReport",
    "Memory",
    "MemoryContext",
    "MemoryGraphError",
    "MemoryState",
    "ModelError",
    "NotFoundError",
    "Operation",
    "PostgresMemoryStore",
    "RecallResult",
    "RecallWindow",
    "Recalled",
    "ReembedReport",
    "RelatedEntity",
    "Relation",
    "RelationStep",
    "ReviewError",
    "ReviewPolicy",
    "RewindReport",
    "SchemaError",
    "Scope",
    "Scores",
    "Settings",
    "Stats",
    "StoreClosedError",
    "StoreError",
    "StoreUnavailableError",
    "Turn",
    "Weights",
    "WriteResult",
    "__version__",
    "aanswer_review",
    "after_tool_review",
    "answer_review",
    "branch_of",
    "build_memory_graph",
    "build_recall_graph",
    "build_remember_graph",
    "clock_of",
    "load_settings",
    "make_compact",
    "make_confirm",
    "make_consolidate",
    "make_erase",
    "make_extract",
    "make_generate",
    "make_observe",
    "make_plan",
    "make_retrieve",
    "review_tool_calls",
    "rewind_target",
]

_DISTRIBUTION = "langgraph-memory-graph"
_HOMES: dict[str, tuple[str, ...]] = {
    "answering": ("aanswer_review", "answer_review"),
    "checkpoints": ("branch_of", "clock_of", "rewind_target"),
    "context": ("MemoryContext",),
    "errors": (
        "ConfigurationError",
        "ConflictError",
        "InputError",
        "MemoryGraphError",
        "ModelError",
        "NotFoundError",
        "ReviewError",
        "SchemaError",
        "StoreClosedError",
        "StoreError",
        "StoreUnavailableError",
    ),
    "graph": ("build_memory_graph", "build_recall_graph", "build_remember_graph"),
    "nodes.compact": ("make_compact",),
    "nodes.confirm": ("make_confirm",),
    "nodes.consolidate": ("make_consolidate",),
    "nodes.erase": ("make_erase",),
    "nodes.extract": ("make_extract",),
    "nodes.generate": ("make_generate",),
    "nodes.observe": ("make_observe",),
    "nodes.plan": ("make_plan",),
    "nodes.retrieve": ("make_retrieve",),
    "policy": ("ReviewPolicy",),
    "scope": ("Scope",),
    "settings": ("Settings", "load_settings"),
    "state": ("MemoryState",),
    "stores.audit": ("AuditEntry",),
    "stores.erase": ("EraseReceipt",),
    "stores.import_rows": ("ImportReport",),
    "stores.links": ("Link",),
    "stores.maintain": ("MaintainReport",),
    "stores.read": ("Stats",),
    "stores.reembed": ("ReembedReport",),
    "stores.related": (
        "RelatedEntity",
        "RelationStep",
    ),
    "stores.rewind": ("RewindReport",),
    "stores.postgres": ("PostgresMemoryStore",),
    "stores.recall": ("Weights",),
    "tool_reviews": ("after_tool_review", "review_tool_calls"),
    "types": (
        "Candidate",
        "Evidence",
        "Memory",
        "Operation",
        "RecallResult",
        "RecallWindow",
        "Recalled",
        "Relation",
        "Scores",
        "Turn",
        "WriteResult",
    ),
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Imports a public name when it is first asked for, and keeps it."""
    if name == "__version__":
        value: Any = _version()
    elif name in _MODULES:
        from importlib import import_module

        value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _version() -> str:
    """The version of the installed distribution; of a checkout on the path alone it is unknown."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(_DISTRIBUTION)
    except PackageNotFoundError:
        return "0+unknown"
