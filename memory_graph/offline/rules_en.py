"""The English extraction rules.

A rule is matched against one whole clause, so that a fact inside a wish, a report or a longer
thought is not taken for a statement. Upper-case words in angle brackets are macros.
"""

from __future__ import annotations

from functools import cache

from memory_graph.offline.lexicon import ILLNESSES, JOBS_EN, relation_words
from memory_graph.offline.rule import Fact, Grammar, Rule
from memory_graph.offline.rules_en_people import PEOPLE, POSSESSIONS

_MACROS = {
    "ADV": (
        r"(?:(?:really|actually|still|also|just|now|currently|always|usually|generally|honestly|"
        r"absolutely|totally|particularly|especially|mostly|mainly|truly|do|quite|much|recently|"
        r"only|so|rather|deeply|strongly|definitely|already|finally|simply)\s+)*"
    ),
    "IM": r"(?:i'm|im|i am|i've been|i have been)",
    "IHAVE": r"(?:i've|i have|i)",
    "END": (
        r"(?:,?\s+(?:any ?more|at all|very much|a lot|so much|too|as well|though|really|these days|"
        r"nowadays|now|anyway|please|thanks|instead|either|by the way|btw|so far|if possible|"
        r"if you can|in|on|at|since|from|during|ago|and all|again|the most|best))*[\s.!,;]*$"
    ),
    "NAME": (
        r"(?-i:(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+)?[A-Z][\w'-]*"
        r"(?:\s+(?:[A-Z][\w'-]*|van|von|de|del|der|da|di|dos|la|al|el|bin))*|"
        r"[一-鿿]{2,4})"
    ),
    "PLACE": r"(?-i:(?:the\s+)?[A-Z][\w'.-]*(?:,?\s+(?:[A-Z][\w'.-]*|de|la|of|upon|am))*|[一-鿿]{2,8})",
    "PLACES": r"<PLACE>(?:(?:,\s+and|,|\s+and)\s+<PLACE>)*",
    "EMP": (
        r"(?-i:(?:the\s+)?[A-Z][\w'&.-]*(?:\s+(?:[A-Z&][\w'&.-]*|of|and|for))*|[一-鿿]{2,12}|"
        r"(?:a|an|the)\s+(?:[\w-]+\s+){0,3}(?:company|bank|school|startup|start-up|hospital|"
        r"university|firm|agency|studio|shop|store|bakery|ngo|charity|library|clinic|lab))"
    ),
    "JOB": r"(?:[\w/-]+\s+){0,3}?(?:" + "|".join(JOBS_EN) + r")",
    "OBJ": (r"[^,;:?!]{2,80}?(?:(?:,\s*[^,;:?!]{2,30}?){0,8},?\s+(?:and|or)\s+[^,;:?!]{2,40}?)?"),
    "DET": r"(?:(?:a|an|the|my|our)\s+)?",
}
_DENY = {
    "object": (
        r"(?:it|that|this|these|those|them|him|her|you|your|yours|how|what|when|where|who|why|"
        r"which|the (?:way|idea|sound|look|fact|thought|plan|new|one|ones|first|second|answer)|"
        r"to (?:think|know|see|say|ask|hear|point|thank|add|be honest|have)|talking to you|"
        r"both|either|one|some of|where|being|not|so|(?:on|in|at|since|from|for|until)\W*$|either|everything|nothing|anything|all of|"
        r"(?:his|their|its)\b.*|\W*$)(?:\W|$)"
    ),
    "name": (
        r"(?:not|a|an|the|on|in|at|by|when|later|back|tomorrow|today|tonight|if|spelled|spelt|"
        r"pronounced|hard|difficult|too|also|unknown|crazy|old|maybe|sorry|any|as|what|after|"
        r"before|for|to|whatever|anything|i|soon|now|again|happy|glad|sure|fine|ok|okay|and)\b"
    ),
    "person": (
        r"(?:I|It|He|She|We|They|You|This|That|These|Those|There|The|Everyone|Everybody|Everything|"
        r"Nobody|Nothing|Someone|Something|Anyone|Who|What|Which|Where|When|Why|How|My|Our|Your|"
        r"His|Her|Its|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Today|Tomorrow|Life|"
        r"Time|Work|If|And|But|So|No|Yes|One|Some|Any|All|Most|People|Please|Thanks|Hi|Hello)\b"
    ),
    "employer": r"(?:night|nights|home|weekends?|noon|the moment|the same|myself|a living|that|it)\b",
    "place": (
        r"(?:the (?!netherlands|us|usa|uk|hague|bronx|philippines|united|czech)|a |an |my |your |"
        r"(?:january|february|march|april|may|june|july|august|september|october|november|"
        r"december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b)"
    ),
    "date": r"(?!.*(?:\d|first|january|february|march|april|may|june|july|august|september|october|"
    r"november|december))",
}

