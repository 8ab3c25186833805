"""Pieces of English patterns, and words that only look like a time or name none."""

from __future__ import annotations

from memory_graph.text.times.numbers import english_number_pattern
from memory_graph.text.times.rules import Rule, latin_plain_rule

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip

WEEKDAY = rf"(?:{'|'.join(WEEKDAYS)})"
MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
)
SEASON = "(?:spring|summer|autumn|fall|winter)"
WORD_NUMBER = english_number_pattern()
COUNT = rf"(?:\d{{1,9}}|{WORD_NUMBER}|an?|(?:a\s+)?couple\s+of)"
UNIT = r"(?:minute|min|hour|day|week|fortnight|month|year)s?"
ORDINAL = "(?:st|nd|rd|th)"
ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
    "eighteenth", "nineteenth", "twentieth", "twenty-first", "twenty-second", "twenty-third",
    "twenty-fourth", "twenty-fifth", "twenty-sixth", "twenty-seventh", "twenty-eighth",
    "twenty-ninth", "thirtieth", "thirty-first",
)  # fmt: skip
ORDINAL_WORD = "(?:" + "|".join(sorted(ORDINALS, key=len, reverse=True)).replace("-", "[- ]") + ")"
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
        latin_plain_rule("noise", r"\bgood\s+(?:morning|afternoon|evening|night)\b"),
        latin_plain_rule("noise", r"\b(?:sunday|financial|new york|daily)\s+times\b"),
        latin_plain_rule("noise", r"\bmidnight\s+(?:blue|snack|oil|sun|express)\b"),
        latin_plain_rule("noise", r"\bman\s+friday\b|\bhappy\s+new\s+year\b(?!['’]s)"),
        latin_plain_rule(
            "recurring",
            rf"\b(?:every|each)\s+(?:other\s+|second\s+|single\s+)?(?:{WEEKDAY}|{MONTH}|{SEASON}"
            rf"|{UNIT}|weekend|quarter|morning|afternoon|evening|night|weekday)s?\b",
        ),
        latin_plain_rule("recurring", rf"\b(?:on\s+)?{WEEKDAY}s\b|\bon\s+week(?:end|day)s\b"),
        latin_plain_rule("recurring", r"\b(?:daily|weekly|monthly|yearly|annually)\b"),
        latin_plain_rule(
            "vague",
            r"\b(?:recently|lately|soon|someday|sometime|the\s+other\s+day|right\s+now|just\s+now"
            r"|nowadays|these\s+days|(?:a\s+)?(?:few|several|many|some|some\s+of)\s+"
            rf"{UNIT}\s+ago|(?:a\s+)?long\s+(?:time\s+)?ago|a\s+while\s+ago|in\s+a\s+(?:few|while)"
            rf"(?:\s+{UNIT})?|what\s+time|how\s+long\s+ago|since\s+when)\b",
        ),
        latin_plain_rule(
            "vague",
            r"\b(?:easter|thanksgiving|ramadan|eid|diwali|hanukkah|passover|good\s+friday"
            r"|black\s+friday|cyber\s+monday|palm\s+sunday|ash\s+wednesday|shrove\s+tuesday|maundy\s+thursday"
            r"|independence\s+day|memorial\s+day|labou?r\s+day|bank\s+holiday|(?:chinese|lunar)\s+new\s+year"
            r"|spring\s+festival|mid-autumn\s+festival|mother['’]s\s+day|father['’]s\s+day)\b",
        ),
        latin_plain_rule(
            "vague",
            rf"\b(?:the\s+)?(?:last|past|next|coming|previous|recent)\s+(?:few|several|many)\s+{UNIT}\b"
            rf"|\b(?:in|over|during|for)\s+(?:the\s+)?(?:recent|coming)\s+{UNIT}\b"
            r"|\bthe\s+other\s+(?:week|month|night|evening|morning|afternoon)\b",
        ),
        latin_plain_rule(
            "vague",
            r"\b(?:this|last|next|the\s+(?:first|second|previous))\s+(?:semester|term|trimester"
            r"|(?:school|academic|fiscal|financial)\s+year)\b(?!\s+(?:paper|limit|sheet))"
            r"|\b(?:summer|winter|spring|easter|school)\s+(?:holidays?|vacation|break)\b"
            r"|\b(?:at|over|since|before|after|until|around)\s+(?:the\s+)?new\s+year\b(?!['’]s)",
        ),
        latin_plain_rule("vague", r"\b\d{1,3}(?:[,.]?\d{3})+\s+years\s+ago\b"),
        latin_plain_rule(
            "vague", r"\b(?:hundreds?|thousands?|millions?|billions?)(?:\s+of)?\s+years\s+ago\b"
        ),
    )
