"""Sessions, positions and ids of imported turns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from memory_graph.ingest.records import Record
from memory_graph.ingest.turns import Numbering, Said, batched
from memory_graph.scope import Scope

START = datetime(2026, 7, 1, 9, tzinfo=UTC)


def number(records: Sequence[Record], gap: float = 60, thread: str | None = None) -> list[Said]:
    numbering = Numbering(Scope(user="ann"), thread, gap)
    return [numbering.said(one) for one in records]


def talk(*minutes: float) -> list[Record]:
    return [Record("user", f"at {m}", START + timedelta(minutes=m)) for m in minutes]


def test_a_pause_begins_a_new_session() -> None:
    turns = [one.turn for one in number(talk(0, 30, 90, 151, 160))]
    first, second = turns[0].session_id, turns[3].session_id
    assert [one.session_id for one in turns] == [first, first, first, second, second]
    assert first != second
    assert [one.position for one in turns] == [0, 1, 2, 0, 1]


def test_a_given_session_and_id_are_kept() -> None:
    records = [Record("user", "x", START, None, "m1", "s1"), Record("user", "y", START, None, "m2")]
    first, second = (one.turn for one in number(records))
    assert (first.message_id, first.session_id, first.position) == ("m1", "s1", 0)
    assert second.message_id == "m2"
    assert second.session_id not in {None, "s1"}


def test_secrets_are_masked() -> None:
    (said,) = number([Record("user", "my password is hunter2xyz!", START)])
    assert "hunter2xyz" not in said.turn.content


def test_the_same_words_at_the_same_moment_are_told_apart() -> None:
    again = [Record("user", "yes", START)] * 3
    assert len({one.turn.message_id for one in number(again)}) == 3
    assert number(again) == number(again)


def test_another_thread_is_another_message() -> None:
    records = talk(0)
    assert number(records)[0].covered != number(records, thread="t")[0].covered


RECORDS = st.lists(
    st.builds(
        Record,
        role=st.sampled_from(["user", "assistant", "tool"]),
        content=st.sampled_from(["yes", "no", "我喜欢茶"]),
        said_at=st.integers(0, 300).map(lambda minutes: START + timedelta(minutes=minutes)),
        name=st.sampled_from([None, "Bo"]),
    ),
    max_size=12,
)


@given(RECORDS, RECORDS)
def test_a_longer_file_numbers_its_beginning_alike(some: list[Record], more: list[Record]) -> None:
    assert number(some + more)[: len(some)] == number(some)


@given(RECORDS)
def test_positions_follow_each_other(records: list[Record]) -> None:
    for one, other in pairwise(
        one.turn for one in number(sorted(records, key=lambda r: r.said_at))
    ):
        assert one.position is not None
        same = one.session_id == other.session_id
        assert other.position == (one.position + 1 if same else 0)


@given(RECORDS, st.integers(1, 5))
def test_batches_hold_everything_in_order(records: list[Record], size: int) -> None:
    said = number(records)
    groups = list(batched(iter(said), size))
    assert [one for group in groups for one in group] == said
    assert all(len(group) == size for group in groups[:-1])
