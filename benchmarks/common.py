"""What the measurements share: a server of their own, texts and vectors, timing, percentiles."""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import os
import shutil
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
from langchain_core.embeddings import Embeddings
from psycopg.conninfo import conninfo_to_dict, make_conninfo

DIMENSIONS = 384
_ENGLISH = (
    "the tea coffee garden bicycle window teacher river market ticket evening morning doctor "
    "kitchen holiday meeting colleague budget engine recipe weather station camera island letter "
    "mountain walked bought promised visited of to and with before after because"
)
_CHINESE = (
    "我们 昨天 下午 红茶 会议 医生 旅行 周末 自行车 厨房 同事 邮件 天气 买了 参加 讨论 喜欢 因为 "
    "所以 预算"
)


class FastEmbeddings(Embeddings):
    """Vectors of length one, made of the text's checksum in microseconds."""

    model = "fast"

    def __init__(self, dimensions: int = DIMENSIONS) -> None:
        self.dimensions = dimensions

    def embed_query(self, text: str) -> list[float]:
        """The vector of one text."""
        random = np.random.default_rng(zlib.crc32(text.encode()))
        vector = random.standard_normal(self.dimensions, dtype=np.float32)
        made: list[float] = (vector / np.linalg.norm(vector)).tolist()
        return made

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """The vectors of several texts."""
        return [self.embed_query(text) for text in texts]


def sentences(count: int, seed: int = 1) -> list[str]:
    """Different sentences of some twenty words, in turn English and Chinese."""
    random = np.random.default_rng(seed)
    english, chinese = _ENGLISH.split(), _CHINESE.split()
    texts = []
    for number in range(count):
        if number % 2:
            words = random.choice(chinese, 20)
            texts.append(f"第{seed * 1_000_000 + number}条：" + "".join(words) + "。")
        else:
            words = random.choice(english, 20)
            texts.append(f"Note {seed * 1_000_000 + number}: " + " ".join(words) + ".")
    return texts


@contextlib.contextmanager
def server(shared_buffers: str = "128MB") -> Iterator[str]:
    """The DSN of an empty server with its ordinary settings; removed afterwards.

    Where much is stored it gets more ``shared_buffers``, as an operator would give it.
    ``MEMORY_GRAPH_TEST_DSN`` names another one, in which databases are made and dropped.
    """
    given = os.environ.get("MEMORY_GRAPH_TEST_DSN")
    if given:
        yield given
        return
    from memory_graph.stores.embedded import embedded_server

    base = Path(tempfile.mkdtemp(prefix="mg-bench-"))
    started = embedded_server(base / "server", {"shared_buffers": shared_buffers})
    try:
        yield started.start()
    finally:
        started.stop()
        shutil.rmtree(base, ignore_errors=True)


@contextlib.contextmanager
def database(server_dsn: str, name: str, *, like: str | None = None) -> Iterator[str]:
    """The DSN of a fresh database with pgvector, or of a copy of another; dropped afterwards.

    ``like`` is the DSN of what is copied; nobody may be connected to it meanwhile.
    """
    label = f"bench_{name}_{os.getpid()}"
    with psycopg.connect(server_dsn, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {label} WITH (FORCE)".encode())
        source = f" TEMPLATE {conninfo_to_dict(like)['dbname']}" if like else ""
        admin.execute(f"CREATE DATABASE {label}{source}".encode())
    dsn = make_conninfo(server_dsn, dbname=label)
    try:
        with psycopg.connect(dsn, autocommit=True) as admin:
            admin.execute("CREATE EXTENSION IF NOT EXISTS vector")
        yield dsn
    finally:
        with psycopg.connect(server_dsn, autocommit=True) as admin:
            admin.execute(f"DROP DATABASE IF EXISTS {label} WITH (FORCE)".encode())


def setting(dsn: str, name: str) -> str:
    """A setting of the server, as it shows it."""
    with psycopg.connect(dsn) as connection:
        found = connection.execute("SELECT current_setting(%s)", [name]).fetchone()
    return str(found[0]) if found else ""


def timed(work: Callable[[], Any]) -> float:
    """How many seconds the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def milliseconds(seconds: Sequence[float]) -> dict[str, float]:
    """Percentiles of some times."""
    values = np.asarray(seconds) * 1000
    return {
        "p50": round(float(np.percentile(values, 50)), 3),
        "p95": round(float(np.percentile(values, 95)), 3),
    }


def options(doc: str | None, *, with_plot: bool = False) -> argparse.Namespace:
    """The options that every measurement takes; some can draw what they found."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("--quick", action="store_true", help="fewer rows, in some seconds")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    if with_plot:
        parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the figures as SVG")
    logging.getLogger("memory_graph").setLevel(logging.ERROR)
    return parser.parse_args()


def show(result: dict[str, Any], *, as_json: bool) -> None:
    """Prints a result."""
    if as_json:
        print(json.dumps(result, ensure_ascii=False, indent=2))
        return
    for name, value in result.items():
        print(f"{name:24} {value if not isinstance(value, dict) else ''}".rstrip())
        if isinstance(value, dict):
            for inner, number in value.items():
                print(f"  {inner:22} {number}")
