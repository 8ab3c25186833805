"""Picks the rules that can match a text at all: a few of many, in most texts none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import chain

from memory_graph.text.times.needed import DIGIT, Clause, needed
from memory_graph.text.times.rules import Rule

Needs = Callable[[str, re.RegexFlag], tuple[Clause, ...]]
_DIGITS = re.compile(r"\d")
_COMMON = "zqxjkvbpygfwmucldrhsnioate"
"""The letters from rare to common; all other characters are rarer."""


class Sieve:
    """Rules with what they need of a text. Built once for a set of rules and never changed."""

    def __init__(self, rules: Iterable[Rule], needs: Needs = needed) -> None:
        wanted = [(rule, needs(rule.text, rule.flags)) for rule in rules]
        clauses = list(dict.fromkeys(clause for _, found in wanted for clause in found))
        bits = {clause: 1 << number for number, clause in enumerate(clauses)}
        self._rules = [(rule, sum(bits[clause] for clause in found)) for rule, found in wanted]
        met: dict[str, int] = {}
        for clause in clauses:
            for one in clause:
                met[one] = met.get(one, 0) | bits[clause]
        self._digit = met.pop(DIGIT, 0)
        # Under its rarest character, so that most strings are not looked for in most texts.
        self._strings: dict[str, list[tuple[str, int]]] = {}
        for one, found in met.items():
            self._strings.setdefault(min(one, key=_COMMON.find), []).append((one, found))

    def rules(self, text: str) -> tuple[Rule, ...]:
        """The rules that may match ``text``, in their order; the others can't."""
        lowered = text.lower()
        met = self._digit if _DIGITS.search(lowered) else 0
        likely = [self._strings[one] for one in self._strings.keys() & set(lowered)]
        for one, bits in chain.from_iterable(likely):
            if one in lowered:
                met |= bits
        return tuple([rule for rule, bits in self._rules if bits & met == bits])
