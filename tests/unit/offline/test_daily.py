"""What people tell of their days, studies, aims and measures, and how it is asked for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memory_graph.types import Candidate
from tests.unit.offline.conftest import Notebook

Extract = Callable[[str], list[Candidate]]

TOLD: list[tuple[str, str, str]] = [
    ("I'm Brazilian.", "nationality", "Brazilian"),
    ("I'm a German citizen.", "nationality", "German"),
    ("I hold a Swiss passport.", "nationality", "Swiss"),
    ("I majored in economics.", "studied:economics", "economics"),
    ("I have a PhD in chemistry.", "degree:phd in chemistry", "PhD in chemistry"),
    ("I graduated from Leiden in 2015.", "school", "Leiden"),
    ("I went to university in Ghent.", "school", "Ghent"),
    ("We got engaged last week.", "marital_status", "engaged"),
    ("I'm getting married in September.", "plan:wedding", "2026-09"),
    ("I just bought a Tesla Model 3.", "has:tesla model 3", "Tesla Model 3"),
    ("I rent an apartment in Kreuzberg.", "rents", "apartment in Kreuzberg"),
    ("I own a house in Porto.", "has:house in porto", "house in Porto"),
    ("I ride my bike to work.", "thing:commute", "ride my bike"),
    ("I go running every morning.", "habit:go running", "go running every morning"),
    ("I usually wake up at six.", "habit:wake up", "wake up at six"),
    ("I go to bed around 11pm.", "habit:go to bed", "go to bed at 11pm"),
    ("I work from home on Fridays.", "work_mode", "from home on Fridays"),
    ("I work remotely.", "work_mode", "remotely"),
    ("I'm reading War and Peace.", "reading", "War and Peace"),
    ("I'm training for a marathon.", "preparing_for", "marathon"),
    ("I'm 180 cm tall.", "thing:height", "180 cm"),
    ("I'm six feet tall.", "thing:height", "six feet"),
    ("I wear size 42 shoes.", "thing:shoe size", "42"),
    ("I go by Sam.", "preferred_name", "Sam"),
    ("I support Arsenal.", "supports", "Arsenal"),
    ("I'm a Liverpool fan.", "supports", "Liverpool"),
    ("My passport expires in 2029.", "expires:passport", "2029"),
    ("Our deadline is March 15.", "deadline", "2027-03-15"),
    ("The project deadline is next Friday.", "deadline:project", "2026-07-10"),
    ("I need to renew my visa by January 10.", "todo:renew my visa", "renew my visa"),
    ("The project is called Falcon.", "project_name", "Falcon"),
    ("I want to learn to sail.", "goal:learn to sail", "learn to sail"),
    ("I want to learn Spanish.", "goal:learn spanish", "learn Spanish"),
    ("My goal is to run 10k in under 50 minutes.", "goal:run 10k in under 50 minutes",
     "run 10k in under 50 minutes"),
    ("I'm saving for a house.", "goal:house", "house"),
    ("I'm on a keto diet.", "diet", "keto"),
    ("I use Vim.", "uses:vim", "Vim"),
    ("I use a Mac.", "uses:mac", "Mac"),
    ("My team uses Kotlin.", "technology:programming_language", "Kotlin"),
    ("I'm going on vacation in August.", "plan:vacation", "2026-08"),
    ("I always fly with Lufthansa.", "preference:lufthansa", "Lufthansa"),
    ("I work as a nurse.", "job", "nurse"),
    ("I'm working from home these days.", "work_mode", "from home"),
    ("I live with my girlfriend.", "lives_with", "with my girlfriend"),
    ("I swim three times a week.", "habit:swimming", "swim three times a week"),
    ("I do yoga on Tuesdays and Thursdays.", "habit:do yoga", "do yoga on Tuesdays and Thursdays"),
    ("I take the bus to work.", "thing:commute", "take the bus"),
    ("I'm 5'11\".", "thing:height", "5'11"),
    ("The report is due on Friday.", "deadline:report", "2026-07-03"),
    ("The deadline for the thesis is May 31.", "deadline:thesis", "2027-05-31"),
    ("My lease ends in September.", "expires:lease", "2026-09"),
    ("I work on a project called Falcon.", "works_on", "Falcon"),
    ("I'm trying to lose weight.", "goal:lose weight", "lose weight"),
    ("I'm scared of heights.", "fear:heights", "heights"),
    ("I'm a Virgo.", "thing:star sign", "Virgo"),
    ("I volunteer at an animal shelter.", "volunteers", "animal shelter"),
    ("I have a golden retriever named Biscuit.", "relation:dog", "Biscuit"),
    ("I speak fluent Dutch.", "speaks", "Dutch"),
    ("我的国籍是巴西", "nationality", "巴西"),
    ("我和女朋友住在一起", "lives_with", "女朋友"),
    ("我一个人住", "lives_with", "一个人住"),
    ("我一周游泳三次", "habit:swimming", "一周游泳三次"),
    ("我周二和周四做瑜伽", "habit:yoga", "周二和周四做瑜伽"),
    ("我坐公交上班", "thing:commute", "坐公交"),
    ("报告周五要交", "deadline:报告", "2026-07-03"),
    ("论文截止日期是5月31日", "deadline:论文", "2027-05-31"),
    ("我的租约九月到期", "expires:租约", "2026-09"),
    ("我在做一个叫猎鹰的项目", "works_on", "猎鹰"),
    ("我在减肥", "goal:减肥", "减肥"),
    ("我恐高", "fear:恐高", "恐高"),
    ("我是处女座", "thing:star sign", "处女座"),
    ("我在动物收容所做志愿者", "volunteers", "动物收容所"),
    ("我有一只叫饼干的金毛", "relation:dog", "饼干"),
    ("我会讲流利的荷兰语", "speaks", "荷兰语"),
    ("我结婚十年了", "marital_status", "已婚"),
    ("我是中国公民", "nationality", "中国"),
    ("我毕业于莱顿大学", "school", "莱顿大学"),
    ("我是清华毕业的", "school", "清华"),
    ("我本科学的是计算机", "studied:计算机", "计算机"),
    ("我的专业是经济学", "studied:经济学", "经济学"),
    ("我有化学博士学位", "degree:化学博士学位", "化学博士学位"),
    ("我们上周订婚了", "marital_status", "订婚"),
    ("我九月结婚", "plan:wedding", "2026-09"),
    ("我刚买了一辆特斯拉Model 3", "has:特斯拉model 3", "特斯拉Model 3"),
    ("我在浦东租了一套公寓", "rents", "浦东公寓"),
    ("我在波尔图有一套房子", "has:房子", "波尔图的房子"),
    ("我骑车上班", "thing:commute", "骑车"),
    ("我每天早上跑步", "habit:running", "每天早上跑步"),
    ("我每周去三次健身房", "habit:健身房", "每周三次健身房"),
    ("我一般六点起床", "habit:起床", "六点起床"),
    ("我通常十一点半睡觉", "habit:睡觉", "十一点半睡觉"),
    ("我周五在家办公", "work_mode", "周五在家办公"),
    ("我远程办公", "work_mode", "远程办公"),
    ("我在读《战争与和平》", "reading", "《战争与和平》"),
    ("我在备战马拉松", "preparing_for", "马拉松"),
    ("我身高180厘米", "thing:height", "180厘米"),
    ("我身高一米八", "thing:height", "一米八"),
    ("我穿42码的鞋", "thing:shoe size", "42"),
    ("我是阿森纳球迷", "supports", "阿森纳"),
    ("我的护照2029年到期", "expires:护照", "2029"),
    ("我们的截止日期是3月15日", "deadline", "2027-03-15"),
    ("项目截止日期是下周五", "deadline:项目", "2026-07-10"),
    ("我要在1月10日前续签签证", "todo:续签签证", "续签签证（1月10日前）"),
    ("项目叫猎鹰", "project_name", "猎鹰"),
    ("我想学开帆船", "goal:学开帆船", "学开帆船"),
    ("我想学西班牙语", "goal:学西班牙语", "学西班牙语"),
    ("我的目标是50分钟内跑完10公里", "goal:50分钟内跑完10公里", "50分钟内跑完10公里"),
    ("我在攒钱买房", "goal:买房", "买房"),
    ("我在做生酮饮食", "diet", "生酮"),
    ("我用Vim", "uses:vim", "Vim"),
    ("我们团队用Kotlin", "technology:programming_language", "Kotlin"),
]  # fmt: skip

LISTS = [
    ("I speak Spanish, English and a bit of French.", "speaks", ["Spanish", "English", "French"]),
    ("I can speak Dutch and some Polish.", "speaks", ["Dutch", "Polish"]),
    ("我会说西班牙语、英语和一点法语", "speaks", ["西班牙语", "英语", "法语"]),
    ("I have two kids, Leo and Nina.", "relation:child", ["Leo", "Nina"]),
    ("We have three cats: Miso, Kiwi and Plum.", "relation:cat", ["Miso", "Kiwi", "Plum"]),
    ("我有两个孩子，乐乐和妞妞", "relation:child", ["乐乐", "妞妞"]),
]

DENIED = [
    ("I'm not Brazilian.", "nationality", "Brazilian"),
    ("I don't use Vim.", "uses:vim", "Vim"),
    ("I no longer work from home.", "work_mode", "from home"),
    ("I don't want to learn to sail any more.", "goal:learn to sail", "learn to sail"),
    ("I don't speak German.", "speaks", "German"),
    ("I never go running every morning.", "habit:go running", "go running every morning"),
    ("我不用Vim", "uses:vim", "Vim"),
    ("我不再在家办公", "work_mode", "在家办公"),
    ("我不想学开帆船了", "goal:学开帆船", "学开帆船"),
    ("我不会说德语", "speaks", "德语"),
]

OTHERS = [
    ("My son Leo is six.", "Leo", "age", "six"),
    ("My parents live in Cork.", "user's parents", "lives_in", "Cork"),
    ("我儿子乐乐六岁", "乐乐", "age", "六"),
    ("我父母住在青岛", "用户的父母", "lives_in", "青岛"),
]


@pytest.mark.parametrize(("text", "attribute", "value"), TOLD)
def test_what_is_told_is_one_memory(
    text: str, attribute: str, value: str, extract: Extract
) -> None:
    found = extract(text)
    assert [(c.attribute, c.value, c.polarity) for c in found] == [(attribute, value, True)]


@pytest.mark.parametrize(("text", "attribute", "values"), LISTS)
def test_each_item_of_a_list_is_a_memory(
    text: str, attribute: str, values: list[str], extract: Extract
) -> None:
    found = [c for c in extract(text) if c.attribute == attribute]
    assert [c.value for c in found] == values
    assert all("bit of" not in c.content and "一点" not in c.content for c in found)


@pytest.mark.parametrize(("text", "attribute", "value"), DENIED)
def test_what_is_denied_is_a_negation(
    text: str, attribute: str, value: str, extract: Extract
) -> None:
    assert [(c.attribute, c.value, c.polarity) for c in extract(text)] == [
        (attribute, value, False)
    ]


@pytest.mark.parametrize(("text", "subject", "attribute", "value"), OTHERS)
def test_what_is_told_of_others_is_theirs(
    text: str, subject: str, attribute: str, value: str, extract: Extract
) -> None:
    last = extract(text)[-1]
    assert (last.subject, last.attribute, last.value) == (subject, attribute, value)


@pytest.mark.parametrize(
    ("text", "field", "school"),
    [("I studied physics at MIT.", "physics", "MIT"), ("我在北京大学读过物理", "物理", "北京大学")],
)
def test_studies_have_a_field_and_a_place(
    text: str, field: str, school: str, extract: Extract
) -> None:
    found = {c.attribute: c.value for c in extract(text)}
    assert found == {f"studied:{field}": field, "school": school}


@pytest.mark.parametrize("text", ["I want to learn to sail.", "我想学开帆船"])
def test_an_aim_is_never_said_to_be_done(text: str, extract: Extract) -> None:
    [found] = extract(text)
    assert (found.attribute or "").startswith("goal:")
    assert "wants to" in found.content or "想" in found.content


ASKED = [
    ("I speak Spanish, English and a bit of French.", "What languages do I speak?",
     ["Spanish", "English", "French"]),
    ("I'm 180 cm tall.", "How tall am I?", ["180 cm"]),
    ("I was born in Lima.", "Where was I born?", ["Lima"]),
    ("I'm Brazilian.", "Where am I from?", ["Brazilian"]),
    ("I studied physics at MIT.", "Where did I study?", ["MIT"]),
    ("I have a PhD in chemistry.", "What degree do I have?", ["PhD"]),
    ("I usually wake up at six.", "When do I wake up?", ["six"]),
    ("I go running every morning.", "What do I do every morning?", ["running"]),
    ("I work from home on Fridays.", "Do I work from home?", ["Fridays"]),
    ("I play tennis on Sundays.", "What sports do I play?", ["tennis"]),
    ("I'm reading War and Peace.", "What am I reading?", ["War and Peace"]),
    ("I support Arsenal.", "Which team do I support?", ["Arsenal"]),
    ("My passport expires in 2029.", "When does my passport expire?", ["2029"]),
    ("Our deadline is March 15.", "When is our deadline?", ["15 March 2027"]),
    ("The project is called Falcon.", "What is the project called?", ["Falcon"]),
    ("I want to learn to sail.", "What are my goals?", ["learn to sail"]),
    ("I use Vim.", "What editor do I use?", ["Vim"]),
    ("My team uses Kotlin.", "What does my team use?", ["Kotlin"]),
    ("I wear size 42 shoes.", "What's my shoe size?", ["42"]),
    ("My parents live in Cork.", "Where do my parents live?", ["Cork"]),
    ("My son Leo is six.", "How old is Leo?", ["six"]),
    ("I ride my bike to work.", "How do I get to work?", ["bike"]),
    ("我会说西班牙语、英语和一点法语", "我会说哪些语言？", ["西班牙语", "英语", "法语"]),
    ("我身高180厘米", "我多高？", ["180厘米"]),
    ("我是巴西人", "我的国籍是什么？", ["巴西"]),
    ("我毕业于莱顿大学", "我在哪里上的大学？", ["莱顿大学"]),
    ("我一般六点起床", "我一般几点起床？", ["六点"]),
    ("我每天早上跑步", "我每天早上做什么？", ["跑步"]),
    ("我周五在家办公", "我在家办公吗？", ["周五"]),
    ("我在读《战争与和平》", "我在读什么书？", ["战争与和平"]),
    ("我是阿森纳球迷", "我支持哪支球队？", ["阿森纳"]),
    ("我的护照2029年到期", "我的护照什么时候到期？", ["2029"]),
    ("我们的截止日期是3月15日", "我们的截止日期是什么时候？", ["2027年3月15日"]),
    ("项目叫猎鹰", "项目叫什么？", ["猎鹰"]),
    ("我想学开帆船", "我的目标是什么？", ["学开帆船"]),
    ("我用Vim", "我用什么编辑器？", ["Vim"]),
    ("我穿42码的鞋", "我的鞋码是多少？", ["42"]),
    ("我父母住在青岛", "我父母住在哪里？", ["青岛"]),
    ("我骑车上班", "我怎么上班？", ["骑车"]),
    ("我会说德语", "What languages do I speak?", ["德语"]),
    ("I'm Brazilian.", "我是哪国人？", ["Brazilian"]),
]  # fmt: skip


@pytest.mark.parametrize(("told", "question", "words"), ASKED)
def test_what_was_told_answers_the_question(
    told: str, question: str, words: list[str], notebook: Notebook
) -> None:
    reply = notebook.tell(told).ask(question)
    assert [word for word in words if word not in reply] == []


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("My passport expires in 2029.", "When does my passport expire?"),
        ("I'm going on vacation in August.", "When am I going on vacation?"),
        ("我八月去度假", "我什么时候去度假？"),
    ],
)
def test_a_month_or_a_year_is_not_said_as_its_first_day(
    told: str, question: str, notebook: Notebook
) -> None:
    reply = notebook.tell(told).ask(question)
    assert not any(day in reply for day in ("1 January", "1 August", "8月1日"))


@pytest.mark.parametrize(
    "question",
    [
        "What languages do I speak?",
        "How tall am I?",
        "What am I reading?",
        "我会说哪些语言？",
        "我多高？",
    ],
)
def test_what_was_never_told_is_not_known(question: str, notebook: Notebook) -> None:
    reply = notebook.tell("I like tea.", "我住在北京").ask(question)
    assert "don't know" in reply or "不知道" in reply
