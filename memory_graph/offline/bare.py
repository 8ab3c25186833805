"""The forms in which a clause is matched: without its times, and with the subject it leans on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from memory_graph.offline.draft import Said
from memory_graph.offline.heard import Heard, Who, starts_with_relative
from memory_graph.offline.introduction import goes_on
from memory_graph.offline.windows import find_windows
from memory_graph.text.times import TimePhrase

_NOW = re.compile(r"(?i)^(?:now|today|currently|nowadays|现在|今天|目前|如今)$")
_PRONOUN = re.compile(
    r"(?i)(?P<whose>his|her|its)(?= (?:name|birthday)\b)|s?he(?='s|\s)|"
    r"it(?=(?:'s| is) [\w-]+ (?:years?|months?) old)|[他她它](?!们)"
)
_ASIDE = re.compile(r"(?i)(?<=\s)actually\s|(?<=[\u4e00-\u9fff])其实(?=[\u4e00-\u9fff])")
MARK = "◆"
"""Stands for the person spoken of before."""


@dataclass(frozen=True, slots=True)
class Bare:
    """A clause as it is matched; ``places`` maps each character back, -1 where added."""

    text: str
    places: tuple[int, ...]
    phrase: TimePhrase | None
    lead: str = ""
    """What the content needs before the words of the clause."""
    cut: int = 0
    """How many characters of the clause the lead takes the place of."""
    who: Who | None = None


def variants(said: Said, heard: Heard) -> Iterator[Bare]:
    """Yield the clause without times, then whole; each also with the subject it leans on."""
    whole = Bare(said.text, tuple(range(len(said.text))), None)
    phrases = said.windows()
    options = [_without(said.text, phrases), whole] if phrases else [whole]
    options = [_without_aside(option) for option in options]
    yield from options
    same = heard.sentence == said.clause.sentence
    kin = said.language == "zh" and starts_with_relative(said.text)
    theirs = heard.about == "other" and heard.doubt
    if same and (heard.about == "first" or (kin and heard.about and not theirs)):
        shown, lead = ("我", "我") if said.language == "zh" else ("i ", "I ")
        yield from (_led(bare, shown, lead) for bare in options)
    if same and heard.about == "first" and said.language == "en":
        parts = [bare for bare in options if goes_on(bare.text, heard.rule)]
        yield from (_led(bare, "i'm ", "I'm ") for bare in parts)
    pronoun = _PRONOUN.match(said.text)
    who = heard.meant(pronoun.group()) if pronoun else _left_out(heard) if same else None
    if who is not None:
        yield from (_about(bare, who, pronoun, said) for bare in options)


def _left_out(heard: Heard) -> Who | None:
    """Return the one a clause without a subject may be about, other than the speaker."""
    new = heard.doubt and heard.about == "first" and heard.who is not None and heard.who.new
    return heard.who if new or heard.about == "other" else None


def _without_aside(bare: Bare) -> Bare:
    """Leave out "actually" wherever it stands: it is no part of what is named."""
    kept = set(range(len(bare.text)))
    for match in _ASIDE.finditer(bare.text):
        kept -= set(range(*match.span()))
    places = tuple(place for at, place in enumerate(bare.places) if at in kept)
    return replace(bare, text=_ASIDE.sub("", bare.text), places=places)


def _led(bare: Bare, shown: str, lead: str) -> Bare:
    return replace(bare, text=shown + bare.text, places=(-1,) * len(shown) + bare.places, lead=lead)


def _about(bare: Bare, who: Who, pronoun: re.Match[str] | None, said: Said) -> Bare:
    """Put the person spoken of before in the place of the pronoun."""
    gap = "" if said.language == "zh" else " "
    if pronoun is None:
        return replace(_led(bare, MARK + gap, who.words + gap), who=who)
    cut, shown, lead = pronoun.end(), MARK, who.words
    if pronoun.groupdict().get("whose"):
        shown, lead = f"{MARK}'s", f"{who.words}'s"
    elif said.text[cut:].startswith("'s "):
        shown, lead, cut = f"{MARK} is", f"{who.words} is", cut + 2
    kept = [at for at, place in enumerate(bare.places) if place >= cut]
    rest = Bare(
        "".join(bare.text[at] for at in kept), tuple(bare.places[at] for at in kept), bare.phrase
    )
    return replace(_led(rest, shown, lead), cut=cut, who=who)


def looking_ahead(bare: Bare, said: Said) -> Bare:
    """Return the clause with its time read as a coming one: "on Monday" in a plan."""
    if bare.phrase is None:
        return bare
    coming = find_windows(said.text, said.now, said.language, "future")
    phrase = next((one for one in coming if one.start == bare.phrase.start), bare.phrase)
    return replace(bare, phrase=phrase)


def _without(text: str, phrases: tuple[TimePhrase, ...]) -> Bare:
    kept = [i for i in range(len(text)) if not any(p.start <= i < p.end for p in phrases)]
    first = min(p.start for p in phrases)
    while kept and text[kept[0]] in (" ,，从在自于" if kept[0] < first else " ,，"):
        kept.pop(0)
    kept = [i for at, i in enumerate(kept) if at == 0 or text[i] + text[kept[at - 1]] != "  "]
    phrase = next((p for p in phrases if not _NOW.match(p.words)), None)
    return Bare("".join(text[i] for i in kept), tuple(kept), phrase)
