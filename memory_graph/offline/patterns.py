"""Patterns for clauses that make, move or cancel an appointment, and for commands to memory."""

from __future__ import annotations

_ASK = (
    r"(?i)^(?:(?:please|can you|could you|would you|will you|would you mind|help me(?: to)?|kindly|"
    r"i need to|i need you to|i want to|i want you to|i'd like to|i'd like "
    r"you to|i would like to|let's|"
    r"we need to|we have to|i have to|i had to|we had to|i've|we've|i have|"
    r"we have|i|we|just|go ahead and|"
    r"they|they've|he|she)\s+)*"
)
_SHIFT = (
    r"(?:mov(?:e|ed|ing)|shift(?:ed)?|push(?:ed)?|reschedul(?:e|ed|ing)|"
    r"chang(?:e|ed|ing)|bring|brought|"
    r"postpon(?:e|ed)|delay(?:ed)?|switch(?:ed)?)"
)
_EN = (
    (
        "shift",
        _ASK + _SHIFT + r"(?: back| forward)? (?P<event>.+?)(?: back| forward)? by (?P<by>.+)$",
    ),
    (
        "move",
        _ASK + _SHIFT + r"(?: back| forward| up| out)? (?P<event>.+?)(?: back| forward| up| out)?"
        r"(?: from (?P<old>.+?))? (?:to|until|till) (?P<new>.+)$",
    ),
    (
        "move",
        r"(?i)^(?:he|she|they|(?:the|my|our|his|her|their) [\w' -]{1,40}?) "
        r"(?:has |have |had |just )*(?:moved|shifted|pushed|rescheduled|postponed|changed) "
        r"(?P<event>(?:my|our|the|that) .+?) (?:to|until|till) (?P<new>.+)$",
    ),
    (
        "move",
        r"(?i)^(?P<event>.+?) (?:has been|was|is|got|have been|has|is being|"
        r"will be|had to be) (?:now )?"
        r"(?:moved|shifted|pushed|rescheduled|postponed|changed|delayed|brought)(?: back| forward)?"
        r"(?: from (?P<old>.+?))? (?:to|until|till) (?P<new>.+)$",
    ),
    (
        "move",
        r"(?i)^(?P<event>(?:my|our|the|that) .+?) (?:has |have |just |now )*(?:moved|shifted|"
        r"slipped|moves|changed)(?: back| forward)?(?: from (?P<old>.+?))? (?:to|until) "
        r"(?P<new>.+)$",
    ),
    (
        "move",
        r"(?i)^(?P<event>.+?)(?:'s| is| are| will be)? now (?:on|at|for|(?:is|starts|"
        r"leaves|departs|"
        r"begins|scheduled|set|planned|booked|leaving|starting)(?: at| on| for)?) (?P<new>.+)$",
    ),
    (
        "move",
        r"(?i)^(?P<event>(?:my|our|the|that) .+?) (?:is|starts|leaves|departs|begins)(?: at| on)? "
        r"(?P<new>[^,]+?)(?: now| instead)+\W*$",
    ),
    ("cancel", _ASK + r"(?:cancel(?:l?ed)?|call(?:ed)? off|scrap(?:ped)?) (?P<event>.+)$"),
    (
        "cancel",
        r"(?i)^(?P<event>.+?) (?:has been|was|is|got|is being) (?:now )?(?:cancell?ed|called off|"
        r"scrapped)(?: now)?\W*$",
    ),
    (
        "make",
        _ASK + r"(?:book(?:ed)?|schedul(?:e|ed)|set up|arrang(?:e|ed)|plan(?:ned)?|put|add(?:ed)?|"
        r"organi[sz]e|organi[sz]ed|create|created|make|made|got)(?: me| us)? (?P<event>.+?)"
        r"(?: (?:in|into|on|to) (?:my|the|our) (?:calendar|diary|agenda))?\W*$",
    ),
    (
        "make",
        r"(?i)^(?:i have|we have|i've(?= an? )|i've got|we've got|i had|we had|there is|there's|"
        r"there will be)(?: got)? "
        r"(?P<event>.+?)\W*$",
    ),
    (
        "make",
        r"(?i)^(?:i'm|i am|we're|we are|i'll be|we'll be|i will be) (?:having "
        r"|taking |going to |catching |"
        r"attending |seeing |visiting |hosting )(?P<event>.+?)\W*$",
    ),
    (
        "make",
        r"(?i)^(?:i'm|i am|we're|we are|i'll be|we'll be|i will be|i|we) meet(?:ing)?(?: with| up "
        r"with)? (?P<event>.+?)\W*$",
    ),
    (
        "make",
        r"(?i)^(?P<event>(?:my|our|the|that) .+?) (?:is|will be|was(?! (?:late|"
        r"great|good|fun|long|bad|boring|awful|nice|terrible|lovely|ok|fine)\b)|takes place|"
        r"starts|leaves|departs)"
        r"(?: (?:on|at|scheduled|booked|planned|set|for))*\s*\W*"
        r"(?=\S)(?P<when>[^,]*)$",
    ),
    (
        "make",
        _ASK + r"(?:remind me|set (?:me )?(?:up )?a reminder|don't let me forget)"
        r"(?: to| about| of| for| that)* "
        r"(?P<event>(?!(?:what|when|where|who|which|how|why)\b).+?)\W*$",
    ),
    ("note", r"(?i)^(?P<event>[^\W\d_][^,;?!]{3,60})$"),
)
_ASK_ZH = (
    r"^(?:请|麻烦|帮我|帮忙|能不能|可不可以|可以|能否|能|你|我们?|咱们|"
    r"已经|刚|想|要|需要|打算|给我|替我|直接|再|就|先)*"
)
_ZH = (
    (
        "shift",
        _ASK_ZH
        + (
            r"(?:把|将)?(?P<event>.+?)(?:被|又|再)?(?:推迟|延后|提前|提早|延迟|顺延|"
            r"往后推|往前提)了?(?P<by>(?:半|\d|[一二两三四五六七八九十]).*)$"
        ),
    ),
    (
        "move",
        _ASK_ZH + r"(?:把|将)?(?P<event>.+?)(?:的时间)?(?:(?:从|由)(?P<old>.+?))?(?:被|"
        r"又|重新|已经?|临时|现在?)*(?:改期|推迟|提前|提早|延期|延误|延迟|晚点|顺延|延后|"
        r"调整|挪动?|改|换|调|移|延|推|变更|变)(?:时间)?(?:到|成|至|为|在)了?(?P<new>.+)$",
    ),
    (
        "move",
        r"^(?P<event>.+?)(?:的时间)?(?:现在|如今|目前)(?:是|在|定在|定到|定于|改在|放在|变成了?)?"
        r"(?P<new>[^，。]+)\W*$",
    ),
    ("cancel", _ASK_ZH + r"取消(?:了|掉)?(?P<event>.+?)了?\W*$"),
    (
        "cancel",
        _ASK_ZH
        + (
            r"(?:把|将)?(?P<event>.+?)(?:给|被|都|已经|临时|要)*(?:取消|不开|不去|"
            r"作废|泡汤|黄|退)(?:了|掉|吧)+\W*$"
        ),
    ),
    (
        "make",
        r"^(?P<event>.+?)(?:的时间)?(?:定|安排|约|订|改|放)?(?:在|是|为|于)了?(?P<when>[^，。]+)\W*$",
    ),
    (
        "make",
        _ASK_ZH
        + (
            r"(?:安排|预约|约|预定|预订|订|定|新建|创建|添加|加|设)(?:一下|好|"
            r"了|一?[个场次节顿张趟])*(?P<event>.+?)\W*$"
        ),
    ),
    ("make", r"^(?:我们?|咱们|(?:请|你|能|可以|到时候?)*提醒我|还|在)*(?P<event>.+?)了?\W*$"),
)
APPOINTMENTS = {"en": _EN, "zh": _ZH}
REMINDERS = {
    "en": _ASK + r"(?:remind me|set (?:me )?(?:up )?a reminder|don't let me forget)\b"
    r"(?: to| about| of| for)*(?P<event> .+?)\W*$",
    "zh": r"^(?:请|你|能|可以|能不能|麻烦|帮我|到时候?|记得|别忘了)*"
    r"提醒我(?:一下)?(?P<event>.+?)\W*$",
}
"""Whatever one wants to be reminded of, at a time."""

