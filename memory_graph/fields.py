"""What single fields of our types may hold: times, labels and shares that can be stored."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field, StringConstraints

Unit = Annotated[float, Field(ge=0.0, le=1.0)]

FIRST_YEAR, LAST_YEAR = 2, 9998
"""The years, in UTC, whose times every time zone can show; the database reaches further."""


def no_bare_number(value: object) -> object:
    """The value itself; raises ValueError for a number where a time belongs.

    “2026” would be taken for seconds after the first of January 1970.
    """
    text = str(value).strip() if isinstance(value, (str, int, float)) else ""
    if re.fullmatch(r"[+-]?\d+(?:\.\d*)?", text):
        raise ValueError(f"{text} is no time: write it like 2026-07-01T09:00:00+02:00")
    return value


def usable_time(moment: datetime) -> datetime:
    """The time itself; raises ValueError for one that some time zones can't show.

    Once stored, such a time could not be read back, and with it nothing that stands beside it.
    """
    try:
        year = (moment.astimezone(UTC) if moment.tzinfo else moment).year
    except OverflowError:
        year = moment.year
    if not FIRST_YEAR <= year <= LAST_YEAR or not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise ValueError(
            f"time {moment.isoformat()} is not in the years {FIRST_YEAR} to {LAST_YEAR}; leave a "
            "time that is open without a value"
        )
    return moment


def usable_or_none(moment: datetime | None) -> datetime | None:
    """The time, or None in place of one that can't be used."""
    try:
        return moment and usable_time(moment)
    except ValueError:
        return None


def storable(text: str) -> str:
    """The text without NUL, which no database takes."""
    return text.replace("\0", "")


Storable = Annotated[str, AfterValidator(storable)]
Label = Annotated[str, StringConstraints(max_length=200), AfterValidator(storable)]
Clock = Annotated[AwareDatetime, BeforeValidator(no_bare_number)]
"""A time that is looked at, not stored."""
Moment = Annotated[Clock, AfterValidator(usable_time)]
"""A time that can be stored and read back."""
