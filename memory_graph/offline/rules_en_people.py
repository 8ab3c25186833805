"""The English rules about other people and about things the user has."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule

_KIN = Fact(
    "relation:{rel_id}",
    "{person}",
    kind="relation",
    importance=0.7,
    relations=(("user", "{rel_id}", "{person}"),),
)


_KIN_ASIDE = Fact(
    "relation:{rel_id}",
    "{person}",
    say="The user's {rel} is {person}.",
    kind="relation",
    importance=0.7,
    needs="rel",
    relations=(("user", "{rel_id}", "{person}"),),
)


def _tie(attribute: str, group: str, importance: float = 0.5) -> Fact:
    """A named relation between a person and something else."""
    return Fact(
        attribute,
        f"{{{group}}}",
        kind="relation",
        cardinality="many",
        importance=importance,
        subject="{person}",
        relations=(("{person}", attribute, f"{{{group}}}"),),
    )


_WHO = r"(?:my (?:\w+ )?(?P<rel><REL>) )?(?P<person><NAME>)"

PEOPLE = (
    Rule(
        "kin",
        r"my (?:dear |new |old |best |close |late )*(?P<rel><REL>)(?:'s name)?"
        r"(?: is|'s)(?: called| named)? (?P<person><NAME>)<END>",
        (_KIN,),
    ),
    Rule(
        "kin_called",
        r"(?:i have|i've got|i got|we have|we've got) (?:a|an|one|two|three) "
        r"(?:\w+ )?(?P<rel><REL>)s?,? (?:called|named|whose name is) (?P<person><NAME>)<END>",
        (_KIN,),
    ),
    Rule("kin_of", r"(?P<person><NAME>) is my (?:\w+ )?(?P<rel><REL>)<END>", (_KIN,)),
    Rule(
        "married",
        r"<IM> married to (?P<person><NAME>)<END>",
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
        (
            r"i <ADV>work (?:closely |together )?with (?P<person><NAME>)(?: on (?P<project>[^,"
            r";?]+?))?<END>"
        ),
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
    Rule(
        "works_on",
        r"<WHO> (?:works|is working|worked) on (?P<project>[^,;?]{2,60}?)"
        r"(?: (?:together )?with (?P<other><NAME>))?<END>".replace("<WHO>", _WHO),
        (
            Fact(
                "works_on",
                "{project}",
                kind="relation",
                cardinality="many",
                subject="{person}",
                relations=(
                    ("{person}", "works_on", "{project}"),
                    ("{person}", "works_with", "{other}"),
                    ("{other}", "works_on", "{project}"),
                ),
            ),
        ),
    ),
    Rule(
        "works_with",
        r"<WHO> works (?:together )?with (?P<other><NAME>)(?: on (?P<project>[^,;?]+?))?"
        r"<END>".replace("<WHO>", _WHO),
        (_tie("works_with", "other"),),
    ),
    Rule(
        "works_for",
        r"<WHO> (?:also )?works (?:at|for) (?P<employer><EMP>)<END>".replace("<WHO>", _WHO),
        (
            Fact(
                "employer",
                "{employer}",
                kind="relation",
                subject="{person}",
                relations=(("{person}", "works_for", "{employer}"),),
            ),
        ),
    ),
    Rule(
        "reports_to",
        r"<WHO> reports to (?P<other><NAME>)<END>".replace("<WHO>", _WHO),
        (_tie("reports_to", "other"),),
    ),
    Rule(
        "manages",
        (
            r"<WHO> (?:manages|leads|runs|heads|owns|maintains) (?P<project>[^,;" r"?]{2,60}?)<END>"
        ).replace("<WHO>", _WHO),
        (_tie("responsible_for", "project"),),
    ),
    Rule(
        "they_live",
        r"<WHO> lives in (?P<place><PLACE>)<END>".replace("<WHO>", _WHO),
        (Fact("lives_in", "{place}", subject="{person}"),),
    ),
    Rule(
        "they_married",
        r"<WHO> is married to (?P<other><NAME>)<END>".replace("<WHO>", _WHO),
        (_tie("married_to", "other"),),
    ),
    Rule(
        "their_role",
        r"<WHO> is (?:our|the|my team's|the team's) (?P<title>(?:[\w-]+ ){0,2}(?:lead|"
        r"manager|director|ceo|cto|cfo|designer|owner|engineer|tester|head|architect|"
        r"contact))<END>".replace("<WHO>", _WHO),
        (Fact("role", "{title}", subject="{person}"),),
    ),
    Rule(
        "their_allergy",
        r"(?:my (?P<rel><REL>)(?: <NAME>)?|(?P<person><NAME>)) is allergic to "
        r"(?P<object><OBJ>)<END>",
        (
            Fact(
                "allergy:{object_id}",
                "{object}",
                subject="{person}",
                sensitivity="health",
                importance=0.8,
                needs="person",
            ),
            Fact(
                "allergy:{object_id}",
                "{object}",
                subject="user's {rel_id}",
                sensitivity="health",
                importance=0.8,
                needs="rel",
            ),
        ),
    ),
    Rule(
        "kin_lives",
        r"my (?P<rel><REL>)(?: <NAME>)? (?:lives|is living) in (?P<place><PLACE>)<END>",
        (Fact("lives_in", "{place}", subject="user's {rel_id}"),),
    ),
    Rule(
        "kin_works",
        r"my (?P<rel><REL>)(?: <NAME>)? works (?:at|for) (?P<employer><EMP>)<END>",
        (Fact("employer", "{employer}", subject="user's {rel_id}"),),
    ),
    Rule(
        "kin_likes",
        r"my (?P<rel><REL>)(?: <NAME>)? (?:really |also )?(?:likes|loves|enjoys|prefers) "
        r"(?P<object><OBJ>)<END>",
        (Fact("preference:{object_id}", "{object}", kind="preference", subject="user's {rel_id}"),),
    ),
    Rule(
        "kin_dislikes",
        r"my (?P<rel><REL>)(?: <NAME>)? (?:really |also )?(?:hates|dislikes|"
        r"(?:doesn't|does not) (?:like|eat|drink)) (?P<object><OBJ>)<END>",
        (
            Fact(
                "preference:{object_id}",
                "{object}",
                kind="preference",
                polarity=False,
                subject="user's {rel_id}",
            ),
        ),
    ),
    Rule(
        "kin_is",
        r"my (?P<rel><REL>) is (?:a|an) (?P<job><JOB>)<END>",
        (Fact("job", "{job}", subject="user's {rel_id}"),),
    ),
)

_OWNED = (
    r"car|bike|bicycle|motorbike|house|flat|apartment|boat|guitar|piano|"
    r"laptop|tesla|van|truck|scooter"
)
_NOT_THINGS = (
    r"(?!(?:[\w'-]+ )*<REL>\b)(?!(?:[\w'-]+ )*(?:opinion|guess|question|"
    r"questions|point|idea|understanding|"
    r"problem|plan|goal|"
    r"apologies|mistake|bad|fault|answer|feeling|impression|hope|concern|"
    r"issue|worry|thought|thoughts|"
    r"view|advice|suggestion|request|favou?rite|day|morning|week|weekend|mood|turn|pleasure|head|"
    r"name|birthday|meeting|call|appointment|review|flight|interview)\b)"
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
        "has_one",
        r"(?:i|we)(?:'ve got| <ADV>have| <ADV>own| <ADV>drive| <ADV>ride) (?:a|an) "
        rf"(?P<thing>(?:[\w-]+ ){{0,3}}(?:{_OWNED}|cat|dog|rabbit|parrot|hamster|"
        rf"son|daughter|sister|"
        r"brother))<END>",
        (Fact("has", "{thing}", cardinality="many"),),
    ),
    Rule(
        "has_tesla",
        r"i <ADV>(?:drive|ride|own) (?:a|an) (?P<thing>(?:[\w-]+ ){0,3}[\w-]+)<END>",
        (Fact("has", "{thing}", cardinality="many"),),
    ),
    Rule(
        "thing_is",
        rf"my (?P<thing>{_NOT_THINGS}(?:[\w'-]+ ){{0,2}}?[\w'-]+) (?:is|are) "
        r"(?P<object>(?!(?!being|king|ring)\w+ing\b|not sure|that\b|to\b|if\b|"
        r"whether\b|about\b|why\b|how\b|what\b|going\b|"
        r"(?:too )?late\b|coming\b|here\b|done\b|ready\b)[^,;?]{1,60}?)<END>",
        (Fact("thing:{thing_id}", "{object}"),),
        confidence=0.9,
    ),
    Rule(
        "commute",
        r"my (?P<thing>commute|routine|workout|schedule) is (?P<object>[^;?]{2,120}?)<END>",
        (Fact("thing:{thing_id}", "{object}"),),
    ),
)
