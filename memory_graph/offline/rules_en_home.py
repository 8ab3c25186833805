"""The English rules about what the user uses, buys, and has at home."""

from __future__ import annotations

from dataclasses import replace

from memory_graph.offline.rule import Fact, Rule, told
from memory_graph.offline.rules_en_things import GOODS

TOOLS = (
    Rule(
        "project_named",
        r"(?:the|our|my) (?:new )?(?P<kind>project|product|team|company|"
        r"startup) is (?:called|named|"
        r"code-?named) (?P<object><NAME>(?: \d+)?)<END>",
        (
            Fact(
                "{kind}_name",
                "{object}",
                say="The {kind} is called {object}.",
                subject="project",
                importance=0.6,
            ),
        ),
    ),
    Rule(
        "uses",
        r"i <ADV>(?:use|code in|program in|write code in|work with|am using) "
        r"(?P<tech>(?P<tool>[\w.+#-]+(?: [A-Z][\w.]*)?))(?: (?:as my editor|"
        r"for (?:everything|work|coding)|"
        r"at work|at home|every day|daily))?<END>",
        (Fact("uses:{tool_id}", "{tool}"),),
        when="since",
    ),
    Rule(
        "uses_no_more",
        r"(?:i <ADV>(?:don't|do not|no longer|never) (?:use|code in|program in)|<IHAVE> <ADV>"
        r"(?:stopped|quit) using) (?P<tech>(?P<tool>[\w.+#-]+(?: [A-Z][\w.]*)?))<END>",
        (Fact("uses:{tool_id}", "{tool}", polarity=False),),
    ),
    Rule(
        "uses_a",
        r"i <ADV>use an? (?P<thing>(?:[\w-]+ ){0,2}?(?:mac|macbook|pc|iphone|ipad|android|pixel|"
        r"thinkpad|chromebook|kindle|laptop|tablet|standing desk|hearing aid|wheelchair)"
        r"(?: (?:phone|laptop|pro|air|mini))?)<END>",
        (Fact("uses:{thing_id}", "{thing}"),),
    ),
    Rule(
        "bought",
        r"(?:<IHAVE>|we|we've|we have) <ADV>(?:bought|purchased|leased|ordered|got myself|"
        r"bought myself|got(?= an? new )) "
        rf"(?:a|an|my first|our first) (?P<thing>(?:new |used |second-hand )?(?:(?:[\w-]+ ){{0,3}}?"
        rf"(?:{GOODS})(?: in <PLACE>)?|"
        r"(?-i:[A-Z])[\w-]+(?: [A-Z0-9][\w-]*){0,3}))<END>",
        (Fact("has:{thing_id}", "{thing}"),),
        when="since",
    ),
    Rule(
        "rents",
        r"(?:i|we|i'm|we're) <ADV>(?:rent|renting|sublet) (?:a|"
        r"an) (?P<home>(?:[\w-]+ ){0,2}?(?:flat|"
        r"apartment|room|studio|house|place|condo)(?: (?:in|near) <PLACE>)?)<END>",
        (Fact("rents", "{home}"),),
        when="since",
    ),
    Rule(
        "children_named",
        r"(?:i have|i've got|we have|we've got) (?P<count>two|three|four|five|six|\d) "
        r"(?:\w+ )?(?P<thing>(?P<rel><REL>)(?:s|ren))(?:,|:)? (?:called |named )?"
        r"(?P<person><NAME>(?:, <NAME>)*,? and <NAME>)<END>",
        (
            Fact(
                "relation:{rel_id}",
                "{person}",
                say="The user's {rel} is {person}.",
                kind="relation",
                importance=0.7,
                relations=(("user", "{rel_id}", "{person}"),),
            ),
            Fact("count:{thing_id}", "{count}", say="The user has {count} {thing}."),
        ),
        listed="person",
    ),
    Rule(
        "folks_live",
        r"<WHO> <ADV>(?:live|are living|are based) in (?P<place><PLACE>)<END>",
        (told("lives_in", "place"),),
        when="since",
    ),
    Rule(
        "folks_from",
        r"<WHO> <ADV>(?:are|come) (?:originally )?from (?P<place><PLACE>)<END>",
        (told("from", "place"),),
    ),
)

_CUES = {
    "children_named": r"\band\b",
    "folks_live": r"\bliv(?:e|ing)\b|based",
    "folks_from": r"\bfrom\b",
    "bought": "bought|purchased|leased|ordered|got",
    "rents": "rent|sublet",
}
HOME = tuple(replace(rule, cue=_CUES.get(rule.name, "")) for rule in TOOLS)
