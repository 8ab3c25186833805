"""``memory-graph chat``: a conversation at the prompt, with its reviews."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from memory_graph.cli.options import Tenant, User, check_thread, scope_of, zone_of
from memory_graph.cli.output import say
from memory_graph.types import Language

if TYPE_CHECKING:
    from memory_graph.context import MemoryContext

_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "thread": "thread {thread} · Ctrl-D ends",
        "resumed": "going on where thread {thread} stopped",
        "waits": "still waiting; go on with: memory-graph chat {options}",
    },
    "zh": {
        "thread": "线程 {thread} · 按 Ctrl-D 结束", "resumed": "从线程 {thread} 中断的地方继续",
        "waits": "仍在等待，继续请用：memory-graph chat {options}",
    },
}  # fmt: skip


class Locale(StrEnum):
    """Language of answers and reviews."""

    AUTO = "auto"
    ZH = "zh"
    EN = "en"


def chat(
    user: User,
    tenant: Tenant = None,
    thread: Annotated[
        str | None, typer.Option(help="Thread to go on with; a new one by default.")
    ] = None,
    timezone: Annotated[
        str, typer.Option(help="Zone of the user, for “tomorrow”; an IANA name.")
    ] = "UTC",
    lang: Annotated[
        Locale, typer.Option(help="Language of answers and reviews; auto follows you.")
    ] = Locale.AUTO,
    model: Annotated[
        str | None, typer.Option(help="Who answers: offline, or provider:model.")
    ] = None,
) -> None:
    """Talk to the agent. What needs a review is asked at the prompt; answer a, e, r or p.

    A thread that was left in the middle of a turn or a review goes on there. Lines can be piped in.
    """
    scope_of(user, tenant)
    zone_of(timezone)
    check_thread(thread)
    from memory_graph.cli.talking import Talk, opened
    from memory_graph.context import MemoryContext
    from memory_graph.models import resolve_model
    from memory_graph.settings import load_settings

    settings = load_settings()
    chosen = settings.model if model is None else model
    resolve_model(chosen)  # a missing key is told before the first word
    words = _WORDS[_language(lang)]
    thread_id = thread or str(uuid4())
    if sys.stdin.isatty():
        _edit_lines()
    context = MemoryContext(user_id=user, tenant=tenant, timezone=timezone, locale=lang.value)
    with opened(settings, chosen) as app:
        say(words["thread"].format(thread=thread_id))
        talk = Talk(app, context, thread_id, _language(lang), _ask, typer.echo, _write)
        with _leaving(
            talk.waits, words["waits"].format(options=_options(context, thread_id, model))
        ):
            if talk.waits():
                say(words["resumed"].format(thread=thread_id))
                talk.resume()
            while True:
                if text := _ask("› " if sys.stdin.isatty() else "").strip():
                    talk.say(text)


def _options(context: MemoryContext, thread_id: str, model: str | None) -> str:
    """The options that lead back into this chat, as a shell reads them."""
    given = {
        "--user": context.user_id, "--tenant": context.tenant, "--thread": thread_id,
        "--timezone": context.timezone if context.timezone != "UTC" else None, "--model": model,
    }  # fmt: skip
    return shlex.join(f"{name}={value}" for name, value in given.items() if value)


def _edit_lines() -> None:
    """Gives the prompt arrow keys and a history, where Python has them."""
    with suppress(ImportError):
        import readline  # noqa: F401 - input() uses it from then on


def _language(lang: Locale) -> Language:
    """The language to speak before the user has said anything."""
    if lang is not Locale.AUTO:
        return "zh" if lang is Locale.ZH else "en"
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "zh" if next(filter(None, names), "").lower().startswith("zh") else "en"


def _ask(prompt: str) -> str:
    """The next line; piped ones are shown, so that the output reads as a conversation."""
    line = input(prompt)
    if prompt and not sys.stdin.isatty():
        typer.echo(line)
    return line


def _write(text: str) -> None:
    typer.echo(text, nl=False)


@contextmanager
def _leaving(waits: Callable[[], bool], words: str) -> Iterator[None]:
    """Ends a chat: quietly at the end of the input, and never without a word on what waits."""
    try:
        yield
    except EOFError:
        if waits():
            say(words)
    except KeyboardInterrupt:
        say("")
        if waits():
            say(words)
        raise
