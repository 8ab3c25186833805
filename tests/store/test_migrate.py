"""Migrations: once each, by one process at a time, with no more rights than needed."""

from __future__ import annotations

import asyncio
import subprocess
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import AsyncConnection, sql
from psycopg.conninfo import make_conninfo

from memory_graph.errors import ConfigurationError, SchemaError
from memory_graph.stores.migrate import (
    MigrationReport,
    check_schema_name,
    default_folder,
    migrate,
    read_migrations,
    schema_version,
)

pytestmark = pytest.mark.own_database

FIRST = """
CREATE TABLE {schema}.meta (key text PRIMARY KEY, value jsonb NOT NULL);
CREATE TABLE {schema}.t (n int, tags text[] DEFAULT '{{}}', emb halfvec(3));
DO $$ BEGIN RAISE NOTICE '100%%'; END $$;
"""
SECOND = "ALTER TABLE {schema}.t ADD COLUMN later int; INSERT INTO {schema}.t (n) VALUES (1);"
NAMES = ("0001_first.sql", "0002_second.sql")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with two migrations."""
    for name, text in zip(NAMES, (FIRST, SECOND), strict=True):
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def run(dsn: str, schema: str, folder: Path | None = None) -> MigrationReport:
    async def main() -> MigrationReport:
        async with await AsyncConnection.connect(dsn) as connection:
            return await migrate(connection, schema, folder)

    return asyncio.run(main())


def version(dsn: str, schema: str) -> int:
    async def main() -> int:
        async with await AsyncConnection.connect(dsn) as connection:
            return await schema_version(connection, schema)

    return asyncio.run(main())


def test_an_empty_database_is_brought_up_and_again_changes_nothing(
    empty_dsn: str, folder: Path
) -> None:
    assert version(empty_dsn, "mine") == 0
    assert run(empty_dsn, "mine", folder) == MigrationReport(0, 2, NAMES)
    assert run(empty_dsn, "mine", folder) == MigrationReport(2, 2, ())
    assert version(empty_dsn, "mine") == 2
    with psycopg.connect(empty_dsn) as connection:
        assert connection.execute("SELECT count(*) FROM mine.t").fetchone() == (1,)
        assert connection.execute("SELECT tags FROM mine.t").fetchone() == ([],)


def test_only_what_is_missing_is_applied(empty_dsn: str, folder: Path) -> None:
    (folder / NAMES[1]).unlink()
    assert run(empty_dsn, "mine", folder) == MigrationReport(0, 1, NAMES[:1])
    (folder / NAMES[1]).write_text(SECOND, "utf-8")
    assert run(empty_dsn, "mine", folder) == MigrationReport(1, 2, NAMES[1:])


def test_two_schemas_live_in_one_database(empty_dsn: str, folder: Path) -> None:
    for schema in ("one", "二"):
        assert run(empty_dsn, schema, folder).applied == NAMES


def test_a_failing_migration_leaves_nothing(empty_dsn: str, folder: Path) -> None:
    (folder / NAMES[1]).write_text("SELECT 1/0", "utf-8")
    with pytest.raises(psycopg.errors.DivisionByZero):
        run(empty_dsn, "mine", folder)
    assert version(empty_dsn, "mine") == 0
    (folder / NAMES[1]).write_text(SECOND, "utf-8")
    assert run(empty_dsn, "mine", folder).applied == NAMES


SCRIPT = """
import asyncio
from pathlib import Path
from psycopg import AsyncConnection
from memory_graph.stores.migrate import migrate

async def main():
    async with await AsyncConnection.connect(sys.argv[1]) as connection:
        print("ready", flush=True)
        sys.stdin.readline()
        print(len((await migrate(connection, sys.argv[3], Path(sys.argv[2]))).applied))
