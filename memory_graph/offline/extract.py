"""Turns the user's words into candidates by rules alone: no model, same answer every time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memory_graph.offline.again import find_change
from memory_graph.offline.appointments import find_appointment, find_reminder
from memory_graph.offline.bookings import find_booking
from memory_graph.offline.commands import (
    find_forget,
    find_rule,
    remembered_fact,
    strip_remember,
)
from memory_graph.offline.corrections import Talk, after_mark, put_right, split_inline, withdraws
from memory_graph.offline.dictated import dictated, whole
from memory_graph.offline.draft import Said, confidence, hear, raised
from memory_graph.offline.facts import find_facts
from memory_graph.offline.heard import Heard, Known
from memory_graph.offline.meeting_days import find_days
from memory_graph.offline.meetings import ATTRIBUTE, read_meeting_time
from memory_graph.offline.segment import clauses
from memory_graph.offline.voice import third_person
from memory_graph.text.clean import normalise_content
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate, Language, Turn

_CALL_ME = (
    r"(?i)(?:from now on,? )?(?:please |just |always )*call me\b|"
    r"(?:以后|今后|从现在(?:起|开始)|从今往后|往后|请|你|就|都|可以|直接)*(?:叫|称呼|喊)我"
)
"""Starts a wish to be called by a name, which is no rule of behaviour."""
MAX_CLAUSES = 5000
"""Of a longer message only the beginning is read: it is a paste, not something said."""
MAX_EARLIER = 4000
"""An earlier message with more characters is not read again."""


def extract_candidates(
    turns: Sequence[Turn],
    *,
    now: datetime,
    language: Language | None = None,
    user_name: str | None = None,
    earlier: Sequence[Turn] = (),
    events: Sequence[Known] = (),
) -> list[Candidate]:
    """Return what the user turns state about the user, in order, without doubles.

    ``earlier`` are turns dealt with before: nothing is taken from them, but "move it to Friday"
    may mean a meeting they speak of. ``events`` are those known besides, the last one last.

    ``now`` is aware and in the user's zone; a turn's own ``said_at`` goes before it. ``language``
    is what to assume for a turn that does not show its own. Turns of other roles give nothing.
    """
    found: list[Candidate] = []
    heard = Heard(events=tuple(events))
    short = [one for one in earlier if len(one.content) <= MAX_EARLIER]
    for old, turn in [*((True, one) for one in short), *((False, one) for one in turns)]:
        if turn.role == "user" and turn.content.strip():
            spoken = detect_language(turn.content, language or "en")
            heard, more = _of_turn(turn, _clock(turn, now), spoken, heard.of_next_turn())
            found += [] if old else more
    return _distinct([_about_self(candidate, user_name) for candidate in found])


def _clock(turn: Turn, now: datetime) -> datetime:
    if turn.said_at is None:
        return now
    if turn.said_at.tzinfo is None:
        return turn.said_at.replace(tzinfo=now.tzinfo)
    return turn.said_at.astimezone(now.tzinfo)


def _of_turn(
    turn: Turn, now: datetime, language: Language, heard: Heard
) -> tuple[Heard, list[Candidate]]:
    known = clauses(turn.content, language)[:MAX_CLAUSES]
    parts = dictated([hear(turn, one, now, language) for one in known if _is_text(one.text)])
    results = [Heard()]
    skip = 0
    talk = Talk()
    for at, said in enumerate(parts):
        if skip:
            skip -= 1
            continue
        if withdraws(said):
            results[-1] = Heard()
        found, skip = _of_clause(replace(said, instead=talk.pending), parts[at + 1 :], heard)
        found = found if found.candidates else _put_right(said, talk, results, found, heard)
        if _gives_reason(said, parts[at - 1] if at else None):
            results[-1:] = [_depending(results[-1], found)]
        results.append(Heard(tuple(raised(c, said) for c in found.candidates)))
        talk.then(said, found, heard, len(results) - 1)
        heard = heard.then(said, found)
    return heard, [candidate for found in results for candidate in found.candidates]


def _put_right(said: Said, talk: Talk, results: list[Heard], found: Heard, heard: Heard) -> Heard:
    """Return what an earlier clause states with these words in it, and drop what it stated.

    What is no value to put in is read as a statement: "no wait, the flight is on Friday".
    """
    words = talk.instead(said)
    fixed = put_right(said, words, talk.last, _alone) if talk.last and words else ()
    if talk.last is None or not fixed:
        rest = after_mark(said)
        return _alone(rest, heard) if rest is not None else found
    results[talk.last.place] = Heard()
    return Heard(fixed)


def _alone(said: Said, heard: Heard) -> Heard:
    """Read one clause without those after it."""
    return _of_clause(said, [], heard)[0]


def _facts_in(said: Said) -> Sequence[Candidate]:
    """Return the facts of one clause by itself."""
    return find_facts(said, Heard()).candidates


def _is_text(text: str) -> bool:
    """Tell if a clause can be stored: a half of a surrogate pair can't."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _gives_reason(said: Said, before: Said | None) -> bool:
    """Tell if a clause gives the reason of the one before it, in the same sentence."""
    if before is None or before.clause.sentence != said.clause.sentence:
        return False
    between = said.turn.content[before.end : said.start]
    return re.search(r"(?i)\b(?:because|since)\b|因为|由于", between) is not None


