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
COUNT = rf"(?:\d{{1,9}}|{WORD_NUMBER}|an?|(?:a\s+)?couple(?:\s+of)?)"
UNIT = r"(?:minute|min|hour|hr|day|week|fortnight|month|year|decade)s?"
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
    r"|tomorrow|today|tonight|yesterday|this|next|last|then|because|so|please|but|by|from|we|i|you|he|she"
    rf"|they|the|my|our|is|was|will|if|when|as|rather|again|about|that|after|before|via|{WEEKDAY})\b|[\u4e00-\u9fff]))"
)
"""What may stand after a bare hour: "at 3" is a time, "at 3 euros" is not."""

_WHICH = "(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)"
_OCCASION = (
    "(?:wedding|party|trip|move|exam|interview|birth|concert|funeral|accident|surgery|operation"
    "|conference|birthday|anniversary|holidays?|vacation)"
)


MOVABLE = (
    r"(?:easter\s+week|thanksgiving\s+week|ramadan|eid|diwali|hanukkah|passover"
    r"|independence\s+day|labour\s+day(?:\s+weekend)?"
    r"|bank\s+holiday(?:\s+(?:monday|weekend))?)\b"
)
"""Feasts that are another day in each country, or whose calendar is not read here."""
_ON = r"(?:at\s+)?\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\b\.?)?"


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
            rf"|{UNIT}|weekend|quarter|morning|afternoon|evening|night|weekday)s?\b"
            rf"(?:\s*(?:,|,?\s*(?:and|or)\b)\s*(?:on\s+)?{WEEKDAY}\b)*"
            rf"(?:\s+(?:in|on)\s+(?:the\s+)?{MONTH}\b(?:\s+\d{{1,2}}\b{ORDINAL}?)?)?",
        ),
        latin_plain_rule(
            "recurring",
            rf"\b(?:on\s+)?(?:the\s+)?{_WHICH}\s+(?:{WEEKDAY}|weekend|(?:working\s+)?day|week)\s+"
            r"(?:of|in)\s+(?:every|each)\s+(?:month|quarter|year)\b"
            rf"|\b(?:every|each)\s+{_WHICH}\s+(?:{WEEKDAY}|weekend|day)\b"
            r"(?:\s+of\s+(?:the|each|every)\s+month\b)?",
        ),
        latin_plain_rule("recurring", rf"\b(?:on\s+)?{WEEKDAY}s\b|\bon\s+week(?:end|day)s\b"),
        latin_plain_rule("recurring", r"\b(?:daily|weekly|monthly|yearly|annually)\b"),
        latin_plain_rule(
            "vague",
            r"\b(?:recently|lately|soon|someday|sometime|the\s+other\s+day|right\s+now|just\s+now"
            r"|nowadays|these\s+days|(?:a\s+)?(?:few|several|many|some|some\s+of)\s+"
            rf"{UNIT}\s+(?:ago|back(?=\s*(?:$|[,.;!?])|\s+(?:i|we|you|he|she|they)\b))"
            r"|(?:a\s+)?long\s+(?:time\s+)?ago|a\s+while\s+ago|in\s+a\s+(?:few|while)"
            rf"(?:\s+{UNIT})?|what\s+time|how\s+long\s+ago|since\s+when)\b",
        ),
        latin_plain_rule(
            "vague",
            rf"\b(?:{_ON}\s+on\s+)?{MOVABLE}(?:\s+(?:morning|afternoon|evening|night))?"
            rf"(?:\s+at\s+{_ON})?",
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
        *_told_from_elsewhere(),
        latin_plain_rule("vague", r"\b\d{1,3}(?:[,.]?\d{3})+\s+years\s+ago\b"),
        latin_plain_rule(
            "vague", r"\b(?:hundreds?|thousands?|millions?|billions?)(?:\s+of)?\s+years\s+ago\b"
        ),
    )


def _told_from_elsewhere() -> tuple[Rule, ...]:
    """The day after my birthday, two days later, the next day; a week or two ago; FY25."""
    unit = r"(?:days?|nights?|mornings?|evenings?|weeks?|weekends?|months?|years?)"
    return (
        latin_plain_rule(
            "vague",
            rf"\b(?:the\s+)?{unit}\s+(?:after|before|following|of)\s+"
            rf"(?=(?:my|our|your|his|her|their|we|i|he|she|they)\b|the\s+{_OCCASION}\b)"
            rf"|\b(?:{COUNT}|(?:a\s+)?few|several)\s+{UNIT}\s+(?:later|earlier|afterwards)\b"
            r"|\bthe\s+(?:next|following|previous)\s+(?:day|morning|afternoon|evening|night)\b"
            r"|\bthe\s+following\s+(?:week|weekend|month|year)\b",
        ),
        latin_plain_rule(
            "vague",
            rf"\b(?:in\s+)?(?:an?|one|two|three|four)\s+(?:{UNIT}\s+)?or\s+(?:two|three|four|five|so)"
            rf"(?:\s+{UNIT})?(?:\s+(?:ago|from\s+now|later))\b"
            rf"|\bin\s+an?\s+{UNIT}\s+or\s+(?:two|so)\b"
            rf"|(?<![\d.])\d{{1,3}}(?:\.\d{{1,2}}\s*{UNIT}|\s?[hdwmy])\s+ago\b"
            rf"|\bin\s+\d{{1,3}}\.\d{{1,2}}\s*{UNIT}\b|\ba\s+(?:good|full|whole|solid)\s+{UNIT}\s+ago\b"
            r"|\bin\s+the\s+year\s+(?:\d{1,3}|\d{5,})\b",
        ),
        latin_plain_rule(
            "vague",
            r"\b(?:(?:in\s+)?Q[1-4]\s*(?:,|of)?\s*)?(?:FY\s?['’]?\d{2,4}|(?:fiscal|financial)"
            r"(?:\s+year)?\s+(?:\d{4}|Q[1-4]))(?:\s*Q[1-4])?\b|\bFQ[1-4]\b",
        ),
    )
