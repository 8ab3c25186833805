"""Conversations from files: what is stored, and that no crash loses or doubles anything."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from langchain_core.messages import BaseMessage
from typer.testing import CliRunner

from memory_graph.answers import StructuredAnswer
from memory_graph.cli.app import app
from memory_graph.context import MemoryContext
from memory_graph.effects import Effect, Program
from memory_graph.effects import run as run_program
from memory_graph.errors import InputError, ModelError
from memory_graph.ingest import IngestOptions, IngestReport, Record, ingest_file
from memory_graph.ingest.check import outcomes
from memory_graph.ingest.turns import Numbering, Said
from memory_graph.ingest.write import Batch
from memory_graph.prompts.extract_reply import ExtractReply
from memory_graph.settings import Settings
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Memory, WriteResult

pytestmark = pytest.mark.own_database

START = datetime(2026, 7, 1, 9, tzinfo=UTC)
TALK = [
    ("user", "Forget that I live in Oslo."),
    ("assistant", "There is nothing to forget."),
    ("user", "I live in Oslo."),
    ("assistant", "A fine city."),
    ("user", "我喜欢喝乌龙茶。"),
    ("user", "I'm allergic to peanuts."),
    ("assistant", "I will keep that in mind."),
    ("user", "What about the weather?"),
    ("user", "I live in Turin now."),
    ("assistant", "Nice."),
]


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    settings = Settings(dsn=dsn, embeddings="none")
    with PostgresMemoryStore(settings=settings) as opened:
        yield opened


@pytest.fixture
def run(dsn: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.setenv("MEMORY_GRAPH_DSN", dsn)
    monkeypatch.setenv("MEMORY_GRAPH_EMBEDDINGS", "none")
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *arguments, **more: CliRunner().invoke(app, list(arguments), **more)


def lines(talk: list[tuple[str, str]], minutes: float = 1) -> list[dict[str, Any]]:
    return [
        {
            "role": role, "content": content, "name": "Bo" if role == "user" else None,
            "timestamp": (START + timedelta(minutes=minutes * index)).isoformat(),
        }
        for index, (role, content) in enumerate(talk)
    ]  # fmt: skip


def written(folder: Path, values: list[Any], name: str = "talk.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in values), "utf-8")
    return path


def options(user: str = "ann", **changes: Any) -> IngestOptions:
    context = MemoryContext(user_id=user, oversight="out_of_the_loop")
    return IngestOptions(context, **({"batch": 4} | changes))


def snapshot(store: PostgresMemoryStore, user: str = "ann") -> list[tuple[object, ...]]:
    """All that a reader could tell apart, without the times and ids of the database."""
    return sorted((facts(one) for one in everything(store, user)), key=str)


def everything(store: PostgresMemoryStore, user: str = "ann") -> list[Memory]:
    return store.list_memories(user, with_closed=True, limit=5000)


def facts(one: Memory) -> tuple[object, ...]:
    return (
        one.kind, one.content, one.closed_at is None, one.superseded_by is None,
        one.evidence_count, one.message_id, one.session_id is None, one.position, one.valid_from,
        one.valid_to, one.speaker, one.thread_id, one.doubtful,
    )  # fmt: skip


def test_turns_and_facts_are_stored(store: PostgresMemoryStore, tmp_path: Path) -> None:
    report = ingest_file(store, written(tmp_path, lines(TALK)), options(thread_id="t1"))
    assert (report.turns, report.new_turns) == (10, 10)
    assert report.withheld == {"sensitive_health": 1}
    assert report.memories["superseded"] == 1
    found = everything(store)
    turns = [one for one in found if one.kind == "turn"]
    assert sorted(one.position for one in turns if one.position is not None) == list(range(10))
    assert {one.thread_id for one in found} == {"t1"}
    assert len({one.session_id for one in turns}) == 1
    homes = {one.value: one.closed_at is None for one in found if one.attribute == "lives_in"}
    assert homes == {"Oslo": False, "Turin": True}
    assert not any("peanuts" in one.content for one in found)
    assert any("[withheld]" in one.content for one in turns)
    assert [one.memory.kind for one in store.recall("ann", "peanuts").memories] == []


def test_without_extraction_only_turns(store: PostgresMemoryStore, tmp_path: Path) -> None:
    report = ingest_file(store, written(tmp_path, lines(TALK)), options(extract=False))
    assert report.memories == {}
    assert {one.kind for one in everything(store)} == {"turn"}
    assert len(everything(store)) == 10


def test_the_answer_is_found_by_its_question(store: PostgresMemoryStore, tmp_path: Path) -> None:
    talk = [("user", "x")] * 3 + [("user", "Which colour is the kayak?"), ("user", "Green.")]
    ingest_file(store, written(tmp_path, lines(talk)), options())
    found = [one.memory.content for one in store.recall("ann", "colour of the kayak").memories]
    assert "Green." in found  # question and answer lie in two batches


def test_pauses_make_sessions(store: PostgresMemoryStore, tmp_path: Path) -> None:
    path = written(tmp_path, lines(TALK, minutes=45))
    ingest_file(store, path, options(gap_minutes=30))
    assert len({one.session_id for one in everything(store) if one.kind == "turn"}) == 10


def test_again_changes_nothing(store: PostgresMemoryStore, tmp_path: Path) -> None:
    path = written(tmp_path, lines(TALK))
    ingest_file(store, path, options())
    before, writes = snapshot(store), store.stats("ann").writes
    report = ingest_file(store, path, options())
    assert (report.turns, report.new_turns, report.memories) == (10, 0, {})
    assert snapshot(store) == before
    assert store.stats("ann").writes == writes


@pytest.mark.parametrize("change", [{"batch": 3}, {"batch": 50}, {"extract": False}])
def test_other_options_store_nothing_twice(
    store: PostgresMemoryStore, tmp_path: Path, change: dict[str, Any]
) -> None:
    path = written(tmp_path, lines(TALK))
    ingest_file(store, path, options(extract=False))
    first = ingest_file(store, path, options())
    before = snapshot(store)
    assert first.new_turns <= 1  # the turn with the withheld words reads otherwise now
    ingest_file(store, path, options(**change))
    assert [one for one in snapshot(store) if one[0] != "turn"] == [
        one for one in before if one[0] != "turn"
    ]


def test_a_longer_file_adds_only_the_rest(store: PostgresMemoryStore, tmp_path: Path) -> None:
    whole = lines(TALK)
    ingest_file(store, written(tmp_path, whole), options("whole"))
    for count in (3, 7, 10):
        report = ingest_file(store, written(tmp_path, whole[:count]), options())
    assert report.new_turns == 3
    assert snapshot(store) == snapshot(store, "whole")


def indexed(dsn: str, user: str) -> list[tuple[str, str]]:
    query = "SELECT content, lexemes::text FROM memory_graph.memories WHERE scope = %s"
    with psycopg.connect(dsn) as connection:
        return sorted(connection.execute(query, [user]).fetchall())


class CrashError(Exception):
    """Stands for a killed process."""


class Crashing(PostgresMemoryStore):
    """A store whose process dies right after a given commit."""

    left = 10**6

    def commit_program(self, todo: Commit) -> Program[WriteResult]:
        result = yield from super().commit_program(todo)
        self.left -= 1
        if self.left == 0:
            raise CrashError
        return result


@pytest.mark.parametrize("batch", [4, 6])
@pytest.mark.parametrize("commits", range(1, 7))
def test_a_crash_after_any_commit_loses_and_doubles_nothing(
    dsn: str, store: PostgresMemoryStore, tmp_path: Path, commits: int, batch: int
) -> None:
    path = written(tmp_path, lines(TALK))
    ingest_file(store, path, options("whole", batch=batch))
    crashing = Crashing(settings=store.settings)
    crashing.left = commits
    with crashing, pytest.raises(CrashError):
        ingest_file(crashing, path, options(batch=batch))
    ingest_file(store, path, options(batch=batch))
    assert snapshot(store) == snapshot(store, "whole")
    assert not any("peanuts" in one.content for one in everything(store))
    assert store.recall("ann", "peanuts").memories == ()
    assert indexed(dsn, "ann") == indexed(dsn, "whole")  # each turn with those before it


def test_people_stay_apart(store: PostgresMemoryStore, tmp_path: Path) -> None:
    path = written(tmp_path, lines(TALK))
    users = ["a.b@x.io", "王 五", "007", "%", "x" * 300]
    for user in users:
        assert ingest_file(store, path, options(user)).new_turns == 10
    assert everything(store, "7") == []
    with pytest.raises(InputError, match="user_id"):
        ingest_file(store, path, options(""))


@pytest.mark.parametrize(
    "who",
    [
        {"user_id": "a.b@x.io"},
        {"user_id": "王.五"},
        {"user_id": "50%:x"},
        {"user_id": "ann", "tenant": "acme"},
        {"user_id": "a.b", "tenant": "x.io", "agent_id": "helper"},
    ],
)
def test_facts_meet_those_of_the_same_person_whatever_the_id(
    store: PostgresMemoryStore, tmp_path: Path, who: dict[str, str]
) -> None:
    found = IngestOptions(MemoryContext(**who))
    path = written(tmp_path, lines([("user", "I live in Berlin.")]))
    ingest_file(store, path, found)
    path = written(
        tmp_path, lines([("user", "I live in Berlin."), ("user", "I live in Munich now.")])
    )
    assert ingest_file(store, path, found).memories["superseded"] == 1
    homes = store.list_memories(found.context.scope, kinds=["fact"], with_closed=True)
    assert {one.value: one.is_open for one in homes} == {"Berlin": False, "Munich": True}
    done = run_program(Batch(store, found, None, IngestReport(), said(path, found)).is_done())
    assert done
    again = ingest_file(store, path, found)
    assert (again.new_turns, again.memories) == (0, {})


@pytest.mark.parametrize("thread", [None, "t1"])
def test_a_turn_whose_fact_was_closed_since_is_marked(
    store: PostgresMemoryStore, tmp_path: Path, thread: str | None
) -> None:
    """With and without a thread; the marks decide what a prompt says of a turn."""
    found = IngestOptions(MemoryContext(user_id="ann"), thread_id=thread)
    told = [("user", "I live in Berlin."), ("user", "I live in Munich now."), ("user", "Hi Tom.")]
    ingest_file(store, written(tmp_path, lines(told)), found)
    recalled = store.recall("ann", "Where does the user live?", limit=20).memories
    marks = {one.memory.content: one.memory.doubtful for one in recalled
             if one.memory.kind == "turn"}  # fmt: skip
    assert marks["I live in Berlin."]
    assert not marks["I live in Munich now."]


def said(path: Path, found: IngestOptions) -> list[Said]:
    numbering = Numbering(found.context.scope, found.thread_id, found.gap_minutes)
    return [
        numbering.said(one) for _, one in outcomes(path, found.reading) if isinstance(one, Record)
    ]


def test_a_model_that_is_down_stops_the_run(
    store: PostgresMemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> Program[None]:
        yield Effect(lambda: None, lambda: asyncio.sleep(0))
        raise ModelError("down")

    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setattr("memory_graph.ingest.extract.structured", failing)
    path = written(tmp_path, lines(TALK))
    with pytest.raises(ModelError):
        ingest_file(store, path, options(model="openai:gpt-5-mini", batch=1))
    report = ingest_file(store, path, options(model="openai:gpt-5-mini", batch=5))
    assert report.turns == 10
    assert report.fallbacks == 2
    assert len([one for one in everything(store) if one.kind == "turn"]) == 10


def test_a_model_extracts_with_evidence(
    store: PostgresMemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def answering(_: object, messages: list[BaseMessage], *__: object, **___: object) -> Any:
        asked.append(str(messages[-1].content))
        yield Effect(lambda: None, lambda: asyncio.sleep(0))
        note = {"kind": "fact", "content": "The user lives in Turin.", "confidence": 0.9}
        spans = [("m4", "I live in Turin now"), ("m3", "never said"), ("m2", "keep that in mind")]
        items = [{**note, "message_id": one, "span": span} for one, span in spans]
        return StructuredAnswer(ExtractReply.model_validate({"items": items}), partial=False)

    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setattr("memory_graph.ingest.extract.structured", answering)
    values = [{**one, "id": f"m{number}"} for number, one in enumerate(lines(TALK[4:]))]
    found = options(model="openai:gpt-5-mini", batch=50)
    report = ingest_file(store, written(tmp_path, values), found)
    assert report.memories["added"] == 1
    assert [one.content for one in everything(store) if one.kind == "fact"] == [
        "The user lives in Turin."
    ]
    (prompt,) = asked
    assert "I will keep that in mind" not in prompt  # the assistant's words are no evidence
    assert ingest_file(store, written(tmp_path, values), found).new_turns == 0
    assert len(asked) == 1  # what is done is not asked again


# The command -----------------------------------------------------------------------------------


def test_the_report(run: Callable[..., Any], tmp_path: Path) -> None:
    values = [*lines(TALK), {"role": "system", "content": "x", "timestamp": 1782907200}]
    path = str(written(tmp_path, values))
    found = run("ingest", path, "--user", "王 五", "--json")
    assert found.exit_code == 0, found.output
    assert found.stderr == ""
    report = json.loads(found.stdout)
    assert (report["turns"], report["new_turns"]) == (10, 10)
    assert report["withheld"] == {"sensitive_health": 1}
    assert report["skipped"] == {"system": 1}
    assert report["turns_per_second"] > 0
    again = run("ingest", path, "--user", "王 五")
    assert "turns: 10 (10 were there already)" in again.stdout
    assert "left out: 1 system" in again.stdout


def test_bad_lines_stop_the_run_before_it_writes(
    run: Callable[..., Any], store: PostgresMemoryStore, tmp_path: Path
) -> None:
    values = lines(TALK)
    values[4] = {"role": "user"}
    path = written(tmp_path, values)
    path.write_text(path.read_text("utf-8") + "\nnot json\n", "utf-8")
    found = run("ingest", str(path), "--user", "ann")
    assert found.exit_code == 2
    assert "line 5: no content" in found.stderr
    assert "line 11: not JSON" in found.stderr
    assert "2 of 11 lines" in found.stderr
    assert everything(store) == []
    skipping = run("ingest", str(path), "--user", "ann", "--skip-bad", "--json")
    assert skipping.exit_code == 0
    assert "line 5: no content" in skipping.stderr
    report = json.loads(skipping.stdout)
    assert (report["turns"], report["bad"]) == (9, 2)
    assert report["bad_lines"][0] == {"line": 5, "reason": "no content"}


@pytest.mark.parametrize(
    ("content", "words"),
    [("", "is empty"), ("[]", "is empty"), ('{"role": "system", "content": "x"}', "no turn")],
)
def test_nothing_to_store(
    run: Callable[..., Any], tmp_path: Path, content: str, words: str
) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(content)
    found = run("ingest", str(path), "--user", "ann", "--json")
    assert found.exit_code == 0
    assert words in found.stderr
    assert json.loads(found.stdout)["turns"] == 0


def test_naive_times_need_a_zone(
    run: Callable[..., Any], store: PostgresMemoryStore, tmp_path: Path
) -> None:
    values = [{"role": "user", "content": "你好", "timestamp": "2026-07-01 09:00"}]
    path = str(written(tmp_path, values))
    assert run("ingest", path, "--user", "ann").exit_code == 2
    assert run("ingest", path, "--user", "ann", "--timezone", "Asia/Shanghai").exit_code == 0
    (turn,) = everything(store)
    assert turn.valid_from == datetime(2026, 7, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("text", ["word " * 40_000, "好的，明白了。" * 10_000])
def test_an_enormous_message(run: Callable[..., Any], tmp_path: Path, text: str) -> None:
    values = lines([("user", text), ("assistant", "I see.")])
    found = run("ingest", str(written(tmp_path, values)), "--user", "ann", "--json")
    assert found.exit_code == 0, found.output
    assert json.loads(found.stdout)["new_turns"] == 2


def start(python: Callable[..., list[str]], dsn: str, path: Path) -> subprocess.Popen[str]:
    script = "from memory_graph.cli import main; sys.argv[0] = 'memory-graph'; main()"
    command = python(script, "ingest", path, "--user", "ann", "--batch", "5")
    environment = {**os.environ, "MEMORY_GRAPH_DSN": dsn, "MEMORY_GRAPH_EMBEDDINGS": "none"}
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


def wait_for_rows(dsn: str, child: subprocess.Popen[str], rows: int) -> None:
    deadline = time.monotonic() + 60
    with psycopg.connect(dsn, autocommit=True) as connection:
        while time.monotonic() < deadline and child.poll() is None:
            row = connection.execute("SELECT count(*) FROM memory_graph.memories").fetchone()
            if row and row[0] >= rows:
                return
            time.sleep(0.005)
    pytest.fail(f"no {rows} rows in time, or ended before: {child.returncode}")


@pytest.mark.parametrize(
    ("signals", "code"),
    [([signal.SIGKILL] * 2, -9), ([signal.SIGINT], 130)],
    ids=["kill", "ctrl-c"],
)
def test_a_stopped_run_goes_on(
    python: Callable[..., list[str]], dsn: str, run: Callable[..., Any],
    store: PostgresMemoryStore, tmp_path: Path, signals: list[signal.Signals], code: int,
) -> None:  # fmt: skip
    path = written(tmp_path, lines(TALK * 15))
    for count, number in enumerate(signals, 1):
        with start(python, dsn, path) as child:
            wait_for_rows(dsn, child, 30 * count)
            child.send_signal(number)
            _, errors = child.communicate(timeout=60)
        assert child.returncode == code, errors
        assert ("run the same command again" in errors) is (code == 130)
        assert "Traceback" not in errors
    assert len(everything(store)) < 150
    assert run("ingest", str(path), "--user", "ann", "--batch", "5").exit_code == 0
    assert run("ingest", str(path), "--user", "whole", "--batch", "5").exit_code == 0
    assert snapshot(store) == snapshot(store, "whole")
    assert len([one for one in everything(store) if one.kind == "turn"]) == 150
