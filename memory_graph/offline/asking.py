"""Patterns that tell what a question asks for."""

from __future__ import annotations

import re

from memory_graph.offline.segment import fold

WHO_ARE_YOU = (
    r"(?i)\b(?:who|what) are you\b|\bare you (?:an? )?(?:ai|bot|human|robot|"
    r"real|person|gpt|chatgpt|llm)|"
    r"your name\?|what(?:'s| is) your name|what model|你是谁|你叫什么|你是(?:什么|"
    r"机器人|人工智能|真人|AI)|介绍.{0,3}你自己|"
    r"什么模型"
)
ABOUT_ME = (
    r"(?i)what (?:do|have) you (?:know|remember|learn(?:ed|t)?|remembered|noted|stored)"
    r"(?: about (?:me|us))?\W*$|what do you (?:know|remember) about me|"
    r"everything (?:you know )?about me|tell me about myself|"
    r"(?:记得|知道|了解|记住了?)(?:关于|有关)?我(?:的)?些?(?:什么|哪些|啥|多少|哪些事|一切)|"
    r"对我.{0,3}(?:了解|知道|记得)|(?:关于|有关)我.{0,8}(?:什么|哪些|多少)|"
    r"^你?都?(?:还)?记(?:得|住)了?(?:些)?(?:什么|哪些)"
)
AGENDA = {
    "en": (
        r"(?i)\b(?:what|which|any|list|show)\b.*\b(?:appointments?|meetings|events|plans|agenda|"
        r"schedule|calendar)\b|\bwhat(?:'s| is) (?:on|planned|scheduled|coming up)\b|"
        r"\bdo i have (?:any|a) .*(?:appointments?|meetings?)\b"
    ),
    "zh": r"(?:什么|哪些|啥).{0,2}(?:安排|会议|会(?!议)|日程|预约|行程|约)|日程|行程安排",
}
_MEETINGS = r"\b(?:meeting|sync|stand-?up|call|1:1|one-on-one|review|catch-?up|retro)\b"
SUGGEST = {
    "en": (
        r"(?i)\b(?:find|suggest|propose|pick|set|choose|recommend|schedule|book|arrange|plan)\b.*"
        rf"{_MEETINGS}|\b(?:when|what time|which day|what day)\b.*\b(?:should|shall|could|can|"
        rf"would|works?|suits?|best|good)\b.*{_MEETINGS}"
    ),
    "zh": (
        r"(?:定|安排|找|约|选|挑|建议|推荐|排|订).{0,14}(?:会|评审)|"
        r"(?:会|评审).{0,6}(?:定|约|安排|放|开)(?:在|到)?(?:什么时间|什么时候|"
        r"几点|哪天).{0,6}(?:合适|好|行|方便)|"
        r"(?:什么时候|几点|哪天).{0,6}会.{0,4}(?:合适|好|行|方便)"
    ),
}
TIME_WANTED = {
    "en": (
        r"(?i)\b(?:a time|time for|slot|when|next week|best time|good time|what time|"
        r"which day|what day)\b"
    ),
    "zh": r"时间|时段|下周|合适|什么时候|几点|哪天",
}
PAST_TIME = {
    "en": (
        r"(?i)\b(?:did|was|were|moved|end up|ended|is (?:my|the|our)|do i have|are there|"
        r"remember|again)\b"
    ),
    "zh": r"上次|最后|定在|改到|改过|是几点|是什么时候|在几点|记得",
}
WHEN = {
    "en": (
        r"(?i)\b(?:when|what time|what day|which day|what date|how long ago|"
        r"since when|at what)\b"
    ),
    "zh": r"什么时候|几点|几号|哪天|何时|哪一天|多久|什么时间|哪年|几月|星期几|周几",
}
YES_NO = {
    "en": (
        r"(?i)^(?:so |and |but |hey |well |, )*(?:do|does|did|am|is|are|was|"
        r"were|have|has|can|could|should|would)\b"
    ),
    "zh": r"(?:吗|吧|(?<![什怎多那这])么)\W*$|是不是|有没有|喜不喜欢|对不对|能不能|会不会|过不过敏",
}
AGAINST = {
    "en": (
        r"(?i)\b(?:dislike|hate|detest|don't (?:i )?(?:like|eat|drink)|avoid|"
        r"not like|can't stand|never)\b"
    ),
    "zh": r"不喜欢|讨厌|不吃|不喝|没去过|不爱|受不了",
}
HOW_MANY = {"en": r"(?i)\bhow many\b", "zh": r"几[个只条辆台套位把]|多少[个只条辆台]?"}
OPEN_LIST = {"en": r"(?i)\b(?:what|which|who|list|all|any)\b", "zh": r"什么|哪些|谁|都|啥"}
TASTE = {
    "en": (
        r"(?i)\bwhat\b.*\b(?:i|me) (?:like|love|enjoy|prefer|hate|dislike|don't "
        r"like)\b|\bwhat (?:don't|do) i (?:not )?(?:like|hate|love|enjoy|prefer|"
        r"dislike)|my (?:preferences|likes|dislikes|tastes)"
    ),
    "zh": (
        r"我(?:都|最|还)?(?:不)?(?:喜欢|爱|讨厌)(?:吃|喝|做|玩|看)?(?:什么|哪些|"
        r"啥)|我的(?:喜好|偏好|爱好)"
    ),
}
OF_ME = {
    "en": r"(?i)\b(?:am|do|did|have|was) i\b",
    "zh": r"^我(?!的?(?:妹|姐|哥|弟|妈|爸|老|女|儿|朋|同|妻|丈|先|太|孩|奶|爷))",
}
"""A question about the speaker: "do I like …", not "does my sister like …"."""
_THINGS_ZH = r"(?:的?(?:个人)?(?:事情?|东西|话|记忆|数据|信息|资料|内容|记录))*"
_MINE_ZH = (
    r"(?:关于我的?|有关我的?|对我的?|我的|我(?=所有|全部)|"
    r"(?:我|你)(?:跟你|对你|知道|记得|记住|存)?(?:说|讲|告诉|提)?过?你?的)"
)
_ALL_ZH = "(?:一切|所有|全部)"
_LEAD_ZH = r"\W*(?:请|麻烦|帮我|现在|你|能不能|可以|能|就|，|我(?:想要?|想让|要|希望)你)*"
_GO_ZH = r"(?:全部|全都|统统|都|全)?(?:给我)?(?:忘|删|清|抹)[掉了记除空去光]*(?:干净)?"
_END_ZH = r"(?:吧|了|好吗|可以吗|行吗)*\W*"
_COMPLAINT_ZH = r"(?!\W*你把.*忘[记掉]?了\W*$)"
_STORED = "(?:data|memory|memories|information|records?|facts|history)"
_TOLD = (
    r"(?: (?:that )?(?:i|you)(?:'ve| have)? ?(?:ever )?(?:told|said|mentioned|know|remember|noted|"
    r"stored|saved|learned|learnt|have)?(?: to)?(?: you)?)?"
)
FORGET_ALL = (
    r"(?i)\W*(?:(?:please|kindly|now|just|ok|okay|so|hey|and|i want you to|i would like you to|"
    r"i'd like you to|i need you to|(?:can|could|would|will|should) you|you can|go ahead and)\W+)*"
    r"(?:forget|erase|delete|wipe|remove|clear|purge|reset) (?:about )?"
    rf"(?:(?:everything|all(?: (?:of )?(?:it|that))?){_TOLD}(?: (?:about|of|on) me)?"
    rf"|(?:all (?:of )?)?my (?:whole |entire |personal )?{_STORED}|all (?:of )?your {_STORED}"
    rf"|(?:all |your |the )*{_STORED}{_TOLD} (?:about|of|on) me"
    r"|me|(?:(?:all |your )*memory|all (?:the )?memories))"
    r"(?:,? (?:please|now|thanks|thank you|and start (?:over|afresh|anew|again)))*\W*"
    rf"|{_COMPLAINT_ZH}{_LEAD_ZH}把?{_MINE_ZH}{{0,2}}{_ALL_ZH}{_THINGS_ZH}{_GO_ZH}{_END_ZH}"
    rf"|{_COMPLAINT_ZH}{_LEAD_ZH}把{_MINE_ZH}{{1,2}}{_THINGS_ZH}"
    rf"(?:(?:一切|所有|全部|都|全|统统){{1,2}}{_THINGS_ZH})?{_GO_ZH}{_END_ZH}"
    rf"|{_COMPLAINT_ZH}{_LEAD_ZH}把?{_ALL_ZH}{_MINE_ZH}{{1,2}}{_THINGS_ZH}{_GO_ZH}{_END_ZH}"
    rf"|{_LEAD_ZH}都{_THINGS_ZH}{_GO_ZH}{_END_ZH}"
    rf"|{_LEAD_ZH}{_GO_ZH}你?{_MINE_ZH}{{0,2}}{_ALL_ZH}{_MINE_ZH}{{0,2}}{_THINGS_ZH}吗?{_END_ZH}"
    rf"|{_LEAD_ZH}{_GO_ZH}你?(?:关于我的?|对我的?|我的)(?:记忆|数据|信息|资料|记录){_END_ZH}"
    rf"|{_LEAD_ZH}(?:(?:清|删)[空除掉]你?的?记忆|把你?的?记忆{_GO_ZH}|忘[掉了记]我){_END_ZH}"
)
"""A wish to have all forgotten, which is more than one sentence may do."""


def forgets_all(text: str) -> bool:
    """Tell if a text asks to forget everything about its sender, and nothing else."""
    return len(text) <= 200 and re.fullmatch(FORGET_ALL, fold(text.strip())) is not None


def forgets_all_somewhere(text: str) -> bool:
    """Tell if one of the sentences of a text asks for that."""
    return any(map(forgets_all, re.split(r"[.!?;。！？；]+", text)))
