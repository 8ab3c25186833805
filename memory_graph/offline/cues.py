"""Adds to a question the words its answer is likely to be written in, in both languages.

Recall by words alone finds "用户住在上海" for "Where do I live?" only with their help.
"""

from __future__ import annotations

import re

from memory_graph.offline.asking import ABOUT_ME, AGENDA, SUGGEST, TASTE
from memory_graph.offline.lexicon import concepts, words_of
from memory_graph.offline.segment import fold
from memory_graph.offline.topics import asked_of, attribute_of
from memory_graph.types import Language

_USER = "user 用户"
_TASTES = "likes loves enjoys prefers dislikes hates favourite 喜欢 爱 讨厌 更喜欢 最喜欢"
_MEETINGS = "meetings meeting 开会 会议"
_EVENTS = "meeting review appointment call lunch dinner flight 定于 改到 会议 航班 预约"
_WORDS = {
    "lives_in": "lives live moved living based home 住在 搬到 定居",
    "from": "from comes 来自 老家",
    "job": "works work job runs teaches 工作 职业 上班 当",
    "employer": "works work working joined started employer 上班 工作 入职 加入 任职",
    "name": "name called 叫 名字",
    "preferred_name": "called call 被叫作 称呼",
    "birthday": "birthday born 生日 出生",
    "age": "years old age 岁",
    "allergy": "allergic allergy 过敏",
    "health": "has diagnosed health 有 患 得了",
    "preference": _MEETINGS + " " + _TASTES,
    "technology": "project uses moved database stack 项目 在用 换成 数据库 技术栈",
    "team": "team 团队 队 组 部门",
    "thing": "commute bus train 上班 通勤 公交 地铁",
    "diet": "vegan vegetarian eats drinks 吃素 素食 不吃 不喝",
    "speaks": "speaks 会说 会讲",
    "visited": "been visited went 去过 去了",
}
MOST = 300
"""Characters of a question that is looked at; a longer text finds its own words."""


def with_cues(question: str, language: Language) -> str:
    """Return ``question`` with cue words behind it, unchanged when it shows none."""
    text = fold(question.strip())
    if not text or len(text) > MOST:
        return question
    found = [_USER] if re.search(ABOUT_ME, text) else []
    for pattern, words in ((TASTE, _TASTES), (AGENDA, _EVENTS), (SUGGEST, _MEETINGS)):
        if re.search(pattern[language], text):
            found += [_USER, words]
    attribute = attribute_of(text, language)[0] or asked_of(text, language)[1]
    if attribute is not None:
        found += [_USER, _WORDS.get(attribute.partition(":")[0], "")]
    found += [word for key in sorted(concepts(text)) for word in words_of(key)]
    words = " ".join(dict.fromkeys(" ".join(found).split()))
    return f"{question}\n{words}" if words else question
