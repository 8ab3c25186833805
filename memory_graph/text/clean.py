"""Makes any text safe to store, and gives the keys by which texts and names are compared.

``clean_text`` is the one boundary that every stored text passes. Originals are displayed, so it
changes no more than it must: NFC, not NFKC. The keys (``normalise_name``, ``normalise_content``)
fold harder, since nobody sees them.
"""

from __future__ import annotations

import math
import re
import unicodedata
from functools import lru_cache
from typing import Literal

from memory_graph.errors import InputError
from memory_graph.text.language import CJK_CLASS

CleanReport = tuple[str, int]
"""The cleaned text, and how many characters were removed from it."""

_MAX_MARKS = 30
_MAX_DEPTH = 200
_MAX_DIGITS = 4000
_MAX_WHOLE = 10**_MAX_DIGITS
_CJK_RUNS = re.compile(f"[{CJK_CLASS}]+")
_LINE_ENDS = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_PAIR = re.compile("([\ud800-\udbff])([\udc00-\udfff])")
# Controls, halves of surrogate pairs, byte order marks, and the bidirectional overrides that make a
# text read differently from what it holds. Joiners and variation selectors stay: emoji need them.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff\u202a-\u202e\u2066-\u2069]"
)
# Tag characters are invisible and can carry hidden instructions; only flags have a use for them.
_TAGS = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]{1,16}\U000e007f)|[\U000e0000-\U000e007f]")
_UNSEEN = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff"
_INVISIBLE = re.compile(f"[{_UNSEEN}]")
_SEEN = re.compile(rf"[^\s{_UNSEEN}]")
_WIDE = re.compile("[＂-＇＊＋－-／０-９＜-＞＠-Ｚ＼-～｡-\uffee\u3000]+")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–−", "-") | {"’": "'", "‘": "'", "“": '"', "”": '"'})
_ENDING = " .!?。！？…"
# The case of a unit is part of its meaning: mW, MW; Mb, MB.
_UNIT = re.compile(
    r"(?<=[0-9])( ?)(?:[YZEPTGMkKhdcm\u03bcnpf]?(?:Hz|Wh|Pa|eV|bps|[WVABbgmsJNFHTKLlSC\u03a9])"
    r"|[kKMGT])(?![A-Za-z])"
)
_BESIDE_HAN = re.compile("(?<=[\u3400-\u9fff]) | (?=[\u3400-\u9fff])")
_HIGHER_DIGITS = re.compile(r"[⁰¹²³⁴-⁹⁺⁻]+|[₀-₉₊₋]+")


def clean_text(text: str) -> str:
    """Return ``text`` safe to store: no controls, no half characters, NFC, one kind of line end.

    Newlines, tabs, emoji with joiners, flags and variation selectors are kept; a text without
    anything that can be seen is empty. Idempotent.
    """
    return clean_with_report(text)[0]


def clean_with_report(text: str) -> CleanReport:
    """Clean like ``clean_text`` and also count the characters removed as unsafe.

    Changed line ends and trimmed blanks are not counted: nothing was lost with them.
    """
    safe, removed = _without_unsafe(_LINE_ENDS.sub("\n", text))
    if not _SEEN.search(safe):
        return "", removed
    return unicodedata.normalize("NFC", safe).strip(), removed


def clean_json(value: object) -> object:
    """Return a copy of a JSON value with every key and string made safe to store.

    The data belongs to the caller, so only what a database can't hold, or what hides, is removed;
    blanks, line ends and the Unicode form stay. Raises InputError when two keys become the same, or
    for something that isn't JSON: other key or value types, NaN, endless nesting.
    """
    return _clean_value(value, 0)


def normalise_name(name: str) -> str:
    """Give the key of a name: width, case, blanks and invisible characters make no difference."""
    folded = _fold(visible(name))
    return " ".join(folded.split())


def tidy_name(name: str) -> str:
    """Give a name for display: one line, single blanks, ordinary width, its own case."""
    plain = _WIDE.sub(lambda run: unicodedata.normalize("NFKC", run.group()), clean_text(name))
    return unicodedata.normalize("NFC", " ".join(plain.split()))


