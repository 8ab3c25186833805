"""The English extraction rules.

A rule is matched against one whole clause, so that a fact inside a wish, a report or a longer
thought is not taken for a statement. Upper-case words in angle brackets are macros.
"""

from __future__ import annotations

from functools import cache

from memory_graph.offline.lexicon import relation_words
from memory_graph.offline.rule import Grammar
from memory_graph.offline.rules_en_aims import AIMS_AND_STUDIES, NATIONS
from memory_graph.offline.rules_en_daily import DAILY
from memory_graph.offline.rules_en_home import HOME
from memory_graph.offline.rules_en_life import PLACES, WORK
from memory_graph.offline.rules_en_people import PEOPLE
from memory_graph.offline.rules_en_self import HEALTHY, IDENTITY, OPENING, SELF
from memory_graph.offline.rules_en_tastes import TASTES
from memory_graph.offline.rules_en_things import POSSESSIONS
from memory_graph.offline.words import JOBS_EN

_MACROS = {
    "WHO": r"(?:◆|(?:my|our) <NEAR>(?P<rel><REL>)(?:,? (?P<kin><NAME>)\b,?)?|(?P<person><NAME>))",
    "NEAR": r"(?:(?:dear|new|old|close|late|good|other|direct|current|team) )*",
    "ADV": (
        r"(?:(?:really|actually|still|also|just|now|currently|always|usually|generally|honestly|"
        r"absolutely|totally|particularly|especially|mostly|mainly|truly|do|quite|much|recently|"
        r"only|so|rather|deeply|strongly|definitely|already|finally|simply)\s+)*"
    ),
    "IM": r"(?:i'm|im|i am|i've been|i have been)",
    "IHAVE": r"(?:i've|i have|i)",
    "END": (
        r"(?:,?\s+(?:any ?more|at all|very much|a lot|so much|too|though|really|these days|"
        r"as (?:well|usual|always|ever|before|planned|normal)|"
        r"nowadays|now|anyway|please|thanks|instead|either|by the way|btw|so far|"
        r"if possible|at the moment|right now|for now|for good|"
        r"if you can|in|on|at|since|from|during|ago|and all|again|the most|best|twice|once|"
        r"(?:two|three|four|five|several|many|a few|\d+) times|from now on|"
        r"going forward))*[\s.!,;]*$"
    ),
    "LASTING": (
        r"(?: for (?:the (?:last|past) )?(?:(?:about|around|over|almost|nearly|more than) )?"
        r"[\w-]+ (?:and a half )?(?:days?|weeks?|months?|years?|decades?))?"
    ),
    "DISH": (
        r"(?:to|out|at|too|with|a lot|lots|less|more|like|after|before|in|on|much|enough|alone|"
        r"late|well|anything|everything|lunch|dinner)\b"
    ),
    "RARELY": (
        r"(?:,?\s+(?:sometimes|occasionally|at times|(?:every )?(?:now and (?:then|again)|"
        r"once in a while)|from time to time|(?:way |far )?too (?:much|often)|(?:quite |very |"
        r"pretty )?often|regularly|(?:every|each) (?:(?:single |other )?(?:day|week|weekend)|"
        r"morning|afternoon|evening|night)|daily|(?:at least )?(?:once|twice|\w+ times?) a "
        r"(?:day|week|month|year)))*"
    ),
    "NAME": (
        r"(?-i:(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+)?[A-Z][\w'-]*"
        r"(?:\s+(?:[A-Z][\w'-]*|van|von|de|del|der|da|di|dos|la|al|el|bin))*|"
        r"[一-鿿]{2,4})"
    ),
    "PLACE": (
        r"(?-i:(?:the\s+)?[A-Z][\w'.-]*(?:,?\s+(?:[A-Z][\w'.-]*|de|la|of|upon|"
        r"am))*|[一-鿿]{2,8})"
    ),
    # One place after the other, in such words that a comma can be read in one way only.
    "PLACES": (
        r"<PLACE>(?-i:(?:,\s+and|,|\s+and)\s+(?:(?:the\s+)?[A-Z][\w'.-]*(?:\s+(?:[A-Z][\w'.-]*|"
        r"de|la|of|upon|am))*|[一-鿿]{2,8}))*"
    ),
    "EMP": (
        r"(?-i:(?:the\s+)?[A-Z][\w'&.-]*(?:\s+(?:[A-Z&][\w'&.-]*|of|and|for))*|[一-鿿]{2,12}|"
        r"(?:a|an|the)\s+(?:[\w-]+\s+){0,3}(?:company|bank|school|startup|start-up|hospital|"
        r"university|firm|agency|studio|shop|store|bakery|ngo|charity|library|clinic|lab|council|"
        r"government|ministry|railways?|police|army|navy|post office|airport|theatre|theater|"
        r"museum|church|restaurant|caf[eé]|hotel|factory|office|supermarket|newspaper|publisher|"
        r"practice|court|kindergarten|nursery|college|zoo|pharmacy|brewery|farm|embassy|co-op)"
        r"(?: (?:called|named) <NAME>)?)"
    ),
    "JOB": r"(?:[\w/-]+\s+){0,3}?(?:" + "|".join(JOBS_EN.split()) + r")",
    "OBJ": (r"[^,;:?!]{2,80}?(?:(?:,\s*[^,;:?!]{2,30}?){0,8},?\s+(?:and|or)\s+[^,;:?!]{2,40}?)?"),
    "DET": r"(?:(?:a|an|the|my|our)\s+)?",
}

