"""How a refused value stands in a message: whole when it is short, never pages of it. Pure."""

from __future__ import annotations

MAX_CHARACTERS = 200


def shown(value: object) -> str:
    """The value as ``repr`` writes it, cut where it is long; only its type where that fails.

    Python refuses to write a whole number of some thousand digits.
    """
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"a {type(value).__name__} too large to show"
    if len(text) <= MAX_CHARACTERS:
        return text
    return f"{text[:MAX_CHARACTERS]}… ({len(text)} characters)"
