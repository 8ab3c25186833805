"""The example runs as a person would run it: two processes, a review left open between."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.own_database

ROOT = Path(__file__).resolve().parents[2]
MAIN = ROOT / "examples" / "meeting_assistant" / "main.py"

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def assistant(dsn: str) -> Run:
    """Run the example as a process; what a person types is given line by line."""

    def run(*lines: str, arguments: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {
            "MEMORY_GRAPH_DSN": dsn, "MEMORY_GRAPH_EMBEDDINGS": "none", "PYTHONPATH": str(ROOT),
            "PYTHONIOENCODING": "utf-8",
        }  # fmt: skip
        return subprocess.run(
            [sys.executable, str(MAIN), *arguments], input="\n".join(lines) + "\n", text=True,
            encoding="utf-8", capture_output=True, env=environment, timeout=120, check=False,
        )  # fmt: skip

    return run


def test_it_is_short() -> None:
    assert len(MAIN.read_text("utf-8").splitlines()) < 80


@pytest.mark.slow
@pytest.mark.parametrize(
    ("user", "zone", "said", "new", "asked", "answer"),
    [
        ("ann", "UTC", "I like green tea.", "Ann likes jasmine tea.", "What do I like?",
         "jasmine tea"),
        ("王 五", "Asia/Shanghai", "我喜欢喝绿茶。", "王五喜欢喝茉莉花茶。", "我喜欢喝什么？",
         "茉莉花茶"),
    ],
)  # fmt: skip
def test_a_review_left_open_is_answered_in_another_process(
    assistant: Run, user: str, zone: str, said: str, new: str, asked: str, answer: str
) -> None:
    first = assistant(said, arguments=(user, "a", zone))
    assert first.returncode != 0  # the input ended at the review
    assert "stated_preference" in first.stdout

    second = assistant(new, "", arguments=(user, "a", zone))
    assert second.returncode == 0, second.stderr
    assert "stated_preference" in second.stdout

    third = assistant(asked, "", arguments=(user, "b", zone))
    assert third.returncode == 0, third.stderr
    assert answer in third.stdout


@pytest.mark.slow
def test_a_rejected_memory_is_not_recalled(assistant: Run) -> None:
    first = assistant("I am allergic to peanuts.", "r", "", arguments=("bo", "a"))
    assert first.returncode == 0, first.stderr
    assert "sensitive_health" in first.stdout
    second = assistant("What am I allergic to?", "", arguments=("bo", "b"))
    assert second.returncode == 0, second.stderr
    assert "peanut" not in second.stdout
