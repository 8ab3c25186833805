"""Cuts a message into clauses and marks those that state nothing about the speaker.

Offsets are kept throughout: ``message[clause.start:clause.end] == clause.text``, so a clause can
serve as the literal evidence of what is found in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from memory_graph.offline import introduction
from memory_graph.offline.pasted import cover_shown, is_shown
from memory_graph.types import Language

MAX_CLAUSE = 400
"""Longer stretches without punctuation are pasted data, not something a person says of himself."""

Mood = Literal["stated", "asked", "requested", "unreal"]

_SAME_LENGTH = str.maketrans(
    "‘’＇“”０１２３４５６７８９：喜歡愛點會說問這個們討厭記過敏歲來從沒覺電話號碼機媽師員醫對養貓現誰開時間"
    "別預約訂給裡兩為當餐頭門書學業務護證郵遞錢買賣車綠紅黃藍藥病嗎麼還聽讀寫總經請幫改關",
    "'''\"\"0123456789:喜欢爱点会说问这个们讨厌记过敏岁来从没觉电话号码机妈师员医对养猫现谁开时间"
    "别预约订给里两为当餐头门书学业务护证邮递钱买卖车绿红黄蓝药病吗么还听读写总经请帮改关",
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a message."""

    text: str
    start: int
    end: int
    sentence: int
    """The number of the sentence it belongs to."""
    mood: Mood
    """``stated`` is the only mood that yields facts; ``requested`` may yield commands."""


def fold(text: str) -> str:
    """Return ``text`` with quotes, full-width digits and traditional forms unified, same length."""
    return text.translate(_SAME_LENGTH)


@cache
def _patterns(language: Language) -> dict[str, re.Pattern[str]]:
    source = _EN if language == "en" else _ZH
    return {name: re.compile(pattern) for name, pattern in source.items()}


_ABBREVIATION = re.compile(
    r"(?i)(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|no|jr|sr|[a-z])\.$"
)
_SENTENCE_END = re.compile(r"[。！？!?；;\n]+[”’\"'」』]?|\.+(?=[\s”\"'」』]|$)[”\"'」』]?|…+")
_QUOTES = re.compile(
    r"“[^“”\n]{1,600}”|「[^「」\n]{1,600}」|『[^『』\n]{1,600}』|\"[^\"\n]{1,600}\""
)

