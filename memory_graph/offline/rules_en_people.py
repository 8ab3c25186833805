"""The English rules about other people; ``<WHO>`` is a name, or "my sister", or "my sister Ann"."""

from __future__ import annotations

from dataclasses import replace

from memory_graph.offline.rule import Fact, Rule, told
from memory_graph.offline.rules_en_aims import NATIONS
from memory_graph.offline.words import ILLNESSES

_KIN = Fact(
    "relation:{rel_id}",
    "{person}",
    kind="relation",
    importance=0.7,
    relations=(("user", "{rel_id}", "{person}"),),
)
_AT = told("employer", "employer", relations=(("{who}", "works_for", "{employer}"),))
_JOB = told("job", "job")

_GRADE = (
    r"(?:(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|"
    r"\d{1,2}(?:st|nd|rd|th)) (?:grade|year|form)|(?:grade|year) (?:\d{1,2}|one|two|three|four|"
    r"five|six|seven|eight|nine|ten))"
)
_SCHOOL = (
    rf"(?:{_GRADE}(?: (?:of|at) (?:primary|elementary|middle|high) school)?|(?:(?:primary|middle|"
    r"elementary|high|secondary|nursery|grammar|boarding) |pre-?)?school|kindergarten|nursery|"
    r"day ?care|college|university|uni)"
)


def _tie(attribute: str, group: str) -> Fact:
    """A named relation between a person and something else."""
    tied = (("{who}", attribute, f"{{{group}}}"),)
    return told(attribute, group, kind="relation", cardinality="many", relations=tied)


RELATIVES = (
    Rule(
        "kin",
        r"(?:(?:my|our) <NEAR>(?P<rel><REL>)(?:'s name)?|the name of (?:my|our) <NEAR>"
        r"(?P<relative><REL>)|◆(?:'s name)?)"
        r"(?: is|'s)(?: called| named)? (?P<person><NAME>)<END>",
        (_KIN,),
    ),
    Rule(
        "kin_called",
        r"(?:i have|i've got|i got|we have|we've got|we got|i|we) (?:adopted |got )?(?:a|an|one|"
        r"two|three) (?:\w+ )?(?P<rel><REL>)s?,? (?:called|named|whose name is) "
        r"(?P<person><NAME>(?: and <NAME>)?)<END>",
        (_KIN,),
        listed="person",
    ),
    Rule(
        "kin_are",
        r"my <NEAR>(?P<rel><REL>)(?:e?s|ren)?(?: are|' names are)(?: called| named)? "
        r"(?P<person><NAME>(?:, <NAME>)*,? and <NAME>)<END>",
        (_KIN,),
        listed="person",
    ),
    Rule("kin_of", r"(?P<person><NAME>) is my <NEAR>(?P<rel><REL>)<END>", (_KIN,)),
    Rule(
        "married",
        r"<IM> (?:happily )?married to (?P<person><NAME>)<END>",
        (
            Fact(
                "relation:spouse",
                "{person}",
                kind="relation",
                importance=0.7,
                relations=(("user", "spouse", "{person}"),),
            ),
        ),
    ),
    Rule(
        "i_work_with",
        r"i <ADV>work (?:closely |together )?with (?P<person><NAME>)"
        r"(?: on (?P<project>[^,;?]+?))?<END>",
        (
            Fact(
                "works_with",
                "{person}",
                kind="relation",
                cardinality="many",
                relations=(("user", "works_with", "{person}"),),
            ),
        ),
    ),
)

