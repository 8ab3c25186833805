"""Turns without the erased words, and their followers, indexed anew. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_graph.stores.erase_words import Masks, Said
from memory_graph.stores.masking import masked, masked_json
from memory_graph.stores.rows import from_turn
from memory_graph.text.tokens import index_terms
from memory_graph.types import Turn


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A turn as it reads and is found afterwards."""

    id: str
    content: str
    data: str
    lexemes: str
    lexeme_count: int
    word_count: int
    embed_text: str
    fresh: bool
    """True when its vector must be made anew."""
    was_masked: bool


def said(row: Mapping[str, Any]) -> Said:
    """A turn that stays, from a row."""
    return Said(str(row["id"]), row["content"], row["message_id"])


def masked_turns(
    near: Sequence[Mapping[str, Any]], masks: Masks
) -> tuple[dict[str, str], set[str]]:
    """The new texts of turns, and the turns outside any session that must be indexed anew."""
    new_texts = {
        turn.id: text
        for turn in map(said, (row for row in near if row["kind"] == "turn"))
        if (text := masked(turn.content, masks.for_turn(turn))) != turn.content
    }
    gone = _terms(masks) if any(row["stray_terms"] is not None for row in near) else set()
    return new_texts, {str(row["id"]) for row in near if _is_stray(row, new_texts, gone)}


def _is_stray(row: Mapping[str, Any], new_texts: Mapping[str, str], gone: set[str]) -> bool:
    """True for a turn outside any session whose index holds words of a neighbour that go."""
    if row["stray_terms"] is None or str(row["id"]) in new_texts:
        return False
    own = set(index_terms(f"{row['speaker']}: {row['content']}"))
    return not gone.isdisjoint(set(row["stray_terms"]) - own)


def _terms(masks: Masks) -> set[str]:
    every = (masks.everywhere, *masks.stating.values())
    phrases = {phrase for one in every for phrase in one.phrases}
    terms = {term for one in every for term in one.terms}
    return {term for text in phrases | terms for term in index_terms(text)}


def is_touched(row: Mapping[str, Any], new_texts: Mapping[str, str]) -> bool:
    """True for a turn that is masked, or indexed with one that is masked or erased."""
    return (
        row["touched"]
        or str(row["id"]) in new_texts
        or any(one["id"] in new_texts for one in row["before"])
    )


def rewrite(row: Mapping[str, Any], new_texts: Mapping[str, str], masks: Masks) -> Rewrite:
    """The turn of a window as it reads and is found without the words."""
    before = [_turn(one, new_texts, row["session_id"]) for one in row["before"]]
    own = str(row["id"])
    turn = _turn({**row, "id": own}, new_texts, row["session_id"])
    columns = from_turn(turn, before, thread_id=row["thread_id"]).columns
    was_masked = own in new_texts
    needles = masks.for_turn(Said(own, row["content"], row["message_id"]))
    data = masked_json(row["data"], needles) if was_masked else row["data"]
    last = row["before"][-1]["id"] if row["before"] else ""
    return Rewrite(
        id=own, content=turn.content, data=json.dumps(data, ensure_ascii=False),
        lexemes=columns["lexemes"], lexeme_count=columns["lexeme_count"],
        word_count=columns["word_count"], embed_text=columns["embed_text"],
        fresh=was_masked or row["touched"] or last in new_texts or not row["before"],
        was_masked=was_masked,
    )  # fmt: skip


def _turn(row: Mapping[str, Any], new_texts: Mapping[str, str], session_id: str | None) -> Turn:
    said_at = row["said_at"]
    return Turn(
        role=row["role"], speaker=row["speaker"],
        content=new_texts.get(row["id"], row["content"]), session_id=session_id,
        said_at=datetime.fromisoformat(said_at) if isinstance(said_at, str) else said_at,
    )  # fmt: skip
