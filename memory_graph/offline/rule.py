"""The shape of an extraction rule: a pattern for one clause and the facts it stands for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from memory_graph.offline.lexicon import relation_id, technology, topic
from memory_graph.types import Cardinality, Kind, Sensitivity

When = Literal["never", "since", "lasting", "span", "dated", "past"]
"""What a time in the clause means: nothing (``never``), the start of a state that lasts
(``since``; ``lasting`` when the rule holds only with one), its window (``span``; ``dated`` when the
rule holds only with one, ``past`` when that must have begun).
"""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a rule. Templates may name groups; ``{x_id}`` is the language-neutral id of x."""

    attribute: str
    value: str
    say: str = ""
    """The content; empty for the clause itself in the third person."""
    kind: Kind = "fact"
    cardinality: Cardinality = "single"
    polarity: bool = True
    sensitivity: Sensitivity = "none"
    importance: float = 0.5
    subject: str = "user"
    relations: tuple[tuple[str, str, str], ...] = ()
    needs: str = ""
    """The group without which the fact is left out."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern that must match a whole clause, and what it means."""

    name: str
    pattern: str
    facts: tuple[Fact, ...]
    when: When = "never"
    confidence: float = 0.95
    listed: str = ""
    """The group that may be a list; each item becomes a fact of its own."""
    follows: str = ""
    """The rule that must have matched just before in the same turn."""
    greeted: bool = False
    """True when the rule holds only at the start of a message, after a greeting."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The rules of one language and what their groups may not be."""

    macros: Mapping[str, str]
    deny: Mapping[str, str]
    lists: str
    """What separates the items of a list."""
    rules: tuple[Rule, ...]


def compile_rule(rule: Rule, grammar: Grammar) -> re.Pattern[str]:
    """Return the pattern of ``rule`` with the macros of ``grammar`` put in."""
    pattern = rule.pattern
    for _ in range(2):  # a macro may hold others
        for name, text in grammar.macros.items():
            pattern = pattern.replace(f"<{name}>", text)
    return re.compile(f"(?i){pattern}")


def match_rule(
    pattern: re.Pattern[str], text: str, deny: Mapping[str, str]
) -> re.Match[str] | None:
    """Return the match of a rule on a clause when every group passes the deny list."""
    match = pattern.match(text)
    if match is None:
        return None
    groups = match.groupdict().items()
    return match if all(_allowed(name, words, deny) for name, words in groups if words) else None


def _allowed(name: str, words: str, deny: Mapping[str, str]) -> bool:
    if name == "tech" and technology(words) is None:
        return False
    denied = deny.get(name)
    return denied is None or re.match(f"(?i){denied}", words) is None


def fill(groups: Mapping[str, str]) -> dict[str, str]:
    """Add the language-neutral ids to the matched groups."""
    filled = dict(groups)
    for name, words in groups.items():
        if name == "rel":
            filled["rel_id"] = relation_id(words)
        elif name in {"tech", "anytech"}:
            filled[f"{name}_id"] = technology(words) or "stack"
        else:
            filled[f"{name}_id"] = topic(words)
    return filled
