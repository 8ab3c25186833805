"""Numbers of what a model noted against what was said: the same in any spelling, never another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memory_graph.prompts.agreement import Said, numbers_agree
from memory_graph.prompts.extract import ExtractReply, to_candidates
from memory_graph.types import Turn
from tests.growth import assert_work_follows_length

ZONE = timezone(timedelta(hours=8))
SAID_AT = datetime(2026, 12, 1, 9, 0, tzinfo=ZONE)
# fmt: off
ONES = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]
TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
# fmt: on
WIDE = {48 + digit: 0xFF10 + digit for digit in range(10)}
HAN = "零一二三四五六七八九"


def english(number: int) -> str:
    """Number words up to 999,999."""
    if number >= 1000:
        rest = english(number % 1000) if number % 1000 else ""
        return f"{english(number // 1000)} thousand {rest}".strip()
    if number >= 100:
        rest = f"and {english(number % 100)}" if number % 100 else ""
        return f"{ONES[number // 100]} hundred {rest}".strip()
    if number >= 20:
        return TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "")
    return ONES[number]


def chinese(number: int) -> str:
    """Chinese numerals up to 99,999,999."""
    if number >= 10000:
        rest = number % 10000
        gap = "零" if 0 < rest < 1000 else ""
        return f"{chinese(number // 10000)}万{gap}{chinese(rest) if rest else ''}"
    for unit, name in ((1000, "千"), (100, "百"), (10, "十")):
        if number >= unit:
            rest = number % unit
            gap = "零" if 0 < rest < unit // 10 else ""
            return f"{HAN[number // unit]}{name}{gap}{chinese(rest) if rest else ''}"
    return HAN[number]


def spellings(number: int) -> list[str]:
    """Ways in which a number is written in either language."""
    found = [
        str(number), f"{number:,}", f"{number:,}".replace(",", " "), english(number),
        english(number).title(), english(number).replace("-", " "), english(number).upper(),
        chinese(number), f"{number}.0", str(number).translate(WIDE),
        chinese(number).replace("二千", "两千").replace("二百", "两百"),
    ]  # fmt: skip
    if number % 100 == 0 and number >= 1000:
        found += [f"{number / 1000:g}k", f"{number / 1000:g} thousand"]
    if number % 1000 == 0 and number >= 10000:
        found += [f"{number / 10000:g}万", f"{number / 10000:g} 万"]
    return found


NUMBERS = st.one_of(
    st.integers(2, 99),
    st.integers(2, 99_999),
    st.integers(10, 999).map(lambda one: one * 100),
    st.integers(10, 99).map(lambda one: one * 1000),
)
FRAMES = (("I have {} cats.", "The user has {} cats."), ("我有{}只猫。", "用户有{}只猫。"))


def is_written(spelling: str, frame: tuple[str, str]) -> bool:
    """A single Chinese digit is a number only before a measure word: “I have 二 cats” is none."""
    return frame != FRAMES[0] or spelling not in HAN


@given(NUMBERS, st.data(), st.sampled_from(FRAMES))
def test_the_same_number_agrees_however_it_is_written(
    number: int, data: st.DataObject, frame: tuple[str, str]
) -> None:
    said, told = (data.draw(st.sampled_from(spellings(number))) for _ in range(2))
    span = frame[0].format(said)
    assert numbers_agree(frame[1].format(told), Said(span, span, SAID_AT)) == "agree"


@given(NUMBERS, NUMBERS, st.data(), st.sampled_from(FRAMES))
def test_another_number_contradicts_however_it_is_written(
    number: int, other: int, data: st.DataObject, frame: tuple[str, str]
) -> None:
    said = data.draw(st.sampled_from(spellings(number)))
    told = data.draw(st.sampled_from(spellings(other)))
    first, second = ({int(part) for part in f"{one:,}".split(",")} for one in (number, other))
    assume(other != number and not first & second)  # “1 200” may be two numbers
    assume(is_written(said, frame) and is_written(told, frame))
    span = frame[0].format(said)
    assert numbers_agree(frame[1].format(told), Said(span, span, SAID_AT)) == "contradict"


@given(NUMBERS, st.data(), st.sampled_from(FRAMES))
def test_a_number_nobody_said_is_unsupported(
    number: int, data: st.DataObject, frame: tuple[str, str]
) -> None:
    spelling = data.draw(st.sampled_from(spellings(number)))
    assume(is_written(spelling, frame))
    told = frame[1].format(spelling)
    span = frame[0].format("")
    assert numbers_agree(told, Said(span, span, SAID_AT)) == "unsupported"


@pytest.mark.parametrize(
    ("span", "told"),
    [
        ("call me at 555-0123", "The user's number is 5550123."),
        ("打13800138000", "用户的电话是 138 0013 8000。"),
        ("+1 (212) 555-0123", "The user's number is 212 555 0123."),
        ("a dozen eggs", "The user wants 12 eggs."),
        ("half a dozen eggs", "The user wants six eggs."),
        ("两打鸡蛋", "用户要24个鸡蛋。"),
        ("I go twice a week", "The user goes 2 times a week."),
        ("I'm half way", "The user is 50% done."),
        ("two and a half hours", "The user runs 2.5 hours."),
        ("an hour and a half", "The user runs 90 minutes."),
        ("跑一个半小时", "用户跑1.5小时。"),
        ("for two weeks", "The user is away for 14 days."),
        ("三块五", "用户付了3.5元。"),
        ("我一米七五", "用户身高175厘米。"),
        ("我120斤", "用户体重60公斤。"),
        ("一万二", "用户付了12,000元。"),
        ("百分之三十", "用户有30%的股份。"),
        ("三成股份", "用户有30%的股份。"),
        ("打八折", "用户拿到80%的价格。"),
        ("三分之一", "用户付了1/3。"),
        ("three quarters", "The user paid 3/4."),
        ("€1.500 rent", "The user pays 1500 euros."),
        ("$12.50", "The user paid 12.5 dollars."),
        ("I moved here in ’98", "The user moved there in 1998."),
        ("我是98年的", "用户生于1998年。"),
        ("born in nineteen ninety-eight", "The user was born in 1998."),
        ("二〇一九年毕业", "用户2019年毕业。"),
        ("a 90s kid", "The user was born in the 1990s."),
        ("the third floor", "The user lives on the 3rd floor."),
        ("the 21st floor", "The user lives on the twenty-first floor."),
        ("住二十一楼", "用户住21楼。"),
        ("Mondays at 3pm", "The user meets on Mondays at 15:00."),
        ("every day at 15:00", "The user meets every day at 3 pm."),
        ("quarter to four", "The user leaves at 3:45."),
        ("每天下午三点半", "用户每天15:30开会。"),
        ("Dentist tomorrow at noon", "The user sees a dentist on 2 December 2026 at 12:00."),
        ("明天下午三点看牙", "用户2026年12月2日15:00看牙医。"),
        ("since last year", "The user has lived there since 2025."),
        ("I have 2 dogs", "As of 1 December 2026, the user has two dogs."),
        ("cats: Tom, Kit and Max", "The user has three cats: Tom, Kit and Max."),
        ("我有猫：甲、乙和丙", "用户有三只猫。"),
        ("I have a sister", "The user has 1 sister."),
        ("我有妹妹", "用户有一个妹妹。"),
        ("我很喜欢茶", "用户十分喜欢茶，万一没有就喝水。"),
        ("I like 2 teas", "player1999 likes two teas."),
        ("my flight is BA12", "The user takes flight BA 12."),
        ("壹佰元", "用户付了100元。"),
        ("I wake at 7.30", "The user wakes at 7:30."),
        ("we meet on 12.05", "The user meets on 12/05."),
        ("call 555.0123", "The user's number is 5550123."),
        ("appelle 06.12.34.56.78", "The user's number is 0612345678."),
    ],
)  # fmt: skip
def test_ways_to_tell_what_was_said(span: str, told: str) -> None:
    assert numbers_agree(told, Said(span, span, SAID_AT)) == "agree"


@pytest.mark.parametrize(
    ("span", "told", "found"),
    [
        ("hallucinate 42", "The user has 43 cats.", "contradict"),
        ("I have cats", "The user has 43 cats.", "unsupported"),
        ("我有猫", "用户有43只猫。", "unsupported"),
        ("我有三个孩子", "用户有两个孩子。", "contradict"),
        ("my rent is 1,200", "The user pays 200.", "contradict"),
        ("I earn 42k", "The user earns 42.", "contradict"),
        ("I earn 42", "The user earns 42k.", "contradict"),
        ("每月1.2万", "用户每月1.2亿元。", "contradict"),
        ("I weigh 3.5 kilos", "The user weighs 3 kilos.", "contradict"),
        ("打13800138000", "用户的电话是138 0013 8001。", "contradict"),
        ("flight BA12", "The user takes BA21.", "contradict"),
        ("in ’98", "The user moved in 1989.", "contradict"),
        ("I have 15 cats", "The user has 3 cats.", "contradict"),
        ("I have 2 cats", "The user has 24 cats.", "contradict"),
        ("I decided on 42 cats", "The user has 12 cats.", "contradict"),
        ("Mondays at 3", "The user meets on Mondays at 15:00.", "unsupported"),
        ("I paid 12.05", "The user paid 1205.", "contradict"),
        ("I paid 1205", "The user paid 12.05.", "contradict"),
        ("I have 1100.0 cats", "The user has 11000 cats.", "contradict"),
        ("付了88.50元", "用户付了8850元。", "contradict"),
    ],
)
def test_what_was_not_said(span: str, told: str, found: str) -> None:
    assert numbers_agree(told, Said(span, span, SAID_AT)) == found


def test_the_message_around_the_span_counts() -> None:
    message = "I'm 40. I have cats, two of them."
    assert numbers_agree("The user has 2 cats.", Said("I have cats", message)) == "agree"
    other = Said("They are 2 years old", "They are 2 years old", elsewhere=("I have 3 cats",))
    assert numbers_agree("The user's 3 cats are 2 years old.", other) == "unsupported"


def test_a_resolved_time_counts_only_where_a_time_was_said() -> None:
    start = datetime(2026, 12, 11, 15, 0, tzinfo=ZONE)
    told = "The user sees a dentist on 11 December 2026 at 15:00."
    for span, words, found in (
        ("Dentist next Friday at 3 pm", None, "agree"),
        ("Dentist when we said", "when we said", "agree"),
        ("I have a dentist", None, "unsupported"),
        ("I have a dentist", "next Friday", "unsupported"),
    ):
        said = Said(span, span, None, (start, None), words)
        assert (span, words, numbers_agree(told, said)) == (span, words, found)


@pytest.mark.parametrize(
    ("said", "changes", "confidence", "reasons"),
    [
        ("I have 42 cats", {"content": "The user has forty-two cats."}, 0.95, []),
        ("I have 42 cats", {"content": "The user has 43 cats."}, None, ["numbers_differ"]),
        ("I have 42 cats", {"content": "The user has cats.", "value": "43"}, None,
         ["numbers_differ"]),
        ("I have cats", {"content": "The user has 43 cats."}, 0.5, []),
        ("I have cats", {"content": "The user has 43 cats.", "retires": True}, 0.95, []),
        ("我有四十二只猫", {"content": "用户有42只猫。"}, 0.95, []),
        ("我有四十二只猫", {"content": "用户有四十三只猫。"}, None, ["numbers_differ"]),
        ("我有猫", {"content": "用户有43只猫。"}, 0.5, []),
    ],
)  # fmt: skip
def test_what_becomes_of_the_item(
    said: str, changes: dict[str, object], confidence: float | None, reasons: list[str]
) -> None:
    one = {"message_id": "m", "span": said, "kind": "fact", "confidence": 0.95} | changes
    turn = Turn(role="user", content=said, message_id="m", said_at=datetime(2026, 5, 1, tzinfo=UTC))
    kept, dropped = to_candidates(ExtractReply.model_validate({"items": [one]}), [turn])
    assert [drop.reason for drop in dropped] == reasons
    assert [one.confidence for one in kept] == ([] if confidence is None else [confidence])


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_compared_without_an_error(told: str, said: str) -> None:
    numbers_agree(told, Said(said, said, SAID_AT, event_words=told))


@given(st.text(alphabet="0123456789.,/'’ k-:一二三十百千万亿点半零两年s分之", max_size=40))
def test_what_is_copied_agrees(text: str) -> None:
    assert numbers_agree(text, Said(text, text)) == "agree"


@pytest.mark.parametrize(
    "piece", ["1万", "1 ", "1-", "1/", "five ", "一", "half a ", "I have 42, "]
)
def test_long_texts_take_time_by_their_length(piece: str) -> None:
    assert_work_follows_length(lambda text: numbers_agree(text, Said("42", text)), piece * 8000)
