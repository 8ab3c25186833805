"""What a caller says about a run: whose memory, in which zone and language, under whose eyes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from difflib import get_close_matches
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memory_graph.errors import InputError
from memory_graph.fields import Clock
from memory_graph.scope import Scope

_NEARLY = 0.85
"""How alike two names are, from 0 to 1, of which one may be meant for the other."""
TOKEN_BUDGET = 2000
"""What a prompt gives to memories, unless told otherwise."""
Oversight = Literal["in_the_loop", "on_the_loop", "out_of_the_loop"]


def _shown_in(*nodes: str) -> dict[str, Any]:
    """Studio's metadata: at which nodes a field is shown."""
    return {"langgraph_nodes": list(nodes)}


class MemoryContext(BaseModel):
    """Context of one run; pass it as ``context=`` to invoke, or fill it in Studio."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    user_id: Annotated[
        str,
        Field(
            description="Whose memory is read and written.",
            json_schema_extra=_shown_in("retrieve", "consolidate"),
        ),
    ] = ""
    tenant: Annotated[
        str | None,
        Field(
            description="Organisation the user belongs to; memories never cross it.",
            json_schema_extra=_shown_in("retrieve", "consolidate"),
        ),
    ] = None
    agent_id: Annotated[
        str | None,
        Field(
            description="Set it when this agent keeps memories of its own.",
            json_schema_extra=_shown_in("retrieve", "consolidate"),
        ),
    ] = None
    timezone: Annotated[
        str,
        Field(
            description="IANA zone of the user, for “tomorrow” and for dates in answers.",
            json_schema_extra=_shown_in("observe", "extract", "generate"),
        ),
    ] = "UTC"
    locale: Annotated[
        Literal["auto", "zh", "en"],
        Field(
            description="Language of answers and reviews; auto follows the user.",
            json_schema_extra=_shown_in("generate", "confirm"),
        ),
    ] = "auto"
    oversight: Annotated[
        Oversight,
        Field(
            description="Who holds the decision on what is stored.",
            json_schema_extra=_shown_in("confirm"),
        ),
    ] = "in_the_loop"
    token_budget: Annotated[
        int,
        Field(
            ge=100,
            le=100_000,
            description="Most tokens of recalled memory in one prompt.",
            json_schema_extra=_shown_in("retrieve"),
        ),
    ] = TOKEN_BUDGET
    recall_limit: Annotated[
        int,
        Field(
            ge=1,
            le=1000,
            description="Most memories in one recall.",
            json_schema_extra=_shown_in("retrieve"),
        ),
    ] = 20
    as_of: Annotated[
        Clock | None,
        Field(
            description="Answer as it would have been at this time.",
            json_schema_extra=_shown_in("retrieve"),
        ),
    ] = None
    now: Annotated[
        Clock | None,
        Field(
            description="The user's clock, when it is not the machine's (replays, demos, tests).",
            json_schema_extra=_shown_in("observe"),
        ),
    ] = None
    instructions: Annotated[
        str,
        Field(
            max_length=20_000,
            description="System prompt of the assistant.",
            json_schema_extra={**_shown_in("generate"), "langgraph_type": "prompt"},
        ),
    ] = ""

    @property
    def scope(self) -> Scope:
        """Whose memory this run works on; raises InputError when no user is given."""
        if not self.user_id.strip():
            raise InputError(
                "no user_id: pass context={'user_id': …} to invoke (or fill it in Studio); "
                "an empty user never means everyone"
            )
        return Scope(user=self.user_id, tenant=self.tenant, agent=self.agent_id)

    @property
    def zone(self) -> ZoneInfo:
        """The user's time zone; raises InputError for a name nobody knows."""
        try:
            return ZoneInfo(self.timezone)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise InputError(
                f"timezone {self.timezone!r} is unknown: use an IANA name such as 'Asia/Shanghai'"
            ) from error

    def local_now(self, clock: datetime) -> datetime:
        """The user's wall clock: ``now`` when given, else ``clock``, in the user's zone."""
        return (self.now or clock).astimezone(self.zone)


def coerce_context(context: object, configurable: dict[str, Any] | None = None) -> MemoryContext:
    """The context of a run, from an instance, a host's own, or (as servers do) ``configurable``.

    A host's context, an object or a mapping, may have fields of its own. Raises InputError that
    names the wrong field, which in a mapping may be one that is nearly spelt like ours.
    """
    if isinstance(context, MemoryContext):
        return context
    given = context
    if context is None:
        given = _ours(configurable or {})
    elif isinstance(context, Mapping):
        _check_spelling(context)
        given = _ours(context)
    try:
        return MemoryContext.model_validate(given, from_attributes=True)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(f"context field {where!r}: {first['msg']}") from error


def _ours(given: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key in MemoryContext.model_fields}


def _check_spelling(given: Mapping[str, Any]) -> None:
    for key in given.keys() - MemoryContext.model_fields.keys():
        near = get_close_matches(key, MemoryContext.model_fields, 1, _NEARLY)
        if near and near[0] not in given:
            raise InputError(f"context field {key!r} is unknown: did you mean {near[0]!r}?")
