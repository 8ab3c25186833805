"""After an edit the sentence, the slot and the time of a candidate say the same, or it is refused.

Candidates come from the rules of the offline model; those of chat models, with names of their own,
are built by hand.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.edits.words import says
from memory_graph.errors import ReviewError
from memory_graph.review import edited
from memory_graph.review_request import arguments
from memory_graph.stores.keys import conflict_key, dedupe_key
from memory_graph.types import Candidate, Decision, Operation, Relation
from tests.unit.review_edits import BEIJING, BERLIN, DENTIST, DENTIST_ZH, ZONE, change, city, heard


@pytest.mark.parametrize(
    ("text", "value", "content", "attribute"),
    [
        (BERLIN, "Munich", "The user lives in Munich.", "lives_in"),
        (BERLIN, "  New   York ", "The user lives in New York.", "lives_in"),
        (BEIJING, "上海", "用户住在上海。", "lives_in"),
        ("I'm allergic to peanuts.", "cashews", "The user is allergic to cashews.",
         "allergy:cashews"),
        ("我对花生过敏。", "芒果", "用户对芒果过敏。", "allergy:mango"),
        ("I like green tea.", "tea", "The user likes tea.", "preference:tea"),
        ("I like tea.", "green tea", "The user likes green tea.", "preference:green_tea"),
        ("我今年三十岁。", "三十一", "用户今年三十一岁。", "age"),
        ("My phone number is +49 170 1234567.", "+49 170 7654321",
         "The user's phone number is +49 170 7654321.", "phone"),
        ("我的妹妹叫小红。", "小兰", "用户的妹妹叫小兰。", "relation:sister"),
        ("I moved to Munich last month.", "Hamburg",
         "The user moved to Hamburg last month (June 2026).", "lives_in"),
        ("我上个月搬到上海了。", "杭州", "用户上个月搬到杭州了（2026年6月）。", "lives_in"),
    ],
)  # fmt: skip
def test_a_new_value_is_put_into_the_sentence(
    text: str, value: str, content: str, attribute: str
) -> None:
    old = heard(text)
    new = change(old, value=value)
    assert (new.content, new.attribute) == (content, attribute)
    assert new.value == " ".join(value.split())
    assert not any(old.value == name for name in new.entities)
    assert old.value not in {name for one in new.relations for name in (one.source, one.target)}
    assert (new.cardinality, new.polarity, new.sensitivity) == (
        old.cardinality, old.polarity, old.sensitivity,
    )  # fmt: skip


def test_a_new_value_is_the_one_the_rules_would_store() -> None:
    old = heard("I work as an engineer.", "job")
    new = change(old, value="doctor")
    assert new.content == "The user works as a doctor."
    assert dedupe_key(new) == dedupe_key(heard("I work as a doctor.", "job"))


@pytest.mark.parametrize(
    ("candidate", "value", "complaint"),
    [
        (heard("I prefer meetings after 10."), "not before 11:00",
         "doesn't say 'not before 10:00': give 'content' too, with 'not before 11:00'"),
        (city(content="Berlin is home, the user loves Berlin."), "Munich",
         "says 'Berlin' 2 times: give 'content' too"),
        (city(value="Berlin", content="The user has no home."), "Munich", "doesn't say 'Berlin'"),
        (city(content="用户没有家。", value="北京"), "上海", "doesn't say '北京'"),
        (city(attribute=None, value=None, content="The user sails."), "Munich",
         "doesn't say 'Munich'"),
        (heard(DENTIST), "soon", "'soon' is not a time: write it like 2026-07-02T15:00"),
    ],
)  # fmt: skip
def test_a_value_the_sentence_can_t_take_is_refused(
    candidate: Candidate, value: str, complaint: str
) -> None:
    with pytest.raises(ReviewError, match=f"decision 1: .*{complaint}"):
        change(candidate, value=value)


def test_a_sentence_that_says_the_new_value_already_stays() -> None:
    moved = city(content="The user moved from Berlin to Munich.")
    assert change(moved, value="Munich").content == moved.content
    assert change(moved, value="Munich").value == "Munich"
    green = city(attribute="tea", value="tea", content="The user drinks green tea.")
    assert change(green, value="green tea").content == green.content


@pytest.mark.parametrize(
    ("text", "content", "slot"),
    [
        (BERLIN, "The user lives in Munich.", ("user", "lives_in", "Munich", True)),
        (BERLIN, "The user lives in Munich and works at SAP.",
         ("user", "lives_in", "Munich", True)),
        (BERLIN, "The user does not live in Berlin.", ("user", "lives_in", "Berlin", False)),
        (BERLIN, "The user likes tea.", ("user", "preference:tea", "tea", True)),
        (BERLIN, "The user works in Berlin.", ("user", None, None, True)),
        (BERLIN, "The user settled in Hamburg for good.", ("user", None, None, True)),
        (BERLIN, "用户住在慕尼黑。", ("user", "lives_in", "慕尼黑", True)),
        (BEIJING, "用户住在上海。", ("user", "lives_in", "上海", True)),
        (BEIJING, "用户不住在北京。", ("user", "lives_in", "北京", False)),
        (BEIJING, "用户想搬家。", ("user", None, None, True)),
        (BERLIN, "The user lives in the user.", ("user", "lives_in", "the user", True)),
        (BERLIN, "The user lives in the user's hometown.",
         ("user", "lives_in", "the user's hometown", True)),
        ("I like tea.", "The user dislikes tea.", ("user", "preference:tea", "tea", False)),
        ("我不喜欢茶。", "用户喜欢茶。", ("user", "preference:tea", "茶", True)),
        ("I'm allergic to peanuts.", "The user is allergic to hazelnuts.",
         ("user", "allergy:hazelnuts", "hazelnuts", True)),
        ("I'm allergic to peanuts.", "Nut allergy.", ("user", None, None, True)),
        ("我对花生过敏。", "用户对芒果过敏。", ("user", "allergy:mango", "芒果", True)),
        ("I prefer meetings after 10.", "The user prefers meetings after 11.",
         ("user", "preference:meeting_time", "not before 11:00", True)),
        ("我喜欢十点以后开会。", "用户喜欢十一点以后开会。",
         ("user", "preference:meeting_time", "not before 11:00", True)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_form", [False, True])
def test_a_new_sentence_takes_the_slot_along(
    text: str, content: str, slot: tuple[Any, ...], is_form: bool
) -> None:
    old = heard(text)
    shown = arguments(Operation(action="add", reason="new", candidate=old), ZONE)
    form = {name: shown[name] for name in ("value", "importance")} if is_form else {}
    new = change(old, **form, content=content)
    assert (new.subject, new.attribute, new.value, new.polarity) == slot
    assert new.content == content
    assert (conflict_key(new) is None) == (new.attribute is None)
    assert all(says(content, name) for name in new.entities)


@pytest.mark.parametrize(
    ("content", "subject", "value"),
    [
        ("The user's sister Ann lives in Oslo.", "Ann", "Oslo"),
        ("The user's sister Bea lives in Rome.", "Bea", "Rome"),
        ("The weather is fine today.", "user", None),
    ],
)
def test_the_subject_follows_too(content: str, subject: str, value: str | None) -> None:
    old = heard("My sister Ann lives in Rome.", "lives_in")
    new = change(old, content=content)
    assert (new.subject, new.value) == (subject, value)


def test_attributes_of_chat_models_keep_their_names() -> None:
    tied = city(relations=(Relation(source="user", name="home", target="Berlin"),))
    new = change(tied, content="The user's home is Munich, in the hills.")
    assert (new.attribute, new.value) == ("home city", "Munich")
    assert new.relations[0].target == "Munich"
    lives = city(content="The user lives in Berlin.")
    assert change(lives, content="The user lives in Munich now.").attribute == "home city"
    assert change(lives, content="The user lives in Munich now.").value == "Munich"
    assert change(lives, content="The user likes tea.").attribute is None
    zh = city("北京", content="用户的家在北京，在山上。", attribute="居住城市")
    new = change(zh, content="用户的家在上海，在山上。")
    assert (new.attribute, new.value) == ("居住城市", "上海")
    nuts = city("peanuts", content="The user can't eat peanuts.", attribute="peanuts allergy")
    assert change(nuts, content="The user can't eat cashews.").attribute == "cashews allergy"
    rash = city("peanuts", content="Peanuts give the user a rash.", attribute="allergy:peanut")
    assert change(rash, value="cashews").attribute == "allergy:cashews"
    assert change(rash, value="cashews").content == "Cashews give the user a rash."
    assert change(city(), content="The user's home is Berlin, in the hills, by a lake.").value == (
        "Berlin"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Always answer in English.", "Always answer in French."),
        ("Ask before you book a table.", "Ask before you book a hotel."),
        ("以后请用中文回答。", "以后请用英文回答。"),
        ("订位前先问用户。", "订酒店前先问用户。"),
    ],
)
def test_the_value_of_a_rule_is_its_sentence(old: str, new: str) -> None:
    rule = city(
        tier="procedural", kind="rule", content=old, value=old.rstrip(".。"),
        subject="assistant", attribute="rule:x", cardinality="single",
    )  # fmt: skip
    edited_rule = change(rule, "the old rule", content=new)
    assert (edited_rule.content, edited_rule.value) == (new, new.rstrip(".。"))
    assert edited_rule.attribute


def test_a_value_given_with_the_sentence_counts_unless_they_disagree() -> None:
    settled = "The user settled in Hamburg for good."
    assert change(heard(BERLIN), content=settled, value="Hamburg").attribute == "lives_in"
    assert change(heard(BERLIN), content=settled, value="Hamburg").value == "Hamburg"
    for value in ("Hamburg", "Bremen"):
        with pytest.raises(ReviewError, match=f"says 'Munich' and 'value' says '{value}'"):
            change(heard(BERLIN), content="The user lives in Munich.", value=value)
    with pytest.raises(ReviewError, match="says '上海' and 'value' says '杭州'"):
        change(heard(BEIJING), content="用户住在上海。", value="杭州")
    unsaid = city("1002", content="The user's home is in the old town.", attribute="postcode")
    reworded = "The user has a home in the centre."
    assert change(unsaid, content=reworded, value="1002").value == "1002"
    assert change(unsaid, content=reworded).attribute is None


@pytest.mark.parametrize("text", [BERLIN, BEIJING])
def test_what_closes_something_must_say_its_slot(text: str) -> None:
    old = heard(text)
    lost = "The user settled down for good." if old.language == "en" else "用户想搬家。"
    for args in ({"content": lost}, {"content": lost, "value": old.value}, {"value": ""}):
        with pytest.raises(ReviewError, match=r"what 'lives_in' is .* becomes of 'the old home'"):
            change(old, "the old home", **args)
        assert change(old, **args).attribute is None
    assert change(old, "the old home", content=lost, value="Hamburg").attribute == "lives_in"


def test_what_is_to_be_forgotten_is_what_the_new_words_name() -> None:
    zh = change(heard("忘掉我住在北京。"), "t", content="用户要求忘掉：我住在上海。")
    assert (zh.value, zh.replaces_hint) == ("上海", "我住在上海")
    en = change(
        heard("Forget that I live in Oslo."), "t",
        content="The user wants this forgotten: I live in Rome.",
    )  # fmt: skip
    assert en.replaces_hint == "I live in Rome"
    hinted = city(retires=True, replaces_hint="the flat in Berlin")
    assert change(hinted, "t", value="Munich").replaces_hint


def test_an_edit_that_changes_nothing_changes_nothing() -> None:
    for text in (BERLIN, BEIJING, DENTIST, DENTIST_ZH, "I moved to Munich last month."):
        old = heard(text)
        shown = arguments(Operation(action="add", reason="new", candidate=old), ZONE)
        fields = ("content", "value", "event_from", "event_to", "importance")
        echo = {name: str(shown[name]) for name in fields if name in shown}
        assert change(old, **echo) == old.model_copy(update={"confidence": 1.0})
        plain = {**echo, "content": old.content.rstrip(".。")}
        assert dedupe_key(change(old, **plain)) == dedupe_key(old)


@given(
    st.sampled_from([("I live in {}.", "The user lives in {}."), ("我住在{}。", "用户住在{}。"),
                     ("My dog is called {}.", "The user's dog is called {}.")]),
    st.sampled_from(["Berlin", "New York", "Oslo", "北京", "上海", "Zoë", "Mei"]),
    st.sampled_from(["Berlin", "New York", "Oslo", "北京", "上海", "Zoë", "Mei"]),
)  # fmt: skip
def test_a_new_value_and_a_new_sentence_come_to_the_same(
    frame: tuple[str, str], old: str, new: str
) -> None:
    attribute = "relation:dog" if "dog" in frame[0] else "lives_in"
    before = city(old, content=frame[1].format(old), attribute=attribute, entities=(old,))
    by_value = change(before, value=new)
    by_sentence = change(before, content=frame[1].format(new))
    assert by_value == by_sentence.model_copy(update={"language": by_value.language})
    assert says(by_value.content, by_value.value)
    assert by_value.value == new


words = st.sampled_from(
    ["The user", "用户", "lives in", "住在", "Berlin", "北京", "not", "tea", " "]
)


@given(st.lists(words, max_size=6), st.none() | words, st.booleans())
def test_no_edit_leaves_a_value_that_the_old_sentence_said_and_the_new_one_does_not(
    parts: list[str], value: str | None, is_zh: bool
) -> None:
    old = heard(BEIJING if is_zh else BERLIN)
    content = " ".join(parts).strip() or None
    decision = Decision(
        type="edit", content=content, changes={} if value is None else {"value": value}
    )
    try:
        new = edited(old, decision)
    except ReviewError:
        return
    if new.value is not None and (value is None or value == old.value):
        assert says(new.content, new.value)
    if new.value is None:
        assert conflict_key(new) is None


@pytest.mark.parametrize(
    ("text", "content", "subject"),
    [
        ("I like green tea.", "Ann likes jasmine tea.", "user"),
        ("我喜欢喝绿茶。", "王五喜欢喝茉莉花茶。", "user"),
        ("I like green tea.", "My sister likes jasmine tea.", "user's sister"),
        ("我喜欢喝绿茶。", "我妹妹喜欢喝茉莉花茶。", "用户的妹妹"),
    ],
)
def test_a_name_in_the_place_of_the_user_means_the_user(
    text: str, content: str, subject: str
) -> None:
    new = change(heard(text), content=content)
    assert new.subject == subject
    assert "jasmine" in str(new.value) or "茉莉花茶" in str(new.value)
