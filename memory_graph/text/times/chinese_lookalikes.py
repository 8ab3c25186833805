"""Chinese words around a time that make it something else.

How long something took (看了一下午电影), opening hours (周一到周五9:00-18:00), names (周一鸣), and
times told from one that was not said (第三周, 年前).
"""

from __future__ import annotations

from memory_graph.text.times.chinese_words import CLOCK, NOT_IN_NUMBER, NUMBER, PART
from memory_graph.text.times.rules import Rule, plain_rule, time_rule
from memory_graph.text.times.spec import Part, Spec

_WEEK = "(?:周|星期|礼拜)"
_DAY = "[一二三四五六日天]"
_TO = r"\s*(?:-|~|～|–|—|到|至)\s*"
_PART = f"{PART}?"
_CLOCK = _PART + CLOCK
_HOURS = rf"{_CLOCK}{_TO}{_CLOCK}"
_DAYS = rf"(?:每?{_WEEK}{_DAY}{_TO}{_WEEK}?{_DAY}|工作日|平时)"


def lookalike_rules() -> tuple[Rule, ...]:
    """All of them; they come before the rules for days and clock times."""
    return (
        *_length_rules(),
        *_opening_rules(),
        *_name_rules(),
        *_that_day_rules(),
        *_elsewhere_rules(),
    )


def _length_rules() -> tuple[Rule, ...]:
    """一下午 is as long as an afternoon; 周一下午 is one."""
    apart = rf"{NOT_IN_NUMBER}(?<![周拜])(?<!星期)(?<!初)"
    return (
        plain_rule(
            "noise",
            f"{apart}一整?个?(?:下午|上午|早上|晚上|夜晚?|中午|周末)(?![一二两三四五六七八九十\\d]{{1,3}}[点时])",
        ),
    )


def _opening_rules() -> tuple[Rule, ...]:
    """周一到周五9:00-18:00, 早上九点到晚上六点（周一至周五）, 工作日早上九点, 隔周周二."""
    rest = "[，,、:：的]?(?:每天|都?是)?"
    return (
        plain_rule("recurring", rf"{_DAYS}{rest}\s*{_HOURS}"),
        plain_rule(
            "recurring",
            "(?:每年的?|每[逢到]|逢)(?:国庆|元旦|五一|圣诞|春节|中秋|端午|清明|情人节|双十一|暑假|寒假|生日|[春夏秋冬](?:天|季))",
        ),
        plain_rule("recurring", rf"{_HOURS}[，,（(]?{_DAYS}"),
        plain_rule(
            "recurring",
            f"(?<![个下上一后前])工作日的?(?={_PART}{NUMBER}[点點]|{_PART}\\d{{1,2}}[:：])",
        ),
        plain_rule(
            "recurring", f"(?:隔|每[两二三]|[单双])个?{_WEEK}的?(?:{_WEEK}?{_DAY})?(?![前后内])"
        ),
        plain_rule(
            "recurring", f"{_WEEK}{_DAY}{_TO}{_WEEK}?{_DAY}的?(?:早九晚[五六]|朝九晚[五六])"
        ),
    )


def _name_rules() -> tuple[Rule, ...]:
    """周一鸣 and 他叫周三 are people, 周末愉快 a wish; 周日帆船课 and 老师叫周五交 tell a day."""
    word = "帆[船布]|诺(?:贝尔|基亚)|菲(?:律宾|菲)|琳[达琳]|凡[是事]|涵[养盖]|萱萱|轩轩"
    return (
        plain_rule("noise", f"(?<![上下这本])周{_DAY}(?!{word})[鸣楠诺涵帆菲琳萱轩凡]"),
        plain_rule("noise", f"(?<=叫)周{_DAY}(?=$|[，。、；！？,.;!?\\s的])|(?<=叫)[春夏秋冬]天"),
        plain_rule("noise", "周末(?:愉快|快乐)"),
    )


def _that_day_rules() -> tuple[Rule, ...]:
    """那天晚上 is of a day that was said before."""
    parts: dict[str, Part] = {
        "早上": "morning", "上午": "morning", "中午": "noon", "下午": "afternoon",
        "傍晚": "evening", "晚上": "evening", "夜里": "evening", "凌晨": "dawn",
    }  # fmt: skip
    return (
        time_rule(
            f"[那当][天日]的?(?P<core>{'|'.join(parts)})",
            lambda m, _n: Spec(part=parts[m["core"]]),
            "earlier",
        ),
    )


def _elsewhere_rules() -> tuple[Rule, ...]:
    """年前 and 节后 at the head of a clause, 上个世纪, 本世纪初."""
    return (
        plain_rule(
            "vague", rf"(?:第二天|次日|翌日|隔天|改天|哪天|有一天|某天)的?{_PART}(?:{_CLOCK})?"
        ),
        plain_rule("vague", rf"第[三四五六七八九十]天的?(?:{_CLOCK}|{PART})"),
        plain_rule("vague", f"那一?年的?(?:[春夏秋冬](?:天|季)?|{NUMBER}月份?)?"),
        plain_rule("vague", "[今明昨]后?两?天(?<=[明]后天)|明后两天|那个?月|当年"),
        plain_rule(
            "vague",
            "这(?:大?半年|一年|半个月)|入[春夏秋冬](?:以来|之后|以后|后)?|开春(?:以后|之后|后)?",
        ),
        plain_rule(
            "vague", rf"(?:{NUMBER}|下一?|上一?|这|第[一二三]|最后一?)个工作日(?:之?[内前后])?"
        ),
        plain_rule("vague", "新年(?=第|前|后|期间|那|的时候|假期|[，,。]|$)"),
        plain_rule("vague", r"(?<![\w])(?:[年节][前后]|过完年)(?!面|者|台)"),
        plain_rule(
            "vague",
            "(?:上个?|本|这个|下个?|[一二]十[一二三四五六七八九]?)世纪(?![\\d一二三四五六七八九])[初中末]?(?!.?十年代)",
        ),
    )
