"""Pieces of Chinese patterns, and words that only look like a time or name none."""

from __future__ import annotations

from memory_graph.text.times.numbers import HAN_NUMERALS
from memory_graph.text.times.rules import Rule, plain_rule

NUMBER = rf"(?:\d{{1,9}}|[{HAN_NUMERALS}]{{1,9}})"
NOT_IN_NUMBER = rf"(?<![\d.{HAN_NUMERALS}])"
_COUNTED_POINTS = (
    "建议|意见|要求|原因|看法|问题|内容|好处|理由|说明|注意|想法|感受|体会|结论|启示|共识|反馈"
    "|不足|疑问|变化|区别|优势|缺点|优点|心得|补充|希望|期望|改进|总结|提示|经验|教训|考虑"
)
_LUNAR = (
    "春节|大年初[一二三四五六七]|除夕|元宵节?|清明节?|端午节?|七夕|中元节?|中秋节?|重阳节?|腊八"
    "|小年|正月|腊月|跨年(?!夜)|母亲节|父亲节|感恩节|复活节|过年"
)
_NUMERAL = r"[\d一二两三四五六七八九十百千]"
_VAGUE = (
    "前几天|前两天|前些天|前阵子|这几天|这两天|过几天|过两天|过些天|改天|哪天|有一天|最近|近期|近来"
    "|从前|以前|将来|刚才|刚刚|马上|待会儿?|一会儿|现在|目前|当时|那时候?|当天|当晚|那天|何时"
    r"|前[几\d两三四五六七八九十]{1,3}(?:天|周|年|个(?:月|星期|礼拜|小时))(?!前|后|级)"
    rf"|(?:{_NUMERAL}{{0,4}}[多几余来]|[几数]{_NUMERAL}{{1,3}})个?(?:分钟|小时|天|周|星期|礼拜|月|年)"
    r"(?:之前|以前|前|之后|以后|后)(?=$|[^面台端途门])|这[两几三](?:周|个月|个星期)|[上下]半月"
    r"|(?:这|上|下|本)(?:个)?学[期年]|寒假|暑假|开学(?!校)|(?<![假周分定长短工日孕同])期[中末](?=考|前|后|$)"
    "|什么时候|几点|几号|几天[前后]|几个月[前后]|几年[前后]|几周[前后]|很久以前"
)


def noise_rules() -> tuple[Rule, ...]:
    """Words to pass over: greetings, counted points, decimals, habits, festivals that move."""
    return (
        plain_rule("noise", "(?:早上|上午|中午|下午|晚上)好"),
        plain_rule(
            "noise", "今日头条|明日方舟|明日之[星后]|五月天(?!气)|八点档|三点水|[三九五]点一线"
        ),
        plain_rule("noise", "天天|周全|周到|周围|周边|周年|[早晚](?:一点|点|些)(?!钟|半|\\d)"),
        plain_rule("noise", "一点(?=儿|点|.{0,3}[都也]|不|没|东西|头|水|钱)|有一?点|差一?点"),
        plain_rule(
            "noise", r"[第这那以几][两二三四五六七八九\d]{1,2}点|[这那几]点|以[上下][两三四五]点"
        ),
        plain_rule(
            "noise",
            rf"[两二三四五六七八九十\d]{{1,2}}点(?:主要|重要|核心|简单|具体|小|关键)?的?"
            rf"(?:{_COUNTED_POINTS})",
        ),
        plain_rule("noise", "[零一二两三四五六七八九十]点[零一二三四五六七八九]+(?![十分刻\\d零])"),
        plain_rule(
            "recurring",
            "每一?个?(?:隔)?(?:工作日|周末|天|日|早上?|晚上?|上午|下午|月底?初?|年|季度|小时"
            "|(?:周|星期|礼拜)[一二三四五六日天]{0,7})",
        ),
        plain_rule("vague", _LUNAR),
        plain_rule("vague", _VAGUE),
    )
