"""What a put in a memory tier says: a memory, checked before anything is opened. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langgraph.store.base import PutOp
from pydantic import ValidationError

from memory_graph.errors import InputError
from memory_graph.stores.checks import check_candidate
from memory_graph.stores.item_rows import check_ttl, clean_value
from memory_graph.stores.shown import shown
from memory_graph.stores.transfer_records import first_problem
from memory_graph.text.clean import clean_text
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate

FIELDS = frozenset(
    {
        "kind", "subject", "attribute", "value", "cardinality", "polarity", "event_from",
        "event_to", "event_words", "entities", "relations", "importance", "confidence",
        "sensitivity", "language",
    }
)  # fmt: skip
"""Fields of a memory that a value may set; ``content`` is the one it must."""
SCOPE_FIELDS = frozenset(
    {
        "scope", "tenant", "tenant_id", "user", "user_id", "owner", "agent", "agent_id",
        "namespace", "tier", "thread_id", "session_id",
    }
)  # fmt: skip
"""What says whose memory it is; only the namespace does that."""
KINDS = {"episodic": "event", "semantic": "fact", "procedural": "rule", "archive": "document"}


@dataclass(frozen=True, slots=True)
class NewTierMemory:
    """A put or a delete in a memory tier."""

    namespace: tuple[str, ...]
    key: str
    candidate: Candidate | None
    """None deletes."""
    data: Mapping[str, Any]
    ttl_minutes: float | None = None

    @property
    def scope(self) -> str:
        """Whose memory it is."""
        return self.namespace[0]


def new_tier_memory(op: PutOp) -> NewTierMemory:
    """A checked put or delete. Raises InputError for a value that can't be a memory."""
    if op.value is None:
        return NewTierMemory(op.namespace, op.key, None, {})
    if op.index not in (None, ["content"], ["$"], ("content",), ("$",)):
        raise InputError(
            f"index {op.index!r} can't be chosen in {op.namespace!r}: a memory is found by its "
            "content"
        )
    value = clean_value(op.value)
    foreign = sorted(SCOPE_FIELDS & value.keys())
    if foreign:
        raise InputError(
            f"{foreign[0]!r} can't be set by a value: whose memory it is, is said by the "
            f"namespace {op.namespace!r} alone"
        )
    data = {name: one for name, one in value.items() if name not in FIELDS | {"content"}}
    return NewTierMemory(op.namespace, op.key, _candidate(op, value), data, check_ttl(op.ttl))


def _candidate(op: PutOp, value: dict[str, Any]) -> Candidate:
    content = value.get("content")
    if not isinstance(content, str) or not clean_text(content):
        raise InputError(
            f"a memory in {op.namespace!r} needs a non-empty 'content' string, got "
            f"{shown(content)}; put other data into a namespace of its own, such as "
            "(scope, 'notes')"
        )
    text = clean_text(content)
    fields = {name: value[name] for name in FIELDS & value.keys() if value[name] is not None}
    try:
        candidate = Candidate.model_validate(
            {
                "tier": op.namespace[1], "kind": KINDS[op.namespace[1]], "confidence": 1.0,
                "language": detect_language(text), **fields, "content": text,
                "evidence": {"role": "operator", "span": text[:2000]},
            }
        )  # fmt: skip
    except ValidationError as error:
        raise InputError(
            f"value of {op.key!r} in {op.namespace!r} is no memory: {first_problem(error)}"
        ) from error
    return check_candidate(candidate)
