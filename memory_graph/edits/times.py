"""The time of an edited fact: in its fields and in its sentence the same. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any

from memory_graph.edits.words import put_in
from memory_graph.errors import ReviewError
from memory_graph.text.times import Prefer, TimePhrase, find_times, format_date, format_time
from memory_graph.types import Candidate

Times = dict[str, Any]
NO_TIMES: Times = {"event_from": None, "event_to": None, "event_words": None}


def times_said(candidate: Candidate, content: str, zone: tzinfo | None) -> Times:
    """The times of a fact whose sentence was changed, as far as the new one states others.

    Without a clock of the turn “tomorrow” means nothing, and the times stay as they are. Raises
    ReviewError when the old sentence stated the time and the new one states several others.
    """
    said = _stated(candidate, content, zone)
    before = _stated(candidate, candidate.content, zone)
    if any(_is_begin(one, candidate) for one in said):
        return _same_begin(candidate, before, said)
    if not said:
        return {}
    was_said = any(_is_begin(one, candidate) for one in before)
    if len({one.since for one in said}) == 1:
        return _of_phrase(candidate, said[0]) if was_said or candidate.kind == "event" else {}
    if not was_said:
        return {}
    words = ", ".join(repr(one.words) for one in said)
    raise ReviewError(
        f"the sentence names several times ({words}): give 'event_from' too, when it begins"
    )


def _same_begin(
    candidate: Candidate, before: Sequence[TimePhrase], said: Sequence[TimePhrase]
) -> Times:
    """The times as they were, or with the end that stands in the place of the one stated before."""
    times = {name: getattr(candidate, name) for name in NO_TIMES}
    ends = {one.until for one in said if _is_begin(one, candidate)}
    was_said = any((one.since, one.until) == _window(candidate) for one in before)
    if not was_said or candidate.event_to in ends or len(ends) != 1:
        return times
    return times | {"event_to": ends.pop(), "event_words": None}


def _window(candidate: Candidate) -> tuple[datetime | None, datetime | None]:
    return candidate.event_from, candidate.event_to


def _of_phrase(candidate: Candidate, phrase: TimePhrase) -> Times:
    """The times of a phrase, as the extractor takes them; a minute lasts as long as before."""
    lasts = phrase.direction == "open_end"
    until = None if lasts else _end(candidate, phrase)
    return {"event_from": phrase.since, "event_to": until, "event_words": phrase.words[:200]}


def _end(candidate: Candidate, phrase: TimePhrase) -> datetime | None:
    if (
        candidate.event_from
        and candidate.kind == "event"
        and phrase.precision in {"minute", "hour"}
    ):
        return _moved_end(candidate, phrase.since)
    is_open = candidate.event_from is not None and candidate.event_to is None
    return None if is_open else phrase.until


def _moved_end(candidate: Candidate, begin: datetime) -> datetime | None:
    """The end of what was moved: it lasts as long as before."""
    if candidate.event_from is None or candidate.event_to is None:
        return None
    return begin + (candidate.event_to - candidate.event_from)


def moment_given(
    name: str, given: object, zone: tzinfo | None, like: str | None = None
) -> datetime | None:
    """A time as a person writes it: without an offset in the user's zone, none in an empty field.

    Raises ReviewError for what is no time.
    """
    if given is None or (isinstance(given, str) and not given.strip()):
        return None
    try:
        moment = given if isinstance(given, datetime) else datetime.fromisoformat(str(given))
    except ValueError as error:
        example = like or "2026-05-01T15:00"
        raise ReviewError(f"{name} {given!r} is not a time: write it like {example}") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def times_given(candidate: Candidate, given: Mapping[str, Any]) -> Times:
    """What follows from the times a person has set: an event that is moved keeps its length."""
    begin = given.get("event_from")
    if begin is None or candidate.kind != "event" or "event_to" in given:
        return {}
    return {"event_to": _moved_end(candidate, begin)}


def restated(old: Candidate, new: Candidate, zone: tzinfo | None) -> str:
    """The sentence with the new time in the place of the old one.

    A sentence that states no time stays. Raises ReviewError when it does and can't be put right.
    """
    if (old.event_from, old.event_to) == (new.event_from, new.event_to) or not old.event_from:
        return old.content
    text, stating = _without_spoken(old, zone)
    if len(stating) > 1 or (stating and not new.event_from):
        raise ReviewError("the sentence still states the old time: give 'content' too")
    if stating:
        return put_in(text, (stating[0].start, stating[0].end), _written(new, zone, stating[0]))
    known = _written(old, zone)
    return text.replace(known, _written(new, zone)) if text.count(known) == 1 else text


def _without_spoken(candidate: Candidate, zone: tzinfo | None) -> tuple[str, Sequence[TimePhrase]]:
    """The sentence, and where it states the time; “last month” goes when its date stands too."""
    text = candidate.content
    stating = [one for one in _stated(candidate, text, zone) if _is_begin(one, candidate)]
    spoken = [one for one in stating if one.words == candidate.event_words]
    if len(stating) != 2 or len(spoken) != 1:
        return text, stating
    cut = text[: spoken[0].start].rstrip(" ") + text[spoken[0].end :]
    again = _stated(candidate, cut, zone)
    return cut, [one for one in again if _is_begin(one, candidate)]


def _written(candidate: Candidate, zone: tzinfo | None, like: TimePhrase | None = None) -> str:
    """When it is, in words; of what lasts, and of a phrase, in the form it had."""
    begin, end = _local(candidate.event_from, zone), _local(candidate.event_to, zone)
    if begin is None:
        return ""
    language = candidate.language
    if like is not None and like.direction == "open_end" and end is None:
        day = format_date(begin, language)
        return f"自{day}起" if language == "zh" else f"since {day}"
    if like is not None and end is None and like.precision == "month" and begin.day == 1:
        end = (begin + timedelta(days=32)).replace(day=1)
    words = format_time(begin, end, language)
    is_range = like is None or " at " not in like.words or "–" in words
    return words if is_range else words.replace(", ", " at ")


def _stated(candidate: Candidate, text: str, zone: tzinfo | None) -> Sequence[TimePhrase]:
    """The times a sentence states, by the clock of the turn it comes from."""
    clock = _local(candidate.evidence.said_at, zone or _zone(candidate))
    if clock is None or not 1700 <= clock.year <= 2299:
        return ()
    prefer: Prefer = "future" if candidate.kind == "event" else "past"
    found = find_times(text, clock, None, prefer)
    return [one for one in found if one.direction != "open_start"]


def _zone(candidate: Candidate) -> tzinfo | None:
    return candidate.event_from.tzinfo if candidate.event_from else None


def _local(moment: datetime | None, zone: tzinfo | None) -> datetime | None:
    return moment.astimezone(zone) if moment and zone else moment


def _is_begin(phrase: TimePhrase, candidate: Candidate) -> bool:
    return phrase.since == candidate.event_from


def is_clock_value(candidate: Candidate) -> bool:
    """True when the value of a fact is the time when it begins, as the rules write it."""
    begin, value = candidate.event_from, candidate.value
    return bool(begin and value and value == clock_value(begin, value))


def clock_value(begin: datetime, like: str) -> str:
    """A time as a value: to the minute or to the day, as in ``like``."""
    return f"{begin:%Y-%m-%dT%H:%M}"[: max(10, len(like))]
