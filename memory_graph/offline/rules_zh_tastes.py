"""The Chinese rules about likes, dislikes, habits and skills."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule

_HAN = "一-鿿"
_NOT = r"(?:不|没|别|从不|从来不|不再|不太|不怎么|不是很|不大|并不|一点也不|一点都不|再也不|不那么)"
_WHILE = (
    r"(?:(?:坐|乘|搭|开车|出差|出门|旅行|旅游|住|吃|喝|看|听|买|睡|工作|上班|学习)[^，我]{0,6}?"
    r"(?:的?时候?)?)?"
)
"""On what occasion something is liked: 坐飞机我喜欢…"""
_LIKE = r"(?:喜欢|喜爱|热爱|偏爱|钟爱|爱好|偏好|爱(?=[吃喝看听玩打])|爱)"
_PREFERENCE = Fact("preference:{object_id}", "{object}", kind="preference", importance=0.6)
_DISLIKE = Fact(
    "preference:{object_id}", "{object}", kind="preference", importance=0.6, polarity=False
)
_DIET_NO = Fact("diet:{object_id}", "{object}", polarity=False, importance=0.6, kind="preference")
_DIET = Fact("diet:{object_id}", "{object}", importance=0.6, kind="preference")

TASTES = (
    Rule(
        "favourite",
        rf"<ME>最(?:喜欢|爱|喜爱)[吃喝看听玩去读]?的(?P<thing>[{_HAN}]{{1,8}}?)(?:是|叫)(?P<object><OBJ>)<END>",
        (Fact("favourite:{thing_id}", "{object}", kind="preference", importance=0.6),),
        quotes=True,
    ),
    Rule(
        "fan",
        r"<ME><ADV>(?:(?<=是)|是)(?:个|一个|一名|一位|资深|铁杆)*(?P<object>(?!个|一)[^，。的不]{1,12}?)"
        r"(?:爱好者|迷|发烧友)<END>",
        (_PREFERENCE,),
    ),
    Rule(
        "dislike",
        rf"{_WHILE}<ME>(?:其实|现在|真的|从小|就|也|一直|已经|向来|很|非常|特别|比较|挺|最)*(?:{_NOT}(?:喜欢|"
        rf"爱|喜爱|热爱|感冒|待见)|讨厌|厌恶|受不了|反感|"
        r"最烦|最讨厌|很讨厌|特别讨厌|恨|害怕|怕(?=辣|狗|猫))(?P<object><OBJ>)<END>",
        (_DISLIKE,),
        listed="object",
    ),
    Rule(
        "like",
        rf"(?:(?:比起|相比)[^，我]{{1,8}})?{_WHILE}<ME>(?:<ADV>{_LIKE}(?:上了)?|<ADV>迷上了?|"
        rf"<ADV>倾向于|的爱好是|的?兴趣爱好是)(?P<object><OBJ>)"
        r"(?:(?:多过|胜过|而不是|多于)[^，。]+)?<END>",
        (_PREFERENCE,),
        listed="object",
    ),
    Rule(
        "not_interested",
        r"<ME><ADV>对(?P<object>[^，。不没]{1,20}?)(?:一点都?|完全|并|都)?(?:不|没|没有|不太|不怎么)感?兴趣<END>",
        (_DISLIKE,),
        listed="object",
    ),
    Rule(
        "interested",
        r"<ME><ADV>对(?P<object>[^，。不没]{1,20}?)(?:很|非常|特别|挺|比较)?感兴趣<END>",
        (_PREFERENCE,),
        listed="object",
    ),
    Rule(
        "smoker",
        r"<ME><ADV>(?:不|从不|不再|从来不|没有)抽烟<END>",
        (Fact("diet:smoking", "抽烟", polarity=False),),
    ),
    Rule(
        "diet_no",
        (
            r"<ME><ADV>(?:(?:从来不|从不|不再|再也不|不太?能|不怎么能|不|早就不)(?:吃|喝|碰)|"
            r"戒(?:掉)?了?(?:[一二两三四五六七八九十半几\d]+个?[年月天])?)(?P<object><OBJ>)<END>"
        ),
        (_DIET_NO,),
        listed="object",
    ),
    Rule(
        "diet_past",
        r"<ME><ADV>(?:以前|之前|那时候?|当时)?<ADV>(?:喝|吃)(?P<object><OBJ>)<END>",
        (_DIET,),
        when="past",
    ),
    Rule(
        "diet",
        r"<ME>(?:(?:每天|天天|早上|平时|一般|通常|经常|只|都|现在|目前)+(?:都|"
        r"会|要|只)*(?:喝|吃)|(?:喝|吃)(?=咖啡|茶|素|辣))"
        r"(?:[一两二三四五六七八九十半几\d]+(?:杯|升|碗|瓶|片|个|罐|壶|斤|粒|勺)的?)?"
        r"(?P<object>(?!早|午|晚|饭|药|什么|了|食堂|外卖|.*不)<OBJ>)<END>",
        (_DIET,),
        listed="object",
    ),
    Rule(
        "speaks",
        (
            r"<ME><ADV>(?:会说|会讲|说|讲|懂|精通|会)(?P<object>(?![说讲打写对话])"
            r"(?:(?!和)[一-鿿]){1,7}[语话文](?:[、和](?:(?!和)[一-鿿]){1,7}[语话文])*)<END>"
        ),
        (Fact("speaks", "{object}", cardinality="many"),),
        listed="object",
    ),
    Rule(
        "speaks_not",
        r"<ME><ADV>不(?:会|太会|再)?(?:说|讲)(?P<object>[一-鿿]{1,4}[语话文])<END>",
        (Fact("speaks", "{object}", cardinality="many", polarity=False),),
    ),
    Rule(
        "plays",
        (
            r"<ME><ADV>(?:会|在学)?(?:弹|拉|打|踢|下)(?P<object>钢琴|吉他|小提琴|"
            r"鼓|足球|篮球|羽毛球|网球|乒乓球|象棋|围棋)<END>"
        ),
        (Fact("plays", "{object}", cardinality="many"),),
    ),
    Rule(
        "learning",
        r"<ME><ADV>(?:在|正在|开始)学(?:习)?(?P<object>(?!习|怎么|得)[^，。]{2,10}?)<END>",
        (Fact("learning", "{object}", cardinality="many"),),
        when="since",
    ),
)
