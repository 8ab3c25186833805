"""The values in a file of JSON lines, or in one JSON array, without holding the file in memory."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

from memory_graph.errors import InputError

MAX_LINE_BYTES = 32_000_000
_CHUNK = 1 << 20
_BOM = b"\xef\xbb\xbf"
_SPACE = re.compile(r"[\s,]*")
_MARK_FOREIGN = "surrogateescape"
"""Lets an array be read on after bytes that are no UTF-8: each is marked and found again."""
_FOREIGN = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that holds no JSON value."""

    reason: str


def read_values(path: Path) -> Iterator[tuple[int, object]]:
    """Line numbers (or, in an array, item numbers) with their values, or an Unreadable.

    Blank lines are left out. Raises InputError for what is no regular file, and for an array that
    breaks off: what would follow can't be found.
    """
    if not path.exists():
        raise InputError(f"{str(path)!r} is no regular file: there is nothing of that name")
    if not path.is_file():
        raise InputError(f"{str(path)!r} is no regular file: it is read twice, so name a file")
    try:
        if _is_array(path):
            with path.open(encoding="utf-8-sig", errors=_MARK_FOREIGN, newline="") as text:
                yield from _items(text, path)
        else:
            with path.open("rb") as stream:
                yield from _lines(stream)
    except OSError as error:
        raise InputError(f"{str(path)!r} can't be read: {error.strerror or error}") from error


def _is_array(path: Path) -> bool:
    with path.open("rb") as stream:
        head = stream.read(_CHUNK).removeprefix(_BOM).lstrip()
    return head.startswith(b"[")


def _lines(stream: BinaryIO) -> Iterator[tuple[int, object]]:
    number = 0
    while raw := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(raw) > MAX_LINE_BYTES:
            yield number, Unreadable(f"longer than {MAX_LINE_BYTES // 1_000_000} MB")
            _finish_line(stream, raw)
            continue
        text = raw.removeprefix(_BOM) if number == 1 else raw
        if text.strip():
            yield number, _value(text)


def _finish_line(stream: BinaryIO, raw: bytes) -> None:
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(MAX_LINE_BYTES)


def _value(raw: bytes) -> object:
    try:
        return json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        return Unreadable(f"not UTF-8 (byte {error.start + 1} of the line)")
    except json.JSONDecodeError as error:
        return Unreadable(f"not JSON: {error.msg} (column {error.colno})")
    except (ValueError, RecursionError) as error:
        return Unreadable(f"not JSON that can be read: {error}")


def _items(stream: TextIO, path: Path) -> Iterator[tuple[int, object]]:
    """The items of one array, each decoded as soon as it is complete."""
    decode = json.JSONDecoder().raw_decode
    text, position, number = stream.read(_CHUNK).lstrip()[1:], 0, 1
    while True:
        position = _after_space(text, position)
        if text[position : position + 1] == "]":
            return _check_end(stream, text[position + 1 :], path)
        try:
            value, end = decode(text, position)
        except (ValueError, RecursionError) as error:
            text, position = text[position:], 0
            more = stream.read(max(_CHUNK, len(text)))
            if not more or len(text) > MAX_LINE_BYTES:
                raise _broken(path, number, text, error) from error
            text += more
            continue
        foreign = _FOREIGN.search(text, position, end)
        yield number, Unreadable("not UTF-8") if foreign else value
        number, position = number + 1, end


def _after_space(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _check_end(stream: TextIO, rest: str, path: Path) -> None:
    """Raises InputError when something follows the array; it would be lost in silence."""
    while not rest.strip():
        rest = stream.read(_CHUNK)
        if not rest:
            return
    raise InputError(
        f"{str(path)!r}: {rest.strip()[:40]!r} follows the array: write one array, or one message "
        "a line"
    )


def _broken(path: Path, number: int, text: str, error: Exception) -> InputError:
    words = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
    words = "not UTF-8" if _FOREIGN.search(text) else words
    return InputError(
        f"{str(path)!r}: the array breaks off at item {number} ({words}): nothing after it can be "
        "read, so repair it, or write one message a line"
    )
