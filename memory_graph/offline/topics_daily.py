"""How questions ask for habits, studies, aims, measures and the rest of a person's days."""

from __future__ import annotations

from memory_graph.types import Language

DAILY: dict[str, dict[Language, str]] = {
    "born_in": {
        "en": r"where (?:was|were) i born|\bmy (?:birthplace|place of birth)",
        "zh": r"我(?:是)?(?:在)?(?:哪里|哪儿|哪个城市|什么地方)(?:出生|生的)|"
        r"我(?:是)?出生在(?:哪|什么)|我的?出生地",
    },
    "grew_up_in": {
        "en": r"where did i grow up",
        "zh": r"我(?:是)?(?:从小)?在(?:哪里|哪儿|哪个城市|什么地方)长大",
    },
    "nationality": {
        "en": r"\bmy (?:nationality|citizenship)|what nationality am i|citizen am i",
        "zh": r"我的?国籍|我是哪(?:个)?国(?:的)?人?|我是什么国籍",
    },
    "religion": {"en": r"\bmy (?:religion|faith)\b", "zh": r"我的?(?:宗教|信仰)|我信(?:什么|啥)"},
    "degree:": {
        "en": r"\b(?:what|which) degrees?\b|\bmy degree",
        "zh": r"我的?(?:学位|学历)|我有什么(?:学位|学历)",
    },
    "studied:": {
        "en": r"\bwhat (?:did|have) i (?:stud(?:y|ied)|major)|\bmy major\b",
        "zh": r"我(?:大学|本科|以前)?(?:的)?(?:学|读|念)(?:的|过|的是)*(?:什么|啥)|"
        r"我的?专业|我主修",
    },
    "learning": {
        "en": r"\b(?:what|which) (?:\w+ ){0,2}?am i (?:learning|studying)(?! for)|"
        r"\bwhat do i study",
        "zh": r"我(?:正)?在学(?:什么|啥|哪(?:种|门|个)?)",
    },
    "school": {
        "en": (
            r"where did i (?:study|go to (?:school|university|uni|college)|graduate)|"
            r"\bmy (?:school|university|college|alma mater)\b|(?:which|what) (?:school|"
            r"university|college)|"
            r"\bwhat (?:grade|year|class|form) am i in|when did i start (?:\w+ )?school"
        ),
        "zh": r"我(?:今年|现在)?(?:在)?(?:上|读|念)(?:的是)?(?:几|什么|哪个?)年级|"
        r"我(?:是)?(?:在)?(?:哪里|哪儿|哪个|哪所|什么)(?:个)?(?:学校|"
        r"大学)?(?:上的?大学|读书|读的?|念的?|毕业)|"
        r"我的?(?:母校|大学|学校)|哪(?:所|个)(?:大学|学校)",
    },
    "marital_status": {
        "en": r"\bam i (?:married|single|engaged|divorced)|\bmy marital status",
        "zh": r"我(?:是不是)?(?:结婚|已婚|单身|订婚|离婚)了?(?:吗|没)|我的?婚姻状况",
    },
    "plan:wedding": {
        "en": r"\bmy wedding\b|when (?:am i|are we) getting married",
        "zh": r"我(?:们)?(?:什么时候|哪天|几月)(?:要)?结婚|我的?婚礼",
    },
    "plays": {
        "en": r"\bwhat (?:\w+ )?(?:instruments?|sports?)\b.*\bi play|\bwhat do i play",
        "zh": r"我(?:会|玩)?(?:什么|哪些)(?:乐器|运动|球)|我(?:会)?(?:弹|打|踢|拉)(?:什么|哪些)",
    },
    "habit:wake up": {
        "en": r"(?:when|what time|how early|how late) do i (?:usually |normally )?(?:wake|get) up",
        "zh": r"我(?:一般|通常|平时|每天)?(?:几点|什么时候)(?:钟)?起床",
    },
    "habit:go to bed": {
        "en": r"(?:when|what time|how late) do i (?:usually |normally )?go to (?:bed|sleep)",
        "zh": r"我(?:一般|通常|平时|每天)?(?:几点|什么时候)(?:钟)?(?:睡觉|上床|睡)",
    },
    "habit:": {
        "en": (
            r"\bmy (?:habits|routine|routines|exercise)\b|what do i do (?:every|each|on|at|in the)|"
            r"how often do i|when do i (?:usually )?(?:go|run|swim|play|exercise|work out|"
            r"train|start|finish)"
        ),
        "zh": r"我的?(?:习惯|作息)|我(?:每天|每周|周末|早上|晚上)(?:早上|"
        r"晚上)?(?:都)?(?:会)?(?:做|干)(?:什么|啥|些什么)|"
        r"我(?:多久|一周几次|每周几次)",
    },
    "work_mode": {
        "en": r"(?:do|when do) i work (?:from home|remotely|at home|in the office)|work from home",
        "zh": r"我(?:是)?(?:在家|远程|居家)(?:办公|工作|上班)|我(?:哪天|什么时候|"
        r"周几)(?:在家|居家|远程)",
    },
    "reading": {
        "en": r"what (?:book )?am i reading|\bbook am i",
        "zh": r"我(?:正)?在(?:读|看)(?:什么|哪本)(?:书)?",
    },
    "preparing_for": {
        "en": r"(?:what|which) (?:\w+ ){0,2}?am i (?:training|preparing|studying) for",
        "zh": r"我(?:正)?在(?:准备|备战|备考)(?:什么|哪)",
    },
    "thing:height": {
        "en": r"how tall am i|\bmy height",
        "zh": r"我(?:有)?多高|我的?身高",
    },
    "thing:weight": {"en": r"how much do i weigh|\bmy weight", "zh": r"我(?:有)?多重|我的?体重"},
    "thing:shoe size": {
        "en": r"\bmy shoe size|(?:what|which) (?:shoe )?size (?:shoes? )?do i",
        "zh": r"我的?鞋(?:码|号)|我穿(?:多大|多少|几|什么)(?:码|号)?的?鞋",
    },
    "thing:clothes size": {"en": r"\bmy (?:clothes|shirt) size", "zh": r"我穿(?:什么|多大)码的?衣"},
    "supports": {
        "en": r"(?:which|what) (?:football |soccer |sports? )?(?:team|"
        r"club) do i (?:support|root|follow)|"
        r"who do i support",
        "zh": r"我(?:支持|喜欢)(?:哪|什么)(?:支|个)?(?:球队|队)|我是(?:哪|什么)(?:支|"
        r"个)?(?:球)?队?的?球迷",
    },
    "goal:": {
        "en": (
            r"\bmy (?:goals?|dreams?|aims?|ambitions?|plans for the future|resolutions?)\b|"
            r"what (?:do i want|am i hoping|do i hope|am i saving)"
        ),
        "zh": r"我的?(?:目标|梦想|愿望|理想|心愿)|我想(?:学|做|成为|要)(?:什么|啥)|我在(?:攒|存)钱",
    },
    "expires:": {
        "en": r"\bmy [\w' ]{2,20}? (?:expires?|run out|expire)|"
        r"when does my [\w' ]{2,20}? (?:expire|run out|end)",
        "zh": r"我的?[^，。]{2,6}(?:什么时候|哪年|哪天|几月)(?:到期|过期)",
    },
    "deadline": {"en": r"\bdeadline", "zh": r"截止|期限|(?:deadline|ddl)"},
    "todo:": {
        "en": r"\bwhat do i (?:need|have) to do|\bmy (?:to-?dos?|tasks)\b",
        "zh": r"我(?:要|得|需要)(?:做|办)(?:什么|哪些)|我的?待办",
    },
    "lives_with": {
        "en": r"who(?:m)? do i live with|do i live (?:alone|with)",
        "zh": r"我(?:和|跟)谁(?:一起)?(?:住|合租)|我(?:是)?(?:一个人住|独居)",
    },
    "fear:": {"en": r"what am i (?:afraid|scared)", "zh": r"我(?:害)?怕什么"},
    "thing:star sign": {
        "en": r"\bmy (?:star|zodiac) sign",
        "zh": r"我(?:是)?(?:什么|哪个)(?:星)?座",
    },
    "thing:timezone": {"en": r"time ?zone", "zh": r"时区"},
    "volunteers": {
        "en": r"where do i volunteer",
        "zh": r"我在哪(?:里|儿)?(?:做|当)(?:志愿者|义工)",
    },
    "rents": {"en": r"\bwhat do i rent|do i rent", "zh": r"我租(?:了|的|着)?(?:什么|哪|的是)"},
    "project_name": {
        "en": r"\b(?:project|product) (?:called|named)|name of (?:the|our|my) project|"
        r"project'?s name",
        "zh": r"项目(?:的名字)?(?:叫|是)(?:什么|啥)|项目的?(?:名字|代号)",
    },
    "technology:": {
        "en": r"what (?:does|do|is) (?:my|our|the) (?:team|project|company) (?:us(?:e|"
        r"ing)|built)|what do we use",
        "zh": r"(?:我们|团队|项目)(?:的)?(?:团队|项目|公司|组)?(?:现在)?用(?:的是|的)?什么",
    },
    "uses:": {
        "en": r"\b(?:what|which) (?:editor|tools?|computer|laptop|language|phone|os|"
        r"operating system)"
        r"\b.*\bdo i (?:use|code|have)|what do i use\b",
        "zh": r"我(?:平时|一般)?用(?:的是)?(?:什么|哪)(?:编辑器|工具|电脑|手机|语言|系统)?",
    },
}
"""Attribute, and the question that asks for it; more exact ones stand first."""

