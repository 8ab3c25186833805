"""Why a recall gave what it gave, as a text to read. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from memory_graph.context import TOKEN_BUDGET
from memory_graph.stores.packing import pack
from memory_graph.types import Recalled, RecallResult

_CUES = ("follower", "bm25", "entity", "time", "code", "speaker", "session")
_COLUMNS = {
    "final": "final", "vector": "vector", **{name: name for name in _CUES}, "fused": "fused",
    "boost": "boost", "importance_boost": "importance", "recency_boost": "recency",
    "rerank": "rerank",
}  # fmt: skip
"""The scores, and what the table calls them."""
_CONTENT = 60


def explanation(found: RecallResult, token_budget: int = TOKEN_BUDGET) -> str:
    """The arms, the terms, the times, what each memory scored, and what packing leaves out."""
    return "\n".join([*_heading(found), *_scores(found.memories), *_packing(found, token_budget)])


def _heading(found: RecallResult) -> Iterable[str]:
    windows = ", ".join(
        f"{one.words} [{one.since.isoformat()}, {one.until.isoformat()})" for one in found.windows
    )
    clock = found.clock.isoformat() if found.clock else "unknown"
    yield f"arms: {_list(found.arms)} · terms: {_list(found.terms, ' ')}"
    yield f"memories considered: {found.considered} · clock: {clock}"
    yield f"time: {found.time_parse} {windows}".rstrip()
    yield (
        f"question: {found.question_kind} · whose words: {', '.join(found.speakers) or 'anyone'}"
        f" · entities: {_list(found.entities)}"
    )
    if found.degraded:
        yield f"degraded: {found.degraded_reason}"


def _list(names: Sequence[str], between: str = ", ") -> str:
    return between.join(names) or "none"


def _scores(memories: Sequence[Recalled]) -> list[str]:
    """A table of the scores, best first; what scored nowhere is named instead of shown."""
    if not memories:
        return ["nothing found"]
    values = {name: [getattr(one.scores, name) for one in memories] for name in _COLUMNS}
    nothing = [name for name in _CUES if not any(values[name])]
    shown = [
        name
        for name, column in values.items()
        if name not in nothing and any(value is not None for value in column)
    ]
    rows = [["#", *(_COLUMNS[name] for name in shown), "content"]]
    for place, one in enumerate(memories):
        scores = (_number(values[name][place]) for name in shown)
        rows.append([str(place + 1), *scores, _short(one.memory.content)])
    wide = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(_padded, row, wide)).rstrip() for row in rows]
    return [*lines, f"scored nowhere: {', '.join(nothing)}"] if nothing else lines


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _short(content: str) -> str:
    line = " ".join(content.split())
    return line if len(line) <= _CONTENT else line[: _CONTENT - 1] + "…"


def _width(text: str) -> int:
    """Columns a terminal takes for a text: two for a Chinese character."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _packing(found: RecallResult, token_budget: int) -> list[str]:
    """What the budget of a prompt would leave out, and why."""
    packed = pack(found.memories, token_budget)
    head = f"packing: {packed.tokens} of {token_budget} tokens · left out: {len(packed.left_out)}"
    return [head, *(f"  {one.memory_id}: {one.reason} {one.into}".rstrip()
                    for one in packed.left_out)]  # fmt: skip
