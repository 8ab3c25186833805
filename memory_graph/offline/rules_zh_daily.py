"""The Chinese rules about habits and the user's days."""

from __future__ import annotations

from memory_graph.offline.rule import Fact, Rule

_HAN = "一-鿿"
_N = r"(?:\d{1,2}|[一二两三四五六七八九十])"
_OFTEN = (
    r"(?:每天|天天|每日|每晚|每早|每周末?|每个?月|每年|每个?(?:星期|礼拜|"
    r"周)[一二三四五六日天]|周末|"
    r"(?:每)?(?:周|星期|礼拜)[一二三四五六日天](?:和(?:周|星期|礼拜)[一二三四五六日天])?|"
    r"工作日|每隔一天|"
    r"饭后|睡前|下班后|上班前)(?:的)?(?:都)?(?:早上|早晨|上午|中午|下午|傍晚|晚上|夜里|清晨)?"
)
_OFTEN_ALWAYS = (
    r"(?:每天|天天|每日|每晚|每早|每周末?|每个?月|每年|每个?(?:星期|礼拜|"
    r"周)[一二三四五六日天]|每隔一天)"
    r"(?:早上|早晨|上午|中午|下午|傍晚|晚上|夜里|清晨)?"
)
_WEEKDAY = r"(?:周|星期|礼拜)[一二三四五六日天]"
_REGULAR = (
    rf"(?:{_OFTEN_ALWAYS}|工作日|饭后|睡前|下班后|上班前|{_WEEKDAY}和{_WEEKDAY}|"
    rf"(?:{_WEEKDAY}|周末)(?=都|会|一般|通常|坚持))"
)
_SPORTS = (
    "网球|足球|篮球|羽毛球|乒乓球|排球|高尔夫|钢琴|吉他|小提琴|大提琴|古筝|二胡|"
    "琵琶|鼓|象棋|围棋|国际象棋|麻将|台球"
)
_DOING = (
    rf"(?:跑步|晨跑|夜跑|健身|锻炼|游泳|散步|遛狗|冥想|打坐|瑜伽|做瑜伽|写日记|背单词|"
    rf"午睡|骑车|爬山|徒步|做饭|"
    rf"看书|阅读|读书|练[{_HAN}]{{1,4}}|打(?:太极|坐)|跳舞|跳操|钓鱼|画画|写代码|做志愿者|"
    rf"去[{_HAN}]{{2,6}}|"
    rf"给[{_HAN}]{{1,4}}打电话|陪[{_HAN}]{{2,6}}|(?:喝|吃)[{_HAN}]{{1,6}})"
)
_CLOCK = (
    r"(?:(?:早上|上午|中午|下午|晚上|凌晨)?(?:\d{1,2}[:：]\d\d|\d{1,2}点|"
    r"[一二两三四五六七八九十]{1,3}点)(?:半|一刻|三刻|[\d一二三四五十]{1,3}分?)?(?:左右)?)"
)

