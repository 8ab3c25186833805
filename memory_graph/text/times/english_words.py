"""Pieces of English patterns, and words that only look like a time or name none."""

from __future__ import annotations

from memory_graph.text.times.numbers import english_number_pattern
from memory_graph.text.times.rules import Rule, plain_rule

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)

WEEKDAY = rf"(?:{'|'.join(WEEKDAYS)})"
MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
)
SEASON = "(?:spring|summer|autumn|fall|winter)"
WORD_NUMBER = english_number_pattern()
COUNT = rf"(?:\d{{1,9}}|{WORD_NUMBER}|an?|(?:a\s+)?couple\s+of)"
UNIT = r"(?:minute|min|hour|day|week|month|year)s?"
ORDINAL = "(?:st|nd|rd|th)"
NUMBER = rf"(?:\d{{1,2}}|{WORD_NUMBER})"
FOLLOWS = (
    r"(?=\s*(?:$|[,;!?)\-–\"'’”\n]|\.(?!\d)|(?:on|in|with|for|to|until|till|and|or|instead|sharp"
    r"|tomorrow|today|tonight|this|next|last|then|because|so|please|but|by|from|we|i|you|he|she"
    rf"|they|the|my|our|is|was|will|if|when|as|rather|again|{WEEKDAY})\b|[\u4e00-\u9fff]))"
)
"""What may stand after a bare hour: "at 3" is a time, "at 3 euros" is not."""


def noise_rules() -> tuple[Rule, ...]:
    """Words to pass over: greetings, habits, feasts that move and vague times."""
    return (
        plain_rule("noise", r"\bgood\s+(?:morning|afternoon|evening|night)\b"),
        plain_rule("noise", r"\b(?:sunday|financial|new york|daily)\s+times\b"),
        plain_rule("noise", r"\bmidnight\s+(?:blue|snack|oil|sun|express)\b"),
        plain_rule(
            "recurring",
            rf"\b(?:every|each)\s+(?:other\s+|second\s+|single\s+)?(?:{WEEKDAY}|{MONTH}|{SEASON}"
            rf"|{UNIT}|weekend|quarter|morning|afternoon|evening|night|weekday)s?\b",
        ),
        plain_rule("recurring", rf"\b(?:on\s+)?{WEEKDAY}s\b|\bon\s+week(?:end|day)s\b"),
        plain_rule("recurring", r"\b(?:daily|weekly|monthly|yearly|annually)\b"),
        plain_rule(
            "vague",
            r"\b(?:recently|lately|soon|someday|sometime|the\s+other\s+day|right\s+now|just\s+now"
            r"|nowadays|these\s+days|(?:a\s+)?(?:few|several|many|some|some\s+of)\s+"
            rf"{UNIT}\s+ago|(?:a\s+)?long\s+(?:time\s+)?ago|a\s+while\s+ago|in\s+a\s+(?:few|while)"
            rf"(?:\s+{UNIT})?|what\s+time|how\s+long\s+ago|since\s+when)\b",
        ),
        plain_rule(
            "vague",
            r"\b(?:easter|thanksgiving|ramadan|eid|diwali|hanukkah|passover|good\s+friday"
            r"|black\s+friday|cyber\s+monday|palm\s+sunday|(?:chinese|lunar)\s+new\s+year"
            r"|spring\s+festival|mid-autumn\s+festival|mother['’]s\s+day|father['’]s\s+day)\b",
        ),
        plain_rule(
            "vague", r"\b(?:hundreds?|thousands?|millions?|billions?)(?:\s+of)?\s+years\s+ago\b"
        ),
    )
