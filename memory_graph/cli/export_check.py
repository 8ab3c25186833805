"""Whether a file is a whole export, told before anything of it is stored. No database is needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from memory_graph.cli.export_source import read_value
from memory_graph.errors import InputError
from memory_graph.stores.import_text import as_written
from memory_graph.stores.transfer_records import Header, MemoryRecord, Record, parse_record

_KEPT = 20


@dataclass(slots=True)
class Contents:
    """What a file holds, and what is wrong with it."""

    header: Header | None = None
    memories: int = 0
    links: int = 0
    changed: int = 0
    """Memories that were edited, or written by another program."""
    bad: int = 0
    first_bad: list[str] = field(default_factory=list)

    def add(self, record: Record) -> None:
        """Counts a record."""
        if isinstance(record, Header):
            self.header = record
        elif isinstance(record, MemoryRecord):
            self.memories += 1
            self.changed += not record.is_genuine
        else:
            self.links += 1

    def blame(self, reason: str) -> None:
        """Counts a bad line and keeps the first of the reasons."""
        self.bad += 1
        if len(self.first_bad) < _KEPT:
            self.first_bad.append(reason)


def check_lines(lines: Iterable[tuple[int, bytes]]) -> Contents:
    """What the lines hold. A file that does not begin with a header is looked at no further."""
    found = Contents()
    for number, raw in lines:
        try:
            found.add(_checked(raw, number, is_first=found.header is None))
        except InputError as error:
            found.blame(str(error))
            if found.header is None:
                break
    return found


def _checked(raw: bytes, number: int, *, is_first: bool) -> Record:
    """The record of a line. Raises InputError that names the line."""
    place = 1 if is_first else max(number, 2)  # a blank line before the header is no fault
    try:
        record = parse_record(read_value(raw), place)
        if isinstance(record, MemoryRecord) and not record.is_genuine:
            as_written(record, (), ("$",))
    except InputError as error:
        words = str(error)
        own = words.removeprefix(f"record {place} ")
        raise InputError(f"line {number}{' ' if own != words else ': '}{own}") from error
    return record


def check_whole(found: Contents) -> None:
    """Raises InputError where something is wrong with the file."""
    if found.bad:
        raise InputError(
            f"{found.bad} bad {'line' if found.bad == 1 else 'lines'}; nothing was imported: "
            "mend the file, or export anew"
        )
    if found.header is None:
        raise InputError("nothing to import: an export has at least its header")
    if lack := found.header.lack(found.memories, found.links):
        raise InputError(
            f"the export breaks off after {lack}: nothing was imported, so export anew; to take "
            f'what is there all the same, write "memories": {found.memories} and '
            f'"links": {found.links} into its first line'
        )
