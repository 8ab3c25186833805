"""Which operations need a person, and why. Pure.

Users add business rules as functions; each gives a short code, or None. What else is false needs
nobody; True stands for the name of the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass

from memory_graph.context import MemoryContext
from memory_graph.errors import ConfigurationError
from memory_graph.types import Candidate, Operation

Rule = Callable[[Operation, MemoryContext], str | bool | None]


@dataclass(frozen=True, slots=True)
class ReviewPolicy:
    """The default triggers, and the caller's own rules.

    Raises ConfigurationError for rules that are no functions and bounds that nothing can meet.
    """

    min_confidence: float = 0.8
    explicit_confidence: float = 0.9
    """From here on the user's own statement counts as explicit."""
    max_replans: int = 3
    """More re-plans of one turn than this are a loop, which a person must end."""
    rules: tuple[Rule, ...] = ()

    def __post_init__(self) -> None:
        """Checks what it was given, so that a slip is told where it is made, not in a run."""
        object.__setattr__(self, "rules", _checked_rules(self.rules))
        for name in ("min_confidence", "explicit_confidence"):
            bound: object = getattr(self, name)
            if not isinstance(bound, int | float) or not 0 <= bound <= 1:
                raise ConfigurationError(f"{name}={bound!r}: give a number from 0 to 1")
        if not isinstance(self.max_replans, int) or self.max_replans < 0:
            raise ConfigurationError(f"max_replans={self.max_replans!r}: give a whole number")

    def triggers(
        self, operation: Operation, context: MemoryContext, *, replans: int = 0
    ) -> tuple[str, ...]:
        """Codes of all reasons why a person must decide this operation.

        Raises ConfigurationError for a rule that gives neither a code nor a yes or no.
        """
        if operation.action == "skip":
            return ()
        found = [*self._of_operation(operation), *self._change_triggers(operation)]
        if replans > self.max_replans:
            found.append("loop")
        found += [_code(rule, given) for rule in self.rules if (given := rule(operation, context))]
        return tuple(dict.fromkeys(found))

    def _of_operation(self, operation: Operation) -> list[str]:
        """What the content of an operation gives reason to ask; what is known already does not."""
        candidate = operation.candidate
        if candidate is None or operation.action == "reinforce":
            return []
        return self.content_triggers(candidate)

    def content_triggers(self, candidate: Candidate) -> list[str]:
        """What a candidate itself gives reason to ask, whatever is planned with it."""
        found = []
        if candidate.sensitivity != "none":
            found.append(f"sensitive_{candidate.sensitivity}")
        if candidate.confidence < self.min_confidence:
            found.append("low_confidence")
        if candidate.evidence.role in {"tool", "document"}:
            found.append("untrusted_source")
        if candidate.tier == "procedural":
            found.append("procedural")
        return found

    def _change_triggers(self, operation: Operation) -> list[str]:
        """What the change gives reason to ask: closing on less than the user's explicit word."""
        candidate = operation.candidate
        if operation.action not in {"supersede", "retire"} or candidate is None:
            return []
        explicit = (
            candidate.evidence.role == "user" and candidate.confidence >= self.explicit_confidence
        )
        return [] if explicit else ["closes_trusted"]

    def review(
        self, operations: Sequence[Operation], context: MemoryContext, *, replans: int = 0
    ) -> list[Operation]:
        """The operations with their triggers set."""
        return [
            one.model_copy(update={"triggers": self.triggers(one, context, replans=replans)})
            for one in operations
        ]


def chosen_policy(given: ReviewPolicy | None) -> ReviewPolicy:
    """The policy given, or the default one; raises ConfigurationError for what is none."""
    if given is None:
        return ReviewPolicy()
    if not isinstance(given, ReviewPolicy):
        raise ConfigurationError(
            f"policy={given!r}: give a ReviewPolicy; rules go into ReviewPolicy(rules=(…,))"
        )
    return given


def _checked_rules(given: object) -> tuple[Rule, ...]:
    """The rules as a tuple, whatever sequence they came in."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        one = getattr(given, "__name__", "my_rule")
        raise ConfigurationError(f"rules={given!r}: give a tuple of functions, rules=({one},)")
    rules = tuple(given)
    for rule in rules:
        if not callable(rule):
            raise ConfigurationError(
                f"rules holds {rule!r}: a rule is a function of the operation and the context"
            )
    return rules


def _code(rule: Rule, given: object) -> str:
    """The code a rule gives; its name when it just says yes."""
    name = getattr(rule, "__name__", type(rule).__name__)
    if given is True:
        return name
    if isinstance(given, str):
        return given
    if isinstance(given, Coroutine):
        given.close()
    raise ConfigurationError(
        f"the review rule {name!r} gave {given!r}: a rule is a plain function that returns a short "
        "code, True or None"
    )
