"""The shape of an extraction rule: a pattern for one clause and the facts it stands for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from memory_graph.offline.lexicon import (
    is_family,
    is_place,
    is_single,
    relation_id,
    technology,
    topic,
)
from memory_graph.types import Cardinality, Kind, Language, Sensitivity

When = Literal["never", "since", "lasting", "span", "dated", "past", "ahead", "coming"]
"""What a time in the clause means: nothing (``never``), the start of a state that lasts
(``since``; ``lasting`` when the rule holds only with one), its window (``span``; ``dated`` when the
rule holds only with one, ``past`` when that must have begun, ``ahead`` for a plan, ``coming`` for
a plan that must have a time).
"""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a rule.

    Templates may name groups; ``{x_id}`` is the language-neutral id of x, and ``{when}`` the day,
    month or year that the clause names.
    """

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


def told(attribute: str, group: str, **more: Any) -> Fact:
    """Return a fact about somebody else, left out without its group."""
    return Fact(attribute, f"{{{group}}}", subject="{who}", **{"needs": group, **more})


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
    opens: bool = False
    """True when it holds only at the start of a message that goes on about the speaker."""
    quotes: bool = False
    """True when the words of others may be in it: the title of a favourite book."""
    changes: bool = False
    """True when it states a change whose result holds now: "I moved to Denver last month"."""
    whole: bool = False
    """True when a time in the clause is part of what it says: "I work from home on Fridays"."""
    cue: str = ""
    """What a clause must hold for the rule to be looked at; empty for any clause."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The rules of one language and what their groups may not be."""

    macros: Mapping[str, str]
    deny: Mapping[str, str]
    lists: str
    """What separates the items of a list."""
    rules: tuple[Rule, ...]
    slight: str
    """What an item of a list may start with that is no part of it."""
    article: str
    """What a value never starts with."""


_KIND_ZH = {
    "database": "数据库",
    "programming_language": "编程语言",
    "framework": "框架",
    "cloud": "云平台",
    "operating_system": "操作系统",
    "editor": "编辑器",
    "queue": "消息队列",
    "ci": "持续集成",
    "chat_tool": "沟通工具",
    "tracker": "任务管理",
    "stack": "技术栈",
}


class LazyRule:
    """A rule whose pattern is compiled when a clause first holds its cue."""

    __slots__ = ("_cue", "_grammar", "_pattern", "rule")

    def __init__(self, rule: Rule, grammar: Grammar) -> None:
        self.rule = rule
        self._grammar = grammar
        self._pattern: re.Pattern[str] | None = None
        self._cue = re.compile(f"(?i){rule.cue}") if rule.cue else None

    def match(self, text: str) -> re.Match[str] | None:
        """Match the whole clause."""
        if self._cue is not None and not self._cue.search(text):
            return None
        if self._pattern is None:
            self._pattern = compile_rule(self.rule, self._grammar)
        return self._pattern.match(text)


def compile_rule(rule: Rule, grammar: Grammar) -> re.Pattern[str]:
    """Return the pattern of ``rule`` with the macros of ``grammar`` put in."""
    pattern = rule.pattern
    for _ in range(3):  # a macro may hold others, which may hold others
        for name, text in grammar.macros.items():
            pattern = pattern.replace(f"<{name}>", text)
    return re.compile(f"(?i){pattern}")


def match_rule(lazy: LazyRule, text: str, deny: Mapping[str, str]) -> re.Match[str] | None:
    """Return the match of a rule on a clause when every group passes the deny list."""
    match = lazy.match(text)
    if match is None:
        return None
    groups = match.groupdict().items()
    return match if all(_allowed(name, words, deny) for name, words in groups if words) else None


def _allowed(name: str, words: str, deny: Mapping[str, str]) -> bool:
    if (name == "tech" and technology(words) is None) or (name == "place" and technology(words)):
        return False
    if name == "employer" and is_place(words):
        return False
    denied = deny.get(name)
    return denied is None or re.match(f"(?i){denied}", words) is None


def fill(groups: Mapping[str, str], language: Language) -> dict[str, str]:
    """Add the language-neutral ids to the matched groups, and whom the clause is about."""
    filled = dict(groups)
    for name, words in groups.items():
        if name in {"rel", "relative"}:
            filled["rel_id"] = relation_id(words)
            filled.setdefault("rel", words)
        elif name in {"tech", "anytech"}:
            kind = technology(words) or "stack"
            filled[f"{name}_id"] = kind
            filled[f"{name}_word"] = _KIND_ZH[kind] if language == "zh" else kind.replace("_", " ")
        else:
            filled[f"{name}_id"] = topic(words)
    filled["who"] = _who(filled, language)
    return filled


def _who(filled: Mapping[str, str], language: Language) -> str:
    """Name the one a clause is about: by name, else by what he is to the user."""
    name = filled.get("kin") or filled.get("person")
    if name or "rel" not in filled:
        return name or "user"
    if is_single(filled["rel_id"]):
        return f"user's {filled['rel_id']}"
    word = filled["rel"].casefold()
    return f"用户的{word}" if language == "zh" else f"user's {word}"


def cardinality_of(fact: Fact, filled: Mapping[str, str]) -> Cardinality:
    """Return if one value excludes another: there is one wife, but there are many friends."""
    if fact.attribute.startswith("relation:{"):
        return "single" if is_single(filled["rel_id"]) else "many"
    unnamed = fact.subject == "{who}" and not (filled.get("kin") or filled.get("person"))
    return "many" if unnamed and not is_family(filled.get("rel_id", "")) else fact.cardinality
