"""Where an export is written: to stdout, or to a file that is there whole or not at all."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from stat import S_ISDIR, S_ISREG
from typing import Any, BinaryIO

from memory_graph.errors import InputError

STDIO = Path("-")
"""As a file: stdout or stdin."""


class Lines:
    """Writes records as lines of UTF-8 JSON, and counts them."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.counts: Counter[str] = Counter()
        self.size = 0

    def write(self, record: Mapping[str, Any]) -> None:
        """Writes one line."""
        line = json.dumps(record, ensure_ascii=False).encode() + b"\n"
        self._stream.write(line)
        self.size += len(line)
        self.counts[record["record"]] += 1


def check_place(path: Path, *, force: bool) -> None:
    """Raises InputError for a place where no export can go; a device or a pipe takes any."""
    if path == STDIO:
        return
    mode = _mode(path)
    if mode is None:
        if not path.resolve().parent.is_dir():
            raise InputError(f"{str(path)!r} can't be written: make its folder first")
    elif S_ISDIR(mode):
        raise InputError(f"{str(path)!r} is a folder: name a file in it")
    elif S_ISREG(mode) and not force:
        raise InputError(
            f"{str(path)!r} is there already: choose another name, or replace it with --force"
        )


def _mode(path: Path) -> int | None:
    """What kind of file is there; None for nothing."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{str(path)!r} can't be written: {reason}") from error


def part_of(path: Path) -> Path:
    """Where an export is written until it is whole: beside its place, under a name of its own."""
    return path.resolve().with_name(f".export-{token_hex(8)}.part")


@contextmanager
def opened_lines(path: Path, part: Path, stdout: BinaryIO, *, force: bool) -> Iterator[Lines]:
    """Lines that get the file's name once all of them are written.

    Until then they stand in ``part``. The caller removes that whatever happens: Ctrl-C may come
    between any two steps here. Raises InputError for an impossible place, and OSError, which
    names the file.
    """
    check_place(path, force=force)
    try:
        with _stream(path, part, stdout, force=force) as stream:
            yield Lines(stream)
            stream.flush()
    except OSError as error:
        name = "stdout" if path == STDIO else repr(str(path))
        words = f"{name} can't be written: {error.strerror or error}"
        raise OSError(error.errno, words) from error


@contextmanager
def _stream(path: Path, part: Path, stdout: BinaryIO, *, force: bool) -> Iterator[BinaryIO]:
    mode = None if path == STDIO else _mode(path)
    if path == STDIO:
        yield stdout
    elif mode is not None and not S_ISREG(mode):
        with path.open("wb") as stream:
            yield stream
    else:
        own = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)  # nobody else can read it
        with os.fdopen(own, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        check_place(path, force=force)  # somebody else may have made it meanwhile
        part.replace(path.resolve())
