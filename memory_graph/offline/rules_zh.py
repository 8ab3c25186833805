"""The Chinese extraction rules: each is matched against one whole clause.

Upper-case words in angle brackets are macros. The subject 我 may be missing where the sentence
has already named it; ``extract`` puts it back before matching.
"""

from __future__ import annotations

from functools import cache

from memory_graph.offline.lexicon import cities, relation_words
from memory_graph.offline.rule import Grammar
from memory_graph.offline.rules_zh_aims import AIMS_AND_STUDIES
from memory_graph.offline.rules_zh_daily import DAILY
from memory_graph.offline.rules_zh_home import HOME
from memory_graph.offline.rules_zh_life import PLACES, WORK
from memory_graph.offline.rules_zh_people import PEOPLE
from memory_graph.offline.rules_zh_self import HEALTHY, IDENTITY, SELF
from memory_graph.offline.rules_zh_tastes import TASTES
from memory_graph.offline.rules_zh_things import POSSESSIONS
from memory_graph.offline.words import JOBS_ZH, SURNAMES

_HAN = "一-鿿"

_LATIN = "[A-Za-zÀ-ɏ0-9.'-]"

_JOBS = "|".join(sorted(JOBS_ZH.split(), key=len, reverse=True))
_MACROS = {
    "ADV": (
        r"(?:现在|目前|如今|其实|一直|也|都|还|就|真的|真|很|非常|特别|"
        r"最|更|比较|挺|超级|超|蛮|"
        r"一般|通常|平时|(?<!已)经常|常|总是|尤其|十分|已经|刚|最近|只|确实|"
        r"从小|一向|是|好像|已|又|终于|可能|也许|大概|似乎|或许)*"
    ),
    # 我们 is not 我, and 我国, 我司 and 我校 are not the speaker either.
    "ME": r"(?:我|俺|本人)(?!们|国|司|校|方|院|党|军|市|省|县|区|厂|店|辈|等)(?:自己|个人)?",
    "MINE": r"<ME>(?:的|家里?的?)?(?:最(?:好|要好|亲)的|大|小|新|好|亲|那个|另一个|另外一个)?",
    "WHO": (
        r"(?:◆|<MINE>(?P<rel><REL>)(?P<kin><NAME>|(?P<twin>[一-鿿])(?P=twin))?|(?P<person><NAME>))"
    ),
    "END": (
        r"(?:了|的|啊|呀|哦|喔|呢|吧|啦|哈|嘛|哟|噢|来着|就行|就好|就可以|即可|"
        r"一点|一些|\s)*[。！!.…~～；;]*$"
    ),
    "NAME": (
        rf"(?-i:(?:[小老阿][{_HAN}]|[{''.join(sorted(SURNAMES))}][{_HAN}]{{1,2}}?)(?=[^{_HAN}]|"
        rf"和|跟|与|在|是|叫|"
        rf"负责|住|向|管|带|对|一起|共同|一块|做|参与|主管|牵头|汇报|也|喜欢|爱|不|讨厌|会|今年|来自|搬|的|生日|吃|养|学|当|了?$)|"
        rf"[{''.join(sorted(SURNAMES))}](?:总|"
        rf"老师|经理|医生|教授|工|姐|哥|主任|博士)|[A-Z]{_LATIN}*(?:\s[A-Z]{_LATIN}*)*)"
    ),
    "CALLED": rf"(?:[{_HAN}·]{{1,6}}?|[{_HAN}]{{1,3}}[A-Za-z]+|"
    rf"[A-Za-z]{_LATIN}*(?:\s[A-Z]{_LATIN}*)*)",
    # One of several who are called so: what joins them is read in one way only.
    "LISTED": rf"(?:(?:(?![和跟与])[{_HAN}·]){{1,6}}?|(?:(?![和跟与])[{_HAN}]){{1,3}}[A-Za-z]+|"
    rf"[A-Za-z]{_LATIN}*(?:\s[A-Z]{_LATIN}*)*)",
    # What may stand before 人 as a place: not 负责人, 好人, 主持人.
    "FOLK": (
        r"(?!个|好|男|女|老|年轻|本地|外地|大|什么|成年|聪明|普通|机器|明白|正常|一|病|证|名|客|家|新|熟|路)"
        rf"(?:(?!的)[{_HAN}]){{2,5}}?(?<!负责|当事|主持|候选|合伙|创始|中间|局外|过来|有心|好心|代理|经纪|监护|联系|介绍|继承|"
        r"发言|法定|投资|申请|主人|发起|带头|领头)(?<![病男女老名商军工诗盲路客情爱新仇恩熟党坏好])"
    ),
    "PLACE": rf"(?:[{_HAN}]{{2,12}}?|[A-Z]{_LATIN}*(?:\s[A-Z]{_LATIN}*)*)",
    "EMP": rf"(?:[{_HAN}A-Za-z0-9·&.\-]{{2,20}}?|[A-Z][\w.'&\s-]{{1,30}}?)",
    "JOB": rf"(?:[{_HAN}A-Za-z+#]{{0,8}}?(?:{_JOBS}|(?![会成党人])[{_HAN}](?:师|匠|员)|"
    rf"(?![人女男战护])[{_HAN}]士|(?![员手做打])[{_HAN}]工))",
    "OBJ": r"[^，,。；;：:？?！!]{1,40}?",
    "CL": r"(?:一)?(?:名|个|位|只|条|辆|台|套|把|架)?",
}

