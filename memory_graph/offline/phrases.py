"""Renders one memory as a sentence to the user, in the user's language."""

from __future__ import annotations

import re
from datetime import datetime

from memory_graph.offline.answer_types import AnswerMemory
from memory_graph.offline.lexicon import topic_word
from memory_graph.offline.meeting_days import ATTRIBUTE as DAY
from memory_graph.offline.meeting_days import DAYS, say_day
from memory_graph.offline.meetings import MeetingTime
from memory_graph.offline.topics_daily import SAY_DAILY
from memory_graph.offline.voice import second_person
from memory_graph.offline.wording import event_made
from memory_graph.text.language import detect_language
from memory_graph.text.times import format_date, format_time
from memory_graph.types import Language

_SAY: dict[str, tuple[str, str]] = {
    "name": ("Your name is {value}", "你叫{value}"),
    "preferred_name": ("You want to be called {value}", "你希望被叫作{value}"),
    "surname": ("Your surname is {value}", "你姓{value}"),
    "lives_in": ("You live in {value}", "你住在{value}"),
    "from": ("You are from {value}", "你来自{value}"),
    "born_in": ("You were born in {value}", "你出生在{value}"),
    "job": ("Your job: {value}", "你的工作：{value}"),
    "employer": ("You work at {value}", "你在{value}工作"),
    "birthday": ("Your birthday is {value}", "你的生日是{value}"),
    "age": ("You said you are {value} years old", "你说过你{value}岁"),
    "phone": ("Your phone number is {value}", "你的电话号码是{value}"),
    "email": ("Your email address is {value}", "你的邮箱是{value}"),
    "address": ("Your address is {value}", "你的地址是{value}"),
    "blood_type": ("Your blood type is {value}", "你的血型是{value}"),
    "team": ("You are on team {value}", "你在{value}"),
    "speaks": ("You speak {value}", "你会说{value}"),
    "allergy": ("You are allergic to {topic}", "你对{topic}过敏"),
    "preference": ("You like {topic}", "你喜欢{topic}"),
    "diet": ("You eat or drink {topic}", "你吃或喝{topic}"),
    "visited": ("You have been to {topic}", "你去过{topic}"),
    "relation": ("Your {topic} is {value}", "你的{topic}是{value}"),
    "technology": ("You use {value}", "你们用的是{value}"),
}
_SAY_NOT: dict[str, tuple[str, str]] = {
    "employer": ("You no longer work at {value}", "你不再在{value}工作"),
    "allergy": ("You are not allergic to {topic}", "你对{topic}不过敏"),
    "preference": ("You don't like {topic}", "你不喜欢{topic}"),
    "diet": ("You don't have {topic}", "你不吃也不喝{topic}"),
    "visited": ("You have never been to {topic}", "你没去过{topic}"),
}
_PARTS_ZH = {"morning": "上午", "afternoon": "下午", "evening": "晚上"}
_DOUBT = {"en": " This may be out of date.", "zh": "不过这条可能已经过时了。"}


def pick(language: Language, english: str, chinese: str) -> str:
    """Return the wording of a language."""
    return chinese if language == "zh" else english


def statement(memory: AnswerMemory, language: Language) -> str:
    """Say what a memory says, to the user, without a full stop."""
    if memory.kind == "turn":
        return _quoted(memory, language)
    if (memory.attribute or "").startswith("preference:meeting_"):
        wish = MeetingTime.parse(memory.value or "")
        if str(wish):
            return meeting_wish(wish, language)
    if detect_language(memory.content, language) == language:
        return _capital(second_person(memory.content, language))
    return _translated(memory, language) or _quoted(memory, language)


def _translated(memory: AnswerMemory, language: Language) -> str | None:
    """Say a memory of the other language by its attribute; names stay as they are."""
    if (memory.attribute or "").startswith(DAY) and memory.value in (*DAYS, "weekend"):
        who = pick(language, "You", "你")
        return say_day(memory.value or "", language, liked=memory.polarity, who=who)
    head, _, topic = (memory.attribute or "").partition(":")
    template = ({**SAY_DAILY, **_SAY} if memory.polarity else _SAY_NOT).get(head)
    if template is None or not memory.value or memory.subject not in {None, "user", "project"}:
        return None
    word = topic_word(topic, language) or (topic if head == "relation" else memory.value)
    return pick(language, *template).format(value=memory.value, topic=word)


def _quoted(memory: AnswerMemory, language: Language) -> str:
    content = memory.content.strip().rstrip("。.")
    if len(content) > 300:
        content = content[:300] + "…"
    if memory.kind != "turn":
        return pick(language, f'I have this noted: "{content}"', f"我记的是：“{content}”")
    if memory.speaker in {None, "user", "User"}:
        return pick(language, f'You said: "{content}"', f"你说过：“{content}”")
    return pick(
        language, f'{memory.speaker} said: "{content}"', f"{memory.speaker}说过：“{content}”"
    )