EDGES = {
    "en": (
        r"(?i)^(?:(?:remind me|to (?:go to|attend)|to|the|my|our|a|an|that|this|another|your|'s|s|"
        r"on|at|in|for|with me|up)\s+)+|^'?s\s+|"
        r"(?:\s+(?:on|at|in|for|from|to|by|the|is|and|starting|around|about|"
        r"scheduled|please|too|now|again|"
        r"with me|there|'s|of))+$|\s*\($"
    ),
    "zh": (
        r"^有(?=课$)|^(?:我们?|咱们|的|在|于|要|得|会(?=[去在和跟与同])|还|有|约了?|约好了?|"
        r"安排了?|预约了?|订了?|定了?|去(?!.*的(?:航班|火车|高铁|飞机|车票|机票))|开(?=.{0,8}会)|"
        r"那?一?[个场次节顿张趟]|"
        r"请|提醒|记得|这个|帮|把|将|是)+(?=..)|(?:的|时间|安排|在|于|定|是|了|要|那个|"
        r"起飞|出发|发车|(?<=[车铁机])开)+$"
    ),
}
"""What is cut off both ends of an event's name."""

NOT_EVENTS = {
    "en": (
        r"(?i)\b(?:two|three|four|five|six|several|some|many|time for|a time|"
        r"slot|i|you|like|likes|hate|prefer|because|"
        r"not|don't|never|always|usually|normally|typically|often|"
        r"every|each|title|colou?r|question|problem|mind|"
        r"(?:trouble|fun|great time|good time|a lot|and to))\b|[?？■]"
    ),
    "zh": (
        r"^一(?!对一|[个场次节顿张趟起])|(?:周|星期|礼拜)[一二三四五六日天末]|"
        r"^[两三四五六七八九十几\d]+[个场次节]|说|时间|喜欢|讨厌|不|没|别|每|"
        r"总是|经常|一般|通常|平时|习惯|往往|觉得|因为|如果|标题|颜色|什么|"
        r"几点|吗|呢|[?？■]|会不会|开会(?!$)|机会|社会|一会|会儿|会员|会计|会(?:说|"
        r"讲|做|弹|用|写|打|踢)|学会|很|太|真|^坐|到$|那个?人|晚点|错过|迟到"
    ),
}
"""Words that a name of an event never holds."""

