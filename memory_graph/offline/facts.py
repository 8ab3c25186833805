"""Matches the rules of a grammar on one clause and fills the facts they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import NamedTuple

from memory_graph.offline.draft import Said, confidence
from memory_graph.offline.rule import Fact, Grammar, Rule, compile_rule, fill, match_rule
from memory_graph.offline.rules_en import english
from memory_graph.offline.rules_zh import chinese
from memory_graph.offline.voice import third_person
from memory_graph.text.times import TimePhrase, format_date, format_time
from memory_graph.types import Candidate, Language, Relation

_COARSE = frozenset({"day", "week", "weekend", "month", "season", "quarter", "year", "range"})
_NOW = re.compile(r"(?i)^(?:now|today|currently|nowadays|现在|今天|目前|如今)$")
_GREETING = re.compile(
    r"(?i)^\W*(?:hi|hello|hey|good (?:morning|evening|afternoon)|大家好|你好|您好|嗨|哈喽|"
    r"早上好|下午好|晚上好)(?: there| all| everyone)?[,!. ，！。]*$"
)


@dataclass(frozen=True, slots=True)
class Heard:
    """What was found so far in a turn, for clauses that lean on the one before."""

    candidates: tuple[Candidate, ...] = ()
    rule: str = ""
    sentence: int = -1
    first_person: bool = False

    def then(self, said: Said, found: Heard) -> Heard:
        """Return the state after one more clause."""
        first = re.search(
            r"(?i)(?:^|^[\w\s,]{0,30}\s)(?:i|i'm|i've|my)\b|^.{0,12}?[我俺]", said.text
        )
        same = said.clause.sentence == self.sentence
        stated = said.clause.mood == "stated"
        third = re.match(r"(?i)(?:he|she|they|you|your)\b|他|她|你|您|人家", said.text) is not None
        return Heard(
            rule=found.rule,
            sentence=said.clause.sentence,
            first_person=stated
            and not third
            and (first is not None or (same and self.first_person)),
        )


class Bare(NamedTuple):
    """A clause without its time words; ``places`` maps each character back, -1 where added."""

    text: str
    places: tuple[int, ...]
    phrase: TimePhrase | None


def grammar(language: Language) -> Grammar:
    """Return the grammar of a language."""
    return english() if language == "en" else chinese()


@cache
def _rules(language: Language) -> tuple[tuple[Rule, re.Pattern[str]], ...]:
    known = grammar(language)
    return tuple((rule, compile_rule(rule, known)) for rule in known.rules)


def find_facts(said: Said, heard: Heard) -> Heard:
    """Return the facts of the first rule that matches the clause."""
    for bare in _variants(said, heard):
        for rule, pattern in _rules(said.language):
            match = _match(rule, pattern, bare, said, heard)
            if match is not None:
                return Heard(tuple(_facts(rule, match, bare, said)), rule.name)
    return Heard()


def _variants(said: Said, heard: Heard) -> Iterator[Bare]:
    """Yield the clause without times, then whole; each also with the subject it leans on."""
    whole = Bare(said.text, tuple(range(len(said.text))), None)
    phrases = said.windows()
    options = [_without(said.text, phrases), whole] if phrases else [whole]
    yield from options
    if heard.first_person and heard.sentence == said.clause.sentence:
        subject = "我" if said.language == "zh" else "i "
        added = (-1,) * len(subject)
        yield from (Bare(subject + b.text, added + b.places, b.phrase) for b in options)


def _without(text: str, phrases: tuple[TimePhrase, ...]) -> Bare:
    kept = [i for i in range(len(text)) if not any(p.start <= i < p.end for p in phrases)]
    while kept and text[kept[0]] in " ,，从在自于":
        kept.pop(0)
    kept = [i for at, i in enumerate(kept) if at == 0 or text[i] + text[kept[at - 1]] != "  "]
    phrase = next((p for p in phrases if not _NOW.match(p.words)), None)
    return Bare("".join(text[i] for i in kept), tuple(kept), phrase)


def _match(
    rule: Rule, pattern: re.Pattern[str], bare: Bare, said: Said, heard: Heard
) -> re.Match[str] | None:
    match = match_rule(pattern, bare.text, grammar(said.language).deny)
    if match is None or not _fits_time(rule, bare.phrase, said):
        return None
    if rule.follows and not heard.rule.startswith(rule.follows):
        return None
    if rule.greeted and not _GREETING.match(said.turn.content[: said.start]):
        return None
    return match


def _fits_time(rule: Rule, phrase: TimePhrase | None, said: Said) -> bool:
    """Tell if the rule's demand for a time is met."""
    if rule.when in {"never", "since", "span"}:
        return True
    if phrase is None or phrase.precision not in _COARSE:
        return False
    if rule.when == "lasting":
        return phrase.direction == "open_end"
    return rule.when == "dated" or phrase.since < said.now


