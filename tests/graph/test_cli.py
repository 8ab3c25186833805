"""The command line on a real database: chat with its reviews, reading, retiring, the doctor."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from typer.testing import CliRunner

from memory_graph.cli.app import app
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence

pytestmark = pytest.mark.own_database

ALLERGY = "I am allergic to peanuts."
QUESTION = "res[p]ond >"
USERS = ["a.b@x.io", "王 五", "007", "%", "x" * 300]


@pytest.fixture
def run(dsn: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run a command on the test's own database."""
    monkeypatch.setenv("MEMORY_GRAPH_DSN", dsn)
    monkeypatch.setenv("MEMORY_GRAPH_EMBEDDINGS", "none")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LANG", "C.UTF-8")
    return lambda *arguments, **more: CliRunner().invoke(app, list(arguments), **more)


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(settings=Settings(dsn=dsn, embeddings="none")) as opened:
        yield opened


def home(place: str) -> Candidate:
    return Candidate(
        tier="semantic", kind="fact", content=f"The user lives in {place}.", attribute="lives_in",
        value=place, cardinality="single", evidence=Evidence(span=f"I live in {place}"),
    )  # fmt: skip


def contents(store: PostgresMemoryStore, user: str = "ann", tier: str = "semantic") -> list[str]:
    found = store.list_memories(user, limit=1000)
    return sorted(one.content for one in found if one.tier == tier)


def talk(run: Callable[..., Any], *lines: str, user: str = "ann", thread: str = "t1") -> Any:
    found = run("chat", "--user", user, "--thread", thread, input="".join(f"{x}\n" for x in lines))
    assert found.exit_code == 0, found.output
    return found


# Chat ------------------------------------------------------------------------------------------


def test_what_was_said_is_known_in_another_thread(run: Callable[..., Any]) -> None:
    talk(run, "I live in Oslo.", "", "   ")
    found = talk(run, "Where do I live?", thread="t2")
    assert "Oslo" in found.stdout


@pytest.mark.parametrize(
    ("answers", "expected", "shown"),
    [
        (["a"], ["The user is allergic to peanuts."], "sensitive_health"),
        (["同意"], ["The user is allergic to peanuts."], ""),
        (["r"], [], ""),
        (["maybe", "", "r"], [], "'maybe' is none of"),
        (["e The user is allergic to cashews."], ["The user is allergic to cashews."], ""),
        (["e", "The user is allergic to nuts.", "value=nuts", ""],
         ["The user is allergic to nuts."], "another field?"),
        (["e", "x", "importance=9", "", "a"], ["The user is allergic to peanuts."], "importance"),
        (["p not only peanuts", "a"], ["The user is allergic to peanuts."], "res[p]ond"),
    ],
)  # fmt: skip
def test_reviews_at_the_prompt(
    run: Callable[..., Any], store: PostgresMemoryStore, answers: list[str], expected: list[str],
    shown: str,
) -> None:  # fmt: skip
    found = talk(run, ALLERGY, *answers, "Hello again, what is new?")
    assert "Remember: The user is allergic to peanuts." in found.stdout
    assert shown in found.stdout
    assert contents(store) == expected
    assert "waiting" not in found.stderr


@pytest.mark.parametrize(
    ("wish", "answers", "left", "said"),
    [
        ("Forget everything about me.", ["a", "a"], [], "I have forgotten everything about you"),
        ("Forget everything about me.", ["e", "", "a", "r"], ["The user lives in Oslo."],
         "I have forgotten nothing"),
        ("忘掉关于我的一切。", ["同意", "同意"], [], "我都忘掉了"),
    ],
)  # fmt: skip
def test_everything_is_forgotten_after_two_approvals(
    run: Callable[..., Any], store: PostgresMemoryStore, wish: str, answers: list[str],
    left: list[str], said: str,
) -> None:  # fmt: skip
    found = talk(run, "I live in Oslo.", wish, *answers, "Thanks!")
    assert contents(store) == left
    assert said in found.stdout
    assert ("is none of a, r" in found.stdout) == ("e" in answers)


