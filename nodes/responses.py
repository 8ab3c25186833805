"""What a person answers to a review, read by the rules as if it had been said in the same breath.

“No, eggs”, behind the words it is about, is what the rules already understand of a speaker who puts
something right while speaking. Pure, but for the reading itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memory_graph.edits.reading import first_person
from memory_graph.nodes.remarks import judges
from memory_graph.stores.keys import dedupe_key
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate, Turn

Read = Callable[[Sequence[Turn]], list[Candidate]]

_INSTEAD = {"en": "No wait, ", "zh": "不对，"}
_ADDS = re.compile(r"(?i)\b(?:also|too|as well|besides|and)\b|[也还]|另外|以及")
_NOT_BUT = re.compile(
    r"(?i)^(?:no\W+)?(?:it'?s )?not [^,;，]+?(?:[,;，]\s*(?:but\b)?| but\b)|"
    r"^不是[^，,]+?(?:[，,]而?|而)(?=是)"
)
_END = " ,.!;，。！；、"
_STOP = {"en": ". ", "zh": "。"}


@dataclass(frozen=True, slots=True)
class Response:
    """A person's words, and the words of the user that they are about."""

    words: str
    about: str = ""


def read_with_responses(
    turns: Sequence[Turn], responses: Sequence[Response], read: Read
) -> list[Candidate]:
    """What the rules read of turns that a person has put right, one response after the other.

    A response in which they understand nothing new changes nothing. Evidence stays what was said.
    """
    found, blocks = read(turns), dict[str, str]()
    for one in responses:
        for block in _blocks(one.words, blocks.get(one.about, "")):
            tried = blocks | {one.about: block}
            again = read([_with(turn, tried, turns) for turn in turns])
            if _is_heard(found, again):
                found, blocks = [_as_said(candidate, turns, tried) for candidate in again], tried
                break
    return found


def _is_heard(before: Sequence[Candidate], after: Sequence[Candidate]) -> bool:
    """True when something new is stated, and nothing is gone that was not put right."""
    known = {dedupe_key(one) for one in before}
    is_new = any(dedupe_key(one) not in known for one in after)
    return is_new and {_slot(one) for one in before} <= {_slot(one) for one in after}


def _slot(candidate: Candidate) -> tuple[str, str]:
    """What a candidate is about, without its value: an allergy, a home."""
    return candidate.subject, (candidate.attribute or "").partition(":")[0]


def _blocks(words: str, earlier: str) -> list[str]:
    """What may stand behind the words that a response is about, the likeliest first.

    It follows an earlier response to them, or takes its place; one that adds something corrects
    nothing, and one that only judges, as “ok” does, is not heard.
    """
    if judges(words):
        return []
    language = detect_language(words, default="en")
    stop, instead = _STOP[language], _INSTEAD[language]
    own = first_person(words).strip().rstrip(_END)
    plain = f"{stop}{own}{stop}"
    if _ADDS.search(words):
        return [earlier + plain]
    value = _NOT_BUT.sub("", own).strip(_END)  # “not nuts, but eggs” says what it is instead
    corrections = [f"{stop}{instead}{one}{stop}" for one in dict.fromkeys((own, value)) if one]
    return [*(earlier + one for one in corrections), *corrections, earlier + plain]


def _with(turn: Turn, blocks: Mapping[str, str], turns: Sequence[Turn]) -> Turn:
    """A turn with the responses behind the words they are about, else at the end of the last."""
    text = turn.content
    for about, block in blocks.items():
        if _place(turns, about) is not turn:
            continue
        end = text.find(about) + len(about) if about in text and about else len(text)
        text = text[:end].rstrip(_END) + block + text[end:].lstrip(_END)
    return turn.model_copy(update={"content": text.strip()})


def _place(turns: Sequence[Turn], about: str) -> Turn | None:
    """The turn that holds the words; the last of the user's where none does."""
    own = [one for one in turns if one.role == "user"]
    return next((one for one in own if about and about in one.content), own[-1] if own else None)


def _as_said(
    candidate: Candidate, turns: Sequence[Turn], blocks: Mapping[str, str]
) -> Candidate:  # fmt: skip
    """The candidate with a span that was said, not one that reaches into a response."""
    span = candidate.evidence.span
    if any(span in one.content for one in turns):
        return candidate
    said = (
        about
        for about, block in blocks.items()
        if about and (about.rstrip(_END) in span or span in block)
    )
    evidence = candidate.evidence.model_copy(update={"span": next(said, span)})
    return candidate.model_copy(update={"evidence": evidence})
