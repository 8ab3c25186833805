"""``memory-graph import`` of what is no whole export: told by its lines, and nothing is stored."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.cli.export_check import check_lines
from memory_graph.cli.export_source import MAX_LINE_BYTES, read_lines
from memory_graph.errors import InputError
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.cli.given import (
    Lines,
    Run,
    as_file,
    fill,
    lines_of,
)


def cut(lines: Lines) -> Lines:
    return lines[:-3]


def bad_kind(lines: Lines) -> Lines:
    return [*lines[:2], {**lines[2], "kind": "dream"}, *lines[3:]]


def two_bad(lines: Lines) -> Lines:
    return [lines[0], {**lines[1], "role": 7}, {**lines[2], "mood": 7}, *lines[3:]]


def emptied(lines: Lines) -> Lines:
    return [*lines[:3], {**lines[3], "content": " "}, *lines[4:]]


def headless(lines: Lines) -> Lines:
    return lines[1:]


def glued(lines: Lines) -> Lines:
    return [*lines, *lines]


def later(lines: Lines) -> Lines:
    return [{**lines[0], "format": 9}, *lines[1:]]


WRONG: list[tuple[Callable[[Lines], Lines], str]] = [
    (cut, "breaks off after 3 of 4 memories: nothing was imported"),
    (lambda lines: lines[:-1], "breaks off after 1 of 2 links: nothing was imported"),
    (bad_kind, "line 3 is not one of an export: memory.kind: "),
    (two_bad, "2 bad lines; nothing was imported"),
    (emptied, "line 4: can't remember ' ': it is blank"),
    (headless, "line 1 is a memory: an export starts with its header, once"),
    (glued, "line 8 is a header: an export starts with its header, once"),
    (later, "line 1: the export has format 9"),
    (lambda lines: [], "nothing to import: an export has at least its header"),
]


@pytest.mark.parametrize(("spoil", "words"), WRONG)
def test_of_a_bad_file_nothing_is_stored(
    run: Run, store: PostgresMemoryStore, tmp_path: Path, spoil: Callable[[Lines], Lines],
    words: str,
) -> None:  # fmt: skip
    fill(store, "ann")
    file = as_file(tmp_path, spoil(lines_of(store, "ann")))
    for more in ((), ("--dry-run",)):
        refused = run("import", file, "--user", "bo", "--yes", *more)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert words in refused.stderr
    assert store.stats("bo").memories == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"\xff\xfe{}", "line 1: not UTF-8 (byte 1 of the line)"),
        (b"\n\n[1, 2]", "line 3: no JSON object, but '[1, 2]'"),
        (b'{"record": "header", "for', "line 1: not JSON, or cut off"),
        (b'{"record": "header", "format": %s}' % (b"9" * 5000), "line 1: not JSON that can be"),
        (b"[" * 100_000, "line 1: not JSON that can be read"),
    ],
)
def test_what_is_no_export_is_told_by_its_line(run: Run, text: bytes, words: str) -> None:
    refused = run("import", "-", "--user", "ann", input=text)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert words in refused.stderr
    assert "error: 1 bad line; nothing was imported" in refused.stderr


def test_of_many_bad_lines_the_first_are_told(
    run: Run, store: PostgresMemoryStore, tmp_path: Path
) -> None:
    file = as_file(tmp_path, [*lines_of(store, "ann"), *({"record": n} for n in range(30))])
    refused = run("import", file, "--user", "ann")
    assert [one for one in refused.stderr.splitlines() if one][-2:] == [
        "… and 10 more bad lines",
        "error: 30 bad lines; nothing was imported: mend the file, or export anew",
    ]


@pytest.mark.parametrize("place", ["missing.jsonl", "."])
def test_a_file_that_can_not_be_read(run: Run, tmp_path: Path, place: str) -> None:
    refused = run("import", tmp_path / place, "--user", "ann")
    assert refused.exit_code == 2
    assert f"{str(tmp_path / place)!r} can't be read" in refused.stderr


def test_an_endless_line_is_not_read_to_its_end() -> None:
    stream = io.BytesIO(b"{}\n" + b" " * (MAX_LINE_BYTES + 1))
    with pytest.raises(InputError, match="line 2 is longer than 64 MB"):
        list(read_lines(stream))


@given(text=st.binary() | st.text().map(str.encode))
def test_any_bytes_are_judged(text: bytes) -> None:
    found = check_lines(read_lines(io.BytesIO(text)))
    assert found.header is None
    assert found.bad == (1 if text.strip() and text.strip() != b"\xef\xbb\xbf" else 0)
