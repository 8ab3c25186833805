"""Judges a whole file before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from memory_graph.ingest.files import Unreadable, read_values
from memory_graph.ingest.records import BadRecord, Reading, Record, Skipped, read_record

MAX_KEPT = 100
"""How many bad lines are kept with their reasons; the rest is only counted."""


@dataclass(slots=True)
class FileCheck:
    """What a file holds."""

    turns: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    """Messages that are no part of the conversation, by reason."""
    bad: int = 0
    first_bad: list[tuple[int, str]] = field(default_factory=list)
    """Line number (item number in an array) and reason."""


def check_file(path: Path, reading: Reading) -> FileCheck:
    """What the file holds, line by line; raises InputError when it can't be read at all."""
    found = FileCheck()
    for number, outcome in outcomes(path, reading):
        if isinstance(outcome, Record):
            found.turns += 1
        elif isinstance(outcome, Skipped):
            found.skipped[outcome.reason] += 1
        else:
            found.bad += 1
            if len(found.first_bad) < MAX_KEPT:
                found.first_bad.append((number, str(outcome)))
    return found


def outcomes(path: Path, reading: Reading) -> Iterator[tuple[int, Record | Skipped | BadRecord]]:
    """What became of each line that is not blank."""
    for number, value in read_values(path):
        yield number, _outcome(value, reading)


def _outcome(value: object, reading: Reading) -> Record | Skipped | BadRecord:
    if isinstance(value, Unreadable):
        return BadRecord(value.reason)
    try:
        return read_record(value, reading)
    except BadRecord as problem:
        return problem
