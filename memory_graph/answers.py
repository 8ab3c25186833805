"""Reads a schema's value out of a chat model's message, keeping what is usable of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from langchain_core.messages import AIMessage
from pydantic import BaseModel, ValidationError

from memory_graph.errors import ModelError
from memory_graph.json_answers import parse_json_answer

M = TypeVar("M", bound=BaseModel)
_CUT = ("length", "max_tokens", "MAX_TOKENS")


@dataclass(frozen=True, slots=True)
class StructuredAnswer(Generic[M]):
    """What was read from the model's answer."""

    value: M
    partial: bool = False
    """True when the answer was cut or some of its items were unusable; the rest is in ``value``."""
    reason: str | None = None
    """``cut`` or ``invalid_items`` when partial."""
    attempts: int = 1


def read_answer(reply: object, schema: type[M], attempts: int = 1) -> StructuredAnswer[M]:
    """The schema's value in a reply; raises ModelError, without content, when there is none."""
    raw = reply.get("raw") if isinstance(reply, dict) else reply
    if not isinstance(raw, AIMessage):
        raise ModelError("the model gave no message")
    cut = raw.response_metadata.get("finish_reason") in _CUT
    reason = "empty answer"
    for read in _readings(raw):
        try:
            data, partial = read if isinstance(read, tuple) else _from_text(read)
            value, dropped = fit(data, schema)
        except ModelError as error:
            reason = str(error)
            continue
        why = "cut" if partial or cut else "invalid_items" if dropped else None
        return StructuredAnswer(value, partial=why is not None, reason=why, attempts=attempts)
    raise ModelError(reason)


def _readings(raw: AIMessage) -> Iterator[tuple[Any, bool] | str]:
    """Where the answer can be, best first: tool arguments, broken tool arguments, plain text."""
    for call in raw.tool_calls:
        yield call["args"], False
    for broken in raw.invalid_tool_calls:
        yield broken["args"] or ""
    if text := str(raw.text):
        yield text


def _from_text(text: str) -> tuple[Any, bool]:
    """Data and whether it was cut."""
    parsed = parse_json_answer(text)
    return parsed.data, parsed.partial


def fit(data: object, schema: type[M]) -> tuple[M, int]:
    """The data as a schema's value, and how many unusable list items were left out.

    Raises ModelError with the places that don't fit.
    """
    data = _unwrap(data, schema)
    data = dict(data) if isinstance(data, dict) else data
    dropped = 0
    for _ in range(3):
        try:
            return schema.model_validate(data), dropped
        except ValidationError as error:
            problems = error.errors(include_input=False, include_url=False, include_context=True)
        removed = _prune(data, problems)
        if not removed:
            break
        dropped += removed
    places = sorted({".".join(map(str, item["loc"])) + " " + item["type"] for item in problems})
    raise ModelError("does not fit: " + "; ".join(places[:5])) from None


def _unwrap(data: object, schema: type[BaseModel]) -> object:
    """The data without a wrapper the schema does not know; a bare list goes to its list field."""
    fields = schema.model_fields
    if isinstance(data, list):
        lists = [name for name, field in fields.items() if "list[" in str(field.annotation)]
        return {lists[0]: data} if len(lists) == 1 else data
    if isinstance(data, dict) and len(data) == 1 and not data.keys() & fields.keys():
        inner = next(iter(data.values()))
        return _unwrap(inner, schema) if isinstance(inner, dict | list) and inner else data
    return data


def _prune(data: object, problems: Sequence[Any]) -> int:
    """Take the items that don't fit out of the data's lists; how many went."""
    if not isinstance(data, dict):
        return 0
    bad: dict[str, set[int]] = {}
    for problem in problems:
        location = problem["loc"]
        items = data.get(location[0]) if location else None
        if not isinstance(items, list):
            continue
        if problem["type"] == "too_long" and len(location) == 1:
            most = problem.get("ctx", {}).get("max_length", len(items))
            bad.setdefault(location[0], set()).update(range(most, len(items)))
        elif len(location) > 1 and isinstance(location[1], int):
            bad.setdefault(location[0], set()).add(location[1])
    for name, indexes in bad.items():
        data[name] = [item for index, item in enumerate(data[name]) if index not in indexes]
    return sum(len(indexes) for indexes in bad.values())
