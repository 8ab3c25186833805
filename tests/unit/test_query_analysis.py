"""What a question shows: kind, times, whose words, names and codes; in both languages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.text.query import (
    address_names,
    analyse_query,
    is_question,
    lasting_terms,
    may_name_someone,
    named_speakers,
)
from memory_graph.text.query_words import leans_back
from memory_graph.text.tokens import query_terms

NOW = datetime(2026, 7, 1, 12, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did she move?", "when"),
        ("How long have they known each other?", "when"),
        ("In which month was the trip?", "when"),
        ("你什么时候搬家的？", "when"),
        ("他们认识多久了", "when"),
        ("哪天开会", "when"),
        ("Do you know when the flight leaves?", "when"),
        ("What's the date of the wedding", "when"),
        ("What was the exact time of the call?", "when"),
        ("Who came to the party?", "who"),
        ("谁来了", "who"),
        ("How many cats does he have?", "how_many"),
        ("他有多少只猫", "how_many"),
        ("How tall is he?", "how_many"),
        ("她女儿多大了", "how_many"),
        ("What is my favourite tea?", "preference"),
        ("我喜欢喝什么", "preference"),
        ("Where do I work now?", "update"),
        ("我现在住哪里", "update"),
        ("What did we decide about the roof?", "open"),
        ("屋顶的事怎么决定的", "open"),
    ],
)
def test_the_kind_of_question(question: str, kind: str) -> None:
    assert analyse_query(question, NOW).kind == kind


@pytest.mark.parametrize(
    ("question", "speaker"),
    [
        ("What painters did you recommend to me?", "assistant"),
        ("Which tips have you shared with me?", "assistant"),
        ("What was your suggestion for the trip?", "assistant"),
        ("你给我推荐过哪些画家？", "assistant"),
        ("你告诉过我哪些办法？", "assistant"),
        ("你上次的建议是什么", "assistant"),
        ("I recommended a film to you, what was it?", "user"),
        ("Do you remember what I said about tea?", "user"),
        ("我曾经和你推荐过一部电影，它叫什么？", "user"),
        ("你还记得我说过什么吗", "user"),
        ("When did Caroline go to the lake?", None),
        ("张三去过哪里", None),
    ],
)
def test_whose_words_are_asked_for(question: str, speaker: str | None) -> None:
    assert analyse_query(question, NOW).speaker == speaker


@pytest.mark.parametrize(
    ("question", "parse"),
    [
        ("past seven days", "resolved"),
        ("What happened last week?", "resolved"),
        ("上周末去了哪", "resolved"),
        ("过年去了哪", "unparsed"),
        ("a few days ago I said something", "unparsed"),
        ("What did we do about rent?", "none"),
        ("十万年前的岩画在哪", None),
        ("0年", None),
    ],
)
def test_a_time_that_cannot_be_resolved_is_told_from_none(question: str, parse: str | None) -> None:
    found = analyse_query(question, NOW)
    assert (found.time_parse == "resolved") == bool(found.windows)
    if parse is not None:
        assert found.time_parse == parse


@pytest.mark.parametrize(
    ("question", "is_now"),
    [
        ("Where do I live now?", True),
        ("how much do I weigh at the moment", True),
        ("What is my current job?", True),
        ("Do I still like Oslo?", True),
        ("我现在住哪", True),
        ("我目前在哪上班", True),
        ("我还住在柏林吗", True),
        ("Where did I live?", False),
        ("What have I read until now?", False),
        ("What happens two weeks from now?", False),
        ("What do I know about snow?", False),
        ("从三月到现在我读了什么", False),
        ("我还在线吗", False),
        ("我住哪", False),
    ],
)
def test_only_the_present_counts(question: str, is_now: bool) -> None:
    assert analyse_query(question, NOW).asks_now is is_now


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("Where do I live now?", "Where do I live?"),
        ("What is my current job?", "What is my job?"),
        ("我现在住在哪里", "我住在哪里"),
        ("现在", "现在"),
    ],
)
def test_now_is_no_word_to_look_for(question: str, same: str) -> None:
    terms = lasting_terms(analyse_query(question, NOW))
    assert terms
    assert set(terms) == set(query_terms(same))


def test_windows_are_half_open_days_in_the_askers_zone() -> None:
    window = analyse_query("What did I do on 5 May 2026?", NOW).windows[0]
    assert window.since == datetime(2026, 5, 5, tzinfo=NOW.tzinfo)
    assert window.until == datetime(2026, 5, 6, tzinfo=NOW.tzinfo)


def test_without_a_clock_a_time_is_unparsed() -> None:
    assert analyse_query("What happened last week?").time_parse == "unparsed"


@pytest.mark.parametrize(
    ("question", "codes", "numbers"),
    [
        ("Where is invoice ZQ-88121?", ("ZQ-88121",), ()),
        ("发票ZQ-88121在哪", ("ZQ-88121",), ()),
        ("order 88121, please", (), ("88121",)),
        ("plain words", (), ()),
    ],
)
def test_codes_and_numbers(question: str, codes: tuple[str, ...], numbers: tuple[str, ...]) -> None:
    found = analyse_query(question, NOW)
    assert (found.codes, found.numbers) == (codes, numbers)


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("I don't like tea", True),
        ("never again", True),
        ("I like tea", False),
        ("我不喜欢喝茶", True),
        ("没有去过", True),
        ("不错的茶", False),
        ("特别好", False),
    ],
)
def test_negation(text: str, negated: bool) -> None:
    assert analyse_query(text, NOW).negated is negated


@pytest.mark.parametrize(
    ("question", "speakers", "named"),
    [
        ("When did Caroline's dog run?", ("Caroline", "Melanie"), ("Caroline",)),
        ("what did will say", ("Will",), ()),
        ("What did Will say?", ("Will",), ("Will",)),
        ("Did Anna call?", ("Ann",), ()),
        ("What did Mira want?", ("Mira Lang", "Tom Lang"), ("Mira Lang",)),
        ("What did Mira want?", ("Mira Lang", "Mira Ode"), ()),
        ("贺岚喜欢什么", ("贺岚",), ("贺岚",)),
        ("Do Ann and Bo agree?", ("Ann", "Bo"), ("Ann", "Bo")),
    ],
)
def test_named_speakers(question: str, speakers: tuple[str, ...], named: tuple[str, ...]) -> None:
    assert named_speakers(question, speakers) == named


@pytest.mark.parametrize(
    ("question", "names", "put"),
    [
        ("When did Caroline's dog run?", ("Caroline",), "When did your dog run?"),
        ("What does Caroline like, Caroline?", ("Caroline",), "What does you like, you ?"),
        ("Where does Mira live?", ("Mira Lang",), "Where does you live?"),
        ("What did James’ mother say?", ("James",), "What did your mother say?"),
        ("Do Ann and Bo agree on tea?", ("Ann", "Bo"), "Do and agree on tea?"),
        ("贺岚喜欢什么茶", ("贺岚",), "你喜欢什么茶"),
        ("上周贺岚的狗怎么了", ("贺岚",), "上周你的狗怎么了"),
        ("Ann喜欢 什么茶", ("Ann",), "你喜欢什么茶"),
        ("贺岚和王五谁喜欢茶", ("贺岚", "王五"), "和谁喜欢茶"),
        ("Caroline?", ("Caroline",), "Caroline?"),
        ("贺岚", ("贺岚",), "贺岚"),
        ("no names here", (), "no names here"),
    ],
)
def test_who_is_named_is_addressed_in_what_is_embedded(
    question: str, names: tuple[str, ...], put: str
) -> None:
    assert address_names(question, names) == put


def test_a_question_without_capitals_names_nobody() -> None:
    assert not may_name_someone("what tea do they like")
    assert may_name_someone("what does Mira like")
    assert may_name_someone("贺岚喜欢什么")


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text: str) -> None:
    found = analyse_query(text, datetime(2026, 7, 1, tzinfo=UTC))
    assert len(found.names) <= 160
    assert all(window.since < window.until for window in found.windows)


def test_a_very_long_question_keeps_its_rarest_terms() -> None:
    found = analyse_query("the tea " * 30_000 + "ZQ-88121", NOW)
    assert len(found.terms) <= 48
    assert "zq-88121" in found.terms


@pytest.mark.parametrize(
    "text",
    [
        "When is her birthday?", "Where does he live?", "what is it called?", "And in winter?",
        "What about the other one?", "她的生日是什么时候？", "他住在哪里？", "那冬天呢？",
        "这个多少钱？", "周末呢",
    ],
)  # fmt: skip
def test_a_question_that_leans_on_what_was_said_before(text: str) -> None:
    assert leans_back(text)


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?", "What did Mira say about her job?", "Which theatre is near?",
        "我住在哪里？", "其他人喜欢什么？", "我的吉他在哪里？", "林岚的生日是什么时候？",
    ],
)  # fmt: skip
def test_a_question_that_stands_alone(text: str) -> None:
    assert not leans_back(text)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("isn't it true that I live in Oslo", True),
        ("Didn’t I tell you my size", True),
        ("whats my favorite color", True),
        ("wheres the key", True),
        ("and when is her birthday", True),
        ("ok, who is my dentist", True),
        ("Tell me my wifi password", True),
        ("please remind me what the doctor said", True),
        ("Remind me of the plan", True),
        ("Show me my appointments", True),
        ("list my allergies", True),
        ("I forgot my locker number", True),
        ("I can't remember the name of that film", True),
        ("我儿子多大了", True),
        ("她几岁", True),
        ("请告诉我密码", True),
        ("说说我的计划", True),
        ("帮我查一下航班号", True),
        ("我忘了房间号", True),
        ("有没有人对花生过敏", True),
        ("I live in Oslo now.", False),
        ("Remind me to call mum at five", False),
        ("Remind me tomorrow at 9", False),
        ("I forgot to buy milk", False),
        ("She told me what she wants", False),
        ("提醒我明天买牛奶", False),
        ("他告诉我他要走了", False),
        ("我忘了带钥匙", False),
        ("几天前我去了北京", False),
        ("我几个月前搬家了", False),
        ("我在很多大公司上过班", False),
    ],
)
def test_what_asks_and_what_only_tells(text: str, asks: bool) -> None:
    assert is_question(text) is asks


def test_what_cannot_be_seen_changes_nothing() -> None:
    plain = "When did Berta order INV-2026-00317 in Berlin, tomorrow or 上周三?"
    marked = plain.translate({ord(char): f"\u200b{char}\u00ad" for char in "eNr0上"})
    seen, hidden = analyse_query(plain, NOW), analyse_query(marked, NOW)
    assert hidden == replace(seen, text=marked)
    assert named_speakers("What did Ber\u200bta say", ["Berta"]) == ("Berta",)
