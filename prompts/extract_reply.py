"""The shape of an extraction's answer: simple for a model, forgiving where nothing is at stake."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from memory_graph.types import Cardinality, Sensitivity

ItemKind = Literal["fact", "preference", "relation", "event", "rule"]


def _clamp(value: object) -> object:
    """A share between 0 and 1 for a number outside of it."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return min(1.0, max(0.0, float(value)))
    return value


Share = Annotated[float, BeforeValidator(_clamp), Field(ge=0.0, le=1.0)]
Short = Annotated[str, StringConstraints(max_length=200)]


class TolerantReply(BaseModel):
    """Ignores what it does not know and reads null as “not given”."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, data: Any) -> Any:
        """The data without its nulls."""
        if isinstance(data, dict):
            return {key: value for key, value in data.items() if value is not None}
        return data


class ExtractedRelation(TolerantReply):
    """How two named things are connected."""

    source: Short
    name: Short
    target: Short


class ExtractedItem(TolerantReply):
    """One thing worth remembering, with the words that prove it."""

    message_id: Short = Field(description="id of the turn")
    span: str = Field(max_length=2000, description="copied literally from that turn")
    kind: ItemKind
    content: str = Field(min_length=1, max_length=1000)
    subject: Short = "user"
    attribute: Short | None = None
    value: Short | None = None
    cardinality: Cardinality = "many"
    negated: bool = False
    event_from: Short | None = None
    event_to: Short | None = None
    event_words: Short | None = None
    entities: list[Short] = Field(default_factory=list, max_length=32)
    relations: list[ExtractedRelation] = Field(default_factory=list, max_length=16)
    importance: Share = 0.5
    confidence: Share = 0.8
    sensitivity: Sensitivity = "none"
    retires: bool = False
    replaces: Short | None = None
    depends_on: list[Short] = Field(default_factory=list, max_length=16)


class ExtractReply(TolerantReply):
    """All that was noted; an empty list is an answer, a missing one is not."""

    items: list[ExtractedItem] = Field(max_length=64)
