"""``memory-graph erase`` where nobody is asked: what it takes, what it says, what goes."""

from __future__ import annotations

import json

import psycopg
import pytest
from langgraph.checkpoint.postgres import PostgresSaver

from memory_graph.effects import run as drive
from memory_graph.stores.branch import Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.erase import EraseReceipt
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Turn
from tests.cli.given import Run, home, known, texts

pytestmark = pytest.mark.own_database
SAID = ("I keep 77 peanuts in a tin.", "我把七十七颗花生放在罐子里。")


def checkpoints(dsn: str, *threads: str) -> None:
    """Let a checkpointer of the database know some threads."""
    with PostgresSaver.from_conn_string(dsn) as saver:
        saver.setup()
    with psycopg.connect(dsn) as connection:
        for thread in threads:
            connection.execute(
                "INSERT INTO checkpoints (thread_id, checkpoint_id, checkpoint, metadata) "
                "VALUES (%s, 'c1', '{}', '{}')",
                [thread],
            )


def threads_of(dsn: str) -> list[str]:
    with psycopg.connect(dsn) as connection:
        return sorted(row[0] for row in connection.execute("SELECT thread_id FROM checkpoints"))


def talk(store: PostgresMemoryStore, user: str, thread: str) -> None:
    """Let a thread write."""
    turns = tuple(
        Turn(role="user", content=text, message_id=f"{thread}-{number}", session_id=thread,
             position=number)
        for number, text in enumerate(SAID)
    )  # fmt: skip
    drive(store.commit_program(Commit(user, Branch(thread, "r1"), turns=turns, nonce=thread)))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ID"], "nobody can be asked without a terminal: give --yes"),
        (["--everything"], "--dry-run to see what would go"),
        (["ID", "--json"], "--json can't ask"),
        (["ID", "--everything", "--yes"], "not both"),
        (["--yes"], "nothing to erase: give the ids"),
        (["--word", "x", "--yes"], "nothing to erase: give the ids"),
        (["--everything", "--word", "x", "--yes"], "--word masks turns that stay"),
        (["--checkpoints", "t9", "ID", "--yes"], "'t9' belongs to another scope"),
    ],
)
def test_what_is_unclear_is_refused(
    run: Run, store: PostgresMemoryStore, turin: str, arguments: list[str], words: str
) -> None:
    given = [turin if one == "ID" else one for one in arguments]
    talk(store, "bo", "t9")
    before = known(store, "ann")
    refused = run("erase", *given, "--user", "ann", input="y\ny\n")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert words in refused.stderr
    assert known(store, "ann") == before


def test_a_dry_run_shows_and_keeps(run: Run, store: PostgresMemoryStore, turin: str) -> None:
    before = known(store, "ann")
    shown = run("erase", turin, "--user", "ann", "--dry-run")
    assert shown.exit_code == 0
    assert f"  {turin}  The user lives in Turin.\n" in shown.stdout
    assert "would go: 2 memories" in shown.stdout
    assert shown.stderr == "nothing was erased yet\n"
    document = json.loads(run("erase", turin, "--user", "ann", "--dry-run", "--json").stdout)
    assert (document["erased"], document["dry_run"]) == (2, True)
    assert known(store, "ann") == before


def test_the_receipt_as_a_document(run: Run, store: PostgresMemoryStore, turin: str) -> None:
    done = run("erase", turin, "--user", "ann", "--no-versions", "--yes", "--json")
    assert done.exit_code == 0, done.output
    receipt = EraseReceipt.model_validate_json(done.stdout)
    assert (receipt.ids, receipt.dry_run) == ((turin,), False)
    assert done.stderr == ""


@pytest.mark.parametrize("user", ["nobody", "王 五"])
def test_of_nobody_nothing_is_found(run: Run, turin: str, person: None, user: str) -> None:
    for more in ((), ("--yes",), ("--dry-run",)):
        found = run("erase", "--user", user, "--everything", *more)
        assert (found.exit_code, found.stdout, found.stderr) == (0, "nothing found\n", "")
    document = run("erase", "--user", user, "--everything", "--yes", "--json").stdout
    assert json.loads(document)["erased"] == 0


def test_what_is_not_there_erases_nothing(run: Run, store: PostgresMemoryStore, turin: str) -> None:
    before = known(store, "ann")
    of_bo = store.list_memories("bo")[0].id
    for other in ("nope", of_bo):
        refused = run("erase", turin, other, "--user", "ann", "--yes")
        assert refused.exit_code == 1
        assert f"no memory {other!r}" in refused.stderr
    assert known(store, "ann") == before


def test_words_go_from_the_turns(run: Run, store: PostgresMemoryStore) -> None:
    talk(store, "王 五", "t1")
    (fact,) = store.remember("王 五", "喜欢花生").memory_ids
    done = run("erase", fact, "--user", "王 五", "--word", "花生", "--word", "peanuts", "--yes")
    assert "2 turns masked" in done.stdout
    left = " ".join(texts(store, "王 五"))
    assert "花生" not in left
    assert "peanuts" not in left
    assert "七十七颗" in left


def test_what_still_holds_a_value_is_named(run: Run, store: PostgresMemoryStore) -> None:
    (oslo,) = store.remember("ann", home("Oslo")).memory_ids
    store.remember("ann", "Met Mira in Oslo.")
    done = run("erase", oslo, "--user", "ann", "--yes")
    assert "erase them too if they shall go:" in done.stderr
    assert "Met Mira in Oslo." in done.stderr


def test_checkpoints_go_when_their_thread_is_named(
    run: Run, store: PostgresMemoryStore, dsn: str
) -> None:
    talk(store, "ann", "t1")
    talk(store, "ann", "二")
    checkpoints(dsn, "t1", "二", "t3")
    shown = run("erase", "--user", "ann", "--everything", "--dry-run")
    assert "not reached: what a checkpointer keeps of the threads 't1', '二'" in shown.stdout
    one = run("erase", "--user", "ann", "--everything", "--checkpoints", "t1", "--dry-run")
    assert "not reached: what a checkpointer keeps of the threads '二'" in one.stdout
    named = ("--checkpoints", "t1", "--checkpoints", "二")
    done = run("erase", "--user", "ann", "--everything", *named, "--yes")
    assert "2 rows of a checkpointer" in done.stdout
    assert "not reached: what" not in done.output
    assert threads_of(dsn) == ["t3"]
    alone = run("erase", "--user", "ann", "--checkpoints", "t3", "--yes")
    assert alone.stdout.startswith("erased: 1 row of a checkpointer\n")
    assert threads_of(dsn) == []
