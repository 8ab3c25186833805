"""Looks words up: the language-neutral id of a topic, a relation or a technology."""

from __future__ import annotations

import re
from functools import cache

from memory_graph.offline.words import CHOICES, CONCEPTS, RELATIONS, TECHNOLOGY, TOPICS
from memory_graph.offline.words_places import CITIES_ZH, PLACES
from memory_graph.types import Language


@cache
def _aliases(which: str) -> dict[str, str]:
    tables = {"topics": TOPICS + PLACES, "places": PLACES, "relations": RELATIONS}
    table = {**tables, "concepts": CONCEPTS}[which]
    pairs: dict[str, str] = {}
    for line in filter(None, table.splitlines()):
        key, _, words = line.partition(":")
        for word in re.split(r"[;,]", words):
            pairs.setdefault(word.strip().casefold(), key.strip())
    return pairs


_LIGHT = re.compile(
    r"^(?:(?:to |the |a |an |my |some |any |all |eating |drinking |playing "
    r"|watching |listening to |"
    r"eat |drink |play |watch |listen to |doing |going )+|[吃喝看听玩打踢做]+(?=..))",
    re.IGNORECASE,
)


_PART_OF_DAY = re.compile(
    r"^(?:早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里)|\s+(?:in the (?:morning|afternoon|"
    r"evening)|at night)$"
)


def topic(words: str) -> str:
    """Return the language-neutral id of a well-known object, else the words normalised."""
    plain = re.sub(r"\s+", " ", words).strip(" .,。，的了").casefold()
    choice = next((key for pattern, key in CHOICES if re.fullmatch(pattern, plain)), None)
    if choice is not None:
        return choice
    aliases = _aliases("topics")
    light = _LIGHT.sub("", plain)
    untimed = _PART_OF_DAY.sub("", plain).strip()
    known = (
        aliases.get(untimed)
        or aliases.get(plain)
        or aliases.get(light)
        or aliases.get(plain.lstrip("吃喝看听玩抽"))
    )
    return (known or light or plain)[:120]


def relation_id(word: str) -> str:
    """Return the language-neutral id of a relation word: 同事 and colleague give ``colleague``."""
    plain = word.strip().casefold()
    return _aliases("relations").get(plain) or _aliases("relations").get(plain.rstrip("s"), plain)


_SINGLE = frozenset(
    [
        "wife",
        "husband",
        "partner",
        "spouse",
        "mother",
        "father",
        "boss",
        "mother_in_law",
        "father_in_law",
    ]
)
_FAMILY = _SINGLE | frozenset(
    [
        "sister",
        "brother",
        "son",
        "daughter",
        "grandmother",
        "grandfather",
        "parents",
        "grandparents",
        "parents_in_law",
    ]
)


WOMEN = frozenset(
    [
        "wife",
        "mother",
        "mother_in_law",
        "sister",
        "sister_in_law",
        "daughter",
        "grandmother",
        "aunt",
        "niece",
    ]
)
MEN = frozenset(
    [
        "husband",
        "father",
        "father_in_law",
        "brother",
        "brother_in_law",
        "son",
        "grandfather",
        "uncle",
        "nephew",
    ]
)
PETS = frozenset(["dog", "cat", "pet"])


def is_single(relation: str) -> bool:
    """Tell if a person has one such relation at a time."""
    return relation in _SINGLE


def is_family(relation: str) -> bool:
    """Tell if "my sister", without a name, most likely means the same person each time."""
    return relation in _FAMILY


@cache
def relation_words(language: Language) -> str:
    """Return the relation words of a language as one regular expression, longest first."""
    words = [w for w in _aliases("relations") if w.isascii() or "é" in w]
    if language == "zh":
        words = [w for w in _aliases("relations") if ord(w[0]) > 0x2E80]
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def is_place(name: str) -> bool:
    """Tell if a name is that of a well-known city or country, which employs nobody."""
    return name.strip().casefold() in _aliases("places") or name in CITIES_ZH.split()


def cities() -> str:
    """Return the Chinese names of well-known places as one regular expression."""
    return "|".join([*(n for n in _aliases("places") if not n.isascii()), *CITIES_ZH.split()])


@cache
def _technologies() -> dict[str, str]:
    pairs = {}
    for line in TECHNOLOGY.strip().splitlines():
        key, _, words = line.partition(":")
        pairs.update({word.strip(): key.strip() for word in words.split(",")})
    return pairs


def technology(name: str) -> str | None:
    """Return the kind of technology a product name belongs to, or None."""
    plain = name.strip(" .。").casefold()
    if plain in _technologies():
        return _technologies()[plain]
    return "database" if re.fullmatch(r"[a-z0-9]+(?:db|sql)", plain) else None


@cache
def _concept_patterns() -> tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...]:
    """Of each well-known thing its id, its words, and the pattern that finds them as words."""
    words: dict[str, list[str]] = {}
    for which in ("topics", "concepts", "relations"):
        for word, key in _aliases(which).items():
            words.setdefault(key, []).append(word)
    return tuple(
        (key, tuple(found), re.compile("|".join(map(_as_word, found))))
        for key, found in words.items()
    )


def _as_word(word: str) -> str:
    edge = r"(?<![a-z]){}(?:e?s)?(?![a-z])" if word.isascii() else "{}"
    return edge.format(re.escape(word))


def concepts(text: str) -> frozenset[str]:
    """Return the language-neutral ids of the well-known things a text mentions."""
    plain = text.casefold()
    return frozenset(
        key for key, words, pattern in _concept_patterns()
        if any(word in plain for word in words) and pattern.search(plain)
    )  # fmt: skip


def without_concepts(text: str) -> str:
    """Return the text with the words of well-known things blanked out."""
    plain = text.casefold()
    for _, _, pattern in _concept_patterns():
        plain = pattern.sub(" ", plain)
    return plain


@cache
def words_of(key: str) -> tuple[str, ...]:
    """Return the words of both languages for an id."""
    tables = map(_aliases, ("topics", "concepts", "relations"))
    return tuple(word for table in tables for word, found in table.items() if found == key)


@cache
def topic_word(key: str, language: Language) -> str | None:
    """Return the word of a language for a topic or relation id, or None when it has none."""
    for which in ("topics", "relations"):
        for word, found in _aliases(which).items():
            if found == key and word.isascii() == (language == "en"):
                return word
    return None
