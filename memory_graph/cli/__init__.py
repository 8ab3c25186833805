"""The command line: ``memory-graph``."""

from __future__ import annotations


def main() -> None:
    """Entry of the ``memory-graph`` command."""
    from memory_graph.cli.app import app

    app()
