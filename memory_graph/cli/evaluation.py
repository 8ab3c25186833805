"""``memory-graph eval``: how well recall finds evidence, on public sets or our own."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from memory_graph.cli.options import Json
from memory_graph.cli.output import console, print_json, say
from memory_graph.cli.progress import progress_bar


class SetName(StrEnum):
    """The sets that can be read."""

    LOCOMO = "locomo"
    REALMEM = "realmem"
    MEMORYBANK = "memorybank"
    OWN = "own"


def evaluate(
    name: Annotated[
        SetName, typer.Argument(metavar="SET", help="locomo, realmem, memorybank, own.")
    ],
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE…", help="The set's files as published; own needs none."),
    ] = None,
    embeddings: Annotated[
        str | None, typer.Option(help="Embedder to use instead of the one that is set.")
    ] = None,
    questions: Annotated[
        int | None, typer.Option(min=1, help="At most so many questions a conversation.")
    ] = None,
    missed: Annotated[
        bool, typer.Option("--missed", help="Name the questions not answered.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Measure recall on SET: the part of the evidence among the first 1, 5, 10 and 20.

    Turns are stored as they are, without extraction, in a schema of its own that is dropped at the
    end; what a killed run leaves is dropped by a run a day later. Numbers are percent; ms_per_query
    is without the embedding of the question.
    """
    from memory_graph.errors import InputError
    from memory_graph.evaluation.files import load_dataset
    from memory_graph.evaluation.run import evaluate as run_set
    from memory_graph.evaluation.run import only, report, steps_of
    from memory_graph.evaluation.store import evaluation_store

    if files and name is SetName.OWN:
        raise InputError(f"own comes with the package: leave {str(files[0])!r} out")
    dataset = load_dataset(name.value, files or ())
    if questions is not None:
        dataset = only(dataset, questions)
    with (
        evaluation_store(embeddings=embeddings) as (store, embedder),
        progress_bar("evaluating", steps_of(dataset), quiet=as_json) as reached,
    ):
        answers = run_set(store, dataset, progress=reached)
    numbers = report(dataset, answers, embedder.query_seconds if embedder else 0.0)
    numbers["embeddings"] = embedder.model if embedder else "none"
    for one in answers if missed else ():
        if one.missed:
            say(f"missed [{one.category}]: {one.missed}")
    if as_json:
        print_json(numbers)
    else:
        _table(numbers)


def _table(numbers: dict[str, Any]) -> None:
    from rich.table import Table

    typer.echo(f"{numbers['set']}, {numbers['embeddings']}: recall in percent")
    table = Table()
    for column in ("category", "n", *(f"@{cut}" for cut in numbers["recall"])):
        table.add_column(column)
    groups = {**numbers["by_category"], **numbers.get("groups", {}), "all": numbers}
    for name, group in groups.items():
        table.add_row(name, str(group["n"]), *(f"{part:.1f}" for part in group["recall"].values()))
    console().print(table)
    typer.echo(
        f"{numbers['ms_per_query']} ms a question, "
        f"and {numbers['embed_ms_per_query']} ms for its embedding"
    )
