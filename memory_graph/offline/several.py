"""Several questions in one message, each to be answered by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from memory_graph.offline.asking import AGENDA, TASTE
from memory_graph.offline.phrases import pick
from memory_graph.offline.relevance import read_query
from memory_graph.offline.segment import clauses
from memory_graph.types import Language

_JOINED = {
    "en": (
        r"(?i),?\s+(?:and|or)\s+(?=(?:also\s+)?(?:what|where|when|who|whose|which|how|why|do|does|"
        r"did|is|are|am|was|were|have|has|my)\b)"
    ),
    "zh": r"(?:和|以及|还有|跟)(?=我)",
}
_LEANING = {
    "en": r"(?i)\b(?:he|she|they|it|him|her|hers|his|their|them|there|that|those|one|else)\b",
    "zh": r"[他她它]|那[里儿个边]|这[里儿个边]|其他|别的|还有(?:什么|谁|哪)",
}


def answer_each(text: str, language: Language, answer: Callable[[str], str], unknown: str) -> str:
    """Answer every question of a message; of what stays ``unknown`` it is said once.

    Where one leans on another they are taken as one first.
    """
    asked = questions_in(text, language)
    standing = [one for one in asked if not _leans(one, language)]
    is_one = len(asked) == 1
    whole = answer(text) if is_one or len(standing) < len(asked) else unknown
    if is_one or whole != unknown:
        return whole
    told = list(dict.fromkeys(map(answer, standing)))
    said = [one for one in told if one != unknown]
    if not said:
        return unknown
    if len(said) < len(told) or len(standing) < len(asked):
        said.append(pick(language, "I have nothing noted for the rest.", "其余的我没有记录。"))
    return pick(language, " ", "").join(said)


def questions_in(text: str, language: Language) -> list[str]:
    """The questions of a message; the message as it is, unless there are several that stand."""
    parts = list(_parts(text, language))
    if len(parts) < 2 or not all(_leans(one, language) or _stands(one, language) for one in parts):
        return [text]
    return parts


def _leans(part: str, language: Language) -> bool:
    """Whether a question means something that is named elsewhere: “where does she live?”."""
    return re.search(_LEANING[language], part) is not None


def _parts(text: str, language: Language) -> Iterator[str]:
    for clause in clauses(text, language):
        if clause.mood == "asked":
            yield from re.split(_JOINED[language], clause.text)


def _stands(part: str, language: Language) -> bool:
    """Whether a part asks for something by itself, as “and where?” does not."""
    if re.search(TASTE[language], part) or re.search(AGENDA[language], part):
        return True
    query = read_query(part, language)
    return bool(query.attribute or query.about or query.concepts or query.terms)
