"""What the user said about themselves in a batch of turns, by rules or by a model."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo

from langchain_core.language_models import BaseChatModel

from memory_graph.effects import Program
from memory_graph.errors import ModelError
from memory_graph.models import structured
from memory_graph.offline import extract_candidates
from memory_graph.prompts.candidates import to_candidates
from memory_graph.prompts.extract import render_extract
from memory_graph.prompts.extract_reply import ExtractReply
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate, Turn

_LOG = logging.getLogger(__name__)
MAX_FAILURES = 3
"""More failed model calls in a row than this mean that the model is down, not one odd answer."""

ByMessage = Mapping[str, Sequence[Candidate]]


@dataclass(slots=True)
class Extractor:
    """Extracts with ``model``, or by the rules when it is None."""

    model: BaseChatModel | None
    method: str
    zone: tzinfo | None = None
    failures: int = 0
    """Model calls that failed in a row."""
    fallbacks: int = 0
    """Batches that the rules had to do instead."""
    dropped: int = field(default=0)

    def candidates(self, turns: Sequence[Turn]) -> Program[ByMessage]:
        """Candidates by message id, in the order of the turns.

        When a model call fails the rules extract instead; raises ModelError when it keeps failing.
        """
        spoken = [one for one in turns if one.role == "user"]
        if self.model is None or not spoken:
            return self._by_rules(spoken)
        try:
            found = yield from self._by_model(self.model, spoken)
        except ModelError as error:
            self.failures += 1
            if self.failures > MAX_FAILURES:
                raise
            self.fallbacks += 1
            _LOG.warning("the rules extract instead: %s", error)
            return self._by_rules(spoken)
        self.failures = 0
        return found

    def _by_rules(self, turns: Sequence[Turn]) -> ByMessage:
        return {
            str(turn.message_id): found
            for turn in turns
            if turn.said_at
            and (found := extract_candidates([turn], now=turn.said_at.astimezone(self._zone(turn))))
        }

    def _by_model(self, model: BaseChatModel, turns: Sequence[Turn]) -> Program[ByMessage]:
        last = turns[-1]
        assert last.said_at is not None  # noqa: S101 - every record has a time
        now = last.said_at.astimezone(self._zone(last))
        language = detect_language(last.content)
        messages = render_extract(turns, language=language, now=now)
        answer = yield from structured(model, messages, ExtractReply, method=self.method)
        kept, dropped = to_candidates(answer.value, turns, zone=now.tzinfo)
        self.dropped += len(dropped)
        found: dict[str, list[Candidate]] = {str(one.message_id): [] for one in turns}
        for candidate in kept:
            found.setdefault(str(candidate.evidence.message_id), []).append(candidate)
        return {message_id: some for message_id, some in found.items() if some}

    def _zone(self, turn: Turn) -> tzinfo | None:
        """The user's zone, else that of the timestamp itself."""
        return self.zone or (turn.said_at.tzinfo if turn.said_at else None)
