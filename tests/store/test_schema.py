"""The schema's life: as written down, versions, rights, names, several processes, passwords."""

from __future__ import annotations

import subprocess
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from memory_graph.errors import ConfigurationError, SchemaError, StoreError
from memory_graph.settings import Settings
from memory_graph.stores.migrate import read_migrations
from memory_graph.stores.postgres import PostgresMemoryStore

pytestmark = pytest.mark.own_database

ROOT = Path(__file__).resolve().parents[2]
Catalog = dict[str, set[tuple[Any, ...]]]

# What a schema is made of, by kind; names of the schema's own parts and their definitions.
CATALOG = {
    "tables": """
        SELECT c.relname, c.relkind::text, c.relpersistence::text, c.reloptions
          FROM pg_class c WHERE c.relnamespace = %(schema)s::regnamespace""",
    "columns": """
        SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
               pg_get_expr(d.adbin, d.adrelid), a.attidentity::text, a.attgenerated::text,
               a.attstorage::text, a.attcompression::text, l.collname
          FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
          LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
          LEFT JOIN pg_collation l ON l.oid = a.attcollation
         WHERE c.relnamespace = %(schema)s::regnamespace AND NOT a.attisdropped""",
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
          FROM pg_constraint WHERE connamespace = %(schema)s::regnamespace""",
    "indexes": """
        SELECT pg_get_indexdef(i.indexrelid), i.indisvalid
          FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         WHERE c.relnamespace = %(schema)s::regnamespace""",
    "functions": """
        SELECT pg_get_functiondef(oid) FROM pg_proc
         WHERE pronamespace = %(schema)s::regnamespace""",
    "triggers": """
        SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
         WHERE c.relnamespace = %(schema)s::regnamespace AND NOT t.tgisinternal""",
    "sequences": """
        SELECT s.seqrelid::regclass::text, s.seqtypid::regtype::text, s.seqstart, s.seqincrement,
               s.seqmax, s.seqmin, s.seqcache, s.seqcycle
          FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
         WHERE c.relnamespace = %(schema)s::regnamespace""",
}


@pytest.fixture
def open_store() -> Iterator[Callable[..., PostgresMemoryStore]]:
    """Open stores without vectors, and close them after the test."""
    opened: list[PostgresMemoryStore] = []

    def open_one(dsn: str, **settings: Any) -> PostgresMemoryStore:
        chosen = Settings(dsn=dsn, pool_size=2, **settings)
        opened.append(PostgresMemoryStore(settings=chosen, embeddings="none"))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


Open = Callable[..., PostgresMemoryStore]


def contents(store: PostgresMemoryStore, scope: str = "ann") -> list[str]:
    return [one.content for one in store.list_memories(scope, tiers=("semantic",))]


# The schema as written down ------------------------------------------------------------------


def catalog(connection: psycopg.Connection[Any], schema: str) -> Catalog:
    """Return everything the schema is made of."""
    found: Catalog = {}
    for kind, query in CATALOG.items():
        rows = connection.execute(query.encode(), {"schema": schema}).fetchall()
        found[kind] = {tuple(str(value) for value in row) for row in rows}
    return found


def written_down(connection: psycopg.Connection[Any], schema: str, text: str) -> Catalog:
    """Return the catalog of a fresh schema made from a text of statements."""
    name = sql.Identifier(schema)
    connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(name))
    connection.execute(sql.SQL("CREATE SCHEMA {}").format(name))
    connection.execute(sql.SQL(text).format(schema=name))
    return catalog(connection, schema)


def schema_text() -> str:
    return (ROOT / "stores" / "sql" / "schema.sql").read_text("utf-8")


def test_the_written_schema_is_what_the_migrations_make(dsn: str) -> None:
    with psycopg.connect(dsn) as connection:
        migrated = catalog(connection, "memory_graph")
        written = written_down(connection, "memory_graph", schema_text())
    assert all(migrated.values())
    for kind in CATALOG:
        assert migrated[kind] - written[kind] == set(), f"{kind} missing in schema.sql"
        assert written[kind] - migrated[kind] == set(), f"{kind} only in schema.sql"


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("tables", ("fillfactor = 85", "fillfactor = 86")),
        ("columns", ("importance real NOT NULL DEFAULT 0.5", "importance real DEFAULT 0.5")),
        ("constraints", ("'depends_on', 'part_of'", "'depends_on'")),
        ("indexes", ("AND isempty(closed)", "AND NOT isempty(closed)")),
        ("functions", ("NEW.updated_at := clock_timestamp()", "NEW.updated_at := now()")),
        ("triggers", ("BEFORE UPDATE ON", "BEFORE INSERT ON")),
        ("sequences", ("MINVALUE 1;", "MINVALUE 2;")),
    ],
)
def test_a_difference_would_be_seen(dsn: str, kind: str, change: tuple[str, str]) -> None:
    text = schema_text()
    assert change[0] in text
    with psycopg.connect(dsn) as connection:
        migrated = catalog(connection, "memory_graph")
        written = written_down(connection, "memory_graph", text.replace(*change))
    assert kind in {name for name in CATALOG if migrated[name] != written[name]}


# Versions --------------------------------------------------------------------------------------


def test_older_code_refuses_a_newer_schema_on_the_first_call(dsn: str, open_store: Open) -> None:
    newest = len(read_migrations("memory_graph"))
    with psycopg.connect(dsn) as admin:
        admin.execute(
            "UPDATE memory_graph.meta SET value = %s WHERE key = 'schema_version'",
            [str(newest + 1)],
        )
    words = rf"version {newest + 1}, this package knows up to {newest}.*pip install --upgrade"
    for call in (PostgresMemoryStore.setup, lambda store: store.remember("ann", "Likes tea.")):
        with pytest.raises(SchemaError, match=words):
            call(open_store(dsn))


def test_g17_setup_twice_and_by_two_stores_changes_nothing(
    empty_dsn: str, open_store: Open
) -> None:
    first = open_store(empty_dsn)
    first.setup()
    first.remember("ann", "Likes tea.")
    first.setup()
    second = open_store(empty_dsn)
    second.setup()
    assert contents(second) == contents(first) == ["Likes tea."]


SCRIPT = """
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore

store = PostgresMemoryStore(settings=Settings(dsn=sys.argv[1], pool_size=1), embeddings="none")
print("ready", flush=True)
sys.stdin.readline()
store.setup()
store.remember("ann", f"Likes tea number {sys.argv[2]}.")
store.close()
print("done")
"""


def test_g17_four_processes_set_up_an_empty_database_at_once(
    empty_dsn: str, python: Callable[..., list[str]], open_store: Open
) -> None:
    processes = [
        subprocess.Popen(
            python(SCRIPT, empty_dsn, number),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for number in range(4)
    ]  # fmt: skip
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    ended = [process.communicate(timeout=60) for process in processes]
    assert ended == [("done\n", "")] * 4
    assert sorted(contents(open_store(empty_dsn))) == [f"Likes tea number {n}." for n in range(4)]


# Rights ------------------------------------------------------------------------------------------


@pytest.fixture
def weak_dsn(dsn: str) -> Iterator[str]:
    """Return the DSN of a role that may log in and nothing else."""
    role = f"weak_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(dsn, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD 'x'").format(sql.Identifier(role)))
        yield make_conninfo(dsn, user=role, password="x")
        admin.execute(sql.SQL("DROP OWNED BY {}").format(sql.Identifier(role)))
        admin.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(role)))


def documented_grants() -> list[str]:
    """Return the GRANT statements of the operations page."""
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    return [
        line.rstrip(";") for line in page.splitlines() if line.startswith(("GRANT ", "ALTER DE"))
    ]


def test_the_documented_grants_are_all_a_role_needs(
    dsn: str, weak_dsn: str, open_store: Open
) -> None:
    role = sql.Identifier(str(conninfo_to_dict(weak_dsn)["user"])).as_string(None)
    grants = documented_grants()
    assert grants
    with psycopg.connect(dsn, autocommit=True) as admin:
        for grant in grants:
            admin.execute(grant.replace("app_role", role).encode())
        with pytest.raises(psycopg.errors.InsufficientPrivilege), psycopg.connect(weak_dsn) as weak:
            weak.execute("CREATE TABLE memory_graph.mine ()")
    store = open_store(weak_dsn)
    first = store.remember("ann", ["Likes tea.", "Owns a dog."])
    store.retire("ann", first.memory_ids[0])
    store.revise("ann", first.memory_ids[1], "Owns two dogs.")
    store.link("ann", first.memory_ids[0], "causes", first.memory_ids[1])
    store.put(("ann", "notes"), "k", {"text": "hello"})
    assert [one.value for one in store.search(("ann",))]
    assert store.recall("ann", "dogs").memories
    assert store.audit("ann")
    assert list(store.export("ann"))
    store.delete(("ann", "notes"), "k")
    store.erase("ann", everything=True, confirm="ann")
    assert contents(store) == []


def test_a_missing_grant_is_named(dsn: str, weak_dsn: str, open_store: Open) -> None:
    role = sql.Identifier(str(conninfo_to_dict(weak_dsn)["user"])).as_string(None)
    with psycopg.connect(dsn, autocommit=True) as admin:
        admin.execute(f"GRANT USAGE ON SCHEMA memory_graph TO {role}".encode())
        admin.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA memory_graph TO {role}".encode())
    store = open_store(weak_dsn)
    assert contents(store) == []
    with pytest.raises(StoreError, match=r"permission denied.*grant the role its rights"):
        store.remember("ann", "Likes tea.")


# Names and passwords -----------------------------------------------------------------------------


def test_two_schemas_of_one_database_know_nothing_of_each_other(
    empty_dsn: str, open_store: Open
) -> None:
    stores = {name: open_store(empty_dsn, schema=name) for name in ("project_one", "项目二")}
    for name, store in stores.items():
        store.remember("ann", f"Memory of {name}.")
        store.put(("ann", "notes"), "k", {"text": name})
    for name, store in stores.items():
        assert contents(store) == [f"Memory of {name}."]
        found = store.get(("ann", "notes"), "k")
        assert found is not None
        assert found.value == {"text": name}
    stores["project_one"].erase("ann", everything=True, confirm="ann")
    assert contents(stores["项目二"]) == ["Memory of 项目二."]
    with psycopg.connect(empty_dsn) as admin, pytest.raises(psycopg.errors.UndefinedTable):
        admin.execute("SELECT FROM memory_graph.memories")


@pytest.mark.parametrize("name", ["Big", "1a", 'a"b', "a;drop", "pg_mine", ""])
def test_a_bad_schema_name_is_refused_by_the_store(dsn: str, open_store: Open, name: str) -> None:
    with pytest.raises(ConfigurationError, match="schema name"):
        open_store(dsn, schema=name).setup()


@pytest.fixture(scope="module")
def guarded(embedded_folder: Path) -> Iterator[str]:
    """Return the DSN of a server that asks everyone but its owner for a password."""
    from memory_graph.stores.embedded import embedded_server

    server = embedded_server(embedded_folder.parent / "passwords", {"fsync": "off"})
    dsn = server.start()
    rules = embedded_folder.parent / "passwords" / "pgdata" / "pg_hba.conf"
    rules.write_text("local all postgres trust\nlocal all all scram-sha-256\n")
    with psycopg.connect(dsn, autocommit=True) as admin:
        admin.execute("SELECT pg_reload_conf()")
        admin.execute("CREATE EXTENSION IF NOT EXISTS vector")
    yield dsn
    server.stop()


@pytest.mark.parametrize("form", ["url", "pairs"])
@pytest.mark.parametrize(
    "password", ["100%", "p%40ss/w:rd?#&=", "a b'c\\d\"", "密码%s%(x)s{schema}"]
)
def test_g17_odd_passwords_work_through_the_whole_store(
    guarded: str, open_store: Open, password: str, form: str
) -> None:
    role = f"r_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(guarded, autocommit=True) as admin:
        command = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}")
        admin.execute(command.format(sql.Identifier(role), sql.Literal(password)))
        admin.execute(
            sql.SQL("GRANT CREATE ON DATABASE postgres TO {}").format(sql.Identifier(role))
        )
    host = str(conninfo_to_dict(guarded)["host"])
    given = (
        f"postgresql://{role}:{quote(password, safe='')}@/postgres?host={quote(host, '')}"
        if form == "url"
        else make_conninfo("", host=host, user=role, password=password, dbname="postgres")
    )
    store = open_store(given, schema=role)
    store.remember("ann", "Likes tea.")
    store.put(("ann", "notes"), "50%", {"text": "100 % {x}"})
    assert contents(store) == ["Likes tea."]
    assert [one.value for one in store.search(("ann", "notes"), query="100 %")] == [
        {"text": "100 % {x}"}
    ]
