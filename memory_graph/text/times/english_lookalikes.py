"""English words around a time that make it something else.

How long something took ("finished in three weeks"), opening hours (Mon-Fri 9am-5pm), the name of a
train (the 7:15) or of a street, and times told from one that was not said ("the week before").
"""

from __future__ import annotations

from memory_graph.text.times.english_words import COUNT, MONTH, MOVABLE, UNIT, WEEKDAY
from memory_graph.text.times.rules import Rule, latin_plain_rule

_SPAN = rf"(?P<core>in\s+{COUNT}\s+{UNIT}\b(?!['’]?\s+time\b))"
_ACHIEVED = (
    r"(?<!be\s)(?<!to\s)(?<!will\s)(?<!['’]ll\s)(?<!am\s)(?<!is\s)(?<!are\s)(?<!get\s)(?<!['’]m\s)"
    r"(?<!['’]re\s)\b(?:finished|completed"
    "|built|wrote|written|read|learn(?:ed|t)|lost|gained|ran|sold|solved|fixed|passed|recovered|healed"
    r"|covered|saved|earned|drove|cycled|walked|cleaned|painted|renovated|mastered|delivered|shipped"
    r"|grew|doubled|tripled|cooked|hiked|raised|(?:did|made|got)\s+(?:it|that|this|them)"
    r"|(?:was|were)\s+(?:back|there|home|over))\b"
)
_ON_THE_WAY = r"(?:\s+(?!(?:to|will|and|that|but|is|are|due|if|who|which|for)\b)[\w'’]+){0,5}\s+"
_NOT_YET = (
    r"\b(?:have|has|had)(?:n['’]t|\s+not)\b|\b(?:have|has|had)\s+never\b"
    r"|\b(?:first|only)\s+time\b|\b(?:best|worst|biggest|largest|smallest|highest|lowest|hottest"
    r"|coldest|longest|shortest|wettest|driest|fastest)\b"
)
_DAY = rf"(?:{WEEKDAY}|(?-i:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun)\b\.?)"
_HOUR = r"(?:\d{1,2}(?:[:.]\d{2})?\s*(?:[ap]\.?m\b\.?)?|noon|midnight|nine|five|six|eight)"
_TO = r"\s*(?:-|–|—|to|till|until|through|thru)\s*"
_WORKING_DAYS = rf"(?:monday|(?-i:Mon)\b\.?){_TO}(?:friday|saturday|sunday|(?-i:Fri|Sat|Sun)\b\.?)"
# "From Friday to Monday 10-11am" may say how something was moved.
_DAYS = rf"(?:(?:from\s+)?{_WORKING_DAYS}|(?<!from\s){_DAY}{_TO}{_DAY})"
_HOURS = rf"(?:from\s+|between\s+)?{_HOUR}(?:{_TO}|\s+and\s+){_HOUR}(?![\d:/])"
_STRETCH = "course|project|season|semester|term|job|holidays?|vacation|trip|tour|war|pandemic"
_STREET = (
    r"(?:street|st\b\.?|road|rd\b\.?|avenue|ave\b\.?|lane|drive|close|court|square|terrace|way\b)"
)


def lookalike_rules() -> tuple[Rule, ...]:
    """All of them; they come before the rules for counts and clock times."""
    return (*_duration_rules(), *_opening_rules(), *_elsewhere_rules(), *_name_rules())


def _duration_rules() -> tuple[Rule, ...]:
    """I read it in two days; not seen him in three weeks; the first time in five years."""
    return (
        latin_plain_rule("noise", rf"{_ACHIEVED}{_ON_THE_WAY}{_SPAN}"),
        latin_plain_rule("vague", rf"(?:{_NOT_YET}){_ON_THE_WAY}{_SPAN}"),
    )


def _opening_rules() -> tuple[Rule, ...]:
    """Mon-Fri 9am-5pm, 9 to 5 Monday to Friday, weekdays from 8 to 6."""
    often = r"(?:weekdays|weekends|daily)"
    return (
        latin_plain_rule("recurring", rf"\b(?:{_DAYS}|{often})\s*[,:]?\s*{_HOURS}"),
        latin_plain_rule("recurring", rf"\b(?<!from\s){_WORKING_DAYS}\s*[,:]?\s*at\s+{_HOUR}"),
        latin_plain_rule("recurring", rf"\b{_HOURS}\s*[,(]?\s*{_DAYS}\b"),
        latin_plain_rule(
            "recurring",
            rf"\b(?:on\s+|in\s+the\s+|most\s+)?(?:{WEEKDAY}\s+(?:mornings|afternoons|evenings|nights)"
            r"|(?:early\s+|late\s+)?(?:mornings|afternoons|evenings))\b",
        ),
        latin_plain_rule("recurring", rf"\bany\s+{WEEKDAY}\b(?!\s+in\b)"),
        latin_plain_rule(
            "recurring", r"\bweek(?:end|day)s\b(?!\s+(?:ago|back|later)\b)(?=\s+(?:at|from)\b)"
        ),
    )


