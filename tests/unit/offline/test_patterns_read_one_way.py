"""What repeats in a pattern of the rules can be read in one way only.

In ``(?:麻烦你?|你)*`` the words 麻烦你 can be read as one or as two: forty of them, with something
behind them that doesn't fit, in more ways than a machine ever tries. Each such part of a pattern is
tried here by itself, with words that it was made for.
"""

from __future__ import annotations

import pkgutil
import random
import re
from collections.abc import Iterator
from copy import copy
from functools import partial
from importlib import import_module
from typing import Any, get_args

import memory_graph.offline
from memory_graph.offline.facts import grammar
from memory_graph.offline.rule import compile_rule
from memory_graph.types import Language
from tests.unit.offline.conftest import Within

PARSER: Any = import_module("re._parser")
COMPILER: Any = import_module("re._compiler")
CONSTANTS: Any = import_module("re._constants")
END = (CONSTANTS.AT, CONSTANTS.AT_END_STRING)
CHOICE = random.Random(3)


def patterns() -> Iterator[str]:
    """The patterns of the rules, and those in the modules of the offline model."""
    for language in get_args(Language):
        rules = grammar(language)
        yield from (compile_rule(one, rules).pattern for one in rules.rules)
    package = memory_graph.offline
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        for value in list(vars(import_module(found.name)).values()):
            yield from _in(value)


def _in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, re.Pattern):
        yield str(value.pattern)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _in(one)


def repeats(tree: Any, flags: int) -> Iterator[Any]:
    """The parts of a parsed pattern that may occur any number of times, of more than one sign."""
    for kind, value in tree:
        name = str(kind)
        if name in {"MAX_REPEAT", "MIN_REPEAT"}:
            if value[1] >= 8 and not (len(value[2]) == 1 and str(value[2][0][0]) in _SINGLE):
                yield kind, value, flags
            yield from repeats(value[2], flags)
        elif name == "SUBPATTERN":
            yield from repeats(value[3], (flags | value[1]) & ~value[2])
        elif name == "BRANCH":
            for one in value[1]:
                yield from repeats(one, flags)


_SINGLE = {"LITERAL", "NOT_LITERAL", "IN", "ANY"}


def example(tree: Any) -> str:
    """A text that a parsed pattern might match."""
    return "".join(_part(str(kind), value) for kind, value in tree)


def _part(name: str, value: Any) -> str:
    if name == "LITERAL":
        return chr(value)
    if name == "IN":
        return _one_of(value)
    if name in {"MAX_REPEAT", "MIN_REPEAT"}:
        least, most, body = value
        times = CHOICE.randint(least, min(int(most), least + 1))
        return "".join(example(body) for _ in range(times))
    if name == "SUBPATTERN":
        return example(value[3])
    if name == "BRANCH":
        return example(CHOICE.choice(value[1]))
    return "a" if name in {"ANY", "NOT_LITERAL"} else ""


def _one_of(signs: Any) -> str:
    if str(signs[0][0]) == "NEGATE":
        return CHOICE.choice("aq 中5-")
    kind, value = CHOICE.choice(signs)
    if str(kind) == "LITERAL":
        return chr(value)
    if str(kind) == "RANGE":
        return chr(CHOICE.randint(value[0], min(value[1], value[0] + 200)))
    return {"CATEGORY_DIGIT": "5", "CATEGORY_SPACE": " "}.get(str(value), "a")


def test_what_repeats_in_a_rule_can_be_read_in_one_way_only(
    within: Within,
) -> None:
    seen, slow = set[str](), dict[str, str]()
    for pattern in dict.fromkeys(patterns()):
        try:
            tree = PARSER.parse(pattern)
        except re.error:
            continue  # a text that is no pattern
        for kind, value, flags in repeats(tree, tree.state.flags):
            if (name := repr((value[2], flags))) in seen:
                continue
            seen.add(name)
            state = copy(tree.state)
            state.flags = flags
            alone = COMPILER.compile(PARSER.SubPattern(state, [(kind, value), END]))
            for _ in range(60):
                words = example(value[2]) + example(value[2])
                text = (words * 60)[:150] + "\x01"
                if not within(2.0, partial(alone.match, text)):
                    slow[pattern[:80]] = words
                    break
    assert slow == {}
    assert len(seen) > 50
