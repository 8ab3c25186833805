"""The English rules about work, places, teams and tools."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule

_EMPLOYER = Fact("employer", "{employer}", importance=0.7)
_JOB = Fact("job", "{job}", importance=0.7)
_AT = Fact(
    "employer", "{employer}", say="The user works at {employer}.", importance=0.7, needs="employer"
)
_AS = Fact("job", "{job}", say="The user works as {job} {where}.", importance=0.7, needs="job")
_AGE = Fact("age", "{age}", say="The user is {age} years old.", needs="age")
_LEFT = Fact("employer", "{employer}", polarity=False, importance=0.7)
JOBLESS = (
    Fact("employer", "", polarity=False, importance=0.7),
    Fact("job", "", polarity=False, importance=0.7),
)
"""Without a value they deny any employer and any job."""

WORK = (
    Rule(
        "work_at_as",
        r"(?:i <ADV>work|<IM> <ADV>working) (?:at|for) (?P<employer><EMP>) as "
        r"(?P<job>(?:an? |the )?[\w /-]+?)(?: in <PLACE>)?<END>",
        (_AT, _AS),
        when="since",
    ),
    Rule(
        "work_as",
        r"(?:i <ADV>work|<IM> <ADV>working) as (?P<job>(?:an? |the )?[\w /-]+?)(?: (?:at|for|"
        r"with|in(?= an? )) (?P<employer><EMP>))?(?: (?P<where>in <PLACE>))?<LASTING><END>",
        (_AS, _AT),
        when="since",
    ),
    Rule(
        "is_a_job",
        r"<IM> <ADV>(?:a|an|the) (?:(?P<age>\d{1,3})[- ]years?[- ]old )?(?P<job><JOB>)"
        r"(?: (?:at|for|with|of) (?P<employer><EMP>))?(?: (?:in|from) <PLACE>)?<END>",
        (Fact("job", "{job}", say="The user is a {job}.", importance=0.7), _AT, _AGE),
    ),
    Rule(
        "work_at",
        r"(?:i <ADV>work|<IM> <ADV>(?:working|employed)) (?:(?:at|for|by) (?P<employer><EMP>)|"
        r"in (?P<kind>an? (?:[\w-]+ ){0,2}(?:company|bank|school|startup|hospital|university|firm|"
        r"agency|studio|shop|store|bakery|library|clinic|lab|restaurant|caf[eé]|hotel|factory|"
        r"office|supermarket|kitchen|warehouse|museum|pharmacy|kindergarten|nursery)))"
        r"(?: in <PLACE>)?<LASTING><END>",
        (_AT, Fact("employer", "{kind}", importance=0.7, needs="kind")),
        when="since",
    ),
    Rule(
        "studies",
        r"(?:i <ADV>study|<IM> <ADV>(?:studying|doing a degree in)) (?P<object>[\w -]{3,40}?)"
        r"(?: at (?P<employer><EMP>)| in <PLACE>)<END>",
        (
            Fact("learning", "{object}", cardinality="many"),
            Fact("employer", "{employer}", say="The user studies at {employer}.", needs="employer"),
        ),
        when="since",
    ),
    Rule(
        "laid_off",
        r"(?:i was|i got|i've been) <ADV>(?:laid off|fired|let go|made redundant) (?:by|from|at) "
        r"(?P<employer><EMP>)<END>",
        (_LEFT,),
        when="since",
    ),
    Rule(
        "teaches",
        r"i <ADV>(?P<job>teach (?!my|me|the|this|it|you|an?)[\w ]+?)(?: (?:at|"
        r"in) (?:(?P<employer><EMP>)|an? [\w -]+))?<END>",
        (_JOB, _AT),
        when="since",
    ),
    Rule(
        "runs_own",
        r"i <ADV>(?P<job>(?:run|own|manage|co-own) (?:a|an|my own) (?:[\w-]+ ){0,3}?(?:bakery|shop|"
        r"store|company|business|startup|start-up|caf[eé]|restaurant|bar|farm|agency|studio|salon|"
        r"garage|bookshop|hotel|clinic|school|gym|team|blog|practice))(?: (?:in|near)"
        r" <PLACE>)?<END>",
        (_JOB,),
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
        r"(?:my (?:new |current )?(?:job|profession|occupation|job title|title) is|"
        r"(?:i <ADV>(?:was|got)|i've <ADV>been) <ADV>promoted to) "
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
        changes=True,
    ),
    Rule(
        "left_job",
        r"(?:i <ADV>(?:no longer|don't|do not) work (?:at|for)|<IM> (?:not|no longer) "
        r"(?:working|employed) (?:at|for|by)|<IHAVE> <ADV>(?:left|quit|"
        r"resigned from)(?: my job at)?) (?P<employer><EMP>)<END>",
        (_LEFT,),
        when="since",
    ),
    Rule(
        "no_job",
        r"(?:<IHAVE> <ADV>(?:(?:left|quit|lost|resigned from) my (?:old |day )?job|resigned)|"
        r"(?:i was|i got|i've been) <ADV>(?:laid off|fired|made redundant))<END>",
        JOBLESS,
        when="since",
        changes=True,
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

PLACES = (
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
        r"(?:we|we're|(?:the|our|my) (?:team|company|project)) <ADV>(?:uses?|runs? on|use|"
        r"run on|run|chose|picked|went with|are on|"
        r"deploy on) (?P<tech>[\w.+#-]+(?: [A-Z][\w.]*)?)<END>",
        (
            Fact(
                "technology:{tech_id}",
                "{tech}",
                say="The project uses {tech} ({tech_word}).",
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
                say="The project moved to {tech} ({tech_word}).",
                subject="project",
                importance=0.7,
            ),
        ),
        when="since",
        changes=True,
    ),
    Rule(
        "lives",
        r"(?:i <ADV>(?:live|reside)|<IM> <ADV>(?:living|based|located)) in (?P<place><PLACE>)"
        r"(?: with (?:my|a|the) [\w ]+?)?<LASTING><END>",
        (Fact("lives_in", "{place}", importance=0.7),),
        when="since",
    ),
    Rule(
        "moved",
        r"(?:i|i've|i have|we|we've|we have) <ADV>(?:moved|relocated)(?: back)?"
        r"(?: from <PLACE>)? to (?P<place><PLACE>)(?: with (?:my|a|the) [\w ]+?)?<END>",
        (Fact("lives_in", "{place}", importance=0.7),),
        when="since",
        changes=True,
    ),
    Rule(
        "will_move",
        r"(?:(?:<IM>|we're|we are) <ADV>(?:moving|relocating|(?:going|planning) to "
        r"(?:move|relocate)|about to move)|(?:i|we)(?:'ll| will| plan to) <ADV>(?:move|relocate))"
        r"(?: back)?(?: from <PLACE>)? to (?P<place><PLACE>)(?: with (?:my|a|the) [\w ]+?)?<END>",
        (Fact("plan:lives_in", "{place}", kind="event", importance=0.7),),
        when="ahead",
    ),
    Rule(
        "will_join",
        r"(?:<IM> <ADV>(?:starting|joining|going to (?:join|start|work)|about to (?:join|start))|"
        r"i(?:'ll| will) <ADV>(?:join|start|work)|i <ADV>start(?: my new job| a new job)?)"
        r"(?: (?:at|for))? (?P<employer><EMP>)(?: as (?P<job>[\w /-]+?))?<END>",
        (Fact("plan:employer", "{employer}", kind="event", importance=0.7),),
        when="coming",
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
    Rule(
        "grew_up",
        r"i (?:grew up|was raised) in (?P<place><PLACE>)<END>",
        (Fact("grew_up_in", "{place}"),),
    ),
    Rule(
        "never_visited",
        r"(?:<IHAVE> never|i haven't(?: ever)?) (?:been to|visited|travell?ed to) "
        r"(?P<place><PLACES>)<END>",
        (Fact("visited:{place_id}", "{place}", polarity=False),),
        listed="place",
    ),
    Rule(
        "visited",
        r"(?:<IHAVE> <ADV>(?:been to|visited)|i (?:went|travell?ed|flew) to) "
        r"(?P<place><PLACES>)(?:,? (?:together )?with (?:[\w'-]+ ?){1,5}?)?<END>",
        (Fact("visited:{place_id}", "{place}"),),
        listed="place",
        when="span",
    ),
    Rule(
        "will_visit",
        r"(?:<IM>|we're|we are) <ADV>(?:going|flying|travell?ing|off|heading|"
        r"planning an? (?:[\w-]+ )?(?:trip|holiday|vacation|visit)) to "
        r"(?P<place><PLACES>)(?: in| on)?(?: (?:with|for) [\w ]+)?<END>",
        (Fact("plan:visit:{place_id}", "{place}", kind="event"),),
        listed="place",
        when="coming",
        confidence=0.9,
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
