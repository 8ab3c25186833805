"""The Chinese rules about studies, aims, dates that matter, and measures of the user."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule

_HAN = "一-鿿"
_SCHOOL = Fact("school", "{school}", cardinality="many", needs="school")
_STUDIED = Fact("studied:{field_id}", "{field}", needs="field")
_UNI = (
    rf"(?:[{_HAN}]{{1,10}}?(?:大学|学院|中学|高中|一中|附中|技校)|清华|北大|复旦|浙大|"
    rf"交大|人大|[A-Z][\w ]{{1,20}}?)"
)
_DEGREE = r"(?:博士|硕士|学士|本科|专科|MBA|PhD)(?:学位|学历|文凭)?"
_FIELD = rf"(?!对|错|这|那|你|什么|啥)[{_HAN}A-Za-z]{{2,10}}?"
_DUE = r"(?:截止日期|截止时间|死线|期限|(?i:deadline|ddl))(?:是|在|为|定在|到)?"
_GOAL = Fact("goal:{object_id}", "{object}", say="用户想{object}。")
_AIMS = (
    r"(?:学(?!$|习一下|一下)|当|成为|考(?!虑)|开一?[家间个]|创业|减肥|减重|戒烟|戒酒|移民|"
    r"出国|留学|环游|退休|写一?[本部]|"
    r"买一?(?:房|车|套|辆)|养一?[只条]|跑一?[个场]|拿到|攒|早睡|早起|多读书|"
    r"去(?=[^，。]{2,8}(?:看|旅游|旅行|生活|留学)))"
)

STUDIES = (
    Rule(
        "nationality",
        rf"<ME>的?国籍是(?P<nation>[{_HAN}]{{2,6}}?)(?:籍)?<END>|<ME><ADV>(?:(?<=是)|是|"
        rf"持|有)(?P<citizen>(?![一两二三四五几多新旧假]|过期|有效)[{_HAN}]{{2,5}}?)"
        r"(?:公民|国籍|籍|护照)<END>",
        (
            Fact("nationality", "{nation}", importance=0.6, needs="nation"),
            Fact("nationality", "{citizen}", importance=0.6, needs="citizen"),
        ),
        cue="国籍|公民|籍|护照",
    ),
    Rule(
        "other_nationality",
        rf"<ME>的?国籍不是(?P<nation>[{_HAN}]{{2,6}}?)<END>|<ME>(?:不是|"
        rf"不再是)(?P<citizen>[{_HAN}]{{2,5}}?)公民<END>",
        (
            Fact("nationality", "{nation}", polarity=False, needs="nation"),
            Fact("nationality", "{citizen}", polarity=False, needs="citizen"),
        ),
        cue="国籍|公民",
    ),
    Rule(
        "faith",
        r"<ME><ADV>(?:(?:(?<=是)|是)(?:个|一个|一名|虔诚的)*(?P<object>基督徒|佛教徒|"
        r"穆斯林|天主教徒|无神论者|道教徒)|"
        r"信(?:仰|奉)?(?P<faith>佛教?|基督教?|天主教|伊斯兰教|道教))<END>",
        (
            Fact("religion", "{object}", sensitivity="identity", needs="object"),
            Fact("religion", "{faith}", sensitivity="identity", needs="faith"),
        ),
        cue="徒|穆斯林|无神论|信",
    ),
    Rule(
        "graduated",
        rf"<ME><ADV>(?:毕业于|(?:(?<=是)|"
        rf"是)?(?:从)?(?=[^，。]+毕业))(?P<school>{_UNI})(?:的)?(?P<field>{_FIELD})??(?:专业|系)?(?:的)?(?:毕业)?(?:的)?<END>",
        (_SCHOOL, _STUDIED),
        when="span",
        cue="毕业",
    ),
    Rule(
        "studied_at",
        rf"<ME><ADV>(?:曾经?)?(?:在|上的?是?|就读于|读的是)(?P<school>{_UNI})(?:(?:学|读|"
        rf"念)(?:过|了|的是?)+(?P<field>{_FIELD})|"
        r"(?:上|读|念)(?:过|的)?(?:大学|书|研究?生?|博士?)?)(?:专业)?<END>",
        (_SCHOOL, _STUDIED),
        when="span",
        cue="大学|学院|学|读|念",
    ),
    Rule(
        "major",
        rf"<ME>的?(?:(?:大学|本科|研究生|硕士|博士)(?:时候?|期间|阶段)?)?(?:的)?(?:专业是|"
        rf"(?:学|读|念|主修)(?:的)?(?:专业)?是?"
        rf"(?<=是)|主修)(?P<field>{_FIELD})(?:专业)?<END>",
        (_STUDIED,),
        cue="专业|学|读|念|主修",
    ),
    Rule(
        "degree",
        rf"<ME><ADV>(?:有|拿到?了?|获得了?|取得了?|"
        rf"是)(?:一个)?(?P<degree>(?:[{_HAN}]{{2,8}}?)?(?:的)?{_DEGREE})(?<=学位|学历|"
        rf"文凭)<END>",
        (Fact("degree:{degree_id}", "{degree}"),),
        when="span",
        cue="学位|学历|文凭",
    ),
    Rule(
        "wed",
        r"(?:<ME>|我们|我俩|我和[^，。]{1,6}?)<ADV>(?P<status>订婚|结婚|离婚|领证)了<END>",
        (Fact("marital_status", "{status}"),),
        when="since",
        changes=True,
        cue="婚|领证",
    ),
    Rule(
        "wed_since",
        r"<ME>(?:和[^，。]{1,6}?)?(?:是)?(?:结的婚|结婚(?:已经)?(?:\d{1,2}|"
        r"[一二两三四五六七八九十]{1,3})年)<END>",
        (Fact("marital_status", "已婚"),),
        cue="婚",
    ),
    Rule(
        "in_school",
        r"<ME><ADV>(?:在|正在)(?:读|念|上|学)(?P<object>博士?|硕士?|研究生|MBA|本科|"
        r"大[一二三四]|高[一二三]|医|法)<END>",
        (Fact("learning", "{object}", cardinality="many"),),
        when="since",
        cue="读|念|上|学",
    ),
    Rule(
        "will_wed",
        r"(?:<ME>|我们|我俩)<ADV>(?:要|会|打算|准备|计划)*(?:结婚|办婚礼|领证)<END>",
        (Fact("plan:wedding", "{when}", kind="event", importance=0.7),),
        when="coming",
        cue="婚|领证",
    ),
)

AIMS = (
    Rule(
        "deadline",
        rf"(?:我们|咱们|我|这个|本)?的?(?P<object>(?!我|咱|有|的|"
        rf"们)[{_HAN}A-Za-z]{{2,8}}?)的?{_DUE}<END>",
        (Fact("deadline:{object_id}", "{when}", kind="event", importance=0.7),),
        when="coming",
        cue="截止|死线|期限|(?i:deadline|ddl)",
    ),
    Rule(
        "the_deadline",
        rf"(?:我们|咱们|我|这个|本)?的?(?:有一?个)?{_DUE}<END>",
        (Fact("deadline", "{when}", kind="event", importance=0.7),),
        when="coming",
        cue="截止|死线|期限|(?i:deadline|ddl)",
    ),
    Rule(
        "due",
        rf"(?:我们|咱们|我|这个|这份)?的?(?P<object>(?!我|咱|的|"
        rf"们)[{_HAN}A-Za-z]{{2,6}}?)(?:要|得|必须|需要)(?:上交|提交|交)<END>",
        (Fact("deadline:{object_id}", "{when}", kind="event", importance=0.7),),
        when="coming",
        cue="交",
    ),
    Rule(
        "expires",
        rf"<ME>的?(?P<thing>[{_HAN}]{{2,6}}?)(?:在|将|会|要|是|的)*(?:到期|过期|失效|截止)<END>",
        (Fact("expires:{thing_id}", "{when}", kind="event", importance=0.7),),
        when="coming",
        cue="到期|过期|失效|截止",
    ),
    Rule(
        "todo",
        r"<ME>(?:要|得|需要|必须|应该)?(?:在)?(?P<date>(?:\d{1,2}|"
        r"[一二三四五六七八九十]{1,3})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
        r"[日号](?:之前|以前|前)|(?:这|下)?(?:周|星期|礼拜)[一二三四五六日天末](?:之前|"
        r"以前|前)|(?:年底|月底|下个?月)(?:之前|以前|前))"
        r"(?:要|得|需要|必须|应该)?(?P<object>(?!吗|呢|不|没|[都也还一直]*在)[^，。；？]{2,16}?)<END>",
        (Fact("todo:{object_id}", "{object}（{date}）", kind="event", importance=0.7),),
        cue="前",
    ),
    Rule(
        "holiday",
        r"(?:<ME>|我们)<ADV>(?:要|会|打算|准备|计划)*(?:去)?(?:休|度)(?P<object>年假|假|"
        r"蜜月|产假|陪产假)<END>",
        (Fact("plan:holiday", "{when}", kind="event"),),
        when="coming",
        cue="假|蜜月",
    ),
    Rule(
        "goal_is",
        r"<ME>(?:今年|明年|最大|近期|人生|新年|一直|这辈子)?的?(?:最大的?|新年)?(?:目标|"
        r"梦想|愿望|理想|心愿)(?:就)?是"
        r"(?P<object>(?!什么|啥)[^，。；？]{2,30}?)<END>",
        (_GOAL,),
        whole=True,
        cue="目标|梦想|愿望|理想|心愿",
    ),
    Rule(
        "wants_to",
        rf"<ME>(?:很|特别|非常|一直|一直都|其实|真的|也|还|以后|将来|今年|明年|"
        rf"总)*(?:想要?|打算|希望(?:将来|以后|能|可以)*|计划|立志要?)"
        rf"(?P<object>(?={_AIMS})(?!.*(?:你|这个|那个|怎么|一下|吗|呢))[^，。；？]{{2,16}}?)<END>",
        (_GOAL,),
        confidence=0.9,
        cue="想|打算|希望|计划|立志",
    ),
    Rule(
        "striving",
        r"<ME><ADV>(?:在|正在)(?:努力|尝试|试着)?(?P<object>减肥|减重|戒烟|戒酒|戒糖|备孕|"
        r"增肌)<END>",
        (Fact("goal:{object_id}", "{object}"),),
        cue="在",
    ),
    Rule(
        "wants_no_more",
        rf"<ME><ADV>不(?:再)?(?:想|打算)(?P<object>(?={_AIMS})(?!.*(?:你|这个|那个|吗|"
        rf"呢))[^，。；？]{{2,16}}?)<END>",
        (Fact("goal:{object_id}", "{object}", polarity=False),),
        confidence=0.9,
        cue="想|打算",
    ),
    Rule(
        "saving",
        r"<ME><ADV>(?:在|正在)?(?:攒钱|存钱|攒着钱)(?:准备|想|打算|要|"
        r"来)*(?P<object>[^，。；]{2,10}?)<END>",
        (Fact("goal:{object_id}", "{object}", say="用户在攒钱{object}。"),),
        cue="钱",
    ),
)

MEASURES = (
    Rule(
        "height",
        r"<ME>(?:的?身高(?:是|有)?|<ADV>有?)(?P<object>(?:\d{2,3}(?:\.\d)? ?(?:cm|厘米|"
        r"公分)|[12](?:\.\d{1,2})? ?(?:米|m)\d{0,2}|"
        r"[一二]米[一二三四五六七八九零\d]{1,3}))高?<END>",
        (Fact("thing:height", "{object}"),),
        cue="身高|米|公分|cm",
    ),
    Rule(
        "weighs",
        r"<ME>的?(?:体重(?:是|有)?|<ADV>重)(?P<object>\d{2,3}(?:\.\d)? ?(?:kg|公斤|千克|斤))<END>",
        (Fact("thing:weight", "{object}", sensitivity="health"),),
        cue="体重|重",
    ),
    Rule(
        "shoes",
        r"<ME>(?:的?鞋(?:码|号)(?:是)?|<ADV>穿)(?P<object>\d{2}(?:\.5)?)(?:码|"
        r"号)?(?:的)?(?:鞋子?)?(?<=鞋|子|\d|码|号)<END>",
        (Fact("thing:shoe size", "{object}"),),
        cue="鞋",
    ),
    Rule(
        "clothes",
        r"<ME><ADV>穿(?P<object>X{0,3}[SML]|\d{3})(?:码|号)(?:的)?(?:衣服|上衣|裤子)?<END>",
        (Fact("thing:clothes size", "{object}"),),
        cue="穿",
    ),
)

AIMS_AND_STUDIES = MEASURES + STUDIES + AIMS