_BUSY = (
    Rule(
        "works_on",
        r"<WHO> (?:works|is working|worked) on (?P<project>[^,;?]{2,60}?)"
        r"(?: (?:together )?with (?P<other><NAME>))?<END>",
        (
            told(
                "works_on",
                "project",
                kind="relation",
                cardinality="many",
                relations=(
                    ("{who}", "works_on", "{project}"),
                    ("{who}", "works_with", "{other}"),
                    ("{other}", "works_on", "{project}"),
                ),
            ),
        ),
    ),
    Rule(
        "works_with",
        r"<WHO> works (?:together )?with (?P<other><NAME>)(?: on (?P<project>[^,;?]+?))?<END>",
        (_tie("works_with", "other"),),
    ),
    Rule(
        "works_for",
        r"<WHO> <ADV>(?:works|is working|teaches) (?:at|for) (?P<employer><EMP>)"
        r"(?: as (?P<job>(?:an? |the )?[\w /-]+?))?<END>",
        (_AT, told("job", "job", needs="job")),
        when="since",
    ),
    Rule(
        "their_job",
        r"<WHO> (?:is|works as|is working as|became) (?:a|an) (?P<job><JOB>)"
        r"(?: (?:at|for|with|in(?= an? | the )) (?P<employer><EMP>))?(?: in <PLACE>)?<END>",
        (_JOB, told("employer", "employer", needs="employer")),
    ),
    Rule("reports_to", r"<WHO> reports to (?P<other><NAME>)<END>", (_tie("reports_to", "other"),)),
    Rule(
        "manages",
        r"<WHO> (?:manages|leads|runs|heads|owns|maintains|is responsible for|is in charge of) "
        r"(?P<project>[^,;?]{2,60}?)<END>",
        (_tie("responsible_for", "project"),),
    ),
    Rule(
        "their_role",
        r"<WHO> is (?:our|the|my team's|the team's|(?=an? [\w -]+ of )an?) (?P<title>"
        r"(?:[\w-]+ ){0,2}(?:lead|leader|manager|director|ceo|cto|cfo|designer|owner|engineer|"
        r"tester|head|architect|contact|captain|coordinator|chair|president|founder|member|"
        r"treasurer)(?: (?:of|for) [^,;?]{2,50}?)?)<END>",
        (told("role", "title"),),
    ),
    Rule(
        "their_school",
        rf"<WHO> (?:(?:has )?<ADV>(?:started|begun|entered)(?: at| in)?|<ADV>goes to|<ADV>attends|"
        rf"is <ADV>in(?= (?:the )?(?:{_GRADE}|kindergarten|college|university))) "
        rf"(?:the )?(?P<school>{_SCHOOL})<END>",
        (told("school", "school"),),
        when="since",
    ),
    Rule(
        "their_school_next",
        rf"<WHO> (?:starts|begins|is starting|will start|will go to) (?:the )?"
        rf"(?P<school>{_SCHOOL})<END>",
        (told("plan:school", "school", kind="event"),),
        when="coming",
    ),
    Rule(
        "their_studies",
        r"<WHO> (?:studies|is studying|is learning) "
        r"(?P<object>(?!(?:a lot|fast|hard|quickly|well|more|at|in|from|for)\b)[\w -]{3,40}?)"
        r"(?: (?:at|in) (?P<school><EMP>))?<END>",
        (told("learning", "object", cardinality="many"),),
    ),
)

