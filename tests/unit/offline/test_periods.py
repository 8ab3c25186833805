"""Ended periods, changes that hold now, what is taken back or not to be kept, and jokes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from memory_graph.offline import extract_candidates
from memory_graph.types import Candidate, Turn

Extract = Callable[[str], list[Candidate]]


@pytest.mark.parametrize(
    ("text", "value", "ends"),
    [
        ("去年我住在沈阳。", "沈阳", "2026-01-01"),
        ("2018年到2020年我在诺基亚工作。", "诺基亚", "2021-01-01"),
        ("2019年我在腾讯当老师", "腾讯", "2020-01-01"),
        ("今年我在诺基亚工作。", "诺基亚", None),
        ("我2015年开始住在沈阳", "沈阳", None),
        ("去年我搬到了成都", "成都", None),
        ("I moved to Denver last month.", "Denver", None),
    ],
)
def test_a_time_that_is_over_ends_a_state_but_not_a_change(
    text: str, value: str, ends: str | None, extract: Extract
) -> None:
    found = extract(text)[0]
    end = None if found.event_to is None else f"{found.event_to:%Y-%m-%d}"
    assert (found.value, end) == (value, ends)
    assert found.event_from is not None


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("I moved to Denver last month.", True),
        ("I moved to Denver.", True),
        ("I joined Ford in May.", True),
        ("We switched to MySQL last year.", True),
        ("My sister moved to Cork last year.", True),
        ("去年我搬到了成都", True),
        ("我上个月入职腾讯", True),
        ("上个月我跳槽到了华为", True),
        ("我们去年换成了MySQL", True),
        ("我妹妹去年搬到了苏州", True),
        ("I live in Denver.", False),
        ("I went to Denver last month.", False),
        ("我去年去过成都", False),
        ("去年我住在沈阳。", False),
    ],
)
def test_a_change_that_holds_now_replaces_what_was_before(
    text: str, changes: bool, extract: Extract
) -> None:
    [found] = extract(text)
    assert (found.replaces_hint is not None) == changes
    assert not (changes and found.event_to)


@pytest.mark.parametrize(
    "text",
    [
        "Please don't remember this: I live in Bonn.",
        "Don't save this: I work at Ford.",
        "Off the record: I live in Bonn.",
        "不要记住：我住在昆明。",
        "别记下来，我在福特工作。",
        "我叫秦始皇，开玩笑的。",
        "我住在月球上，骗你的。",
    ],
)
def test_what_is_not_to_be_kept_or_not_meant_gives_nothing(text: str, extract: Extract) -> None:
    assert extract(text) == []


@pytest.mark.parametrize(
    "text",
    ["Don't forget: I live in Bonn.", "别忘了：我住在昆明。", "I live in Bonn.", "我住在昆明。"],
)
def test_the_same_is_kept_without_that_wish(text: str, extract: Extract) -> None:
    assert [found.attribute for found in extract(text)] == ["lives_in"]


@pytest.mark.parametrize(
    "text",
    ["I'm not allergic to penicillin after all.", "I'm not allergic to penicillin at all."],
)
def test_an_allergy_is_taken_back_under_its_own_name(text: str, extract: Extract) -> None:
    [found] = extract(text)
    assert (found.attribute, found.polarity) == ("allergy:penicillin", False)


@pytest.mark.parametrize(
    ("made", "moved", "name"),
    [
        ("周五下午三点和王总开会。", "和王总的会改到下周一上午十点。", "和王总的会"),
        ("周五下午三点和王总开会。", "和王总的会议改到下周一上午十点。", "和王总的会"),
        ("周五下午三点跟王总开会。", "跟王总的会改到下周一上午十点。", "跟王总的会"),
        ("周五下午三点和王总开会。", "王总的会改到下周一上午十点。", "和王总的会"),
    ],
)
def test_a_meeting_with_somebody_is_one_event_however_it_is_called(
    made: str, moved: str, name: str, now: datetime
) -> None:
    turns = [Turn(role="user", content=text) for text in (made, moved)]
    first, second = extract_candidates(turns, now=now)
    assert (first.subject, second.subject) == (name, name)
    assert second.value == "2026-07-06T10:00"


def test_a_mask_is_not_cut_in_two(extract: Extract) -> None:
    found = extract("我的身份证号是[redacted:cn_id]，住在上海")
    assert [c.value for c in found] == ["[redacted:cn_id]", "上海"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我住在南京，不对，是南昌。", ["lives_in"]),
        ("I live in Leeds. No wait, I meant Leicester.", ["lives_in"]),
        ("I like tea. I live in Leeds. Scratch that.", ["preference:tea"]),
        ("我喜欢喝茶。我住在南京，说错了，我住在南昌。", ["preference:tea", "lives_in"]),
        ("我喜欢喝茶，不对花生过敏", ["preference:tea"]),
    ],
)
def test_what_is_withdrawn_in_the_same_breath_is_not_kept(
    text: str, kept: list[str], extract: Extract
) -> None:
    found = extract(text)
    assert [c.attribute for c in found] == kept
    assert not {"南京", "Leeds"} & {c.value for c in found}


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("我最喜欢的颜色其实是绿色", "favourite:colour", "绿色"),
        ("My favourite colour is actually green.", "favourite:colour", "green"),
        ("It turns out I'm allergic to kiwi.", "allergy:kiwi", "kiwi"),
        ("I like coffee but not espresso.", "preference:coffee", "coffee"),
    ],
)
def test_asides_and_exceptions_are_no_part_of_a_value(
    text: str, attribute: str, value: str, extract: Extract
) -> None:
    assert [(c.attribute, c.value) for c in extract(text)] == [(attribute, value)]


@pytest.mark.parametrize("text", ["Remember: 1. milk 2. eggs 3. bread", "记住：1. 牛奶 2. 鸡蛋"])
def test_the_number_of_a_list_is_no_fact(text: str, extract: Extract) -> None:
    assert not [c for c in extract(text) if c.content.strip(" .。").isdigit()]