asyncio.run(main())
"""


@pytest.mark.parametrize("schemas", [["mine"] * 4, ["a", "b", "a", "b"]])
def test_four_processes_at_once(
    empty_dsn: str, folder: Path, python: Callable[..., list[str]], schemas: list[str]
) -> None:
    slow = FIRST + "SELECT pg_sleep(0.3);"
    (folder / NAMES[0]).write_text(slow, "utf-8")
    processes = [
        subprocess.Popen(
            python(SCRIPT, empty_dsn, folder, schema),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for schema in schemas
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    applied = [int(process.communicate(timeout=60)[0]) for process in processes]
    assert [process.returncode for process in processes] == [0] * 4
    several = len(set(schemas))
    assert sorted(applied) == [0] * (4 - several) + [2] * several


@pytest.fixture
def weak_role(empty_dsn: str) -> Iterator[str]:
    """Return the DSN of a role that may create nothing."""
    role = f"weak_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(empty_dsn, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD 'x'").format(sql.Identifier(role)))
        yield make_conninfo(empty_dsn, user=role, password="x")
        admin.execute(sql.SQL("DROP OWNED BY {}").format(sql.Identifier(role)))
        admin.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(role)))


def grant(dsn: str, weak_dsn: str, text: str) -> None:
    role = psycopg.conninfo.conninfo_to_dict(weak_dsn)["user"]
    with psycopg.connect(dsn) as admin:
        admin.execute(sql.SQL(text).format(role=sql.Identifier(str(role))))


def test_a_role_without_rights_works_on_an_up_to_date_schema(
    empty_dsn: str, weak_role: str, folder: Path
) -> None:
    run(empty_dsn, "mine", folder)
    grant(empty_dsn, weak_role, "GRANT USAGE ON SCHEMA mine TO {role}")
    grant(empty_dsn, weak_role, "GRANT SELECT ON mine.meta TO {role}")
    assert run(weak_role, "mine", folder) == MigrationReport(2, 2, ())


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([], r'CREATE SCHEMA IF NOT EXISTS "mine"'),
        (["CREATE SCHEMA mine", "CREATE EXTENSION vector"], "0001_first.sql"),
    ],
)
def test_a_missing_right_names_the_command(
    empty_dsn: str, weak_role: str, folder: Path, given: list[str], words: str
) -> None:
    with psycopg.connect(empty_dsn) as admin:
        for command in given:
            admin.execute(command.encode())
    with pytest.raises(SchemaError, match=words):
        run(weak_role, "mine", folder)


def test_a_search_path_that_leads_nowhere_is_told(empty_dsn: str, folder: Path) -> None:
    with pytest.raises(SchemaError, match=r"search_path.*CREATE EXTENSION.*public"):
        run(make_conninfo(empty_dsn, options="-c search_path=nowhere"), "mine", folder)


def test_a_newer_schema_asks_for_a_newer_package(empty_dsn: str, folder: Path) -> None:
    run(empty_dsn, "mine", folder)
    (folder / NAMES[1]).unlink()
    with pytest.raises(SchemaError, match=r"version 2.*pip install --upgrade"):
        run(empty_dsn, "mine", folder)


@pytest.mark.parametrize(
    "table", ["meta (key text, value jsonb)", "meta (id int)", "meta (key int, value jsonb)"]
)
def test_somebody_elses_tables_are_left_alone(empty_dsn: str, folder: Path, table: str) -> None:
    with psycopg.connect(empty_dsn) as admin:
        admin.execute("CREATE SCHEMA mine")
        admin.execute(f"CREATE TABLE mine.{table}".encode())
    with pytest.raises(SchemaError, match="MEMORY_GRAPH_SCHEMA"):
        run(empty_dsn, "mine", folder)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["0001_a.sql", "0003_c.sql"], "0002"),
        (["0002_a.sql"], "0001"),
        (["0001_a.sql", "0001_b.sql"], "0002"),
        (["0001_a.sql", "next.sql"], "NNNN_name"),
        (["1_a.sql"], "NNNN_name"),
    ],
)
def test_damaged_numbering_is_refused(tmp_path: Path, names: list[str], words: str) -> None:
    for name in names:
        (tmp_path / name).write_text("SELECT 1", "utf-8")
    with pytest.raises(SchemaError, match=words):
        read_migrations("mine", tmp_path)


@pytest.mark.parametrize("text", ["SELECT '{}'", "SELECT {other}", "SELECT '{'"])
def test_single_braces_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "0001_a.sql").write_text(text, "utf-8")
    with pytest.raises(SchemaError, match="0001_a"):
        read_migrations("mine", tmp_path)


def test_other_files_are_ignored(folder: Path) -> None:
    (folder / "README.md").write_text("x", "utf-8")
    assert [step.name for step in read_migrations("mine", folder)] == list(NAMES)


@pytest.mark.parametrize("name", ["memory_graph", "m", "_x", "记忆", "a" * 63, "é1"])
def test_good_schema_names(name: str) -> None:
    assert check_schema_name(name) == name


@pytest.mark.parametrize(
    "name",
    ["", "1a", "a-b", "a b", 'a"b', "a.b", "Big", "pg_mine", "information_schema", "记" * 22,
     "a\x00", "a;drop", "{schema}", "a\n"],
)  # fmt: skip
def test_bad_schema_names(name: str) -> None:
    with pytest.raises(ConfigurationError, match="schema name"):
        check_schema_name(name)


def test_the_packages_own_migrations_apply_to_an_empty_database(empty_dsn: str) -> None:
    names = sorted(e.name for e in default_folder().iterdir() if e.name.endswith(".sql"))
    assert run(empty_dsn, "memory_graph").applied == tuple(names)
    assert run(empty_dsn, "memory_graph").applied == ()
    assert run(empty_dsn, "other_name").applied == tuple(names)
