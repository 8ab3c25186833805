"""Starts the real development server of LangGraph, on a free port, and stops it again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 90
STOP_SECONDS = 20


@contextmanager
def dev_server(dsn: str, folder: Path, config: Path) -> Iterator[SyncLangGraphClient]:
    """A client of a server that stores at ``dsn`` and writes its log and files to ``folder``."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {
        "MEMORY_GRAPH_DSN": dsn, "MEMORY_GRAPH_EMBEDDINGS": "none", "LANGSMITH_TRACING": "false",
        "PYTHONPATH": str(ROOT), "NO_COLOR": "1",
    }  # fmt: skip
    command = [
        str(Path(sys.executable).with_name("langgraph")), "dev", "--no-browser", "--no-reload",
        "--port", str(port), "--config", str(config),
    ]  # fmt: skip
    log = folder / "server.log"
    with log.open("wb") as output, subprocess.Popen(
        command, env=environment, stdout=output, stderr=subprocess.STDOUT, cwd=folder
    ) as server:  # fmt: skip
        try:
            _wait_until_ready(f"http://127.0.0.1:{port}/ok", server, log)
            with get_sync_client(url=f"http://127.0.0.1:{port}") as opened:
                yield opened
        finally:
            server.terminate()
            try:
                server.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                server.kill()


def _wait_until_ready(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Waits for the server's health page; fails with its log when it does not come."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urlopen(url, timeout=2):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"the server did not start:\n{log.read_text(errors='replace')[-4000:]}")
