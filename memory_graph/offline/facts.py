"""Matches the rules of a grammar on one clause and fills the facts they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache

from memory_graph.offline.bare import Bare, looking_ahead, variants
from memory_graph.offline.draft import Said, confidence
from memory_graph.offline.heard import Heard, Who
from memory_graph.offline.opening import is_greeted, opens
from memory_graph.offline.rule import (
    Fact,
    Grammar,
    LazyRule,
    Rule,
    cardinality_of,
    fill,
    match_rule,
)
from memory_graph.offline.rules_en import english
from memory_graph.offline.rules_zh import chinese
from memory_graph.offline.voice import third_person
from memory_graph.offline.windows import dated, moment_of
from memory_graph.text.times import TimePhrase
from memory_graph.types import Candidate, Language, Relation

_COARSE = frozenset({"day", "week", "weekend", "month", "season", "quarter", "year", "range"})
_COVERED = "■"
_ABOUT_ME = frozenset(
    {"age", "from", "is_from", "is_a_job", "at_as", "surname", "i_am", "trait_is"}
)
"""Rules after which a bare "叫…" goes on about the user himself."""
_TELLS_WHO = frozenset({"name", "age", "kin", "kin_called", "their_age"})
"""Rules for what one says of somebody who was just brought up."""
_TIME_WORD = (
    r"(?i)\d|day|week|month|year|morning|night|[天日周年月晨晚]|星期|礼拜|spring|summer|winter|"
    r"\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)"
)
"""What is cut out of a clause and is more than a word like "now" or "actually"."""
_STATES = frozenset({"lives_in", "employer", "job", "team", "school"})
"""What a person has one of now; said of the future it is a plan and replaces nothing yet."""
_STAYS = frozenset({"lives", "work_at", "at_as", "they_live", "they_work", "they_work_as"})
"""Rules whose Chinese wording has no tense: a time that is over says when the state ended."""
_BEGAN = r"开始|起|就(?!职)|至今|以来|到现在"
"""Words that make such a time the beginning of what lasts."""


def _named(say: str) -> Fact:
    tied = (("user", "{rel_id}", "{kin}"),)
    return Fact("relation:{rel_id}", "{kin}", say, "relation", importance=0.7, relations=tied)


def grammar(language: Language) -> Grammar:
    """Return the grammar of a language."""
    return english() if language == "en" else chinese()


@cache
def _rules(language: Language) -> tuple[LazyRule, ...]:
    known = grammar(language)
    return tuple(LazyRule(rule, known) for rule in known.rules)


def find_facts(said: Said, heard: Heard) -> Heard:
    """Return the facts of the first rule that matches the clause."""
    for whole in variants(said, heard):
        for lazy in _rules(said.language):
            plan = lazy.rule.when in {"ahead", "coming"}
            bare = looking_ahead(whole, said) if plan else whole
            match = _match(lazy, bare, said, heard)
            if match is not None and _needs_all(lazy.rule, bare, said):
                break  # "working in the evening" is liked, not just working
            if match is not None:
                found = tuple(_facts(lazy.rule, match, bare, said))
                return Heard(found, lazy.rule.name, who=_who(match, bare, said, found))
    return Heard()


def _needs_all(rule: Rule, bare: Bare, said: Said) -> bool:
    """Tell if the time that was cut out belongs to what is liked or done.

    "In the morning I prefer tea" likes tea; "I don't drink coffee in the evening" may drink it.
    """
    if rule.whole:
        cut = "".join(said.text[at] for at in sorted({*range(len(said.text))} - {*bare.places}))
        return re.search(_TIME_WORD, cut) is not None
    fact, phrase = rule.facts[0], bare.phrase
    if phrase is None or rule.when != "never" or fact.kind != "preference":
        return False
    if not fact.polarity:
        return phrase.precision in {"part_of_day", "hour", "minute"}
    first = re.fullmatch(r"(?i)\W*(?:i|我)?\W*", said.text[: phrase.start]) is not None
    return phrase.precision == "part_of_day" and not first


def _who(match: re.Match[str], bare: Bare, said: Said, found: tuple[Candidate, ...]) -> Who | None:
    """Return the other person the clause was about, for the clauses that follow."""
    if bare.who is not None and not match.groupdict().get("person"):
        return bare.who
    groups = {
        name: _original(bare, said, match.span(name))
        for name in ("rel", "kin", "person")
        if match.groupdict().get(name)
    }
    groups = {**bare.who.groups, **groups} if bare.who else groups
    if "rel" in groups and "person" in groups:  # "my sister's name is Ann": both are said
        groups["kin"] = groups.pop("person")
    if not groups or not found or (found[-1].subject == "user" and "rel" not in groups):
        return None
    if "rel" not in groups:
        return Who(groups["person"], groups)
    mine, gap = ("我", "") if said.language == "zh" else ("my ", " ")
    name = f"{gap}{groups['kin']}" if "kin" in groups else ""
    words = bare.who.words if bare.who else f"{mine}{groups['rel']}"
    return Who(f"{words}{name}", groups)


def _match(lazy: LazyRule, bare: Bare, said: Said, heard: Heard) -> re.Match[str] | None:
    rule = lazy.rule
    if rule.follows and not heard.rule.startswith(rule.follows):
        return None
    if rule.name == "name" and bare.lead and heard.rule not in _ABOUT_ME:
        return None  # "我养了只狗，叫米洛" names the dog
    if _COVERED in bare.text and not rule.quotes:
        return None
    match = match_rule(lazy, bare.text, grammar(said.language).deny)
    if match is None or not _fits_time(rule, bare.phrase, said):
        return None
    begins = (not rule.greeted or is_greeted(said)) and (not rule.opens or opens(said))
    # in "我叫李雷，有个女儿，今年五岁" it is she who is five
    unsure = heard.doubt and rule.name in _TELLS_WHO and bare.lead and not _is_told(bare, match)
    return match if begins and not unsure else None


def _is_told(bare: Bare, match: re.Match[str]) -> bool:
    """Tell if a clause names whom it is about, or is about the one just brought up."""
    named = "rel" in match.groupdict() and match["rel"]
    return bool(named) or (bare.who is not None and bare.who.new)


def _fits_time(rule: Rule, phrase: TimePhrase | None, said: Said) -> bool:
    """Tell if the rule's demand for a time is met."""
    if rule.when in {"never", "since", "span", "ahead"}:
        return True
    if phrase is None or phrase.precision not in _COARSE:
        return False
    if rule.when == "lasting":
        return phrase.direction == "open_end"
    if rule.when == "coming":
        return phrase.since > said.now
    return rule.when == "dated" or phrase.since < said.now


