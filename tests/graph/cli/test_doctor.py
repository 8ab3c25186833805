"""``memory-graph doctor``, and what ingest advises."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from memory_graph.stores.postgres import PostgresMemoryStore

pytestmark = pytest.mark.own_database


def doctor(run: Callable[..., Any], **environment: str) -> tuple[int, dict[str, Any], str]:
    found = run("doctor", "--json", env=environment)
    plain = run("doctor", env=environment)
    assert found.exit_code == plain.exit_code
    assert "Traceback" not in found.output + plain.output
    return found.exit_code, json.loads(found.stdout), plain.stdout


def schemas(dsn: str) -> set[str]:
    with psycopg.connect(dsn) as connection:
        return {row[0] for row in connection.execute("SELECT nspname FROM pg_namespace")}


def test_a_healthy_installation(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    store.setup()
    code, found, plain = doctor(run)
    assert (code, found["healthy"], found["problems"]) == (0, True, [])
    assert found["schema"]["version"] == found["schema"]["version of the code"]
    assert found["packages"]["langgraph"]
    assert found["server"]["pgvector"]
    assert "all is well" in plain


def test_the_doctor_creates_nothing(run: Callable[..., Any], empty_dsn: str) -> None:
    before = schemas(empty_dsn)
    code, found, _ = doctor(run, MEMORY_GRAPH_DSN=empty_dsn, MEMORY_GRAPH_SCHEMA="fresh")
    assert code == 0, found
    assert "not there yet" in found["notes"][0]
    assert "not yet in this database" in found["server"]["pgvector"]
    assert schemas(empty_dsn) == before


def test_the_doctor_makes_no_data_folder(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MEMORY_GRAPH_DSN")
    folder = tmp_path / "data"
    code, found, _ = doctor(run, MEMORY_GRAPH_DATA_DIR=str(folder))
    assert code == 0, found
    assert found["server"]["running"] is False
    assert "first use creates it" in found["notes"][0]
    assert not folder.exists()


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"MEMORY_GRAPH_DSN": "postgresql://ann:secret@127.0.0.1:1/x"}, "is a server running"),
        ({"MEMORY_GRAPH_DSN": "postgresql://ann:secret@host:port/x"}, "malformed"),
        ({"MEMORY_GRAPH_DSN": "", "MEMORY_GRAPH_DATA_DIR": __file__}, "MEMORY_GRAPH_DATA_DIR"),
        ({"MEMORY_GRAPH_DSN": "", "MEMORY_GRAPH_DATA_DIR": f"{__file__}/x"}, "can't be used"),
        ({"MEMORY_GRAPH_POOL_SIZE": "0"}, "MEMORY_GRAPH_POOL_SIZE"),
        ({"MEMORY_GRAPH_COLOUR": "red"}, "unknown setting 'MEMORY_GRAPH_COLOUR'"),
        ({"MEMORY_GRAPH_POOL_SIZE": "many"}, "'many'"),
        ({"MEMORY_GRAPH_SCHEMA": "Bad Name"}, "'Bad Name'"),
        ({"MEMORY_GRAPH_EMBEDDINGS": "best"}, "'best'"),
        ({"MEMORY_GRAPH_MODEL": "openai:gpt-5-mini"}, "OPENAI_API_KEY"),
    ],
)
def test_what_is_wrong_is_said(
    run: Callable[..., Any], environment: dict[str, str], words: str
) -> None:
    code, found, plain = doctor(run, **environment)
    assert code == 1
    assert not found["healthy"]
    assert any(words in problem for problem in found["problems"])
    assert "problem" in plain
    assert "secret" not in plain + json.dumps(found)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE memory_graph.meta SET value = '99' WHERE key = 'schema_version'", "version 99"),
        ("INSERT INTO memory_graph.meta VALUES ('embedder', '{\"name\": \"other:model\"}')",
         "other:model"),
        ("CREATE SCHEMA taken; CREATE TABLE taken.meta (x int)", "something else"),
    ],
)  # fmt: skip
def test_a_database_that_does_not_fit(
    run: Callable[..., Any], dsn: str, monkeypatch: pytest.MonkeyPatch, change: str, words: str
) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(change.encode())
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    schema = "taken" if "taken" in change else "memory_graph"
    code, found, _ = doctor(
        run, MEMORY_GRAPH_EMBEDDINGS="openai:text-embedding-3-small", MEMORY_GRAPH_SCHEMA=schema
    )
    assert code == 1
    assert any(words in problem for problem in found["problems"]), found


def test_vectors_that_are_not_used_are_noted(run: Callable[..., Any], dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO memory_graph.meta VALUES ('embedder', '{\"name\": \"x:y\"}')"
        )
    code, found, _ = doctor(run)
    assert code == 0
    assert "'x:y'" in found["notes"][0]


def test_a_database_that_is_not_there(run: Callable[..., Any], dsn: str) -> None:
    gone = make_conninfo(dsn, dbname="mg_nowhere")
    code, found, _ = doctor(run, MEMORY_GRAPH_DSN=gone)
    assert code == 1
    assert "CREATE DATABASE" in found["problems"][0]


def test_a_large_ingest_says_what_makes_recall_fast(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "talk.jsonl"
    lines = [{"role": "user", "content": f"Note {number}."} for number in range(5)]
    file.write_text("\n".join(map(json.dumps, lines)))
    command = ("ingest", str(file), "--user", "ann", "--at", "2026-05-01T10:00:00Z")
    assert "maintain" not in run(*command).stderr
    monkeypatch.setenv("MEMORY_GRAPH_LARGE_SCOPE_ROWS", "3")
    assert "`memory-graph maintain`" in run(*command).stderr
    assert run("maintain").exit_code == 0
    assert "maintain" not in run(*command).stderr