_EN = {
    "split": (
        r"(?i)(?<!\s)\s{0,8}(?:[,:]\s{1,8}(?:(?:and|but|so|because|although|though|while|"
        r"then|also|plus)\s+)?"
        r"(?:now\s+)?(?=(?:i|i'm|im|i've|i'd|i'll|my|we|we're|our|he|she|they|it|you|please|"
        r"can you|could you|what|what's|who|who's|where|when|why|how|which|do|does|did|is|are|am|"
        r"remember|forget|call me|don't|never|always|let|right|ok|isn't|doesn't|tell|notify|"
        r"inform|eight|that's|(?:his|her|its) (?:name|birthday))\b)"
        r"|\s{1,8}(?:and|but|because|although|though|while|whereas|yet|so)\s{1,8}"
        r"(?:now\s+)?(?=(?:i|i'm|im|i've|my|we|our|he|she|they|you|please|let|tell|notify|inform|"
        r"send|then|also|call me|don't|always|never|hate|love|like|prefer|dislike|enjoy|"
        r"can't stand|live in|work (?:at|for|as)|joined|moved to|lives in|"
        r"works (?:at|for|as|on|in)|is (?:an?|allergic|married|\d+)|has an?|hates|loves|likes|"
        r"enjoys|speaks|plays|studies|was born|turned|doesn't|can't)"
        r"\b)"
        r"|,\s+(?=(?:then |back |and )*(?:on )?(?:team )?\w+ (?:jan|feb|mar|"
        r"apr|may|jun|jul|aug|sep|oct|nov|dec|from|since|until)[a-z]*\b)"
        r"|,\s+(?=(?:but|so|because|although|not)\s)"
        r"|\s{1,8}[-–—]{1,4}\s{1,8}|—|,\s+(?=[A-Z][\w'-]* (?:is|works|lives)\b))"
    ),
    "asks": (
        r"(?i)^(?:(?:so|and|but|well|hey|ok|okay|hi|hello|sorry|actually|now)[,"
        r"\s]+)*(?:do|does|did|"
        r"is|are|am|was|were|have|has|had|will|would|could|can|should|shall|may|might|what|what's|"
        r"whats|who|who's|whom|whose|where|where's|when|when's|why|how|how's|which|isn't|aren't|"
        r"don't (?:i|you|we|they)|doesn't|didn't|haven't|won't|remind me (?:what|when|where|who|"
        r"which|how|why)|tell me (?:what|when|where|who|about|how|why|which)|any idea|guess)\b"
    ),
    "requests": (
        r"(?i)^(?:(?:so|and|but|well|hey|ok|okay|hi|hello|sorry|actually|now|then)[,\s]+)*"
        r"(?:(?:can|could|would|will) you\b|please\b|would you mind\b)"
    ),
    "tag": r"(?i)^(?:right|ok|okay|yes|no|correct|isn't it|don't i|aren't i|am i|do i|is it)\W*$",
    "unreal": (
        r"(?i)\b(?:if(?! possible| you can| you could| you don't mind| that's ok| it's ok)|suppose|"
        r"supposing|imagine|imagining|assuming|assume|unless|wish|pretend|hypothetically|"
        r"let's say|in case|once upon|role-?play|say i'm|had i|could speak|one day|"
        r"oh,? (?:great|joy|wonderful|fantastic|brilliant)|"
        r"(?:fantastic|wonderful|brilliant|marvellous|lovely|perfect|great|"
        r"super),.*\b(?:again|late|"
        r"broken|crashed|down|cancelled)|yeah,? right|just what i needed|"
        r"i (?:just|so) (?:love|enjoy|adore) (?:it when|when|how|\w+ing|being)|sure, because)\b"
    ),
    "reported": (
        r"(?i)(?:^|\s)(?!i\b)(?:he|she|they|you|someone|somebody|people|everyone|nobody|who|"
        r"(?:my|the|our|a|his|her) (?:\w+ )?\w+|[\w'-]+)\s+(?:\w+ly )?(?:said|says|told|tells|"
        r"thinks|thought|claims|claimed|asked|asks|wrote|writes|believes|insists|mentioned|jokes|"
        r"joked|replied)\b"
    ),
    "task": (
        r"(?i)^(?:(?:please|can you|could you|would you|help me(?: to)?|now|then|also)\s+)*"
        r"(?:translate|rewrite|rephrase|reword|summari[sz]e|proofread|paraphrase|shorten|condense|"
        r"simplify|expand|polish|improve|edit|classify|label|grade|analy[sz]e|convert|turn (?:this|"
        r"it|the|these)|correct (?:this|the|my)|check (?:this|the|my) (?:grammar|text|spelling)|"
        r"explain|repeat after|continue (?:this|the|with)|write (?:a|an|the|me|some|this)|"
        r"draft|compose|generate|complete (?:the|this)|fix (?:the|this)|say\b|for example|e\.g|"
        r"example:|act as|give me a (?:synonym|sentence)|how (?:do|would) (?:you|i) say|"
        r"(?:is|are) (?:the|this|these) (?:sentence|phrase|text)|which tense|extract |"
        r"(?:write|type|print)\W*$)"
    ),
    "clear": r"(?i)\bi (?:said|told|think|thought)\b",
}
_ZH = {
    # a mask such as "[redacted:cn_id]" stays in one piece
    "split": r"[，,：](?=\s{0,8}\S)|(?<!\[redacted)[:](?=\s{0,8}[^\d\s])|\s{1,8}(?=[我他她你])|"
    r"(?<=[^\W\d])(?<![不非])(?:但是?|可是|不过)(?=[我对不也没很喜爱讨医太])|"
    r"\s{0,8}[—–]{1,2}\s{0,8}",
    "asks": (
        r"什么|谁|哪(?!怕)|几(?=点|号|个|岁|月|时|次|位|天|年|只|条|辆|台|套|"
        r"本|口)|多少|多大|多久|怎么|怎样|为什么|为何|是不是|有没有|"
        r"能不能|可不可以|会不会|要不要|好不好|对不对|是否|吗\W*$|呢\W*$|么\W*$|"
        r"如何|何时|何地|喜不喜欢|记不记得|"
        r"^(?:请|帮我|麻烦)?(?:告诉我|说说|猜猜)"
    ),
    "requests": r"能不能|可不可以|可以帮|能帮|能(?=提醒我)|帮我|帮忙|麻烦|请|能否",
    "tag": r"^(?:对吧|是吧|对吗|是吗|对不对|好吗|好不好|行吗|可以吗|没错吧|你呢|是不是)\W*$",
    "unreal": (
        r"如果(?!可以|方便|可能|没问题)|要是|假如|假设|假使|倘若|万一|若是|就算|"
        r"即使|想象|假装|比方说|比如说|"
        r"开玩笑|骗你的|逗你|瞎说的|但愿|要不是|除非|扮演|(?<!希)(?<!愿)恨不得|早知道|"
        r"有一天我|呵呵|就[爱喜].{0,12}被|"
        r"真是谢谢|可真是|可太[爱喜]"
    ),
    "reported": (
        r"(?:听说|据说|有人|(?:他|她|他们|她们|你|您|人家|大家|谁|妈妈|爸爸|"
        r"老板|同事|朋友|妻子|老婆|丈夫|老公|"
        r"[一-鿿]{2,3}|[A-Za-z]+)(?:就|都|也|又|总|老|常|曾)?"
        r"(?:(?<![小传学话演解实白来按再般我])说|问|告诉我|认为|以为|写道|喊)(?:过|"
        r"道|了|我)?\s*(?:$|[，,：:“\"「我他她你]))"
    ),
    "task": (
        r"^(?:请|帮我|麻烦|帮忙|你|再)*(?:翻译|改写|润色|造句|总结|概括|归纳|解释|复述|跟我念|"
        r"缩写|扩写|(?:给我|跟我)?(?:讲|编|说)(?:一)?个|续写|改一下|校对|检查|判断|分析|"
        r"提取|仿写|给.{1,12}写|接着写|"
        r"写(?:一|个|篇|首|段|下?$)|例如|比如|例句|举例|(?:把|将).{0,40}?(?:翻译|译成|"
        r"写成|改成|改写|"
        r"说得|变成(?:诗|英文|中文)))|造句\W*$|用.{1,6}语怎么说|这句话"
    ),
    "clear": r"我(?:说|告诉|觉得|认为|以为)",
}