def _facts(rule: Rule, match: re.Match[str], bare: Bare, said: Said) -> Iterator[Candidate]:
    groups = {name: _original(bare, said, match.span(name)) for name in match.groupdict()}
    groups = {name: words for name, words in groups.items() if words}
    if groups.get(rule.listed):  # "coffee but not espresso" is coffee
        groups[rule.listed] = re.split(r"(?i),? but not\b", groups[rule.listed])[0]
    known = {**bare.who.groups, **groups} if bare.who else groups
    if "rel" in known and "kin" in groups:
        filled = fill(known, said.language)
        say = "用户的{rel}叫{kin}。" if said.language == "zh" else "The user's {rel} is {kin}."
        # what is told of her began then; that she is so called did not
        yield _candidate(rule, _named(say), filled, (None, ""), replace(bare, phrase=None), said)
    for item in _items(groups.get(rule.listed, ""), said.language):
        listed = {rule.listed: item} if groups.get(rule.listed) else {}
        filled = fill({**known, **listed}, said.language)
        whole = groups.get(rule.listed) if item != groups.get(rule.listed) else None
        for fact in rule.facts:
            if (not fact.needs or fact.needs in filled) and _known(fact.attribute, filled):
                yield _candidate(rule, fact, filled, (whole, item), bare, said)


def _original(bare: Bare, said: Said, span: tuple[int, int]) -> str:
    """Return the words of a group as they stand in the message, time words left out."""
    places = [i for i in bare.places[slice(*span)] if i >= 0] if span[0] >= 0 else []
    text = "".join(said.words[i] for i in places)
    return re.sub(r"\s+", " ", text).strip(" ,，.。\"'“”")


