"""Settings come from the environment, typed, and nothing unknown passes."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from memory_graph.errors import ConfigurationError
from memory_graph.settings import METHODS, PREFIX, Settings, data_folder, load_settings


@pytest.mark.parametrize(
    ("variable", "text", "name", "value"),
    [
        ("DSN", "postgresql://x/y", "dsn", "postgresql://x/y"),
        ("DATA_DIR", "/var/lib/x", "data_dir", Path("/var/lib/x")),
        ("POOL_SIZE", " 3 ", "pool_size", 3),
        ("CONNECT_TIMEOUT_SECONDS", "2.5", "connect_timeout_seconds", 2.5),
        ("PREPARE_STATEMENTS", "No", "prepare_statements", False),
        ("PREPARE_STATEMENTS", "1", "prepare_statements", True),
        ("EMBEDDINGS", "none", "embeddings", "none"),
        ("MODEL", "openai:gpt-5-mini", "model", "openai:gpt-5-mini"),
        ("SESSION_GAP_MINUTES", "30", "session_gap_minutes", 30.0),
        ("DSN", "  ", "dsn", None),
    ],
)
def test_a_variable_sets_its_setting(variable: str, text: str, name: str, value: Any) -> None:
    found = load_settings({PREFIX + variable: text, "PATH": "/bin"})
    assert getattr(found, name) == value
    others = [one.name for one in fields(Settings) if one.name != name]
    assert all(getattr(found, one) == getattr(Settings(), one) for one in others)


@pytest.mark.parametrize(
    ("variable", "text"),
    [("POOL_SIZE", "many"), ("POOL_SIZE", "1.5"), ("CONNECT_TIMEOUT_SECONDS", "soon"),
     ("PREPARE_STATEMENTS", "perhaps")],
)  # fmt: skip
def test_a_value_of_the_wrong_type_is_named(variable: str, text: str) -> None:
    with pytest.raises(ConfigurationError, match=f"{PREFIX}{variable}='{text}'"):
        load_settings({PREFIX + variable: text})


@pytest.mark.parametrize(
    ("variable", "text"),
    [("POOL_SIZE", "0"), ("CONNECT_TIMEOUT_SECONDS", "0"), ("CONNECT_TIMEOUT_SECONDS", "nan"),
     ("CONNECT_TIMEOUT_SECONDS", "inf"), ("RECALL_TIMEOUT_MS", "-5"), ("SESSION_GAP_MINUTES", "-1"),
     ("SESSION_GAP_MINUTES", "nan"), ("LARGE_SCOPE_ROWS", "-1"), ("MAINTAIN_MINUTES", "nan"),
     ("MAINTAIN_MINUTES", "inf"), ("MODEL_TIMEOUT_SECONDS", "0"), ("STRUCTURED_METHOD", "x"),],
)  # fmt: skip
def test_a_value_that_can_not_be_meant_is_named_with_what_can(variable: str, text: str) -> None:
    with pytest.raises(ConfigurationError, match=f"{PREFIX}{variable}=.*: give "):
        load_settings({PREFIX + variable: text})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"pool_size": 0}, "pool_size='0'.*: give "),
        ({"pool_size": "8"}, "'pool_size' must be int, not str"),
        ({"pool_size": True}, "'pool_size' must be int, not bool"),
        ({"connect_timeout_seconds": float("nan")}, "connect_timeout_seconds='nan'.*: give "),
        ({"recall_timeout_ms": None}, "'recall_timeout_ms' must be int, not NoneType"),
        ({"structured_method": "x"}, "structured_method='x'.*: give function_calling"),
        ({"prepare_statements": "no"}, "'prepare_statements' must be bool, not str"),
        ({"dsn": b"postgresql://x:secret@y"}, "'dsn' must be str | None, not bytes$"),
        ({"schema": None}, "'schema' must be str, not NoneType"),
        ({"data_dir": 3}, "'data_dir' must be Path | None, not int"),
    ],
)
def test_settings_made_in_code_are_checked_alike(given: Any, words: str) -> None:
    with pytest.raises(ConfigurationError, match=words.replace("|", r"\|")):
        Settings(**given)


def test_a_folder_may_be_text_and_seconds_a_whole_number() -> None:
    given: Any = {"data_dir": "~/memories", "connect_timeout_seconds": 3}
    found = Settings(**given)
    assert data_folder(found) == Path.home() / "memories"
    assert found.connect_timeout_seconds == 3


@pytest.mark.parametrize("method", METHODS)
def test_every_way_of_asking_can_be_set(method: str) -> None:
    given = load_settings({PREFIX + "STRUCTURED_METHOD": method})
    assert given.structured_method == method


@pytest.mark.parametrize("variable", ["RECALL_TIMEOUT_MS", "LARGE_SCOPE_ROWS", "MAINTAIN_MINUTES"])
def test_a_zero_with_a_meaning_is_taken(variable: str) -> None:
    assert getattr(load_settings({PREFIX + variable: "0"}), variable.lower()) == 0


def test_an_unknown_variable_is_an_error_but_those_of_tests_are_not() -> None:
    with pytest.raises(ConfigurationError, match=r"MEMORY_GRAPH_POOLSIZE.*MEMORY_GRAPH_POOL_SIZE"):
        load_settings({"MEMORY_GRAPH_POOLSIZE": "3"})
    assert load_settings({"MEMORY_GRAPH_TEST_DSN": "x"}) == Settings()


def test_the_environment_of_the_process_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings() == Settings()
    monkeypatch.setenv("MEMORY_GRAPH_SCHEMA", "other")
    assert load_settings().schema == "other"


@pytest.mark.parametrize(
    ("environ", "data_dir", "expected"),
    [
        ({"XDG_DATA_HOME": "/xdg"}, None, Path("/xdg/memory_graph/postgres")),
        ({"XDG_DATA_HOME": "/xdg"}, Path("/own"), Path("/own")),
        ({}, None, Path.home() / ".local/share/memory_graph/postgres"),
        ({"XDG_DATA_HOME": ""}, None, Path.home() / ".local/share/memory_graph/postgres"),
    ],
)
def test_where_the_embedded_server_lives(
    environ: dict[str, str], data_dir: Path | None, expected: Path
) -> None:
    assert data_folder(Settings(data_dir=data_dir), environ) == expected
