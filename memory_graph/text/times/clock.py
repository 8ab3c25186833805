"""Which minute of the day an hour means, given what was said about the part of day."""

from __future__ import annotations

from memory_graph.text.times.spec import Part, Spec

HOURS: dict[Part, tuple[int, int]] = {
    "dawn": (0, 6),
    "morning": (6, 12),
    "noon": (11, 14),
    "afternoon": (12, 18),
    "evening": (18, 24),
    "late": (22, 28),
}
"""Hours from midnight at which each part of day begins and ends."""


def minutes_of_day(spec: Spec) -> int | None:
    """Minutes after midnight of the day that was named; an hour past 24 is in the next night."""
    hour, minute = spec.hour, spec.minute or 0
    if hour is None or not 0 <= hour <= 24 or not 0 <= minute <= 59 or (hour == 24 and minute):
        return None
    return _hour_of_day(hour, spec) * 60 + minute


def _hour_of_day(hour: int, spec: Spec) -> int:
    """The hour on the 24-hour clock; up to 28 for the hours after midnight of a night."""
    if hour == 0 and spec.part in {"evening", "late"}:
        return 24
    if hour == 0 or hour > 12:
        return hour
    if spec.meridiem is not None:
        late = spec.meridiem == "am" and spec.part in {"evening", "late"} and hour % 12 < 6
        return hour % 12 + (24 if late else 12 if spec.meridiem == "pm" else 0)
    if spec.part is not None:
        return _in_part(hour, spec.part)
    if spec.exact or hour > 7:
        return hour
    return hour + 12


def _in_part(hour: int, part: Part) -> int:
    """An hour from 1 to 12 within a part of day."""
    if part == "dawn":
        return hour % 12
    if part == "morning":
        return hour
    if part == "noon":
        return hour + 12 if hour <= 4 else hour
    if part == "afternoon":
        return hour % 12 + 12
    return hour + 24 if hour <= 4 else hour + 12
