"""Short replies to greetings and statements; they promise nothing the model can't do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from memory_graph.offline.answer_types import AnswerMemory, Consent, ConsentTo, always_given
from memory_graph.offline.extract import extract_candidates
from memory_graph.offline.heard import Known, event_of
from memory_graph.offline.phrases import pick
from memory_graph.offline.segment import clauses
from memory_graph.offline.voice import second_person, to_you
from memory_graph.text.language import detect_language
from memory_graph.text.redact import redact, says_a_secret
from memory_graph.types import Candidate, Evidence, Language, Turn

_NOTIFY = (
    r"(?i)\b(?:let (?:him|her|them|everyone|the team|\w+) know|(?:tell|notify|"
    r"inform|email|e-mail|text|message|"
    r"remind|ping|call) (?:him|her|them|everyone|the|my|(?-i:[A-Z]\w+))\b(?!@)|send (?:him|"
    r"her|them|an?|the|it))\b|"
    r"通知|告诉(?!你)|转告|发(?:邮件|消息|短信|信息)|提醒(?:他|她|大家)|打电话给"
)
_THANKS = r"(?i)\b(?:thank|thanks|thx|cheers|ty)\b|谢|辛苦|感谢"
_BYE = (
    r"(?i)\b(?:bye|goodbye|see you|see ya|good night|take care)\b|再见|拜拜|回见|晚安|明天见|下次见"
)
_HELLO = (
    r"(?i)\b(?:hi+|hello|hey|morning|afternoon|evening|greetings|howdy|how "
    r"are you)\b|你好|您好|嗨|哈喽|早|好吗|在吗"
)
_PROMISES: dict[tuple[Consent, bool], tuple[str, str]] = {
    ("given", False): ("OK, I'll remember:", "好的，我会记住："),
    ("given", True): ("OK, I'll forget:", "好的，我会忘掉："),
    ("open", False): ("Once it is approved I'll remember:", "经确认后，我会记住："),
    ("open", True): ("Once it is approved I'll forget:", "经确认后，我会忘掉："),
    ("refused", False): (
        "Nobody is there to approve it, so I won't remember:", "没有人来确认，我不会记下："
    ),
    ("refused", True): (
        "Nobody is there to approve it, so I won't forget:", "没有人来确认，我不会忘掉："
    ),
    ("declined", False): ("As decided before, I won't remember:", "按先前的决定，我不会记下："),
    ("declined", True): ("As decided before, I won't forget:", "按先前的决定，我不会忘掉："),
}  # fmt: skip
"""By consent, and by whether something is to be forgotten."""


def greeting(text: str, language: Language) -> str:
    """Reply to small talk."""
    if re.search(_THANKS, text):
        return pick(language, "You're welcome.", "不客气。")
    if re.search(_BYE, text):
        return pick(language, "Goodbye.", "再见。")
    if re.search(_HELLO, text):
        return pick(
            language, "Hello! What can I note or look up for you?", "你好！要我记下或查找什么吗？"
        )
    return pick(language, "All right.", "好的。")


def one_by_one(language: Language) -> str:
    """Say that nothing was forgotten, and how things are."""
    return pick(
        language,
        "I have forgotten nothing yet: name a single thing and I'll forget it. Everything at once "
        "is erased by whoever runs this assistant.",
        "我还没有忘掉任何内容：说出具体的一件事，我会忘掉它；要全部删除，请联系运行本助手的人。",
    )


def acknowledge(
    text: str,
    now: datetime,
    language: Language,
    known: Sequence[AnswerMemory] = (),
    consent_to: ConsentTo = always_given,
) -> str:
    """Say what a statement gave to remember, and what it asks for that can't be done here.

    ``known`` may hold the appointment that "move it to Friday" means. What a person must agree to
    first is not promised.
    """
    if not text.strip():
        return pick(language, "I received no text.", "我没有收到内容。")
    safe = redact(text)
    found = _taken(safe.text, now, language, known)
    secret = _secret(language) if safe.findings else ""
    noted = _remembering(found, language, consent_to) if found or not secret else ""
    parts = [noted, secret, _limits(safe.text, found, language)]
    return pick(language, " ", "").join(part for part in parts if part)


def acknowledge_beside(
    text: str,
    now: datetime,
    language: Language,
    known: Sequence[AnswerMemory] = (),
    consent_to: ConsentTo = always_given,
) -> tuple[str, list[AnswerMemory]]:
    """Say what a message gave to remember that asks something too, and return what will be kept.

    Empty when it gave nothing.
    """
    taken = _taken(redact(text).text, now, language, known)
    if not taken:
        return "", []
    kept = [one for one in taken if not one.retires and consent_to(one) == "given"]
    return acknowledge(text, now, language, known, consent_to), list(map(as_memory, kept))


def as_memory(candidate: Candidate) -> AnswerMemory:
    """Return what was just told as something known."""
    return AnswerMemory(
        content=candidate.content,
        tier=candidate.tier,
        kind=candidate.kind,
        attribute=candidate.attribute,
        value=candidate.value,
        polarity=candidate.polarity,
        event_from=candidate.event_from,
        event_to=candidate.event_to,
        subject=candidate.subject,
    )


def asked_beside(text: str, now: datetime, language: Language) -> str:
    """Return the clauses of a message that ask for an answer, not for something to be noted."""
    parts = [one for one in clauses(text, language) if one.mood in {"asked", "requested"}]
    asking = [one.text for one in parts if not _taken(one.text, now, language, ())]
    return pick(language, ", ", "，").join(asking)


def _taken(
    text: str, now: datetime, language: Language, known: Sequence[AnswerMemory]
) -> list[Candidate]:
    """Return what is taken from a message without its secrets."""
    turns, events = [Turn(role="user", content=text)], _events(known, now)
    plain = extract_candidates(turns, now=now, language=language)
    aware = extract_candidates(turns, now=now, language=language, events=events)
    found = aware if len(plain) != len(aware) else list(map(_shorter, plain, aware))
    return [one for one in found if one.retires or not says_a_secret(one.content, one.value)]


def _shorter(plain: Candidate, aware: Candidate) -> Candidate:
    """Return what the message says by itself, unless what is known makes it another time."""
    target = re.split(r" to |改到", plain.content)[-1]
    return plain if aware.content.endswith(target) else aware


def _secret(language: Language) -> str:
    """Say that a secret is not kept, without saying it again."""
    return pick(
        language,
        "I don't keep card numbers, passwords and the like, so I leave that out.",
        "卡号、密码一类的内容我不会记下，已略去。",
    )


def _events(known: Sequence[AnswerMemory], now: datetime) -> list[Known]:
    """Return the appointments and plans among memories, the one told last at the end."""
    told = sorted(known, key=lambda one: one.recorded_at.timestamp() if one.recorded_at else 0.0)
    found = (event_of(_candidate(one, now)) for one in told if one.kind == "event")
    return [event for event in found if event is not None]


def _candidate(one: AnswerMemory, now: datetime) -> Candidate:
    since, until = (t and t.astimezone(now.tzinfo) for t in (one.event_from, one.event_to))
    return Candidate(
        tier="episodic",
        kind="event",
        content=one.content,
        subject=one.subject or "user",
        attribute=one.attribute,
        value=one.value,
        event_from=since,
        event_to=until,
        evidence=Evidence(span=one.content),
        language=detect_language(one.content),
    )


def _remembering(found: list[Candidate], language: Language, consent_to: ConsentTo) -> str:
    told: dict[tuple[Consent, bool], list[str]] = {key: [] for key in _PROMISES}
    for one in found:
        is_gone = _is_gone(one)
        words = to_you(one.replaces_hint or one.content, one.language) if is_gone else _say(one)
        told[consent_to(one), is_gone].append(words)
    sentences = [
        pick(
            language,
            f"{en} {'; '.join(dict.fromkeys(words))}.",
            f"{zh}{'；'.join(dict.fromkeys(words))}。",
        )
        for (en, zh), words in zip(_PROMISES.values(), told.values(), strict=True)
        if words
    ]
    nothing = pick(
        language, "I found nothing in that to remember.", "我没有从中找到需要记住的内容。"
    )
    return pick(language, " ", "").join(sentences) or nothing


def _is_gone(candidate: Candidate) -> bool:
    return candidate.retires and candidate.kind != "event"


def _say(candidate: Candidate) -> str:
    text = second_person(candidate.content, candidate.language)
    if candidate.language == "en" and re.match(r"(?:you|your)\b", text, re.IGNORECASE):
        return text[0].lower() + text[1:]
    return text


def _limits(text: str, found: list[Candidate], language: Language) -> str:
    """Name what was asked for and is beyond this model."""
    notify = re.search(_NOTIFY, text) is not None
    calendar = any(c.kind == "event" and c.attribute == "time" for c in found)
    if notify and calendar:
        return pick(
            language,
            "I can't change a calendar or notify anyone, so please do that yourself.",
            "我不能修改日历，也不能通知别人，请你自己处理。",
        )
    if notify:
        return pick(language, "I can't send messages to anyone.", "我不能给别人发消息。")
    if calendar:
        return pick(language, "I can't change a calendar.", "我不能修改日历。")
    return ""
