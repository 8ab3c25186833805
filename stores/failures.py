"""The one place where driver errors become ours, and where a server is judged fit."""

from __future__ import annotations

import re

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from memory_graph.errors import (
    ConflictError,
    SchemaError,
    StoreClosedError,
    StoreError,
    StoreUnavailableError,
)

MIN_SERVER = 150000
MIN_VECTOR = (0, 8)
_DOCTOR = "run `memory-graph doctor`"
_LOGIN = "check user and password in MEMORY_GRAPH_DSN"
_DATABASE = "create it with CREATE DATABASE, or correct MEMORY_GRAPH_DSN"
_POOLER = (
    "a pooler between us and the server keeps no prepared statements: "
    "set MEMORY_GRAPH_PREPARE_STATEMENTS=false"
)
_CONNECTIONS = "lower MEMORY_GRAPH_POOL_SIZE, or raise max_connections"

_REEMBED = "where vectors differ, some are of another model: `memory-graph reembed` renews them"

_ASKED = re.compile(r"(?i)\s*(?:is the server running|服务器是否)[^?？]*[?？]")
"""libpq's own question, after an address that refuses: the advice asks it once for all of them."""

_BY_STATE: dict[str, tuple[type[StoreError], str]] = {
    "28": (StoreUnavailableError, _LOGIN),
    "3D": (StoreUnavailableError, _DATABASE),
    "26000": (StoreError, _POOLER),
    "42P05": (StoreError, _POOLER),
    "42501": (StoreError, "ask the owner of the schema to grant the role its rights"),
    "42704": (SchemaError, f"is the schema of extension vector on the search_path? {_DOCTOR}"),
    "3F": (SchemaError, f"the tables are not those of this version: {_DOCTOR}"),
    "42": (SchemaError, f"the tables are not those of this version: {_DOCTOR}"),
    "40": (ConflictError, "others kept changing the same rows: try again"),
    "23505": (ConflictError, "another process stored the same at this moment: try again"),
    "25006": (StoreUnavailableError, "the server is read-only: use the primary's DSN"),
    "53100": (StoreUnavailableError, "the server's disk is full: free space on it"),
    "53300": (StoreUnavailableError, _CONNECTIONS),
    "53": (StoreUnavailableError, "the server is short of resources: try again later"),
    "57014": (StoreUnavailableError, "the statement took longer than allowed: try again"),
    "57P": (StoreUnavailableError, "the server is starting or stopping: try again"),
    "55P03": (StoreUnavailableError, "a lock was not free in time: try again"),
    "58": (StoreUnavailableError, "the server has trouble with its files: see its log"),
    "22000": (StoreError, _REEMBED),  # the code of pgvector's complaints
    "22": (StoreError, "a value does not fit its column"),
    "54": (StoreError, "it is larger than the server can take: split it, or store a reference"),
}
_BY_WORDS: tuple[tuple[str, str], ...] = (
    (r"password authentication failed|Password 认证失败|no password supplied", _LOGIN),
    (r"no pg_hba\.conf entry|role .* does not exist|角色.*不存在", _LOGIN),
    (r"database .* does not exist|数据库.*不存在", _DATABASE),
    (r"too many (clients|connections)|remaining connection slots|连接数过多", _CONNECTIONS),
    (r"could not translate host|resolve host|Name or service", "check the host's name"),
    (r"timeout|timed out", "check host, port and firewall, or raise the connect timeout"),
    (r"refused|No such file|not reach|unreachable", "is a server running there?"),
    (r"starting up|shutting down|recovery mode", "the server is starting or stopping: try again"),
    (r"SSL|certificate", "check sslmode and the certificates"),
)


def wrap_error(error: Exception, where: str = "the database") -> StoreError:
    """Our error for one of the driver's: what it says, and what to do next."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, PoolClosed):
        return StoreClosedError("the store is closed: open a new one")
    if isinstance(error, PoolTimeout | TooManyRequests):
        return StoreUnavailableError(
            f"all connections to {where} were busy ({error}): raise MEMORY_GRAPH_POOL_SIZE, "
            "or make fewer calls at a time"
        )
    state = getattr(error, "sqlstate", None) or ""
    for length in (5, 3, 2):
        if known := _BY_STATE.get(state[:length]):
            kind, advice = known
            return kind(f"{where}: {_words(error)}; {advice}")
    if isinstance(error, psycopg.OperationalError | TimeoutError | OSError):
        return StoreUnavailableError(f"{where}: {_words(error)}; {_advice(_words(error))}")
    return StoreError(f"{where}: {_words(error)}")


def is_connection_lost(error: BaseException) -> bool:
    """Whether the connection broke, rather than the statement."""
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and (
        error.sqlstate is None or error.sqlstate.startswith(("08", "57P0"))
    )


def is_contention(error: BaseException) -> bool:
    """Whether the server gave up this transaction for another one's sake."""
    return isinstance(error, psycopg.errors.SerializationFailure | psycopg.errors.DeadlockDetected)


def server_problem(number: int, installed: str | None, available: str | None) -> str | None:
    """What is wrong with a server of this ``server_version_num`` and these pgvector versions.

    ``installed`` is the extension's version in this database, ``available`` the one on the disk.
    """
    if number < MIN_SERVER:
        return f"PostgreSQL {number // 10000} is too old: 15 or newer is needed"
    if installed is not None and _numbers(installed) >= MIN_VECTOR:
        return None
    if available is None:
        return (
            "the server has no pgvector: install it there (for Debian and Ubuntu the package "
            f"postgresql-{number // 10000}-pgvector, else github.com/pgvector/pgvector), "
            "or use the image pgvector/pgvector"
        )
    if _numbers(available) < MIN_VECTOR:
        return f"pgvector {available} is too old: install 0.8 or newer on the server"
    if installed is not None:
        return (
            f"pgvector {installed} is too old, {available} is on the server: "
            "run ALTER EXTENSION vector UPDATE as its owner"
        )
    return None


def _numbers(version: str) -> tuple[int, ...]:
    """A version to compare: ``0.8.1-dev`` is (0, 8, 1)."""
    return tuple(int(digits) for digits in re.findall(r"\d+", version)[:3])


def _words(error: BaseException) -> str:
    """What the driver says, in one line."""
    primary = getattr(getattr(error, "diag", None), "message_primary", None)
    said = " ".join((primary or str(error) or type(error).__name__).split())
    return _ASKED.sub("", said)


def _advice(words: str) -> str:
    """The next step after a failed connection; libpq gives no code for it, only words."""
    for pattern, advice in _BY_WORDS:
        if re.search(pattern, words, re.IGNORECASE):
            return advice
    return f"check MEMORY_GRAPH_DSN, or {_DOCTOR}"
