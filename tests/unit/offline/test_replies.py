"""Suggested times, acknowledgements, and courtesies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

import pytest

MOVE_EN = "Please move tomorrow's 3pm product review with Mr Zhang to 4 and let him know."
NINE_ZH = "我不喜欢在早上九点前开会。"
MOVE_ZH = "帮我把明天下午三点与张总的产品评审会改到四点，并通知他。"


class Notes(Protocol):
    def tell(self, *texts: str) -> Notes: ...
    def ask(self, question: str) -> str: ...


@pytest.mark.parametrize(
    ("told", "question", "parts"),
    [
        (
            ("I don't like meetings before nine in the morning.",),
            "Please find a time for next week's team meeting.",
            ["7 July 2026", "10:00", "before 09:00"],
        ),
        (
            ("我不喜欢在早上九点前开会。",),
            "帮我定一下下周的周会时间吧",
            ["2026年7月7日", "10:00", "09:00前"],
        ),
        (
            ["I prefer meetings in the afternoon."],
            "Can you suggest a slot for the sync next week?",
            ["14:00", "afternoon"],
        ),
        (["我希望会议安排在下午"], "下周的例会约什么时间合适？", ["14:00", "下午"]),
        (["请不要在十一点之前给我安排会议"], "帮我找个时间开周会", ["11:00"]),
        (["现在我更喜欢上午开会了，八点也行。"], "帮我定一下下周的周会时间吧", ["上午", "08:00"]),
        ((), "帮我定一下下周的周会时间吧", ["2026年7月7日", "没有记录"]),
        (
            ("我不喜欢在早上九点前开会。",),
            "Please find a time for next week's team meeting.",
            ["10:00", "before 09:00"],
        ),
    ],
)
def test_suggestion(told: Sequence[str], question: str, parts: list[str], notebook: Notes) -> None:
    reply = notebook.tell(*told).ask(question)
    assert all(part in reply for part in parts), reply


@pytest.mark.parametrize(
    "text",
    [
        "What meetings do I have next week?",
        "When is the review next week?",
        "Schedule the team sync next Tuesday at 11am.",
        "下周有什么会？",
        "帮我安排下周二上午十一点的周会",
        "What should I know about the review?",
    ],
)
def test_no_suggestion_where_none_is_asked_for(text: str, notebook: Notes) -> None:
    assert not re.search("I suggest|建议", notebook.ask(text))


def test_suggestion_follows_the_newest_preference(notebook: Notes) -> None:
    notebook.tell("我不喜欢在早上九点前开会。", "我希望会议安排在下午")
    assert "14:00" in notebook.ask("帮我定一下下周的周会时间吧")


def test_suggestion_leaves_taken_hours_alone(notebook: Notes) -> None:
    notebook.tell("I have a demo for Contoso next Tuesday at 10am.")
    reply = notebook.ask("Please find a time for next week's team meeting.")
    assert "7 July 2026 at 10:00" not in reply
    assert "7 July 2026 10:00" not in reply


@pytest.mark.parametrize(
    ("text", "parts", "never"),
    [
        (
            MOVE_EN,
            ["remember", "16:00", "can't", "notify"],
            r"(?i)\b(?:notified|sent|moved it|updated)\b",
        ),
        (MOVE_ZH, ["记住", "16:00", "不能通知"], r"已通知|已发送|已修改"),
        ("I like tea.", ["remember", "you like tea"], r"can't"),
        ("我喜欢茶", ["记住", "你喜欢茶"], r"不能"),
        ("Forget my city.", ["forget", "your city"], r"remember|my"),
        ("Forget that I have a dog.", ["forget: you have a dog"], r"remember"),
        ("Please forget where I live", ["forget: where you live"], r"remember"),
        ("Forget what I said about Oslo.", ["forget: Oslo"], r"remember"),
        ("忘掉我的猫", ["忘掉：你的猫"], r"我的猫"),
        ("忘掉我养了一只猫", ["忘掉：你养了一只猫"], r"：我"),
        ("The weather is nice today.", ["nothing"], r"(?i)I'll remember"),
        ("今天天气不错。", ["没有"], r"我会记住"),
        ("Email the report to Carol", ["can't send"], r"sent"),
    ],
)
def test_acknowledgement(text: str, parts: list[str], never: str, notebook: Notes) -> None:
    reply = notebook.ask(text)
    assert all(part in reply for part in parts), reply
    assert not re.search(never, reply), reply


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hi!", "Hello"),
        ("Thanks a lot", "welcome"),
        ("bye", "Goodbye"),
        ("ok", "right"),
        ("你好", "你好"),
        ("谢谢你", "不客气"),
        ("再见", "再见"),
        ("Who are you?", "offline model"),
        ("你是谁？", "离线模型"),
        ("are you an AI?", "rules"),
    ],
)
def test_courtesy(text: str, expected: str, notebook: Notes) -> None:
    assert expected in notebook.ask(text)


@pytest.mark.parametrize(
    ("question", "parts", "absent"),
    [
        ("What appointments do I have?", ["Dentist", "Demo"], "zzz"),
        ("What's on tomorrow?", ["Demo"], "Dentist"),
        ("Any meetings next month?", ["I don't know"], "Demo"),
        ("我有什么安排？", ["dentist", "demo"], "zzz"),
    ],
)
def test_agenda(question: str, parts: list[str], absent: str, notebook: Notes) -> None:
    notebook.tell(
        "I have a dentist appointment on Saturday at 3pm.",
        "We have a demo for Contoso on 3 July at 11am.",
        "I like tea.",
    )
    reply = notebook.ask(question)
    assert all(part.lower() in reply.lower() for part in parts), reply
    assert absent not in reply


@pytest.mark.parametrize(
    ("text", "kept", "secret"),
    [
        ("My card is 4111 1111 1111 1111 and my email is dana@x.io", "dana@x.io", "4111"),
        ("我的信用卡号是4111 1111 1111 1111，我的邮箱是dana@x.io", "dana@x.io", "4111"),
        ("My password is hunter2 and I live in Oslo.", "Oslo", "hunter2"),
        ("我密码是hunter2，我住在杭州", "杭州", "hunter2"),
        ("My card is 4111 1111 1111 1111", "I don't keep card numbers", "4111"),
        ("我的身份证号是11010519491231002X", "不会记下", "11010519491231002X"),
    ],
)
def test_a_secret_is_neither_promised_nor_said_again(
    text: str, kept: str, secret: str, notebook: Notes
) -> None:
    reply = notebook.ask(text)
    assert kept in reply
    assert secret not in reply
    assert "redacted" not in reply
    assert not re.search("I can't send|不能给别人|found nothing|没有从中", reply)


@pytest.mark.parametrize("text", ["My email is Dana@x.io", "My email is dana@x.io"])
def test_an_address_is_no_request_to_write(text: str, notebook: Notes) -> None:
    assert "can't send" not in notebook.ask(text)


@pytest.mark.parametrize("text", ["Please email Dana that I moved.", "Text my boss that I'm late."])
def test_a_request_to_write_is_declined(text: str, notebook: Notes) -> None:
    assert "I can't send messages" in notebook.ask(text)


@pytest.mark.parametrize(
    ("told", "question", "reply"),
    [
        (
            "I have a meeting with Sarah on Friday at 10am.",
            "When is my meeting with Sarah?",
            "Meeting with Sarah is at 10 am (10:00) on Friday 3 July 2026.",
        ),
        (
            "我周五上午十点和王总开会。",
            "我和王总的会是什么时候？",
            "和王总的会定在2026年7月3日（周五）上午十点（10:00）。",
        ),
        ("I have a meeting on Friday.", "When is my meeting?", "Meeting is on Friday 3 July 2026."),
        (
            "我下周四要去成都出差，参加一个技术大会。",
            "我什么时候去成都？",
            "成都出差定在2026年7月9日（周四）。",
        ),
        (
            "我下周四要去成都出差",
            "我什么时候去北京？",
            "我不知道，我的记录里没有能回答这个问题的内容。",
        ),
    ],
)
def test_an_appointment_is_said_once(told: str, question: str, reply: str, notebook: Notes) -> None:
    assert notebook.tell(told).ask(question) == reply


@pytest.mark.parametrize(
    ("told", "question", "part"),
    [
        ("I'm learning the guitar.", "Which instrument am I learning?", "the guitar"),
        ("我在学吉他。", "我在学哪种乐器？", "吉他"),
        ("I'm studying for the bar exam.", "Which exam am I studying for?", "bar exam"),
    ],
)
def test_what_is_learnt_may_be_asked_for_by_its_kind(
    told: str, question: str, part: str, notebook: Notes
) -> None:
    assert part in notebook.tell(told).ask(question)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("帮我推荐一个成都的餐馆", "我不知道"),
        ("推荐一家餐馆吧", "我不知道"),
        ("Recommend me a restaurant in Chengdu", "I don't know"),
        ("I recommend the fish.", "I found nothing"),
    ],
)
def test_a_wish_for_advice_is_a_question(text: str, part: str, notebook: Notes) -> None:
    assert part in notebook.ask(text)


@pytest.mark.parametrize(
    ("told", "change", "part", "never"),
    [
        ("My flight to Rome is on Friday at 12:40.", "The flight is now at 13:05.", "13:05", "202"),
        ("周五12:40去罗马的航班", "航班现在是13:05。", "13:05", "202"),
        ("I have a call with Bo next Thursday.", "Move it to Friday.", "10 July 2026", "nothing"),
        ("我下周四和王总开会。", "改到周五吧", "7月10日", "没有"),
    ],
)
def test_a_reply_to_a_change_knows_what_is_changed(
    told: str, change: str, part: str, never: str, notebook: Notes
) -> None:
    reply = notebook.tell(told).ask(change)
    assert part in reply
    assert never not in reply


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Can you remind me to call the plumber tomorrow at 9am?", ["I'll remember: Call the pl"]),
        ("Could you remember that I like tea?", ["I'll remember: you like tea"]),
        ("Can you forget that I like tea?", ["I'll forget: you like tea"]),
        ("I live in Rome. What's my name?", ["I'll remember: you live in Rome.", "I don't know"]),
        ("What's my name? I live in Rome.", ["I'll remember: you live in Rome.", "I don't know"]),
        ("My name is Ann, can you tell me where I live?", ["your name is Ann.", "I don't know"]),
        ("能提醒我明天早上九点给妈妈打电话吗？", ["我会记住：给妈妈打电话"]),
        ("我住在罗马。我叫什么名字？", ["我会记住：你住在罗马。", "我不知道"]),
        ("帮我忘掉我喜欢喝茶好吗？", ["我会忘掉：你喜欢喝茶"]),
    ],
)
def test_what_is_told_beside_a_question_is_acknowledged(
    text: str, parts: list[str], notebook: Notes
) -> None:
    reply = notebook.ask(text)
    assert all(part in reply for part in parts), reply
    only_told = len(parts) == 1
    assert ("I don't know" in reply or "我不知道" in reply) != only_told


@pytest.mark.parametrize(
    "text", ["Did I tell you that I live in Rome?", "我跟你说过我住在罗马吗？", "Where do I live?"]
)
def test_a_question_alone_is_no_statement(text: str, notebook: Notes) -> None:
    assert notebook.ask(text) in {
        "I don't know: I have nothing noted that answers this.",
        "我不知道，我的记录里没有能回答这个问题的内容。",
    }


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("I love hiking. What do I love?", "You love hiking"),
        ("我喜欢爬山。我喜欢什么？", "你喜欢爬山"),
        ("Could you note that I'm vegetarian?", "I'll remember: you are vegetarian"),
        ("能帮我忘了我讨厌加班吗？", "我会忘掉：你讨厌加班"),
        ("Remind me to pay the rent on Friday and to call Ben tomorrow at 5.", "found nothing"),
    ],
)
def test_a_reply_agrees_with_what_the_message_itself_says(
    text: str, part: str, notebook: Notes
) -> None:
    reply = notebook.ask(text)
    assert part in reply, reply
    assert "I don't know" not in reply
    assert "我不知道" not in reply


def test_one_sentence_is_repeated_once(notebook: Notes) -> None:
    assert notebook.ask("我老婆小红在医院当护士。").count("护士") == 1
