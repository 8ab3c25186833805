"""The Chinese rules about things the user has, and how the user gets to work."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule

_NOT_THINGS = (
    r"(?!<REL>(?:是|的))(?!(?:[^，。]{0,6})(?:意见|想法|看法|问题|意思|建议|计划|目标|观点|"
    r"错|天|理解|感觉|心情|要求|希望|名字|会|会议|评审|面试|航班|说法|情况|代码|函数|程序|服务|"
    r"构建|测试|查询|脚本|变量|报错|命|心|爱|眼泪|梦|人生|生活|世界|祖国|结论|回答|答案|意图)"
    r"(?:是|的))"
)

POSSESSIONS = (
    Rule(
        "count",
        r"<ME>(?:家)?(?:<ADV>)(?:有|养了?)(?P<count>\d{1,3}|[一两二三四五六七八九十]{1,"
        r"3})(?:个|只|条|辆|台|套|把|位)"
        r"(?P<thing>孩子|儿子|女儿|猫|狗|兔子|车|汽车|自行车|姐姐|妹妹|哥哥|"
        r"弟弟|房子|电脑|显示器|吉他|兄弟|姐妹|小孩|宠物)<END>",
        (Fact("count:{thing_id}", "{count}"),),
    ),
    Rule(
        "thing_is",
        rf"<ME>的(?P<thing>{_NOT_THINGS}[^，。是的]{{1,8}}?)(?:现在|目前)?是"
        r"(?P<object>(?!返回|正在|不|一只小|真的|坏|偷|借|(?:新|刚)买)[^，。；？]{1,20}?)<END>",
        (Fact("thing:{thing_id}", "{object}"),),
        whole=True,
        confidence=0.9,
    ),
    Rule(
        "has_none",
        r"<ME>(?:家)?<ADV>(?:没有?|没养)(?P<thing>车|汽车|房子?|孩子|小孩|兄弟姐妹|兄弟|姐妹|宠物|猫|狗|"
        r"驾照|电视)<END>",
        (Fact("has:{thing_id}", "{thing}", polarity=False),),
    ),
    Rule(
        "has_new",
        r"<ME><ADV>(?:买了|养了|有|开|骑)(?:着)?(?:的是)?(?:一)?(?:辆|台|只|条|把|架|套)(?:新)?"
        r"(?P<thing>[^，。；的好]{1,10}?)<END>",
        (Fact("has:{thing_id}", "{thing}"),),
        listed="thing",
        when="since",
    ),
    Rule(
        "commute_by",
        r"<ME>(?:上班|上学|通勤)(?:都|是|一般|通常|平时)*"
        r"(?P<object>(?:坐|骑|开|乘|步行|走路)[^，。；]{0,16}?)<END>",
        (Fact("thing:commute", "{object}"),),
    ),
    Rule(
        "commute",
        r"<ME>(?:每天|平时|一般|通常)(?:都)?(?P<object>(?:坐|骑|开|乘|步行|走路)[^，。；]{1,"
        r"16}?(?:上班|上学|通勤|去公司))<END>",
        (Fact("thing:commute", "{object}"),),
    ),
)
