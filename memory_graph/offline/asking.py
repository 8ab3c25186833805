"""Patterns that tell what a question asks for."""

from __future__ import annotations

WHO_ARE_YOU = (
    r"(?i)\b(?:who|what) are you\b|\bare you (?:an? )?(?:ai|bot|human|robot|"
    r"real|person|gpt|chatgpt|llm)|"
    r"your name\?|what(?:'s| is) your name|what model|你是谁|你叫什么|你是(?:什么|"
    r"机器人|人工智能|真人|AI)|介绍.{0,3}你自己|"
    r"什么模型"
)
ABOUT_ME = (
    r"(?i)what (?:do|have) you (?:know|remember|learn(?:ed|t)?|remembered|"
    r"noted|stored)(?: about (?:me|us))?\W*$|"
    r"what do you (?:know|remember) about me|everything (?:you know )?about "
    r"me|tell me about myself|"
    r"(?:记得|知道|了解|记住了?).{0,4}(?:我|关于我).{0,4}(?:什么|哪些|多少)|"
    r"对我.{0,3}(?:了解|知道|记得)|"
    r"(?:关于|有关)我.{0,8}(?:什么|哪些|多少)|我.{0,4}(?:的信息|的记忆).{0,"
    r"3}(?:有哪些|是什么)|都?记(?:得|住)了?(?:些)?(?:什么|哪些)"
)
SUGGEST = {
    "en": (
        r"(?i)\b(?:find|suggest|propose|pick|set|choose|recommend|schedule|book|"
        r"arrange|plan|good|best|"
        r"what|which|when)\b.*\b(?:time|slot|when|schedule|book|arrange|plan)?\b.*\b(?:meeting|"
        r"sync|stand-?up|"
        r"call|1:1|one-on-one|review|catch-?up|retro)\b"
    ),
    "zh": (
        r"(?:定|安排|找|约|选|挑|建议|推荐|排|订|什么时候|几点).{0,14}(?:会|"
        r"会议|开会|评审|周会|例会)"
    ),
}
TIME_WANTED = {
    "en": (
        r"(?i)\b(?:a time|time for|slot|when (?:should|shall|can|could)|next "
        r"week|best time|good time|what time (?:should|shall|would))\b"
    ),
    "zh": r"时间|时段|下周|合适|什么时候开|几点开.{0,4}(?:好|合适)",
}
PAST_TIME = {
    "en": r"(?i)\b(?:did|was|were|moved|end up|ended|is (?:my|the|our)|remember|again)\b",
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
    "zh": r"(?:吗|吧|么)\W*$|是不是|有没有|喜不喜欢|对不对|能不能|会不会|过不过敏",
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
