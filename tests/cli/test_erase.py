"""``memory-graph erase`` at the terminal: shown, asked about, gone; and nothing after a no."""

from __future__ import annotations

import os
import signal

import pytest

from memory_graph.cli.erase import Wish
from memory_graph.stores.erase import EraseReceipt
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.cli.given import Run, Start, known, read_until, texts

pytestmark = pytest.mark.own_database


@pytest.mark.parametrize("typed", ["n\n", "", "\n", "否\n", "maybe\nn\n"])
def test_a_no_changes_nothing(
    run: Run, store: PostgresMemoryStore, turin: str, person: None, typed: str
) -> None:
    before = known(store, "ann")
    for what in ((turin,), ("--everything",)):
        asked = run("erase", *what, "--user", "ann", input=typed)
        assert (asked.exit_code, asked.stdout) == (1, "")
        assert "The user lives in Turin." in asked.stderr
        assert "nothing was erased" in asked.stderr
        assert ("'maybe' is neither y nor n" in asked.stderr) == ("maybe" in typed)
    assert known(store, "ann") == before


def test_a_yes_erases_with_the_versions(
    run: Run, store: PostgresMemoryStore, turin: str, person: None
) -> None:
    others = known(store, "bo")
    done = run("erase", turin.upper(), turin, "--user", "ann", input="是\n")
    assert done.exit_code == 0, done.output
    assert "  The user lives in Oslo.\n" in done.stderr
    assert (
        "would go: 2 memories and turns, 2 pieces of evidence, 2 links, 2 entities" in done.stderr
    )
    assert done.stderr.count("[y/N]") == 1
    assert "kept: the receipt in the audit" in done.stderr
    assert done.stdout.startswith("erased: 2 memories and turns")
    assert "receipt: sha256 " in done.stdout
    assert len(texts(store, "ann")) == 2
    assert "Turin" not in repr(known(store, "ann"))
    assert store.audit("ann", limit=1)[0].action == "erase"
    assert known(store, "bo") == others


@pytest.mark.parametrize(("typed", "left"), [("y\nn\n", 4), ("y\n", 4), ("y\ny\n", 0)])
def test_everything_is_asked_about_twice(
    run: Run, store: PostgresMemoryStore, turin: str, person: None, typed: str, left: int
) -> None:
    done = run("erase", "--user", "ann", "--everything", input=typed)
    assert done.exit_code == (0 if left == 0 else 1)
    assert "皮划艇在棚子里。🛶" in done.stderr
    assert "Really forget everything about 'ann'?" in done.stderr
    assert len(known(store, "ann")) == left
    assert len(known(store, "bo")) == 4


def test_a_person_at_a_terminal(
    start: Start, store: PostgresMemoryStore, turin: str, terminal: tuple[int, int]
) -> None:
    keys, reading = terminal
    process = start("erase", "--user", "ann", "--everything", stdin=reading)
    for _ in range(2):
        read_until(process.stderr, b"[y/N]: ")
        os.write(keys, b"y\n")
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    assert out.startswith(b"erased: 4 memories and turns")
    assert known(store, "ann") == []


def test_ctrl_c_at_the_second_question(
    start: Start, store: PostgresMemoryStore, turin: str, terminal: tuple[int, int]
) -> None:
    keys, reading = terminal
    before = known(store, "ann")
    process = start("erase", "--user", "ann", "--everything", stdin=reading)
    read_until(process.stderr, b"[y/N]: ")
    os.write(keys, b"y\n")
    read_until(process.stderr, b"[y/N]: ")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, b"")
    assert err == b"\nnothing was erased\n"
    assert known(store, "ann") == before


@pytest.mark.parametrize("options", [(), ("--dry-run",)])
def test_an_interrupt_while_it_works(
    run: Run, store: PostgresMemoryStore, turin: str, monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
) -> None:  # fmt: skip
    apply = Wish.apply

    def stopped(self: Wish, store: PostgresMemoryStore, *, dry_run: bool) -> EraseReceipt:
        if dry_run and not options:
            return apply(self, store, dry_run=True)
        raise KeyboardInterrupt

    monkeypatch.setattr(Wish, "apply", stopped)
    found = run("erase", turin, "--user", "ann", "--yes", *options)
    assert found.exit_code == 130
    assert ("stopped: nothing was erased" if options else "all of it is erased, or nothing") in (
        found.stderr
    )