_BEING = (
    Rule(
        "they_live",
        r"<WHO> <ADV>(?:lives|is living|is based) in (?P<place><PLACE>)<END>",
        (told("lives_in", "place"),),
        when="since",
    ),
    Rule(
        "they_moved",
        r"<WHO> (?:has )?<ADV>(?:moved|relocated)(?: from <PLACE>)? to (?P<place><PLACE>)<END>",
        (told("lives_in", "place"),),
        when="since",
        changes=True,
    ),
    Rule(
        "they_come_from",
        r"<WHO> (?:is|comes) (?:originally )?from (?P<place><PLACE>)<END>",
        (told("from", "place"),),
    ),
    Rule(
        "their_nationality",
        rf"<WHO> is (?:an? )?(?P<nation>(?-i:{NATIONS}))(?: citizen)?<END>",
        (told("nationality", "nation"),),
    ),
    Rule(
        "they_married",
        r"<WHO> is married to (?P<other><NAME>)<END>",
        (_tie("married_to", "other"),),
    ),
    Rule(
        "their_birthday",
        r"<WHO>(?:'s birthday(?: is|'s)(?: on)?| was born on) (?P<date>[^,;?]{3,40}?)<END>",
        (told("birthday", "date", importance=0.7),),
    ),
    Rule(
        "their_age",
        r"<WHO> (?:is|just turned|turned) (?P<age>\d{1,3}|(?:one(?= year)|two|three|four|five|six|"
        r"seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen))"
        r"(?: (?:years?|months) old)?<END>",
        (told("age", "age"),),
    ),
    Rule(
        "their_allergy",
        r"<WHO> (?:is (?:\w+ly |very |also )?allergic to (?P<object><OBJ>)|"
        r"has (?:a|an) (?:severe |bad )?(?P<cause>[\w -]{2,40}?) allergy)<END>",
        (
            told("allergy:{object_id}", "object", sensitivity="health", importance=0.8),
            told("allergy:{cause_id}", "cause", sensitivity="health", importance=0.8),
        ),
        listed="object",
    ),
    Rule(
        "their_health",
        rf"<WHO> (?:has|suffers from|is) (?P<object>(?:\w+ )?(?:{ILLNESSES}|diabetic|asthmatic|"
        r"pregnant|dyslexic|lactose intolerant))<END>",
        (told("health:{object_id}", "object", sensitivity="health", importance=0.8),),
    ),
    Rule(
        "their_diet",
        r"<WHO> is (?:a |an )?(?:strict )?(?P<object>vegan|vegetarian|pescatarian)<END>",
        (told("diet", "object"),),
    ),
    Rule(
        "they_dislike",
        r"<WHO> <ADV>(?:hates|dislikes|can't stand|is not a fan of|isn't a fan of|"
        r"(?:doesn't|does not|never|no longer) (?:likes?|eats?|drinks?)) "
        r"(?P<object><OBJ>)<RARELY><END>",
        (told("preference:{object_id}", "object", kind="preference", polarity=False),),
        listed="object",
    ),
    Rule(
        "they_like",
        r"<WHO> <ADV>(?:likes|loves|enjoys|prefers|adores|is into|is fond of) "
        r"(?P<object><OBJ>)<RARELY><END>",
        (told("preference:{object_id}", "object", kind="preference"),),
        listed="object",
    ),
    Rule(
        "they_speak",
        r"<WHO> <ADV>speaks (?P<object>(?-i:[A-Z])\w+(?:(?:,| and|, and) (?-i:[A-Z])\w+)*)<END>",
        (told("speaks", "object", cardinality="many"),),
        listed="object",
    ),
    Rule(
        "they_play",
        r"<WHO> <ADV>plays (?:the )?(?P<object>piano|guitar|violin|drums|cello|flute|football|"
        r"tennis|chess|basketball|badminton|volleyball|golf|saxophone)<END>",
        (told("plays", "object", cardinality="many"),),
    ),
)

_CUES = {
    "kin": r"\bis\b|'s",
    "kin_called": "called|named|name",
    "kin_are": r"\bare\b",
    "kin_of": "my",
    "works_on": r"work(?:s|ing|ed) on",
    "works_with": "works",
    "works_for": "works|working|teaches",
    "their_job": r"\b(?:is|as|became) an? ",
    "reports_to": "reports",
    "manages": "manages|leads|runs|heads|owns|maintains|is responsible|in charge",
    "their_role": r"\bis (?:our|the|my|an?)\b",
    "their_school": "start|beg|enter|goes|attend|is",
    "their_school_next": "start|begin|go",
    "their_studies": "stud|learning",
    "they_live": "lives|living|based",
    "they_moved": "moved|relocated",
    "they_come_from": "from",
    "their_nationality": r"\bis\b",
    "they_married": "married",
    "their_birthday": "birthday|born",
    "their_age": r"\b(?:is|turned)\b",
    "their_allergy": "allerg",
    "their_health": r"\b(?:has|suffers|is)\b",
    "their_diet": "vegan|vegetarian|pescatarian",
    "they_dislike": "hates|dislikes|stand|fan|n't|not|never|longer",
    "they_like": "likes|loves|enjoys|prefers|adores|into|fond",
    "they_speak": "speaks",
    "they_play": "plays",
}
PEOPLE = tuple(replace(rule, cue=_CUES.get(rule.name, "")) for rule in RELATIVES + _BUSY + _BEING)