_DENY = {
    "object": (
        r"(?:it|me(?! time)|(?-i:us)|that|this|these|those|them|him|her|you|your|yours|how|what|"
        r"when|where|who|why|which|the (?:way|idea|sound|look|fact|thought|plan|new|one|ones|first|"
        r"second|answer)|"
        r"to (?:that|think|know|believe|imagine|hope|see|say|ask|hear|point|"
        r"thank|add|be honest|have)|talking to you|"
        r"both|either|one|some of|where|being|not|so|(?:on|in|at|since|from|"
        r"for|until)\W*$|either|everything|nothing|anything|all of|"
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
    "job": (
        r"(?:an? |the )?(?:former|ex-?|aspiring|future|would-be|failed|good|great|bad|terrible|"
        r"excellent|amazing|decent|awful|slow|fast|better|natural|born)\b|"
        r"(?:well|usual|always|ever|before|normal|expected|planned|promised|agreed|of|if|though|"
        r"(?:hard|much|little|long|often|late|early|soon|quickly|carefully|closely|\w+ly) as)\b"
    ),
    "employer": (
        r"(?:night|nights|home|weekends?|noon|the moment|the same|myself|a living|" r"that|it)\b"
    ),
    "place": (
        r"(?:(?:hr|it|qa|pr|finance|marketing|sales|legal|accounting)\W*$|"
        r"the (?!netherlands|us|usa|uk|hague|bronx|philippines|united|czech)|a |an |my |your |"
        r"(?:january|february|march|april|may|june|july|august|september|october|november|"
        r"december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b)"
    ),
    "project": r"(?:on|out|away|for|to|it|by|at|in|every|each|that|late|fast|two|three|four|\d+)\b",
    "date": r"(?!.*(?:\d|first|january|february|march|april|may|june|july|august|september|october|"
    r"november|december))",
}


_SLIGHT = (
    r"(?:a (?:little |tiny )?(?:bit|little)(?: of)?|some|fluent|basic|broken|conversational|"
    r"native|also|even)\s+"
)
"""What an item of a list may start with: "English and a bit of French"."""
_DENY["person"] += rf"|(?:{NATIONS})$"
_DENY["kin"] = _DENY["other"] = _DENY["person"]


@cache
def english() -> Grammar:
    """Return the English grammar; rules are tried in order, the first match wins."""
    macros = {**_MACROS, "REL": f"(?:{relation_words('en')})"}
    known = SELF + HEALTHY + IDENTITY + AIMS_AND_STUDIES + PEOPLE + HOME + DAILY
    rules = known + WORK + PLACES + TASTES + POSSESSIONS + OPENING
    return Grammar(
        macros, _DENY, r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+", rules, _SLIGHT, r"an?\s+"
    )
