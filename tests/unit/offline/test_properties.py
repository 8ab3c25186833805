"""Rules that hold for any text: no error, literal evidence, the same answer every time."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from hypothesis import example, given, settings
from hypothesis import strategies as st

from memory_graph.offline import AnswerMemory, answer, extract_candidates, is_small_talk, route
from memory_graph.offline.meetings import MeetingTime
from memory_graph.types import Language, Turn
from tests.growth import assert_work_follows_length

NOW = datetime(2026, 7, 1, 10, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
_BITS = (
    "I like |I don't like |my name is |I live in |I moved to |remember "
    "that |forget |tea|Oslo|coffee, |"
    " and |tomorrow |at 3pm |to 4 |the product review |cancel |move |meetings "
    "before nine|?|. |, |“|”|"
    "我|不|喜欢|叫|住在|搬到|记住|忘掉|茶|上海|，|。|？|明天|下午三点|的评审会|"
    "改到四点|取消|开会|九点前|从来没|去过|同事|"
    "no wait, |I meant |, no, |sorry, |three |Turin|不对，|是|说错了，|三只|"
    "two years ago |10000 BC |0年|十万年前|\x00|\ud83d|👩‍👩‍👧|ﬀ|İ|２|（"
)
TEXTS = st.one_of(
    st.text(max_size=120),
    st.lists(st.sampled_from(_BITS.split("|")), max_size=14).map("".join),
)
LANGUAGES: st.SearchStrategy[Language] = st.sampled_from(["en", "zh"])


@example("记住?。", "zh")
@example("remember: ?.", "en")
@settings(max_examples=300)
@given(TEXTS, LANGUAGES)
def test_any_text_gives_literal_evidence_and_never_raises(text: str, language: Language) -> None:
    turn = Turn(role="user", content=text, message_id="m7")
    found = extract_candidates([turn], now=NOW, language=language)
    for candidate in found:
        assert candidate.evidence.span
        assert candidate.evidence.span in text
        assert (candidate.evidence.message_id, candidate.evidence.role) == ("m7", "user")
    assert found == extract_candidates([turn], now=NOW, language=language)


@settings(max_examples=200)
@given(TEXTS, TEXTS, LANGUAGES)
def test_any_question_is_answered_in_words(question: str, content: str, language: Language) -> None:
    memory = AnswerMemory(content=content, attribute="preference:meeting_time", value=content)
    reply = answer(question, [memory], now=NOW, language=language)
    assert reply.strip()
    assert reply == answer(question, [memory], now=NOW, language=language)
    assert route(question, language) in {"recall", "command", "smalltalk"}
    assert is_small_talk(question, language) == (route(question, language) == "smalltalk")


@given(
    st.builds(
        MeetingTime,
        part=st.sampled_from(["", "morning", "afternoon", "evening"]),
        avoid=st.sampled_from(["", "morning", "afternoon", "evening"]),
        not_before=st.none() | st.times().map(lambda t: t.replace(second=0, microsecond=0)),
        not_after=st.none() | st.times().map(lambda t: t.replace(second=0, microsecond=0)),
        at=st.none() | st.times().map(lambda t: t.replace(second=0, microsecond=0)),
        fine=st.none() | st.times().map(lambda t: t.replace(second=0, microsecond=0)),
    )
)
def test_meeting_times_read_back_as_written(wish: MeetingTime) -> None:
    assert MeetingTime.parse(str(wish)) == wish


def test_long_text_takes_little_time() -> None:
    for text in (
        "I like tea and " * 14_000,
        "我喜欢茶和" * 40_000,
        "tea, " * 40_000,
        "I like tea, no, coffee. " * 400,
        "我喜欢茶，不对，是咖啡。" * 400,
        "I have two, no, three, no, four, " * 400,
        "I go to the gym " * 2_000,
        "a" * 200_000,
    ):
        assert_work_follows_length(_read_and_answered, text)


def _read_and_answered(text: str) -> None:
    extract_candidates([Turn(role="user", content=text)], now=NOW)
    answer(text, [], now=NOW, language="en")
