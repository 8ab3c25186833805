"""Finds what the user tells memory to do: remember this, forget that, behave so from now on."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from memory_graph.offline.asking import forgets_all
from memory_graph.offline.draft import Said, confidence
from memory_graph.offline.lexicon import concepts
from memory_graph.offline.patterns import (
    ANSWERING,
    BEHAVIOUR,
    FORGET,
    LASTING,
    NOT_FORGET,
    NOT_REMEMBER,
    REMEMBER,
)
from memory_graph.offline.topics import attribute_of
from memory_graph.offline.voice import third_person
from memory_graph.types import Candidate, Language

_FROM_MEMORY = r"(?i)\b(?:delete|erase|remove|wipe|keep)\b"
_RULES = {
    "reply_language": (
        r"(?i)english|chinese|french|german|spanish|japanese|中文|英文|英语|" r"汉语|法语|德语|日语"
    ),
    "reply_format": r"(?i)bullet|list|table|markdown|numbered|要点|列表|表格|分点|列点",
    "reply_length": (
        r"(?i)short|brief|concise|long|detail|sentences?|words|简短|简洁|简单|"
        r"详细|长|句|字以内|啰嗦"
    ),
    "tone": r"(?i)formal|polite|casual|friendly|正式|礼貌|客气|随意|友好|口语",
}


def strip_remember(said: Said) -> Said | None:
    """Return the rest of "remember that …", or None when the clause is no such command."""
    match = re.match(REMEMBER[said.language], said.text)
    if match is None:
        return None
    rest = said.after(match.end(), remembered=True)
    if not rest.text.strip(" .。!！") or re.match(NOT_REMEMBER[said.language], rest.text):
        return None
    return rest


def find_rule(said: Said) -> Candidate | None:
    """Return how the assistant is told to behave from now on, or None."""
    if re.match(BEHAVIOUR[said.language], said.text) is None:
        return None
    lasts = re.search(LASTING[said.language], said.text) is not None
    if not lasts and not (said.remembered and re.search(ANSWERING[said.language], said.text)):
        return None
    text = said.words.strip(" ,，.。!！")
    attribute = next((k for k, p in _RULES.items() if re.search(p, text)), None)
    stop = "。" if said.language == "zh" else "."
    return Candidate(
        tier="procedural",
        kind="rule",
        content=text[:1].upper() + text[1:] + stop,
        subject="assistant",
        attribute=f"rule:{attribute}" if attribute else "rule",
        value=text[:200],
        cardinality="single" if attribute else "many",
        importance=0.8,
        confidence=confidence(said, 0.95),
        evidence=said.evidence(),
        language=said.language,
    )


def remembered_fact(said: Said) -> Candidate | None:
    """Return what follows "remember that …" as it stands, when no rule understands it."""
    words = said.words.strip()
    if len(words) < 2 or re.fullmatch(r"[\d\W_]*", words):  # the "1." of a list is no fact
        return None
    content = third_person(words, said.language)
    if said.language == "en" and content.lower().startswith("to "):
        content = f"The user wants to remember {content[0].lower()}{content[1:]}"
    elif said.language == "zh" and said.text[0] in "买带去交还打给做发写吃叫问找":
        content = f"用户要记得{content}"
    return Candidate(
        tier="semantic",
        kind="fact",
        content=content,
        importance=0.8,
        confidence=confidence(said, 0.9),
        evidence=said.evidence(),
        language=said.language,
    )


def _mine(topic: str, language: Language) -> str:
    """Take "the boss" after "what I told you about" for "my boss"."""
    bare = re.sub(r"(?i)^(?:the|my|我的?)\s*|的事情?$|的$", "", topic)
    return f"我的{bare}" if language == "zh" else f"my {bare}"


def _slot_of_its_own(stated: Sequence[Candidate]) -> Candidate | None:
    """Return the statement whose slot says what it is about, as ``preference:tea`` does."""
    return next((one for one in stated if ":" in (one.attribute or "")), None)


def find_forget(said: Said, stated: Callable[[Said], Sequence[Candidate]]) -> Candidate | None:
    """Return what the user wants forgotten, or None; ``stated`` says what a clause states.

    "Forget that I like sushi" means the memory that "I like sushi" would make, however it was said.
    """
    match = re.match(FORGET[said.language], said.text)
    if match is None or forgets_all(said.text):
        return None
    group = "topic2" if said.language == "zh" and match["topic2"] else "topic"
    topic = said.words[slice(*match.span(group))].strip(" ,，.。!！")
    if not topic or re.match(NOT_FORGET[said.language], topic):
        return None
    files = said.language == "en" and re.match(_FROM_MEMORY, said.text.removeprefix("please "))
    if files and not (match["about"] or match["scope"]):
        return None
    attribute, value = attribute_of(topic, said.language)
    if attribute is None and match["about"]:
        attribute, value = attribute_of(_mine(topic, said.language), said.language)
    text = said.text[slice(*match.span(group))].rstrip(" ,，.。!！")
    told = replace(said, text=text, start=said.start + match.start(group))
    slot = None if attribute else _slot_of_its_own(stated(told))
    content = (
        f"用户要求忘掉：{topic}。"
        if said.language == "zh"
        else f"The user wants this forgotten: {topic}."
    )
    return Candidate(
        tier="semantic",
        kind="fact",
        content=content,
        subject=slot.subject if slot else "user",
        attribute=slot.attribute if slot else attribute,
        value=value,
        cardinality="single" if slot or attribute else "many",
        retires=True,
        replaces_hint=topic[:400],
        entities=tuple(sorted(concepts(topic)))[:32],
        importance=0.8,
        confidence=0.95,
        evidence=said.evidence(),
        language=said.language,
    )
