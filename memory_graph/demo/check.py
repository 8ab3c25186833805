"""What must be true after the demo; each failed check is one line of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memory_graph.demo.script import Script
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Memory

Event = dict[str, Any]


def check_demo(
    script: Script, events: Sequence[Event], store: PostgresMemoryStore, before_crash: int
) -> list[str]:
    """The failures of one run; empty when all is as it must be."""
    replies = {
        events[i]["text"]: one["text"]
        for i, one in enumerate(events[1:])
        if one["event"] == "assistant" and events[i]["event"] == "user"
    }
    open_ones = store.list_memories(script.user, tiers=("episodic", "semantic"), limit=1000)
    return [
        *_answers(script, replies),
        *_stored(script, open_ones),
        *_preference(script, store),
        *_reviews(events, before_crash),
    ]


def _answers(script: Script, replies: dict[str, str]) -> list[str]:
    failures = []
    for question, groups in (
        (script.ask, script.ask_expects), (script.suggest, script.suggest_expects)
    ):  # fmt: skip
        reply = replies.get(question, "")
        failures += [
            f"the answer to {question!r} holds none of {group}: {reply!r}"
            for group in groups
            if not any(word in reply for word in group)
        ]
    return failures


def _stored(script: Script, memories: Sequence[Memory]) -> list[str]:
    events = [one for one in memories if one.kind == "event"]
    failures = []
    if [one.content for one in events] != [script.edit]:
        failures.append(f"expected one event with the edited words, found {events!r}")
    turns = [one.content for one in memories if one.kind == "turn" and one.speaker == "user"]
    said = sorted([script.move, script.dislike, script.ask, script.suggest, script.change])
    if sorted(turns) != said:
        failures.append(f"a turn is missing or stored twice: {sorted(turns)!r}")
    return failures


def changed_preference(script: Script, store: PostgresMemoryStore) -> list[Memory]:
    """The history of the preference, oldest first."""
    preferences = [
        one
        for one in store.list_memories(script.user, tiers=("semantic",), limit=100)
        if one.kind == "preference"
    ]
    return store.history(script.user, preferences[0].id) if preferences else []


def _preference(script: Script, store: PostgresMemoryStore) -> list[str]:
    history = changed_preference(script, store)
    if len(history) != 2:
        return [f"expected two versions of the preference, found {len(history)}"]
    old, new = history
    failures = []
    if old.closed_at is None or old.superseded_by != new.id:
        failures.append("the old preference is not closed by the new one")
    if new.closed_at is not None:
        failures.append("the new preference is not open")
    if old.thread_id != script.thread("a") or new.thread_id != script.thread("b"):
        failures.append("a preference does not name the thread it comes from")
    return failures


def _reviews(events: Sequence[Event], before_crash: int) -> list[str]:
    """Three reviews in all; the one that waited over the crash is asked once and answered once."""
    asked = [one for one in events if one["event"] == "review"]
    answered = [one for one in events if one["event"] == "decision"]
    failures = []
    if len(asked) != 3 or len(answered) != 3:
        failures.append(f"expected 3 reviews and 3 answers, saw {len(asked)} and {len(answered)}")
    waiting = [one for one in events[:before_crash] if one["event"] == "review"][-1:]
    resumed = [one for one in events if one["event"] == "resumed"]
    if not waiting or not resumed or waiting[0]["request"] != resumed[0]["request"]:
        failures.append("the review after the crash is not the one that waited before it")
    return failures
