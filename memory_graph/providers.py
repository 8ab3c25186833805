"""What goes wrong with model providers, told in our own words.

Providers raise what they like. These two functions turn it into ConfigurationError (nothing was
sent, a person must set something) or ModelError (a call failed for good). Neither repeats what was
sent or answered: only the kind of error and the HTTP status.
"""

from __future__ import annotations

from langgraph.errors import GraphBubbleUp

from memory_graph.errors import ConfigurationError, MemoryGraphError, ModelError

_KEYS = {
    "openai": "OPENAI_API_KEY (and OPENAI_BASE_URL for a compatible server; "
    "any text will do as key where the server needs none)",
    "azure_openai": "AZURE_OPENAI_API_KEY and AZURE_OPENAI_ENDPOINT",
    "google_genai": "GOOGLE_API_KEY",
    "mistralai": "MISTRAL_API_KEY",
}
_ADVICE = (
    ((401, 403), "check the API key and what it may use"),
    ((404,), "check the model name and the base URL"),
    ((408, 504), "the server was too slow: try again, or raise MEMORY_GRAPH_MODEL_TIMEOUT_SECONDS"),
    ((413,), "the request was too long: send fewer turns at once"),
    ((429,), "the rate limit or the quota is used up: wait, or raise it at the provider"),
    (
        range(400, 500),
        "the server refused the request: it may not know this way of asking, "
        "so try another MEMORY_GRAPH_STRUCTURED_METHOD",
    ),
    (range(500, 600), "the server is in trouble: try again later"),
)


def setup_error(spec: str, error: Exception) -> ConfigurationError:
    """Why the model named by ``spec`` can't be made, and what to set."""
    provider, colon, _ = spec.strip().lower().partition(":")
    if isinstance(error, ImportError):
        return ConfigurationError(f"model {spec!r}: {error}")
    if not colon:
        return ConfigurationError(
            f"model {spec!r} names no provider: write it as 'provider:{spec}', "
            f"for OpenAI and servers like it 'openai:{spec}'"
        )
    if "provider" in str(error).lower() and isinstance(error, ValueError):
        return ConfigurationError(
            f"model {spec!r}: no such provider; write it as 'provider:model', "
            "for example 'openai:gpt-5-mini'"
        )
    key = _KEYS.get(provider, f"{provider.upper()}_API_KEY")
    return ConfigurationError(f"model {spec!r} can't be set up ({_kind(error)}): set {key}")


def call_error(what: str, error: Exception) -> MemoryGraphError:
    """The error to raise for a failed call; one of our own passes unchanged.

    LangGraph's control flow (an interrupt inside a model wrapper) is not an error and is raised
    again as it is.
    """
    if isinstance(error, GraphBubbleUp):
        raise error
    if isinstance(error, MemoryGraphError):
        return error
    status = status_of(error)
    shown = f"{_kind(error)}, status {status}" if status else _kind(error)
    return ModelError(f"{what} failed ({shown}): {_advice(status, error)}")


def status_of(error: Exception) -> int | None:
    """The HTTP status of a provider's error, if it has one."""
    for holder in (error, getattr(error, "response", None)):
        status = getattr(holder, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def _advice(status: int | None, error: Exception) -> str:
    """What to do next."""
    if status is None and "timeout" in _kind(error).lower():
        status = 408
    for codes, advice in _ADVICE:
        if status in codes:
            return advice
    return "is the server up, and is the base URL right?"


def _kind(error: Exception) -> str:
    """Name of the error; its text may hold what was sent, so it stays out."""
    return type(error).__name__