def meeting_wish(wish: MeetingTime, language: Language) -> str:
    """Say when meetings suit the user."""
    english, chinese = [], []
    if wish.part:
        english.append(f"you prefer meetings in the {wish.part}")
        chinese.append(f"你更喜欢{_PARTS_ZH[wish.part]}开会")
    if wish.avoid:
        english.append(f"you don't like meetings in the {wish.avoid}")
        chinese.append(f"你不喜欢{_PARTS_ZH[wish.avoid]}开会")
    if wish.not_before:
        english.append(f"you don't want meetings before {wish.not_before:%H:%M}")
        chinese.append(f"你不喜欢在{wish.not_before:%H:%M}前开会")
    if wish.not_after:
        english.append(f"you don't want meetings after {wish.not_after:%H:%M}")
        chinese.append(f"你不喜欢在{wish.not_after:%H:%M}后开会")
    if wish.at:
        english.append(f"you like meetings at {wish.at:%H:%M}")
        chinese.append(f"你喜欢在{wish.at:%H:%M}开会")
    if wish.fine:
        english.append(f"{wish.fine:%H:%M} is fine too")
        chinese.append(f"{wish.fine:%H:%M}也可以")
    return pick(language, _capital(", ".join(english)), "，".join(chinese))


def noted(memory: AnswerMemory, now: datetime, language: Language) -> str:
    """Say a memory with the day it was told, and that it may be out of date if so."""
    text = statement(memory, language)
    stop = pick(language, ".", "。")
    told = memory.noted_at or memory.recorded_at
    if told is not None:
        day = short_date(told.astimezone(now.tzinfo), language)
        text += pick(language, f" (noted on {day})", f"（记于{day}）")
    return text + stop + (_DOUBT[language] if memory.doubtful else "")


def short_date(day: datetime, language: Language) -> str:
    """Write the day without its weekday."""
    text = format_date(day, language)
    return text.partition("（")[0] if language == "zh" else text.partition(" ")[2]


def event_time(memory: AnswerMemory, now: datetime, language: Language) -> str | None:
    """Say when an event is, with the clock time in words too; None when it has no time."""
    moment = _moment(memory, now)
    if moment is None:
        return None
    date = format_date(moment, language)
    if not _timed(memory):
        return date
    clock = f"{moment:%H:%M}"
    if language == "zh":
        return f"{date}{spoken_clock(moment, language)}（{clock}）"
    return f"{spoken_clock(moment, language)} ({clock}) on {date}"


def _moment(memory: AnswerMemory, now: datetime) -> datetime | None:
    if memory.event_from is not None:
        return memory.event_from.astimezone(now.tzinfo)
    if memory.attribute != "time" or not memory.value:
        return None
    try:
        moment = datetime.fromisoformat(memory.value)
    except ValueError:
        return None
    return moment.astimezone(now.tzinfo) if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)


def _timed(memory: AnswerMemory) -> bool:
    if memory.attribute == "time" and memory.value:
        return "T" in memory.value
    start, end = memory.event_from, memory.event_to
    return start is not None and end is not None and (end - start).total_seconds() <= 3600


def spoken_clock(moment: datetime, language: Language) -> str:
    """Write a clock time as it is spoken: "4 pm", 下午四点."""
    hour = moment.hour % 12 or 12
    if language == "en":
        minute = f":{moment.minute:02}" if moment.minute else ""
        return f"{hour}{minute} {'pm' if moment.hour >= 12 else 'am'}"
    parts = ((6, "凌晨"), (9, "早上"), (12, "上午"), (13, "中午"), (18, "下午"), (24, "晚上"))
    part = next(name for end, name in parts if moment.hour < end)
    digits = ["零", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]
    minute = {0: "", 30: "半"}.get(moment.minute, f"{moment.minute:02}分")
    return f"{part}{digits[hour]}点{minute}"


def tells_only_when(memory: AnswerMemory, now: datetime) -> bool:
    """Tell if an appointment's sentence says no more than when it is."""
    moment = _moment(memory, now)
    if memory.attribute != "time" or moment is None or not memory.subject:
        return False
    when, language = (moment, _timed(memory)), detect_language(memory.content)
    name = memory.subject.removesuffix(f" {moment:%Y-%m-%d}")
    ways = [event_made(name, when, language, past=past) for past in (False, True)]
    return memory.content in ways


def event_window(memory: AnswerMemory, now: datetime, language: Language) -> str | None:
    """Say during which time something held or happened; None when that is not known."""
    if memory.event_from is None:
        return None
    since = memory.event_from.astimezone(now.tzinfo)
    until = None if memory.event_to is None else memory.event_to.astimezone(now.tzinfo)
    if until is None:
        day = format_date(since, language)
        return pick(language, f"since {day}", f"自{day}起")
    return format_time(since, until, language)


def is_long(memory: AnswerMemory) -> bool:
    """Tell if an event has no day of its own: it is in a month, or in a year."""
    if memory.event_from is None or memory.event_to is None:
        return False
    return (memory.event_to - memory.event_from).days > 1


def _capital(text: str) -> str:
    return re.sub(r"^[a-z]", lambda m: m.group().upper(), text)
