"""What a new memory depends on: from the words of a candidate to memories of the same scope. Pure.

The best kind of match counts alone: an id, then ``subject attribute``, then the value, then the
whole content, then a memory that holds every word of the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from memory_graph.stores.kept import kept
from memory_graph.text.clean import normalise_content, normalise_name
from memory_graph.text.tokens import index_terms, query_terms

_KEPT = 512
"""A write compares each name with each memory; what is made of a text is made once."""
_BETWEEN = re.compile(r"[\s.:/→–—-]+")


@dataclass(frozen=True, slots=True)
class Target:
    """A visible memory that another may depend on."""

    id: str
    content: str
    subject: str
    attribute: str | None
    value: str | None


def to_target(row: Mapping[str, Any]) -> Target:
    """A row of the query that looks for what the names may mean."""
    return Target(
        id=str(row["id"]), content=row["content"], subject=row["subject"] or "user",
        attribute=row["attribute"], value=row["value"],
    )  # fmt: skip


def meant_by(name: str, subject: str, targets: Iterable[Target]) -> list[str]:
    """Ids of the memories that a name means, said in a memory about ``subject``."""
    ranked: dict[int, list[str]] = {}
    for one in targets:
        rank = _rank(name, subject, one)
        if rank is not None:
            ranked.setdefault(rank, []).append(one.id)
    return ranked[min(ranked)] if ranked else []


def _rank(name: str, subject: str, target: Target) -> int | None:
    """How well a name fits a memory, 0 is best; None when it does not."""
    tests = (
        name.strip().lower() == target.id,
        _is_slot(name, subject, target),
        bool(target.value) and _named(name) == _named(target.value or ""),
        _said(name) == _said(target.content),
        _holds_all_words(name, target),
    )
    return next((rank for rank, fits in enumerate(tests) if fits), None)


def _is_slot(name: str, subject: str, target: Target) -> bool:
    """True for ``attribute`` about the same subject, or ``subject attribute`` in any spelling."""
    if not target.attribute:
        return False
    words = _spaced(name)
    attribute = _spaced(target.attribute)
    if words == attribute:
        return _named(subject) == _named(target.subject)
    return words == f"{_spaced(target.subject)} {attribute}"


_named = kept(_KEPT)(normalise_name)
_said = kept(_KEPT)(normalise_content)


@kept(_KEPT)
def _spaced(words: str) -> str:
    return _BETWEEN.sub(" ", normalise_name(words).replace("_", " ")).strip()


def _holds_all_words(name: str, target: Target) -> bool:
    terms = _asked(name)
    return bool(terms) and terms <= _held(target.content)


@kept(_KEPT)
def _asked(name: str) -> frozenset[str]:
    return frozenset(query_terms(name))


@kept(_KEPT)
def _held(content: str) -> frozenset[str]:
    return frozenset(index_terms(content))


def search_parameters(names: Iterable[str]) -> dict[str, Any]:
    """Where to look for what names may mean: wider than ``meant_by``, which decides."""
    given = list(names)
    spaced = [_spaced(name) for name in given]
    return {
        "names": sorted({form for name in given for form in (name, name.strip().lower())}),
        "spaced": spaced,
        "words": " | ".join(
            "(" + " & ".join(f"'{_escaped(term)}'" for term in terms) + ")"
            for name in given
            if (terms := query_terms(name))
        ),
    }


def _escaped(term: str) -> str:
    return term.replace("\\", "\\\\").replace("'", "''")
