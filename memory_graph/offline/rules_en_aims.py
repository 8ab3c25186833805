"""The English rules about studies, aims, dates that matter, and measures of the user."""

from __future__ import annotations

from dataclasses import replace

from memory_graph.offline.rule import Fact, Rule

NATIONS = (
    r"American|Argentin(?:e|ian)|Australian|Austrian|Bangladeshi|Belgian|Brazilian|"
    r"British|Bulgarian|"
    r"Cameroonian|Canadian|Chilean|Chinese|Colombian|Croatian|Cuban|Czech|Danish|Dutch|Egyptian|"
    r"English|Estonian|Ethiopian|Filipin[oa]|Finnish|French|Georgian|German|Ghanaian|Greek|"
    r"Hungarian|Icelandic|Indian|Indonesian|Iranian|Iraqi|Irish|Israeli|Italian|Japanese|Kenyan|"
    r"Korean|Latvian|Lebanese|Lithuanian|Malaysian|Mexican|Moroccan|Nepali|New Zealander|Nigerian|"
    r"Norwegian|Pakistani|Peruvian|Polish|Portuguese|Romanian|Russian|Scottish|Serbian|"
    r"Singaporean|Slovak|Slovenian|South African|South Korean|Spanish|Sri Lankan|Swedish|Swiss|"
    r"Syrian|Taiwanese|Thai|Tunisian|Turkish|Ukrainian|Uruguayan|Venezuelan|Vietnamese|Welsh"
)
_FAITHS = (
    r"catholic|muslim|buddhist|jewish|hindu|christian|protestant|orthodox|sikh|atheist|agnostic"
)
_FIELD = r"(?:[\w-]+ ){0,3}[\w-]+"
_SCHOOL = Fact("school", "{employer}", cardinality="many", needs="employer")
_GOAL = Fact("goal:{object_id}", "{object}", say="The user wants to {object}.")
_AIMS = (
    r"(?:learn|become (?:an? |fluent|vegan|better at)|master (?-i:[A-Z])|climb|"
    r"eat (?:less|more|better|healthier)|"
    r"retire|emigrate|study abroad|speak (?-i:[A-Z])\w+|"
    r"(?:visit|see|travel to|move to) (?-i:[A-Z])|run (?:a |my )|write (?:a |my )(?:book|novel)|"
    r"(?:start|open|found) (?:a|an|my own) (?:business|company|bakery|caf[eé]|restaurant|shop)|"
    r"buy (?:a|my) (?:first |new )?(?:house|flat|apartment|home|car)|lose \d|lose weight|"
    r"(?:quit|stop|give up) (?:smoking|drinking|sugar)|get (?:fit|fitter|in shape|promoted)|"
    r"(?:get|adopt) a (?:dog|cat|puppy|kitten|degree|pilot)|"
    r"read (?:more(?! (?:about|than))|\d+ books)|sleep (?:more|better)|exercise more|"
    r"save (?:up|money|for|more))"
)