def _depending(earlier: Heard, reason: Heard) -> Heard:
    """Note in the earlier candidates the attributes they depend on."""
    keys = tuple(c.attribute for c in reason.candidates if c.attribute)
    return Heard(tuple(c.model_copy(update={"depends_on": keys}) for c in earlier.candidates))


def _of_clause(said: Said, later: list[Said], heard: Heard) -> tuple[Heard, int]:
    """Return what one clause gives and how many of the next clauses belong to it."""
    if said.clause.mood == "asked" and not _is_query(said):
        forget = find_forget(said, _facts_in)
        return Heard(() if forget is None else (forget,)), 0
    if said.clause.mood not in {"stated", "requested"}:
        return Heard(), 0
    fixed = split_inline(said, _alone, heard)
    if fixed:
        return Heard(fixed), 0
    inner = strip_remember(said)
    if inner is not None:
        return _remembered(inner, later, heard)
    forget = find_forget(said, _facts_in)
    if forget is not None:
        return Heard((forget,)), 0
    read = _remembered if said.remembered else _plain
    return read(said, later, heard)


def _remembered(said: Said, later: list[Said], heard: Heard) -> tuple[Heard, int]:
    found, skip = _plain(said, later, heard)
    if not found.candidates:
        said, skip = whole(said, later, lambda one: bool(_plain(one, [], heard)[0].candidates))
        other = remembered_fact(said)
        found = Heard(() if other is None else (other,))
    return Heard(tuple(raised(c, said) for c in found.candidates), found.rule), skip


def _plain(said: Said, later: list[Said], heard: Heard) -> tuple[Heard, int]:
    meeting = _meeting(said, later)
    if meeting is not None:
        return Heard((meeting[0],)), meeting[1]
    days = find_days(said)
    if days:
        return Heard(days), 0
    named = find_facts(said, heard) if re.match(_CALL_ME, said.text) else Heard()
    if named.candidates:
        return named, 0
    candidate = (
        find_rule(said)
        or find_booking(said)
        or find_change(said, heard.events)
        or find_appointment(said, heard.events)
        or find_reminder(said)
    )
    if candidate is not None:
        return Heard((candidate,)), 0
    states = said.clause.mood == "stated" or said.remembered
    return (find_facts(said, heard) if states else Heard()), 0


def _meeting(said: Said, later: list[Said]) -> tuple[Candidate, int] | None:
    same = [s for s in later[:1] if s.clause.sentence == said.clause.sentence]
    known = [s.text for s in (said, *same) if s.clause.mood in {"stated", "requested"}]
    read = read_meeting_time(known, said.language) if known else None
    if read is None:
        return None
    wish, liked, used = read
    evidence = said.evidence(same[0].end if used == 2 else None)
    attribute = "preference:meeting_end" if wish.not_after else ATTRIBUTE
    candidate = Candidate(
        tier="semantic",
        kind="preference",
        content=third_person(evidence.span, said.language),
        attribute=attribute,
        value=str(wish),
        cardinality="single",
        polarity=liked,
        importance=0.7,
        confidence=confidence(said, 0.95),
        evidence=evidence,
        language=said.language,
    )
    return candidate, used - 1


def _about_self(candidate: Candidate, user_name: str | None) -> Candidate:
    """Let the user's own name as a subject mean the user."""
    if user_name and candidate.subject.casefold() == user_name.casefold():
        return candidate.model_copy(update={"subject": "user"})
    return candidate


def _distinct(found: list[Candidate]) -> list[Candidate]:
    """Keep the last of candidates that say the same about the same: it is what counts now."""
    kept: dict[tuple[object, ...], Candidate] = {}
    for candidate in found:
        value = normalise_content(candidate.value or candidate.content)
        what = candidate.attribute or normalise_content(candidate.content)
        window = (candidate.event_from, candidate.event_to)
        key = (candidate.subject, what, value, candidate.polarity, candidate.retires, window)
        kept.pop(key, None)
        kept[key] = candidate
    return list(kept.values())


def _is_query(said: Said) -> bool:
    """Tell "forget where I live" from a question; only the former may be acted on."""
    return said.text.rstrip().endswith(("?", "？", "吗", "呢", "么"))
