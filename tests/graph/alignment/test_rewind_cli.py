"""``memory-graph rewind`` on a real thread: lists, tries, does and undoes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import START, MessagesState, StateGraph
from typer.testing import CliRunner

from memory_graph.cli.app import app
from memory_graph.cli.rewind import words_of
from memory_graph.context import MemoryContext
from memory_graph.graph import build_memory_graph
from tests.graph.conftest import Chat

pytestmark = pytest.mark.own_database

if TYPE_CHECKING:
    from memory_graph.settings import Settings
    from memory_graph.stores.postgres import PostgresMemoryStore


@pytest.fixture
def told(make_chat: Callable[..., Chat], postgres_saver: BaseCheckpointSaver[Any]) -> Chat:
    """A thread with two turns: a home, and a move."""
    chat = make_chat(checkpointer=postgres_saver)
    chat.say("I live in Oslo.", message_id="m1")
    chat.say("I moved to Rome.", message_id="m2")
    return chat


@pytest.fixture
def run(clean_dsn: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run the command on a thread."""
    monkeypatch.setenv("MEMORY_GRAPH_DSN", clean_dsn)
    monkeypatch.setenv("MEMORY_GRAPH_EMBEDDINGS", "none")
    return lambda thread, *more, **options: CliRunner().invoke(
        app, ["rewind", thread, "--user", "ann", *more], **options
    )


@pytest.fixture
def rewind(told: Chat, run: Callable[..., Any]) -> Callable[..., Any]:
    """Run the command on the thread that was told."""
    return partial(run, "t1")


def places(rewind: Callable[..., Any]) -> list[str]:
    """The checkpoints that the command offers, newest first."""
    found = rewind()
    assert found.exit_code == 0, found.output
    shown = re.findall(r"^(\S+)  before the message", found.stdout, re.MULTILINE)
    assert shown == [one["checkpoint"] for one in json.loads(rewind("--json").stdout)]
    return shown


def homes(chat: Chat) -> str:
    return " ".join(chat.contents())


def test_it_lists_tries_does_and_undoes(told: Chat, rewind: Callable[..., Any]) -> None:
    place, _ = places(rewind)
    tried = rewind("--checkpoint", place, "--dry-run")
    assert tried.exit_code == 0, tried.output
    assert re.search(r"^gone .*Rome", tried.stdout, re.MULTILINE)
    assert re.search(r"^back .*Oslo", tried.stdout, re.MULTILINE)
    assert "Rome" in homes(told)

    done = rewind("--checkpoint", place, "--yes")
    assert done.exit_code == 0, done.output
    assert "Rome" not in homes(told)
    assert "Oslo" in homes(told)

    undone = rewind("--undo", "--yes", "--json")
    assert undone.exit_code == 0, undone.output
    report = json.loads(undone.stdout)
    assert report["writes"] == 1
    assert any("Rome" in one["content"] for one in report["reopened"])
    assert "Rome" in homes(told)
    assert rewind("--undo", "--yes").exit_code == 1


def test_each_place_is_shown_with_the_words_that_followed(
    told: Chat, rewind: Callable[..., Any]
) -> None:
    long = "My key is sk-abcdefghijklmnopqrstuvwx0123456789 and " + "so " * 50
    said: list[Any] = [
        [{"role": "user", "content": "我喜欢\n爵士。"}], HumanMessage(long), ["I ski.", "I skate."],
        HumanMessage([{"type": "text", "text": "Look:"}, {"type": "image_url", "image_url": "x"}]),
    ]  # fmt: skip
    for messages in said:
        told.app.invoke({"messages": messages}, told.where("t1"), context=told.context)
    lines = rewind().stdout.splitlines()
    shown = [re.sub(r"^\S+  before the message of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  ", "", one)
             for one in lines]  # fmt: skip
    assert [shown[0], shown[1], *shown[3:]] == [
        "Look:", "I ski. I skate.", "我喜欢 爵士。", "I moved to Rome.", "I live in Oslo.",
    ]  # fmt: skip
    assert "sk-abc" not in shown[2]
    assert shown[2].startswith("My key is")
    assert shown[2].endswith("…")
    assert len(shown[2]) <= 120
    told_again = [one["message"] for one in json.loads(rewind("--json").stdout)]
    assert told_again[3:] == shown[3:]
    assert "sk-abc" not in told_again[2]


@pytest.mark.parametrize(
    "given", [None, "hi", {"question": "x"}, {"messages": None}, {"messages": [{"x": 1}]},
              {"messages": [7]}],
)  # fmt: skip
def test_other_inputs_are_shown_without_words(given: Any) -> None:
    assert words_of(given) == ""


def test_a_thread_that_is_not_there_has_no_places(rewind: Callable[..., Any]) -> None:
    for more, shown in (([], "nothing found\n"), (["--json"], "[]\n")):
        found = CliRunner().invoke(app, ["rewind", "t9", "--user", "ann", *more])
        assert (found.exit_code, found.stdout) == (0, shown)


