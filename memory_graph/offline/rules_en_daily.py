"""The English rules about habits and the user's days."""

from __future__ import annotations

from dataclasses import replace

from memory_graph.offline.rule import Fact, Rule

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_OFTEN = (
    rf"(?:(?:every|each) (?:single |other |second )?(?:day|morning|afternoon|evening|night|week|"
    rf"weekend|weekday|workday|month|summer|winter|{_DAY})(?: (?:morning|afternoon|"
    rf"evening|night))?|"
    rf"on (?:{_DAY}s|weekends|weekdays)(?: and {_DAY}s)?(?: (?:mornings|evenings))?|at weekends|"
    r"(?:once|twice|(?:two|three|four|five|six|\d) times) (?:a|per|every) (?:day|week|month|year)|"
    r"daily|weekly|(?:on )?most (?:days|mornings|evenings)|in the (?:mornings|evenings)|"
    r"(?:before|after) (?:work|breakfast|dinner)|during my lunch break)"
)
_CLOCK = (
    r"(?:(?:half past |quarter (?:past|to) )?(?:\d{1,2}(?:[:.]\d\d)?|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|eleven|twelve)(?:[: ](?:thirty|fifteen))?(?: ?o'?clock| ?[ap]\.?m\.?)?|"
    r"noon|midnight)"
)
_SPORTS = (
    r"piano|guitar|violin|drums|cello|flute|football|soccer|tennis|chess|basketball|badminton|"
    r"volleyball|golf|saxophone|hockey|rugby|cricket|squash|table tennis|padel|poker|bass|trumpet|"
    r"ukulele|harp|clarinet|baseball|handball"
)
_DOING = (
    r"(?:(?:go|do|practi[sc]e|attend|teach|take) (?:a |an |to (?:the |a |my )?)?"
    r"(?!(?:an? )?backups?\b|my\b|there|back|home|on\b|through|over|it\b|this|that|"
    r"the same)[\w' -]{2,30}?|"
    r"meditate|exercise|work out|swim|run|jog|cycle|cook|read|stretch|pray|journal|volunteer|fast|"
    r"(?:walk|run|visit|call|see|meet|feed) (?:with )?my (?:<REL>)s?|paint|draw|knit|bake|climb|"
    r"hike|ski|dance|sing|take a nap)"
)
_CLUB = r"(?-i:[A-Z][\w.&']*(?: [A-Z][\w.&']*){0,2})"

