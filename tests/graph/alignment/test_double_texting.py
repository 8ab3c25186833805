"""Two runs of one thread at once, here and on the real server: the store holds what it holds."""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest
from langgraph_sdk.client import SyncLangGraphClient
from langgraph_sdk.errors import ConflictError
from psycopg import sql
from psycopg.conninfo import make_conninfo

from memory_graph.settings import Settings
from memory_graph.stores.branch import Branch
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.dev_server import ROOT, dev_server
from tests.graph.alignment.gated_runs import GRAPH, Thread

if TYPE_CHECKING:
    from tests.graph.conftest import Chat

TEA, OSLO, JAZZ = "The user likes green tea.", "The user lives in Oslo.", "The user likes jazz."


@pytest.fixture(scope="module")
def database(server_dsn: str, template_database: str) -> Iterator[str]:
    """Return the DSN of a database of this module's own."""
    name = f"mg_double_{uuid.uuid4().hex[:12]}"
    make = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(make.format(sql.Identifier(name), sql.Identifier(template_database)))
    yield make_conninfo(server_dsn, dbname=name)
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
        connection.execute(drop.format(sql.Identifier(name)))


@pytest.fixture(scope="module")
def gates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a server; a file in it lets the run of that message go on."""
    return tmp_path_factory.mktemp("double")


@pytest.fixture(scope="module")
def client(database: str, gates: Path) -> Iterator[SyncLangGraphClient]:
    """A client of a server whose runs can be held before and after their commit."""
    (gates / "gated.py").write_text(f"GATES = {str(gates)!r}\n{GRAPH}")
    config = json.loads((ROOT / "langgraph.json").read_text())
    config["graphs"] = {"gated": f"{gates / 'gated.py'}:graph"}
    (gates / "langgraph.json").write_text(json.dumps(config))
    with dev_server(database, gates, gates / "langgraph.json") as opened:
        yield opened


@pytest.fixture
def thread(client: SyncLangGraphClient, database: str, gates: Path) -> Iterator[Thread]:
    """A thread that holds nothing yet."""
    options = Settings(dsn=database, embeddings="none")
    with PostgresMemoryStore(settings=options) as store:
        name = client.threads.create()["thread_id"]
        yield Thread(client, store, gates, name, uuid.uuid4().hex)


def double(thread: Thread, busy: str, strategy: str) -> tuple[str, str]:
    """A second message while the first one is busy; gives how both runs ended."""
    first = f"{busy}-{uuid.uuid4().hex}"
    run = thread.start("I live in Oslo.", first)
    thread.wait_for(busy)
    second = thread.start("I like jazz.", "m3", strategy)
    thread.open(first)
    thread.finish(run)
    thread.finish(second)
    return thread.status(run), thread.status(second)


@pytest.mark.parametrize("busy", ["generate", "linger"])
@pytest.mark.parametrize(
    ("strategy", "ended", "writes"),
    [
        ("enqueue", "success", {"generate": 3, "linger": 3}),
        ("interrupt", "interrupted", {"generate": 2, "linger": 3}),
        ("rollback", "gone", {"generate": 2, "linger": 3}),
    ],
)
def test_a_second_run_while_one_is_busy(
    thread: Thread, busy: str, strategy: str, ended: str, writes: dict[str, int]
) -> None:
    """Interrupted before its commit, the first message is remembered with the second one."""
    thread.say("I like green tea.", "m1")
    assert double(thread, busy, strategy) == (ended, "success")
    is_back = strategy == "rollback"
    said = ["I like green tea.", *(() if is_back else ("I live in Oslo.",)), "I like jazz."]
    for more in ([], ["Thanks!"]):
        if more:
            thread.say("Thanks!", "m9")
        assert thread.held == said + more
        assert thread.known() == sorted([TEA, JAZZ] if is_back else [TEA, OSLO, JAZZ])
        stats = thread.store.stats(thread.user)
        assert stats.writes == writes[busy]
        assert stats.trees == 1


@pytest.mark.parametrize("busy", ["generate", "linger"])
def test_a_refused_second_run_leaves_nothing(thread: Thread, busy: str) -> None:
    first = f"{busy}-{uuid.uuid4().hex}"
    run = thread.start("I live in Oslo.", first)
    thread.wait_for(busy)
    with pytest.raises(ConflictError):
        thread.start("I like jazz.", "m3", "reject")
    thread.open(first)
    thread.finish(run)
    assert thread.held == ["I live in Oslo."]
    assert thread.known() == [OSLO]
    assert thread.store.stats(thread.user).writes == 1


def test_a_first_turn_rolled_back_before_its_commit_leaves_nothing(thread: Thread) -> None:
    assert double(thread, "generate", "rollback") == ("gone", "success")
    assert thread.held == ["I like jazz."]
    assert thread.known() == [JAZZ]


def test_a_first_turn_rolled_back_after_its_commit_stays_known(thread: Thread) -> None:
    """All checkpoints of its tree are gone, as when a thread id is used again, which hides nothing.

    See ``docs/visibility.md``; ``rewind`` or ``erase`` take it back.
    """
    assert double(thread, "linger", "rollback") == ("gone", "success")
    assert thread.held == ["I like jazz."]
    assert thread.known() == sorted([OSLO, JAZZ])
    assert thread.store.stats(thread.user).trees == 2


@pytest.mark.parametrize("kind", ["memory", "postgres"])
def test_rounds_of_two_runs_at_once_in_one_process(
    make_chat: Callable[..., Chat], request: pytest.FixtureRequest, kind: str
) -> None:
    saver = request.getfixturevalue("postgres_saver") if kind == "postgres" else True
    chat = make_chat(checkpointer=saver)
    chat.say("I live in Oslo.", message_id="m0")
    for number in range(6):
        pair = [(f"I like tea{number}{name}.", f"{name}{number}") for name in "ab"]
        start = threading.Barrier(2)

        def say(one: tuple[str, str], start: threading.Barrier = start) -> None:
            start.wait(timeout=20)
            chat.say(one[0], message_id=one[1])

        with ThreadPoolExecutor(2) as pool:
            list(pool.map(say, pair))
        chat.say("Thanks!", message_id=f"t{number}")
        head = chat.state()
        held = {str(one.text) for one in head.values["messages"] if one.type == "human"}
        likes = {f"The user likes {text[7:]}" for text in held if text.startswith("I like")}
        where = head.config["configurable"]
        branch = Branch("t1", where["checkpoint_id"], head.values["lineage"])
        for options in ({}, {"branch": branch}):
            assert set(chat.contents(**options)) == likes | {OSLO}
        assert any(text == said for text, _ in pair for said in held)