def _elsewhere_rules() -> tuple[Rule, ...]:
    """Times told from another that was not said, or that nobody can name."""
    end = r"(?=\s*(?:$|[,.;!?]))"
    return (
        latin_plain_rule(
            "vague",
            rf"\bthe\s+(?:day|night|evening|week|weekend|month|year|{WEEKDAY})\s+(?:before|after){end}",
        ),
        latin_plain_rule(
            "vague", r"\b(?:an?|two|three)\s+(?:week|fortnight)s?\s+(?:today|tomorrow)\b"
        ),
        latin_plain_rule(
            "vague",
            r"\bthat\s+(?:day|morning|afternoon|evening|night)\b(?!\s+(?:dress|gown|trip|job|care|school"
            r"|shift|class|person))(?:\s+(?:at|around)\s+"
            rf"{_HOUR})?",
        ),
        latin_plain_rule(
            "vague",
            rf"\b(?:(?:in|within)\s+)?(?:{COUNT}|(?:the\s+)?(?:next|last|first|previous|following))\s+"
            r"(?:business|working|work)\s+days?\b(?:\s+of\s+the\s+(?:week|month|year)\b)?",
        ),
        latin_plain_rule("vague", rf"\bthe\s+other\s+{WEEKDAY}\b(?!\s*,)"),
        latin_plain_rule("vague", r"\bthat\s+(?:week|weekend|month|year)\b(?!\s+ago)"),
        latin_plain_rule(
            "vague",
            rf"\b(?:the\s+)?(?:{WEEKDAY}|day|week|weekend|month)\s+(?:after|before|following|of)\s+"
            rf"(?:{MOVABLE}|(?=(?:my|our|your|his|her|their)\b))",
        ),
        latin_plain_rule(
            "vague",
            r"\b(?:the\s+)?(?:first|second|third|last|final)\s+(?:\w+\s+)?(?:day|week|month|year)s?\s+of\s+"
            rf"(?:(?:my|our|your|his|her|their|school|work|class)\b|the\s+(?:{_STRETCH})\b)",
        ),
        latin_plain_rule("vague", r"\bthe\s+turn\s+of\s+the\s+(?:year|century|millennium)\b"),
        latin_plain_rule(
            "vague", r"\b(?:(?:last|this|next)|the\s+\d{1,2}(?:st|nd|rd|th))\s+century\b"
        ),
        latin_plain_rule(
            "vague",
            r"\b(?:in\s+)?weeks?\s+\d{1,2}(?:\s*(?:-|–|to|and)\s*\d{1,2})?\b"
            r"(?!\s+(?:of\s+)?(?:\d{4}\b|(?:this|last|next)\s+year\b))",
        ),
        latin_plain_rule(
            "vague",
            r"\bever\s+since\b(?=\s+(?:i|we|he|she|they|my|our)\b)"
            r"|\bsince\s+(?:i|we|he|she|they|you)\s+(?:last\s+|first\s+)?(?!need|want|like|us|seem)"
            r"(?:\w{2,20}ed|got|left|began|met|came|went|quit|bought|became|had|was|were)\b",
        ),
    )


def _name_rules() -> tuple[Rule, ...]:
    """12 March Street, Saturday Night Live, a run in 3:45, one Friday in March."""
    return (
        latin_plain_rule("noise", r"\bin\s+\d{1,2}:\d{2}(?::\d{2})?\b(?!\s*[ap]\.?m\b)"),
        latin_plain_rule("noise", rf"\b(?:one|an?|some|any)\s+{WEEKDAY}(?=\s+in\b)"),
        latin_plain_rule("noise", rf"\b\d{{1,4}}\s+{MONTH}\s+{_STREET}"),
        latin_plain_rule(
            "noise",
            r"(?-i:\bSaturday\s+Night\s+(?:Live|Fever)\b|\bFriday\s+Night\s+Lights\b)",
        ),
        latin_plain_rule("noise", r"\bt\.?g\.?i\.?\s*friday(?:['’]?s)?\b|\bfreaky\s+friday\b"),
    )