_UNKEPT = re.compile(
    r"(?i)(?:^|[.!?\n,]\s*)(?:please )?(?:do not|don't) (?:remember|save|store|note|keep|"
    r"write down|record)(?: (?:this|that|it|the following))?(?:\s*[:,]|,? but\b)|"
    r"off the record[:,]|"
    r"(?:不要|别|不用|不必)(?:再)?(?:记住?|记下来?|保存|记录|存)(?:下来|这个|这些)?\s*[:,，]"
)
"""A wish not to keep what follows: "don't remember this: …"."""
_ADVICE = r"(?i)^\W*(?:please |帮我|请|给我|再|麻烦你?)*(?:recommend|suggest|推荐)"
"""A wish for advice asks something, though no word of a question stands in it."""
_WANTED = r"什么|谁|哪|几点|几号|多少|怎么|(?i:\b(?:what|when|where|who|which)\b)"


def clauses(message: str, language: Language) -> tuple[Clause, ...]:
    """Return the clauses of ``message`` with their mood, left to right."""
    folded = _mask_quotes(cover_shown(fold(message)))
    found: list[Clause] = []
    task = is_shown(folded, language) or _UNKEPT.search(folded) is not None
    for number, (start, end) in enumerate(_sentences(folded)):
        parts = list(_parts(folded, start, end, language))
        task = task or any(_has(language, "task", folded[a:b]) for a, b in parts)
        moods = _moods([folded[a:b] for a, b in parts], folded[start:end], language)
        found += [
            Clause(message[a:b], a, b, number, "unreal" if task else mood)
            for (a, b), mood in zip(parts, moods, strict=True)
            if b - a <= MAX_CLAUSE
        ]
    return tuple(found)


