"""The words of made-up memories: grammar, syllables, names, and the forms of questions."""

from __future__ import annotations

import numpy as np

from memory_graph.types import Language

VOCABULARY = 20_000
_GRAMMAR = (
    "the of and to a in I you it is that was for on my with as at be this have from we not so just "
    "are but what about"
)
_SYLLABLES = "ba ce di fo gu ha ki lo mu na pe ri so ta ve wi xo yu zan mer"
_GRAMMAR_ZH = "的 了 是 在 我 你 和 就 都 也 有 不 那 这 很 把 给 从 到 吗"
_FIRST_HAN, _HAN_WORDS = 0x5200, 900
_NAMES = (
    "Alice Bruno Clara Daniel Elena Felix Greta Hassan Irene Jonas Karin Lucas Marta Nadia Oscar "
    "Paula Quentin Rosa Stefan Teresa"
)
_NAMES_ZH = "王芳 李明 张伟 刘洋 陈静 杨帆 赵磊 黄丽 周杰 吴敏 徐强 孙倩 胡军 朱琳 高峰 林雪"
NAMES: dict[Language, list[str]] = {"en": _NAMES.split(), "zh": _NAMES_ZH.split()}
QUESTIONS: dict[Language, tuple[str, ...]] = {
    "en": (
        "{0} {1} {2} {3}",
        "What did I say about {0} {1} and {2}?",
        "When did we talk of {0} {1}?",
        "What did I tell you about {0} {1} {2} last month?",
        "What does {name} think of {0} {1}?",
    ),
    "zh": (
        "{0}{1}{2}{3}",
        "我说过{0}{1}和{2}的什么事？",
        "我们什么时候聊过{0}{1}？",
        "上个月我跟你说的{0}{1}{2}是什么？",
        "{name}觉得{0}{1}怎么样？",
    ),
}


def vocabulary(language: Language) -> list[str]:
    """Words by rank: grammar comes first, as it does in any language."""
    if language == "en":
        return (_GRAMMAR.split() + [_spoken(number) for number in range(VOCABULARY)])[:VOCABULARY]
    pairs = np.random.default_rng(7).integers(_FIRST_HAN, _FIRST_HAN + _HAN_WORDS, (VOCABULARY, 2))
    return (_GRAMMAR_ZH.split() + [chr(a) + chr(b) for a, b in pairs])[:VOCABULARY]


def _spoken(number: int) -> str:
    """A number in syllables: three, or four when it is large."""
    syllables = _SYLLABLES.split()
    word = ""
    for place in range(4 if number >= len(syllables) ** 3 else 3):
        word += syllables[number // len(syllables) ** place % len(syllables)]
    return word


def content_words(text: str, language: Language) -> list[str]:
    """Words of a text that a question can be made of."""
    if language == "zh":
        return [text[i : i + 2] for i in range(0, min(len(text), 40) - 2, 2)]
    return [word for word in text.rstrip(".").split() if len(word) > 3][:-1]


def grammar(number: int) -> str:
    """A number in words that no lexical search looks for."""
    words = _GRAMMAR.lower().split()[:10]
    return " ".join(words[int(digit)] for digit in str(number))
