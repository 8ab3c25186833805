"""The English rules about what the user is called, is like, and must keep private."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule
from memory_graph.offline.words import ILLNESSES, JOBS_EN

_ALLERGY = Fact("allergy:{object_id}", "{object}", sensitivity="health", importance=0.9)
_HEALTH = Fact("health:{object_id}", "{object}", sensitivity="health", importance=0.8)

_SIGNS = "aries|taurus|gemini|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces"
_JOBS = "|".join(JOBS_EN.split())

SELF = (
    Rule(
        "name",
        r"(?:my (?:full |first |real )?name(?:'s| is)|the name's|(?:i'm|i am) (?:called|named)) "
        r"(?P<name><NAME>|[\w'-]+)<END>",
        (Fact("name", "{name}", importance=0.9),),
    ),
    Rule(
        "surname",
        r"my (?:last name|surname|family name)(?:'s| is) (?P<name><NAME>|[\w'-]+)<END>",
        (Fact("surname", "{name}", importance=0.8),),
    ),
    Rule(
        "call_me",
        r"(?:(?:please |just |you can |you may |so |always |from now on,? )*call|"
        r"(?:everyone|everybody|people|(?:my )?friends|they all) calls?) me "
        r"(?P<name><NAME>|[\w'-]+)<END>",
        (
            Fact(
                "preferred_name",
                "{name}",
                say="The user wants to be called {name}.",
                importance=0.9,
            ),
        ),
    ),
    Rule(
        "i_am",
        r"(?:i'm|i am|this is) (?P<name><NAME>)<END>",
        (Fact("name", "{name}", say="The user's name is {name}.", importance=0.9),),
        confidence=0.85,
        greeted=True,
    ),
    Rule(
        "i_am_aside",
        r"(?:i'm|i am) (?P<name><NAME>),? (?:by the way|btw)\W*$",
        (Fact("name", "{name}", say="The user's name is {name}.", importance=0.9),),
        confidence=0.85,
    ),
    Rule(
        "diet_kind",
        r"<IM> <ADV>(?:a |an )?(?:strict )?(?P<object>vegan|vegetarian|pescatarian|"
        r"teetotal(?:ler)?)<END>",
        (Fact("diet", "{object}", importance=0.7),),
    ),
    Rule(
        "diet_kind_no",
        r"<IM> (?:not|no longer) <ADV>(?:an? )?(?P<object>vegan|vegetarian|pescatarian)<END>",
        (Fact("diet", "{object}", polarity=False, importance=0.7),),
    ),
    Rule(
        "trait",
        r"<IM> (?P<no>(?:not|never|no) )(?:really |much of )*(?:a |an )?(?P<trait>(?:morning|night|"
        r"people|cat|dog|outdoor|beach|city|detail) person|night owl|early bird|early riser)<END>",
        (Fact("trait:{trait_id}", "{trait}", polarity=False),),
    ),
    Rule(
        "trait_is",
        r"<IM> <ADV>(?:a |an )?(?:real |total )?(?P<trait>(?:morning|night|people|cat|dog|outdoor|"
        r"beach|city|detail) person|night owl|early bird|early riser|introvert|extrovert|"
        r"left-handed|right-handed|vegetarian at heart)<END>",
        (Fact("trait:{trait_id}", "{trait}"),),
    ),
    Rule(
        "marital",
        r"<IM> <ADV>(?P<status>(?:not |no longer |newly |happily |recently )?(?:married|single|"
        r"divorced|engaged|widowed|separated))"
        r"(?: for (?:[\w-]+ ){1,3}years)?<END>",
        (Fact("marital_status", "{status}"),),
        when="since",
    ),
    Rule(
        "age",
        r"(?:i'm|i am|i just turned|i turned) (?P<age>\d{1,3})(?: years? old)?<END>",
        (Fact("age", "{age}"),),
    ),
    Rule(
        "birthday",
        r"(?:my birthday(?:'s| is)(?: on)?|i was born on) (?P<date>[^,;?]{3,40}?)<END>",
        (Fact("birthday", "{date}", importance=0.7),),
    ),
    Rule("born_year", r"i was born in (?P<date>\d{4})<END>", (Fact("birth_year", "{date}"),)),
)

HEALTHY = (
    Rule(
        "allergic",
        r"<IM> (?:also |really |severely |very |slightly |a bit |mildly )*allergic to "
        r"(?P<object><OBJ>)<END>",
        (_ALLERGY,),
        listed="object",
    ),
    Rule(
        "not_allergic",
        r"(?:<IM> not|<IM> no longer|i'm no longer|i was never) allergic to "
        r"(?P<object><OBJ>)(?: after all| at all)?<END>",
        (
            Fact(
                "allergy:{object_id}",
                "{object}",
                polarity=False,
                sensitivity="health",
                importance=0.8,
            ),
        ),
        listed="object",
    ),
    Rule(
        "allergy",
        r"i <ADV>(?:have|suffer from) (?:a |an )?(?:(?:severe|bad|mild|serious) )?"
        r"(?:(?P<object>[\w -]{2,40}?) allergy|allergy to (?P<thing><OBJ>))<END>",
        (
            Fact(
                "allergy:{object_id}",
                "{object}",
                sensitivity="health",
                importance=0.9,
                needs="object",
            ),
            Fact(
                "allergy:{thing_id}", "{thing}", sensitivity="health", importance=0.9, needs="thing"
            ),
        ),
    ),
    Rule(
        "illness",
        rf"(?:i <ADV>(?:have|suffer from)|i've got) (?P<object>(?:\w+ ){{0,2}}?(?:{ILLNESSES}))"
        r"<END>",
        (_HEALTH,),
    ),
    Rule(
        "diagnosed",
        r"(?:i was|i've been|i have been|i got) <ADV>diagnosed with "
        r"(?P<object><OBJ>)<END>",
        (_HEALTH,),
        when="since",
    ),
    Rule(
        "condition",
        r"<IM> <ADV>(?P<object>diabetic|asthmatic|pregnant|colou?r[- ]?blind|"
        r"lactose intolerant|gluten intolerant|dyslexic|epileptic)<END>",
        (_HEALTH,),
    ),
    Rule(
        "blood",
        r"my blood (?:type|group) is (?P<object>[\w+-]+(?: (?:positive|negative))?)<END>",
        (Fact("blood_type", "{object}", sensitivity="health", importance=0.8),),
    ),
    Rule(
        "medicine",
        r"i <ADV>take (?P<dose>(?:(?:\d[\d.]*|an?|one|two|half a) ?(?:mg|g|mcg|ml|iu|units?|"
        r"tablets?|pills?|drops?|puffs?|capsules?)(?: of)? )?)(?P<object>(?!(?:it|this|that|them|"
        r"care|part|time|the (?!pill)|our|my (?!med|pill|insulin|tablet|inhaler))\b|(?:an? )?"
        r"(?:\w+ )?(?:(?:backup|break|walk|nap|look|snapshot|shower|bath|photo|lesson|picture|day|"
        r"note|turn|call|order|dump|train|tram|taxi|lift|elevator|course)s?|bus|metro|subway|ferry|stairs|"
        r"class(?:es)?|copy)\b|.*\b(?:to|at|in|from|with|of)\b)"
        r"[\w -]{2,40}?) "
        r"(?:\d+ ?(?:mg|mcg|ml|iu) )?(?:every (?:day|morning|night|evening)|"
        r"daily|twice a day|for my [\w ]+)<END>",
        (Fact("medicine:{object_id}", "{dose} {object}", sensitivity="health", importance=0.8),),
    ),
)

IDENTITY = (
    Rule(
        "phone",
        r"my (?:new |current )?(?:(?:phone|mobile|cell|cell ?phone|telephone)(?: number)?|"
        r"number) is "
        r"(?P<number>\+?[\d][\d ()-]{4,24}\d)<END>",
        (Fact("phone", "{number}", sensitivity="identity", importance=0.7),),
    ),
    Rule(
        "identity",
        r"my (?P<document>passport|id|id card|identity card|social security|ssn|driver'?s "
        r"licen[cs]e|tax|visa|student)(?: (?:number|no\.?|id))? is (?P<number>[\w-]*\d[\w-]*)<END>",
        (Fact("identity:{document_id}", "{number}", sensitivity="identity", importance=0.7),),
    ),
    Rule(
        "email",
        r"my (?:new |current )?e-?mail(?: address)? is (?P<number>\S+@\S+?)<END>",
        (Fact("email", "{number}", sensitivity="identity", importance=0.7),),
    ),
    Rule(
        "address",
        r"my (?:home |postal |new )?address is (?P<object>.{5,120}?)<END>",
        (Fact("address", "{object}", sensitivity="location", importance=0.7),),
    ),
    Rule(
        "secret",
        r"(?:my|our) (?P<thing>(?:[\w-]+ ){0,2}(?:password|passcode|pin|pin code|api key|"
        r"token)) is "
        r"(?P<object>\S+)<END>",
        (Fact("credential:{thing_id}", "{object}", sensitivity="credentials", importance=0.6),),
    ),
    Rule(
        "bank",
        r"my (?P<thing>(?:bank )?account|(?:credit |debit |bank )?card|iban)(?: number)? is "
        r"(?P<number>[\w -]*\d[\w -]*)<END>",
        (Fact("bank:{thing_id}", "{number}", sensitivity="money", importance=0.6),),
    ),
    Rule(
        "lives_at",
        r"i <ADV>live at (?P<object>\d[\w ,.'-]{4,100}?)<END>",
        (Fact("address", "{object}", sensitivity="location", importance=0.7),),
    ),
    Rule(
        "salary",
        r"(?:my (?:salary|income) is|i earn|i make) (?P<object>[^,;?]*\d[^,;?]*?)<END>",
        (Fact("income", "{object}", sensitivity="money", importance=0.6),),
    ),
)

OPENING = (
    Rule(
        "i_am_first",
        rf"(?:i'm|i am|this is) (?!(?-i:[A-Z]{{2,}})\b|(?:okay|{_SIGNS})\b|"
        rf".*\b(?:lead|head|{_JOBS})\b)"
        r"(?P<name><NAME>)<END>",
        (Fact("name", "{name}", say="The user's name is {name}.", importance=0.9),),
        confidence=0.85,
        opens=True,
    ),
)
"""Tried last: what else a capital word may be, a nation or a faith, goes before a name."""
