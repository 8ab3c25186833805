"""Tells an assigned secret (“password: x”, “密码是 x”) from a sentence about passwords.

A colon or an equals sign is a clear assignment. A verb is not: after “is” or “是” the value must
look like a secret, or be a lone word that closes the clause and is no ordinary thing to say there.
"""

from __future__ import annotations

import re

_L = r"(?<![A-Za-z0-9])"
_R = r"(?![A-Za-z0-9])"
_GAP = r"(?:[ \t]{1,2}(?:for|of|to|on|at)[ \t]{1,2}[^.,;:=?!\n\0]{1,40}?)?"
_VERB = (
    r"(?:[ \t]{1,2}(?:is|was|are)(?:[ \t]{1,2}(?:now|still|currently|set to|changed to))?[ \t]{1,3}"
    r"|(?P<to>[ \t]{1,2}(?:to|as)[ \t]{1,2})"
    r"|[ \t]?(?:已经?|现在|目前|就|应该|被|设置?|改|换|变){0,2}(?:是|为|為|成了?|叫)[ \t]{0,2})"
)
_SIGN = r"(?:[ \t]{1,2}(?:is|was))?(?:是|为)?[ \t]{0,3}(?P<sign>:=|==|[-=]>|[:=])[ \t]{0,3}"
_BARE = r"""(?P<bare>(?!["'])(?:[!#-%'-+\--:=?-~]+|[;,&](?=[!-~])(?![A-Za-z_]{1,30}=))+)"""
_VALUE = (
    r"""(?:"(?P<double>[^"\n\0]{1,200})"|'(?P<single>[^'\n\0]{1,200})'"""
    rf"""|[「『](?P<corner>[^」』\n\0]{{1,200}})[」』]|{_BARE})"""
)
_PASSWORDS = rf"(?:{_L}(?:password|passwd|passcode|passphrase|pwd)|密码|密碼|口令|暗号)"
_KEYS = (
    rf"(?:{_L}(?:api[ _-]?key|secret[ _-]?(?:access[ _-]?)?key|access[ _-]?key(?:[ _-]?id)?"
    r"|access[ _-]?token|client[ _-]?secret|encryption[ _-]?key|private[ _-]?key|token|secret)"
    r"|密钥|秘钥|密匙|私钥|令牌|凭证)"
)


def _assignment(names: str, beside: str = "") -> re.Pattern[str]:
    # A value that is itself such a name is left to the match that starts there.
    head = rf"{names}[\"']?{_GAP}(?:{_SIGN}|{_VERB}{beside})(?!{names}{_R})"
    return re.compile(head + _VALUE, re.IGNORECASE)


PASSWORD_ASSIGNMENT = _assignment(_PASSWORDS)
KEY_ASSIGNMENT = _assignment(_KEYS, r"|[ \t]{1,2}(?=[A-Za-z0-9+_][A-Za-z0-9+/_=-]{19})")
"""A long key needs no verb: "the secret wJal…"."""
PASSWORD_BESIDE = re.compile(r"(?:密码|密碼|口令)[ \t]{0,2}(?P<bare>[!-9;<>-~]{6,})")
SPOKEN_PASSWORD = re.compile(
    r"(?:(?:口令|暗号)(?:就?是|为|:)[ \t]?(?=[\u4e00-\u9fff]{2,12}(?:[\s。,.!?;、]|$))"
    r"|密码(?:就?是|为|:)[ \t]?(?=[\u4e00-\u9fff]{1,6}[0-9]{3,12}(?![0-9])))"
    r"(?P<secret>(?![什多谁哪怎不没很太必需要由用错对空一])[\u4e00-\u9fff]{1,12}[0-9]{0,12})(?=[\s。,.!?;、]|$)"
)
PIN = re.compile(
    _L + r"pin(?:[ -]?(?:code|number|码))?" + _GAP + r"[ \t]{0,2}(?:is|[:=]|是|为)[ \t]{0,2}"
    r"(?P<secret>[0-9]{4,12})(?![A-Za-z0-9])",
    re.IGNORECASE,
)