STUDIES = (
    Rule(
        "nationality",
        rf"(?:<IM> <ADV>(?:a |an |half[- ])?(?P<nation>(?-i:{NATIONS}))(?: citizen|"
        rf" national| by birth)?|"
        rf"i <ADV>(?:have|hold) (?:a |an )?(?P<passport>(?-i:{NATIONS}))"
        r" (?:citizenship|nationality|passport))<END>",
        (
            Fact("nationality", "{nation}", importance=0.6, needs="nation"),
            Fact("nationality", "{passport}", importance=0.6, needs="passport"),
        ),
    ),
    Rule(
        "other_nationality",
        rf"(?:<IM> not|i am not|i'm no longer) (?:a |an )?(?P<nation>(?-i:{NATIONS}))"
        r"(?: citizen| national)?<END>",
        (Fact("nationality", "{nation}", polarity=False),),
    ),
    Rule(
        "faith",
        rf"<IM> <ADV>(?:a |an )?(?:practi[sc]ing |devout )?(?P<object>{_FAITHS})<END>",
        (Fact("religion", "{object}", sensitivity="identity"),),
    ),
    Rule(
        "studied",
        r"(?:<IHAVE> <ADV>(?:studied|majored in|read)|i did (?:my|a) degree in) "
        rf"(?P<field>(?!at\b|in\b|for\b|the (?:docs|code|error))(?!(?:that|this|your|"
        rf"it)\b){_FIELD}?)"
        r" at (?P<employer><EMP>)<END>",
        (Fact("studied:{field_id}", "{field}"), _SCHOOL),
        when="span",
    ),
    Rule(
        "majored",
        r"i <ADV>(?:studied|majored in|did (?:my|a) degree in) (?P<field>"
        r"(?:computer |political |social |data |environmental |mechanical |electrical |"
        r"civil |art )?"
        r"(?:science|engineering|history|law|medicine|physics|chemistry|biology|maths?|mathematics|"
        r"economics|philosophy|psychology|literature|linguistics|architecture|design|business|"
        r"sociology|music|nursing|journalism|geography|astronomy|english|french|german|spanish|"
        r"chinese|japanese|marketing|finance|accounting|statistics|education))<END>",
        (Fact("studied:{field_id}", "{field}"),),
        when="span",
    ),
    Rule(
        "degree",
        r"<IHAVE> <ADV>(?:have |got |hold |earned |did |finished )?(?:a |an |my )"
        r"(?P<degree>(?:ph\.?d|doctorate|master'?s(?: degree)?|bachelor'?s?(?: degree)?|"
        rf"mba|msc|bsc|degree(?= in\b))(?: in {_FIELD}?)?|(?:bachelor|master|"
        rf"doctor) of {_FIELD}?)(?: (?:at|from) (?P<employer><EMP>))?<END>",
        (Fact("degree:{degree_id}", "{degree}"), _SCHOOL),
        when="span",
    ),
    Rule(
        "graduated",
        r"<IHAVE> <ADV>(?:graduated|finished (?:university|college|school)) (?:from|at) "
        rf"(?P<employer><EMP>)(?: (?:with a degree in|in) (?P<field>(?!the\b){_FIELD}?))?<END>",
        (_SCHOOL, Fact("studied:{field_id}", "{field}", needs="field")),
        when="span",
    ),
    Rule(
        "went_to_school",
        r"(?:i went to (?:school|university|uni|college|high school) (?:at|in)|"
        r"i <ADV>(?:attend|attended)) (?P<employer><EMP>)<END>",
        (_SCHOOL,),
        when="span",
    ),
    Rule(
        "wed",
        r"(?:<IHAVE>|we|we've|we have) <ADV>(?:got|gotten) <ADV>(?P<status>engaged|"
        r"married|divorced|"
        r"separated)<END>",
        (Fact("marital_status", "{status}", say="The user got {status}."),),
        when="since",
        changes=True,
    ),
    Rule(
        "will_wed",
        r"(?:<IM>|we're|we are) <ADV>(?:getting|"
        r"going to get) married(?: to <NAME>)?(?: in <PLACE>)?"
        r"<END>",
        (Fact("plan:wedding", "{when}", kind="event", importance=0.7),),
        when="coming",
    ),
)