def is_question(message: str, language: Language) -> bool:
    """Tell if a message asks something, with or without a question mark."""
    moods = {clause.mood for clause in clauses(message, language)}
    wants = "requested" in moods and re.search(_WANTED, message) is not None
    wants = wants or re.match(_ADVICE, message) is not None
    return "asked" in moods or wants or message.rstrip().endswith(("?", "？"))


def _has(language: Language, name: str, text: str) -> bool:
    return _patterns(language)[name].search(text) is not None


def _mask_quotes(text: str) -> str:
    """Blank out quoted speech, since its words are not the speaker's own; short names stay."""

    def mask(match: re.Match[str]) -> str:
        inner = match.group()[1:-1]
        whole = len(match.group()) == len(text.strip())
        short = len(inner.split()) <= 2 and len(inner) <= (4 if ord(inner[0]) > 0x2E80 else 24)
        return match.group() if whole or short else "■" * len(match.group())

    return _QUOTES.sub(mask, text)


def _sentences(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for match in _SENTENCE_END.finditer(text):
        before = text[max(0, match.start() - 12) : match.start() + 1]
        if match.group()[0] == "." and _ABBREVIATION.search(before) and match.end() < len(text):
            continue
        spans.append((start, match.end()))
        start = match.end()
    spans.append((start, len(text)))
    return [(a, b) for a, b in spans if text[a:b].strip()]


def _parts(text: str, start: int, end: int, language: Language) -> list[tuple[int, int]]:
    spans, cursor = [], start
    found = [one.span() for one in _patterns(language)["split"].finditer(text, start, end)]
    if language == "en":
        found += [(start + a, start + b) for a, b in introduction.cuts(text[start:end])]
    for a, b in sorted(found):
        if a >= cursor:
            spans.append((cursor, a))
            cursor = b
    spans.append((cursor, end))
    return [trimmed for a, b in spans if (trimmed := _trim(text, a, b)) is not None]


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    while start < end and text[start] in " \t\r\n\"'“”「」，,":
        start += 1
    while end > start and text[end - 1] in " \t\r\n\"'“”「」，,":
        end -= 1
    return (start, end) if start < end else None


def _moods(parts: list[str], sentence: str, language: Language) -> list[Mood]:
    """Decide for each clause whether it states, asks, requests or imagines something."""
    if _has(language, "unreal", sentence):
        return ["unreal"] * len(parts)
    moods: list[Mood] = []
    reported = False
    for part in parts:
        said = _has(language, "reported", part) and not _has(language, "clear", part)
        reported = reported or said
        moods.append("unreal" if reported else _mood(part, language))
    question = sentence.rstrip(" \"'”」』").endswith(("?", "？"))
    return _asked(parts, moods, language) if question else moods


def _mood(part: str, language: Language) -> Mood:
    if _has(language, "requests", part):
        return "requested"
    return "asked" if _has(language, "asks", part) else "stated"


def _asked(parts: list[str], moods: list[Mood], language: Language) -> list[Mood]:
    """Spread a question mark over the clauses it asks about."""
    last = len(parts) - 1
    if _has(language, "tag", parts[last]):
        # "…, right?" asks for what is said; "我喜欢茶，你呢？" states and asks back
        back = language == "zh" and "呢" in parts[last]
        return [m if back or m == "requested" else "asked" for m in moods[:last]] + ["asked"]
    first = next((i for i, mood in enumerate(moods) if mood == "asked"), last)
    return [
        m if m in {"requested", "unreal"} or i < first else "asked" for i, m in enumerate(moods)
    ]
