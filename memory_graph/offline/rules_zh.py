"""The Chinese extraction rules: each is matched against one whole clause.

Upper-case words in angle brackets are macros. The subject 我 may be missing where the sentence
has already named it; ``extract`` puts it back before matching.
"""

from __future__ import annotations

from functools import cache

from memory_graph.offline.lexicon import ILLNESSES_ZH, JOBS_ZH, SURNAMES, relation_words
from memory_graph.offline.rule import Fact, Grammar, Rule
from memory_graph.offline.rules_zh_people import PEOPLE, POSSESSIONS

_HAN = "一-鿿"
_LATIN = "[A-Za-zÀ-ɏ0-9.'-]"
_MACROS = {
    "ADV": (
        r"(?:现在|目前|如今|其实|一直|也|都|还是|还|就|真的|真|很|非常|特别|最|更|比较|挺|超级|超|蛮|"
        r"一般|通常|平时|经常|常常|常|总是|尤其|十分|已经|刚刚|刚|最近|只|确实|从小|从小就|一向|是|好像|已|又|终于|可能|也许|大概|应该|似乎|或许)*"
    ),
    "ME": r"(?:我|俺|本人)(?:自己|个人)?",
    "END": r"(?:了|的|啊|呀|哦|喔|呢|吧|啦|哈|嘛|哟|噢|来着|就行|就好|就可以|即可|一点|一些|\s)*[。！!.…~～；;]*$",
    "NAME": (
        rf"(?:(?:[小老阿][{_HAN}]|[{''.join(sorted(SURNAMES))}][{_HAN}]{{1,2}}?)(?=[^{_HAN}]|和|跟|与|在|是|叫|"
        rf"负责|住|向|管|带|对|一起|共同|一块|做|参与|主管|牵头|汇报|也|了?$)|[{''.join(sorted(SURNAMES))}](?:总|"
        rf"老师|经理|医生|教授|工|姐|哥|主任|博士)|[A-Z]{_LATIN}*(?:\s[A-Z]{_LATIN}*)*)"
    ),
    "CALLED": rf"(?:[{_HAN}·]{{1,6}}?|[A-Za-z]{_LATIN}*(?:\s[A-Z]{_LATIN}*)*)",
    "PLACE": rf"(?:[{_HAN}]{{2,12}}?|[A-Z]{_LATIN}*(?:\s[A-Z]{_LATIN}*)*)",
    "EMP": rf"(?:[{_HAN}A-Za-z0-9·&.\-]{{2,20}}?|[A-Z][\w.'&\s-]{{1,30}}?)",
    "JOB": rf"(?:[{_HAN}A-Za-z]{{0,8}}?(?:{'|'.join(sorted(JOBS_ZH, key=len, reverse=True))}))",
    "OBJ": r"[^，,。；;：:？?！!]{1,40}?",
    "CL": r"(?:一)?(?:名|个|位|只|条|辆|台|套|把|架)?",
}
_DENY = {
    "object": (
        r"(?:你|您|他|她|它|这|那|哪|什么|谁|怎么|上了?$|被|自己$|一下|一个人$|的$|了$|死|得|到|让|"
        r"这样|那样|不|没|过$|说|问|听你|的人$)"
    ),
    "name": (
        r"(?:他|她|它|你|您|我|谁|什么|了|不|没|到|来|去|过|一|几|这|那|上|下|车|外卖|醒|人|个|的|起来|住|做|出|啥|"
        r"快递|代驾|救护|服务员|早|爸|妈|先|再|帮|一声|一下|大家|你们)"
    ),
    "place": (
        r"(?:这|那|哪|他|她|它|你|我|家|酒店|宾馆|学校|公司|单位|医院|楼|一起|外面|里|附近|宿舍|旁边|现在|"
        r"[一二三四五六七八九十几\d]+(?:楼|层|个|次|起|间|号)|厕所|洗手间|超市|商店|银行|食堂|好|新家|新房|隔壁|对面|前|后|左|右)"
    ),
    "employer": (
        r"(?:家|这|那|哪|公司|单位|外面|线上|网上|学校$|学校里|厨房|办公室|路上|想|考虑|努力|认真|他|她|你|我|楼|晚上|"
        r"白天|周末|早上|上午|下午|床上|等|找|看|写|做|听|用|学|图书馆|咖啡店|咖啡馆|一起|外地|国外|远程|尝试|试着)"
    ),
    "person": r"(?:他|她|它|你|您|我|谁|什么|那|这|哪|不|没|一|个|人|大家|他们|很|也|都|在|的|了|有|在)",
    "job": r"(?:.*[是的在有不没会要想叫]|他|她|你|这|那|什么|谁|个好|一些)",
}
_NOT = r"(?:不|没|别|从不|从来不|不再|不太|不怎么|不是很|不大|并不|一点也不|一点都不|再也不|不那么)"
_LIKE = r"(?:喜欢|喜爱|热爱|偏爱|钟爱|爱好|偏好|爱(?=[吃喝看听玩打])|爱)"
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
_AT = Fact("employer", "{employer}", say="用户在{employer}工作。", importance=0.7, needs="employer")