AIMS = (
    Rule(
        "deadline",
        r"(?:my|our|the) (?P<object>[\w-]+(?: [\w-]+){0,2}) deadline (?:is|falls)(?: on| by)?<END>",
        (Fact("deadline:{object_id}", "{when}", kind="event", importance=0.7),),
        when="coming",
    ),
    Rule(
        "due",
        r"(?:my|our|the) (?P<object>[\w-]+(?: [\w-]+){0,2}) (?:is|are) due(?: on| by)?<END>",
        (Fact("deadline:{object_id}", "{when}", kind="event", importance=0.7),),
        when="coming",
    ),
    Rule(
        "deadline_for",
        r"(?:my|our|the) deadline (?:for|of) (?:my |our |the )?(?P<object>[\w-]+(?: [\w-]+){0,3}) "
        r"is(?: on| by)?<END>",
        (Fact("deadline:{object_id}", "{when}", kind="event", importance=0.7),),
        when="coming",
    ),
    Rule(
        "expecting",
        r"(?:<IM>|we're|we are|my (?:wife|partner|girlfriend) and i are) <ADV>expecting "
        r"(?:a |our (?:first|second|third) )?(?P<object>baby|child|twins)<END>",
        (Fact("plan:baby", "{object}", kind="event", importance=0.7),),
        when="ahead",
    ),
    Rule(
        "the_deadline",
        r"(?:my|our|the) deadline (?:is|falls)(?: on| by)?<END>",
        (Fact("deadline", "{when}", kind="event", importance=0.7),),
        when="coming",
    ),
    Rule(
        "expires",
        r"my (?P<thing>(?:[\w'-]+ ){0,2}?[\w'-]+) (?:expires|runs out|ends|is (?:valid|good) until|"
        r"needs (?:renewing|to be renewed)|is due(?: for renewal)?)(?: on| in| by)?<END>",
        (Fact("expires:{thing_id}", "{when}", kind="event", importance=0.7),),
        when="coming",
    ),
    Rule(
        "todo",
        r"i <ADV>(?:need to|have to|must|should|'ve got to) (?P<object>(?!.*\b(?:it|this|"
        r"that|them)\b)"
        r"[\w' -]{3,60}?) "
        r"(?:by|before|until)<END>",
        (Fact("todo:{object_id}", "{object}", kind="event", importance=0.7),),
        when="coming",
    ),
    Rule(
        "holiday",
        r"(?:<IM>|we're|we are) <ADV>(?:going|off) on (?P<object>vacation|holiday|parental leave|"
        r"maternity leave|paternity leave|honeymoon|a honeymoon|a cruise|sabbatical)"
        r"(?: (?:to|in) <PLACE>)?<END>",
        (Fact("plan:{object_id}", "{when}", kind="event"),),
        when="coming",
    ),
    Rule(
        "goal_is",
        r"my (?:main |big |biggest |personal |next |career )*(?P<kind>goal|dream|aim|ambition|"
        r"new year'?s resolution)(?: (?:this|for this|for the) (?:year|month))? is to "
        r"(?P<object>[\w' -]{3,80}?)<END>",
        (_GOAL,),
        whole=True,
    ),
    Rule(
        "wants_to",
        r"(?:i <ADV>(?:want|hope|plan|intend|aim|wish|would like)|i'd <ADV>(?:like|love)|"
        r"i would <ADV>(?:like|love)|i've always wanted|<IM> <ADV>(?:hoping|planning|trying)) to "
        rf"(?P<object>(?={_AIMS})(?!learn (?:more|about|from|how(?! to (?:swim|cook|drive|"
        rf"code|ski|sail|surf|dance|draw|sing))))"
        r"(?!.*\b(?:it|this|that|you|your)\b)[\w' -]{3,60}?)<END>",
        (_GOAL,),
        whole=True,
        confidence=0.9,
    ),
    Rule(
        "wants_no_more",
        r"i <ADV>(?:no longer|don't|do not) <ADV>want to "
        rf"(?P<object>(?={_AIMS})(?!.*\b(?:it|this|that|you|your)\b)[\w' -]{{3,60}}?)<END>",
        (Fact("goal:{object_id}", "{object}", polarity=False),),
        confidence=0.9,
    ),
    Rule(
        "saving",
        r"<IM> <ADV>saving (?:up )?(?:for|to buy) (?:a |an |the |"
        r"my )?(?P<object>[\w' -]{3,40}?)<END>",
        (
            Fact(
                "goal:{object_id}",
                "{object}",
                say="The user is saving for: {object}.",
            ),
        ),
    ),
)

MEASURES = (
    Rule(
        "height",
        r"<IM> <ADV>(?P<object>\d(?:[.,]\d+)? ?(?:m|met(?:er|re)s?)|\d{2,3} ?(?:cm|"
        r"centimet(?:er|re)s)|"
        r"(?:\d|five|six) ?(?:'|ft|feet|foot)(?: ?\d{1,2} ?(?:\"|''|in|inches)?)?)(?: tall)?<END>",
        (Fact("thing:height", "{object}"),),
    ),
    Rule(
        "weighs",
        r"i <ADV>weigh (?P<object>\d{2,3}(?:\.\d)? ?\w{0,9})<END>",
        (Fact("thing:weight", "{object}", sensitivity="health"),),
    ),
    Rule(
        "shoes",
        r"i <ADV>(?:wear|take)(?: a)? size (?P<object>\d{1,2}(?:\.5)?)(?: (?:in )?shoes?|"
        r" boots?)<END>",
        (Fact("thing:shoe size", "{object}"),),
    ),
    Rule(
        "clothes",
        r"i <ADV>wear(?: a)? size (?P<object>(?:x{0,3}[sml]|small|medium|large|\d{1,2}))<END>",
        (Fact("thing:clothes size", "{object}"),),
    ),
    Rule(
        "goes_by",
        r"i <ADV>(?:go|went) by (?:the name )?(?P<name>(?!foot)<NAME>)<END>",
        (
            Fact(
                "preferred_name",
                "{name}",
                say="The user wants to be called {name}.",
                importance=0.9,
            ),
        ),
    ),
)

_CUES = {
    "studied": "studied|majored|read|degree",
    "degree": r"ph\.?d|doctor|master|bachelor|mba|msc|bsc|degree",
    "graduated": "graduated|finished",
    "wed": "engaged|married|divorced|separated",
    "will_wed": "married",
    "deadline": "deadline",
    "due": r"\bdue\b",
    "deadline_for": "deadline",
    "expecting": "expecting",
    "the_deadline": "deadline",
    "expires": "expires|runs out|ends|until|renew|due",
    "todo": r"\b(?:by|before|until)\W*$",
    "wants_to": r"\bto\b",
    "height": r"\d|five|six",
}
AIMS_AND_STUDIES = tuple(
    replace(rule, cue=_CUES.get(rule.name, "")) for rule in MEASURES + STUDIES + AIMS
)
