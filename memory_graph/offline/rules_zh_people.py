"""The Chinese rules about other people and about things the user has."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule

_KIN = Fact(
    "relation:{rel_id}",
    "{person}",
    kind="relation",
    importance=0.7,
    relations=(("user", "{rel_id}", "{person}"),),
)
_WHO = r"(?:我(?:的|们的?)?(?P<rel><REL>))?(?P<person><NAME>)"
_MINE = r"<ME>(?:的|家的?|们?的?)?(?:大|小|新|前|好|女|男)?"

PEOPLE = (
    Rule(
        "kin_called",
        rf"{_MINE}(?P<rel><REL>)(?:的名字)?(?:名叫|名字叫|叫做|叫|姓名是|名字是)(?P<person><CALLED>)<END>",
        (_KIN,),
    ),
    Rule("kin_is", rf"{_MINE}(?P<rel><REL>)是(?P<person><NAME>)<END>", (_KIN,)),
    Rule(
        "kin_has",
        (
            r"<ME>(?:有|养了?|家有)<ADV>(?:一|两|三)?(?:个|位|只|条)?(?:好|女|男)?(?P<rel><REL>)(?:名叫|"
            r"叫做|叫)(?P<person><CALLED>)<END>"
        ),
        (_KIN,),
    ),
    Rule("kin_of", r"(?P<person><NAME>)是我(?:的|们的)?(?:好|新|大)?(?P<rel><REL>)<END>", (_KIN,)),
    Rule(
        "works_on",
        (
            rf"{_WHO}(?:和|跟|与)(?P<other><NAME>)(?:一起|共同|一块)?(?:在做|做|负责|"
            rf"参与|开发)(?P<project>[^，。；]{{2,20}}?)<END>"
        ),
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
        "responsible",
        rf"{_WHO}(?:在|主要)?(?:负责|参与|主管|牵头)(?P<project>[^，。；]{{2,20}}?)<END>",
        (
            Fact(
                "works_on",
                "{project}",
                kind="relation",
                cardinality="many",
                subject="{person}",
                relations=(("{person}", "works_on", "{project}"),),
            ),
        ),
    ),
    Rule(
        "their_role",
        rf"{_WHO}是我们?(?:的|组的?|团队的?|公司的?|部门的?)*"
        r"(?P<title>[一-鿿A-Za-z]{0,6}?(?:负责人|经理|总监|主管|组长|CEO|CTO|"
        r"设计师|工程师|架构师))<END>",
        (Fact("role", "{title}", subject="{person}"),),
    ),
    Rule(
        "reports_to",
        rf"{_WHO}向(?P<other><NAME>)汇报(?:工作)?<END>",
        (
            Fact(
                "reports_to",
                "{other}",
                kind="relation",
                subject="{person}",
                relations=(("{person}", "reports_to", "{other}"),),
            ),
        ),
    ),
    Rule(
        "they_work",
        rf"{_WHO}(?:也)?在(?P<employer><EMP>)(?:工作|上班|任职)<END>",
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
        "they_live",
        rf"{_WHO}住在?(?P<place><PLACE>)<END>",
        (Fact("lives_in", "{place}", subject="{person}"),),
    ),
    Rule(
        "their_allergy",
        rf"{_WHO}对(?P<object><OBJ>)过敏<END>",
        (
            Fact(
                "allergy:{object_id}",
                "{object}",
                subject="{person}",
                sensitivity="health",
                importance=0.8,
            ),
        ),
    ),
    Rule(
        "kin_allergy",
        rf"{_MINE}(?P<rel><REL>)对(?P<object><OBJ>)过敏<END>",
        (
            Fact(
                "allergy:{object_id}",
                "{object}",
                subject="用户的{rel}",
                sensitivity="health",
                importance=0.8,
            ),
        ),
    ),
    Rule(
        "kin_lives",
        rf"{_MINE}(?P<rel><REL>)(?:<ADV>)住在?(?P<place><PLACE>)<END>",
        (Fact("lives_in", "{place}", subject="用户的{rel}"),),
    ),
    Rule(
        "kin_works",
        rf"{_MINE}(?P<rel><REL>)(?:<ADV>)在(?P<employer><EMP>)(?:工作|上班|任职|实习)<END>",
        (Fact("employer", "{employer}", subject="用户的{rel}"),),
    ),
    Rule(
        "kin_dislikes",
        rf"{_MINE}(?P<rel><REL>)(?:<ADV>)(?:不(?:太|怎么)?(?:喜欢|爱|吃|喝)|讨厌)(?P<object><OBJ>)<END>",
        (
            Fact(
                "preference:{object_id}",
                "{object}",
                kind="preference",
                polarity=False,
                subject="用户的{rel}",
            ),
        ),
    ),
    Rule(
        "kin_likes",
        rf"{_MINE}(?P<rel><REL>)(?:<ADV>)(?:喜欢|爱吃|爱喝|喜爱)(?P<object><OBJ>)<END>",
        (Fact("preference:{object_id}", "{object}", kind="preference", subject="用户的{rel}"),),
    ),
    Rule(
        "kin_job",
        rf"{_MINE}(?P<rel><REL>)(?:<ADV>)是?<CL>(?P<job><JOB>)<END>",
        (Fact("job", "{job}", subject="用户的{rel}"),),
    ),
)

_NOT_THINGS = (
    r"(?!(?:[^，。]{0,6})(?:意见|想法|看法|问题|意思|建议|计划|目标|观点|"
    r"错|天|理解|感觉|心情|要求|希望|名字|会|会议|评审|面试|航班|说法|情况)"
    r"(?:是|的))"
)

POSSESSIONS = (
    Rule(
        "count",
        r"<ME>(?:家)?(?:<ADV>)(?:有|养了?)(?P<count>\d{1,3}|[一两二三四五六七八九十]{1,"
        r"3})(?:个|只|条|辆|台|套|把|位)"
        r"(?P<thing>孩子|儿子|女儿|猫|狗|兔子|车|汽车|自行车|姐姐|妹妹|哥哥|"
        r"弟弟|房子|电脑|显示器|吉他|兄弟|姐妹|小孩|宠物)<END>",
        (Fact("count:{thing_id}", "{count}"),),
    ),
    Rule(
        "thing_colour",
        (
            rf"<ME>的(?P<thing>{_NOT_THINGS}[^，。是的]{{1,8}}?)是(?P<object>(?!返回|"
            rf"正在|不)[^，。；？]{{1,"
            rf"20}}?)<END>"
        ),
        (Fact("thing:{thing_id}", "{object}"),),
        confidence=0.9,
    ),
    Rule(
        "has_new",
        (
            r"<ME><ADV>(?:买了|养了|有)(?:一)?(?:辆|台|只|条|把|架|套)(?:新)?(?P<thing>[^，。；的]{1,"
            r"10}?)<END>"
        ),
        (Fact("has", "{thing}", cardinality="many"),),
        when="since",
    ),
    Rule(
        "commute_by",
        r"<ME>(?:上班|上学|通勤)(?:都|是|一般|通常|平时)*"
        r"(?P<object>(?:坐|骑|开|乘|步行|走路)[^，。；]{0,16}?)<END>",
        (Fact("thing:commute", "{object}"),),
    ),
    Rule(
        "commute",
        (
            r"<ME>(?:每天|平时|一般|通常)(?:都)?(?P<object>(?:坐|骑|开|乘|步行|走路)[^，。；]{1,"
            r"16}?(?:上班|上学|通勤|去公司))<END>"
        ),
        (Fact("thing:commute", "{object}"),),
    ),
)