_DENY = {
    "object": (
        r"(?:你|您|他|她|它|这|那|哪|什么|谁|怎么|上了?$|被|自己$|一下|一个人$|的$|了$|死|得|到|让|"
        r"这样|那样|不|没|过(?!期|敏)|了|我们?$|说|问|听你|[吃喝看听玩去读]?的)"
    ),
    "name": (
        r"(?:他|她|它|你|您|我|谁|什么|了|不|没|到|来|去|过|一|几|这|那|上|下|"
        r"车|外卖|醒|人|个|的|起来|住|做|出|啥|"
        r"快递|代驾|救护|服务员|早|爸|妈|先|再|帮|一声|一下|大家|你们|起床?$|吃|喝|开会|睡|买(?![买合])|交|接|加班)"
    ),
    "place": (
        r"(?:不|没|这|那|哪|他|她|它|你|我|[的得着过离很和跟与]|院|校|家|酒店|宾馆|学校|公司|单位|医院|楼|一起|"
        r"外面|里(?![昂斯约尔奥加海姆])|附近|宿舍|旁边|现在|"
        r"[一二三四五六七八九十几\d]+(?:楼|层|个|次|起|间|号)|厕所|洗手间|超市|"
        r"商店|银行|食堂|好|新家|新房|隔壁|对面|前|后|左|右)"
    ),
    "employer": (
        r"(?:(?![一-鿿]{2,5}的一[家所间]).*[的是]|(?!饿了么).*了|.*唯一|.*在|一[个名位]|家|这|那|哪|公司|单位|外面|线上|网上|学校$|"
        r"学校里|厨房|办公室|路上|"
        r"想|考虑|努力|认真|他|她|你|我|楼|晚上|"
        r"白天|周末|早上|上午|下午|床上|等|找|看|写|做|听|用|学|图书馆|咖啡店|"
        r"咖啡馆|一起|外地|国外|远程|尝试|试着)"
    ),
    "person": (
        r"(?:他|她|它|你|您|我|谁|什么|那|这|哪|不|没|一|个|人|大家|他们|很|"
        rf"[{_HAN}]{{1,3}}(?:人|员)$|高[中一二三级]|[白蓝金]领|安保|"
        r"也|都|在|的|了|有|老[师板乡人婆公]|小[孩学姐时]|阿姨)"
    ),
    "job": (
        r"(?:.*(?:过|会(?!计)|用(?!户)|学(?![生者])|看(?!护))|.*[是的在有不没要想叫写改找问懂觉说们做搞帮给把被和跟去来让]|他|她|你|这|那|了|[一二两三四五六七八九十几\d]+年(?!级)|"
        r"什么|谁|个好|一些|另|.+(?:博士|女士|人士|先生)$)"
    ),
}
_DENY["other"] = _DENY["person"]
_DENY["kin"] = _DENY["person"] + "|([天常刚年往偏渐慢仅时日处默悄明稍])\\1"


@cache
def chinese() -> Grammar:
    """Return the Chinese grammar; rules are tried in order, the first match wins."""
    macros = {**_MACROS, "REL": f"(?:{relation_words('zh')})", "CITY": f"(?:{cities()})"}
    known = AIMS_AND_STUDIES + SELF + HEALTHY + IDENTITY + PEOPLE + HOME + DAILY
    rules = known + WORK + PLACES + TASTES + POSSESSIONS
    return Grammar(
        macros,
        _DENY,
        r"[、]|以及|(?<!埃)及|和|跟|与|还有",
        rules,
        r"(?:一点点?儿?|一些|流利的?|简单的?|一[只条辆台](?=.))",
        r"(?!)",
    )
