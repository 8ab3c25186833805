"""The lines of an export, from a file or a pipe, that can be read twice."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, cast

import typer

from memory_graph.cli.export_file import STDIO
from memory_graph.errors import InputError

MAX_LINE_BYTES = 64_000_000
_BOM = b"\xef\xbb\xbf"
_IN_MEMORY = 32 << 20
"""Bytes of a pipe that are kept in memory; more goes to a file without a name."""


@contextmanager
def opened_source(path: Path) -> Iterator[BinaryIO]:
    """The file, ready to be read again; a pipe is read to its end first. Raises InputError."""
    with ExitStack() as stack:
        try:
            stream = _open(path, stack)
        except (OSError, ValueError) as error:
            name = "stdin" if path == STDIO else repr(str(path))
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"{name} can't be read: {reason}") from error
        yield stream


def _open(path: Path, stack: ExitStack) -> BinaryIO:
    if path != STDIO and path.is_file():
        return stack.enter_context(path.open("rb"))
    kept = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - the stack closes it
    stack.enter_context(kept)
    if path == STDIO:
        shutil.copyfileobj(typer.get_binary_stream("stdin"), kept)
    else:
        with path.open("rb") as pipe:
            shutil.copyfileobj(pipe, kept)
    return cast("BinaryIO", kept)


def read_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers. Raises InputError for an endless one."""
    stream.seek(0)
    number = 0
    while raw := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(raw) > MAX_LINE_BYTES:
            raise InputError(
                f"line {number} is longer than {MAX_LINE_BYTES // 1_000_000} MB: an export has one "
                "object a line"
            )
        text = raw.removeprefix(_BOM) if number == 1 else raw
        if text.strip():
            yield number, text


def read_value(raw: bytes) -> dict[str, Any]:
    """The object of a line; raises InputError for what is none, or is cut off."""
    try:
        value = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 (byte {error.start + 1} of the line)") from error
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON, or cut off: {error.msg} (column {error.colno})") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON that can be read: {error}") from error
    if not isinstance(value, dict):
        raise InputError(f"no JSON object, but {str(value)[:40]!r}: an export has one a line")
    return value
