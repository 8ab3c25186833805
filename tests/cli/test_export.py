"""``memory-graph export``: a file that is there whole or not at all, and clean lines on stdout."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.cli.given import Run, Start, fill, read_until, unreadable_evidence, wait_until

pytestmark = pytest.mark.own_database


def records(text: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.decode("utf-8").splitlines()]


@pytest.mark.parametrize("user", ["ann", "王 五", "a.b@x.io"])
def test_a_file_holds_what_the_store_gives(
    run: Run, store: PostgresMemoryStore, tmp_path: Path, user: str
) -> None:
    fill(store, user)
    file = tmp_path / "我.jsonl"
    done = run("export", file, "--user", user)
    assert done.exit_code == 0, done.output
    assert records(file.read_bytes()) == list(store.export(user))
    assert f"exported {user.replace('.', '%2E')!r} to " in done.stdout
    assert f"4 memories, 2 links, {file.stat().st_size:,} bytes" in done.stdout
    assert done.stderr == ""
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_the_document_counts(run: Run, store: PostgresMemoryStore, tmp_path: Path) -> None:
    fill(store, "ann")
    file = tmp_path / "ann.jsonl"
    assert json.loads(run("export", file, "--user", "ann", "--json").stdout) == {
        "scope": "ann", "file": str(file), "memories": 4, "links": 2, "bytes": file.stat().st_size,
    }  # fmt: skip


def test_a_file_that_is_there_is_kept(run: Run, store: PostgresMemoryStore, tmp_path: Path) -> None:
    fill(store, "ann")
    file = tmp_path / "ann.jsonl"
    file.write_text("dear")
    refused = run("export", file, "--user", "ann")
    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert file.read_text() == "dear"
    link = tmp_path / "link"
    link.symlink_to(file)
    assert run("export", link, "--user", "ann", "--force").exit_code == 0
    assert link.is_symlink()
    assert len(records(file.read_bytes())) == 7
    assert sorted(tmp_path.iterdir()) == [file, link]


@pytest.mark.parametrize(
    ("place", "more", "words"),
    [
        (".", (), "is a folder"),
        ("none/ann.jsonl", (), "make its folder first"),
        ("x" * 300, (), "can't be written"),
        ("-", ("--json",), "both need stdout"),
        ("x.jsonl", ("--tenant", ""), "is empty"),
    ],
)
def test_a_wrong_place_is_told_before_anything_is_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, more: tuple[str, ...],
    words: str,
) -> None:  # fmt: skip
    monkeypatch.setenv("MEMORY_GRAPH_DSN", "postgresql://nobody@127.0.0.1:1/none")
    monkeypatch.chdir(tmp_path)
    refused = run("export", place, "--user", "ann", *more)
    assert refused.exit_code == 2, refused.output
    assert words in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_nobody_known_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    done = run("export", file, "--user", "nobody")
    assert done.exit_code == 0
    assert "nothing is remembered of 'nobody'" in done.stderr
    assert [one["record"] for one in records(file.read_bytes())] == ["header"]


def test_vectors_can_be_left_out(run: Run, store: PostgresMemoryStore) -> None:
    fill(store, "ann")
    (header, *_) = records(run("export", "-", "--user", "ann", "--no-vectors").stdout_bytes)
    assert header["embedder"] is None


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_stdout_is_utf8_in_any_locale(
    start: Start, store: PostgresMemoryStore, locale: str
) -> None:
    fill(store, "ann")
    settings = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    out, err = start("export", "-", "--user", "ann", env=settings).communicate(timeout=60)
    assert records(out) == list(store.export("ann"))
    assert "皮划艇在棚子里。🛶".encode() in out
    assert err.startswith(b"exported ")


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9), (signal.SIGTERM, -15)]
)
def test_a_stopped_export_is_no_file(
    start: Start, store: PostgresMemoryStore, dsn: str, tmp_path: Path, number: signal.Signals,
    code: int,
) -> None:  # fmt: skip
    fill(store, "ann")
    file = tmp_path / "ann.jsonl"
    file.write_text("the export of yesterday")
    with unreadable_evidence(dsn):
        process = start("export", file, "--user", "ann", "--force")
        wait_until(lambda: list(tmp_path.glob(".export-*.part")))
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (code, b"")
    assert b"Traceback" not in err
    assert file.read_text() == "the export of yesterday"
    if number is signal.SIGINT:
        assert f"stopped: {str(file)!r} was not written" in err.decode()
        assert list(tmp_path.iterdir()) == [file]


def test_a_stopped_export_to_stdout_says_so(start: Start, store: PostgresMemoryStore) -> None:
    store.remember("ann", [f"{number} " + "很长的话" * 500 for number in range(60)])
    process = start("export", "-", "--user", "ann")
    read_until(process.stdout, b'"memory"')  # more is written than a pipe holds: it waits
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "stopped: what was written is cut off" in err.decode()


def test_a_reader_that_goes_away_is_no_traceback(start: Start, store: PostgresMemoryStore) -> None:
    store.remember("ann", [f"{number} " + "很长的话" * 500 for number in range(60)])
    process = start("export", "-", "--user", "ann")
    read_until(process.stdout, b"\n")
    assert process.stdout
    process.stdout.close()
    assert process.stderr
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(30) == 1
    assert b"Traceback" not in err
    assert b"Exception" not in err


def test_a_full_disk_leaves_nothing(
    start: Start, store: PostgresMemoryStore, tmp_path: Path
) -> None:
    store.remember("ann", ["一" * 4000, "二" * 4000])
    file = tmp_path / "ann.jsonl"
    small = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))\n"
    process = start("export", file, "--user", "ann", before=small)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, b"")
    assert f"error: {str(file)!r} can't be written: File too large" in err.decode()
    assert list(tmp_path.iterdir()) == []


def test_a_device_takes_an_export(run: Run, store: PostgresMemoryStore) -> None:
    fill(store, "ann")
    assert run("export", "/dev/null", "--user", "ann").exit_code == 0
    full = run("export", "/dev/full", "--user", "ann")
    assert full.exit_code == 1
    assert "error: '/dev/full' can't be written: No space left" in full.stderr
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize(
    ("gone", "told"),
    [
        (2, "4 memories were to be exported and 3 were there"),
        (-1, "2 links were to be exported and 1 were there"),
    ],
)
def test_what_went_meanwhile_is_told(
    run: Run, store: PostgresMemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    gone: int, told: str,
) -> None:  # fmt: skip
    fill(store, "ann")
    whole = PostgresMemoryStore.export

    def fewer(self: PostgresMemoryStore, *given: object, **more: object) -> object:
        every = list(whole(self, *given, **more))  # type: ignore[arg-type]  # handed on as it came
        del every[gone]
        return iter(every)

    monkeypatch.setattr(PostgresMemoryStore, "export", fewer)
    failed = run("export", tmp_path / "x.jsonl", "--user", "ann")
    assert failed.exit_code == 1
    assert told in failed.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_made_meanwhile_is_kept(
    run: Run, store: PostgresMemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store, "ann")
    file, whole = tmp_path / "x.jsonl", PostgresMemoryStore.export

    def beside(self: PostgresMemoryStore, *given: object, **more: object) -> object:
        yield from whole(self, *given, **more)  # type: ignore[arg-type]  # handed on as it came
        file.write_text("mine")

    monkeypatch.setattr(PostgresMemoryStore, "export", beside)
    failed = run("export", file, "--user", "ann")
    assert failed.exit_code == 2
    assert "is there already" in failed.stderr
    assert file.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [file]


def test_ctrl_c_leaves_nothing_in_the_moment_the_file_is_made(
    run: Run, store: PostgresMemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store, "ann")
    make = os.open

    def interrupted(path: str | Path, *flags: int) -> int:
        number = make(path, *flags)
        if str(path).endswith(".part"):
            os.close(number)
            raise KeyboardInterrupt
        return number

    monkeypatch.setattr(os, "open", interrupted)
    assert run("export", tmp_path / "x.jsonl", "--user", "ann").exit_code == 130
    assert list(tmp_path.iterdir()) == []
