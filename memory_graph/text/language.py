"""Tells Chinese from English, word by word, so that a foreign name or code doesn't decide."""

from __future__ import annotations

import re
import unicodedata

from memory_graph.types import Language

_SAMPLE = 20_000

_GRAMMAR = """
    a about after all also am an and any are as at be been before being but by can could did do
    does doing for from had has have having he her hers him his how i if in into is it its just me
    my of on or our ours she so some such than that the their them then there these they this those
    to too very was we were what when where which who whom whose why with would you your yours
    im ive id ill youre hes shes its thats theyre whats
"""
ENGLISH_FUNCTION_WORDS = frozenset(_GRAMMAR.split())
"""Words that carry grammar, not content. Negations are not among them: they change the meaning;
nor are words that are also names or months (will, may, us)."""

HAN_FUNCTION_CHARACTERS = frozenset(
    "的地得了着过吗嗎呢吧啊呀嘛啦哦嗯哈么麼是在有和与與及或就都也还還很太又才把被让讓给給对對从從"
    "向到于於以而但因所为為则則且虽雖这這那哪什怎些个個之其它他她我你您们們咱谁誰"
    "はがをにのでとも"
)
"""The same for single characters: particles, pronouns, question words; not 不, 没, 别."""

_HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KANA = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_HANGUL = "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc"
CJK_CLASS = _HAN + _KANA + "\u3100-\u312f\u31a0-\u31bf" + _HANGUL
"""The inside of a regular expression's character class for every CJK letter."""

_CJK = re.compile(f"[{CJK_CLASS}]")
_HAN_CHARACTER = re.compile(f"[{_HAN}]")
_KANA_CHARACTER = re.compile(f"[{_KANA}]")
_ADDRESS = re.compile(r"https?://[!-~]{1,2000}|[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,255}")
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f0-9][A-Za-z\u00c0-\u024f0-9_'’./-]*")


def is_cjk(char: str) -> bool:
    """Tell if ``char`` is a Han, kana, bopomofo or Hangul letter."""
    return _CJK.fullmatch(char) is not None


def detect_language(text: str, default: Language = "en") -> Language:
    """Say in which of the two languages ``text`` is written; ``default`` if it has no say.

    Grammar weighs most: a particle or an article tells more than a name or a product. Text without
    Han or Latin letters, or mostly in kana, gives ``default``.
    """
    sample = _ADDRESS.sub(" ", unicodedata.normalize("NFC", text[:_SAMPLE]))
    han = _HAN_CHARACTER.findall(sample)
    if len(_KANA_CHARACTER.findall(sample)) > len(han):
        return default
    chinese = sum(1.0 if char in HAN_FUNCTION_CHARACTERS else 0.4 for char in han)
    english = sum(map(_latin_weight, _WORD.findall(sample)))
    if chinese == english == 0:
        return default
    return "zh" if chinese >= english else "en"


def _latin_weight(word: str) -> float:
    """Weigh a word: grammar 1, ordinary 0.5, names of things, acronyms and codes less."""
    bare = word.strip("'’./-_").lower().replace("’", "'")
    if bare.replace("'", "") in ENGLISH_FUNCTION_WORDS or bare in {"not", "no", "never"}:
        return 1.0
    if not any(char.isalpha() for char in bare):
        return 0.0
    code = not bare.replace("'", "").isalpha() or (len(word) > 1 and word.isupper())
    return 0.2 if code else 0.5
