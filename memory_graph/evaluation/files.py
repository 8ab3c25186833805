"""Reads evaluation sets in the form they are published in."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from memory_graph.errors import InputError
from memory_graph.evaluation.cases import Dataset
from memory_graph.evaluation.locomo import read_locomo
from memory_graph.evaluation.memorybank import read_memorybank, read_own_set
from memory_graph.evaluation.realmem import read_realmem

READERS: dict[str, Callable[[object, str], Dataset]] = {
    "locomo": read_locomo, "realmem": read_realmem, "memorybank": read_memorybank,
}  # fmt: skip
OWN = "own"


def load_dataset(name: str, paths: Sequence[Path] = ()) -> Dataset:
    """One set from one or more files, plain or gzipped; ``own`` needs none.

    Raises InputError for an unknown set, a missing file or another form.
    """
    if name == OWN:
        return read_own_set()
    if name not in READERS:
        raise InputError(f"unknown set {name!r}: use {', '.join((*READERS, OWN))}")
    if not paths:
        raise InputError(f"{name}: name the file it lies in")
    parts = [READERS[name](_parse(path), path.name) for path in paths]
    return replace(parts[0], cases=tuple(case for part in parts for case in part.cases))


def _parse(path: Path) -> object:
    try:
        data = path.read_bytes()
        plain = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
        content: object = json.loads(plain)
    except OSError as error:
        raise InputError(f"can't read {str(path)!r}: {error.strerror or error}") from error
    except (ValueError, EOFError) as error:
        raise InputError(f"{str(path)!r} holds no JSON: {error}") from error
    return content