HABITS = (
    Rule(
        "plays_often",
        rf"i <ADV>play (?:the )?(?P<object>{_SPORTS})"
        rf"(?: with [\w ]{{2,20}}?)? (?P<often>{_OFTEN})<END>",
        (
            Fact("plays", "{object}", say="The user plays {object}.", cardinality="many"),
            Fact("habit:{object_id}", "{object} {often}", cardinality="single"),
        ),
    ),
    Rule(
        "plays_more",
        rf"i <ADV>play (?:the )?(?P<object>{_SPORTS})<END>",
        (Fact("plays", "{object}", cardinality="many"),),
    ),
    Rule(
        "works_from",
        r"i <ADV>work (?P<mode>(?:from home|remotely|fully remote|from the office|in the office|"
        r"part[- ]time|full[- ]time|night shifts?|shifts|freelance)(?: full[- ]time)?"
        rf"(?: {_OFTEN}| (?:\w+ )days (?:a|per) week)?)<END>",
        (Fact("work_mode", "{mode}"),),
        whole=True,
    ),
    Rule(
        "works_now",
        r"<IM> <ADV>working (?P<mode>from home|remotely|part[- ]time|full[- ]time|night shifts?)"
        r"(?= (?:these days|nowadays|at the moment|now|again|for now))<END>",
        (Fact("work_mode", "{mode}"),),
        whole=True,
    ),
    Rule(
        "lives_with",
        r"i <ADV>(?:live|share a flat) (?P<whom>alone|by myself|on my own|"
        r"with (?:my|our|a|two|three|four|some) (?:\w+ )?(?:<REL>|family|boyfriend|parents|kids|"
        r"children|grandma|grandpa|folks)(?:e?s)?(?: and (?:my |our |a |two )?[\w ]{2,20}?)?)<END>",
        (Fact("lives_with", "{whom}"),),
        when="since",
    ),
    Rule(
        "fears",
        r"<IM> <ADV>(?:very |so )?(?:scared|afraid|terrified|frightened) of "
        r"(?P<object>(?!\w+ing (?:the|my|this|it|that|a)\b)[\w-]+(?: [\w-]+){0,2}?)<END>",
        (Fact("fear:{object_id}", "{object}"),),
    ),
    Rule(
        "star_sign",
        r"<IM> <ADV>an? (?P<object>aries|taurus|gemini|cancerian|leo|virgo|libra|scorpio|"
        r"sagittarius|"
        r"capricorn|aquarius|pisces)<END>",
        (Fact("thing:star sign", "{object}"),),
    ),
    Rule(
        "time_zone",
        r"<IM> <ADV>in (?:the )?(?P<object>(?-i:[A-Z]{2,5})|pacific|eastern|central|mountain) "
        r"time ?zone<END>",
        (Fact("thing:timezone", "{object}"),),
    ),
    Rule(
        "at_home",
        r"<IM> <ADV>an? (?P<job>(?:stay[- ]at[- ]home|full[- ]time) (?:dad|mum|mom|parent|father|"
        r"mother))<END>",
        (Fact("job", "{job}", importance=0.7),),
    ),
    Rule(
        "volunteers",
        rf"i <ADV>volunteer (?:at|for|with) (?:a |an |the |my )?(?P<object>[\w' -]{{3,40}}?)"
        rf"(?: {_OFTEN})?<END>",
        (Fact("volunteers", "{object}", cardinality="many"),),
    ),
    Rule(
        "wears",
        r"i <ADV>wear (?P<object>(?:reading )?glasses|contact lenses|contacts|a hearing aid|"
        r"hearing aids|braces|a wig)<END>",
        (Fact("wears", "{object}", cardinality="many"),),
    ),
    Rule(
        "my_projects",
        r"(?:i <ADV>work|<IM> <ADV>working) on (?:a |the )?(?:project|product|app|game) "
        r"(?:called|named) (?P<project><NAME>)<END>",
        (Fact("works_on", "{project}", cardinality="many"),),
    ),
    Rule(
        "works_elsewhere",
        r"i <ADV>(?:don't|do not|no longer|never) work (?P<mode>from home|remotely|from the office|"
        r"in the office|part[- ]time|full[- ]time|night shifts?|freelance)<END>",
        (Fact("work_mode", "{mode}", polarity=False),),
        whole=True,
    ),
    Rule(
        "clock",
        r"i <ADV>(?P<object>wake up|get up|go to (?:bed|sleep)|start work(?:ing)?|"
        r"finish work(?:ing)?|"
        rf"stop working|leave for work) (?:(?:at|around|about|by|before|"
        rf"after) )+(?P<clock>{_CLOCK})"
        rf"(?: in the morning| at night)?(?: {_OFTEN})?<END>",
        (Fact("habit:{object_id}", "{object} at {clock}"),),
    ),
    Rule(
        "habit",
        rf"i <ADV>(?P<object>{_DOING}) (?P<often>{_OFTEN})(?: with my [\w ]{{2,20}}?)?<END>",
        (Fact("habit:{object_id}", "{object} {often}"),),
    ),
    Rule(
        "no_habit",
        rf"i <ADV>(?:don't|do not|no longer|never) (?P<object>{_DOING}) (?P<often>{_OFTEN})<END>",
        (Fact("habit:{object_id}", "{object} {often}", polarity=False),),
    ),
    Rule(
        "to_work",
        r"i <ADV>(?P<object>(?:ride|take|drive|walk|cycle|bike|run|commute)"
        r"(?: (?:my|the|a) [\w ]{2,20}?| by \w+)?) to (?:work|the office|school|uni|"
        r"university)<END>",
        (Fact("thing:commute", "{object}"),),
        whole=True,
    ),
    Rule(
        "commutes",
        r"i <ADV>commute (?P<object>(?:by|on) (?:the )?\w+)<END>",
        (Fact("thing:commute", "{object}"),),
    ),
    Rule(
        "flies",
        r"i (?:bank with|(?:always|usually|mostly|generally|only|prefer to) (?:fly|travel|bank|"
        r"shop) (?:with|at)) "
        r"(?P<object><NAME>)<END>",
        (Fact("preference:{object_id}", "{object}", kind="preference", importance=0.6),),
    ),
    Rule(
        "reading",
        r"<IM> <ADV>reading (?P<title>(?-i:[A-Z])[^,;?]{1,60}?)(?: by <NAME>)?<END>",
        (Fact("reading", "{title}", cardinality="many"),),
        quotes=True,
    ),
    Rule(
        "training",
        r"<IM> <ADV>(?:training|preparing|studying) for (?:a |an |the |my )?"
        r"(?P<object>(?!(?:the )?(?:worst|best)|it\b|this|that)[\w' -]{3,40}?)<END>",
        (Fact("preparing_for", "{object}", cardinality="many"),),
    ),
    Rule(
        "dieting",
        r"(?:(?:<IM> <ADV>on|i <ADV>(?:follow|keep|stick)(?: to)?) (?:a|an|the) (?:strict )?"
        r"(?P<object>[\w-]+(?: [\w-]+)?) diet|"
        r"<IM> <ADV>(?:doing )?(?P<fast>intermittent fasting))<END>",
        (
            Fact("diet", "{object}", importance=0.7, needs="object"),
            Fact("diet", "{fast}", importance=0.7, needs="fast"),
        ),
    ),
    Rule(
        "eats_only",
        r"i <ADV>(?:eat|keep) (?:only )?(?P<object>halal|kosher|gluten[- ]free|low[- ]carb|keto|"
        r"plant[- ]based)(?: food)?<END>",
        (Fact("diet", "{object}", importance=0.7),),
    ),
    Rule(
        "fan_of_team",
        rf"(?:i <ADV>(?:support|root for) (?P<club>{_CLUB})|"
        rf"<IM> <ADV>an? (?:big |huge )?(?P<team>{_CLUB}) (?:fan|supporter))<END>",
        (
            Fact("supports", "{club}", cardinality="many", needs="club"),
            Fact("supports", "{team}", cardinality="many", needs="team"),
        ),
    ),
)


_CUES = {
    "plays_often": "play",
    "plays_more": "play",
    "habit": r"every|each|\bon\b|\bat\b|times|once|twice|daily|weekly|most|before|after|"
    r"in the|lunch",
    "no_habit": r"n't|not|no|never",
    "clock": r"\bat\b|around|about|\bby\b|before|after",
    "dieting": "diet|fasting",
}
DAILY = tuple(replace(rule, cue=_CUES.get(rule.name, "")) for rule in HABITS)
