"""MemoryBank, and our own set in the same form.

People chat with an assistant; the evidence of a question is one or more exchanges (a message and
its reply) of the person who asks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from importlib import resources
from json import loads
from typing import Any

from memory_graph.errors import InputError
from memory_graph.evaluation.cases import Case, Dataset, Question, field
from memory_graph.types import Turn

_REPLY_SECONDS = 5


def read_memorybank(content: object, name: str, set_name: str = "memorybank") -> Dataset:
    """The cases of a file, one a person; raises InputError for another form."""
    by_user: dict[str, list[Any]] = defaultdict(list)
    for turn in field(content, "turns", name):
        by_user[str(field(turn, "user", name))].append(turn)
    asked: dict[str, list[Any]] = defaultdict(list)
    for question in field(content, "questions", name):
        asked[str(field(question, "user", name))].append(question)
    cases = (_case(f"{name}, {user}", told, asked[user]) for user, told in by_user.items())
    return Dataset(set_name, tuple(cases))


def read_own_set() -> Dataset:
    """The small English and Chinese set that comes with the package."""
    cases: list[Case] = []
    for language in ("en", "zh"):
        file = resources.files("memory_graph.evaluation") / "data" / f"own_{language}.json"
        content = loads(file.read_text(encoding="utf-8"))
        cases.extend(read_memorybank(content, f"own_{language}").cases)
    return Dataset("own", tuple(cases))


def _case(name: str, told: list[Any], asked: list[Any]) -> Case:
    days: dict[str, list[Any]] = defaultdict(list)
    for one in told:
        days[str(field(one, "date", name))].append(one)
    sessions = tuple(tuple(_turns(day, days[day], name)) for day in sorted(days))
    now = _day(max(days), name) + timedelta(days=1)
    questions = (_question(one, now) for one in asked)
    return Case(name, sessions, tuple(one for one in questions if one is not None))


def _day(told: str, name: str) -> datetime:
    try:
        return datetime.strptime(told, "%Y-%m-%d").replace(tzinfo=UTC, hour=10)
    except ValueError as error:
        raise InputError(f"{name}: a turn has the date {told!r}") from error


def _turns(day: str, told: Iterable[Mapping[str, Any]], name: str) -> Iterable[Turn]:
    """Two turns an exchange; their ids begin with its id."""
    moment = _day(day, name)
    for number, one in enumerate(told):
        for place, (role, key) in enumerate((("user", "query"), ("assistant", "response"))):
            content = str(one.get(key) or "").strip()
            if content:
                yield Turn(
                    role="user" if role == "user" else "assistant", content=content,
                    message_id=f"{one['id']}#{place}", session_id=f"{day}",
                    position=2 * number + place,
                    said_at=moment + timedelta(minutes=number, seconds=place * _REPLY_SECONDS),
                )  # fmt: skip


def _question(asked: Mapping[str, Any], now: datetime) -> Question | None:
    """A question; None when nothing that was said answers it."""
    groups = asked.get("groups") or [[one] for one in asked.get("gold") or ()]
    evidence = tuple(frozenset(map(str, group)) for group in groups if group)
    if not evidence:
        return None
    return Question(str(asked["question"]), evidence, str(asked.get("kind") or "other"), now)
