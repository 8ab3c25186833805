"""The app: its commands, and the edge where errors become one line and an exit code."""

from __future__ import annotations

from errno import EPIPE
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from memory_graph.cli.chat import chat
from memory_graph.cli.demo import demo
from memory_graph.cli.doctor import doctor
from memory_graph.cli.erase import erase
from memory_graph.cli.evaluation import evaluate
from memory_graph.cli.export import export
from memory_graph.cli.history import history
from memory_graph.cli.importing import import_memories
from memory_graph.cli.ingest import ingest
from memory_graph.cli.listing import list_memories
from memory_graph.cli.maintain import maintain
from memory_graph.cli.output import forgive_encodings, quiet_driver, say
from memory_graph.cli.recall import recall
from memory_graph.cli.reembed import reembed
from memory_graph.cli.retire import retire
from memory_graph.cli.rewind import rewind
from memory_graph.cli.stats import stats
from memory_graph.errors import (
    ConfigurationError,
    InputError,
    MemoryGraphError,
    SchemaError,
    StoreUnavailableError,
)

USAGE, DATABASE, OTHER, INTERRUPTED = 2, 3, 1, 130


class Edge(TyperGroup):
    """A group whose commands end with one line on stderr instead of a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Runs a command; our errors become exit codes that scripts can use."""
        try:
            return super().invoke(ctx)
        except MemoryGraphError as error:
            if ctx.params.get("debug"):
                raise
            say(f"error: {error}")
            raise typer.Exit(exit_code(error)) from error
        except OSError as error:
            if ctx.params.get("debug") or error.errno == EPIPE:  # typer ends quietly where it broke
                raise
            say(f"error: {error.strerror or error}")
            raise typer.Exit(OTHER) from error
        except KeyboardInterrupt as error:
            raise typer.Exit(INTERRUPTED) from error


def exit_code(error: MemoryGraphError) -> int:
    """2 for what the caller gave or set, 3 for the database, 1 for the rest."""
    if isinstance(error, InputError | ConfigurationError):
        return USAGE
    return DATABASE if isinstance(error, StoreUnavailableError | SchemaError) else OTHER


def _print_version(wanted: bool) -> None:
    if wanted:
        from memory_graph.cli.versions import package_version

        typer.echo(f"memory-graph {package_version()}")
        raise typer.Exit


def start(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    """Long-term memory for LangGraph agents, in PostgreSQL.

    Without settings an embedded server is started on first use and an offline model answers; set
    MEMORY_GRAPH_DSN and MEMORY_GRAPH_MODEL to use your own.

    Exit codes: 0 done, 1 failed, 2 wrong input or settings, 3 no usable database, 130 interrupted.
    """
    forgive_encodings()
    if not debug:
        quiet_driver()


def _flowing(text: str) -> str:
    """A docstring with each paragraph in one line, for the terminal to break. Pure."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


app = typer.Typer(
    cls=Edge, no_args_is_help=True, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip
app.callback(help=_flowing(start.__doc__ or ""))(start)
_NAMES = {list_memories: "list", import_memories: "import", evaluate: "eval"}
for _command in (
    demo, chat, ingest, recall, list_memories, history, stats, retire, erase, rewind, export,
    import_memories, evaluate, doctor, reembed, maintain,
):  # fmt: skip
    _name = _NAMES.get(_command)
    app.command(_name, help=_flowing(_command.__doc__ or ""))(_command)
