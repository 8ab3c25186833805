"""Tells what a message only shows from what its writer says: mails, logs, transcripts, code."""

from __future__ import annotations

import re
from functools import cache

from memory_graph.types import Language

_HEADER = (
    r"(?im)^\W{0,3}(?:from|to|cc|subject|sent|date|re|fwd|发件人|收件人|抄送|主题|发送时间|日期)"
    r"[ \t]{0,4}[:：]"
)
_LETTER = (
    r"(?im)^\W{0,3}(?:dear (?:\w+ ?){1,4}[,:]?[ \t]{0,8}$|dear (?:sir|madam)|"
    r"to whom it may concern|"
    r"尊敬的.{1,12}[:：，,][ \t]{0,8}$|亲爱的.{1,12}[:：][ \t]{0,8}$|(?:best|kind|warm) regards\b|"
    r"yours (?:sincerely|faithfully)\b|此致[ \t]{0,8}$|敬礼\W{0,8}$)"
)
_SPEAKER = (
    r"(?m)^\W{0,3}(?!(?:https?|note|ps|p\.s|注|另)\b)[^\W\d_][\w .-]{0,24}[:：](?=[^\S\n]{0,8}\S)"
)
_LINES = (
    r"(?m)^(?:[ \t]{0,40}>.*"  # what a mail quotes
    r"|[ \t]{0,40}\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*"  # logs
    r"|[ \t]{0,40}\[?\d{1,2}:\d\d(?::\d\d)?\]?\s+[\w .-]{1,20}[:：].*"  # chats
    r"|[ \t]{0,40}(?:INFO|WARN(?:ING)?|ERROR|DEBUG|FATAL|TRACE)\b.*"
    r"|[ \t]{0,40}(?:Traceback |File \"|at [\w.$]+\(|\w+(?:Error|Exception)\b).*"
    r"|[ \t]{0,40}(?:def|class|import|return|const|let|var|function|SELECT|INSERT|#include)\b.*"
    r"|.*(?:[;{}]|=>|==|</\w+>|\w\(.{0,200}\))[ \t]{0,8}$)"
)
_FENCE = r"```[\s\S]*?(?:```|\Z)|~~~[\s\S]*?(?:~~~|\Z)|`[^`\n]+`"
_SHOWN: dict[Language, str] = {
    "en": (
        r"(?i)\b(?:(?:here(?:'s| is| are)|below (?:is|are)|this is|see|following (?:is|are)|i got|"
        r"i received|received|found) (?:an? |the |my |some |this |her |his |their )?"
        r"(?:\w+ ){0,2}?(?:e-?mails?|mails?|messages?|texts?|letters?|articles?|posts?|essays?|"
        r"chats?|logs?|transcripts?|reviews?|stor(?:y|ies)|poems?|drafts?|bio|cv|resume|speech|"
        r"quotes?|lyrics|paragraphs?|sentences?|snippets?|examples?)\b"
        r"|(?:this|that|following|above|below) (?:e-?mail|mail|message|text|letter|"
        r"article|post|essay|chat|log|transcript|review|story|poem|draft|bio|speech|paragraph|"
        r"sentence|snippet|lyrics|dialogue|conversation)\b"
        r"|(?:customer|client|user|reviewer|author|guest|patient) (?:writes|wrote|said|says)\b"
        r"|(?:to quote|as the (?:song|saying|poem)|(?:what|which|that|this|great|favou?rite)"
        r" (?:a )?"
        r"song (?:is|was|again|\W|$)|what a song|lyrics|stuck in my head)"
        r"|(?:you are|you're) now\b|act as\b|role-?play)"
    ),
    "zh": (
        r"(?:这是|下面是|以下是|如下|收到了?|看到了?|转发)(?:我|他|她|客户|朋友)?(?:收到|写|看到)?的?"
        r"(?:一[封条篇段份])?(?:邮件|短信|消息|信|文章|帖子|作文|聊天记录|日志|评论|故事|诗|草稿|"
        r"简历|演讲稿?|歌词|段落|句子|例子|对话|内容)"
        r"|(?:这|那|下面|下列|以下|上面|上述)的?(?:这|那)?[封条篇段份句首个]?(?:话|邮件|短信|消息|信|"
        r"文章|帖子|作文|聊天|日志|评论|故事|诗|草稿|文字|文本|段落|句子|对话|歌词|内容)"
        r"|(?:客户|用户|读者|作者|患者|网友)(?:写道|来信|留言|反馈)"
        r"|歌里唱|歌词|[这那]首?歌|唱的是|俗话说|常言道|古诗|诗里|扮演|你现在是|角色"
    ),
}
_COVERED = "■"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def is_shown(message: str, language: Language) -> bool:
    """Tell if a message is a mail, a transcript or some other text its writer only shows."""
    if len(_compiled(_HEADER).findall(message)) >= 2 or _compiled(_LETTER).search(message):
        return True
    if len(_compiled(_SPEAKER).findall(message)) >= 2 and "\n" in message:
        return True
    return _compiled(_SHOWN[language]).search(message) is not None


def cover_shown(message: str) -> str:
    """Blank out code, logs and quoted lines, same length."""
    for pattern in (_FENCE, _LINES):
        message = _compiled(pattern).sub(_cover, message)
    return message


def _cover(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", _COVERED, match.group())
