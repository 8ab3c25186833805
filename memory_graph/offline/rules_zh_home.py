"""The Chinese rules about what the user uses, buys, and has at home."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule

_HAN = "一-鿿"
_GOODS = (
    "(?:新|二手)?(?:车|汽车|电动车|摩托车|自行车|单车|房车|房子|公寓|游艇|皮划艇|冲浪板|滑雪板|帐篷|望远镜|"
    "相机|手机|电脑|笔记本电脑|平板|显示器|键盘|打印机|无人机|游戏机|电视|冰箱|洗衣机|洗碗机|烤箱|咖啡机|"
    "沙发|床垫|书桌|椅子|手表|戒指|吉他|钢琴|小提琴|大提琴|尤克里里|跑步机|缝纫机)"
)
_CHILD = Fact(
    "relation:child",
    "{person}",
    say="用户的孩子叫{person}。",
    kind="relation",
    cardinality="many",
    importance=0.7,
    relations=(("user", "child", "{person}"),),
)


def _named(word: str, key: str) -> Rule:
    """What the project, the product or the company is called."""
    return Rule(
        f"{key}_named",
        rf"(?:我们|咱们|我)?(?:的)?(?:这个|新)?{word}的?(?:名字|代号)?(?:叫|叫做|名叫|"
        rf"(?<=名字)是|(?<=代号)是)"
        rf"(?P<object>(?!什么|啥|停|好|我|你|他)(?:[{_HAN}]{{1,8}}|"
        rf"[A-Z][\w-]*(?: [A-Z0-9][\w-]*)*))<END>",
        (
            Fact(
                f"{key}_name",
                "{object}",
                say=f"{word}叫{{object}}。",
                subject="project",
                importance=0.6,
            ),
        ),
        cue=word,
    )


NAMED = (
    _named("项目", "project"),
    _named("产品", "product"),
    _named("公司", "company"),
    _named("团队", "team"),
)

TOOLS = (
    Rule(
        "uses",
        r"<ME>(?:工作|上班|平时|编程|写代码)?(?:上|时|主要|里|中)*<ADV>(?:(?:用|使用|在用)(?:的是)?|"
        r"写)(?P<tech>(?P<tool>[A-Za-z][A-Za-z0-9_.+#-]*(?:\s[A-Z][A-Za-z]*)?))"
        r"(?:写代码|编程|开发|写程序|办公)?<END>",
        (Fact("uses:{tool_id}", "{tool}"),),
        when="since",
        cue="用|写",
    ),
    Rule(
        "uses_no_more",
        r"<ME><ADV>(?:不再?|早就不|没在|"
        r"已经不)(?:使?用)(?P<tech>(?P<tool>[A-Za-z][A-Za-z0-9_.+#-]*))<END>",
        (Fact("uses:{tool_id}", "{tool}", polarity=False),),
        cue="用",
    ),
    Rule(
        "uses_a",
        r"<ME><ADV>(?:用|使用|在用)(?:的是|的)?(?:一)?(?:台|部|个)?(?P<thing>(?i:mac|"
        r"macbook|iphone|ipad|kindle|"
        r"thinkpad|windows电脑|pc)(?: ?(?:pro|air|mini))?(?:电脑|手机)?|苹果(?:手机|电脑)|"
        r"华为手机|小米手机|安卓手机)<END>",
        (Fact("uses:{thing_id}", "{thing}"),),
        cue="用",
    ),
    Rule(
        "bought",
        r"<ME><ADV>(?:刚|新|上[周月]|去年)?买了?(?:一)?(?:辆|台|套|部|架|把|栋|条|"
        r"只)(?:新的?|二手的?)?"
        r"(?P<thing>[^，。；的了]{1,14}?)<END>",
        (Fact("has:{thing_id}", "{thing}"),),
        when="since",
        cue="买",
    ),
    Rule(
        "bought_goods",
        rf"<ME><ADV>(?:刚|新)?买了?(?P<thing>{_GOODS})<END>",
        (Fact("has:{thing_id}", "{thing}"),),
        when="since",
        cue="买",
    ),
    Rule(
        "sold",
        rf"<ME><ADV>(?:刚)?(?:卖(?:掉)?了?|[把将](?=[^，。]*[卖送]))"
        rf"(?:我的|旧|那辆|那台)*(?P<thing>{_GOODS})(?:(?:给)?(?:卖|送)(?:掉|人)?了?)?<END>",
        (Fact("has:{thing_id}", "{thing}", polarity=False),),
        cue="卖|送",
    ),
    Rule(
        "drives",
        r"<ME><ADV>开(?:的是)?(?P<thing>斯柯达|特斯拉|大众|丰田|本田|宝马|奔驰|奥迪|"
        r"沃尔沃|比亚迪|福特|日产|现代|蔚来|理想|小鹏|吉利|"
        r"马自达|别克|保时捷|雷克萨斯)<END>",
        (Fact("has:{thing_id}", "{thing}"),),
        cue="开",
    ),
    Rule(
        "offspring",
        r"(?:<ME>|我们)(?:家)?有(?P<thing>一儿一女|两儿一女|一儿两女|一双儿女|双胞胎)<END>",
        (Fact("has:children", "{thing}"),),
        cue="有",
    ),
    Rule(
        "pet_named",
        r"<ME>(?:家)?<ADV>(?:有|养了?)(?:一|两)?[只条匹](?:名叫|叫做|"
        r"叫)(?P<person><CALLED>)的(?P<rel><REL>)<END>",
        (
            Fact(
                "relation:{rel_id}",
                "{person}",
                say="用户的{rel}叫{person}。",
                kind="relation",
                importance=0.7,
                relations=(("user", "{rel_id}", "{person}"),),
            ),
        ),
        cue="叫",
    ),
    Rule(
        "owns_there",
        rf"<ME><ADV>在(?P<where>[{_HAN}A-Za-z]{{2,8}}?)(?:有|买了)(?:一)?(?:套|栋|间|个|"
        rf"处)?(?P<thing>房子|公寓|别墅|住房|店面|院子)<END>",
        (Fact("has:{thing_id}", "{where}的{thing}"),),
        when="since",
        cue="房|寓|墅|店面|院子",
    ),
    Rule(
        "rents",
        rf"(?:<ME>|我们)<ADV>(?:(?:在(?P<where>[{_HAN}A-Za-z]{{2,10}}?))?(?:租了?|"
        rf"合租了?)(?:着)?(?:一)?(?:套|间|个|栋)"
        rf"(?P<home>[{_HAN}]{{0,4}}?(?:公寓|房子|房间|房|单间|别墅|loft))(?:住)?)<END>",
        (Fact("rents", "{where}{home}"),),
        when="since",
        cue="租",
    ),
    Rule(
        "children_named",
        r"<ME>(?:家)?<ADV>有(?P<count>[两二三四五六\d])个(?P<thing>(?P<rel><REL>))(?:，)?(?:分别)?(?:叫|是)"
        r"(?P<person><LISTED>(?:[、和跟与]<LISTED>)+)<END>",
        (
            Fact(
                "relation:{rel_id}",
                "{person}",
                say="用户的{rel}叫{person}。",
                kind="relation",
                importance=0.7,
                relations=(("user", "{rel_id}", "{person}"),),
            ),
            Fact("count:{thing_id}", "{count}", say="用户有{count}个{thing}。"),
        ),
        listed="person",
        cue="有",
    ),
    Rule(
        "children_after",
        r"(?:分别|名字)?(?:叫|是|叫做)?(?P<person><LISTED>(?:[、和跟与]<LISTED>)+)<END>",
        (_CHILD,),
        listed="person",
        follows="count_kids",
        cue="[、和跟与]",
    ),
    Rule(
        "count_kids_each",
        r"(?:◆|我)?(?:(?:另外?)?一个|老[大二三]|[大小]的|哥哥|姐姐|弟弟|妹妹|儿子|女儿)(?:名字)?叫(?:做)?"
        r"(?P<person><CALLED>)<END>",
        (_CHILD,),
        follows="count_kids",
        cue="叫",
    ),
    Rule(
        "count_kids",
        r"(?:<ME>|我们)(?:家)?<ADV>有(?P<count>\d{1,2}|"
        r"[一两二三四五六七八九十])个(?P<thing>孩子|小孩|儿子|女儿|娃)<END>",
        (Fact("count:{thing_id}", "{count}"),),
        cue="孩|儿|娃",
    ),
)

HOME = NAMED + TOOLS
