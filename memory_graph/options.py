"""Options given in code, checked where they are given and not in the middle of the first turn."""

from __future__ import annotations

from memory_graph.errors import ConfigurationError


def check_option(name: str, given: object, *wanted: type) -> None:
    """Refuses an option of another type; None is always taken for the default.

    Raises ConfigurationError, without the value, which may hold a password.
    """
    if given is not None and not isinstance(given, wanted):
        names = " or ".join(one.__name__ for one in wanted)
        raise ConfigurationError(f"{name} must be {names}, not {type(given).__name__}")


def check_count(name: str, given: object, least: int) -> None:
    """Refuses what is no whole number, or one below ``least``; raises ConfigurationError."""
    if not isinstance(given, int) or isinstance(given, bool) or given < least:
        raise ConfigurationError(f"{name}={given!r} must be a whole number, at least {least}")
