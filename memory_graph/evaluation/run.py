"""Runs an evaluation set: stores the turns through the normal write path, asks, and counts."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain
from typing import Any

from memory_graph.effects import run
from memory_graph.errors import InputError
from memory_graph.evaluation.cases import Case, Dataset, Question
from memory_graph.scope import Scope
from memory_graph.stores.branch import OUTSIDE, cover
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Turn

CUTS = (1, 5, 10, 20)
_TURNS, _SESSIONS = 60, 400
"""Rows asked for, so that twenty units are among them."""

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Answer:
    """What one question gave."""

    category: str
    recall: tuple[float, ...]
    """Part of the evidence among the first 1, 5, 10 and 20 units."""
    seconds: float
    missed: str = ""


def evaluate(
    store: PostgresMemoryStore, dataset: Dataset, *, progress: Progress | None = None
) -> list[Answer]:
    """Stores and asks every case of a set, each in a scope of its own.

    ``progress`` is told how many sessions and questions are done; ``steps_of`` says of how many.
    """
    answers = []
    steps = chain.from_iterable(_run_case(store, dataset, case) for case in dataset.cases)
    for done, answer in enumerate(steps, 1):
        if answer:
            answers.append(answer)
        if progress:
            progress(done)
    return answers


def steps_of(dataset: Dataset) -> int:
    """The number of sessions to be stored and of questions to be asked."""
    return sum(len(case.sessions) + len(case.questions) for case in dataset.cases)


def _run_case(store: PostgresMemoryStore, dataset: Dataset, case: Case) -> Iterable[Answer | None]:
    """The answer to each question, and None for each session that is stored."""
    scope = Scope(tenant="evaluation", user=f"{dataset.name} {case.name}")
    due: dict[int | None, list[Question]] = defaultdict(list)
    for question in case.questions:
        due[question.after].append(question)
    for index, session in enumerate(case.sessions):
        yield from (_ask(store, dataset, scope, one) for one in due[index])
        _store(store, scope, session)
        yield None
    for after in (None, len(case.sessions)):
        yield from (_ask(store, dataset, scope, one) for one in due[after])


def _store(store: PostgresMemoryStore, scope: Scope, session: Sequence[Turn]) -> None:
    """One session as one write."""
    covered = tuple(cover(one.message_id or "", one.content) for one in session)
    if session:
        digest = sha256("".join(one.digest for one in covered).encode()).hexdigest()
        todo = Commit(scope.label, OUTSIDE, turns=tuple(session), covered=covered, nonce=digest)
        run(store.commit_program(todo))


def _ask(store: PostgresMemoryStore, dataset: Dataset, scope: Scope, asked: Question) -> Answer:
    began = time.perf_counter()
    result = store.recall(
        scope, asked.text, limit=_SESSIONS if dataset.by_session else _TURNS, now=asked.now,
        conversation=asked.conversation, preceding=asked.preceding,
    )  # fmt: skip
    seconds = time.perf_counter() - began
    units = tuple(dict.fromkeys(dataset.unit(one.memory) for one in result.memories))
    found = tuple(recall_at(units, asked.evidence, cut) for cut in CUTS)
    return Answer(asked.category, found, seconds, asked.text if found[-1] < 1 else "")


def recall_at(units: Sequence[str], evidence: Sequence[frozenset[str]], cut: int) -> float:
    """The part of the evidence groups that has a unit among the first ``cut``."""
    first = set(units[:cut])
    return sum(not group.isdisjoint(first) for group in evidence) / len(evidence)


def report(
    dataset: Dataset, answers: Sequence[Answer], embed_seconds: float = 0.0
) -> dict[str, Any]:
    """The numbers of a run in percent, ready for JSON."""
    if not answers:
        raise InputError(f"{dataset.name}: no question has evidence in the file")
    by_category: dict[str, list[Answer]] = defaultdict(list)
    for one in answers:
        by_category[one.category].append(one)
    lead = [one for one in answers if one.category in dataset.headline]
    spent = sum(one.seconds for one in answers) - embed_seconds
    numbers: dict[str, Any] = {
        "set": dataset.name, "n": len(answers), "recall": _mean(answers),
        "by_category": {
            name: {"n": len(group), "recall": _mean(group)}
            for name, group in sorted(by_category.items())
        },
        "ms_per_query": round(1000 * spent / len(answers), 2),
        "embed_ms_per_query": round(1000 * embed_seconds / len(answers), 2),
    }  # fmt: skip
    if lead and len(lead) < len(answers):
        name = f"{dataset.headline[0]}-{dataset.headline[-1]}"
        numbers["groups"] = {name: {"n": len(lead), "recall": _mean(lead)}}
    return numbers


def _mean(answers: Sequence[Answer]) -> dict[str, float]:
    return {
        str(cut): round(100 * sum(one.recall[i] for one in answers) / len(answers), 1)
        for i, cut in enumerate(CUTS)
    }


def only(dataset: Dataset, questions: int) -> Dataset:
    """The set with at most so many questions a case, for a quick look."""
    cases = tuple(replace(case, questions=case.questions[:questions]) for case in dataset.cases)
    return replace(dataset, cases=cases)
