"""Options that several commands share."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

if TYPE_CHECKING:
    from memory_graph.scope import Scope

User = Annotated[
    str, typer.Option("--user", "-u", help="Whose memory: any id, such as ann or a.b@x.io.")
]
Tenant = Annotated[
    str | None, typer.Option(help="Organisation of the user; memories never cross it.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document to stdout.")]


class TierName(StrEnum):
    """The tiers that can be asked for."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"
    ARCHIVE = "archive"


Tiers = Annotated[
    list[TierName] | None, typer.Option("--tier", help="Only this tier; may be given again.")
]


def scope_of(user: str, tenant: str | None) -> Scope:
    """The scope of a command; raises InputError for an empty or unusable id."""
    from memory_graph.scope import Scope

    scope = Scope(user=user, tenant=tenant)
    scope.label  # noqa: B018 - refuses what can't be a scope, before anything is opened
    return scope


def check_thread(thread: str | None) -> None:
    """Raises InputError for a thread id the checkpointer could not keep."""
    if thread is None:
        return
    from memory_graph.errors import InputError

    if not thread.strip() or not thread.isprintable() or len(thread) > 512:
        raise InputError(f"thread {thread[:40]!r}: give 1 to 512 printable characters")


def tier_names(tiers: list[TierName] | None) -> tuple[str, ...]:
    """The tiers as the store names them; empty means all."""
    return tuple(one.value for one in tiers or ())


def aware_time(
    text: str | None, option: str, zone: ZoneInfo | None = None, *,
    advice: str = "",
) -> datetime | None:  # fmt: skip
    """The time an option gives; raises InputError for one that is not clear."""
    if text is None:
        return None
    from memory_graph.errors import InputError
    from memory_graph.ingest.times import BadTime, read_time

    try:
        return read_time(text, zone, advice=advice)
    except BadTime as error:
        raise InputError(f"{option} {text!r}: {error}") from error


def zone_of(name: str | None) -> ZoneInfo | None:
    """The zone an option names; raises InputError for a name nobody knows."""
    if name is None:
        return None
    from memory_graph.context import MemoryContext

    return MemoryContext(timezone=name).zone
