"""Reading a DSN without ever showing its password."""

from __future__ import annotations

import math
from typing import Any
from urllib.parse import quote

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from memory_graph.errors import ConfigurationError

_UNANSWERED = {
    "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}  # fmt: skip
"""When a TCP connection counts as lost. The system's own answer is a quarter of an hour where a
firewall or a load balancer has forgotten an idle one without a word, or a machine is gone."""
_ENCODE = "in a URL write @ : / % # and the like as %40 %3A %2F %25 %23"


def parse_dsn(dsn: str) -> dict[str, str]:
    """The parts of a DSN, URL or ``key=value`` form.

    Raises ConfigurationError for one that can't be right. The driver's own words are left out, as
    they quote the piece that was not understood, which may be a part of the password.
    """
    if not dsn.strip():
        raise ConfigurationError("the DSN is empty: set MEMORY_GRAPH_DSN, or unset it")
    try:
        parts = {key: str(value) for key, value in conninfo_to_dict(dsn).items()}
    except (ProgrammingError, UnicodeError):
        parts = None
    if parts is None:
        raise ConfigurationError(
            "the DSN is malformed: write postgresql://user:password@host:5432/database "
            f"({_ENCODE}) or host=… user=… password='…' dbname=…"
        )
    if problem := _problem(parts, dsn):
        raise ConfigurationError(f"the DSN is malformed: {problem}; {_ENCODE}")
    return parts


def _problem(parts: dict[str, str], dsn: str) -> str | None:
    """What shows that a password with special characters was cut in the wrong place."""
    is_cut = dsn.startswith("postgres") and dsn.partition("?")[0].count("@") > 1
    ports = parts.get("port", "").split(",")
    if any(port and not (port.isascii() and port.isdigit()) for port in ports):
        return "its port is not a number"
    if any(int(port) > 65535 for port in ports if port):
        return "its port is over 65535"
    for name, is_wrong in (("host", True), ("dbname", is_cut)):
        if is_wrong and "@" in parts.get(name, ""):
            return f"its {name} holds an '@'"
    return None


def describe_dsn(dsn: str) -> str:
    """The DSN as a URL for messages: who, where, which database; no password, no options."""
    parts = parse_dsn(dsn)
    user = quote(parts["user"], safe="") + "@" if "user" in parts else ""
    host, ports = parts.get("host", ""), parts.get("port", "").split(",")
    database = quote(parts.get("dbname", ""), safe="")
    if "/" in host:
        return f"postgresql://{user}/{database}?host={host}"
    hosts = host.split(",")
    pairs = zip(hosts, ports if len(ports) == len(hosts) else ports[:1] * len(hosts), strict=True)
    places = ",".join(f"{name}:{port}" if port else name for name, port in pairs)
    return f"postgresql://{user}{places}/{database}"


def connect_options(
    parts: dict[str, str], prepare_statements: bool, seconds: float
) -> dict[str, Any]:
    """What is added to a DSN with these parts, where it says nothing itself.

    Memories are of any script, whatever encoding a role, a database or the environment prefers.
    """
    unanswered = {name: value for name, value in _UNANSWERED.items() if name not in parts}
    options: dict[str, Any] = {"client_encoding": "UTF8", **unanswered}
    if "connect_timeout" not in parts:
        options["connect_timeout"] = max(2, math.ceil(seconds))  # the driver takes no less than 2
    if not prepare_statements:
        options["prepare_threshold"] = None
    if "application_name" not in parts:
        options["application_name"] = "memory_graph"
    return options