ALSO: dict[str, tuple[str, ...]] = {
    "from": ("born_in", "grew_up_in", "nationality"),
    "nationality": ("from",),
    "work_mode": ("habit:",),
    "habit:wake up": ("habit:get up", "habit:起床"),
    "habit:go to bed": ("habit:go to sleep", "habit:睡觉", "habit:上床"),
    "deadline": ("deadline:",),
    "plan:wedding": ("marital_status",),
    "lives_in": ("rents", "has:house", "has:flat", "has:房子"),
    "job": ("work_mode",),
    "uses:": ("technology:",),
}
"""What answers as well when the attribute asked for is not known."""

SAY_DAILY: dict[str, tuple[str, str]] = {
    "grew_up_in": ("You grew up in {value}", "你在{value}长大"),
    "nationality": ("Your nationality: {value}", "你的国籍：{value}"),
    "studied": ("You studied {value}", "你学过{value}"),
    "learning": ("You are learning {value}", "你在学{value}"),
    "school": ("You studied at {value}", "你在{value}读过书"),
    "degree": ("Your degree: {value}", "你的学位：{value}"),
    "marital_status": ("Your marital status: {value}", "你的婚姻状况：{value}"),
    "plan": ("Your plan: {value}", "你的计划：{value}"),
    "plays": ("You play {value}", "你会{value}"),
    "habit": ("Your habit: {value}", "你的习惯：{value}"),
    "work_mode": ("How you work: {value}", "你的工作方式：{value}"),
    "reading": ("You are reading {value}", "你在读{value}"),
    "preparing_for": ("You are preparing for {value}", "你在准备{value}"),
    "supports": ("You support {value}", "你支持{value}"),
    "goal": ("Your goal: {value}", "你的目标：{value}"),
    "deadline": ("The deadline is {value}", "截止日期是{value}"),
    "todo": ("You have to do this: {value}", "你要做：{value}"),
    "lives_with": ("You live {value}", "你和谁住：{value}"),
    "fear": ("You are afraid of {value}", "你怕{value}"),
    "volunteers": ("You volunteer at {value}", "你在{value}做志愿者"),
    "wears": ("You wear {value}", "你戴{value}"),
    "rents": ("You rent: {value}", "你租的是{value}"),
    "project_name": ("The project is called {value}", "项目叫{value}"),
    "uses": ("You use {value}", "你用{value}"),
}
"""How a memory of the other language is said."""
