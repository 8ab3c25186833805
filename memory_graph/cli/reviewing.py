"""A review at the prompt: shows each item, asks for a decision, asks again until it fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, Any

from memory_graph.types import Language

if TYPE_CHECKING:
    from memory_graph.types import Operation

Ask = Callable[[str], str]
"""Shows a prompt and gives the line typed; raises EOFError at the end of the input."""
Show = Callable[[str], None]
Fits = Callable[[Mapping[str, Any], "Operation"], str | None]

_SPELLINGS = {
    "approve": "a approve y yes ok 同意 批准 确认 是 好",
    "edit": "e edit 编辑 修改 改",
    "reject": "r reject n no 拒绝 不同意 否 不",
    "respond": "p respond 回复 答复 补充",
}
YES_OR_NO = ["approve", "reject"]
DECISIONS = {word: kind for kind, words in _SPELLINGS.items() for word in words.split()}
_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "item": "review {number} of {count}", "ask": "[a]pprove / [e]dit / [r]eject / res[p]ond > ",
        "last": "[a]pprove / [e]dit / [r]eject > ", "yes_or_no": "[a]pprove / [r]eject > ",
        "neither": "{given!r} is none of a, r",
        "unknown": "{given!r} is none of a, e, r, p", "new": "new words > ",
        "field": "another field? {names}=… (Enter for none) > ", "reply": "your reply > ",
        "no_field": "write it as name=value, name one of {names}",
    },
    "zh": {
        "item": "审核 {number}/{count}", "ask": "[a]同意 / [e]修改 / [r]拒绝 / [p]回复 > ",
        "last": "[a]同意 / [e]修改 / [r]拒绝 > ", "yes_or_no": "[a]同意 / [r]拒绝 > ",
        "neither": "{given!r} 不是 a、r 之一",
        "unknown": "{given!r} 不是 a、e、r、p 之一", "new": "新的内容 > ",
        "field": "还要改其他字段吗？{names}=…（回车表示不改）> ", "reply": "您的回复 > ",
        "no_field": "请写成 名称=值，名称为 {names} 之一",
    },
}  # fmt: skip


def ask_review(
    request: Mapping[str, Any], operations: Sequence[Operation], language: Language,
    *, ask: Ask, show: Show, zone: tzinfo | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Asks for a decision on every item of one review; gives the answer to resume with."""
    words = dict(_WORDS[language])
    if all(one["allowed_decisions"] == YES_OR_NO for one in request["review_configs"]):
        return {
            "decisions": [_yes_or_no(one, words, ask, show) for one in request["action_requests"]]
        }
    is_last = all("respond" not in one["allowed_decisions"] for one in request["review_configs"])
    if is_last:
        words["ask"] = words["last"]
    fits = _checker(is_last, zone)
    items = request["action_requests"]
    decisions = []
    for number, (item, operation) in enumerate(zip(items, operations, strict=True), 1):
        title = words["item"].format(number=number, count=len(items))
        show(f"── {title} · {item['name']}\n{item['description']}")
        decisions.append(_decide(item, operation, words, ask, show, fits))
    return {"decisions": decisions}


def _yes_or_no(
    item: Mapping[str, Any], words: Mapping[str, str], ask: Ask, show: Show
) -> dict[str, Any]:
    """The decision on what can't be changed, such as to erase everything."""
    show(f"── {item['name']}\n{item['description']}")
    while True:
        given = ask(words["yes_or_no"])
        kind, rest = read_choice(given)
        if kind in YES_OR_NO:
            return {"type": kind, "message": rest} if rest else {"type": kind}
        show(words["neither"].format(given=given.strip()))


def _checker(is_last: bool, zone: tzinfo | None) -> Fits:
    """Says what is wrong with a decision; None for one that fits."""
    from memory_graph.errors import ReviewError
    from memory_graph.review import read_decisions
    from memory_graph.review_request import MAX_ROUNDS

    def fits(decision: Mapping[str, Any], operation: Operation) -> str | None:
        try:
            read_decisions([decision], [operation], MAX_ROUNDS if is_last else 0, zone)
        except ReviewError as error:
            return str(error).removeprefix("decision 1: ")
        return None

    return fits


def _decide(
    item: Mapping[str, Any], operation: Operation, words: Mapping[str, str], ask: Ask, show: Show,
    fits: Fits,
) -> dict[str, Any]:  # fmt: skip
    """One decision that fits its item."""
    while True:
        given = ask(words["ask"])
        kind, rest = read_choice(given)
        if kind is None:
            show(words["unknown"].format(given=given.strip()))
            continue
        decision = _filled(kind, rest, item, words, ask, show)
        wrong = fits(decision, operation)
        if wrong is None:
            return decision
        show(wrong)


def read_choice(line: str) -> tuple[str | None, str]:
    """The decision a line names, and what stands behind it: ``e new words``. Pure."""
    word, _, rest = line.strip().partition(" ")
    return DECISIONS.get(word.casefold()), rest.strip()


def _filled(
    kind: str, rest: str, item: Mapping[str, Any], words: Mapping[str, str], ask: Ask, show: Show
) -> dict[str, Any]:
    """A decision with its words, asked for where they were not given at once."""
    if kind == "edit":
        args = {"content": rest or ask(words["new"]).strip()}
        if not rest:
            args |= _fields(item, words, ask, show)
        return {"type": "edit", "edited_action": {"name": item["name"], "args": args}}
    if kind == "respond":
        return {"type": "respond", "message": rest or ask(words["reply"]).strip()}
    return {"type": kind, "message": rest} if rest else {"type": kind}


def _fields(
    item: Mapping[str, Any], words: Mapping[str, str], ask: Ask, show: Show
) -> dict[str, str]:
    """Further fields of an edit, until an empty line."""
    from memory_graph.review import EDITABLE

    names = [name for name in EDITABLE if name != "content" and name in item["args"]]
    changes: dict[str, str] = {}
    while names:
        line = ask(words["field"].format(names="|".join(names))).strip()
        if not line:
            break
        name, equals, value = line.replace("＝", "=").partition("=")
        if equals and name.strip() in names:
            changes[name.strip()] = value.strip()
        else:
            show(words["no_field"].format(names="|".join(names)))
    return changes