_SELF = (
    Rule(
        "name",
        r"(?:<ME>的?(?:名字|姓名|全名|大名|真名)(?:是|叫)|<ME><ADV>叫(?:做|作)?)(?P<name><CALLED>)<END>",
        (Fact("name", "{name}", importance=0.9),),
    ),
    Rule(
        "surname",
        rf"<ME>姓(?P<surname>[{_HAN}]{{1,2}})<END>",
        (Fact("surname", "{surname}", importance=0.8),),
    ),
    Rule(
        "surname_name",
        rf"<ME>姓(?P<surname>[{_HAN}]{{1,2}})名(?P<name>[{_HAN}]{{1,3}})<END>",
        (Fact("name", "{surname}{name}", importance=0.9),),
    ),
    Rule(
        "call_me",
        r"(?:请|你|您|以后|可以|就|都|大家|朋友们?|同事们?|别人|直接|你们)*(?:叫|称呼|喊)我(?:为|作|做)?"
        r"(?P<name><CALLED>)<END>",
        (Fact("preferred_name", "{name}", say="用户希望被叫作{name}。", importance=0.9),),
    ),
    Rule(
        "i_am",
        r"<ME>(?:是|就是)(?P<name><NAME>)<END>",
        (Fact("name", "{name}", say="用户叫{name}。", importance=0.9),),
        confidence=0.85,
        greeted=True,
    ),
    Rule(
        "diet_kind",
        r"<ME><ADV>(?:是)?(?:个|一个|一名)?(?P<object>素食主义者|素食者|吃素|纯素食者|吃全素)<END>",
        (Fact("diet", "{object}", importance=0.7),),
    ),
    Rule(
        "age",
        r"<ME><ADV>(?:刚满|满|快)?(?P<age>\d{1,3}|[一二三四五六七八九十]{1,3})(?:周)?岁<END>",
        (Fact("age", "{age}"),),
    ),
    Rule(
        "birthday",
        r"<ME>的?生日(?:是|在)?(?:每年)?(?:的)?(?P<date>[^，。；？]{2,16}?[日号五六七八九十初\d])<END>",
        (Fact("birthday", "{date}", importance=0.7),),
    ),
    Rule(
        "born_on",
        r"<ME>(?:是)?(?P<date>(?:\d{2,4}|[一二三四五六七八九〇零]{2,4})年(?:[^，。；？]{1,8}[日号月])?)"
        r"(?:出生|生)<END>",
        (Fact("birthday", "{date}", importance=0.7),),
    ),
)
_HEALTHY = (
    Rule(
        "not_allergic",
        r"<ME><ADV>(?:对|吃|喝)?(?P<object><OBJ>)(?:不过敏|不再过敏|没有?过敏)<END>",
        (
            Fact(
                "allergy:{object_id}",
                "{object}",
                polarity=False,
                sensitivity="health",
                importance=0.8,
            ),
        ),
    ),
    Rule(
        "allergic",
        r"<ME><ADV>(?:对|吃|喝)(?P<object><OBJ>)(?:都|会|严重|有点|轻度|重度|很|也)*过敏<END>",
        (_ALLERGY,),
        listed="object",
    ),
    Rule(
        "allergy_noun",
        r"<ME>(?:有|的过敏原是)(?P<object><OBJ>)过敏(?:症|史)?<END>",
        (_ALLERGY,),
        listed="object",
    ),
    Rule(
        "illness",
        rf"<ME><ADV>(?:有|得了|患有|患了|查出了?|被诊断(?:出|为)了?)(?P<object>[{_HAN}\d]{{0,4}}?"
        rf"(?:{'|'.join(ILLNESSES_ZH.split('|'))}))<END>",
        (_HEALTH,),
        when="since",
    ),
    Rule("condition", r"<ME><ADV>(?P<object>怀孕|色盲|色弱|乳糖不耐受?|近视)<END>", (_HEALTH,)),
    Rule(
        "blood",
        r"<ME>的?血型是(?P<object>\w{1,3}型?(?:阴性|阳性)?)<END>",
        (Fact("blood_type", "{object}", sensitivity="health", importance=0.8),),
    ),
    Rule(
        "medicine",
        r"<ME>(?:每天|每晚|每早|长期)(?:都|要|在)*(?:吃|服用)(?P<object>[^，。]{1,12}?(?:药|片|胶囊|素|林))<END>",
        (Fact("medicine:{object_id}", "{object}", sensitivity="health", importance=0.8),),
    ),
)
_IDENTITY = (
    Rule(
        "phone",
        r"<ME>的?(?:新)?(?:手机号码?|手机|电话号码?|电话|联系方式)(?:号)?(?:是|为|：|:)?\s*(?P<number>\+?[\d][\d -]{5,22}\d)<END>",
        (Fact("phone", "{number}", sensitivity="identity", importance=0.7),),
    ),
    Rule(
        "identity",
        r"<ME>的?(?P<document>身份证|护照|驾照|社保|学号|工号|签证)(?:号码?|证号)?(?:是|为|：|:)?\s*(?P<number>[A-Za-z0-9-]*\d[A-Za-z0-9-]*)<END>",
        (Fact("identity:{document_id}", "{number}", sensitivity="identity", importance=0.7),),
    ),
    Rule(
        "email",
        r"<ME>的?(?:电子)?(?:邮箱|邮件|邮箱地址)(?:是|为|：|:)?\s*(?P<number>[A-Za-z0-9_.+-]+@[A-Za-z0-9.-]+[A-Za-z])<END>",
        (Fact("email", "{number}", sensitivity="identity", importance=0.7),),
    ),
    Rule(
        "address",
        r"<ME>的?(?:家庭|收货|新)?(?:住址|地址)(?:是|在)(?P<object>[^。；]{4,60}?)<END>",
        (Fact("address", "{object}", sensitivity="location", importance=0.7),),
    ),
    Rule(
        "secret",
        rf"<ME>的?(?P<thing>[{_HAN}\w]{{0,8}}?(?:密码|密钥|口令))(?:是|为)\s*(?P<object>\S+?)<END>",
        (Fact("credential:{thing_id}", "{object}", sensitivity="credentials", importance=0.6),),
    ),
    Rule(
        "salary",
        r"<ME>的?(?:工资|月薪|年薪|薪水|收入)(?:是|有|为)?(?P<object>[^，。]*[\d一二三四五六七八九十万千][^，。]*?)<END>",
        (Fact("income", "{object}", sensitivity="money", importance=0.6),),
    ),
)
_WORK = (
    Rule(
        "at_as",
        r"<ME><ADV>在(?P<employer><EMP>)(?:担任|当|做|任职?)(?P<job><CL>(?:<JOB>|[A-Z]{2,4}))<END>",
        (_AT, Fact("job", "{job}", say="用户在{employer}做{job}。", importance=0.7)),
        when="since",
    ),
    Rule(
        "work_at",
        r"<ME><ADV>(?:在|就职于|任职于|供职于|受雇于)(?P<employer><EMP>)(?:工作|上班|任职|实习|就职|打工|教书)?"
        r"(?<=工作|上班|任职|实习|就职|打工|教书)<END>",
        (_AT,),
        when="since",
    ),
    Rule(
        "work_for",
        r"<ME><ADV>(?:就职于|任职于|供职于|受雇于|加入了?|入职了?|跳槽(?:去|到)了?)(?P<employer><EMP>)<END>",
        (_EMPLOYER,),
        when="since",
    ),
    Rule(
        "not_at",
        r"<ME><ADV>(?:不在|不再在|没在|已经不在)(?P<employer><EMP>)(?:工作|上班|任职|实习|干)<END>",
        (Fact("employer", "{employer}", polarity=False, importance=0.7),),
    ),
    Rule(
        "left_job",
        r"<ME><ADV>(?:从(?P<employer><EMP>)(?:辞职|离职)|离开了?(?P<firm><EMP>(?:公司|科技|集团|银行)))<END>",
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
        "is_a_job",
        r"<ME><ADV>是?(?:在)?(?:(?P<employer><EMP>)的)?<CL>(?P<job><JOB>)<END>",
        (Fact("job", "{job}", say="用户是{job}。", importance=0.7), _AT),
    ),
    Rule(
        "do_job",
        r"<ME><ADV>(?:当|做|从事|干)<CL>(?P<job><JOB>)(?:工作)?<END>",
        (_JOB,),
        when="since",
    ),
    Rule("not_working", r"<ME><ADV>(?P<job>失业|退休|待业|自由职业)<END>", (_JOB,)),
)
_TECH = r"[A-Za-z][A-Za-z0-9_.+#-]*(?:\s[A-Z][A-Za-z]*)?|阿里云|腾讯云|华为云|飞书|钉钉|企业微信"
_PLACES = (
    Rule(
        "stack",
        rf"(?:我们的?|项目的?|团队的?)?技术栈(?:现在)?(?:是|用的是|为|用)(?P<anytech>{_TECH})<END>",
        (Fact("technology:{anytech_id}", "{anytech}", subject="project", importance=0.7),),
    ),
    Rule(
        "our_tool",
        rf"(?:我们的?|项目的?|团队的?)?(?P<thing>数据库|编辑器|云平台|框架)(?:现在)?(?:是|用的是|用|为)(?P<tech>{_TECH})<END>",
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
        rf"(?:我们|项目|团队|咱们)(?:组|团队|公司|项目)?<ADV>(?:在用|使用|用的是|用|选了|选用|采用)(?:的是)?(?P<tech>{_TECH})"
        r"(?:做数据库)?<END>",
        (
            Fact(
                "technology:{tech_id}",
                "{tech}",
                say="项目在用{tech}。",
                subject="project",
                importance=0.7,
            ),
        ),
        when="since",
    ),
    Rule(
        "we_switched",
        rf"(?:我们|项目|团队|咱们|<ME>)(?:把?数据库)?<ADV>(?:从{_TECH})?(?:换到|换成|迁移到|迁到|切换到|转到|改用|换用|转用)了?"
        rf"(?P<tech>{_TECH})<END>",
        (
            Fact(
                "technology:{tech_id}",
                "{tech}",
                say="项目换成了{tech}。",
                subject="project",
                importance=0.7,
            ),
        ),
        when="since",
    ),
    Rule(
        "lives",
        r"<ME>(?:家)?<ADV>(?:住在|住到了?|定居在?|生活在|家在|居住在|住)(?P<place><PLACE>)<END>",
        (Fact("lives_in", "{place}", importance=0.7),),
        when="since",
    ),
    Rule(
        "moved",
        r"(?:<ME>|我们|我家)(?:家)?<ADV>(?:从<PLACE>)?(?:搬|移居|迁)(?:家)?(?:到|去|回|来|往)了?(?P<place><PLACE>)"
        r"(?:住)?<END>",
        (Fact("lives_in", "{place}", importance=0.7),),
        when="since",
    ),
    Rule(
        "lived",
        r"<ME>(?:以前|之前|曾经|过去|原来|小时候)(?:住在|住|在)(?P<place><PLACE>)(?:住过|生活过|住|生活)?<END>",
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
        rf"<ME><ADV>是?(?P<place>(?!个|好|男|女|老|年轻|本地|外地|大|什么|负责|成年|当事|聪明|普通)[{_HAN}]{{2,5}}?)人<END>",
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
        (Fact("visited", "{place}", cardinality="many", polarity=False),),
        listed="place",
    ),
    Rule(
        "visited",
        r"<ME><ADV>(?:曾经?)?(?:去过|到过|来过|去了)(?:一?[次趟])?(?P<place><PLACE>)(?:旅游|旅行|玩|出差)?<END>",
        (Fact("visited", "{place}", cardinality="many"),),
        listed="place",
        when="span",
    ),
    Rule(
        "team",
        rf"(?:<ME>)?<ADV>(?:在|去了?|加入了?|回到了?|调到了?|又回到了?)(?P<team>[{_HAN}A-Za-z]{{1,6}}(?:队|组|团队|小组|部门|部))<END>",
        (Fact("team", "{team}"),),
        when="span",
    ),
)
_TASTES = (
    Rule(
        "favourite",
        rf"<ME>最(?:喜欢|爱|喜爱)的(?P<thing>[{_HAN}]{{1,8}}?)(?:是|叫)(?P<object><OBJ>)<END>",
        (Fact("favourite:{thing_id}", "{object}", kind="preference", importance=0.6),),
    ),
    Rule(
        "dislike",
        rf"<ME>(?:其实|现在|真的|从小|就|也|一直|已经|向来)*(?:{_NOT}(?:喜欢|爱|喜爱|热爱|感冒|待见)|讨厌|厌恶|受不了|反感|"
        r"最烦|最讨厌|很讨厌|特别讨厌|恨|害怕|怕(?=辣|狗|猫))(?P<object><OBJ>)<END>",
        (_DISLIKE,),
        listed="object",
    ),
    Rule(
        "like",
        rf"(?:(?:比起|相比)[^，我]{{1,8}})?<ME>(?:<ADV>{_LIKE}(?:上了)?|<ADV>迷上了?|<ADV>倾向于|的爱好是|的?兴趣爱好是|<ADV>对)(?P<object><OBJ>)"
        r"(?:(?:多过|胜过|而不是|多于)[^，。]+|(?<=.)很?感兴趣)?<END>",
        (_PREFERENCE,),
        listed="object",
    ),
    Rule(
        "smoker",
        r"<ME><ADV>(?:不|从不|不再|从来不|没有)抽烟<END>",
        (Fact("diet:smoking", "抽烟", polarity=False),),
    ),
    Rule(
        "diet_no",
        r"<ME><ADV>(?:(?:从来不|从不|不再|再也不|不能|不|早就不)(?:吃|喝|碰)|戒(?:掉)?了?)(?P<object><OBJ>)<END>",
        (_DIET_NO,),
        listed="object",
    ),
    Rule(
        "diet_past",
        r"<ME><ADV>(?:以前|之前|那时候?|当时)?<ADV>(?:喝|吃)(?P<object><OBJ>)<END>",
        (_DIET,),
        when="past",
    ),
    Rule(
        "diet",
        r"<ME>(?:(?:每天|天天|早上|平时|一般|通常|经常|只|都|现在|目前)+(?:都|会|要|只)*(?:喝|吃)|(?:喝|吃)(?=咖啡|茶|素|辣))"
        r"(?P<object>(?!早|午|晚|饭|药|什么|了)<OBJ>)<END>",
        (_DIET,),
        listed="object",
    ),
    Rule(
        "speaks",
        r"<ME><ADV>(?:会说|会讲|说|讲|懂)(?P<object>[一-鿿]{1,4}[语话文](?:[、和][一-鿿]{1,4}[语话文])*)<END>",
        (Fact("speaks", "{object}", cardinality="many"),),
        listed="object",
    ),
    Rule(
        "plays",
        r"<ME><ADV>(?:会|在学)?(?:弹|拉|打|踢|下)(?P<object>钢琴|吉他|小提琴|鼓|足球|篮球|羽毛球|网球|乒乓球|象棋|围棋)<END>",
        (Fact("plays", "{object}", cardinality="many"),),
    ),
    Rule(
        "learning",
        r"<ME><ADV>(?:在|正在)学(?:习)?(?P<object>[^，。]{2,10}?)<END>",
        (Fact("learning", "{object}", cardinality="many"),),
        when="since",
    ),
)


@cache
def chinese() -> Grammar:
    """Return the Chinese grammar; rules are tried in order, the first match wins."""
    macros = {**_MACROS, "REL": f"(?:{relation_words('zh')})"}
    rules = _SELF + _HEALTHY + _IDENTITY + _WORK + _PLACES + PEOPLE + _TASTES + POSSESSIONS
    return Grammar(macros, _DENY, r"[、]|以?及|和|跟|与|还有", rules)