def _items(words: str, language: Language) -> list[str]:
    known = grammar(language)
    split = re.split(known.lists, words)
    items = [re.sub(f"(?i)^{known.slight}(?=.)", "", i.strip()) for i in split if i.strip()]
    short = all(len(i.split()) <= 3 and len(i) <= 24 for i in items)
    if len(items) == 1:
        return items
    fixed = re.search(r"(?i)rock and roll|fish and chips|drum and bass|mac and cheese", words)
    return items if items and short and not fixed else [words]


def _candidate(
    rule: Rule,
    fact: Fact,
    filled: dict[str, str],
    items: tuple[str | None, str],
    bare: Bare,
    said: Said,
) -> Candidate:
    phrase = bare.phrase
    since, until = _window(rule, phrase, said)
    if phrase is not None and since is not None:
        filled = {**filled, "when": moment_of(phrase)}
    content = _content(fact, filled, items, bare, said)
    if phrase is not None and since is not None:
        content = dated(content, phrase, said.language)
    relations = tuple(
        Relation(source=_put(a, filled), name=_put(b, filled), target=_put(c, filled))
        for a, b, c in fact.relations
        if all(_known(part, filled) for part in (a, b, c))
    )
    people = [
        filled[name]
        for name in ("person", "kin", "other", "employer", "place", "project")
        if name in filled
    ]
    ahead = since is not None and since > said.now
    attribute = _put(fact.attribute, filled).strip()
    planned = ahead and attribute in _STATES
    event = planned or fact.kind == "event"
    # what was there before the change gives way, even when it was told after the change
    replaces = content[:400] if rule.changes and until is None and not ahead else None
    return Candidate(
        tier="episodic" if event else "semantic",
        kind="event" if event else fact.kind,
        content=content,
        subject=_put(fact.subject, filled),
        attribute=f"plan:{attribute}" if planned else attribute,
        value=_bare_value(fact, filled, said.language) or None,
        cardinality=cardinality_of(fact, filled),
        polarity=fact.polarity,
        event_from=since,
        event_to=until,
        event_words=phrase.words[:200] if phrase is not None and since is not None else None,
        entities=tuple(dict.fromkeys(people)),
        relations=relations,
        replaces_hint=replaces,
        importance=fact.importance,
        confidence=confidence(said, rule.confidence),
        sensitivity=fact.sensitivity,
        evidence=said.evidence(),
        language=said.language,
    )


def _bare_value(fact: Fact, filled: dict[str, str], language: Language) -> str:
    """Return the value without a leading article: "a nurse" is nurse."""
    value = _put(fact.value, filled).strip()
    return re.sub(f"^{grammar(language).article}(?=.)", "", value)


def _put(template: str, filled: dict[str, str]) -> str:
    text = re.sub(r"\{(\w+)\}", lambda m: filled.get(m[1], ""), template)
    return text.replace(" .", ".")[:200]


def _known(template: str, filled: dict[str, str]) -> bool:
    return all(name in filled for name in re.findall(r"\{(\w+)\}", template))


def _content(
    fact: Fact, filled: dict[str, str], items: tuple[str | None, str], bare: Bare, said: Said
) -> str:
    if fact.say:
        say = _put(fact.say, filled)
        return say if said.language == "zh" or say.endswith(".") else say + "."
    whole, item = items
    words = bare.lead + said.words[bare.cut :]
    if whole:
        words = re.sub(r"都(?=过敏|喜欢|去过|不)", "", words.replace(whole, item))
    if said.language == "zh" and fact.subject == "user" and not re.search(r"我|俺|本人", words):
        words = "我" + words
    return third_person(words, said.language)


def _window(
    rule: Rule, phrase: TimePhrase | None, said: Said
) -> tuple[datetime | None, datetime | None]:
    if phrase is None or rule.when == "never" or phrase.precision not in _COARSE:
        return None, None
    if phrase.direction == "open_start":
        return None, None
    lasts = rule.when in {"since", "lasting"} and phrase.since <= said.now
    if lasts and phrase.until <= said.now and _is_over(rule, phrase, said):
        return phrase.since, phrase.until
    if lasts or phrase.direction == "open_end":
        return phrase.since, None
    return phrase.since, phrase.until


def _is_over(rule: Rule, phrase: TimePhrase, said: Said) -> bool:
    """Tell if a state ended with the time it is said of: "去年我住在沈阳"."""
    began = re.search(_BEGAN, said.text) is not None
    return rule.name in _STAYS and phrase.direction == "point" and not began
