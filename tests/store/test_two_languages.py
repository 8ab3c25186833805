"""Two languages in one scope: what stands out of its own language comes first, whichever it is."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.placed import PlacedEmbeddings

QUESTION = {"zh": "蓝色的船停在哪里", "en": "where is the blue boat moored"}
ANSWER = {"zh": "渔夫把船系在北边码头", "en": "the boat lies at the northern pier"}
DECOY = {"zh": "蓝色的墙停用在仓库", "en": "the blue van is parked where the moored van is"}
OTHERS = {
    "zh": [f"同事第{number}次提到天气" for number in range(30)],
    "en": [f"a colleague spoke of rain {number} times" for number in range(30)],
}


def first(dsn: str, places: Mapping[str, float], question: str) -> list[str]:
    """The contents of the first three that are found for a question."""
    with PostgresMemoryStore(dsn, embeddings=PlacedEmbeddings(places)) as store:
        store.remember("ann", list(places))
        return [one.memory.content for one in store.recall("ann", question, limit=3).memories]


def around(texts: list[str], near: float) -> dict[str, float]:
    """Texts spread evenly around a nearness."""
    return {text: near + 0.001 * number for number, text in enumerate(texts)}


@pytest.mark.parametrize(("own", "other"), [("zh", "en"), ("en", "zh")])
@pytest.mark.parametrize("gap", [0.05, 0.3], ids=["a little nearer", "much nearer"])
def test_what_is_nearest_in_the_other_language_is_no_answer_by_that(
    dsn: str, own: str, other: str, gap: float
) -> None:
    """An embedder finds all of one's own language nearer; something is nearest in any crowd."""
    places = around(OTHERS[own], 0.4) | around(OTHERS[other], 0.4 - gap)
    places |= {ANSWER[own]: 0.7, DECOY[own]: 0.42}
    assert first(dsn, places, QUESTION[own])[0] == ANSWER[own]


@pytest.mark.parametrize(("own", "other"), [("zh", "en"), ("en", "zh")])
def test_what_stands_out_of_the_other_language_is_found_before_a_chance_word(
    dsn: str, own: str, other: str
) -> None:
    """It lies farther from the question than all of the question's own language do."""
    places = around(OTHERS[own], 0.6) | around(OTHERS[other], 0.3)
    places |= {ANSWER[other]: 0.5, DECOY[own]: 0.61}
    assert ANSWER[other] in first(dsn, places, QUESTION[own])[:2]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_words_of_ones_own_language_still_come_first(dsn: str, language: str) -> None:
    """A question in a memory's own words finds it before its translation."""
    other = "en" if language == "zh" else "zh"
    places = around(OTHERS[language], 0.4) | around(OTHERS[other], 0.3)
    places |= {ANSWER[language]: 0.9, ANSWER[other]: 0.6}
    assert first(dsn, places, ANSWER[language])[0] == ANSWER[language]


TALK = {
    "zh": "玛丽亚的生日聚会在湖边，有皮划艇、灯笼和蛋糕",
    "en": "birthday party lake kayak lantern cake harvest picnic",
}


@pytest.mark.parametrize(
    ("own", "other", "question"), [("zh", "en", "泊？"), ("en", "zh", "moored?")]
)
def test_what_was_said_before_does_not_hide_the_other_language(
    dsn: str, own: str, other: str, question: str
) -> None:
    """Its words may find more than the question's own: meaning then stands in for no words."""
    places = around(OTHERS[own], 0.4) | around(OTHERS[other], 0.3)
    places |= {ANSWER[other]: 0.8, TALK[own]: 0.4}
    with PostgresMemoryStore(dsn, embeddings=PlacedEmbeddings(places)) as store:
        store.remember("ann", list(places))
        (found,) = store.recall("ann", question, limit=1, preceding=[TALK[own]]).memories
    assert found.memory.content == ANSWER[other]