GENERIC = (
    r"(?i)(?:meeting|call|appointment|lunch|dinner|breakfast|brunch|class|"
    r"lesson|flight|train|interview|"
    r"session|visit|trip|reservation|booking|会|会议|开会|电话|课|面试|航班|"
    r"飞机|火车|高铁|午饭|午餐|晚饭|晚餐|聚餐|见面|"
    r"预约|约会|拜访|讨论)"
)
"""Names too plain to tell two events apart."""

REMEMBER = {
    "en": (
        r"(?i)^(?:(?:please|can you|could you|would you|will you|also|just|always)\s+)*(?:remember|"
        r"keep in mind|bear in mind|make a note|take note|note down|don't "
        r"forget|do not forget|never forget|"
        r"memori[sz]e|save this|remember this|note(?=\s+that\b))(?:\s*[:,]\s*|\s+(?:of\s+)?(?:the "
        r"fact\s+)?that\s+|\s+(?=(?:to|my|i|i'm|our|we|"
        r"[A-Z]|never|always)\b))"
    ),
    "zh": (
        r"^(?:请|麻烦|帮我|你|要|务必|一定|能不能|可以|也)*(?:记住|"
        r"记得|记下来?|记一下|牢记|别忘了?|不要忘了?|别忘记|"
        r"不要忘记|记着)(?:一下|了|这点|这件事|一点)?(?:[:：,，]\s*)?"
    ),
}
NOT_REMEMBER = {
    "en": r"(?i)^(?:when|how|what|me|this|that|it|the time|last)\b",
    "zh": r"^(?:吗|什么|我吗|当时|以前|那时|那次|上次|不|没)",
}
FORGET = {
    "en": (
        r"(?i)^(?:(?:please|can you|could you|would you|will you|just|now|also)\s+)*(?:forget|"
        r"stop remembering|"
        r"don't remember|do not remember|no longer remember|don't keep|delete|erase|remove|wipe)\s+"
        r"(?P<about>(?:about\s+|that\s+|everything about\s+|all about\s+|what "
        r"(?:i|you) (?:said|know|told you|"
        r"remember) about\s+|what you know about\s+|the (?:memory|memories|fact|"
        r"facts) (?:of|about|that)\s+)*)(?P<topic>.+?)"
        r"(?P<scope>\s+(?:from (?:your |the )?memor(?:y|ies)|any ?more|now|please))*\W*$"
    ),
    "zh": (
        r"^(?:请|麻烦|帮我|你|能不能|可不可以|能|把|就|可以|也)*(?:忘掉|忘记|忘了|别再记着|不要再记着|"
        r"别记|不要记住?|别再记住?|不用记着?|不用再记|别记住)"
        r"(?P<about>(?:(?:我|咱们?)(?:(?:以前|之前|刚才|上次)?(?:跟|对|和|告诉)?你?(?:说|"
        r"提|讲|告诉)过?(?:你)?"
        r"的?))?(?:关于|有关)?)(?P<topic>.+?)(?:这件事|这回事|这一点|这事|的事情?|的信息|"
        r"的记忆)?(?:吧|了)*\W*$"
        r"|^(?:请|麻烦|帮我|你|就)*(?:把|将)(?P<topic2>.+?)(?:这件事|这回事|这一点|的事情?)?(?:忘掉|"
        r"忘了|忘记|从(?:你的)?记忆(?:里|中)(?:删掉|删除|抹掉))(?:吧|了)*\W*$"
    ),
}
NOT_FORGET = {
    "en": (
        r"(?i)^(?:it|that|this|about it|about that|me|"
        r"the (?:last|previous|first|above|rest)\b.*|to\b.*|.*\bfiles?)$"
    ),
    "zh": r"^(?:它|这个|那个|这|那|我|了|吧|算了|时间|带.*|这事|(?:上|前|刚)(?:一|面|个|才|边).*)$",
}
BEHAVIOUR = {
    "en": (
        r"(?i)^(?:(?:from now on|in (?:the )?future|going forward|henceforth|"
        r"whenever (?:i|you)\b.*?|every time\b.*?)[,\s]+)?"
        r"(?:please\s+)?(?:you (?:should|must)\s+)?(?:always|never|don't ever|"
        r"do not ever|don't|stop)?\s*(?:please\s+)?"
        r"(?:answer|reply|respond|use|write|speak|talk|address|start|end|keep|"
        r"format|ask|translate|include|"
        r"avoid|give|show|explain|call|summari[sz]e|send|schedule|confirm|check|"
        r"round|quote|cite|say|"
        r"answering|replying|using|asking|calling)\b.+$"
    ),
    "zh": (
        r"^(?:以后|今后|从现在(?:开始|起)|从今(?:天|往后)|往后|每次|每当|请|"
        r"你|都|要|总是|永远|一律|务必|一直|始终|必须|记得|回答时|回复时|回答我时|"
        r"的时候|跟我说话时|"
        r"和我说话时|不要|别|不用|再|尽量|我问(?:(?!我问).){0,6}时)*(?:用|回答|回复|说|叫|"
        r"称呼|使用|给|写|解释|讲|列|总结|引用|翻译|避免|先|问|附|加|发|带|客气|"
        r"啰嗦|道歉|保持).+$"
    ),
}
LASTING = {
    "en": (
        r"(?i)\b(?:always|never|from now on|in (?:the )?future|going forward|"
        r"henceforth|every time|whenever|don't ever|stop)\b"
    ),
    "zh": r"以后|今后|从现在|从今|往后|每次|每当|总是|永远|一律|始终|一直|必须",
}
ANSWERING = {
    "en": r"(?i)\b(?:answer|reply|replies|respond|speak|call me|address me|your (?:answers|tone))",
    "zh": r"回答|回复|称呼|叫我|跟我说|和我说",
}
"""Without a lasting word, only what concerns the replies themselves is a rule."""
