"""The question a person is asked about operations. Pure.

It has the shape of LangChain's ``HITLRequest``, which Studio, Agent Chat UI and Agent Inbox
render.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from itertools import repeat
from typing import Any

from memory_graph.types import Action, Language, Operation

ALLOWED = ("approve", "edit", "reject", "respond")
MAX_ROUNDS = 3
"""How often a person can respond before the rest must be approved, edited or rejected."""
_NAMES: dict[Action, str] = {
    "add": "add_memory", "reinforce": "reinforce_memory", "supersede": "replace_memory",
    "retire": "retire_memory", "doubt": "doubt_memory", "skip": "skip_memory",
}  # fmt: skip
_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "add": "Remember: {content}", "supersede": "Replace “{old}” with: {content}",
        "retire": "Forget: {old}", "reinforce": "Heard again: {content}",
        "doubt": "Keep as doubtful beside “{old}”: {content}",
        "besides": "Also no longer true: “{old}”",
        "span": "Said: “{span}”", "why": "Asked because: {why}",
        "reason": "{words} ({code})", "between": "; ",
    },
    "zh": {
        "add": "记住：{content}", "supersede": "用新内容替换“{old}”：{content}",
        "retire": "忘掉：{old}", "reinforce": "再次提到：{content}",
        "doubt": "与“{old}”并存，标为存疑：{content}",
        "besides": "同时失效：“{old}”",
        "span": "原话：“{span}”", "why": "需要确认的原因：{why}",
        "reason": "{words}（{code}）", "between": "；",
    },
}  # fmt: skip
REASONS: dict[Language, dict[str, str]] = {
    "en": {
        "sensitive_health": "it is about health", "sensitive_money": "it is about money",
        "sensitive_identity": "it is about identity", "sensitive_location": "it is about a place",
        "sensitive_credentials": "it is about credentials", "low_confidence": "it is not certain",
        "untrusted_source": "a tool or a document says it",
        "procedural": "it changes how the assistant behaves",
        "closes_trusted": "it would end something without the user’s own clear word",
        "closes_unreviewed": "memory has changed, and now it would end something else",
        "loop": "memory changed again and again meanwhile",
    },
    "zh": {
        "sensitive_health": "涉及健康", "sensitive_money": "涉及财务",
        "sensitive_identity": "涉及身份信息", "sensitive_location": "涉及位置",
        "sensitive_credentials": "涉及密码或凭证", "low_confidence": "把握不足",
        "untrusted_source": "来自工具或文档", "procedural": "会改变助手的行为方式",
        "closes_trusted": "会使一条记忆失效，而用户本人并未明确说过",
        "closes_unreviewed": "记忆已有变化，现在会使另一条记忆失效",
        "loop": "期间记忆一再变化",
    },
}  # fmt: skip
"""What the codes of the policy mean, for whoever is asked."""


def review_request(
    operations: Sequence[Operation], language: Language, zone: tzinfo | None = None,
    besides: Sequence[Sequence[str]] = (), rounds: int = 0,
) -> dict[str, Any]:  # fmt: skip
    """One question for all operations, in the shape of HITLRequest; times in the user's zone.

    ``besides`` holds, by position, what each of them closes further; ``rounds`` is how often the
    person has responded.
    """
    requests = [
        {
            "name": _NAMES[one.action],
            "args": arguments(one, zone, further),
            "description": describe(one, language, further),
        }
        for one, further in zip(operations, besides or repeat(()), strict=False)
    ]
    names = dict.fromkeys(request["name"] for request in requests)
    allowed = allowed_decisions(rounds)
    configs = [{"action_name": name, "allowed_decisions": [*allowed]} for name in names]
    return {"action_requests": requests, "review_configs": configs}


def allowed_decisions(rounds: int) -> tuple[str, ...]:
    """What a person can decide who has responded so many times."""
    return ALLOWED if rounds < MAX_ROUNDS else tuple(one for one in ALLOWED if one != "respond")


def arguments(
    operation: Operation, zone: tzinfo | None = None, besides: Sequence[str] = ()
) -> dict[str, Any]:
    """What is known about an operation; the first keys are those an edit may change."""
    candidate = operation.candidate
    shown: dict[str, Any] = {}
    if candidate is not None:
        shown = {
            "content": candidate.content, "value": candidate.value,
            "event_from": _iso(candidate.event_from, zone),
            "event_to": _iso(candidate.event_to, zone),
            "importance": candidate.importance, "tier": candidate.tier, "kind": candidate.kind,
            "subject": candidate.subject, "attribute": candidate.attribute,
            "confidence": candidate.confidence, "sensitivity": candidate.sensitivity,
            "evidence": candidate.evidence.span,
        }  # fmt: skip
    other = "replaces" if operation.action == "supersede" else "known"
    known = {
        other: operation.target_content, "target_id": operation.target_id,
        "closes_besides": list(besides) or None,
        "until": _iso(operation.ends, zone),
        "reason": operation.reason, "triggers": list(operation.triggers),
    }  # fmt: skip
    return {name: value for name, value in (shown | known).items() if value is not None}


def _iso(moment: datetime | None, zone: tzinfo | None) -> str | None:
    if moment is None:
        return None
    return (moment.astimezone(zone) if zone else moment).isoformat()


def describe(operation: Operation, language: Language, besides: Sequence[str] = ()) -> str:
    """The question in the user's language: what would change, the words behind it, and why."""
    words = _WORDS[language]
    candidate = operation.candidate
    content = candidate.content if candidate else ""
    lines = [
        words.get(operation.action, "{content}").format(
            content=content, old=operation.target_content or ""
        )
    ]
    lines += [words["besides"].format(old=old) for old in besides]
    if candidate:
        lines.append(words["span"].format(span=candidate.evidence.span))
    reasons = [_reason(code, language) for code in operation.triggers]
    lines.append(words["why"].format(why=words["between"].join(reasons)))
    return "\n".join(lines)


def _reason(code: str, language: Language) -> str:
    """A code with what it means; one of the caller's own rules stands for itself."""
    meaning = REASONS[language].get(code)
    return _WORDS[language]["reason"].format(words=meaning, code=code) if meaning else code
