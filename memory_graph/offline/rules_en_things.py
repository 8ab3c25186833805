"""The English rules about things the user has."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule

_OWNED = (
    r"car|bike|bicycle|motorbike|house|flat|apartment|boat|guitar|piano|"
    r"laptop|tesla|van|truck|scooter"
)
GOODS = (
    rf"{_OWNED}|phone|camera|e-bike|tent|telescope|kayak|canoe|surfboard|snowboard|paddleboard|"
    r"skateboard|sofa|couch|bed|mattress|desk|table|armchair|chair|watch|ring|tv|television|tablet|"
    r"ipad|monitor|keyboard|printer|drone|console|e-reader|kindle|headphones|fridge|freezer|oven|"
    r"stove|dishwasher|washing machine|coffee machine|espresso machine|grinder|barbecue|grill|"
    r"violin|cello|drum kit|ukulele|saxophone|sewing machine|treadmill|rowing machine|motorhome|"
    r"caravan|campervan|camper|sailboat|yacht|plot|garage|cottage|farm|suit|coat|tractor|trailer"
)
# Only what a person has for long and speaks of as his own; not "my code", "my build", "my query".
_THINGS = (
    rf"{_OWNED}|phone|camera|tablet|tv|computer|desk|office|garden|kitchen|room|bedroom|balcony|"
    r"door|front door|wifi|router|printer|watch|shoe size|size|height|weight|hair|eyes|eye colou?r|"
    r"hair colou?r|star sign|zodiac sign|locker|seat|gym|school|university|college|church|"
    r"bank|insurance|club|band|hobby|hobbies|dream|religion|nationality|time ?zone|"
    r"native language|mother tongue|first language|major|degree|department|desk number|"
    r"office number|room number|licen[cs]e plate|plate number|username|handle|shirt size|"
    r"commute|routine|workout|schedule|day off|days off|working hours|lunch break|budget|rent|"
    r"goal|new year's resolution"
)
_NOT_THINGS = (
    r"(?:source )?tests?|build|function|script|server|query|loop|variable|app|service|"
    r"program|terminal|"
    r"branch|repo|container|commit|pipeline|output|input|error|name|opinion|guess|question|point|"
    r"answer|problem|issue|turn|birthday|meeting|call|appointment|review|interview|favou?rite|"
    r"idea|bet|vote|advice|head|way|line|character|hero|heart|life|love|song"
)
_COLOURS = (
    r"(?:(?:dark|light) )?(?:red|blue|green|yellow|black|white|grey|gray|brown|orange|purple|"
    r"pink|silver|blonde?|ginger|beige)"
)

POSSESSIONS = (
    Rule(
        "count",
        r"(?:i|we)(?:'ve got| have got| <ADV>have| own) (?P<count>\d{1,3}|two|three|four|five|"
        r"six|seven|eight|nine|ten) (?P<thing>(?:\w+ )?(?:cats?|dogs?|kids|children|sons|daughters|"
        r"brothers|sisters|siblings|cars|bikes|pets|rabbits|houses|laptops|monitors|"
        r"guitars|plants))"
        r"<END>",
        (Fact("count:{thing_id}", "{count}"),),
    ),
    Rule(
        "has_none",
        rf"(?:i|we) <ADV>(?:(?:don't|do not|no longer) (?:have|own)(?: an?| any)?|have no|"
        rf"haven't got (?:an?|any)) (?P<thing>(?:{_OWNED}|cat|dog|pet|children|kids|"
        rf"brothers|sisters|"
        r"siblings|pets|driving licen[cs]e|smartphone|tv|television|phone)s?)<END>",
        (Fact("has:{thing_id}", "{thing}", polarity=False),),
    ),
    Rule(
        "sold",
        r"(?:<IHAVE>|we|we've|we have) <ADV>(?:sold|given away|gave away|got rid of) "
        rf"(?:my|our|the) (?:old )?(?P<thing>(?:[\w-]+ ){{0,2}}?(?:{GOODS}))<END>",
        (Fact("has:{thing_id}", "{thing}", polarity=False),),
        cue="sold|away|rid",
    ),
    Rule(
        "has_one",
        r"(?:i|we)(?:'ve got| <ADV>have| <ADV>own| <ADV>drive| <ADV>ride|"
        r"(?:'ve)? <ADV>(?:bought|got|adopted)) (?:a|an) "
        rf"(?P<thing>(?:[\w-]+ ){{0,3}}(?:{_OWNED}|cat|dog|puppy|kitten|rabbit|parrot|hamster|"
        rf"son|daughter|sister|brother))<END>",
        (Fact("has:{thing_id}", "{thing}"),),
        listed="thing",
    ),
    Rule(
        "has_tesla",
        r"i <ADV>(?:drive|ride|own) (?:a|an) (?P<thing>(?:[\w-]+ ){0,3}[\w-]+)<END>",
        (Fact("has:{thing_id}", "{thing}"),),
    ),
    Rule(
        "thing_is",
        rf"my (?:new |old |current |own )?(?P<thing>(?:[\w'-]+ )?(?:{_THINGS})s?) (?:is|are) "
        r"(?P<object>(?!(?!being|king|ring)\w+ing\b|not\b|that\b|to\b|if\b|down\b|slow|"
        r"whether\b|about\b|why\b|how\b|what\b|going\b|better\b|a joke|a mess|"
        r"(?:too |so |very |always )|late\b|coming\b|here\b|done\b|ready\b|"
        r"stolen|dead\b|closed|gone\b|empty|dirty|out of\b|"
        r"in the (?:way|shop|garage)|at the (?:garage|mechanic|shop))"
        r"[^,;?]{1,80}?)<END>",
        (Fact("thing:{thing_id}", "{object}"),),
        confidence=0.9,
    ),
    Rule(
        "thing_named",
        rf"my (?:new |old |current |own )?(?P<thing>(?!(?:source |my )?code\b)"
        rf"(?!(?:[\w'-]+ )*(?:{_NOT_THINGS})\b)"
        r"(?:[\w'-]+ ){0,2}?[\w'-]+) (?:is|are)(?: called| named)? "
        rf"(?P<object><NAME>(?: [A-Z0-9][\w-]*)*|[\w-]*\d[\w.-]*(?: [\w.-]+)?|{_COLOURS})<END>",
        (Fact("thing:{thing_id}", "{object}"),),
        confidence=0.9,
    ),
    Rule(
        "commute",
        r"my (?P<thing>commute|routine|workout|schedule) is (?P<object>[^;?]{2,120}?)<END>",
        (Fact("thing:{thing_id}", "{object}"),),
    ),
)
