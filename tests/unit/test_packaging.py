"""What is installed is what lies in the repository, and the gates that say so can fail."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MAPPED = ("nodes", "stores", "prompts")
# Written apart, so that this file does not find itself.
FORBIDDEN = re.compile(
    "|".join(
        (
            r"(?<![\w.])/" + "work/",
            r"(?<![\w.])/" + "root/",
            r"/tmp/" + "venv",
            r"/home/" + r"\w+/",
            r"/Users/" + r"\w+/",
            r"(?:extra-)?index-" + r"url[ =]",
            r"files\." + "pythonhosted",
            r"https?://[^\s]+/" + "simple\\b",
        )
    )
)


def script(name: str) -> ModuleType:
    """Load one of the check scripts as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def committed_texts() -> Iterator[Path]:
    """Yield the text files of the repository, leaving out what make creates."""
    skipped = {"__pycache__", "build", "dist", ".git", ".langgraph_api"}
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        hidden = any(part.startswith(".") and part not in {".ci", ".gitignore"} for part in parts)
        generated = any(part in skipped or part.endswith(".egg-info") for part in parts)
        if path.is_file() and not hidden and not generated:
            yield path


def test_every_folder_with_modules_is_a_listed_package() -> None:
    listed = set(PROJECT["tool"]["setuptools"]["packages"])
    found = set()
    for folder in ("memory_graph", *MAPPED):
        base = "memory_graph" if folder == "memory_graph" else f"memory_graph.{folder}"
        for init in (ROOT / folder).rglob("*.py"):
            inner = init.parent.relative_to(ROOT / folder).parts
            found.add(".".join((base, *inner)))
    assert found - listed == set()


def test_every_listed_package_exists() -> None:
    for name in PROJECT["tool"]["setuptools"]["packages"]:
        assert (ROOT / name.replace(".", "/")).is_dir(), name


@pytest.mark.parametrize("name", MAPPED)
def test_the_links_are_relative_and_lead_to_the_real_folders(name: str) -> None:
    link = ROOT / "memory_graph" / name
    assert link.is_symlink()
    assert str(link.readlink()) == f"../{name}"
    assert link.resolve() == (ROOT / name).resolve()
    mapping = PROJECT["tool"]["setuptools"]["package-dir"]
    assert mapping[f"memory_graph.{name}"] == name


def test_every_dependency_is_pinned() -> None:
    pinned = {
        line.partition("==")[0].lower().replace("_", "-")
        for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
        if "==" in line and not line.startswith("#")
    }
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
    for extra in script("refresh_constraints").EXTRAS.split(","):
        wanted += extras[extra]
    names = {re.split(r"[\[<>=;~! ]", text)[0].lower().replace("_", "-") for text in wanted}
    assert names - pinned == set()


def test_pins_leave_out_the_project_and_its_tools() -> None:
    freeze = (
        "# Editable install (langgraph-memory-graph==0.1.0)\n-e /somewhere\npip==1\nrich==15.0.0\n"
        "torch==2.13.0+cpu\n"
    )
    assert script("refresh_constraints").pins(freeze) == ["rich==15.0.0", "torch==2.13.0"]


def test_what_make_installs_is_what_is_pinned() -> None:
    assert script("setup_env").PROFILES["dev"] == script("refresh_constraints").EXTRAS


def test_the_local_models_are_pinned_and_have_an_environment_of_their_own() -> None:
    setup, refresh = script("setup_env"), script("refresh_constraints")
    assert set(setup.FURTHER["local"]) >= set(refresh.LOCAL)
    assert refresh.LOCAL_EXTRA in setup.PROFILES["local"].split(",")
    assert setup.FOLDERS["local"] != ".venv"
    pinned = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    assert set(refresh.LOCAL) <= set(pinned)
    assert any(line.startswith("sentence-transformers==") for line in pinned)


def test_the_plain_run_leaves_the_local_models_out() -> None:
    assert "tests/local" in PROJECT["tool"]["pytest"]["ini_options"]["norecursedirs"]
    assert list((ROOT / "tests" / "local").glob("test_*.py")) != []


def test_the_server_file_names_modules_and_attributes() -> None:
    config = json.loads((ROOT / "langgraph.json").read_text("utf-8"))
    graphs = [g if isinstance(g, str) else g["path"] for g in config["graphs"].values()]
    for path in graphs:
        # A file path would be loaded as a second copy of the module.
        assert re.fullmatch(r"memory_graph(\.\w+)+:\w+", path), path
    for key in ("store", "checkpointer"):
        assert re.fullmatch(r"memory_graph(\.\w+)+\.\w+", config[key]["path"])


def test_no_file_names_a_machine_or_a_registry() -> None:
    found = []
    for path in committed_texts():
        text = path.read_text("utf-8", errors="ignore")
        found += [f"{path.relative_to(ROOT)}: {m.group()}" for m in FORBIDDEN.finditer(text)]
    assert found == []


@pytest.mark.parametrize(
    ("found", "expected", "words"),
    [
        (["a.py", "b.py"], {"a.py", "b.py"}, ""),
        (["a.py"], {"a.py", "b.py"}, "missing"),
        (["a.py", "b.py"], {"a.py"}, "unexpected"),
        (["a.py", "a.py"], {"a.py"}, "2 times"),
    ],
)
def test_the_wheel_check_can_fail(found: list[str], expected: set[str], words: str) -> None:
    lines = script("check_wheel").complaints("wheel", found, expected)
    assert bool(lines) is bool(words)
    assert all(words in line for line in lines)


def test_the_type_check_counts_linked_files_once(tmp_path: Path) -> None:
    check = script("check_types")
    (tmp_path / "memory_graph").mkdir()
    (tmp_path / "nodes").mkdir()
    (tmp_path / "nodes" / "plan.py").touch()
    (tmp_path / "memory_graph" / "nodes").symlink_to("../nodes")
    (tmp_path / "memory_graph" / "types.py").touch()
    assert len(check.python_files(tmp_path, ("memory_graph", "nodes", "absent"))) == 2
    assert check.checked_count("Success: no issues found in 17 source files\n") == 17
    assert check.checked_count("Found 1 error in 1 file (checked 17 source files)\n") is None


@pytest.mark.parametrize(
    ("present", "whole"),
    [
        ({"a.py", "x.dist-info/RECORD"}, True),
        ({"x.dist-info/RECORD"}, False),  # interrupted while removing
        ({"a.py", "x.dist-info/METADATA"}, False),  # interrupted while installing
        (set(), True),
    ],
)
def test_a_half_installed_environment_is_recognised(
    tmp_path: Path, present: set[str], whole: bool
) -> None:
    (tmp_path / "x.dist-info").mkdir() if present else None
    for name in present:
        (tmp_path / name).touch()
    record = tmp_path / "x.dist-info" / "RECORD"
    if record.exists():
        record.write_text("a.py,sha256=abc,0\n__pycache__/a.pyc,,\nx.dist-info/RECORD,,\n")
    assert script("setup_env").is_whole(tmp_path) is whole
