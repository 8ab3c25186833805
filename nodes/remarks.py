"""Which words of a person judge a proposal, or ask about it, instead of correcting it. Pure.

“eggs” in answer to “allergic to peanuts?” is the right value; “ok”, “never mind” and 算了 are none,
though they are as short.
"""

from __future__ import annotations

import re

_VERDICT = (
    r"y|n|n/a|yes|yeah|yep|yup|nope|no|ok|okay|sure|fine|lgtm|exactly|agreed?|approved?|"
    r"accept(?:ed)?|confirm(?:ed)?|correct|true|valid|saved?|stored?|keep|kept|remember(?:ed)?|"
    r"record(?:ed)?|go ahead|proceed|continue|looks? (?:good|fine|ok|okay|right|wrong)|"
    r"reject(?:ed)?|refused?|declined?|den(?:y|ied)|cancel(?:led)?|ignored?|"
    r"skip(?:ped)?|dropp?(?:ed)?|discard(?:ed)?|dismiss(?:ed)?|deleted?|removed?|forget|forgotten|stop|"
    r"none|nothing|never ?mind|wrong|incorrect|false|invalid|private|personal|confidential|secret|"
    r"outdated|obsolete|irrelevant|duplicates?|known|unsure|know|don'?t|"
    r"uncertain|unclear|vague|maybe|perhaps|possibly|probably|"
    r"later|not now|tests?|testing|jok(?:e|es|ing)|kidding|thanks|thank you"
)
_BESIDE = (
    r"please|just|it|it's|its|that|that's|thats|this|is|are|was|were|be|been|a|an|the|all|too|so|"
    r"very|quite|not|don't|dont|do|i|i'm|i am|me|you|we|am|to|now|then|already|again|but|and|oh|"
    r"right|ask|can|could|should|keep|for|of|as"
)
_WISH = (
    r"(?:please )?(?:be|make it|say it|write it|put it|phrase|rephrase|reword|shorten|translate)\b"
)
_ENGLISH = re.compile(
    rf"(?i)\W*(?:{_WISH}.*|(?:(?:{_BESIDE})\W+)*(?:{_VERDICT})(?:\W+(?:{_BESIDE}|{_VERDICT}))*)\W*"
)
_VERDICT_ZH = (
    "好|行|可以|嗯|对|是|没错|正确|不错|同意|批准|通过|确认|确定|认可|接受|采纳|保存|存|记住|记下来?|记录?|"
    "拒绝|驳回|否决|忽略|取消|跳过|算|用|要|删掉|删除|删|忘掉?|丢掉|真|假|错误?|开个?玩笑|玩笑|随便|"
    "没有|没事|没关系|无|空|私事|隐私|秘密|保密|过时|过期|重复|知道|清楚|也许|可能|以后再说|再说|待定|谢谢"
)
_BESIDE_ZH = (
    "请|那|这|个|条|我|你|它|是|都|就|先|还|已经|太|很|有点|在|的|吧|啊|呢|了|别|不|把|给|帮我|一下"
)
_WISH_ZH = (
    "请?(?:重新|换个|换种|说得?|写得?|讲得?|改得?|再)(?:清楚|详细|具体|简单|简短|说法|写法|表达|说|写|想)"
    ".{0,6}|(?:更|太|不够|不太).{0,2}(?:模糊|笼统|具体|详细|清楚|简单|简短|啰嗦|复杂|长|短|私人).{0,2}|"
    "请?用(?:中文|英文|英语|汉语).{0,4}"
)
_CHINESE = re.compile(
    rf"\W*(?:{_WISH_ZH}|(?:{_BESIDE_ZH})*(?:{_VERDICT_ZH})(?:{_BESIDE_ZH}|{_VERDICT_ZH}|\W)*)\W*"
)
_ASKS = re.compile(
    r"(?i).*[?？]\s*|\W*(?:why|what|who|how come|says who)\b.{0,20}|"
    r".{0,6}(?:为什么|为何|什么意思|怎么回事|谁说的?).{0,4}|.{1,10}[吗呢么]\W*"
)
_LONGEST = 60
"""What is longer says something of its own."""


def judges(words: str) -> bool:
    """True for words that agree, refuse, doubt or ask, and tell no value to put in place."""
    plain = words.strip().replace("’", "'")
    if len(plain) > _LONGEST:
        return False
    return not re.search(r"\w", plain) or any(
        one.fullmatch(plain) for one in (_ENGLISH, _CHINESE, _ASKS)
    )
