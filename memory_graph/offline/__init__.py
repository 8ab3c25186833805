"""The offline model: rule-based extraction and an extractive answerer, English and Chinese.

It needs no key and no network and always answers the same. ``OfflineChatModel`` is loaded on
first use, since it brings langchain-core with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memory_graph.offline.answer import answer
from memory_graph.offline.answer_types import AnswerMemory
from memory_graph.offline.cues import with_cues
from memory_graph.offline.extract import extract_candidates
from memory_graph.offline.route import is_small_talk, route

if TYPE_CHECKING:
    from memory_graph.offline.model import OfflineChatModel

__all__ = [
    "AnswerMemory",
    "OfflineChatModel",
    "answer",
    "extract_candidates",
    "is_small_talk",
    "route",
    "with_cues",
]


def __getattr__(name: str) -> Any:
    """Load the chat model on first use."""
    if name == "OfflineChatModel":
        from memory_graph.offline.model import OfflineChatModel

        return OfflineChatModel
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
