"""Where a value stands in a sentence, word for word, and what takes its place. Pure.

Case, width and the number of blanks make no difference. A word of a spaced script or a number must
stand alone (“Rome” is not said by “Romeo”, “1” not by “10” or “1.5”, “三” not by “三十”); Chinese
has no blanks, so any place of a Chinese name counts.
"""

from __future__ import annotations

import re
import unicodedata

from memory_graph.text.clean import normalise_name
from memory_graph.text.language import CJK_CLASS
from memory_graph.text.query_words import NEGATION

_SPACED = f"[^\\W_{CJK_CLASS}]"
_NUMERAL = "[〇零一二三四五六七八九十百千万亿两0-9]"
_ENDING = " .!?。！？…"
_AGAINST = re.compile(r"\b(?:dislikes?|hates?|detests?|avoids?)\b|讨厌|反感|厌恶")
_JOINS = re.compile(
    r"[,;:!?，；：。！？、()（）“”\"]|\b(?:and|or|but|not|with|who|which|that|because|since|until|"
    r"for|in|at|on|from|to|is|was|as|then)\b|并且|而且|但|因为|所以|然后|以及|和他|和她"
)
"""What shows that words in the place of a value are more than a value."""
_LONGEST_WORDS, _LONGEST_HAN = 5, 12
_VOWEL = re.compile(r"(?i)(?!uni|use|euro|one\b|once)[aeiou]|hour|honest|heir")


def places(text: str, words: str | None) -> list[tuple[int, int]]:
    """Where ``words`` stand in ``text``, as spans; none for nothing."""
    plain = " ".join(folded(words or "").split())
    if not plain:
        return []
    body = r"\s+".join(re.escape(part) for part in plain.split(" "))
    pattern = _edge(plain[0], before=True) + body + _edge(plain[-1], before=False)
    return [match.span() for match in re.finditer(pattern, folded(text))]


def says(text: str, words: str | None) -> bool:
    """True when ``words`` stand in ``text``."""
    return bool(places(text, words))


def folded(text: str) -> str:
    """The text without case and width, character for character, so that places stay."""
    return "".join(_folded(char) for char in text)


def put_in(text: str, span: tuple[int, int], words: str) -> str:
    """The text with other words in a place; its first letter and an “a” or “an” before it fit."""
    before = text[: span[0]]
    article = re.search(r"(?i)\b(a)(n?) $", before)
    if article and _fits(article[2], text[slice(*span)]):
        before = before[: article.start(2)] + ("n" if _VOWEL.match(words) else "") + " "
    if not before and text[:1].isupper():
        words = words[:1].upper() + words[1:]
    return before + words + text[span[1] :]


def with_article(old: str, words: str) -> str:
    """``words`` with an article when ``old`` has one: “an engineer”, so “a doctor”."""
    if not re.match(r"(?i)an? ", old) or re.match(r"(?i)(?:an?|the) ", words):
        return words
    return f"{'an' if _VOWEL.match(words) else 'a'} {words}"


def exchanged(old: str, new: str, words: str | None) -> str | None:
    """What stands in ``new`` where ``words`` stood in ``old``, the rest of it being the same.

    None when the rest differs, when ``words`` stand in ``old`` twice or not at all, and when what
    took their place is not a short name but further words of the sentence.
    """
    if words is None or len(found := places(_level(old), words)) != 1:
        return None
    (start, end), text = found[0], _level(old)
    for before in _openings(text[:start]):
        middle = _between(before, text[end:], _level(new))
        if middle and _is_like(middle, words):
            return middle
    return None


def negates(text: str) -> bool:
    """True when a sentence denies something, or is against it."""
    plain = folded(text).replace("’", "'")
    return bool(NEGATION.search(plain) or _AGAINST.search(plain))


def _folded(char: str) -> str:
    plain = unicodedata.normalize("NFKC", char).casefold()
    return plain if len(plain) == 1 else char


def _edge(char: str, *, before: bool) -> str:
    """What must not stand beside the first or the last character of a word."""
    if re.match(_NUMERAL, char):
        more = f"{_NUMERAL}|{_SPACED}"
        return f"(?<![0-9][.,:])(?<!{more})" if before else f"(?!{more}|[.,:][0-9])"
    if re.match(_SPACED, char):
        return f"(?<!{_SPACED})(?<!{_SPACED}-)" if before else f"(?!{_SPACED}|-{_SPACED})"
    return ""


def _fits(article_end: str, words: str) -> bool:
    """True when the article went with the old words, so that it is one."""
    return bool(article_end) == bool(_VOWEL.match(words))


def _level(text: str) -> str:
    return " ".join(text.split()).rstrip(_ENDING)


def _openings(before: str) -> list[str]:
    """The words before a value, with either article."""
    if re.search(r"(?i)\ban $", before):
        return [before, before[:-2] + " "]
    return [before, before[:-1] + "n "] if re.search(r"(?i)\ba $", before) else [before]


def _between(before: str, after: str, text: str) -> str | None:
    frame = folded(before), folded(after)
    if not re.search(r"\w", before + after) or len(text) <= len(before) + len(after):
        return None
    plain = folded(text)
    if not (plain.startswith(frame[0]) and plain.endswith(frame[1])):
        return None
    middle = text[len(before) : len(text) - len(after)]
    return middle.strip() if places(text, middle.strip()) else None


def _is_like(middle: str, words: str) -> bool:
    """True for a name as short and plain as a value is."""
    plain, known = folded(middle), folded(words)
    joined = set(_JOINS.findall(plain)) - set(_JOINS.findall(known))
    listed = known in plain and re.search("[和与跟或]", plain.replace(known, ""))
    denied = NEGATION.search(plain) and not NEGATION.search(known)
    han = len(re.findall(f"[{CJK_CLASS}]", plain))
    short = len(plain.split()) <= max(_LONGEST_WORDS, len(known.split()) + 1)
    return short and han <= max(_LONGEST_HAN, len(known) + 2) and not (joined or listed or denied)


def same_name(one: str | None, other: str | None) -> bool:
    """True for two spellings of one name, also when both are missing."""
    return normalise_name(one or "") == normalise_name(other or "")
