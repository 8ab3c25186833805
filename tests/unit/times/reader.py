"""What the tests of whole sentences share: a clock, and a short form of what is found."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from memory_graph.text.times import TimePhrase

SHANGHAI = ZoneInfo("Asia/Shanghai")
NEW_YORK = ZoneInfo("America/New_York")
NOW = datetime(2026, 7, 2, 10, 30, tzinfo=SHANGHAI)  # a Thursday


def short(phrase: TimePhrase) -> tuple[str, str, str]:
    return phrase.words, f"{phrase.since:%m-%d %H:%M}", f"{phrase.until:%m-%d %H:%M}"