_NEGATED = r"(?:don't|do not|don’t|never|no longer|can't|cannot|won't)"
_PREFERENCE = Fact("preference:{object_id}", "{object}", kind="preference", importance=0.6)
_DISLIKE = Fact(
    "preference:{object_id}", "{object}", kind="preference", importance=0.6, polarity=False
)
_ALLERGY = Fact("allergy:{object_id}", "{object}", sensitivity="health", importance=0.9)
_HEALTH = Fact("health:{object_id}", "{object}", sensitivity="health", importance=0.8)
_DIET_NO = Fact("diet:{object_id}", "{object}", polarity=False, importance=0.6, kind="preference")
_DIET = Fact("diet:{object_id}", "{object}", importance=0.6, kind="preference")
_EMPLOYER = Fact("employer", "{employer}", importance=0.7)
_JOB = Fact("job", "{job}", importance=0.7)
_AT = Fact(
    "employer", "{employer}", say="The user works at {employer}.", importance=0.7, needs="employer"
)
_AS = Fact("job", "{job}", say="The user works as {job}.", importance=0.7, needs="job")
_LEFT = Fact("employer", "{employer}", polarity=False, importance=0.7)

_SELF = (
    Rule(
        "name",
        r"(?:my (?:full |first |real )?name(?:'s| is)|the name's) "
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
        r"(?:(?:please |just |you can |you may |so )*call|(?:everyone|everybody|people|"
        r"(?:my )?friends|they all) calls?) me (?P<name><NAME>|[\w'-]+)<END>",
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
_HEALTHY = (
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
        r"(?P<object><OBJ>)<END>",
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
        rf"(?:i <ADV>(?:have|suffer from)|i've got) (?P<object>(?:\w+ )?(?:{ILLNESSES}))"
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
        r"<IM> <ADV>(?P<object>diabetic|asthmatic|pregnant|colou?r-?blind|"
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
        r"i <ADV>take (?P<object>[\w -]{2,40}?) (?:every (?:day|morning|night|evening)|"
        r"daily|twice a day|for my [\w ]+)<END>",
        (Fact("medicine:{object_id}", "{object}", sensitivity="health", importance=0.8),),
    ),
)
_IDENTITY = (
    Rule(
        "phone",
        r"my (?:new |current )?(?:phone|mobile|cell|cell ?phone|telephone)(?: number)? is "
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
        r"my e-?mail(?: address)? is (?P<number>\S+@\S+?)<END>",
        (Fact("email", "{number}", sensitivity="identity", importance=0.7),),
    ),
    Rule(
        "address",
        r"my (?:home |postal |new )?address is (?P<object>.{5,120}?)<END>",
        (Fact("address", "{object}", sensitivity="location", importance=0.7),),
    ),
    Rule(
        "secret",
        r"my (?P<thing>(?:[\w-]+ ){0,2}(?:password|passcode|pin|pin code|api key|token)) is "
        r"(?P<object>\S+)<END>",
        (Fact("credential:{thing_id}", "{object}", sensitivity="credentials", importance=0.6),),
    ),
    Rule(
        "salary",
        r"(?:my (?:salary|income) is|i earn|i make) (?P<object>[^,;?]*\d[^,;?]*?)<END>",
        (Fact("income", "{object}", sensitivity="money", importance=0.6),),
    ),
)
_WORK = (
    Rule(
        "work_at_as",
        r"i <ADV>work (?:at|for) (?P<employer><EMP>) as (?P<job>(?:an? |the )?[\w /-]+?)"
        r"<END>",
        (_AT, _AS),
        when="since",
    ),
    Rule(
        "work_as",
        r"(?:i <ADV>work|<IM> <ADV>working) as (?P<job>(?:an? |the )?[\w /-]+?)"
        r"(?: (?:at|for|with) (?P<employer><EMP>))?<END>",
        (_AS, _AT),
        when="since",
    ),
    Rule(
        "is_a_job",
        r"<IM> <ADV>(?:a|an|the) (?P<job><JOB>)(?: (?:at|for|with|of) (?P<employer><EMP>))?"
        r"(?: (?:in|from) <PLACE>)?<END>",
        (Fact("job", "{job}", say="The user is a {job}.", importance=0.7), _AT),
    ),
    Rule(
        "work_at",
        r"(?:i <ADV>work|<IM> <ADV>(?:working|employed)) (?:at|for|by|with) "
        r"(?P<employer><EMP>)(?: in <PLACE>)?<END>",
        (_EMPLOYER,),
        when="since",
    ),
    Rule(
        "work_in",
        r"i <ADV>work in (?P<job>(?:software |human |customer |product )?(?:marketing|"
        r"sales|finance|hr|resources|it|engineering|design|development|education|healthcare|"
        r"logistics|research|testing|support|accounting|law|insurance|banking|media))<END>",
        (_JOB,),
    ),
    Rule(
        "my_job",
        r"my (?:new |current )?(?:job|profession|occupation|job title|title) is "
        r"(?P<job>[\w /-]{3,60}?)<END>",
        (_JOB,),
    ),
    Rule(
        "my_employer",
        r"my (?:new |current )?(?:employer|company) is (?P<employer><EMP>)<END>",
        (_EMPLOYER,),
    ),
    Rule(
        "joined",
        r"<IHAVE> <ADV>(?:joined|started(?: working| work| a new job)? at|"
        r"got a (?:new )?job (?:at|with)) (?P<employer><EMP>)(?: as (?P<job>[\w /-]+?))?<END>",
        (Fact("employer", "{employer}", importance=0.7), _AS),
        when="since",
    ),
    Rule(
        "left_job",
        r"(?:i <ADV>(?:no longer|don't|do not) work (?:at|for)|<IHAVE> <ADV>(?:left|quit|"
        r"resigned from)(?: my job at)?) (?P<employer><EMP>)<END>",
        (_LEFT,),
        when="since",
    ),
    Rule(
        "used_to_work",
        r"i used to work (?:at|for) (?P<employer><EMP>)<END>",
        (Fact("past_employer", "{employer}", cardinality="many"),),
    ),
    Rule(
        "not_working",
        r"<IM> <ADV>(?P<job>unemployed|retired|self-employed|between jobs)<END>",
        (_JOB,),
    ),
)
_PLACES = (
    Rule(
        "stack",
        r"(?:(?:the|our|my) )?(?:tech(?:nology)? )?stack (?:is|runs on|uses) (?:now )?"
        r"(?P<anytech>[\w.+#-]+(?: [A-Z][\w.]*)?)<END>",
        (Fact("technology:{anytech_id}", "{anytech}", subject="project", importance=0.7),),
    ),
    Rule(
        "our_tool",
        r"(?:the|our) (?P<thing>database|db|editor|cloud|ci|queue|framework) (?:is|runs on)"
        r" (?:now )?(?P<tech>[\w.+#-]+(?: [A-Z][\w.]*)?)<END>",
        (
            Fact(
                "technology:{tech_id}",
                "{tech}",
                say="The project's {thing} is {tech}.",
                subject="project",
                importance=0.7,
            ),
        ),
    ),
    Rule(
        "we_use",
        r"(?:we|we're|the team|our team) <ADV>(?:use|run on|run|chose|picked|went with|are on|"
        r"deploy on) (?P<tech>[\w.+#-]+(?: [A-Z][\w.]*)?)<END>",
        (
            Fact(
                "technology:{tech_id}",
                "{tech}",
                say="The project uses {tech}.",
                subject="project",
                importance=0.7,
            ),
        ),
        when="since",
    ),
    Rule(
        "we_switched",
        r"(?:we|we've|we have|the team|our team|i|i've) <ADV>(?:moved|switched|migrated|"
        r"changed)(?: over)?(?: from [\w.+#-]+)? to (?P<tech>[\w.+#-]+(?: [A-Z][\w.]*)?)<END>",
        (
            Fact(
                "technology:{tech_id}",
                "{tech}",
                say="The project moved to {tech}.",
                subject="project",
                importance=0.7,
            ),
        ),
        when="since",
    ),
    Rule(
        "lives",
        r"(?:i <ADV>(?:live|reside)|<IM> <ADV>(?:living|based|located)) in (?P<place><PLACE>)"
        r"(?: with (?:my|a|the) [\w ]+?)?<END>",
        (Fact("lives_in", "{place}", importance=0.7),),
        when="since",
    ),
    Rule(
        "moved",
        r"(?:i|i've|i have|we|we've|we have) <ADV>(?:moved|relocated)(?: back)?"
        r"(?: from <PLACE>)? to (?P<place><PLACE>)(?: with (?:my|a|the) [\w ]+?)?<END>",
        (Fact("lives_in", "{place}", importance=0.7),),
        when="since",
    ),
    Rule(
        "lives_since",
        r"(?:i've|i have) <ADV>lived in (?P<place><PLACE>)<END>",
        (Fact("lives_in", "{place}", importance=0.7),),
        when="lasting",
    ),
    Rule(
        "lived",
        r"(?:i used to live|i <ADV>lived|i was living) in (?P<place><PLACE>)<END>",
        (Fact("lived_in", "{place}", cardinality="many"),),
        when="span",
    ),
    Rule(
        "from",
        r"(?:<IM> <ADV>(?:originally |also )?from|i (?:originally )?come from|my hometown is) "
        r"(?P<place><PLACE>)(?: originally)?<END>",
        (Fact("from", "{place}", importance=0.6),),
    ),
    Rule(
        "born_in",
        r"i was born(?: and raised)? in (?P<place><PLACE>)<END>",
        (Fact("born_in", "{place}"),),
    ),
    Rule("grew_up", r"i grew up in (?P<place><PLACE>)<END>", (Fact("grew_up_in", "{place}"),)),
    Rule(
        "never_visited",
        r"(?:<IHAVE> never|i haven't(?: ever)?) (?:been to|visited|travell?ed to) "
        r"(?P<place><PLACES>)<END>",
        (Fact("visited", "{place}", cardinality="many", polarity=False),),
        listed="place",
    ),
    Rule(
        "visited",
        r"(?:<IHAVE> <ADV>(?:been to|visited)|i (?:went|travell?ed|flew) to) "
        r"(?P<place><PLACES>)<END>",
        (Fact("visited", "{place}", cardinality="many"),),
        listed="place",
        when="span",
    ),
    Rule(
        "team",
        r"(?:(?:i was|i've been|i'm|i am|we were|we're|i went) )?(?:back )?on "
        r"(?:the )?(?:team (?P<team>[A-Z]\w*)|(?P<squad>[A-Z]\w*) team)<END>",
        (
            Fact("team", "{team}", needs="team", say="The user's team: {team}."),
            Fact("team", "{squad}", needs="squad", say="The user's team: {squad}."),
        ),
        when="span",
    ),
    Rule(
        "team_back",
        r"(?:(?:i'm|i am|i was|i'll be) )?back on (?:the )?(?P<team>(?-i:[A-Z])\w*)<END>",
        (Fact("team", "{team}", say="The user's team: {team}."),),
        when="dated",
        confidence=0.8,
    ),
    Rule(
        "team_next",
        r"(?:then )?(?:back )?(?:on )?(?P<team>(?-i:[A-Z])\w*)<END>",
        (Fact("team", "{team}", say="The user's team: {team}."),),
        when="dated",
        follows="team",
    ),
)
_TASTES = (
    Rule(
        "favourite",
        r"my (?:absolute |all-time )?favou?rite (?P<thing>[\w -]{2,40}?) (?:is|are) "
        r"(?P<object><OBJ>)<END>",
        (Fact("favourite:{thing_id}", "{object}", kind="preference", importance=0.6),),
    ),
    Rule(
        "dislike",
        rf"(?:i <ADV>{_NEGATED} <ADV>(?:like|love|enjoy|fancy|care for|stand|bear)|"
        r"i <ADV>(?:hate|dislike|detest|loathe|despise)|i'm not <ADV>(?:a (?:big |huge |great )?fan of|"
        r"fond of|into|keen on)|i am not <ADV>(?:a (?:big |huge |great )?fan of|fond of|into|keen on)|"
        r"<IHAVE> (?:gone|went) off|i've stopped liking) (?P<object><OBJ>)<END>",
        (_DISLIKE,),
        listed="object",
    ),
    Rule(
        "like",
        r"(?:i <ADV>(?:like|love|enjoy|adore|prefer)|<IM> <ADV>(?:a (?:big |huge |great )?fan of|"
        r"fond of|into|keen on|crazy about|addicted to)|i've grown to (?:like|love)) "
        r"(?P<object><OBJ>)(?: (?:over|rather than|more than|to(?= (?:coffee|tea|\w+)\W*$)) "
        r"[\w ]+)?<END>",
        (_PREFERENCE,),
        listed="object",
    ),
    Rule(
        "diet_no",
        rf"(?:i <ADV>{_NEGATED} (?:ever )?(?:eat|drink|touch)|<IHAVE> <ADV>(?:stopped|quit|"
        r"given up|gave up|cut out)(?: (?:eating|drinking))?) (?P<object>[\w' -]{3,40}?)<END>",
        (_DIET_NO,),
        listed="object",
    ),
    Rule(
        "diet",
        r"i <ADV>(?:drink|eat) <ADV>(?P<object>(?!breakfast|lunch|dinner|out\b|at\b|too\b|with\b)"
        r"[\w'-]+(?: [\w'-]+){0,2}?)<END>",
        (_DIET,),
        listed="object",
    ),
    Rule(
        "diet_past",
        r"i <ADV>(?:drank|ate|used to (?:drink|eat)) <ADV>(?P<object>[\w' -]{2,40}?)<END>",
        (_DIET,),
        when="past",
        listed="object",
    ),
    Rule(
        "smoker",
        r"i <ADV>(?:don't|do not|no longer|never) (?P<object>smoke)<END>",
        (Fact("diet:smoking", "smoking", polarity=False),),
    ),
    Rule(
        "speaks",
        r"i <ADV>speak (?P<object>(?-i:[A-Z])\w+(?:(?:,| and|, and) (?-i:[A-Z])\w+)*)<END>",
        (Fact("speaks", "{object}", cardinality="many"),),
        listed="object",
    ),
    Rule(
        "plays",
        r"i <ADV>play (?:the )?(?P<object>piano|guitar|violin|drums|cello|flute|football|"
        r"tennis|chess|basketball|badminton|volleyball|golf|saxophone)<END>",
        (Fact("plays", "{object}", cardinality="many"),),
    ),
    Rule(
        "learning",
        r"<IM> <ADV>(?:learning|studying) (?P<object>[\w -]{3,40}?)<END>",
        (Fact("learning", "{object}", cardinality="many"),),
        when="since",
    ),
)


@cache
def english() -> Grammar:
    """Return the English grammar; rules are tried in order, the first match wins."""
    macros = {**_MACROS, "REL": f"(?:{relation_words('en')})"}
    rules = _SELF + _HEALTHY + _IDENTITY + _WORK + _PLACES + PEOPLE + _TASTES + POSSESSIONS
    return Grammar(macros, _DENY, r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+", rules)