def test_several_items_in_one_review(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    found = talk(run, "I am allergic to peanuts and I am allergic to shrimp.", "a", "r")
    assert "review 1 of 2" in found.stdout
    assert "review 2 of 2" in found.stdout
    assert contents(store) == ["The user is allergic to peanuts."]


def test_a_review_is_asked_in_the_language_of_the_user(run: Callable[..., Any]) -> None:
    found = talk(run, "我对花生过敏。", "同意", "我对什么过敏？", user="王 五")
    assert "审核 1/1" in found.stdout
    assert "记住：用户对花生过敏。" in found.stdout
    assert "花生" in found.stdout.splitlines()[-1]


def test_a_review_that_waits_is_shown_first_and_stored_once(
    run: Callable[..., Any], store: PostgresMemoryStore
) -> None:
    left = talk(run, ALLERGY)  # the input ends at the question
    assert "still waiting" in left.stderr
    assert contents(store) == []
    assert "still waiting" in talk(run).stderr
    found = talk(run, "a", "What am I allergic to?")
    assert "going on where thread t1 stopped" in found.stderr
    assert found.stdout.index("Remember:") < found.stdout.index("peanuts")
    assert contents(store) == ["The user is allergic to peanuts."]
    said = contents(store, tier="episodic")
    assert len(said) == len(set(said)) == 4


def test_a_new_thread_is_named(run: Callable[..., Any]) -> None:
    found = run("chat", "--user", "ann", input="I live in Oslo.\n")
    thread = found.stderr.partition("thread ")[2].partition(" ")[0]
    assert len(thread) == 36
    assert thread in json.dumps(json.loads(run("list", "--user", "ann", "--json").stdout))


@pytest.mark.parametrize("user", USERS)
def test_any_user_id_works_everywhere(run: Callable[..., Any], user: str) -> None:
    talk(run, "I live in Oslo.", user=user)
    assert "Oslo" in run("recall", "Oslo", "--user", user).stdout
    (fact,) = json.loads(run("list", "--user", user, "--tier", "semantic", "--json").stdout)
    assert run("history", fact["id"], "--user", user).exit_code == 0
    others = [other for other in USERS if other != user]
    for other in others:
        assert run("list", "--user", other).stdout == "nothing found\n"
        assert run("history", fact["id"], "--user", other).exit_code == 1
    assert run("retire", fact["id"], "--user", user, "--yes").exit_code == 0


@pytest.mark.parametrize(
    "text", ["a\x00b lives", "half \ud800 a pair", "word " * 40_000, "好" * 60_000]
)
def test_any_text_can_be_said(run: Callable[..., Any], text: str) -> None:
    found = run("chat", "--user", "ann", input=text.encode("utf-8", "replace") + b"\n\xff\xfe\n")
    assert found.exit_code == 0, found.output


def test_streamed_replies(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from langchain_core.language_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage

    model = GenericFakeChatModel(messages=iter([AIMessage("one two three"), AIMessage("")] * 9))
    monkeypatch.setattr("memory_graph.models.resolve_model", lambda *_, **__: model)
    monkeypatch.setattr("memory_graph.nodes.generate.resolve_model", lambda *_, **__: model)
    found = talk(run, "Where is the kayak?")
    assert found.stdout == "one two three\n"


def start_chat(python: Callable[..., list[str]], dsn: str) -> subprocess.Popen[str]:
    script = "from memory_graph.cli import main; sys.argv[0] = 'memory-graph'; main()"
    environment = {**os.environ, "MEMORY_GRAPH_DSN": dsn, "MEMORY_GRAPH_EMBEDDINGS": "none"}
    return subprocess.Popen(
        python(script, "chat", "--user", "ann", "--thread", "t1"), env=environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def wait_for_review(dsn: str) -> None:
    deadline = time.monotonic() + 60
    with psycopg.connect(dsn, autocommit=True) as connection:
        while time.monotonic() < deadline:
            row = connection.execute("SELECT to_regclass('checkpoint_writes')").fetchone()
            if row and row[0]:
                query = "SELECT count(*) FROM checkpoint_writes WHERE channel = '__interrupt__'"
                found = connection.execute(query).fetchone()
                if found and found[0]:
                    return
            time.sleep(0.05)
    pytest.fail("no review came up")


def wait_for_question(child: subprocess.Popen[str]) -> None:
    """Reads what the chat shows until it waits for an answer."""
    assert child.stdout is not None
    shown = ""
    while not shown.rstrip().endswith(QUESTION):
        letter = child.stdout.read(1)
        assert letter, f"the chat ended before it asked: {shown}"
        shown += letter


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_stopped_chat_goes_on(
    python: Callable[..., list[str]], dsn: str, run: Callable[..., Any],
    store: PostgresMemoryStore, number: signal.Signals, code: int,
) -> None:  # fmt: skip
    with start_chat(python, dsn) as child:
        assert child.stdin is not None
        child.stdin.write(ALLERGY + "\n")
        child.stdin.flush()
        wait_for_review(dsn)
        wait_for_question(child)
        child.send_signal(number)
        _, errors = child.communicate(timeout=60)
    assert child.returncode == code, errors
    assert "Traceback" not in errors
    assert ("still waiting" in errors) is (code == 130)
    talk(run, "a")
    assert contents(store) == ["The user is allergic to peanuts."]
    assert ALLERGY in contents(store, tier="episodic")


# Reading and retiring --------------------------------------------------------------------------


def test_recall(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    store.remember("ann", ["The kayak [red] is in the shed.", "皮划艇在棚子里。"])
    plain = run("recall", "kayak", "--user", "ann")
    assert "The kayak [red] is in the shed." in plain.stdout
    assert "semantic/fact" in plain.stdout
    explained = run("recall", "皮划艇", "--user", "ann", "--explain")
    for word in ("皮划艇在棚子里。", "arms: bm25", "terms: ", "considered: 2", "fused", "boost"):
        assert word in explained.stdout
    document = json.loads(run("recall", "kayak", "--user", "ann", "--json").stdout)
    assert document["query"] == "kayak"
    assert document["memories"][0]["memory"]["content"].startswith("The kayak")
    assert run("recall", "kayak", "--user", "ann", "--tier", "episodic").stdout == "nothing found\n"
    assert len(json.loads(
        run("recall", "kayak 棚子", "--user", "ann", "--json", "--limit", "1").stdout)["memories"]
    ) == 1  # fmt: skip


def test_recall_with_filters(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    store.remember("ann", "The kayak is red.", tags=["boat"], thread_id="t1")
    store.remember("ann", "The kayak is long.")
    for filters, found in (
        (["--tag", "boat"], ["The kayak is red."]),
        (["--thread", "t1"], ["The kayak is red."]),
        (["--kind", "fact"], ["The kayak is long.", "The kayak is red."]),
        (["--kind", "event"], []),
        (["--entity", "Mira"], []),
        (["--min-confidence", "1"], ["The kayak is long.", "The kayak is red."]),
        (["--since", "2199-01-01T00:00:00Z"], []),
        (["--until", "2199-01-01T00:00:00Z"], ["The kayak is long.", "The kayak is red."]),
    ):
        document = json.loads(run("recall", "kayak", "--user", "ann", "--json", *filters).stdout)
        assert sorted(one["memory"]["content"] for one in document["memories"]) == found, filters
    for wrong in (["--kind", "zz"], ["--since", "soon"], ["--min-confidence", "2"]):
        refused = run("recall", "kayak", "--user", "ann", *wrong)
        assert refused.exit_code != 0
        assert "Traceback" not in refused.output


def test_recall_as_of(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    store.remember("ann", home("Oslo"))
    between = datetime.now(UTC).isoformat()
    store.remember("ann", home("Turin"))
    now = run("recall", "lives", "--user", "ann").stdout
    then = run("recall", "lives", "--user", "ann", "--as-of", between).stdout
    assert ("Turin" in now, "Oslo" in now) == (True, False)
    assert ("Turin" in then, "Oslo" in then) == (False, True)


def test_nothing_found(run: Callable[..., Any]) -> None:
    for command in (("recall", "tea"), ("list",)):
        found = run(*command, "--user", "nobody")
        assert (found.exit_code, found.stdout) == (0, "nothing found\n")
    assert json.loads(run("list", "--user", "nobody", "--json").stdout) == []


def test_list_history_and_retire(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    store.remember("ann", home("Oslo"))
    (turin,) = store.remember("ann", home("Turin")).memory_ids
    assert "Oslo" not in run("list", "--user", "ann").stdout
    everything = run("list", "--user", "ann", "--all").stdout
    assert "replaced" in everything
    assert "open" in everything
    versions = json.loads(run("history", turin, "--user", "ann", "--json").stdout)
    assert [one["value"] for one in versions] == ["Oslo", "Turin"]
    table = run("history", turin.upper(), "--user", "ann").stdout
    assert table.index("Oslo") < table.index("Turin")

    declined = run("retire", turin, "--user", "ann", input="n\n")
    assert declined.exit_code == 1
    assert "Turin" in declined.stderr
    assert run("retire", turin, "--user", "ann", input="").exit_code == 1
    assert contents(store) == ["The user lives in Turin."]
    unknown = run("retire", turin, "nope", "--user", "ann", "--yes")
    assert unknown.exit_code == 1
    assert "'nope'" in unknown.stderr
    assert contents(store) == ["The user lives in Turin."]
    assert run("retire", turin, turin.upper(), "--user", "ann", input="y\n").exit_code == 0
    assert contents(store) == []
    again = run("retire", turin, "--user", "ann", "--yes")
    assert again.stdout == "retired 0, closed already: 1\n"
    named = run("retire", turin, turin.upper(), f"urn:uuid:{turin}", "--user", "ann", "--yes")
    assert named.stdout == "retired 0, closed already: 1\n"
    assert "retired" in run("list", "--user", "ann", "--all").stdout


@pytest.mark.parametrize(("limit", "more"), [("2", True), ("3", False), ("4", False)])
def test_a_list_that_is_cut_says_so(
    run: Callable[..., Any], store: PostgresMemoryStore, limit: str, more: bool
) -> None:
    store.remember("ann", ["Has a kayak.", "Has a canoe.", "Has a raft."])
    found = run("list", "--user", "ann", "--limit", limit, "--json")
    assert len(json.loads(found.stdout)) == min(int(limit), 3)
    assert ("there are more" in found.stderr) is more


def test_retire_as_json(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    (oslo,) = store.remember("ann", home("Oslo")).memory_ids
    assert run("retire", oslo, "--user", "ann", "--json").exit_code == 2
    found = run("retire", oslo, "--user", "ann", "--json", "--yes")
    assert json.loads(found.stdout)["counts"]["retired"] == 1


# Doctor ----------------------------------------------------------------------------------------


def doctor(run: Callable[..., Any], **environment: str) -> tuple[int, dict[str, Any], str]:
    found = run("doctor", "--json", env=environment)
    plain = run("doctor", env=environment)
    assert found.exit_code == plain.exit_code
    assert "Traceback" not in found.output + plain.output
    return found.exit_code, json.loads(found.stdout), plain.stdout


def schemas(dsn: str) -> set[str]:
    with psycopg.connect(dsn) as connection:
        return {row[0] for row in connection.execute("SELECT nspname FROM pg_namespace")}


def test_a_healthy_installation(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    store.setup()
    code, found, plain = doctor(run)
    assert (code, found["healthy"], found["problems"]) == (0, True, [])
    assert found["schema"]["version"] == found["schema"]["version of the code"]
    assert found["packages"]["langgraph"]
    assert found["server"]["pgvector"]
    assert "all is well" in plain


def test_the_doctor_creates_nothing(run: Callable[..., Any], empty_dsn: str) -> None:
    before = schemas(empty_dsn)
    code, found, _ = doctor(run, MEMORY_GRAPH_DSN=empty_dsn, MEMORY_GRAPH_SCHEMA="fresh")
    assert code == 0, found
    assert "not there yet" in found["notes"][0]
    assert "not yet in this database" in found["server"]["pgvector"]
    assert schemas(empty_dsn) == before


def test_the_doctor_makes_no_data_folder(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MEMORY_GRAPH_DSN")
    folder = tmp_path / "data"
    code, found, _ = doctor(run, MEMORY_GRAPH_DATA_DIR=str(folder))
    assert code == 0, found
    assert found["server"]["running"] is False
    assert "first use creates it" in found["notes"][0]
    assert not folder.exists()


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"MEMORY_GRAPH_DSN": "postgresql://ann:secret@127.0.0.1:1/x"}, "is a server running"),
        ({"MEMORY_GRAPH_DSN": "postgresql://ann:secret@host:port/x"}, "malformed"),
        ({"MEMORY_GRAPH_DSN": "", "MEMORY_GRAPH_DATA_DIR": __file__}, "MEMORY_GRAPH_DATA_DIR"),
        ({"MEMORY_GRAPH_DSN": "", "MEMORY_GRAPH_DATA_DIR": f"{__file__}/x"}, "can't be used"),
        ({"MEMORY_GRAPH_POOL_SIZE": "0"}, "MEMORY_GRAPH_POOL_SIZE"),
        ({"MEMORY_GRAPH_COLOUR": "red"}, "unknown setting 'MEMORY_GRAPH_COLOUR'"),
        ({"MEMORY_GRAPH_POOL_SIZE": "many"}, "'many'"),
        ({"MEMORY_GRAPH_SCHEMA": "Bad Name"}, "'Bad Name'"),
        ({"MEMORY_GRAPH_EMBEDDINGS": "best"}, "'best'"),
        ({"MEMORY_GRAPH_MODEL": "openai:gpt-5-mini"}, "OPENAI_API_KEY"),
    ],
)
def test_what_is_wrong_is_said(
    run: Callable[..., Any], environment: dict[str, str], words: str
) -> None:
    code, found, plain = doctor(run, **environment)
    assert code == 1
    assert not found["healthy"]
    assert any(words in problem for problem in found["problems"])
    assert "problem" in plain
    assert "secret" not in plain + json.dumps(found)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE memory_graph.meta SET value = '99' WHERE key = 'schema_version'", "version 99"),
        ("INSERT INTO memory_graph.meta VALUES ('embedder', '{\"name\": \"other:model\"}')",
         "other:model"),
        ("CREATE SCHEMA taken; CREATE TABLE taken.meta (x int)", "something else"),
    ],
)  # fmt: skip
def test_a_database_that_does_not_fit(
    run: Callable[..., Any], dsn: str, monkeypatch: pytest.MonkeyPatch, change: str, words: str
) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(change.encode())
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    schema = "taken" if "taken" in change else "memory_graph"
    code, found, _ = doctor(
        run, MEMORY_GRAPH_EMBEDDINGS="openai:text-embedding-3-small", MEMORY_GRAPH_SCHEMA=schema
    )
    assert code == 1
    assert any(words in problem for problem in found["problems"]), found


def test_vectors_that_are_not_used_are_noted(run: Callable[..., Any], dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO memory_graph.meta VALUES ('embedder', '{\"name\": \"x:y\"}')"
        )
    code, found, _ = doctor(run)
    assert code == 0
    assert "'x:y'" in found["notes"][0]


def test_a_database_that_is_not_there(run: Callable[..., Any], dsn: str) -> None:
    gone = make_conninfo(dsn, dbname="mg_nowhere")
    code, found, _ = doctor(run, MEMORY_GRAPH_DSN=gone)
    assert code == 1
    assert "CREATE DATABASE" in found["problems"][0]


def test_a_large_ingest_says_what_makes_recall_fast(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "talk.jsonl"
    lines = [{"role": "user", "content": f"Note {number}."} for number in range(5)]
    file.write_text("\n".join(map(json.dumps, lines)))
    command = ("ingest", str(file), "--user", "ann", "--at", "2026-05-01T10:00:00Z")
    assert "maintain" not in run(*command).stderr
    monkeypatch.setenv("MEMORY_GRAPH_LARGE_SCOPE_ROWS", "3")
    assert "`memory-graph maintain`" in run(*command).stderr
    assert run("maintain").exit_code == 0
    assert "maintain" not in run(*command).stderr
