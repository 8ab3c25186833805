"""How the demo looks on the terminal."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from memory_graph.demo.check import changed_preference
from memory_graph.demo.script import ZONE, Script
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.text.times import format_time
from memory_graph.types import Language, Memory

_NOTES: dict[Language, dict[str, str]] = {
    "zh": {
        "start": "会议助理 · 第一个进程 · 线程 a",
        "killed": "第二个审核还在等待时，进程被 SIGKILL 杀死。现在由第二个进程接着做。",
        "memories": "记忆", "history": "偏好的历史", "waits": "审核仍在等待",
        "tier": "层级", "content": "内容", "since": "自", "until": "至", "thread": "来自线程",
        "status": "状态", "open": "有效", "closed": "已被取代", "answered": "回答：",
        "written": "已写入：", "review": "需要审核", "edit": "修改", "approve": "同意",
        "added": "新增记忆", "superseded": "取代旧记忆", "new_rows": "新行", "turns": "原话",
    },
    "en": {
        "start": "Meeting assistant · first process · thread a",
        "killed": "While the second review was waiting, the process was killed with SIGKILL. "
        "A second process goes on.",
        "memories": "Memories", "history": "History of the preference",
        "waits": "the review still waits", "tier": "tier", "content": "content",
        "since": "since", "until": "until", "thread": "from thread", "status": "status",
        "open": "open", "closed": "replaced", "answered": "answer: ", "written": "written: ",
        "review": "review", "new_rows": "new rows",
    },
}  # fmt: skip


def show_note(console: Console, language: Language, name: str) -> None:
    """Prints a heading."""
    console.rule(f"[bold]{_NOTES[language][name]}")


def show_event(console: Console, language: Language, event: dict[str, Any]) -> None:
    """Prints one event of a worker."""
    words = _NOTES[language]
    kind = event["event"]
    if kind in {"user", "assistant"}:
        mark = "[bold cyan]›[/]" if kind == "user" else "[bold green]‹[/]"
        said = f"{mark} [dim]{event['thread']}[/] {escape(event['text'])}"
        console.print(said, soft_wrap=language == "zh")  # no spaces: the terminal breaks it best
    elif kind in {"review", "resumed"}:
        title = words["review"] if kind == "review" else words["waits"]
        for request in event["request"]["action_requests"]:
            text = f"{request['name']}\n{request['description']}"
            console.print(Panel(escape(text), title=title, expand=False, border_style="yellow"))
    elif kind == "decision":
        given = event["decision"]["type"]
        console.print(f"  [yellow]{words['answered']}{words.get(given, given)}[/]")
        args = event["decision"].get("edited_action", {}).get("args", {})
        if args:
            console.print(f"  [yellow]→[/] {escape(args['content'])}")
    elif kind == "written":
        counts = [
            f"{words.get(name, name)} {count}" for name, count in event["counts"].items() if count
        ]
        console.print(f"  [dim]{words['written']}{' · '.join(counts)}[/]")


def show_memories(console: Console, script: Script, store: PostgresMemoryStore) -> None:
    """Prints all memories, open and closed, oldest first."""
    words = _NOTES[script.language]
    table = Table(title=words["memories"], show_lines=False)
    for column in ("tier", "content", "since", "thread", "status"):
        table.add_column(words[column], overflow="fold")
    found = store.list_memories(script.user, with_closed=True, limit=1000)
    for one in reversed(found):
        table.add_row(
            f"{one.tier}/{one.kind}", escape(one.content), _day(one, script.language),
            _letter(one), _status(one, words),
        )  # fmt: skip
    console.print(table)


def show_history(console: Console, script: Script, store: PostgresMemoryStore) -> None:
    """Prints the versions of the changed preference."""
    words = _NOTES[script.language]
    table = Table(title=words["history"])
    for column in ("content", "since", "until", "status"):
        table.add_column(words[column], overflow="fold")
    for one in changed_preference(script, store):
        until = _time(one.valid_to, script.language) if one.valid_to else ""
        table.add_row(escape(one.content), _day(one, script.language), until, _status(one, words))
    console.print(table)


def _day(memory: Memory, language: Language) -> str:
    return _time(memory.valid_from, language)


def _time(moment: Any, language: Language) -> str:
    return format_time(moment.astimezone(ZoneInfo(ZONE)), None, language)


def _letter(memory: Memory) -> str:
    return (memory.thread_id or "").rpartition("-")[2]


def _status(memory: Memory, words: dict[str, str]) -> str:
    return words["open"] if memory.closed_at is None else words["closed"]