_TRAILING = ".,;:!?)]}>'\""
_ORDINARY_WORDS = """
    a about above again also always an and any as at back bad based below better blank broken by
    case coming complex compromised confidential correct currently default different difficult down
    due easy either empty encrypted enough expired false fine for forgotten from good gone hard
    hashed help here hidden how if important in incorrect insecure invalid it just later leaked long
    lost mandatory mine missing my needed never new no none not null ok okay old on only optional or
    out plain please policy private protected public ready required reset right safe same saved
    secret secure see sensitive shared short similar simple so some still stored str string strong
    stuck such that the there this to today tomorrow tbd too true unchanged undefined unique unknown
    unsafe up useful valid very weak what when where which who why with working wrong yes you your
    yours
"""
_ORDINARY = frozenset(_ORDINARY_WORDS.split())
_ENDINGS = ("ed", "ing", "able", "ible", "ly")
_CLAUSE_END = re.compile(r"[ \t]*(?:$|[\n.,;!?。]|\Z)")
_PHRASE = re.compile(r"[a-z]{3,12}(?:[ \t][a-z]{3,12}){2,9}(?=[ \t]{0,2}(?:[\n.,;!?。]|\Z))")
"""Three words or more to the end of the clause."""
_TALK_WORDS = """
    almost anyone because been but can cannot enough everybody everyone has have must nobody nothing
    one our people should someone something than their them they until used was will would
"""
_TALK = frozenset(_TALK_WORDS.split())
_COUNTED = re.compile(
    r"[ \t]?(?:[位个個次天年月条種种字分层]|char|digit|letter|day|word|month|year)"
)


def has_digit(text: str) -> bool:
    """Tell if there is an ASCII digit in ``text``."""
    return any("0" <= char <= "9" for char in text)


def judge_password(match: re.Match[str]) -> tuple[int, int] | None:
    """Give the span of an assigned password, or None when only the topic is passwords."""
    start, end = _value(match)
    value = match.string[start:end]
    phrase = _PHRASE.match(match.string, start)
    if phrase and match["bare"] and not (match["sign"] or match["to"]) and _like_phrase(phrase[0]):
        return phrase.span()
    if not value or value.lower() in _ORDINARY:
        return None
    if match["sign"] or match["bare"] is None:
        return start, end
    rest = match.string[end:]
    return (start, end) if _like_password(value, rest[:40], bare_word=not match["to"]) else None


def judge_beside(match: re.Match[str]) -> tuple[int, int] | None:
    """Give the span of a value directly after 密码, if it can't be anything else."""
    start, end = _value(match)
    value = match.string[start:end]
    counted = value.isdigit() and _COUNTED.match(match.string, end)
    return None if counted or not has_digit(value) or len(value) < 6 else (start, end)


def judge_key(match: re.Match[str]) -> tuple[int, int] | None:
    """Give the span of an assigned key: eight characters or more, with digits or mixed case."""
    start, end = _value(match)
    value = match.string[start:end]
    if not re.fullmatch(r"[!-~]{8,}", value) or value.startswith(("http:", "https:")):
        return None
    if re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])|[0-9]{1,2}:[0-9]{2}", value):
        return None
    random = has_digit(value) or (len(value) >= 20 and _mixed_case(value))
    return (start, end) if random else None


def _value(match: re.Match[str]) -> tuple[int, int]:
    """Give the span of the value, without quotes and closing punctuation."""
    names = [name for name in match.re.groupindex if name not in {"sign", "to"} and match[name]]
    start, end = match.span(names[0])
    if names[0] == "bare":
        end = start + len(match.string[start:end].rstrip(_TRAILING))
    return start, end


def _like_password(value: str, rest: str, *, bare_word: bool) -> bool:
    if value.isdigit():
        return len(value) >= 3 and not _COUNTED.match(rest)
    if has_digit(value) or re.search(r"[!@#$%^&*_+~]", value) or _mixed_case(value):
        return True
    closes = _CLAUSE_END.match(rest) is not None
    return bare_word and closes and not value.lower().endswith(_ENDINGS)


def _like_phrase(words: str) -> bool:
    """Tell a passphrase from a sentence, which has little words and verbs in it."""
    parts = words.split()
    ordinary = [word for word in parts if word in _ORDINARY or word in _TALK]
    return len(ordinary) <= 1 and not any(word.endswith(_ENDINGS) for word in parts)


def _mixed_case(value: str) -> bool:
    return not value.isupper() and any("A" <= char <= "Z" for char in value[1:])
