"""The Chinese rules about what the user is called, is like, and must keep private."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule
from memory_graph.offline.words import ILLNESSES_ZH

_HAN = "一-鿿"
_ALLERGY = Fact("allergy:{object_id}", "{object}", sensitivity="health", importance=0.9)
_HEALTH = Fact("health:{object_id}", "{object}", sensitivity="health", importance=0.8)

SELF = (
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
        r"(?:请|你|您|以后|今后|往后|从现在(?:起|开始)|从今往后|可以|就|都|大家|朋友们?|同事们?|同学们?|家里?人|室友们?|别人|直接|你们)*(?:叫|"
        r"称呼|喊)我(?:为|作|做)?"
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
        "diet_kind_no",
        r"<ME><ADV>不(?:再|是)?(?P<object>吃素|吃全素|素食主义者|素食者)<END>",
        (Fact("diet", "{object}", polarity=False, importance=0.7),),
    ),
    Rule(
        "trait",
        r"<ME>(?:不是|并不是)(?:个|一个)?(?P<trait>(?:早起|熬夜|爱运动|外向|内向|细心|急性子)的?(?:人)?|夜猫子|早鸟)<END>",
        (Fact("trait:{trait_id}", "{trait}", polarity=False),),
    ),
    Rule(
        "trait_is",
        r"<ME><ADV>(?:(?<=是)|是)(?:个|一个)?(?P<trait>(?:早起|熬夜|外向|内向|细心)的?人|夜猫子|早鸟|左撇子|急性子|社恐)<END>",
        (Fact("trait:{trait_id}", "{trait}"),),
    ),
    Rule(
        "marital",
        r"<ME><ADV>(?P<status>(?:还没|没|刚|未)?(?:已婚|未婚|单身|离婚|离异|结婚|订婚|丧偶))<END>",
        (Fact("marital_status", "{status}"),),
        when="since",
    ),
    Rule(
        "age",
        r"<ME><ADV>(?:刚满|满)?(?P<age>\d{1,3}|[一二三四五六七八九十]{1,3})(?:周)?岁<END>",
        (Fact("age", "{age}"),),
    ),
    Rule(
        "birthday",
        r"<ME>的?生日(?:是|在)?(?:每年)?(?:的)?(?P<date>[^，。；？]{2,16}?[日号五六七八九十初\d])<END>",
        (Fact("birthday", "{date}", importance=0.7),),
    ),
    Rule(
        "born_on",
        r"<ME>(?:是)?(?P<date>(?:\d{2,4}|[一二三四五六七八九〇零]{2,4})年(?:[^，。；？]{1,"
        r"8}[日号月])?)"
        r"(?:出生|生)<END>",
        (Fact("birthday", "{date}", importance=0.7),),
    ),
)

HEALTHY = (
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
        "allergic_known",
        r"<ME><ADV>(?P<object>酒精|海鲜|花粉|花生|青霉素|牛奶|鸡蛋|芒果|虾|螃蟹|"
        r"乳糖|麸质|坚果|尘螨|猫毛|狗毛)"
        r"过敏<END>",
        (_ALLERGY,),
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
        rf"(?:{'|'.join(ILLNESSES_ZH.split())}))<END>",
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
        (
            r"<ME>(?:每天|每日|每晚|每早|长期|一直|早上|早晨|中午|晚上|睡前|饭后|早晚)+(?:各|都|要|在|得|"
            r"需要)*(?:吃|服用?)(?P<dose>(?:[一二两三四半\d]+(?:片|粒|颗|次|毫克|支|袋|勺))?的?)"
            r"(?P<object>(?!山药|荤|肉|[薯麦鱼]片)[^，。]{1,12}?(?:药|胶囊|素|林|双胍|他汀|地平|洛尔|(?<![薯麦肉鱼虾面])片))<END>"
        ),
        (Fact("medicine:{object_id}", "{dose}{object}", sensitivity="health", importance=0.8),),
    ),
)

IDENTITY = (
    Rule(
        "phone",
        (
            r"<ME>的?(?:新)?(?:手机号码?|手机|电话号码?|电话|号码|联系方式)(?:号)?(?:现在)?(?:是|"
            r"为|：|:)?\s*(?P<number>\+?[\d][\d -]{5,22}\d)<END>"
        ),
        (Fact("phone", "{number}", sensitivity="identity", importance=0.7),),
    ),
    Rule(
        "identity",
        (
            r"<ME>的?(?P<document>身份证|护照|驾照|社保|学号|工号|签证)(?:号码?|"
            r"证号)?(?:是|为|：|:)?\s*(?P<number>[A-Za-z0-9-]*\d[A-Za-z0-9-]*)<END>"
        ),
        (Fact("identity:{document_id}", "{number}", sensitivity="identity", importance=0.7),),
    ),
    Rule(
        "email",
        r"<ME>的?(?:新)?(?:电子)?(?:邮箱|邮件|邮箱地址)(?:是|为|：|:)?\s*(?P<number>[A-Za-z0-9_.+-]+@[A-Za-z0-9.-]+[A-Za-z])<END>",
        (Fact("email", "{number}", sensitivity="identity", importance=0.7),),
    ),
    Rule(
        "address",
        r"<ME>的?(?:家庭|收货|新)?(?:住址|地址)(?:是|在)(?P<object>[^。；]{4,60}?)<END>",
        (Fact("address", "{object}", sensitivity="location", importance=0.7),),
    ),
    Rule(
        "secret",
        rf"<ME>(?:家|们)?的?(?P<thing>[{_HAN}\w]{{0,8}}?(?:密码|密钥|口令))(?:是|为)\s*(?P<object>\S+?)<END>",
        (Fact("credential:{thing_id}", "{object}", sensitivity="credentials", importance=0.6),),
    ),
    Rule(
        "bank",
        r"<ME>的?(?P<thing>银行卡|信用卡|储蓄卡|银行账[号户])(?:号码?)?(?:是|为)?\s*"
        r"(?P<number>[0-9][0-9 ]{6,30})<END>",
        (Fact("bank:{thing_id}", "{number}", sensitivity="money", importance=0.6),),
    ),
    Rule(
        "lives_at",
        (
            r"<ME><ADV>住在?(?P<object>[^，。；]{2,30}?(?:路|街|大道|巷|弄|胡同)\d+[号弄][^，。；]{0,"
            r"20}?)<END>"
        ),
        (Fact("address", "{object}", sensitivity="location", importance=0.7),),
    ),
    Rule(
        "salary",
        r"<ME>的?(?:工资|月薪|年薪|薪水|收入)(?:是|有|为)?(?P<object>[^，。]*[\d一二三四五六七八九十万千][^，。]*?)<END>",
        (Fact("income", "{object}", sensitivity="money", importance=0.6),),
    ),
)
