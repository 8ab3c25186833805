"""One message of a file, as it is written there, to a record. Pure.

Three forms are read: ``{role, content, timestamp, name?, id?, session_id?}``, LangChain's
``dumpd(message)`` (``{"lc": 1, "kwargs": {…}}``) and ``message_to_dict`` (``{"type", "data"}``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, Literal

from memory_graph.ingest.times import BadTime, read_time
from memory_graph.text.clean import clean_text, tidy_name
from memory_graph.types import Role

MAX_CHARACTERS = 1_000_000
_MAX_LABEL = 200
_ROLES: dict[str, Role] = {
    "user": "user", "human": "user", "assistant": "assistant", "ai": "assistant",
    "tool": "tool", "function": "tool",
}  # fmt: skip
_SILENT = {"system", "developer", "remove"}
_TIME_KEYS = ("timestamp", "said_at", "created_at", "created")


class BadRecord(Exception):  # noqa: N818 - a finding about a line, reported with its number
    """Why a message can't be read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How times are read that don't say all."""

    zone: tzinfo | None = None
    """Zone of times without one; None refuses them."""
    default_time: datetime | None = None
    """Time of messages that carry none; None refuses them."""


@dataclass(frozen=True, slots=True)
class Record:
    """One message that can be stored."""

    role: Role
    content: str
    """Cleaned, not yet redacted."""
    said_at: datetime
    name: str | None = None
    message_id: str | None = None
    session_id: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A message that is no part of what was said."""

    reason: Literal["system", "no_text"]


def read_record(value: object, reading: Reading) -> Record | Skipped:
    """The record of one message; raises BadRecord that says what is wrong with it."""
    fields = _fields(value)
    role = _role(fields)
    if role is None:
        return Skipped("system")
    content = _content(fields)
    said_at = _said_at(fields, reading)
    label = {name: _label(fields, name) for name in ("name", "id", "session_id")}
    if not content:
        return Skipped("no_text")
    return Record(role, content, said_at, label["name"], label["id"], label["session_id"])


def _fields(value: object) -> dict[str, Any]:
    """The fields of a message in one flat mapping, whichever form it has."""
    if not isinstance(value, Mapping):
        raise BadRecord(
            f"expected an object with role, content and timestamp, found {_kind(value)}"
        )
    if value.get("lc") is not None:
        return _flat(value, value.get("kwargs"), "kwargs", _class_name(value))
    if "data" in value and "role" not in value:
        return _flat(value, value["data"], "data", value.get("type"))
    return _flat(value, value, "", value.get("type"))


def _flat(outer: Mapping[str, Any], inner: object, where: str, kind: object) -> dict[str, Any]:
    if not isinstance(inner, Mapping):
        raise BadRecord(f"{where!r} must be an object, found {_kind(inner)}")
    fields = dict(inner)
    fields.setdefault("type", kind)
    for key in _TIME_KEYS:
        if key in outer:
            fields.setdefault(key, outer[key])
    return fields


def _class_name(value: Mapping[str, Any]) -> str:
    """``human`` for the class path of a HumanMessage."""
    path = value.get("id")
    name = str(path[-1]) if isinstance(path, list) and path else ""
    return name.removesuffix("Chunk").removesuffix("Message").casefold()


def _role(fields: Mapping[str, Any]) -> Role | None:
    """Who speaks; None for messages that are no part of the conversation."""
    given = fields.get("role") or fields.get("type")
    if not isinstance(given, str):
        raise BadRecord("no role: expected user, assistant, tool or system")
    name = given.strip().casefold()
    name = name.removesuffix("messagechunk")
    if name in _SILENT:
        return None
    if name not in _ROLES:
        raise BadRecord(f"unknown role {given[:40]!r}: expected user, assistant, tool or system")
    return _ROLES[name]


def _content(fields: Mapping[str, Any]) -> str:
    """The text of a message, cleaned; blocks that are no text count as nothing."""
    if "content" not in fields:
        raise BadRecord("no content")
    given = fields["content"]
    parts = given if isinstance(given, list) else [given]
    text = clean_text("".join(_block_text(one) for one in parts))
    if len(text) > MAX_CHARACTERS:
        raise BadRecord(f"content has {len(text)} characters; at most {MAX_CHARACTERS} are taken")
    return text


def _block_text(block: object) -> str:
    if block is None:
        return ""
    if isinstance(block, str):
        return block
    if isinstance(block, Mapping):
        text = block.get("text") if block.get("type") in {"text", None} else ""
        return text if isinstance(text, str) else ""
    raise BadRecord(f"content must be text or a list of blocks, found {_kind(block)}")


def _said_at(fields: Mapping[str, Any], reading: Reading) -> datetime:
    given = next((one for one in _times(fields) if one not in {None, ""}), None)
    if given is None:
        if reading.default_time is None:
            raise BadRecord("no timestamp: add one, or name a time for all such messages (--at)")
        return reading.default_time
    try:
        return read_time(given, reading.zone)
    except BadTime as error:
        raise BadRecord(f"timestamp {str(given)[:60]!r}: {error}") from error


def _times(fields: Mapping[str, Any]) -> list[Any]:
    """All places where a time may stand, the most explicit first."""
    found = [_scalar(fields.get(key)) for key in _TIME_KEYS]
    for part in ("additional_kwargs", "response_metadata"):
        inner = fields.get(part)
        if isinstance(inner, Mapping):
            found += [_scalar(inner.get(key)) for key in _TIME_KEYS]
    return found


def _scalar(value: Any) -> Any:
    """Lists and objects can't be hashed, and are no times."""
    return value if value is None or isinstance(value, str | int | float) else _kind(value)


def _label(fields: Mapping[str, Any], name: str) -> str | None:
    given = fields.get(name)
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, str | int):
        raise BadRecord(f"{name} must be text, found {_kind(given)}")
    text = tidy_name(str(given))
    if len(text) > _MAX_LABEL:
        raise BadRecord(f"{name} has {len(text)} characters; at most {_MAX_LABEL} are taken")
    return text or None


def _kind(value: object) -> str:
    names = {bool: "true or false", str: "text", int: "a number", float: "a number", list: "a list"}
    return "null" if value is None else names.get(type(value), "an object")
