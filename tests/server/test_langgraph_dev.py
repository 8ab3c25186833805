"""The real development server: run, interrupt, resume, recall in another thread, store, schemas."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langgraph.pregel.remote import RemoteGraph
from langgraph_sdk.client import SyncLangGraphClient

from memory_graph import ReviewError, answer_review
from tests.dev_server import ROOT, dev_server

pytestmark = pytest.mark.own_database

CONTEXT = {"user_id": "a.b@x.io", "timezone": "Asia/Shanghai"}


@pytest.fixture
def client(dsn: str, tmp_path: Path) -> Iterator[SyncLangGraphClient]:
    """A client of a server of our own, on a free port and an empty database."""
    with dev_server(dsn, tmp_path, ROOT / "langgraph.json") as opened:
        yield opened


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
    check_answers_from_afar(client)


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


def check_answers_from_afar(client: SyncLangGraphClient) -> None:
    """``answer_review`` does on a server what it does in process, and tells the same."""
    thread = client.threads.create()["thread_id"]
    assert say(client, thread, "I am allergic to nuts.", "m3")["__interrupt__"]
    graph: Any = RemoteGraph("memory_agent", sync_client=client)
    config: Any = {"configurable": {"thread_id": thread}}
    for wrong, why in (
        ([{"type": "maybe"}], "^decision 1: type 'maybe'"),
        ([], "^the answer has 0"),
    ):
        with pytest.raises(ReviewError, match=why):
            answer_review(graph, config, wrong, context=CONTEXT)
    done = answer_review(graph, config, [{"type": "approve"}], context=CONTEXT)
    assert done["written"]["counts"]["added"] == 1
    with pytest.raises(ReviewError, match="already decided"):
        answer_review(graph, config, [{"type": "reject"}], context=CONTEXT)


def test_a_run_that_can_not_wait_for_its_review_says_so(client: SyncLangGraphClient) -> None:
    given: Any = {"messages": [{"role": "user", "content": "I am allergic to figs."}]}
    with pytest.raises(Exception, match="on a server, run it in a thread"):
        client.runs.wait(None, "memory_agent", input=given, context=CONTEXT)
