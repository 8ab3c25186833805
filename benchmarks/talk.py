"""A model that answers at once, and the kinds of turns whose cost is measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from pydantic import Field


class InstantModel(BaseChatModel):
    """Replies with one word, and extracts the items it was given for the turn."""

    items: list[dict[str, Any]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "instant"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Runnable[LanguageModelInput, AIMessage]:
        """The model, as it is asked for a structured answer."""
        return self.bind(tools=tools)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        message = AIMessage("Noted.")
        if kwargs.get("tools"):
            call = {"name": "ExtractReply", "args": {"items": self.items}, "id": "call"}
            message = AIMessage("", tool_calls=[call])
        return ChatResult(generations=[ChatGeneration(message=message)])


@dataclass(frozen=True)
class Kind:
    """One kind of turn."""

    name: str
    text: str
    facts: int = 0
    turns: int = 4
    """Turns of a thread, all of this kind."""
    is_late: bool = False
    """True when a turn with facts comes before them, which is not measured."""

    def said(self, number: int) -> str:
        """The words of a turn; no two turns say the same."""
        return self.text.format(number=number, animal=_ANIMALS[number % len(_ANIMALS)])

    def items(self, text: str, message_id: str) -> list[dict[str, Any]]:
        """What the model finds in it."""
        return [
            {"message_id": message_id, "span": part, "kind": "fact", "content": f"{part}.",
             "confidence": 0.95, "entities": ["Rosa"]}
            for part in text.split(" and ")[: self.facts]
        ]  # fmt: skip


_ANIMALS = ("heron", "otter", "badger", "lynx", "stork", "marten", "beaver", "falcon")
_TELLING = "I met Rosa near house {number} and she showed me {number} pictures of a {animal}"
OPENING = Kind("opening", _TELLING, facts=2)
KINDS: Sequence[Kind] = (
    Kind("small_talk", "thanks a lot!", turns=1),
    Kind("small_talk_later", "thanks a lot!", turns=1, is_late=True),
    Kind("no_candidates", "What do you think of the {animal} of house {number}, was it last week?"),
    Kind("candidates", _TELLING, facts=2),
)