HABITS = (
    Rule(
        "plays_often",
        rf"<ME><ADV>(?P<often>{_OFTEN})(?:都|会|要|去)*(?:弹|拉|打|踢|下|"
        rf"练)(?P<object>{_SPORTS})<END>",
        (
            Fact("plays", "{object}", cardinality="many"),
            Fact("habit:{object_id}", "{often}{object}"),
        ),
        cue=_SPORTS,
    ),
    Rule(
        "wakes",
        rf"<ME><ADV>(?:{_OFTEN_ALWAYS})?(?:都|会|要|在|差不多)*(?P<clock>{_CLOCK})(?:就|"
        rf"才|准时|开始|左右)*"
        r"(?P<object>起床|睡觉|上床|上班|下班|出门|睡|起)<END>",
        (Fact("habit:{object_id}", "{clock}{object}"),),
        cue="起|睡|上床|上班|下班|出门",
    ),
    Rule(
        "times",
        rf"<ME><ADV>(?P<often>(?:每|一)(?:周|天|月|个?星期|个?月|年))(?:都|会|要)*(?:(?P<verb>去|"
        rf"跑|游|做|上)?"
        rf"(?P<times>{_N}[次趟回])(?P<object>[{_HAN}]{{2,6}}?)|"
        rf"(?P<deed>{_DOING})(?P<often2>{_N}[次趟回]))<END>",
        (
            Fact("habit:{object_id}", "{often}{times}{object}", needs="object"),
            Fact("habit:{deed_id}", "{often}{deed}{often2}", needs="deed"),
        ),
        cue="[次趟回]",
    ),
    Rule(
        "habit",
        rf"<ME><ADV>(?P<often>{_REGULAR})(?:都|会|要|坚持|必|去)*(?P<object>(?![喝吃]|"
        rf"去(?:过|了|哪)){_DOING})<END>",
        (Fact("habit:{object_id}", "{often}{object}"),),
        cue="每|天天|周|星期|礼拜|工作日|饭后|睡前|下班后|上班前",
    ),
    Rule(
        "works_from",
        rf"<ME><ADV>(?P<mode>(?:{_OFTEN})?(?:都)?(?:居家|在家|远程|线上|异地)(?:办公|工作|"
        rf"上班))<END>",
        (Fact("work_mode", "{mode}"),),
        whole=True,
        cue="办公|工作|上班",
    ),
    Rule(
        "lives_with",
        r"<ME>(?:(?P<alone>一个人住|独居|自己住)|(?:和|跟|"
        r"与)(?P<whom>[^，。；]{1,8}?)(?:住在一起|一起住|同住|合租))<END>",
        (
            Fact("lives_with", "{alone}", needs="alone"),
            Fact("lives_with", "{whom}", needs="whom"),
        ),
        when="since",
        cue="住|居|租",
    ),
    Rule(
        "fears",
        r"<ME><ADV>(?:(?P<phobia>恐高|恐飞|晕车|晕船|晕血|社恐)|(?:害怕|"
        r"怕)(?P<object>蜘蛛|蛇|黑|高|水|打雷|虫子|蟑螂|坐飞机|打针|"
        r"看牙|老鼠|鬼|一个人睡))<END>",
        (
            Fact("fear:{phobia_id}", "{phobia}", needs="phobia"),
            Fact("fear:{object_id}", "{object}", needs="object"),
        ),
        cue="恐|晕|怕",
    ),
    Rule(
        "star_sign",
        r"<ME><ADV>(?:(?<=是)|是)?(?P<object>白羊|牡羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|"
        r"射手|摩羯|水瓶|双鱼)座(?:的)?<END>",
        (Fact("thing:star sign", "{object}座"),),
        cue="座",
    ),
    Rule(
        "time_zone",
        r"<ME><ADV>在(?P<object>东[一二三四五六七八九十]{1,2}区|"
        r"西[一二三四五六七八九十]{1,2}区)<END>",
        (Fact("thing:timezone", "{object}"),),
        cue="区",
    ),
    Rule(
        "at_home",
        r"<ME><ADV>(?:(?<=是)|是)?(?:个|一个|一名)*(?P<job>(?:全职|家庭)(?:爸爸|妈妈|太太|"
        r"主妇|主夫))<END>",
        (Fact("job", "{job}", importance=0.7),),
        cue="全职|家庭",
    ),
    Rule(
        "volunteers",
        rf"<ME><ADV>在(?P<object>[{_HAN}]{{2,12}}?)(?:做|当)(?:志愿者|义工)<END>",
        (Fact("volunteers", "{object}", cardinality="many"),),
        cue="志愿者|义工",
    ),
    Rule(
        "wears",
        r"<ME><ADV>(?:戴|带)(?P<object>眼镜|隐形眼镜|助听器|牙套)<END>",
        (Fact("wears", "{object}", cardinality="many"),),
        cue="戴|带",
    ),
    Rule(
        "my_projects",
        rf"<ME><ADV>(?:在|正在)?(?:做|负责|参与|开发)(?:的是)?(?:一个)?(?:叫|名叫|"
        rf"叫做)(?P<project>[{_HAN}A-Za-z]{{1,12}}?)"
        r"的(?:项目|产品|应用|游戏)<END>",
        (Fact("works_on", "{project}", cardinality="many"),),
        cue="叫",
    ),
    Rule(
        "works_elsewhere",
        r"<ME><ADV>(?:不再?|从不|已经不)(?P<mode>(?:居家|在家|远程|线上)(?:办公|工作|上班))<END>",
        (Fact("work_mode", "{mode}", polarity=False),),
        whole=True,
        cue="办公|工作|上班",
    ),
    Rule(
        "to_work",
        r"<ME><ADV>(?P<object>(?:坐|骑|开|乘|搭|步行|走路|"
        r"跑步)[^，。；不没]{0,8}?)(?:去)?(?:上班|上学|通勤|去公司)<END>",
        (Fact("thing:commute", "{object}"),),
        whole=True,
        cue="上班|上学|通勤|公司",
    ),
    Rule(
        "works_shape",
        r"<ME><ADV>(?:是|上|做)?(?P<mode>兼职|全职|夜班|倒班|三班倒|弹性工作制)(?:的)?<END>",
        (Fact("work_mode", "{mode}"),),
        cue="兼职|全职|夜班|班|弹性",
    ),
    Rule(
        "reading",
        r"<ME><ADV>(?:在|正在)(?:读|看)(?P<title>《[^》]{1,40}》)(?:这本书)?<END>",
        (Fact("reading", "{title}", cardinality="many"),),
        quotes=True,
        cue="《",
    ),
    Rule(
        "training",
        r"<ME><ADV>(?:在|正在)(?:备战|备考|准备)(?P<object>[^，。；]{0,8}?(?:考试|比赛|面试|马拉松|婚礼|答辩|"
        r"考研|高考|中考|国考|公考|雅思|托福|竞赛|演讲|演出|答辩|期末|司考|法考))<END>",
        (Fact("preparing_for", "{object}", cardinality="many"),),
        cue="备",
    ),
    Rule(
        "flies",
        rf"<ME>(?:总是|一般|通常|平时|只|习惯)+(?:坐|乘|"
        rf"飞)(?P<object>[{_HAN}]{{1,6}}(?:航|航空))<END>",
        (Fact("preference:{object_id}", "{object}", kind="preference", importance=0.6),),
        cue="航",
    ),
    Rule(
        "dieting",
        r"<ME><ADV>(?:在|正在)?(?:做|吃|坚持|执行|进行|开始|遵循)?(?P<object>生酮|"
        r"低碳水?|地中海|轻断食|断食|"
        r"清真|无麸质|低盐|低糖)(?:饮食|食谱|餐|食品)?<END>",
        (Fact("diet", "{object}", importance=0.7),),
        cue="生酮|低|地中海|断食|清真|无麸质",
    ),
    Rule(
        "fan_of_team",
        rf"<ME><ADV>(?:(?:(?<=是)|是)(?P<club>[{_HAN}A-Za-z]{{2,8}}?)(?:队)?的?(?:铁杆|死忠)?球迷|"
        rf"支持(?P<team>[{_HAN}A-Za-z]{{2,8}}?队|阿森纳|曼联|曼城|利物浦|切尔西|皇马|巴萨|"
        rf"巴塞罗那|拜仁|尤文|国安|申花|"
        r"泰山|湖人|勇士|凯尔特人|公牛))<END>",
        (
            Fact("supports", "{club}", cardinality="many", needs="club"),
            Fact("supports", "{team}", cardinality="many", needs="team"),
        ),
        cue="球迷|支持",
    ),
)


DAILY = HABITS
