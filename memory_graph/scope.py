"""Scope: whose memory it is, and how ids become namespace labels.

A scope is one label, the first of every namespace, so the wall between people is a single column.
``ann`` is the user without a tenant, ``acme:ann`` with one, ``acme:ann:helper`` with an agent.
Characters with a meaning in labels are written as ``%`` and two hexadecimal digits, so ids that
differ stay apart and every label can be decoded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from uuid import UUID

from memory_graph.errors import InputError
from memory_graph.types import TIERS

MAX_ID_CHARACTERS = 512
_RESERVED = re.compile(r"[%.:]")
_CODE = re.compile(r"%([0-9A-F]{2})")


def encode_label(identifier: object) -> str:
    """An id as a namespace label: ``a.b@x.io`` becomes ``a%2Eb@x%2Eio``.

    Strings, integers and UUIDs are taken; ``decode_label`` gives the text back. Raises InputError
    for an empty or blank id, one over 512 characters, or one with NUL or half a surrogate pair.
    """
    if isinstance(identifier, bool) or not isinstance(identifier, (str, int, UUID)):
        raise InputError(f"id {identifier!r} is not a string, a whole number or a UUID")
    text = identifier if isinstance(identifier, str) else str(identifier)
    if not text.strip():
        raise InputError(f"id {text!r} is empty: give the user (or tenant) whose memory is meant")
    if len(text) > MAX_ID_CHARACTERS:
        raise InputError(f"id {text[:20]!r}… has {len(text)} characters; at most 512 are allowed")
    if any(char < " " or "\ud800" <= char <= "\udfff" or char == "\x7f" for char in text):
        raise InputError(f"id {text!r} holds a control character or half a surrogate pair")
    encoded = _RESERVED.sub(lambda match: f"%{ord(match.group()):02X}", text)
    return f"%{ord('l'):02X}{encoded[1:]}" if encoded == "langgraph" else encoded


def decode_label(label: str) -> str:
    """The id a label was made from."""
    return _CODE.sub(lambda match: chr(int(match.group(1), 16)), label)


@dataclass(frozen=True, slots=True)
class Scope:
    """Tenant, user and agent; only the user must be there."""

    user: str
    tenant: str | None = None
    agent: str | None = None

    @property
    def label(self) -> str:
        """The one label that stands for this scope."""
        user = encode_label(self.user)
        if self.tenant is None and self.agent is None:
            return user
        tenant = "" if self.tenant is None else encode_label(self.tenant)
        tail = "" if self.agent is None else ":" + encode_label(self.agent)
        return f"{tenant}:{user}{tail}"

    def namespace(self, tier: str) -> tuple[str, str]:
        """Where the BaseStore interface shows a tier of this scope."""
        return (self.label, tier)


ScopeLike = Scope | str


def scope_label(scope: ScopeLike) -> str:
    """The label of a scope; a plain string is a user id without tenant.

    Raises InputError for an empty scope: it never means “everyone”.
    """
    if isinstance(scope, Scope):
        return scope.label
    return Scope(user=scope).label


def is_memory_namespace(namespace: tuple[str, ...]) -> bool:
    """True for ``(scope, tier)``: the places where put means revise and delete means retire."""
    return len(namespace) == 2 and namespace[1] in TIERS
