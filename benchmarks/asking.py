"""Asking stores, ours and theirs, and judging the answers; shared by several measurements."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import psycopg
from langgraph.store.postgres import PostgresStore

from benchmarks.corpus import NOW, Question, Vectors
from benchmarks.loading import MEASURED, Loader
from benchmarks.theirs import Row
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.recall import Weights

LIMIT = 20
WARM = 20
"""Questions before those that count."""
VECTOR_ONLY = Weights(
    bm25=0, follower=0, session=0, speaker=0, time=0, time_words=0, question=0, length=0,
    extracted=0, entity=0, code=0, session_bm25=0, session_recency=0, importance_boost=0,
    recency_boost=0,
)  # fmt: skip
Ask = Callable[[Question], list[str]]
Times = dict[str, list[float]]
Answers = dict[str, list[list[str]]]
Rows = dict[str, list[Row]]


def ask(store: PostgresMemoryStore, question: Question) -> list[str]:
    """The public verb, as a caller uses it."""
    result = store.recall(question.scope, question.text, now=NOW, limit=LIMIT)
    return [one.memory.id for one in result.memories]


def ask_vector(store: PostgresMemoryStore, question: Question) -> list[str]:
    """The same verb with its vector arm alone: the question has no words, only its vector.

    More are asked for than counted, since a list makes room for more than one session.
    """
    result = store.recall(
        question.scope, question.silent, now=NOW, limit=2 * LIMIT, weights=VECTOR_ONLY
    )
    found = sorted(result.memories, key=lambda one: -(one.scores.vector or 0.0))
    return [one.memory.id for one in found[:LIMIT]]


def ask_theirs(store: PostgresStore, question: Question) -> list[str]:
    """Their search of a namespace."""
    found = store.search((question.scope,), query=question.text, limit=LIMIT)
    return [one.key for one in found]


def open_rows(dsn: str, schema: str = MEASURED) -> Rows:
    """The rows that can be recalled, by scope, in the order of the heap."""
    query = (
        f"SELECT scope, id::text, content FROM {schema}.memories"
        " WHERE isempty(closed) ORDER BY ctid"
    ).encode()
    rows: Rows = {}
    with psycopg.connect(dsn) as connection:
        for row in connection.execute(query):
            rows.setdefault(row[0], []).append(row)
    return rows


def mixed(rows: Rows) -> list[Row]:
    """The rows of all scopes in one random order."""
    every = [row for found in rows.values() for row in found]
    order = np.random.default_rng(3).permutation(len(every))
    return [every[index] for index in order.tolist()]


def exact_search(loader: Loader, rows: Rows, questions: Sequence[Question]) -> list[list[str]]:
    """The nearest of its scope for each question, by numpy."""
    scopes: dict[str, tuple[list[str], Vectors]] = {}
    for scope in {one.scope for one in questions}:
        keys = [key for _, key, _ in rows[scope]]
        scopes[scope] = keys, np.stack([loader.vectors.vector(row[2]) for row in rows[scope]])
    return [_nearest(*scopes[one.scope], one.vector) for one in questions]


def _nearest(keys: list[str], matrix: Vectors, vector: Vectors) -> list[str]:
    return [keys[index] for index in np.argsort(-(matrix @ vector))[:LIMIT].tolist()]


def overlap(found: Sequence[str], truth: Sequence[str]) -> float:
    """The part of the truth that was found."""
    return len(set(found) & set(truth)) / len(truth)


def questions_about(loader: Loader, rows: Rows, count: int) -> list[Question]:
    """Questions about rows at random, in turn about each scope; the embedder learns them."""
    random = np.random.default_rng(5)
    asked = []
    for scope in (list(rows) * count)[:count]:
        text = rows[scope][int(random.integers(len(rows[scope])))][2]
        one = loader.corpus.question(scope, text, loader.vectors.vector(text))
        loader.vectors.learn([one.text, one.silent], np.stack([one.vector, one.vector]))
        asked.append(one)
    return asked


def in_turn(
    systems: Mapping[str, tuple[Ask, Sequence[Question]]],
) -> tuple[Times, Answers]:
    """Asks every system its questions, one each in turn; gives times and answers."""
    times: Times = {name: [] for name in systems}
    answers: Answers = {name: [] for name in systems}
    for number in range(max(len(asked) for _, asked in systems.values())):
        for name, (call, asked) in systems.items():
            if number < len(asked):
                start = time.perf_counter()
                answer = call(asked[number])
                times[name].append(time.perf_counter() - start)
                answers[name].append(answer)
    return times, answers


def warm_in_turn(
    groups: Sequence[Mapping[str, tuple[Ask, Sequence[Question]]]],
) -> tuple[Times, Answers]:
    """Each group by itself, after some questions that don't count."""
    times: Times = {}
    answers: Answers = {}
    for systems in groups:
        in_turn({name: (call, asked[:WARM]) for name, (call, asked) in systems.items()})
        spent, found = in_turn(systems)
        times |= spent
        answers |= found
    return times, answers


def found_part(answers: Sequence[Sequence[str]], truths: Sequence[Sequence[str]]) -> float:
    """The mean part of the truth that was found; answers beyond the truths are not judged."""
    parts = [overlap(found, truth) for found, truth in zip(answers, truths, strict=False)]
    return round(float(np.mean(parts)), 4)
