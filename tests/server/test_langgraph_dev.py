"""The real development server: run, interrupt, resume, recall in another thread, store, schemas."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient

pytestmark = pytest.mark.own_database

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 90
CONTEXT = {"user_id": "a.b@x.io", "timezone": "Asia/Shanghai"}


@pytest.fixture
def client(dsn: str, tmp_path: Path) -> Iterator[SyncLangGraphClient]:
    """A client of a server of our own, on a free port and an empty database."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {
        "MEMORY_GRAPH_DSN": dsn, "MEMORY_GRAPH_EMBEDDINGS": "none", "LANGSMITH_TRACING": "false",
        "PYTHONPATH": str(ROOT), "NO_COLOR": "1",
    }  # fmt: skip
    command = [
        str(Path(sys.executable).with_name("langgraph")), "dev", "--no-browser", "--no-reload",
        "--port", str(port), "--config", str(ROOT / "langgraph.json"),
    ]  # fmt: skip
    log = tmp_path / "server.log"
    with log.open("wb") as output, subprocess.Popen(
        command, env=environment, stdout=output, stderr=subprocess.STDOUT, cwd=tmp_path
    ) as server:  # fmt: skip
        try:
            wait_until_ready(f"http://127.0.0.1:{port}/ok", server, log)
            with get_sync_client(url=f"http://127.0.0.1:{port}") as opened:
                yield opened
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()


def wait_until_ready(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Waits for the server's health page; fails with its log when it does not come."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urlopen(url, timeout=2):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"the server did not start:\n{log.read_text(errors='replace')[-4000:]}")


def say(client: SyncLangGraphClient, thread: str, text: str, message_id: str) -> dict[str, Any]:
    """One turn; gives the state at its end or at its interrupt."""
    given: Any = {"messages": [{"role": "user", "content": text, "id": message_id}]}
    result = client.runs.wait(thread, "memory_agent", input=given, context=CONTEXT)
    assert isinstance(result, dict)
    return result


def test_a_review_is_answered_and_recalled_in_another_thread(client: SyncLangGraphClient) -> None:
    first = client.threads.create()["thread_id"]
    paused = say(client, first, "我对花生过敏。", "m1")
    request = paused["__interrupt__"][0]["value"]
    assert request["action_requests"][0]["name"] == "add_memory"
    assert "花生" in request["action_requests"][0]["args"]["content"]
    assert request["review_configs"][0]["allowed_decisions"] == [
        "approve", "edit", "reject", "respond",
    ]  # fmt: skip
    assert client.threads.get(first)["status"] == "interrupted"

    resumed = client.runs.wait(
        first, "memory_agent", command={"resume": {"decisions": [{"type": "approve"}]}},
        context=CONTEXT,
    )  # fmt: skip
    assert isinstance(resumed, dict)
    assert resumed["written"]["counts"]["added"] == 1

    second = client.threads.create()["thread_id"]
    answer = say(client, second, "我对什么过敏？", "m2")
    assert "花生" in answer["messages"][-1]["content"]

    found = client.store.search_items(["a%2Eb@x%2Eio", "semantic"], query="花生")["items"]
    assert [item["value"]["content"] for item in found] == ["用户对花生过敏。"]
    assert found[0]["namespace"] == ["a%2Eb@x%2Eio", "semantic"]
    assert client.store.search_items(["someone-else", "semantic"], query="花生")["items"] == []

    check_schemas(client)
    check_missing_user(client)


def check_schemas(client: SyncLangGraphClient) -> None:
    """The context's fields say at which nodes Studio shows them; chat mode finds ``messages``."""
    assistant = client.assistants.search(graph_id="memory_agent")[0]
    schemas = client.assistants.get_schemas(assistant["assistant_id"])
    context = schemas["context_schema"]
    assert context is not None
    fields = context["properties"]
    assert fields["user_id"]["langgraph_nodes"] == ["retrieve", "consolidate"]
    assert fields["instructions"]["langgraph_type"] == "prompt"
    assert set(fields["oversight"]["enum"]) == {
        "in_the_loop", "on_the_loop", "out_of_the_loop",
    }  # fmt: skip
    state = schemas["input_schema"]
    assert state is not None
    assert "messages" in state["properties"]
    graph = client.assistants.get_graph(assistant["assistant_id"])
    names = {node["id"] for node in graph["nodes"]}
    assert {"observe", "retrieve", "generate", "extract", "plan", "confirm", "consolidate",
            "compact"} <= names  # fmt: skip


def check_missing_user(client: SyncLangGraphClient) -> None:
    """Without a user the run fails with our words and stores nothing."""
    thread = client.threads.create()["thread_id"]
    given: Any = {"messages": [{"role": "user", "content": "I like tea."}]}
    with pytest.raises(Exception, match="user_id"):
        client.runs.wait(thread, "memory_agent", input=given)
