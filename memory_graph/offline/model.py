"""The offline model as a LangChain chat model: no key, no network, the same answer every time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NoReturn

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from memory_graph.errors import ConfigurationError
from memory_graph.offline.acknowledge import as_memory
from memory_graph.offline.answer import answer
from memory_graph.offline.answer_types import AnswerMemory, ConsentTo, always_given
from memory_graph.offline.extract import extract_candidates
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate, Language, Turn


class OfflineChatModel(BaseChatModel):
    """Answers from memories by rules.

    The graph calls ``reply`` with the recalled memories. Used as an ordinary chat model it knows
    only what the user's own messages of the conversation say.
    """

    @property
    def _llm_type(self) -> str:
        return "memory-graph-offline"

    def reply(
        self,
        question: str,
        *,
        memories: Sequence[AnswerMemory],
        now: datetime,
        language: Language,
        pocket: Sequence[str] = (),
        consent_to: ConsentTo = always_given,
    ) -> AIMessage:
        """Return the answer to ``question`` from recalled memories and pinned facts.

        ``consent_to`` says of what the user tells whether it will be kept; no more is promised.
        """
        recalled = {memory.content for memory in memories}
        pinned = [fact for fact in dict.fromkeys(pocket) if fact not in recalled]
        known = [*memories, *(AnswerMemory(content=fact, score=1.0) for fact in pinned)]
        text = answer(question, known, now=now, language=language, consent_to=consent_to)
        return AIMessage(content=text)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        text = _cut(_converse(messages), stop)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content=text))])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        text = _cut(_converse(messages), stop)
        for start in range(0, len(text), 24):
            piece = text[start : start + 24]
            chunk = ChatGenerationChunk(message=AIMessageChunk(content=piece))
            if run_manager is not None:
                run_manager.on_llm_new_token(piece, chunk=chunk)
            yield chunk

    def bind_tools(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse: rules can't choose tools."""
        raise ConfigurationError(
            "the offline model can't call tools: set a chat model, for example "
            "MEMORY_GRAPH_MODEL=openai:gpt-5-mini with OPENAI_API_KEY, to use tools"
        )

    def with_structured_output(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse: use ``extract_candidates`` for structured extraction without a model."""
        raise ConfigurationError(
            "the offline model has no structured output: call "
            "memory_graph.offline.extract_candidates, or set another chat model"
        )


def _converse(messages: Sequence[BaseMessage]) -> str:
    said = [m.text for m in messages if isinstance(m, HumanMessage)]
    question = said[-1] if said else ""
    now = datetime.now(UTC).astimezone()
    language = detect_language(question)
    turns = [Turn(role="user", content=text) for text in said[:-1]]
    known = _current(extract_candidates(turns, now=now, language=language))
    return answer(question, known, now=now, language=language)


def _current(found: Sequence[Candidate]) -> list[AnswerMemory]:
    """Keep the newest value of what has one value only, and drop what was taken back."""
    kept: dict[tuple[str, ...], AnswerMemory] = {}
    for candidate in found:
        key: tuple[str, ...] = (candidate.subject, candidate.attribute or candidate.content)
        if candidate.cardinality == "many":
            key = (*key, candidate.value or candidate.content)
        kept.pop(key, None)
        if not candidate.retires:
            kept[key] = as_memory(candidate)
    return list(kept.values())


def _cut(text: str, stop: Sequence[str] | None) -> str:
    for word in stop or ():
        text = text.split(word, 1)[0]
    return text
