"""A few memories that an embedder hardly tells apart: what else is known of them decides."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence
from tests.store.placed import PlacedEmbeddings

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)  # a Wednesday
EVENTS = {
    "en": {"Yoga class": 0, "Dinner with Tom": 1, "Dentist appointment": 2, "Choir rehearsal": 8},
    "zh": {"瑜伽课": 0, "和小张吃饭": 1, "看牙医": 2, "合唱团练歌": 8},
}
"""Events by the days from now on which they are."""


def event(content: str, days: int) -> Candidate:
    begin = NOW + timedelta(days)
    return Candidate(
        tier="episodic", kind="event", content=content, event_from=begin,
        event_to=begin + timedelta(hours=1), evidence=Evidence(span=content, said_at=NOW),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("language", "question", "wanted"),
    [
        ("en", "What is on my calendar on Friday?", "Dentist appointment"),
        ("en", "What is on my calendar tomorrow?", "Dinner with Tom"),
        ("zh", "我周五有什么安排？", "看牙医"),
        ("zh", "我明天有什么安排？", "和小张吃饭"),
    ],
)
def test_noise_between_few_vectors_does_not_outweigh_the_time_asked_for(
    dsn: str, language: str, question: str, wanted: str
) -> None:
    """What lies in the time is the farthest by a hair, as chance will have it."""
    given = EVENTS[language]
    places = {text: 0.880 + 0.001 * number for number, text in enumerate(given)} | {wanted: 0.879}
    with PostgresMemoryStore(dsn, embeddings=PlacedEmbeddings(places)) as store:
        store.remember("ann", [event(text, days) for text, days in given.items()])
        found = store.recall("ann", question, now=NOW)
    assert found.memories[0].memory.content == wanted
    assert len(found.memories) == len(given)


@pytest.mark.parametrize("nearness", [[0.8, 0.7], [0.8, 0.2], [0.83, 0.8]])
def test_what_is_clearly_nearer_comes_first(dsn: str, nearness: list[float]) -> None:
    places = dict(zip(["a red lamp", "a blue door"], nearness, strict=True))
    with PostgresMemoryStore(dsn, embeddings=PlacedEmbeddings(places)) as store:
        store.remember("ann", list(places))
        found = store.recall("ann", "What is it?", now=NOW)
    assert [one.memory.content for one in found.memories] == list(places)
