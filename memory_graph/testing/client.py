"""One way to call a store, whichever of its two interfaces is tested."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, ExitStack
from types import TracebackType
from typing import Any, cast

from langgraph.store.base import BaseStore, Item, Op, SearchItem

StoreContext = AbstractContextManager[BaseStore] | AbstractAsyncContextManager[BaseStore]


class StoreClient:
    """Calls ``put`` or ``aput`` and so on; the asynchronous ones on an event loop of its own.

    Raises TypeError where ``make_store`` gave no context manager, or none for this mode.
    """

    def __init__(self, context: StoreContext, mode: str) -> None:
        _check(context, mode)
        self._context = context
        self._stack = ExitStack()
        self._runner = self._stack.enter_context(asyncio.Runner()) if mode == "async" else None
        self.store: BaseStore

    def __enter__(self) -> StoreClient:
        context = self._context
        if self._runner is not None and isinstance(context, AbstractAsyncContextManager):
            self.store = self._runner.run(_awaited(context.__aenter__()))
            self._stack.callback(self._leave, context)
        else:
            self.store = self._stack.enter_context(
                cast("AbstractContextManager[BaseStore]", context)
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def _leave(self, context: AbstractAsyncContextManager[BaseStore]) -> None:
        if self._runner is not None:
            self._runner.run(_awaited(context.__aexit__(None, None, None)))

    def _call(self, name: str, *args: Any, **options: Any) -> Any:
        if self._runner is None:
            return getattr(self.store, name)(*args, **options)
        return self._runner.run(_awaited(getattr(self.store, f"a{name}")(*args, **options)))

    def put(self, namespace: Any, key: str, value: Any, **options: Any) -> None:
        """Store one item."""
        assert self._call("put", namespace, key, value, **options) is None

    def get(self, namespace: Any, key: str, **options: Any) -> Item | None:
        """Read one item."""
        found: Item | None = self._call("get", namespace, key, **options)
        return found

    def value(self, namespace: Any, key: str, **options: Any) -> Any:
        """Read the value of one item; None when there is none."""
        item = self.get(namespace, key, **options)
        return None if item is None else item.value

    def delete(self, namespace: Any, key: str) -> None:
        """Delete one item."""
        assert self._call("delete", namespace, key) is None

    def search(self, prefix: Any, **options: Any) -> list[SearchItem]:
        """Search below a prefix."""
        found: list[SearchItem] = self._call("search", prefix, **options)
        return found

    def keys(self, prefix: Any, **options: Any) -> list[str]:
        """Search below a prefix, and name the items found."""
        return [item.key for item in self.search(prefix, **options)]

    def namespaces(self, **options: Any) -> list[tuple[str, ...]]:
        """List namespaces."""
        found: list[tuple[str, ...]] = self._call("list_namespaces", **options)
        return found

    def batch(self, ops: Sequence[Op]) -> list[Any]:
        """Run operations together."""
        results: list[Any] = self._call("batch", ops)
        return results


def _check(context: object, mode: str) -> None:
    if isinstance(context, AbstractContextManager):
        return
    if not isinstance(context, AbstractAsyncContextManager):
        raise TypeError(
            f"make_store gave {context!r}, which is no context manager: decorate the function it "
            "gives with contextlib.contextmanager and yield the store"
        )
    if mode == "sync":
        raise TypeError(
            "make_store gave an asynchronous context manager to a synchronous test: give a plain "
            "one for mode 'sync', or declare StoreCapabilities(modes=('async',))"
        )


async def _awaited(awaitable: Any) -> Any:
    return await awaitable
