"""Keeps two answers to one review that come at the same moment from both being carried out.

A checkpointer has no lock: two runs that resume the same interrupt both go on from it. Within one
process that is prevented here; between processes, and for answers that go past ``answer_review``,
only a LangGraph server does it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from threading import Lock

_LOCK = Lock()
_BEING_ANSWERED: set[str] = set()
"""Ids of the interrupts whose answers are being carried out; they are unique everywhere."""


@contextmanager
def alone(interrupt_ids: Collection[str]) -> Iterator[bool]:
    """Whether no other answer to one of these interrupts is being carried out; holds them if so."""
    with _LOCK:
        is_free = _BEING_ANSWERED.isdisjoint(interrupt_ids)
        if is_free:
            _BEING_ANSWERED.update(interrupt_ids)
    try:
        yield is_free
    finally:
        if is_free:
            with _LOCK:
                _BEING_ANSWERED.difference_update(interrupt_ids)
