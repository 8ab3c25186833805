"""What a model is given to extract with: the same schema each time, and what is stored already."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import Runnable, RunnableLambda
from pydantic import BaseModel, Field

from memory_graph.effects import run
from memory_graph.models import structured
from memory_graph.nodes.extract import known_of
from memory_graph.state import MemoryState, RecalledBlock
from memory_graph.types import Kind, Memory, Recalled, Scores

NOW = datetime(2026, 5, 1, tzinfo=UTC)


class Basket(BaseModel):
    """Fruit."""

    items: list[str]


class Spoiler(FakeListChatModel):
    """A client that changes the schema it is given, down to its parts."""

    given: list[str] = Field(default_factory=list)

    def with_structured_output(self, schema: Any, **_: Any) -> Runnable[Any, Any]:
        self.given.append(repr(schema))
        schema["properties"]["items"]["type"] = "spoiled"
        schema.clear()
        return RunnableLambda(lambda _: AIMessage('{"items": ["plum"]}'))


def test_a_client_may_change_the_schema_it_is_given() -> None:
    model = Spoiler(responses=[""])
    for _ in range(2):
        answer = run(structured(model, [HumanMessage("?")], Basket, method="function_calling"))
        assert answer.value == Basket(items=["plum"])
    assert len(set(model.given)) == 1
    assert "'title': 'Basket'" in model.given[0]


def test_turns_are_no_knowledge() -> None:
    kinds: dict[Kind, str] = {"fact": "住在上海", "turn": "hello", "event": "met Rosa"}
    recalled = [
        Recalled(
            memory=Memory(
                id=kind, scope="s", tier="semantic", kind=kind, content=content, valid_from=NOW,
                recorded_at=NOW,
            ),
            scores=Scores(),
        ).model_dump(mode="json", exclude_defaults=True)
        for kind, content in kinds.items()
    ]  # fmt: skip
    state = MemoryState(recalled=RecalledBlock(memories=recalled))
    assert known_of(state) == ["住在上海", "met Rosa"]
    assert known_of(MemoryState()) == []
