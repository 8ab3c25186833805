"""What callers give to the verbs is judged here, before anything is opened. Pure.

Each function gives the value as the store takes it, or raises InputError.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from memory_graph import lineage as multirange
from memory_graph.errors import InputError
from memory_graph.stores.branch import Branch
from memory_graph.stores.namespaces import is_storable
from memory_graph.text.clean import clean_text
from memory_graph.types import TIERS, Candidate

ALL_TIERS = (*TIERS, "item")
KINDS = ("turn", "event", "fact", "preference", "relation", "rule", "document", "item")
MAX_NUMBER = 2**31 - 1


def check_names(what: str, given: Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """Names as a tuple; refuses a string where a list is wanted, and what nobody knows."""
    every = check_list(f"{what}s", given)
    for name in every:
        if name not in known:
            raise InputError(f"unknown {what} {name!r}; {what}s are {', '.join(known)}")
    return every


def check_list(name: str, given: Any) -> tuple[str, ...]:
    """A list of strings as a tuple; a single string would be read letter by letter."""
    if isinstance(given, str):
        raise InputError(f"{name}={given!r} is a string: give a list of them")
    if not isinstance(given, Iterable) or isinstance(given, (Mapping, bytes)):
        raise InputError(f"{name}={given!r} is not a list of strings")
    every = tuple(given)
    for one in every:
        if not isinstance(one, str):
            raise InputError(f"{name} holds {one!r}, which is not a string")
        check_storable(name, one)
    return every


def check_storable(name: str, text: str | None) -> None:
    """Refuses a text that no database takes: with NUL, or half a surrogate pair."""
    if text is None:
        return
    if not isinstance(text, str):
        raise InputError(f"{name}={text!r} is not a string")
    if not is_storable(text):
        raise InputError(f"{name}={text!r} holds NUL or half a surrogate pair")


def check_words(name: str, text: Any) -> None:
    """Refuses what says nothing, or is no text, where words are kept: who did it, and why."""
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"{name}={text!r} says nothing: give a string")
    check_storable(name, text)


def check_flag(name: str, given: Any) -> None:
    """Refuses what is neither true nor false."""
    if not isinstance(given, bool):
        raise InputError(f"{name}={given!r} is neither True nor False")


def check_number(name: str, number: int, least: int, most: int = MAX_NUMBER) -> None:
    """Refuses what is no whole number between the bounds."""
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise InputError(f"{name} {number!r} is not a whole number between {least} and {most}")


def check_aware(name: str, moment: datetime | None) -> None:
    """Refuses a time without a zone."""
    if moment is None:
        return
    if not isinstance(moment, datetime):
        raise InputError(f"{name}={moment!r} is not a datetime")
    if moment.tzinfo is None:
        raise InputError(f"{name}={moment.isoformat()} has no time zone: add one")


def check_mapping(name: str, given: Any) -> dict[str, Any]:
    """A mapping as a dict; nothing for None."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise InputError(f"{name}={given!r} is not a mapping: give names with their values")
    return dict(given)


def check_threads(name: str, given: Any) -> tuple[str, ...]:
    """Thread ids as a tuple; refuses one that names none."""
    every = check_list(name, given)
    for one in every:
        if not one.strip():
            raise InputError(f"{name} holds {one!r}, which is blank: name a thread")
    return every


def check_thread(thread_id: str | None) -> None:
    """Refuses a thread id that names none."""
    check_storable("thread_id", thread_id)
    if thread_id is not None and not thread_id.strip():
        raise InputError(f"thread_id {thread_id!r} is blank: leave it out to mean every thread")


def check_key(idempotency_key: str | None) -> None:
    """Refuses a key that tells no call from another."""
    check_storable("idempotency_key", idempotency_key)
    if idempotency_key is not None and not idempotency_key.strip():
        raise InputError(f"idempotency_key {idempotency_key!r} is blank: leave it out for none")


def check_candidate(candidate: Candidate) -> Candidate:
    """A candidate that can become a memory by itself."""
    if candidate.kind in ("turn", "item"):
        raise InputError(
            f"can't remember kind {candidate.kind!r}: turns come from conversations "
            "(`ingest`), items from `put`; choose fact, preference, relation, event, rule or "
            "document"
        )
    if not clean_text(candidate.content):
        raise InputError(f"can't remember {candidate.content!r}: it is blank")
    check_interval(candidate)
    return candidate


def check_interval(candidate: Candidate) -> None:
    """Refuses a time of happening that ends before it begins."""
    begin, end = candidate.event_from, candidate.event_to
    if begin and end and end < begin:
        raise InputError(
            f"event_to={end.isoformat()} is before event_from={begin.isoformat()}: give them in "
            "order"
        )


def check_branch(branch: Branch) -> None:
    """Refuses what says nothing of where a reader stands: it would see nothing, or an error."""
    if not isinstance(branch, Branch):
        raise InputError(
            f"branch is a {type(branch).__name__}: give branch_of(snapshot), with a snapshot from "
            "get_state or get_state_history"
        )
    check_storable("branch.thread_id", branch.thread_id)
    check_words("branch.lineage", branch.lineage)
    check_storable("branch.root", branch.root)
    multirange.parse(branch.lineage)


def id_of(given: str | UUID) -> str:
    """A memory's id as the store writes it, however it is written; other text stays as it is."""
    if not isinstance(given, (str, UUID)):
        raise InputError(f"{given!r} is no memory id: give one, as a string or a UUID")
    try:
        return str(UUID(str(given)))
    except ValueError:
        return str(given)


def ids_of(given: str | UUID | Iterable[str | UUID]) -> tuple[str, ...]:
    """Ids as the store writes them, each once, in the order given."""
    if isinstance(given, (str, UUID)):
        given = (given,)
    if not isinstance(given, Iterable) or isinstance(given, (Mapping, bytes)):
        raise InputError(f"{given!r} is no memory id: give one, or a list of them")
    every = tuple(given)
    if not every:
        raise InputError("no memory id given: name at least one")
    return tuple(dict.fromkeys(map(id_of, every)))


def is_uuid(text: str) -> bool:
    """True for the text form of a memory id."""
    try:
        UUID(text)
    except ValueError:
        return False
    return True
