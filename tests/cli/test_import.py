"""``memory-graph import``: twice is once, a stopped one goes on, and to whom it was meant."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.cli.given import (
    Run,
    Start,
    as_file,
    fill,
    home,
    known,
    lines_of,
    no_new_links,
    read_until,
    texts,
    wait_until,
)

pytestmark = pytest.mark.own_database


@pytest.mark.parametrize("user", ["王 五", "a.b@x.io"])
def test_a_pipe_takes_a_user_to_another_schema(
    start: Start, store: PostgresMemoryStore, elsewhere: PostgresMemoryStore, user: str
) -> None:
    fill(store, user)
    fill(store, "bo")
    reading, writing = os.pipe()
    leaving = start("export", "-", "--user", user, stdout=writing)
    arriving = start(
        "import", "-", "--user", user, stdin=reading, env={"MEMORY_GRAPH_SCHEMA": "elsewhere"}
    )
    os.close(reading)
    os.close(writing)
    out, err = arriving.communicate(timeout=60)
    assert (leaving.wait(60), arriving.returncode) == (0, 0), err
    assert leaving.stderr
    leaving.stderr.close()
    assert "4 new memories, 0 known already, 2 new links" in out.decode()
    assert err == b""
    assert known(elsewhere, user) == known(store, user) != []
    assert known(elsewhere, "bo") == []
    (kayak,) = [one for one in elsewhere.list_memories(user) if "皮划艇" in one.content]
    assert [one.kind for one in elsewhere.links(user, kayak.id)] == ["depends_on"]


def test_twice_is_once(run: Run, store: PostgresMemoryStore, tmp_path: Path) -> None:
    fill(store, "ann")
    file = tmp_path / "ann.jsonl"
    assert run("export", file, "--user", "ann").exit_code == 0
    before = known(store, "ann")
    again = run("import", file, "--user", "ann")
    assert "0 new memories, 4 known already, 0 new links" in again.stdout
    store.erase("ann", everything=True, confirm="ann")
    assert "4 new memories" in run("import", file, "--user", "ann").stdout
    document = json.loads(run("import", file, "--user", "ann", "--json").stdout)
    assert (document["into"], document["memories"], document["merged"]) == ("ann", 0, 4)
    assert document["file"] == {"memories": 4, "links": 2, "changed": 0}
    assert known(store, "ann") == before


def test_older_values_give_way(run: Run, store: PostgresMemoryStore, tmp_path: Path) -> None:
    store.remember("bo", home("Oslo"))
    store.remember("ann", home("Turin"))
    file = as_file(tmp_path, lines_of(store, "ann"))
    done = run("import", file, "--user", "bo", "--yes")
    assert "older values that gave way: 1" in done.stdout
    assert texts(store, "bo") == ["The user lives in Turin."]


def test_an_edited_line_is_another_memory(
    run: Run, store: PostgresMemoryStore, tmp_path: Path
) -> None:
    store.remember("ann", "我喜欢红茶。")
    lines = lines_of(store, "ann")
    lines[1]["content"] = "我喜欢绿茶。"
    file = as_file(tmp_path, lines)
    checked = run("import", file, "--user", "ann", "--dry-run")
    assert "changed since the export: 1" in checked.stdout
    assert run("import", file, "--user", "ann").exit_code == 0
    assert texts(store, "ann") == ["我喜欢红茶。", "我喜欢绿茶。"]


# Another user's -------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "code", "found"), [("y\n", 0, 3), ("n\n", 1, 0), ("", 1, 0)])
def test_the_export_of_another_user_is_asked_about(
    run: Run, store: PostgresMemoryStore, tmp_path: Path, person: None, typed: str, code: int,
    found: int,
) -> None:  # fmt: skip
    fill(store, "王 五")
    file = as_file(tmp_path, lines_of(store, "王 五"))
    done = run("import", file, "--user", "bo", input=typed)
    assert done.exit_code == code
    assert "this is the memory of '王 五', not of 'bo': 4 memories" in done.stderr
    assert len(texts(store, "bo")) == found


@pytest.mark.parametrize(
    ("more", "words"), [((), "without a terminal: give --yes"), (("--json",), "--json can't ask")]
)
def test_nobody_is_asked_without_a_terminal(
    run: Run, store: PostgresMemoryStore, tmp_path: Path, more: tuple[str, ...], words: str
) -> None:
    fill(store, "ann")
    file = as_file(tmp_path, lines_of(store, "ann"))
    for scope in (("--user", "bo"), ("--user", "ann", "--tenant", "acme")):
        refused = run("import", file, *scope, *more, input="y\n")
        assert refused.exit_code == 2
        assert words in refused.stderr
        assert refused.stdout == ""
    assert run("import", file, "--user", "ann", *more).exit_code == 0
    assert run("import", file, "--user", "bo", "--yes", *more).exit_code == 0
    assert texts(store, "bo") == texts(store, "ann")


def test_a_file_may_have_a_mark_and_blank_lines(
    run: Run, store: PostgresMemoryStore, tmp_path: Path
) -> None:
    fill(store, "ann")
    file = as_file(tmp_path, lines_of(store, "ann"), ascii_only=True)
    file.write_bytes(b"\xef\xbb\xbf\r\n" + file.read_bytes().replace(b"\n", b"\r\n\r\n") + b"\n ")
    done = run("import", file, "--user", "bo", "--yes")
    assert done.exit_code == 0, done.output
    assert known(store, "bo") == known(store, "ann")


def test_a_dry_run_needs_no_database(
    run: Run, store: PostgresMemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store, "王 五")
    file = as_file(tmp_path, lines_of(store, "王 五"))
    monkeypatch.setenv("MEMORY_GRAPH_DSN", "postgresql://nobody@127.0.0.1:1/none")
    plain = run("import", file, "--user", "bo", "--dry-run")
    assert plain.stdout.startswith("a whole export of '王 五' of ")
    assert "memories: 4, links: 2\nvectors: none\n" in plain.stdout
    assert plain.stderr == "nothing was imported yet\n"
    document = json.loads(run("import", file, "--user", "bo", "--dry-run", "--json").stdout)
    assert document["scope"] == "王 五"
    assert document["file"] == {"memories": 4, "links": 2, "changed": 0}


# Stopped --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_stopped_import_goes_on(
    start: Start, run: Run, store: PostgresMemoryStore, dsn: str, tmp_path: Path,
    number: signal.Signals, code: int,
) -> None:  # fmt: skip
    store.remember("ann", [f"Note {n}: 第{n}条" for n in range(520)])
    fill(store, "ann")
    file = as_file(tmp_path, lines_of(store, "ann"))
    with no_new_links(dsn):
        process = start("import", file, "--user", "bo", "--yes")
        wait_until(lambda: len(store.list_memories("bo", limit=1000, with_closed=True)) == 524)
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (code, b"")
    assert b"Traceback" not in err
    if number is signal.SIGINT:
        assert "stopped after 499 of 524 memories: run the same command again" in err.decode()
    done = run("import", file, "--user", "bo", "--yes")
    assert "0 new memories, 524 known already, 2 new links" in done.stdout
    assert known(store, "bo") == known(store, "ann")


def test_ctrl_c_at_the_question(
    start: Start, store: PostgresMemoryStore, tmp_path: Path, terminal: tuple[int, int]
) -> None:
    fill(store, "ann")
    file = as_file(tmp_path, lines_of(store, "ann"))
    process = start("import", file, "--user", "bo", stdin=terminal[1])
    read_until(process.stderr, b"[y/N]: ")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert store.stats("bo").memories == ()
