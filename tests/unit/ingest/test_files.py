"""JSON lines and arrays, whole and damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_graph.errors import InputError
from memory_graph.ingest import Reading, check_file, files
from memory_graph.ingest.files import Unreadable, read_values


def written(folder: Path, content: bytes | str) -> Path:
    path = folder / "talk.jsonl"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", []),
        ("\n  \n\r\n", []),
        ('{"a": 1}\n\n{"a": 2}', [(1, {"a": 1}), (3, {"a": 2})]),
        ('{"a": 1}\r\n{"a": 2}\r\n', [(1, {"a": 1}), (2, {"a": 2})]),
        (b'\xef\xbb\xbf{"a": "\xe4\xbd\xa0"}\n', [(1, {"a": "你"})]),
        ('{"a": "x\u2028y"}\n', [(1, {"a": "x\u2028y"})]),
        ('[{"a": 1}, {"a": 2}]', [(1, {"a": 1}), (2, {"a": 2})]),
        (b'\xef\xbb\xbf \n[\n {"a": 1}\n,\n{"a": [2, "]"]}\n]\n', [(1, {"a": 1}),
                                                                  (2, {"a": [2, "]"]})]),
        ("[]", []),
    ],
)  # fmt: skip
def test_what_is_read(tmp_path: Path, content: bytes | str, expected: list[Any]) -> None:
    assert list(read_values(written(tmp_path, content))) == expected


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"a": \n', "not JSON"),
        (b"\xff\xfe{\x00}\x00\n", "not UTF-8"),
        (b'{"a": "\xe4\xbd"}\n', "not UTF-8"),
        (b'{"a": ' + b"9" * 5000 + b"}\n", "not JSON that can be read"),
        (b'{"a": ' + b"[" * 100_000 + b"\n", "not JSON"),
    ],
)
def test_a_bad_line_does_not_hide_the_next(tmp_path: Path, content: bytes, words: str) -> None:
    first, second = read_values(written(tmp_path, content + b'{"a": 1}'))
    assert isinstance(first[1], Unreadable)
    assert words in first[1].reason
    assert second == (2, {"a": 1})


def test_an_endless_line_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_LINE_BYTES", 1_000_000)
    path = written(tmp_path, b'{"a": "' + b"x" * 2_500_000 + b'"}\n{"a": 1}\n')
    first, second = read_values(path)
    assert first == (1, Unreadable("longer than 1 MB"))
    assert second == (2, {"a": 1})


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('[{"a": 1}, {"a": ', "item 2"),
        ('[{"a": 1}, nonsense]', "item 2"),
        ('[{"a": 1}', "item 2"),
        ('[{"a": 1}]\n{"a": 2}', "follows the array"),
        ("[", "item 1"),
    ],
)
def test_a_broken_array_is_refused(tmp_path: Path, content: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        list(read_values(written(tmp_path, content)))


def test_an_item_that_is_not_utf8_does_not_hide_the_next(tmp_path: Path) -> None:
    """A mark for the bytes must not be stored as if it were the text."""
    said = json.dumps({"a": "我住在杭州"}, ensure_ascii=False)
    content = b"[" + said.encode("gbk") + b", " + said.encode() + b"]"
    found = list(read_values(written(tmp_path, content)))
    assert found == [(1, Unreadable("not UTF-8")), (2, {"a": "我住在杭州"})]


def test_a_mark_that_was_written_as_json_is_no_foreign_byte(tmp_path: Path) -> None:
    assert list(read_values(written(tmp_path, r'["\udc80"]'))) == [(1, "\udc80")]


def test_an_array_of_another_encoding_that_breaks_off_says_so(tmp_path: Path) -> None:
    """The second byte of 誠 is a backslash in GBK, so the string has no end."""
    with pytest.raises(InputError, match=r"item 1 \(not UTF-8\)"):
        list(read_values(written(tmp_path, '["誠"]'.encode("gbk"))))


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="no regular file"):
        list(read_values(tmp_path / name))


@given(
    items=st.lists(st.dictionaries(st.text(max_size=4), st.text(max_size=12), max_size=3)),
    chunk=st.integers(1, 9),
    indent=st.sampled_from([None, 0, 2]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_an_array_is_read_whatever_the_size_of_the_pieces(
    tmp_path: Path, items: list[dict[str, str]], chunk: int, indent: int | None
) -> None:
    path = written(tmp_path, json.dumps(items, indent=indent))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_CHUNK", chunk)
        assert [value for _, value in read_values(path)] == items


def test_a_check_counts_everything_and_keeps_the_first_reasons(tmp_path: Path) -> None:
    good = {"role": "user", "content": "hi", "timestamp": 1782907200}
    lines = [good, {**good, "role": "system"}, {**good, "content": ""}, good, *[{"x": 1}] * 150]
    found = check_file(written(tmp_path, "\n".join(map(json.dumps, lines))), Reading())
    assert (found.turns, found.bad) == (2, 150)
    assert found.skipped == {"system": 1, "no_text": 1}
    assert len(found.first_bad) == 100
    assert found.first_bad[0] == (5, "no role: expected user, assistant, tool or system")
