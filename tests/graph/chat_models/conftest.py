"""Fixtures of the tests of chat models."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from memory_graph.settings import Settings

if TYPE_CHECKING:
    from tests.graph.conftest import Chat
from tests.graph.chat_models.served import MODEL


@pytest.fixture
def online(make_chat: Callable[..., Chat], settings: Settings, openai_server: Any) -> Chat:
    """A graph whose replies and extractions come from the loopback server."""
    return make_chat(model=MODEL, settings=replace(settings, model_timeout_seconds=5.0))
