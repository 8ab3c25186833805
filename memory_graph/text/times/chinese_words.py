"""Pieces of Chinese patterns, and words that only look like a time or name none."""

from __future__ import annotations

from memory_graph.text.times.numbers import HAN_NUMERALS
from memory_graph.text.times.rules import Rule, plain_rule

NUMBER = rf"(?:\d{{1,9}}|[{HAN_NUMERALS}]{{1,9}})"
NOT_IN_NUMBER = rf"(?<![\d.{HAN_NUMERALS}])"
PART = "(?:早上?|上午|中午|下午|傍晚|晚上?|夜里|凌晨)"
CLOCK = rf"\s*(?:{NUMBER}[点點时](?:半|[一三]刻|{NUMBER}分?)?|\d{{1,2}}[:：]\d{{2}})"
_COUNTED_POINTS = (
    "建议|意见|要求|原因|看法|问题|内容|好处|理由|说明|注意|想法|感受|体会|结论|启示|共识|反馈"
    "|不足|疑问|变化|区别|优势|缺点|优点|心得|补充|希望|期望|改进|总结|提示|经验|教训|考虑"
)
_LUNAR = "元宵(?!节)|小年|正月(?!初|[十二三])|腊月(?!初|[十二三])|跨年(?!夜)|过年"
_MONTH_OF_MOON = r"(?:[正腊冬]|[一二两三四五六七八九十]{1,2}|\d{1,2})月"
_BY_MOON = (
    f"(?:农历|阴历|旧历)(?!的?{_MONTH_OF_MOON}初?{NUMBER}|新年)(?:的)?(?:(?:今|去|明)年的?)?"
    f"(?:闰?{_MONTH_OF_MOON})?(?:初?{NUMBER})?"
    f"|闰{_MONTH_OF_MOON}(?:初?{NUMBER})?"
)
"""What the calendar of the moon leaves open: no day, a leap month, a feast of several days."""
_FISCAL = (
    r"(?:\d{2,4}|[〇零一二三四五六七八九]{2,4}|[本上下去今明前])?个?财年的?"
    r"(?:第?[一二三四1-4]季度?|[上下]半年|Q[1-4]|[一二三四]季报)?"
)
_ADDRESS = rf"(?:[路街巷弄]|大道|胡同|小区|花园|新村)(?:{NUMBER}[弄巷])?{NUMBER}(?:-\d+)?[号號]"
_WEEK = "(?:周|星期|礼拜)"
_LIST = "(?:[、,，和与及]|或者?|还有|以及)"
_NUMERAL = r"[\d一二两三四五六七八九十百千]"
_VAGUE = (
    "第二天|次日|翌日|稍后|今明两天|昨今两天|近几年|这[几些]年|学年"
    r"|\d{1,3}\.\d{1,2}个?(?:小时|天|周|星期|月|年)(?:之前|以前|前|之后|以后|后)"
    "|[年节]前后?(?=[，,。我他她你]|$)|[年节]后(?=[，,。我他她你]|$)"
    "|前几天|前两天|前些天|前阵子|这几天|这两天|过几天|过两天|过些天|改天|哪天|有一天|最近|近期|近来"
    "|从前|以前|将来|刚才|刚刚|马上|待会儿?|一会儿|现在|目前|当时|那时候?|当天|当晚|那天|何时"
    r"|生日(?:的)?(?:那[天周]|前[后一两三]?[天周]|后[一两三]?[天周])"
    r"|前[几\d两三四五六七八九十]{1,3}(?:天|周|年|个(?:月|星期|礼拜|小时))(?!前|后|级)"
    rf"|(?:{_NUMERAL}{{0,4}}[多几余来]|[几数]{_NUMERAL}{{1,3}})个?(?:分钟|小时|天|周|星期|礼拜|月|年)"
    r"(?:之前|以前|前|之后|以后|后)(?=$|[^面台端途门])|这[两几三](?:周|个月|个星期)|这[两三四五六七八九十]年|[上下]半月"
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
        plain_rule(
            "noise",
            "[零一二两三四五六七八九十]点[零一二三四五六七八九]+"
            "(?![十分刻\\d零])(?<!点零[一二三四五六七八九])",
        ),
        plain_rule(
            "noise",
            "(?<=分之)[零一二两三四五六七八九十]+点零[一二三四五六七八九]+"
            "|[零一二两三四五六七八九十]+点零[一二三四五六七八九]+(?=[倍元块万亿米克斤折升吨度个页%％]|公[里斤]|平)",
        ),
        plain_rule(
            "recurring",
            "每一?个?(?:隔)?(?:工作日|周末|天|日|早上?|晚上?|上午|下午|季度|小时"
            f"|月的?(?:{NUMBER}[日号號]?(?:{_LIST}{NUMBER}[日号號]?)*(?<=[日号號])|[底初末])?"
            f"|年的?(?:{NUMBER}月份?(?:{NUMBER}[日号號]|[底初末])?|[底初末])?"
            f"|{_WEEK}[一二三四五六日天]{{0,7}}(?:{_LIST}{_WEEK}?[一二三四五六日天])*)",
        ),
        plain_rule("recurring", f"每[到逢](?:周末|{_WEEK}[一二三四五六日天]{{0,7}})"),
        plain_rule("noise", rf"第{NUMBER}[号號]"),
        plain_rule("recurring", f"逢{_WEEK}[一二三四五六日天]{{0,7}}|(?<![间阻])隔[天日周月年]"),
        plain_rule(
            "vague",
            f"(?:{_BY_MOON}|{_LUNAR})(?:(?:[那当]天)?的?{PART}{CLOCK}|(?:[那当]天)?的?{PART})?",
        ),
        plain_rule("vague", _VAGUE),
        plain_rule("vague", f"{_FISCAL}|(?:第?[一二三四1-4]|本|上|下)财季"),
        plain_rule("noise", _ADDRESS),
    )
