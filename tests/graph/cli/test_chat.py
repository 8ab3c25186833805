"""``memory-graph chat``: threads, reviews at the prompt, odd people and texts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.cli.talking import ALLERGY, contents, talk

pytestmark = pytest.mark.own_database

USERS = ["a.b@x.io", "王 五", "007", "%", "x" * 300]


def test_what_was_said_is_known_in_another_thread(run: Callable[..., Any]) -> None:
    talk(run, "I live in Oslo.", "", "   ")
    found = talk(run, "Where do I live?", thread="t2")
    assert "Oslo" in found.stdout


@pytest.mark.parametrize(
    ("answers", "expected", "shown"),
    [
        (["a"], ["The user is allergic to peanuts."], "sensitive_health"),
        (["同意"], ["The user is allergic to peanuts."], ""),
        (["r"], [], ""),
        (["maybe", "", "r"], [], "'maybe' is none of"),
        (["e The user is allergic to cashews."], ["The user is allergic to cashews."], ""),
        (["e", "The user is allergic to nuts.", "value=nuts", ""],
         ["The user is allergic to nuts."], "another field?"),
        (["e", "x", "importance=9", "", "a"], ["The user is allergic to peanuts."], "importance"),
        (["p not only peanuts", "a"], ["The user is allergic to peanuts."], "res[p]ond"),
    ],
)  # fmt: skip
def test_reviews_at_the_prompt(
    run: Callable[..., Any], store: PostgresMemoryStore, answers: list[str], expected: list[str],
    shown: str,
) -> None:  # fmt: skip
    found = talk(run, ALLERGY, *answers, "Hello again, what is new?")
    assert "Remember: The user is allergic to peanuts." in found.stdout
    assert shown in found.stdout
    assert contents(store) == expected
    assert "waiting" not in found.stderr


@pytest.mark.parametrize(
    ("wish", "answers", "left", "said"),
    [
        ("Forget everything about me.", ["a", "a"], [], "I have forgotten everything about you"),
        ("Forget everything about me.", ["e", "", "a", "r"], ["The user lives in Oslo."],
         "I have forgotten nothing"),
        ("忘掉关于我的一切。", ["同意", "同意"], [], "我都忘掉了"),
    ],
)  # fmt: skip
def test_everything_is_forgotten_after_two_approvals(
    run: Callable[..., Any], store: PostgresMemoryStore, wish: str, answers: list[str],
    left: list[str], said: str,
) -> None:  # fmt: skip
    found = talk(run, "I live in Oslo.", wish, *answers, "Thanks!")
    assert contents(store) == left
    assert said in found.stdout
    assert ("is none of a, r" in found.stdout) == ("e" in answers)


def test_several_items_in_one_review(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    found = talk(run, "I am allergic to peanuts and I am allergic to shrimp.", "a", "r")
    assert "review 1 of 2" in found.stdout
    assert "review 2 of 2" in found.stdout
    assert contents(store) == ["The user is allergic to peanuts."]


def test_a_review_is_asked_in_the_language_of_the_user(run: Callable[..., Any]) -> None:
    found = talk(run, "我对花生过敏。", "同意", "我对什么过敏？", user="王 五")
    assert "审核 1/1" in found.stdout
    assert "记住：用户对花生过敏。" in found.stdout
    assert "花生" in found.stdout.splitlines()[-1]


def test_a_review_that_waits_is_shown_first_and_stored_once(
    run: Callable[..., Any], store: PostgresMemoryStore
) -> None:
    left = talk(run, ALLERGY)  # the input ends at the question
    assert "still waiting" in left.stderr
    assert contents(store) == []
    assert "still waiting" in talk(run).stderr
    found = talk(run, "a", "What am I allergic to?")
    assert "going on where thread t1 stopped" in found.stderr
    assert found.stdout.index("Remember:") < found.stdout.index("peanuts")
    assert contents(store) == ["The user is allergic to peanuts."]
    said = contents(store, tier="episodic")
    assert len(said) == len(set(said)) == 4


def test_a_new_thread_is_named(run: Callable[..., Any]) -> None:
    found = run("chat", "--user", "ann", input="I live in Oslo.\n")
    thread = found.stderr.partition("thread ")[2].partition(" ")[0]
    assert len(thread) == 36
    assert thread in json.dumps(json.loads(run("list", "--user", "ann", "--json").stdout))


@pytest.mark.parametrize("user", USERS)
def test_any_user_id_works_everywhere(run: Callable[..., Any], user: str) -> None:
    talk(run, "I live in Oslo.", user=user)
    assert "Oslo" in run("recall", "Oslo", "--user", user).stdout
    (fact,) = json.loads(run("list", "--user", user, "--tier", "semantic", "--json").stdout)
    assert run("history", fact["id"], "--user", user).exit_code == 0
    others = [other for other in USERS if other != user]
    for other in others:
        assert run("list", "--user", other).stdout == "nothing found\n"
        assert run("history", fact["id"], "--user", other).exit_code == 1
    assert run("retire", fact["id"], "--user", user, "--yes").exit_code == 0


@pytest.mark.parametrize(
    "text", ["a\x00b lives", "half \ud800 a pair", "word " * 40_000, "好" * 60_000]
)
def test_any_text_can_be_said(run: Callable[..., Any], text: str) -> None:
    found = run("chat", "--user", "ann", input=text.encode("utf-8", "replace") + b"\n\xff\xfe\n")
    assert found.exit_code == 0, found.output


def test_streamed_replies(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from langchain_core.language_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage

    model = GenericFakeChatModel(messages=iter([AIMessage("one two three"), AIMessage("")] * 9))
    monkeypatch.setattr("memory_graph.models.resolve_model", lambda *_, **__: model)
    monkeypatch.setattr("memory_graph.nodes.generate.resolve_model", lambda *_, **__: model)
    found = talk(run, "Where is the kayak?")
    assert found.stdout == "one two three\n"
