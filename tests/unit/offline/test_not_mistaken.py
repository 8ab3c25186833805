"""Sentences that were once taken for something else: what is named, whose it is, and when it is."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from memory_graph.types import Candidate

Extract = Callable[[str], list[Candidate]]
Found = tuple[str, str | None, bool]

WORK: list[tuple[str, list[Found]]] = [
    ("I quit my job last week.", [("employer", None, False), ("job", None, False)]),
    ("I got laid off.", [("employer", None, False), ("job", None, False)]),
    ("我上周辞职了。", [("employer", None, False), ("job", None, False)]),
    ("我被裁员了", [("employer", None, False), ("job", None, False)]),
    ("I quit my job at Acme.", [("employer", "Acme", False)]),
    ("I almost quit my job.", []),
    ("我想辞职", []),
    ("我老婆辞职了", []),
    ("我叫王芳，在北京当护士。", [("name", "王芳", True), ("job", "护士", True)]),
    ("我妹妹在杭州当护士", [("用户的妹妹/job", "护士", True)]),
    ("我在上海工作", []),
    ("我在北京协和医院当护士", [("employer", "北京协和医院", True), ("job", "护士", True)]),
    ("I work as a nurse in Boston.", [("job", "nurse", True)]),
    ("I work at Google as well.", [("employer", "Google", True)]),
    ("I work at Siemens as usual.", [("employer", "Siemens", True)]),
    ("I work as hard as I can.", []),
    ("Tom is a nurse in Boston.", [("Tom/job", "nurse", True)]),
    (
        "I work as a bartender in a hotel in Miami.",
        [("job", "bartender", True), ("employer", "hotel", True)],
    ),
    ("I've been working as a chef for two years.", [("job", "chef", True)]),
    ("我妹妹在辉瑞找到了新工作。", []),
    ("我在饿了么工作", [("employer", "饿了么", True)]),
    (
        "我叫李雷，在杭州的一家互联网公司做产品经理。",
        [
            ("name", "李雷", True),
            ("employer", "杭州的一家互联网公司", True),
            ("job", "产品经理", True),
        ],
    ),
    ("我在上海的一家医院工作。", [("employer", "上海的一家医院", True)]),
    (
        "我妹妹在杭州的一家银行当会计。",
        [("用户的妹妹/employer", "杭州的一家银行", True), ("用户的妹妹/job", "会计", True)],
    ),
    ("我在北京的家工作。", []),
    (
        "I'm Dana, I work as a product manager at Nimbus in Leipzig.",
        [("name", "Dana", True), ("job", "product manager", True), ("employer", "Nimbus", True)],
    ),
    ("I'm Dana and I live in Oslo.", [("name", "Dana", True), ("lives_in", "Oslo", True)]),
    ("I live in Oslo. I'm Batman, I fly.", [("lives_in", "Oslo", True)]),
    ("I'm Batman.", []),
    ("I'm OK, I live in Oslo.", [("lives_in", "Oslo", True)]),
    ("I'm Team Lead, I live in Oslo.", [("lives_in", "Oslo", True)]),
    ("I'm Pisces, I live in Oslo.", [("lives_in", "Oslo", True)]),
    ("I'm Welsh, I live in Oslo.", [("nationality", "Welsh", True), ("lives_in", "Oslo", True)]),
    ("I'm a former nurse.", []),
    ("我当了三年老师", []),
    ("我是三年级老师", [("job", "三年级老师", True)]),
    ("I'm a good cook.", []),
    ("我教练姓阮。", []),
    ("小丹当了护士。", [("小丹/job", "护士", True)]),
    ("我是团队里唯一的开发。", []),
    ("我的心理医生是科恩博士。", []),
    ("I just got promoted to senior engineer.", [("job", "senior engineer", True)]),
    ("我刚升职当了高级工程师。", [("job", "高级工程师", True)]),
    (
        "I'm the CTO of a startup called Finch.",
        [("job", "CTO", True), ("employer", "startup called Finch", True)],
    ),
]
ROLES: list[tuple[str, list[Found]]] = [
    (
        "Alice is the lead of the API Integration project.",
        [("Alice/role", "lead of the API Integration project", True)],
    ),
    ("Alice is a member of the design team.", [("Alice/role", "member of the design team", True)]),
    ("小艾是接口项目的负责人。", [("小艾/role", "接口项目的负责人", True)]),
    ("小艾是接口项目的经理", [("小艾/role", "接口项目的经理", True)]),
    ("小李是王芳的老师", [("小李/role", "王芳的老师", True)]),
    ("小艾是负责人", [("小艾/role", "负责人", True)]),
    ("小艾是腾讯的工程师", [("小艾/job", "工程师", True), ("小艾/employer", "腾讯", True)]),
    ("小艾是湖南人", [("小艾/from", "湖南", True)]),
    ("小艾是个好人", []),
    ("小艾是证人", []),
    ("Alice is not the lead of the API project.", []),
    ("小艾以前是接口项目的负责人", []),
    ("我是糖尿病人", []),
    ("Dana is from HR.", []),
    ("Dana runs every morning.", []),
    ("Dana owns two cars.", []),
    ("Dana maintains that it's fine.", []),
    ("Dana studies a lot.", []),
]
PEOPLE: list[tuple[str, list[Found]]] = [
    ("我女儿今年上小学三年级。", [("用户的女儿/school", "小学三年级", True)]),
    ("我儿子上三年级了", [("用户的儿子/school", "三年级", True)]),
    ("我女儿在上幼儿园大班", [("用户的女儿/school", "幼儿园大班", True)]),
    ("我儿子明年上小学。", [("用户的儿子/plan:school", "小学", True)]),
    ("我女儿上学去了。", []),
    ("我女儿上班了。", []),
    (
        "My daughter Emma started school in September.",
        [("relation:daughter", "Emma", True), ("Emma/school", "school", True)],
    ),
    ("My daughter starts school in September.", [("user's daughter/plan:school", "school", True)]),
    ("My son is in third grade.", [("user's son/school", "third grade", True)]),
    ("My son goes to kindergarten.", [("user's son/school", "kindergarten", True)]),
    ("My daughter is in school right now.", []),
    ("My daughter is at school.", []),
    ("Please call me Bob from now on.", [("preferred_name", "Bob", True)]),
    ("From now on call me Liz.", [("preferred_name", "Liz", True)]),
    ("以后叫我小王就行。", [("preferred_name", "小王", True)]),
    ("从现在起叫我阿杰吧", [("preferred_name", "阿杰", True)]),
    ("明天早上七点叫我起床", []),
    ("Please call me when you are done.", []),
    (
        "我有两个孩子，一个叫乐乐，一个叫安安。",
        [
            ("count:children", "两", True),
            ("relation:child", "乐乐", True),
            ("relation:child", "安安", True),
        ],
    ),
    (
        "My wife's name is Odile and she is French.",
        [("relation:wife", "Odile", True), ("Odile/nationality", "French", True)],
    ),
    ("My husband is German.", [("user's husband/nationality", "German", True)]),
    (
        "我男朋友是程序员，在网易上班。",
        [("user's partner/job", "程序员", True), ("user's partner/employer", "网易", True)],
    ),
    ("我弟弟是高中生", []),
    ("我老公是江西人", [("user's husband/from", "江西", True)]),
    ("我同事是安徽的", []),
    ("小王是我前男友。", []),
    ("My wife loves me.", []),
    ("My wife loves US history.", [("user's wife/preference:us history", "US history", True)]),
    ("我快四十岁了", []),
    (
        "上周末我养了只小狗，叫米洛。",
        [("has:小狗", "小狗", True), ("relation:dog", "米洛", True)],
    ),
    ("我在一家公司上班，叫青鸟科技。", [("employer", "一家公司", True)]),
    ("我今年30岁，叫李雷。", [("age", "30", True), ("name", "李雷", True)]),
    ("小李不喜欢我。", []),
    ("我女儿在伦敦读书。", []),
    ("My new email is s.lee@corp.io.", [("email", "s.lee@corp.io", True)]),
    ("我的新邮箱是li@corp.io", [("email", "li@corp.io", True)]),
]
TASTES: list[tuple[str, list[Found]]] = [
    ("坐飞机我喜欢靠过道的座位。", [("preference:seat", "靠过道的座位", True)]),
    ("坐飞机我喜欢靠窗。", [("preference:seat", "靠窗", True)]),
    ("看电影的时候我喜欢坐后排。", [("preference:坐后排", "坐后排", True)]),
    ("吃饭我不喜欢太吵的地方。", [("preference:太吵的地方", "太吵的地方", False)]),
    ("听说我喜欢茶。", []),
    ("On flights I prefer an aisle seat.", [("preference:seat", "aisle seat", True)]),
    ("On flights I don't like middle seats.", [("preference:seat", "middle seats", False)]),
    (
        "I'm vegetarian, but I eat fish occasionally.",
        [("diet", "vegetarian", True), ("diet:fish", "fish", True)],
    ),
    ("I like hiking sometimes.", [("preference:hiking", "hiking", True)]),
    ("I drink coffee every day.", [("diet:coffee", "coffee", True)]),
    ("I eat fish at least twice a week.", [("diet:fish", "fish", True)]),
    ("I've been learning Korean for six months.", [("learning", "Korean", True)]),
    ("I am learning from my mistakes.", []),
    ("I don't eat after 8pm.", []),
    ("I eat like a horse.", []),
    ("I gave up meat for Lent.", [("diet:meat", "meat", False)]),
    ("I gave up my seat.", []),
    ("I quit the band in May.", []),
    ("I stopped by the shop.", []),
    ("I stopped taking the bus.", []),
    ("I've given up hope.", []),
    (
        "早上我更喜欢喝茶，不喜欢咖啡。",
        [("preference:tea", "喝茶", True), ("preference:coffee", "咖啡", False)],
    ),
    ("In the morning I prefer tea.", [("preference:tea", "tea", True)]),
    ("我晚上八点以后不吃东西。", []),
    ("我晚上不喝咖啡", []),
    ("我昨天喝了酒。", []),
    ("我戒了三年烟。", [("diet:smoking", "烟", False)]),
    ("我每天喝三杯咖啡", [("diet:coffee", "咖啡", True)]),
    ("I like Python better than Java.", [("preference:python", "Python", True)]),
    (
        "我喜欢狗但是对狗过敏",
        [("preference:dogs", "狗", True), ("allergy:dogs", "狗", True)],
    ),
    ("I'm no longer vegan.", [("diet", "vegan", False)]),
    ("我不再吃素了。", [("diet", "吃素", False)]),
    ("我喝咖啡不加糖。", []),
    ("I started learning the guitar two months ago.", [("learning", "the guitar", True)]),
    ("两个月前我开始学吉他。", [("learning", "吉他", True)]),
    ("我开始学习了", []),
]
MEDICINE: list[tuple[str, list[Found]]] = [
    ("我每天早上吃一片降压药。", [("medicine:降压药", "一片降压药", True)]),
    ("我每天早上吃麦片", [("diet:麦片", "麦片", True)]),
    (
        "I take 10 mg of Lisinopril every morning.",
        [("medicine:lisinopril", "10 mg of Lisinopril", True)],
    ),
    ("I take metformin twice a day.", [("medicine:metformin", "metformin", True)]),
    ("I take notes every day.", [("habit:take notes", "take notes every day", True)]),
    ("I take my kids to school every morning.", []),
    (
        "I take cold showers every morning.",
        [("habit:take cold showers", "take cold showers every morning", True)],
    ),
    (
        "I take the dog out every morning.",
        [("habit:take the dog out", "take the dog out every morning", True)],
    ),
    ("我每天吃一粒鱼油", [("diet:鱼油", "鱼油", True)]),
]
THINGS: list[tuple[str, list[Found]]] = [
    ("I own a bike and a car.", [("has:bike", "bike", True), ("has:car", "car", True)]),
    ("我养了一只狗和一只猫。", [("has:dogs", "狗", True), ("has:cats", "猫", True)]),
    ("My bike is stolen.", []),
    ("我的电脑是新买的", []),
    ("我的答疑时间是周二和周四。", [("thing:答疑时间", "周二和周四", True)]),
    ("我的手机号现在是13800138000", [("phone", "13800138000", True)]),
    ("我的新号码是13900001111。", [("phone", "13900001111", True)]),
    ("我住得离海边很近。", []),
    ("我住院了", []),
    ("我住的地方很吵", []),
    ("我有两本护照", []),
]
TIMES: list[tuple[str, list[Found]]] = [
    ("周三下午两点我要开会", [("开会 2026-07-01/time", "2026-07-01T14:00", True)]),
    ("下周二晚上八点我跟小李吃饭", [("跟小李吃饭/time", "2026-07-07T20:00", True)]),
    ("下周一下午三点我和李医生有个会。", [("和李医生的会/time", "2026-07-06T15:00", True)]),
    ("星期一下午三点有个面试", [("面试 2026-07-06/time", "2026-07-06T15:00", True)]),
    ("我一般八点吃晚饭。", []),
    ("我们通常周一上午十点开例会", []),
    ("我上课到三点。", []),
    ("I have to go to the dentist on Tuesday at 4.", [("dentist/time", "2026-07-07T16:00", True)]),
    ("My lease ends at the end of May.", [("expires:lease", "2027-05", True)]),
    ("8月1号到14号我休假。", [("plan:holiday", "2026-08-01", True)]),
    ("我周五有个deadline。", [("deadline", "2026-07-03", True)]),
    ("我周日之前都在柏林。", []),
    ("Remind me to call mom on Sunday.", [("call mom/time", "2026-07-05", True)]),
    ("The train at 5 was late.", []),
    ("五点的火车晚点了。", []),
    ("我错过了周五的航班。", []),
    ("我是昨天打电话的那个人。", []),
    ("My goal is to save 10k by June.", [("goal:save 10k by june", "save 10k by June", True)]),
    (
        "I'm planning a trip to Japan in April with my husband.",
        [("plan:visit:japan", "Japan", True)],
    ),
    ("我打算八月份和老公去日本旅游。", [("plan:visit:japan", "日本", True)]),
]


@pytest.mark.parametrize(
    ("text", "expected"), WORK + ROLES + PEOPLE + TASTES + MEDICINE + THINGS + TIMES
)
def test_is_what_was_said(text: str, expected: list[Found], extract: Extract) -> None:
    assert [_short(c) for c in extract(text)] == expected


@pytest.mark.parametrize("day", ["下周一", "周一", "这周五", "星期一", "礼拜三", "下周日"])
@pytest.mark.parametrize("part", ["下午三点", "上午十点", "晚上八点"])
@pytest.mark.parametrize("rest", ["我和李医生有个会", "我要开会", "有个面试", "我跟小李吃饭"])
def test_a_name_holds_no_half_of_a_weekday(
    day: str, part: str, rest: str, extract: Extract
) -> None:
    found = [one.subject for one in extract(f"{day}{part}{rest}。")]
    assert not [name for name in found if re.search("^一|周|星期|礼拜", name)]


def _short(one: Candidate) -> Found:
    whose = "" if one.subject == "user" else f"{one.subject}/"
    return f"{whose}{one.attribute}", one.value, one.polarity
