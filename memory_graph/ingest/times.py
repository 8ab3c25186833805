"""Timestamps of files to aware times. Pure."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, tzinfo

FIRST_YEAR, LAST_YEAR = 1700, 2299
"""The years in which times can be computed with."""
_EPOCH = re.compile(r"-?\d{9,11}(\.\d+)?")
_MILLISECONDS_FROM = 100_000_000_000


class BadTime(Exception):  # noqa: N818 - becomes part of a finding about a line
    """Why a timestamp can't be used."""


def read_time(
    given: object, zone: tzinfo | None = None, *, advice: str = ", or give --timezone"
) -> datetime:
    """An aware time from ISO 8601 or from seconds since 1970.

    ``zone`` is that of times without one; without it they are refused, with an ``advice`` on
    what else helps. Raises BadTime.
    """
    if isinstance(given, bool):
        raise BadTime("expected ISO 8601 or seconds since 1970")
    if isinstance(given, int | float):
        return _checked(_from_seconds(given, zone))
    text = str(given).strip()
    if _EPOCH.fullmatch(text):
        return _checked(_from_seconds(float(text), zone))
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise BadTime("not ISO 8601, as in 2026-07-01T10:00:00+08:00") from error
    if moment.tzinfo is None:
        if zone is None:
            raise BadTime(f"no time zone: write it with an offset{advice}")
        moment = moment.replace(tzinfo=zone)
    return _checked(moment)


def _from_seconds(seconds: float, zone: tzinfo | None) -> datetime:
    if not math.isfinite(seconds):
        raise BadTime("not a finite number")
    if abs(seconds) >= _MILLISECONDS_FROM:
        raise BadTime("too large for seconds since 1970; are these milliseconds? divide by 1000")
    try:
        return datetime.fromtimestamp(seconds, zone or UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise BadTime("out of range") from error


def _checked(moment: datetime) -> datetime:
    if not FIRST_YEAR < moment.year < LAST_YEAR:
        raise BadTime(f"year {moment.year} is not after {FIRST_YEAR} and before {LAST_YEAR}")
    return moment
