"""Turns the speaker's words into words about the speaker, and back into words to the speaker.

"I don't like tea" → "The user dislikes tea" → "you dislike tea";
我不喜欢茶 → 用户不喜欢茶 → 你不喜欢茶.
"""

from __future__ import annotations

import re

from memory_graph.types import Language

_UNCHANGED = """
drank ate lived worked moved went had was were got took left quit met grew came knew made did
used started joined began bought became could would should will can may might must never always
no once last not only just really also still already recently actually usually often sometimes
mostly currently now absolutely totally honestly generally mainly truly particularly especially
wrote read said told thought kept lost won sold taught felt found ran spent broke cut put let
set
"""
_ADVERBS = """
never always no only just really also still already recently actually usually often sometimes
mostly currently now absolutely totally honestly generally mainly truly particularly especially
longer much quite rather definitely
"""
_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "am": "is", "'m": "is", "are": "is"}
_FIRST_EN = (
    (r"(?i)\b(?:i'm|im|i am)(?= )", "the user is"),
    (r"(?i)\bi've\b", "the user has"),
    (r"(?i)\bi'd rather\b", "the user would rather"),
    (r"(?i)\bi'll\b", "the user will"),
    (r"(?i)\bi'd\b", "the user would"),
    (r"(?i)\b(?:i do not|i don't)\b", "the user doesn't"),
    (r"(?i)\bi haven't\b", "the user hasn't"),
)
_REST_EN = (
    (r"\bI\b", "the user"),
    (r"(?i)\bmyself\b", "themself"),
    (r"(?i)\bmine\b", "theirs"),
    (r"(?i)\bme\b", "them"),
)
_THIRD_ZH = (
    (r"我自己|本人", "用户自己"),
    (r"咱们|我们|俺们", "用户一方"),
    (r"(?<!自)我|俺", "用户"),
)


def third_person(clause: str, language: Language) -> str:
    """Return ``clause`` as a sentence about the user, with a full stop."""
    text = re.sub(r"\s+", " ", clause).strip(" ,，.。!！;；:：?？…~～")
    if not text:
        return text
    if language == "zh":
        for pattern, word in _THIRD_ZH:
            text = re.sub(pattern, word, text)
        head, user, rest = text.partition("用户")
        return head + user + re.sub(r"用户(?=的|[^，。]{1,4}(?:住|在|都))", "自己", rest) + "。"
    text = _third_en(text.replace("’", "'"))
    return text[0].upper() + text[1:] + "."


def second_person(content: str, language: Language) -> str:
    """Return a sentence about the user as one said to the user, without the full stop."""
    text = content.strip().rstrip(".。")
    if language == "zh":
        return re.sub(r"用户(?:自己)?", "你", text.replace("用户一方", "你们"))
    text = re.sub(r"(?i)\bthe user's\b", "your", text)
    adverbs = rf"(?:(?:\w+ly|{'|'.join(_ADVERBS.split())}) )*"
    text = re.sub(rf"(?i)\bthe user ({adverbs})(\S+)", _second_verb, text)
    text = re.sub(r"(?i)\b(?:the user|them)\b", "you", text)
    return re.sub(r"(?i)\btheir\b", "your", text)


def to_you(words: str, language: Language) -> str:
    """Return the speaker's own words as they are said to him: "my dog" is "your dog"."""
    said = second_person(third_person(words, language), language)
    kept = said[:1].casefold() == words[:1].casefold()
    return (words[0] if kept else said[0].lower()) + said[1:] if said else words


def _third_en(text: str) -> str:
    for pattern, word in _FIRST_EN:
        text = re.sub(pattern, word, text)
    text = re.sub(r"(?i)\bmy\b", "the user's", text, count=1)
    text = re.sub(r"(?i)\bmy\b", "their", text)
    text = re.sub(
        rf"\b[Ii] ((?:(?:{'|'.join(_ADVERBS.split())}) )*)([a-z']+)(?=\W|$)",
        _third_verb,
        text,
        count=1,
    )
    if "the user" not in text:
        text = re.sub(r"(?i)\bme\b", "the user", text, count=1)
    for pattern, word in _REST_EN:
        text = re.sub(pattern, word, text)
    text = re.sub(r"(?i)\b(the user.*?)\bthe user's\b", r"\1their", text)
    return re.sub(r"\bdoesn't like\b", "dislikes", text)


def _third_verb(match: re.Match[str]) -> str:
    return f"the user {match.group(1)}{_conjugate(match.group(2))}"


def _conjugate(verb: str) -> str:
    if verb in _UNCHANGED.split() or verb.endswith("ed") or "'" in verb:
        return verb
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if re.search(r"(?:s|x|z|ch|sh)$", verb):
        return verb + "es"
    return verb[:-1] + "ies" if re.search(r"[^aeiou]y$", verb) else verb + "s"


def _second_verb(match: re.Match[str]) -> str:
    adverbs, verb = match.group(1), match.group(2)
    fixed = {"is": "are", "has": "have", "does": "do", "was": "were", "doesn't": "don't"}
    fixed |= {"isn't": "aren't", "hasn't": "haven't", "goes": "go"}
    return f"you {adverbs}{fixed.get(verb) or _base(verb)}"


def _base(verb: str) -> str:
    if verb in _UNCHANGED.split() or not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    return verb[:-2] if re.search(r"(?:ss|x|zz|ch|sh)es$", verb) else verb[:-1]
