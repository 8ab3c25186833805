"""The English rules about likes, dislikes, habits and skills."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule

_NEGATED = r"(?:don't|do not|don’t|never|no longer|can't|cannot|won't)"
_WHILE = (
    r"(?:(?:on|for|in) (?:long |short |night )?"
    r"(?:flights?|planes?|trains?|buses|trips?|hotels?) )?"
)
"""On what occasion something is liked: "on flights I prefer …"."""
_PREFERENCE = Fact("preference:{object_id}", "{object}", kind="preference", importance=0.6)
_DISLIKE = Fact(
    "preference:{object_id}", "{object}", kind="preference", importance=0.6, polarity=False
)
_DIET_NO = Fact("diet:{object_id}", "{object}", polarity=False, importance=0.6, kind="preference")
_DIET = Fact("diet:{object_id}", "{object}", importance=0.6, kind="preference")

_TONGUE = (
    r"(?:(?:a (?:little )?bit of|a little|some|fluent|basic|broken|native|conversational|also) )?"
    r"(?-i:[A-Z])\w+"
)

TASTES = (
    Rule(
        "favourite",
        r"my (?:absolute |all-time )?favou?rite (?P<thing>(?!line|quote)[\w -]{2,40}?) (?:is|"
        r"are)(?: called| named)? "
        r"(?P<object><OBJ>)<END>",
        (Fact("favourite:{thing_id}", "{object}", kind="preference", importance=0.6),),
        quotes=True,
    ),
    Rule(
        "dislike",
        rf"{_WHILE}(?:i <ADV>{_NEGATED} <ADV>(?:like|love|enjoy|fancy|care for|stand|bear)|"
        r"i <ADV>(?:hate|dislike|detest|loathe|despise)|i'm not <ADV>(?:a (?:big "
        r"|huge |great )?fan of|"
        r"fond of|into|keen on)|i am not <ADV>(?:a (?:big |huge |great )?fan "
        r"of|fond of|into|keen on)|"
        r"<IHAVE> (?:gone|went) off|i've stopped liking) (?P<object><OBJ>)<RARELY><END>",
        (_DISLIKE,),
        listed="object",
    ),
    Rule(
        "like",
        rf"{_WHILE}(?:i <ADV>(?:like|love|enjoy|adore|prefer)|"
        r"i'd (?:much )?(?:rather|sooner) (?:have|drink|"
        r"eat|do)|i would (?:rather|sooner) (?:have|drink|eat)|<IM> <ADV>(?:a (?:big |huge |"
        r"great )?fan of|"
        r"fond of|into|keen on|crazy about|addicted to)|i've grown to (?:like|love)) "
        r"(?P<object><OBJ>)(?: (?:over|rather than|than|(?:more|better) than|"
        r"to(?= (?:coffee|tea|\w+)\W*$)) [\w ]+)?<RARELY><END>",
        (_PREFERENCE,),
        listed="object",
    ),
    Rule(
        "diet_no",
        rf"(?:i <ADV>{_NEGATED} (?:ever )?(?:eat|drink|touch) |<IHAVE> <ADV>(?:stopped|quit|"
        r"given up|gave up|cut out)(?: (?:eating|drinking) | (?!(?:my|our|the|on|by|at|in|"
        r"for|to|and|work|school|college|uni|university|hope|football|tennis|everything)\b|"
        r"(?!smoking|drinking|vaping|snacking)\w+ing\b)(?=\w)))"
        r"(?P<object>(?!<DISH>)[\w' -]{3,40}?)(?: for [\w ]{3,20}?)?<RARELY><END>",
        (_DIET_NO,),
        listed="object",
    ),
    Rule(
        "diet",
        r"i <ADV>(?:(?:sometimes|occasionally|often|regularly) )?(?:drink|eat) <ADV>(?:a lot of |"
        r"lots of )?(?P<object>(?!<DISH>|breakfast)"
        r"[\w'-]+(?: [\w'-]+){0,2}?)<RARELY><END>",
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
        rf"(?:i (?:can )?<ADV>(?:can )?speak|<IM> <ADV>(?:fluent|bilingual) in) "
        rf"(?P<object>{_TONGUE}(?:(?:,| and|, and) {_TONGUE})*)<END>",
        (Fact("speaks", "{object}", cardinality="many"),),
        listed="object",
    ),
    Rule(
        "speaks_not",
        r"i <ADV>(?:don't|do not|can't|cannot|no longer) <ADV>speak (?:any |a word of )?"
        r"(?P<object>(?-i:[A-Z])\w+)<END>",
        (Fact("speaks", "{object}", cardinality="many", polarity=False),),
    ),
    Rule(
        "plays",
        r"i (?:can )?<ADV>play (?:the )?(?P<object>piano|guitar|violin|drums|cello|flute|football|"
        r"tennis|chess|basketball|badminton|volleyball|golf|saxophone)<END>",
        (Fact("plays", "{object}", cardinality="many"),),
    ),
    Rule(
        "learning",
        r"(?:<IM>|i <ADV>(?:started|began)) <ADV>(?:(?:learning|studying) |doing (?:a |an |my )"
        r"(?=ph\.?d|master|bachelor|degree|mba))(?P<object>(?!(?:a lot|so much|more|from|at|in|on|"
        r"with|for|how|something|new things|things)\b)[\w' .-]{3,40}?)<LASTING><END>",
        (Fact("learning", "{object}", cardinality="many"),),
        when="since",
    ),
)
