"""DSNs: what is refused, and how one is shown without its password."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from psycopg.conninfo import make_conninfo

from memory_graph.errors import ConfigurationError
from memory_graph.stores.database import Database, describe_dsn
from memory_graph.stores.dsn import parse_dsn

MALFORMED = [
    "",
    "postgresql",
    "postgresql://u:s3cr%zz@h/d",
    "postgresql://u:s3cr@t@h/d",
    "postgresql://u:s3cr/t@h/d",
    "postgresql://u:s3cr@t/x@h/d",
    "host=u:s3cr@h dbname=d",
    "postgresql://u:p@h:99999999/d",
    "host=h password=s3cr t",
    "host=h password='s3cr",
    "host=h s3cret=1",
    "mysql://u:s3cr@h/d",
]


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_dsn_is_refused_without_showing_the_password(text: str) -> None:
    with pytest.raises(ConfigurationError, match="DSN") as caught:
        Database(text)
    error: BaseException | None = caught.value
    while error is not None:
        assert "s3cr" not in str(error)
        error = error.__cause__ or error.__context__


DESCRIBED = [
    ("postgresql://ann:s3cret@db:5433/mem?sslmode=require", "postgresql://ann@db:5433/mem"),
    ("host=db password='s3 cret' user=ann dbname=mem", "postgresql://ann@db/mem"),
    ("postgresql://postgres@/postgres?host=%2Ftmp%2Fx", "postgresql://postgres@/postgres?host=/tmp/x"),
    ("postgresql://a%40b:s3cret@h1:1,h2:2/d", "postgresql://a%40b@h1:1,h2:2/d"),
    ("postgresql://u:s3cret@h/mem%40home", "postgresql://u@h/mem%40home"),
    ("host=h user=u dbname='mem@home' password=s3cr@t", "postgresql://u@h/mem%40home"),
    ("postgresql://u:s3cret@h/d?application_name=a@b", "postgresql://u@h/d"),
    ("host=h1,h2 port=7", "postgresql://h1:7,h2:7/"),
    ("postgresql://", "postgresql:///"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown"), DESCRIBED)
def test_a_dsn_is_described_without_its_password(text: str, shown: str) -> None:
    assert describe_dsn(text) == shown


PASSWORDS = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\x00"))


@given(PASSWORDS.filter(bool))
def test_any_encoded_password_is_read_and_never_described(password: str) -> None:
    mark = f"§{password}§"
    for text in (
        f"postgresql://u:{quote(mark, safe='')}@h/d",
        make_conninfo("", host="h", user="u", password=mark, dbname="d"),
    ):
        assert parse_dsn(text)["password"] == mark
        assert describe_dsn(text) == "postgresql://u@h/d"


@pytest.mark.parametrize("options", [{"pool_size": 0}, {"connect_timeout_seconds": 0}])
def test_impossible_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError, match=next(iter(options))):
        Database("postgresql://", **options)
