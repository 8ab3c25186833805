"""Export and import as verbs: records in, records out, for any thread and any event loop."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from memory_graph.effects import arun, run
from memory_graph.errors import InputError
from memory_graph.scope import ScopeLike, scope_label
from memory_graph.stores.checks import check_words
from memory_graph.stores.engine import Engine
from memory_graph.stores.import_rows import Import, ImportReport, Progress
from memory_graph.stores.transfer_export import PAGE, Export, Place, export_page
from memory_graph.stores.transfer_import import CHUNK, finish_import, import_chunk

Record = dict[str, Any]


class TransferVerbs:
    """Taking the memory of a scope along."""

    engine: Engine
    index_fields: Sequence[str]

    def export(
        self, scope: ScopeLike, *, with_vectors: bool = True, page: int = PAGE
    ) -> Iterator[Record]:
        """Everything the live view knows of a scope, as JSON objects: header, memories, links.

        Open and closed memories with both clocks, evidence, entities, relations, links and uses,
        oldest first. Read in pages while it is consumed; what is written meanwhile is left out.
        """
        todo = Export(scope_label(scope), with_vectors, page)
        return _export(self.engine, todo)

    def aexport(
        self, scope: ScopeLike, *, with_vectors: bool = True, page: int = PAGE
    ) -> AsyncIterator[Record]:
        """As ``export``, for event loops."""
        return _aexport(self.engine, Export(scope_label(scope), with_vectors, page))

    def import_(
        self, scope: ScopeLike, records: Iterable[Record], *, progress: Progress | None = None,
        actor: str = "operator",
    ) -> ImportReport:  # fmt: skip
        """Adds an export to a scope, which may be another one or hold memories already.

        Times are kept, ids are new but the same each time, so that importing twice changes nothing.
        What is known already gains evidence; of two values for one single-valued fact the one that
        began later holds. Vectors are taken over from the same embedder and made anew otherwise,
        and so is all that is made from the text of a memory where somebody changed it: it is then
        another memory than the one that was exported.
        Raises InputError for the first bad record; the chunks before it stay, so mend and repeat;
        and at the end, when fewer memories or links came than the header announces.
        """
        check_words("actor", actor)
        todo = Import(scope_label(scope), actor, progress, index_fields=self.index_fields)
        source = iter(_records(records))
        while chunk := list(islice(source, CHUNK)):
            run(import_chunk(self.engine, todo, chunk))
        _check(todo)
        report = run(finish_import(self.engine, todo))
        _check_whole(todo)
        return report

    async def aimport_(
        self, scope: ScopeLike, records: Iterable[Record] | AsyncIterable[Record], *,
        progress: Progress | None = None, actor: str = "operator",
    ) -> ImportReport:  # fmt: skip
        """As ``import_``, for event loops; takes async iterators too."""
        check_words("actor", actor)
        todo = Import(scope_label(scope), actor, progress, index_fields=self.index_fields)
        chunk: list[Record] = []
        async for record in _any(records):
            chunk.append(record)
            if len(chunk) == CHUNK:
                await arun(import_chunk(self.engine, todo, chunk))
                chunk = []
        await arun(import_chunk(self.engine, todo, chunk))
        _check(todo)
        report = await arun(finish_import(self.engine, todo))
        _check_whole(todo)
        return report


def _export(engine: Engine, todo: Export) -> Iterator[Record]:
    place = Place()
    while place.part != "end":
        records, place = run(export_page(engine, todo, place))
        yield from records


async def _aexport(engine: Engine, todo: Export) -> AsyncIterator[Record]:
    place = Place()
    while place.part != "end":
        records, place = await arun(export_page(engine, todo, place))
        for record in records:
            yield record


async def _any(records: Iterable[Record] | AsyncIterable[Record]) -> AsyncIterator[Record]:
    if isinstance(records, AsyncIterable):
        async for record in records:
            yield record
    else:
        for record in _records(records):
            yield record


def _records(given: Any) -> Iterable[Record]:
    """What is imported. Raises InputError for what can't be gone through."""
    if not isinstance(given, Iterable):
        raise InputError(f"{given!r} is no export: give its records")
    return given


def _check(todo: Import) -> None:
    if todo.header is None:
        raise InputError("nothing to import: an export has at least its header")


def _check_whole(todo: Import) -> None:
    """Says that an export breaks off; what came of it is stored."""
    if todo.header and (lack := todo.header.lack(todo.seen, todo.seen_links)):
        raise InputError(
            f"the export breaks off after {lack}: these are stored; import the whole file again, "
            "or export anew, and nothing is stored twice"
        )
