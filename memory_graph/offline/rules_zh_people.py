"""The Chinese rules about other people; ``<WHO>`` is a name, or 我妹妹, or 我同事李雷."""

from __future__ import annotations

from dataclasses import replace

from memory_graph.offline.rule import Fact, Rule, told
from memory_graph.offline.words import ILLNESSES_ZH

_KIN = Fact(
    "relation:{rel_id}",
    "{person}",
    kind="relation",
    importance=0.7,
    relations=(("user", "{rel_id}", "{person}"),),
)
_TIED = told(
    "works_on",
    "project",
    kind="relation",
    cardinality="many",
    relations=(
        ("{who}", "works_on", "{project}"),
        ("{who}", "works_with", "{other}"),
        ("{other}", "works_on", "{project}"),
    ),
)
_AT = told("employer", "employer", relations=(("{who}", "works_for", "{employer}"),))
_WORKING = r"(?:工作|上班|任职|实习|教书|当差|打工)"

RELATIVES = (
    Rule(
        "kin_called",
        r"(?:◆|<MINE>(?P<rel><REL>))(?:的名字(?=是|叫))?(?:(?<=名字)是|名叫|名字叫|叫做|叫|姓名是|名字是|[取起]名字?(?:叫做?|为))(?P<person><CALLED>)<END>",
        (_KIN,),
    ),
    Rule("kin_is", r"<MINE>(?P<rel><REL>)是(?P<person><NAME>)(?<!的)(?!的)<END>", (_KIN,)),
    Rule(
        "kin_has",
        r"<ME>(?:有|家?养了?|家有|收养了|新来了)<ADV>(?:一|两|三)?(?:个|位|只|条|匹)?(?:好|女|男|新)?"
        r"(?P<rel><REL>)(?:，)?(?:名叫|名字叫|叫做|叫)(?P<person><CALLED>)<END>",
        (_KIN,),
    ),
    Rule("kin_of", r"(?P<person><NAME>)是<MINE>(?P<rel><REL>)<END>", (_KIN,)),
    Rule(
        "i_work_with",
        r"<ME><ADV>(?:和|跟|与)(?P<person><NAME>)(?:一起|共同|一块)(?:工作|共事|合作)<END>",
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
        r"<WHO>(?:和|跟|与)(?P<other><NAME>)(?:一起|共同|一块)?(?:在做|做|负责|"
        r"参与|开发)(?P<project>[^，。；]{2,20}?)<END>",
        (_TIED,),
    ),
    Rule(
        "responsible",
        r"<WHO>(?:在|主要)?(?:负责|参与|主管|牵头)(?P<project>[^，。；]{2,20}?)<END>",
        (_TIED,),
    ),
    Rule(
        "their_role",
        r"<WHO>是我们?(?:的|组|团队|公司|部门)+"
        r"(?P<title>[一-鿿A-Za-z]{0,6}?(?:负责人|经理|总监|主管|组长|CEO|CTO|"
        r"设计师|工程师|架构师))<END>",
        (told("role", "title"),),
    ),
    Rule(
        "role_of",
        r"<WHO>是(?P<title>(?:(?![个一你我他她])[^，。；]{1,20}?的)?(?:负责人|主持人|组长|队长|班长|"
        r"班主任|社长|会长|主席|联系人|合伙人|成员|队员)|"
        r"(?![个一你我他她])(?:<NAME>|[^，。；]{0,12}?(?:项目|团队|组|部门?|班|队|社))的"
        r"(?:经理|总监|主管|老师|教练|导师|助理|秘书))<END>",
        (told("role", "title"),),
    ),
    Rule(
        "reports_to",
        r"<WHO>向(?P<other><NAME>)汇报(?:工作)?<END>",
        (
            told(
                "reports_to",
                "other",
                kind="relation",
                relations=(("{who}", "reports_to", "{other}"),),
            ),
        ),
    ),
    Rule(
        "they_work_as",
        r"<WHO><ADV>在(?P<employer><EMP>)(?:当|做|担任)(?P<job><CL><JOB>)<END>",
        (_AT, told("job", "job")),
        when="since",
    ),
    Rule("they_work", rf"<WHO><ADV>在(?P<employer><EMP>){_WORKING}<END>", (_AT,), when="since"),
    Rule(
        "their_job",
        r"<WHO><ADV>(?:在<CITY>)?(?:(?<=是)|是|当上?了?|做了?)(?:在)?(?:(?P<employer><EMP>)的)?<CL>(?P<job><JOB>)<END>",
        (told("job", "job"), told("employer", "employer")),
    ),
    Rule(
        "their_school",
        r"<WHO><ADV>(?:在<CITY>)?(?:开始|在|正在)*(?:上|读|念|升)(?:了|到)?(?P<school>幼儿园(?:[大中小]班)?|托儿所|"
        r"(?:小学|初中|高中|中学)?(?:[一二三四五六]年级|[大高初][一二三四])|[小大中]学|初中|高中)<END>",
        (told("school", "school"),),
        when="since",
    ),
    Rule(
        "their_studies",
        r"<WHO><ADV>(?:在(?P<school>[^，。；]{2,12}?))?(?:学|读|攻读|念)(?P<object>(?!会|不|得|书|习|上学|大学|[小中]学|高中|初中|幼儿园)[^，。；]{1,10}?)<END>",
        (told("learning", "object", cardinality="many"),),
    ),
)

