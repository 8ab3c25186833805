"""Locks between processes that the system drops when their holder dies."""

from __future__ import annotations

import os
import time
from pathlib import Path

_PAUSE_SECONDS = 0.01


class FileLock:
    """A lock on a file of its own, held by many in common or by one alone.

    A forked child that is to hold it must make its own object: the inherited one is the parent's.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def try_lock(self, *, shared: bool = False) -> bool:
        """Take the lock, or turn the one held into the other kind, if that is possible now."""
        import fcntl  # not on Windows, where the server is refused before this

        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(self._file, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def lock(self, seconds: float, *, shared: bool = False) -> bool:
        """Take the lock, waiting for it; whether it was got in time."""
        deadline = time.monotonic() + seconds
        while not self.try_lock(shared=shared):
            if time.monotonic() > deadline:
                self.release()
                return False
            time.sleep(_PAUSE_SECONDS)
        return True

    def release(self) -> None:
        """Give the lock back; nothing happens if it is not held."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