@pytest.mark.parametrize(("typed", "word"), [("y\n", "Oslo"), ("n\n", "Rome"), ("", "Rome")])
def test_it_asks_first(told: Chat, rewind: Callable[..., Any], typed: str, word: str) -> None:
    place, _ = places(rewind)
    found = rewind("--checkpoint", place, input=typed)
    assert (found.exit_code == 0) == (typed == "y\n")
    assert "Rome" in found.output
    assert word in homes(told)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--checkpoint", "x", "--undo"], 2, "not both"),
        (["--checkpoint", "x", "--json"], 2, "--json can't ask"),
        (["--checkpoint", "1f000000-0000-6000-8000-000000000000"], 1, "has no checkpoint"),
        (["--undo", "--dry-run"], 1, "no rewind to undo"),
        (["--yes"], 2, "give --checkpoint ID, or --undo"),
        (["--dry-run", "--json"], 2, "give --checkpoint ID, or --undo"),
        (["--checkpoint", "", "--yes"], 2, "checkpoint '' is blank"),
        (["--checkpoint", " ", "--dry-run"], 2, "checkpoint ' ' is blank"),
        (["--checkpoint", ""], 2, "checkpoint '' is blank"),
        (["--checkpoint", "", "--undo", "--yes"], 2, "not both"),
    ],
)
def test_what_can_not_be_done_is_told(
    rewind: Callable[..., Any], arguments: list[str], code: int, words: str
) -> None:
    found = rewind(*arguments)
    assert found.exit_code == code
    assert words in found.output


def test_the_state_before_the_first_message_is_a_place_too(
    told: Chat, rewind: Callable[..., Any]
) -> None:
    history = list(told.app.get_state_history(told.where("t1")))
    *_, first = places(rewind)
    assert first == history[-1].config["configurable"]["checkpoint_id"]
    done = rewind("--checkpoint", first, "--yes")
    assert done.exit_code == 0, done.output
    assert homes(told) == ""


def test_every_place_that_is_offered_can_be_gone_back_to(
    told: Chat, rewind: Callable[..., Any]
) -> None:
    """Also on a branch that begins before the first write and has kept nothing."""
    *_, first = places(rewind)
    told.app.invoke(
        told.said("Thanks!", "n1"), told.where("t1", checkpoint_id=first), context=told.context
    )
    for number in (2, 3):
        told.say("Thanks!", message_id=f"n{number}")
    assert homes(told) == ""
    for place in places(rewind):
        tried = rewind("--checkpoint", place, "--dry-run")
        assert tried.exit_code == 0, tried.output
    done = rewind("--checkpoint", places(rewind)[0], "--yes")
    assert done.exit_code == 0, done.output
    assert homes(told) == ""


@pytest.fixture
def hosted(
    store: PostgresMemoryStore, settings: Settings, postgres_saver: BaseCheckpointSaver[Any]
) -> Chat:
    """A chat with a host whose state holds messages and no lineage."""
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(
        MessagesState, context_schema=MemoryContext
    )
    builder.add_node("memory", build_memory_graph(model="offline", settings=settings).compile())
    builder.add_edge(START, "memory")
    return Chat(builder.compile(store=store, checkpointer=postgres_saver), store)


def test_a_host_without_lineage_loses_what_came_later_and_no_more(
    hosted: Chat, run: Callable[..., Any]
) -> None:
    rewind = partial(run, "t1")
    for number, text in enumerate(
        ("Thanks!", "I like jazz.", "I live in Oslo.", "I play chess."), 1
    ):
        hosted.say(text, message_id=f"h{number}")
    hosted.say("I moved to Rome.", message_id="h5")
    known = ["The user likes jazz.", "The user lives in Oslo.", "The user plays chess."]
    expected = {0: known, 1: known[:2], 2: known[:1], 3: [], 4: []}
    stops = places(rewind)
    for after in (
        1,
        2,
        3,
        4,
        0,
    ):  # the last one comes after earlier rewinds, and undoes their effect
        done = rewind("--checkpoint", stops[after], "--yes")
        assert done.exit_code == 0, done.output
        assert hosted.contents() == expected[after], after


def test_another_user_has_nothing_to_rewind(told: Chat, rewind: Callable[..., Any]) -> None:
    place, _ = places(rewind)
    found = CliRunner().invoke(
        app, ["rewind", "t1", "--user", "bo", "--checkpoint", place, "--dry-run"]
    )
    assert found.exit_code == 1
    assert "wrote nothing" in found.output


def test_what_one_user_said_is_not_listed_for_another(rewind: Callable[..., Any]) -> None:
    assert places(rewind) != []
    for more, shown in (([], "nothing found\n"), (["--json"], "[]\n")):
        found = CliRunner().invoke(app, ["rewind", "t1", "--user", "bo", *more])
        assert (found.exit_code, found.stdout) == (0, shown)


@pytest.mark.parametrize("thread", ["", " ", "a\tb"])
def test_a_thread_that_can_not_be_is_refused(run: Callable[..., Any], thread: str) -> None:
    found = run(thread)
    assert found.exit_code == 2
    assert "printable characters" in found.stderr