_BEING = (
    Rule(
        "they_live",
        r"<WHO>(?:家)?<ADV>(?:住在?|定居在?|生活在)(?P<place><PLACE>)<END>",
        (told("lives_in", "place"),),
        when="since",
    ),
    Rule(
        "they_moved",
        r"<WHO><ADV>(?:从<PLACE>)?(?:搬家?|移居)(?:到|去|回|来)了?(?P<place><PLACE>)<END>",
        (told("lives_in", "place"),),
        when="since",
        changes=True,
    ),
    Rule(
        "they_come_from",
        r"<WHO><ADV>(?:来自|是(?=<FOLK>人<END>))(?P<place><PLACE>)人?<END>",
        (told("from", "place"),),
    ),
    Rule(
        "their_birthday",
        r"<WHO>的?生日(?:是|在)?(?:每年)?(?:的)?(?P<date>[^，。；？]{2,16}?[日号五六七八九十初\d])<END>",
        (told("birthday", "date", importance=0.7),),
    ),
    Rule(
        "their_age",
        r"<WHO><ADV>(?:今年)?(?:刚满|满)?(?P<age>\d{1,3}|[一二两三四五六七八九十]{1,3})(?:周)?岁(?:半)?<END>",
        (told("age", "age"),),
    ),
    Rule(
        "their_allergy",
        r"<WHO><ADV>(?:对|吃|喝)(?P<object><OBJ>)(?:都|会|严重|有点|也|很)*过敏<END>",
        (told("allergy:{object_id}", "object", sensitivity="health", importance=0.8),),
        listed="object",
    ),
    Rule(
        "their_health",
        rf"<WHO><ADV>(?:有|得了|患有|患了|查出了?)?(?P<object>[一-鿿]{{0,4}}?"
        rf"(?:{'|'.join(ILLNESSES_ZH.split())}|怀孕))<END>",
        (told("health:{object_id}", "object", sensitivity="health", importance=0.8),),
    ),
    Rule(
        "their_diet",
        r"<WHO><ADV>(?P<object>吃素|素食主义者|素食者)<END>",
        (told("diet", "object"),),
    ),
    Rule(
        "they_dislike",
        r"<WHO><ADV>(?:(?:不|从不|从来不)(?:太|怎么)?(?:喜欢|爱|吃|喝|能吃)|讨厌|怕(?=辣|狗|猫))"
        r"(?P<object><OBJ>)<END>",
        (told("preference:{object_id}", "object", kind="preference", polarity=False),),
        listed="object",
    ),
    Rule(
        "they_like",
        r"<WHO><ADV>(?:喜欢|爱(?=[吃喝看听玩打])|喜爱|迷上了|只(?=[吃喝]))(?P<object><OBJ>)<END>",
        (told("preference:{object_id}", "object", kind="preference"),),
        listed="object",
    ),
    Rule(
        "they_play",
        r"<WHO><ADV>(?:会|在学|喜欢)?(?:弹|拉|打|踢|下)(?P<object>钢琴|吉他|小提琴|大提琴|"
        r"鼓|足球|篮球|羽毛球|网球|乒乓球|象棋|围棋)<END>",
        (told("plays", "object", cardinality="many"),),
    ),
    Rule(
        "they_speak",
        (
            r"<WHO><ADV>(?:会说|会讲|说|讲)(?P<object>(?:(?!和)[一-鿿]){1,4}[语话文]"
            r"(?:[、和](?:(?!和)[一-鿿]){1,4}[语话文])*)<END>"
        ),
        (told("speaks", "object", cardinality="many"),),
        listed="object",
    ),
)

_CUES = {
    "kin_called": "叫|名字|姓名",
    "kin_is": "是",
    "kin_has": "叫",
    "kin_of": "是",
    "i_work_with": "一起|共同|一块",
    "works_on": "做|负责|参与|开发",
    "responsible": "负责|参与|主管|牵头",
    "their_role": "是我",
    "role_of": "是",
    "reports_to": "汇报",
    "they_work_as": "当|做|担任",
    "they_work": "工作|上班|任职|实习|教书|打工",
    "their_job": "是|当|做",
    "their_school": "上|读|念|升",
    "their_studies": "学|读|念",
    "they_live": "住|定居|生活",
    "they_moved": "搬|移居",
    "they_come_from": "来自|人",
    "their_birthday": "生日",
    "their_age": "岁",
    "their_allergy": "过敏",
    "their_health": "|".join([*ILLNESSES_ZH.split(), "怀孕"]),
    "their_diet": "素",
    "they_dislike": "不|讨厌|怕",
    "they_like": "喜|爱|迷|只",
    "they_play": "弹|拉|打|踢|下",
    "they_speak": "说|讲",
}
PEOPLE = tuple(replace(rule, cue=_CUES.get(rule.name, "")) for rule in RELATIVES + _BUSY + _BEING)
