"""Named queries: read once, filled in by the driver's quoting."""

from __future__ import annotations

import re
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from memory_graph.errors import ConfigurationError
from memory_graph.stores.queries import default_folder, fill, load


def test_a_query_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "words.sql").write_text("SELECT '王' AS 名", "utf-8")
    assert load("words", tmp_path) == "SELECT '王' AS 名"
    (tmp_path / "words.sql").unlink()
    assert load("words", tmp_path) == "SELECT '王' AS 名"


def test_schema_and_parts_are_quoted_and_values_stay_bound(tmp_path: Path, dsn: str) -> None:
    text = "SELECT {{}} FROM {schema}.t WHERE {column} LIKE '%%x' AND n = %(n)s"
    (tmp_path / "find.sql").write_text(text.replace("{{}}", "'{{}}'"), "utf-8")
    query = fill("find", load("find", tmp_path), 'odd"name', {"column": sql.Identifier("a b")})
    assert query.as_string(None) == (
        'SELECT \'{}\' FROM "odd""name".t WHERE "a b" LIKE \'%%x\' AND n = %(n)s'
    )
    with psycopg.connect(dsn) as connection:
        connection.execute('CREATE SCHEMA "odd""name"')
        connection.execute('CREATE TABLE "odd""name".t ("a b" text, n int)')
        connection.execute("INSERT INTO \"odd\"\"name\".t VALUES ('yx', 1), ('yx', 2), ('y', 1)")
        assert connection.execute(query, {"n": 1}).fetchall() == [("{}",)]


REFUSED = [
    ("missing", {}, "no query 'missing'"),
    ("../secret", {}, "lower-case"),
    ("Find", {}, "lower-case"),
    ("", {}, "lower-case"),
    ("find", {}, "'column' is no placeholder"),
    ("find", {"column": sql.SQL("a"), "other": sql.SQL("b")}, "no placeholder for other"),
    ("broken", {}, "placeholder"),
    ("positional", {}, "placeholder"),
]


@pytest.mark.parametrize(("name", "parts", "words"), REFUSED)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, name: str, parts: dict[str, sql.Composable], words: str
) -> None:
    (tmp_path / "find.sql").write_text("SELECT {column} FROM {schema}.t", "utf-8")
    (tmp_path / "broken.sql").write_text("SELECT '{' FROM {schema}.t", "utf-8")
    (tmp_path / "positional.sql").write_text("SELECT '{}' FROM {schema}.t", "utf-8")
    with pytest.raises(ConfigurationError, match=words):
        fill(name, load(name, tmp_path), "memory_graph", parts)


def test_the_packages_own_queries_have_names_that_load() -> None:
    names = [entry.name for entry in default_folder().iterdir() if entry.name.endswith(".sql")]
    assert names
    for name in names:
        assert load(name.removesuffix(".sql")).strip()


def test_all_queries_mean_the_same_by_an_open_memory() -> None:
    """Only items have a rule of their own, and a list that shows what is closed beside it."""
    own = [
        entry.name
        for entry in default_folder().iterdir()
        if "NOT (m.asserted <@" in (text := entry.read_text("utf-8"))
        and ("is_shadowed" in text or re.search(r"AND m\.closed <@ \S*hidden", text))
    ]
    assert sorted(own) == ["is_open.sql", "item_visible.sql", "list_memories.sql"]


def test_what_is_read_as_of_a_time_has_expired_by_one_rule() -> None:
    own = [
        entry.name
        for entry in default_folder().iterdir()
        if re.search(r"expires_at\s*[<>]=?\s*coalesce\(%\(as_of\)s", entry.read_text("utf-8"))
    ]
    assert own == ["has_expired.sql"]