def normalise_content(text: str) -> str:
    """Give the key by which whole sentences count as the same.

    Case, width, blanks, typographic quotes and the closing punctuation make no difference; every
    word, number, sign and unit does: ``10²`` is not ``102``, ``5 mW`` is not ``5 MW``.
    """
    marked = "".join(map(_mark_digits, _HIGHER_DIGITS.sub(_raise_digits, visible(text))))
    plain = " ".join(unicodedata.normalize("NFKC", marked).translate(_DASHES).split())
    folded = _fold_except_units(_BESIDE_HAN.sub("", plain))
    return folded.rstrip(_ENDING) or folded


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of ``text`` without a tokeniser; 0 only for the empty string.

    Counts a quarter of a token for an ASCII character, nine tenths for a CJK one, half for other
    scripts, and one and a half beyond the basic plane, where most emoji live.
    """
    total = len(text)
    plain = len(text.encode("ascii", "ignore"))
    if plain == total:
        return -(-total // 4)
    rest = _CJK_RUNS.sub("", text)
    cjk = total - len(rest)
    beyond = len(rest.encode("utf-16-le", "surrogatepass")) // 2 - len(rest)
    twentieths = 18 * cjk + 5 * plain + 30 * beyond + 10 * (len(rest) - plain - beyond)
    return max(1, -(-twentieths // 20))


def _without_unsafe(text: str) -> CleanReport:
    if text.isascii() and text.isprintable():
        return text, 0
    joined = _PAIR.sub(_join_pair, text)
    safe = limit_marks(_TAGS.sub(r"\1", _UNSAFE.sub("", joined)))
    return safe, len(joined) - len(safe)


def _join_pair(pair: re.Match[str]) -> str:
    high, low = ord(pair[1]), ord(pair[2])
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def limit_marks(text: str) -> str:
    """Drop combining marks beyond thirty in a row, as Unicode's stream-safe format does.

    No language stacks that many, and sorting a long run while normalising takes quadratic time.
    """
    return text if text.isascii() else _mark_runs().sub(r"\1", text)


@lru_cache(maxsize=1)
def _mark_runs() -> re.Pattern[str]:
    marks = "".join(re.escape(char) for char in map(chr, range(0x300, 0x1F000)) if _stacks(char))
    return re.compile(f"([{marks}]{{{_MAX_MARKS}}})[{marks}]+")


def _stacks(char: str) -> bool:
    return unicodedata.combining(char) != 0


def _clean_value(value: object, depth: int) -> object:
    if depth > _MAX_DEPTH:
        raise InputError(f"the value is nested deeper than {_MAX_DEPTH} levels: flatten it")
    if isinstance(value, str):
        return clean_string(value)
    if isinstance(value, dict):
        return _clean_object(value, depth)
    if isinstance(value, list | tuple):
        return [_clean_value(item, depth + 1) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(f"{value!r} is not a JSON number: store None or a string instead")
    if isinstance(value, int) and abs(value) >= _MAX_WHOLE:
        raise InputError(f"a whole number of more than {_MAX_DIGITS} digits: store it as a string")
    if value is None or isinstance(value, bool | int | float):
        return value
    raise InputError(f"{type(value).__name__} is not a JSON type: convert it before storing it")


def clean_string(text: str) -> str:
    """Remove only what can't or mustn't be stored from one JSON string; keep its line ends."""
    kept = (_without_unsafe(part)[0] for part in text.split("\r"))
    return "\r".join(kept)


def _clean_object(value: dict[object, object], depth: int) -> dict[str, object]:
    cleaned: dict[str, object] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise InputError(f"key {key!r} is not a string: JSON objects have string keys only")
        name = clean_string(key)
        if name in cleaned:
            raise InputError(f"key {key!r} becomes {name!r}, which is already there: rename one")
        cleaned[name] = _clean_value(item, depth + 1)
    return cleaned


def visible(text: str) -> str:
    """Turn blanks into spaces and remove what can't be seen."""
    return _without_unsafe(_INVISIBLE.sub("", " ".join(text.split())))[0]


def _normal(form: Literal["NFC", "NFKC"], text: str) -> str:
    return unicodedata.normalize(form, limit_marks(text))


def _fold(text: str) -> str:
    """Fold width and case until nothing changes; one pass is not always enough."""
    for _ in range(4):
        folded = _normal("NFKC", _normal("NFKC", text).casefold())
        if folded == text:
            break
        text = folded
    return text


def _fold_except_units(text: str) -> str:
    pieces: list[str] = []
    start = 0
    for unit in _UNIT.finditer(text):
        pieces += (text[start : unit.start()].casefold(), unit.group())
        start = unit.end()
    return "".join([*pieces, text[start:].casefold()])


def _raise_digits(run: re.Match[str]) -> str:
    sign = "^" if unicodedata.decomposition(run.group()[0]).startswith("<super>") else "_"
    return sign + run.group()


def _mark_digits(char: str) -> str:
    """Set apart what would dissolve into a neighbouring number or word: ``½``, ``①``, ``ⁿ``."""
    kind = unicodedata.decomposition(char).partition(" ")[0] if char > "\x7f" else ""
    if not kind.startswith("<"):
        return char
    plain = unicodedata.normalize("NFKC", char)
    if plain.isdigit() and kind != "<circle>":
        return char
    if kind in {"<super>", "<sub>"}:
        return f"^{plain}"
    return f"#{plain}#" if plain[0].isdigit() or plain[-1].isdigit() else char
