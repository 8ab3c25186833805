"""Answers of a chat model in the shape of a schema, whatever the server is able to do.

``structured`` is a program (see ``effects``): it asks, reads the answer with patience, asks once
more when nothing can be read, and then says so. It never gives an empty answer in place of an
unread one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

from langchain_core.exceptions import OutputParserException
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.runnables import Runnable, RunnableBinding, RunnableConfig, RunnableSequence
from langchain_core.utils.json_schema import dereference_refs
from pydantic import BaseModel, ValidationError

from memory_graph.answers import StructuredAnswer, read_answer
from memory_graph.effects import Effect, Program
from memory_graph.errors import ConfigurationError, ModelError
from memory_graph.providers import call_error
from memory_graph.settings import METHODS

M = TypeVar("M", bound=BaseModel)

_QUIET: RunnableConfig = {"tags": ["nostream"], "run_name": "memory_graph.structured"}
"""Keeps these answers out of the chat that LangGraph streams to a person."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_SHAPE = {
    "en": "Answer with one JSON object and nothing else. It must fit this JSON schema:\n",
    "zh": "只回答一个 JSON 对象，不要任何其他文字。它必须符合这个 JSON schema：\n",
}
_AGAIN = {
    "en": "The previous answer could not be read ({reason}). Answer again, complete and valid.",
    "zh": "上一次的回答无法解析（{reason}）。请重新回答，内容完整、格式正确。",
}


def structured(
    model: BaseChatModel, messages: Sequence[BaseMessage], schema: type[M], *, method: str,
    attempts: int = 2,
) -> Program[StructuredAnswer[M]]:  # fmt: skip
    """Ask ``model`` for a ``schema``; a program to be given to ``run`` or ``arun``.

    ``method`` is function_calling, json_schema, json_mode, or text (any model at all). Raises
    ConfigurationError for a method the model lacks, ModelError when the call fails for good or
    ``attempts`` answers in a row can't be read.
    """
    if method not in METHODS:
        raise ConfigurationError(f"structured_method {method!r}: use one of {', '.join(METHODS)}")
    runnable = _asking(model, schema, method)
    language = _language(messages)
    asked = [*messages, *_shape(schema, method, language)]
    reason = ""
    for attempt in range(1, attempts + 1):
        retry = [HumanMessage(_AGAIN[language].format(reason=reason))] if attempt > 1 else []
        reply = yield from _call(runnable, [*asked, *retry])
        try:
            return read_answer(reply, schema, attempt)
        except ModelError as error:
            reason = str(error)
    raise ModelError(
        f"the model's answer could not be read as {schema.__name__}{_times(attempts)} ({reason}): "
        "try another MEMORY_GRAPH_STRUCTURED_METHOD or another model"
    )


def _times(attempts: int) -> str:
    return {1: "", 2: " twice"}.get(attempts, f" {attempts} times")


def _asking(model: BaseChatModel, schema: type[BaseModel], method: str) -> Runnable[Any, Any]:
    """The model, bound to the way of asking."""
    if method == "text":
        return model
    try:
        bound = model.with_structured_output(json.loads(_flat_schema(schema)), method=method)
        if isinstance(bound, RunnableSequence) and _is_bound_model(bound.first):
            return bound.first  # we read the message ourselves; the client's parser gives up sooner
        return model.with_structured_output(
            json.loads(_flat_schema(schema)), method=method, include_raw=True
        )
    except (NotImplementedError, ValueError, TypeError) as error:
        raise ConfigurationError(
            f"{type(model).__name__} can't do structured_method {method!r}: "
            "set MEMORY_GRAPH_STRUCTURED_METHOD=text"
        ) from error


def _is_bound_model(step: Runnable[Any, Any]) -> bool:
    return isinstance(step, RunnableBinding) and isinstance(step.bound, BaseChatModel)


@lru_cache(maxsize=64)
def _flat_schema(schema: type[BaseModel]) -> str:
    """The JSON schema of a model without references, as text; a client may change what it gets."""
    shape = dereference_refs(schema.model_json_schema())
    shape.pop("$defs", None)
    shape.setdefault("description", schema.__name__)
    return json.dumps(shape)


def _shape(schema: type[BaseModel], method: str, language: str) -> list[BaseMessage]:
    """The schema in words, where the server is not told it any other way."""
    if method not in ("json_mode", "text"):
        return []
    shape = json.dumps(schema.model_json_schema(), ensure_ascii=False)
    return [HumanMessage(_SHAPE[language] + shape)]


def _call(runnable: Runnable[Any, Any], messages: list[BaseMessage]) -> Program[object]:
    """One call, its errors in our words."""
    try:
        return (
            yield Effect(
                run=lambda: runnable.invoke(messages, _QUIET),
                arun=lambda: runnable.ainvoke(messages, _QUIET),
            )
        )
    except (ValidationError, json.JSONDecodeError, OutputParserException):
        # The client itself stumbled over the answer: as unreadable as any other.
        return AIMessage("")
    except Exception as error:
        # A client that refuses a cut answer still holds it; what is complete must not be lost.
        completion = getattr(error, "completion", None)
        if completion is not None and (text := _completion_text(completion)):
            return AIMessage(text, response_metadata={"finish_reason": "length"})
        raise call_error("the call to the chat model", error) from error


def _completion_text(completion: object) -> str:
    """The text in an OpenAI client's completion object."""
    choices = getattr(completion, "choices", None) or [None]
    content = getattr(getattr(choices[0], "message", None), "content", None)
    return content if isinstance(content, str) else ""


def _language(messages: Sequence[BaseMessage]) -> str:
    """The language the model is spoken to in: that of the first message."""
    return "zh" if messages and _HAN.search(str(messages[0].text)) else "en"
