"""The doctor tells before the first use what a role will be refused."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from memory_graph.cli.diagnosis import _look
from memory_graph.cli.findings import Diagnosis
from memory_graph.settings import Settings

pytestmark = pytest.mark.own_database
USE = "GRANT USAGE ON SCHEMA memory_graph TO {0}; "
READ = USE + "GRANT SELECT ON ALL TABLES IN SCHEMA memory_graph TO {0}; "
WRITE = READ + "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA memory_graph TO {0}; "
HIDE = "CREATE SCHEMA ext; ALTER EXTENSION vector SET SCHEMA ext; "
CASES = [
    ("memory_graph", "", "may not use schema 'memory_graph'", ""),
    ("memory_graph", USE, "may not read every table", ""),
    ("memory_graph", READ, "", "only reads: it lacks DELETE, INSERT, UPDATE"),
    ("memory_graph", WRITE, "", ""),
    ("memory_graph", WRITE + HIDE, "vector lies in schema 'ext'", ""),
    ("fresh", "", "may not create or change schema 'fresh'", "is not there yet"),
    ("fresh", "GRANT CREATE ON DATABASE {1} TO {0}", "", "is not there yet"),
]


@pytest.fixture
def role(dsn: str) -> Iterator[str]:
    """Make a role without rights."""
    name = f"mg_role_{uuid4().hex[:8]}"
    with psycopg.connect(dsn, autocommit=True) as owner:
        owner.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(name)))
        yield name
        owner.execute(sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(name)))


@pytest.mark.parametrize(("schema", "grants", "problem", "note"), CASES)
def test_what_a_role_will_be_refused_is_told(
    dsn: str, role: str, schema: str, grants: str, problem: str, note: str
) -> None:
    with psycopg.connect(dsn, autocommit=True) as owner:
        owner.execute(grants.format(role, owner.info.dbname).encode() or b"SELECT 1")
    found = Diagnosis(facts={"server": {}, "embedder": {}})
    given = make_conninfo(dsn, user=role)
    asyncio.run(_look(given, Settings(dsn=given, schema=schema), None, found))
    for words, told in ((problem, found.problems), (note, found.notes)):
        assert len(told) == bool(words), told
        assert all(words in one for one in told)
