"""The Chinese rules about work, places, teams and tools."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule
from memory_graph.offline.rules_en_life import JOBLESS

_HAN = "一-鿿"
_EMPLOYER = Fact("employer", "{employer}", importance=0.7)
_JOB = Fact("job", "{job}", importance=0.7)
_AT = Fact("employer", "{employer}", say="用户在{employer}工作。", importance=0.7, needs="employer")
_TECH = r"[A-Za-z][A-Za-z0-9_.+#-]*(?:\s[A-Z][A-Za-z]*)?|阿里云|腾讯云|华为云|飞书|钉钉|企业微信"

WORK = (
    Rule(
        "at_as",
        r"<ME><ADV>在(?P<employer><EMP>)(?:担任|当|做|任职?)(?P<job><CL>(?:<JOB>|[A-Z]{2,4}))<END>",
        (_AT, Fact("job", "{job}", say="用户在{employer}做{job}。", importance=0.7)),
        when="since",
    ),
    Rule(
        "work_at",
        r"<ME><ADV>(?:开始)?(?:在|就职于|任职于|供职于|受雇于)(?P<employer><EMP>)(?:工作|"
        r"上班|任职|实习|就职|打工|教书)?"
        r"(?<=工作|上班|任职|实习|就职|打工|教书)<END>",
        (_AT,),
        when="since",
    ),
    Rule(
        "work_for",
        (
            r"<ME><ADV>(?:就职于|任职于|供职于|受雇于|加入了?|入职了?|跳槽(?:去|"
            r"到)了?)(?P<employer><EMP>)<END>"
        ),
        (_EMPLOYER,),
        when="since",
        changes=True,
    ),
    Rule(
        "not_at",
        r"<ME><ADV>(?:不在|不再在|没在|已经不在)(?P<employer><EMP>)(?:工作|上班|任职|实习|干)<END>",
        (Fact("employer", "{employer}", polarity=False, importance=0.7),),
    ),
    Rule(
        "left_job",
        (
            r"<ME><ADV>(?:从(?P<employer><EMP>)(?:辞职|离职)|离开了?(?P<firm><EMP>(?:公司|"
            r"科技|集团|银行)))<END>"
        ),
        (
            Fact("employer", "{employer}", polarity=False, importance=0.7, needs="employer"),
            Fact("employer", "{firm}", polarity=False, importance=0.7, needs="firm"),
        ),
        when="since",
    ),
    Rule(
        "my_job",
        r"<ME>的?(?:工作|职业|职位|岗位)是(?:做|当|一名|一个)?(?P<job><OBJ>)<END>",
        (_JOB,),
    ),
    Rule(
        "job_in_city",
        r"<ME><ADV>在(?P<city><CITY>)(?:是|当上?了?|做了?)<CL>(?P<job><JOB>)<END>",
        (Fact("job", "{job}", say="用户在{city}当{job}。", importance=0.7),),
    ),
    Rule(
        "is_a_job",
        r"<ME><ADV>(?:(?<=是)|是|当上?了?|做了?)<CL>(?:住在(?P<place><PLACE>)的|来自(?P<origin><PLACE>)的)?"
        r"(?:在)?(?:(?P<employer><EMP>)的)?<CL>(?P<job><JOB>)<END>",
        (
            Fact("job", "{job}", say="用户是{job}。", importance=0.7),
            _AT,
            Fact("lives_in", "{place}", say="用户住在{place}。", importance=0.7, needs="place"),
            Fact("from", "{origin}", say="用户来自{origin}。", importance=0.6, needs="origin"),
        ),
    ),
    Rule(
        "do_job",
        r"<ME><ADV>(?:升职?(?:为|成|当|做)了?|当上?了?|做|从事|干)<CL>(?P<job><JOB>)(?:工作)?<END>",
        (_JOB,),
        when="since",
    ),
    Rule(
        "field",
        r"<ME><ADV>在?(?:做|干|搞|从事)(?P<job>物流|金融|保险|外贸|电商|房地产|教育|媒体|广告|咨询|医药|"
        r"餐饮|装修|IT|互联网|软件|硬件|芯片|游戏|物业|零售|会展|投资|法务|审计)(?:行业|方面|工作|的)?<END>",
        (_JOB,),
        when="since",
    ),
    Rule(
        "teaches",
        r"<ME><ADV>(?:在(?P<employer><EMP>))?(?P<work>教(?!你|我|他|她|育|会|一下|练|授|师|室|材|程|堂|训)[^，。；]{1,8}?)<END>",
        (Fact("job", "{work}", importance=0.7), _AT),
        when="since",
    ),
    Rule(
        "runs_own",
        r"<ME><ADV>(?P<job>(?:经营|开)(?:了|着)?(?:一)?(?:家|间|个)[^，。；]{1,10}?"
        r"(?:店|公司|工作室|馆|厂|诊所|餐厅|民宿|酒吧))<END>",
        (_JOB,),
        when="since",
    ),
    Rule(
        "laid_off",
        r"<ME><ADV>被(?P<employer><EMP>)(?:裁员?|辞退|开除|解雇|炒)(?:了|掉)*<END>",
        (Fact("employer", "{employer}", polarity=False, importance=0.7),),
        when="since",
    ),
    Rule(
        "no_job",
        r"<ME><ADV>(?:辞职|离职|辞去?掉?了?(?:原来的)?工作|丢了工作|失去了?工作|"
        r"被(?:公司|单位)?(?:裁员?|辞退|开除|解雇|炒鱿鱼)(?:掉)?)<END>",
        JOBLESS,
        when="since",
        changes=True,
    ),
    Rule(
        "studies",
        r"<ME><ADV>在(?P<employer><EMP>)(?:攻?读|学习?|念)(?<!大学)(?P<object>(?![书会读]|习)[^，。；]{2,10}?)(?:专业)?<END>",
        (
            Fact("learning", "{object}", cardinality="many"),
            Fact("employer", "{employer}", say="用户在{employer}读书。"),
        ),
        when="since",
    ),
    Rule(
        "not_working",
        r"<ME><ADV>(?P<job>失业|退休|待业|自由职业者?)<END>",
        (_JOB,),
    ),
)

PLACES = (
    Rule(
        "stack",
        rf"(?:我们的?|项目的?|团队的?)?技术栈(?:现在)?(?:是|用的是|为|用)(?P<anytech>{_TECH})<END>",
        (Fact("technology:{anytech_id}", "{anytech}", subject="project", importance=0.7),),
    ),
    Rule(
        "our_tool",
        (
            rf"(?:我们?的?|项目的?|团队的?)?(?P<thing>数据库|编辑器|云平台|框架)(?:现在)?(?:是|"
            rf"用的是|用|为)(?P<tech>{_TECH})<END>"
        ),
        (
            Fact(
                "technology:{tech_id}",
                "{tech}",
                say="项目的{thing}是{tech}。",
                subject="project",
                importance=0.7,
            ),
        ),
    ),
    Rule(
        "we_use",
        rf"(?:我们|项目|团队|咱们)(?:组|团队|公司|项目)?(?:的?(?:后端|前端|服务端|线上))?<ADV>(?:在用|使用|用的是|"
        rf"用|选了|选用|采用)(?:的是)?(?P<tech>{_TECH})"
        r"(?:(?:做|写|开发|搭|跑|存)[^，。；]{1,8}?)?<END>",
        (
            Fact(
                "technology:{tech_id}",
                "{tech}",
                say="项目的{tech_word}用的是{tech}。",
                subject="project",
                importance=0.7,
            ),
        ),
        when="since",
    ),
    Rule(
        "we_switched",
        rf"(?:我们|项目|团队|咱们|<ME>)(?:把?数据库)?<ADV>(?:从{_TECH})?(?:换到|"
        rf"换成|迁移到|迁到|切换到|转到|改用|换用|转用)了?"
        rf"(?P<tech>{_TECH})<END>",
        (
            Fact(
                "technology:{tech_id}",
                "{tech}",
                say="项目的{tech_word}换成了{tech}。",
                subject="project",
                importance=0.7,
            ),
        ),
        when="since",
        changes=True,
    ),
    Rule(
        "lives",
        r"<ME>(?:家|(?:和|跟|与)[^，。]{1,6}?(?:一起)?)?(?:起|开始)?<ADV>(?:住在|住到了?|定居在?|生活在|家在|居住在|住)(?P<place><PLACE>)<END>",
        (Fact("lives_in", "{place}", importance=0.7),),
        when="since",
    ),
    Rule(
        "moved",
        r"(?:<ME>|我们|我家)(?:家)?<ADV>(?:从<PLACE>)?(?:搬|移居|迁)(?:家)?(?:到|"
        r"去|回|来|往)了?(?P<place><PLACE>)"
        r"(?:住)?<END>",
        (Fact("lives_in", "{place}", importance=0.7),),
        when="since",
        changes=True,
    ),
    Rule(
        "will_move",
        r"(?:<ME>|我们|我家)(?:家)?<ADV>(?:打算|准备|计划|即将|马上|快要|要|将要|会|决定)+"
        r"(?:从<PLACE>)?(?:搬|移居|迁)(?:家)?(?:到|去|回|来|往)(?P<place><PLACE>)(?:住|生活)?<END>",
        (Fact("plan:lives_in", "{place}", kind="event", importance=0.7),),
        when="ahead",
    ),
    Rule(
        "will_visit",
        r"(?:<ME>|我们)<ADV>(?:要|会|打算|准备|计划|将)*(?:[和跟][^，。]{1,6}?)?去(?P<place><PLACE>)(?:旅游|旅行|玩|度假|出差)<END>",
        (Fact("plan:visit:{place_id}", "{place}", kind="event"),),
        listed="place",
        when="coming",
        confidence=0.9,
    ),
    Rule(
        "lived",
        (
            r"<ME>(?:以前|之前|曾经|过去|原来|小时候)(?:住在|住|在)(?P<place><PLACE>)(?:住过|"
            r"生活过|住|生活)?<END>"
        ),
        (Fact("lived_in", "{place}", cardinality="many"),),
        when="span",
    ),
    Rule(
        "from",
        r"(?:<ME>(?:是)?来自|<ME>的?老家(?:是|在)|<ME>的?家乡(?:是|在)|<ME>的?籍贯是)(?P<place><PLACE>)<END>",
        (Fact("from", "{place}", importance=0.6),),
    ),
    Rule(
        "is_from",
        (
            r"<ME><ADV>(?:(?<=是)|是|(?=东北|四川|广东|湖南|湖北|山东|河南|河北|江苏|浙江|上海|北京))"
            r"(?P<place><FOLK>)人<END>"
        ),
        (Fact("from", "{place}", importance=0.6),),
    ),
    Rule(
        "born_in",
        r"<ME>(?:是)?(?:出生(?:在|于)|生在)(?P<place><PLACE>)<END>",
        (Fact("born_in", "{place}"),),
    ),
    Rule(
        "grew_up",
        r"<ME>(?:从小)?(?:是)?在(?P<place><PLACE>)(?:长大|出生长大)<END>",
        (Fact("grew_up_in", "{place}"),),
    ),
    Rule(
        "never_visited",
        r"<ME>(?:从来|从|还|一直|至今|也)*(?:没有?|未|未曾)(?:去过|到过|来过)(?P<place><PLACE>)<END>",
        (Fact("visited:{place_id}", "{place}", polarity=False),),
        listed="place",
    ),
    Rule(
        "visited",
        (
            r"<ME><ADV>(?:[和跟与同][^，。；]{1,8}?(?:一起|一块儿?)?)?(?:曾经?)?(?:去过|到过|来过|去了)(?:(?:一|两|三|四|五|几|好几|很多|多|好多)?[次趟回])?(?P<place><PLACE>)(?:旅游|"
            r"旅行|玩|出差)?<END>"
        ),
        (Fact("visited:{place_id}", "{place}"),),
        listed="place",
        when="span",
    ),
    Rule(
        "team",
        (
            rf"<ME><ADV>(?:在|去了?|加入了?|回到了?|调到了?|又回到了?)(?P<team>[{_HAN}A-Za-z]{{1,"
            rf"6}}(?:队|组|团队|小组|部门|部))<END>"
        ),
        (Fact("team", "{team}"),),
        when="span",
    ),
)