def _facts(rule: Rule, match: re.Match[str], bare: Bare, said: Said) -> Iterator[Candidate]:
    groups = {name: _original(bare, said, match.span(name)) for name in match.groupdict()}
    groups = {name: words for name, words in groups.items() if words}
    for item in _items(groups.get(rule.listed, ""), said.language):
        filled = fill({**groups, rule.listed: item} if rule.listed else groups)
        whole = groups.get(rule.listed) if item != groups.get(rule.listed) else None
        for fact in rule.facts:
            if not fact.needs or fact.needs in filled:
                yield _candidate(rule, fact, filled, (whole, item), bare.phrase, said)


def _original(bare: Bare, said: Said, span: tuple[int, int]) -> str:
    """Return the words of a group as they stand in the message, time words left out."""
    places = [i for i in bare.places[slice(*span)] if i >= 0] if span[0] >= 0 else []
    text = "".join(said.words[i] for i in places)
    return re.sub(r"\s+", " ", text).strip(" ,，.。\"'“”")


def _items(words: str, language: Language) -> list[str]:
    items = [i.strip() for i in re.split(grammar(language).lists, words) if i.strip()]
    short = all(len(i.split()) <= 3 and len(i) <= 24 for i in items)
    fixed = re.search(r"(?i)rock and roll|fish and chips|drum and bass|mac and cheese", words)
    return items if len(items) > 1 and short and not fixed else [words]


def _candidate(
    rule: Rule,
    fact: Fact,
    filled: dict[str, str],
    items: tuple[str | None, str],
    phrase: TimePhrase | None,
    said: Said,
) -> Candidate:
    since, until = _window(rule, phrase)
    content = _content(fact, filled, items, said)
    if phrase is not None and since is not None:
        content = _dated(content, phrase, said.language)
    relations = tuple(
        Relation(source=_put(a, filled), name=_put(b, filled), target=_put(c, filled))
        for a, b, c in fact.relations
        if all(_known(part, filled) for part in (a, b, c))
    )
    people = [
        filled[name]
        for name in ("person", "other", "employer", "place", "project")
        if name in filled
    ]
    return Candidate(
        tier="semantic",
        kind=fact.kind,
        content=content,
        subject=_put(fact.subject, filled),
        attribute=_put(fact.attribute, filled),
        value=_put(fact.value, filled),
        cardinality=fact.cardinality,
        polarity=fact.polarity,
        event_from=since,
        event_to=until,
        event_words=phrase.words[:200] if phrase is not None and since is not None else None,
        entities=tuple(dict.fromkeys(people)),
        relations=relations,
        importance=fact.importance,
        confidence=confidence(said, rule.confidence),
        sensitivity=fact.sensitivity,
        evidence=said.evidence(),
        language=said.language,
    )


def _put(template: str, filled: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda m: filled.get(m[1], ""), template)[:200]


def _known(template: str, filled: dict[str, str]) -> bool:
    return all(name in filled for name in re.findall(r"\{(\w+)\}", template))


def _content(fact: Fact, filled: dict[str, str], items: tuple[str | None, str], said: Said) -> str:
    if fact.say:
        say = _put(fact.say, filled)
        return say if said.language == "zh" or say.endswith(".") else say + "."
    whole, item = items
    words = said.words
    if whole:
        words = re.sub(r"都(?=过敏|喜欢|去过|不)", "", words.replace(whole, item))
    if said.language == "zh":
        named = words if re.search(r"我|俺|本人", words) or fact.subject != "user" else "我" + words
        return third_person(named, "zh")
    leans = fact.subject == "user" and re.match(
        r"(?i)(?:hate|like|love|live|work|prefer|can't|don't|never|dislike|enjoy)\b", words
    )
    return third_person(f"I {words}" if leans else words, "en")


def _window(rule: Rule, phrase: TimePhrase | None) -> tuple[datetime | None, datetime | None]:
    if phrase is None or rule.when == "never" or phrase.precision not in _COARSE:
        return None, None
    if phrase.direction == "open_start":
        return None, None
    if rule.when in {"since", "lasting"} or phrase.direction == "open_end":
        return phrase.since, None
    return phrase.since, phrase.until


def _dated(content: str, phrase: TimePhrase, language: Language) -> str:
    """Add the real date, since "last month" means nothing later on."""
    date = format_time(phrase.since, phrase.until, language)
    if phrase.direction == "open_end":
        day = format_date(phrase.since, language)
        date = f"自{day}起" if language == "zh" else f"since {day}"
    if date in content:
        return content
    return f"{content[:-1]}（{date}）。" if language == "zh" else f"{content[:-1]} ({date})."
