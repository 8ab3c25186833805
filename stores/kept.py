"""What the process keeps of texts, to spare work, until something is erased."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

Result = TypeVar("Result")
_FORGET: list[Callable[[], None]] = []


def kept(size: int) -> Callable[[Callable[..., Result]], _lru_cache_wrapper[Result]]:
    """Keeps the last results of a function of texts, as ``lru_cache`` does."""

    def keep(function: Callable[..., Result]) -> _lru_cache_wrapper[Result]:
        made = lru_cache(maxsize=size)(function)
        _FORGET.append(made.cache_clear)
        return made

    return keep


def forget_texts() -> None:
    """Keeps nothing of any text: what was erased is not to stay in the process."""
    for forget in _FORGET:
        forget()
