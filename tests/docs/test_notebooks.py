"""The notebooks run from top to bottom, and are committed without outputs."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from nbclient import NotebookClient

pytestmark = pytest.mark.own_database

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PRINTED = {
    "quickstart": ["nurse in Hamburg", "sensitive_health", "'added': 1", "colour is blue",
                   "allergic to penicillin"],
    "quickstart_zh": ["杭州", "sensitive_health", "'added': 1", "住在上海", "对青霉素过敏"],
}  # fmt: skip
"""What must be printed, in this order."""
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path: Path) -> Any:
    """A notebook; the library's functions carry no types."""
    return import_module("nbformat").read(path, as_version=4)


def test_both_languages_are_there_and_alike() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["quickstart", "quickstart_zh"]
    english, chinese = ([cell.cell_type for cell in read(path).cells] for path in NOTEBOOKS)
    assert english == chinese


@every_notebook
def test_no_outputs_are_committed(path: Path) -> None:
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    assert [cell.outputs for cell in cells] == [[]] * len(cells)
    assert {cell.execution_count for cell in cells} == {None}


@pytest.mark.slow
@every_notebook
def test_it_runs(path: Path, dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_GRAPH_DSN", dsn)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    notebook = read(path)
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        resources={"metadata": {"path": str(tmp_path)}},
    )
    client.execute()
    outputs = [one for cell in notebook.cells for one in cell.get("outputs", [])]
    assert [one for one in outputs if one.get("name") != "stdout"] == []
    rest = "".join(one.text for one in outputs)
    for words in PRINTED[path.stem]:
        before, found, rest = rest.partition(words)
        assert found, f"{words!r} is not printed where it should be: {before}"
