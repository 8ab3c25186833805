"""Fills databases for the measurements: what the product writes, many times over, and shuffled.

Sessions go through the store's own commits into a schema of their own. From there they are copied,
as often as wanted, into the schema that is measured, under new scopes and ids but otherwise as they
are, in random order: in the heap the rows of a scope lie apart, the worst that real use can do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from benchmarks.corpus import Corpus, Session, StoredVectors
from memory_graph.effects import run
from memory_graph.settings import Settings
from memory_graph.stores.branch import Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.plan import plan_operations
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Language

TEMPLATE, MEASURED = "template", "memory_graph"
LANGUAGES: tuple[Language, ...] = ("en", "zh")
RETIRED = 0.15
"""The part of the facts that is closed; about a twentieth of all rows."""
_TABLES = (
    "scopes", "trees", "writes", "branch_log", "memories", "closings", "evidence", "entities",
    "mentions",
)  # fmt: skip
_IDS = {"id", "memory_id", "entity_id", "superseded_by"}
_COLUMNS = """
SELECT column_name FROM information_schema.columns
 WHERE table_schema = %s AND table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position"""
_COPY = sql.SQL("""
INSERT INTO {target}.{table} ({names}) SELECT {values}
  FROM {source}.{table} t CROSS JOIN unnest(%s::text[]) AS copy(suffix)
 WHERE t.scope = ANY(%s) ORDER BY hashtext(t.ctid::text || copy.suffix)""")
_NUMBERS = sql.SQL(
    "SELECT setval('{target}.tree_numbers', nextval('{source}.tree_numbers'))"
).format(target=sql.Identifier(MEASURED), source=sql.Identifier(TEMPLATE))
"""New threads get numbers that no copied one has."""
_SAME = sql.SQL("""
SELECT (SELECT md5(string_agg(md5({row}), '' ORDER BY t.dedupe_key, t.interval_number))
          FROM {source}.memories t WHERE t.scope = %s)
     = (SELECT md5(string_agg(md5({row}), '' ORDER BY t.dedupe_key, t.interval_number))
          FROM {target}.memories t WHERE t.scope = %s)""")


def open_store(
    dsn: str, vectors: StoredVectors, schema: str = MEASURED, timeout_ms: int = 0
) -> PostgresMemoryStore:
    """A store whose embedder costs nothing."""
    settings = Settings(dsn=dsn, schema=schema, pool_size=2, recall_timeout_ms=timeout_ms)
    return PostgresMemoryStore(settings=settings, embeddings=vectors)


@dataclass
class Loader:
    """Writes scopes into the template, and copies them from there."""

    dsn: str
    corpus: Corpus = field(default_factory=Corpus)
    vectors: StoredVectors = field(default_factory=StoredVectors)

    def write(self, scopes: Sequence[str], rows: int) -> None:
        """Writes scopes of some rows each, in turn English and Chinese; a single one is both."""
        quick = make_conninfo(self.dsn, options="-c synchronous_commit=off")
        with open_store(quick, self.vectors, TEMPLATE) as store:
            for number, scope in enumerate(scopes):
                own = LANGUAGES if len(scopes) == 1 else LANGUAGES[number % 2 :][:1]
                self._write_scope(store, scope, self.corpus.sessions(scope, rows, *own))

    def _write_scope(
        self, store: PostgresMemoryStore, scope: str, sessions: Iterable[Session]
    ) -> None:
        ids: list[str] = []
        for session in sessions:
            operations = tuple(plan_operations(session.candidates, []))
            todo = Commit(
                scope, Branch(session.thread, "0"), operations=operations, turns=session.turns
            )
            facts = [row.embed_text for row in todo.rows.values()]
            said = [row.embed_text for row in todo.turn_rows]
            self.vectors.learn(facts, session.fact_vectors)
            self.vectors.learn(said, session.turn_vectors)
            self.vectors.learn([one.content for one in session.turns], session.turn_vectors)
            ids += run(store.commit_program(todo)).memory_ids
        store.retire(scope, ids[:: round(1 / RETIRED)], reason="outdated")

    def spread(self, scopes: Sequence[str], suffixes: Sequence[str] = ("",)) -> list[str]:
        """Copies scopes of the template, once for each suffix of their names; gives the names."""
        with open_store(self.dsn, self.vectors) as store:
            store.setup()
        with psycopg.connect(self.dsn) as connection:
            connection.execute("SET work_mem = '512MB'")
            connection.execute("SET synchronous_commit = off")
            for table in _TABLES:
                connection.execute(_copy(connection, table), [list(suffixes), list(scopes)])
            connection.execute(_NUMBERS)
            _check(connection, scopes[0], scopes[0] + suffixes[0])
        return [f"{scope}{suffix}" for suffix in suffixes for scope in scopes]

    def settle(self) -> None:
        """Does what the server would do by itself in a while, and the store's own maintenance."""
        with psycopg.connect(self.dsn, autocommit=True) as connection:
            connection.execute(f"VACUUM ANALYZE {MEASURED}.memories".encode())
            connection.execute("ANALYZE")

    def maintain(self) -> None:
        """Runs the store's maintenance, if it has any."""
        with open_store(self.dsn, self.vectors) as store:
            verb = getattr(store, "maintain", None)
            if verb is not None:
                verb()


def _copy(connection: psycopg.Connection, table: str) -> sql.Composed:
    names = [name for (name,) in connection.execute(_COLUMNS, [TEMPLATE, table])]
    return _COPY.format(
        target=sql.Identifier(MEASURED), source=sql.Identifier(TEMPLATE),
        table=sql.Identifier(table), names=sql.SQL(", ").join(map(sql.Identifier, names)),
        values=sql.SQL(", ").join(map(_value, names)),
    )  # fmt: skip


def _value(name: str) -> sql.Composable:
    column = sql.SQL("t.{}").format(sql.Identifier(name))
    if name == "scope":
        return column + sql.SQL(" || copy.suffix")
    if name in _IDS:
        return sql.SQL("md5({}::text || copy.suffix)::uuid").format(column)
    return column


def _check(connection: psycopg.Connection, source: str, target: str) -> None:
    """Raises AssertionError unless a copied scope holds what the product wrote, bit by bit."""
    names = [name for (name,) in connection.execute(_COLUMNS, [TEMPLATE, "memories"])]
    row = sql.SQL("ROW({})::text").format(
        sql.SQL(", ").join(
            sql.SQL("t.{}").format(sql.Identifier(name)) for name in names
            if name not in _IDS | {"scope"}
        )
    )  # fmt: skip
    query = _SAME.format(source=sql.Identifier(TEMPLATE), target=sql.Identifier(MEASURED), row=row)
    found = connection.execute(query, [source, target]).fetchone()
    if found != (True,):
        raise AssertionError(f"the copy {target!r} is not what the store wrote as {source!r}")
