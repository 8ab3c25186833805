"""What is said in the demo, when, and what must come of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from memory_graph.context import MemoryContext
from memory_graph.policy import ReviewPolicy
from memory_graph.types import Language, Operation

ZONE = "Asia/Shanghai"
FIRST_DAY = datetime(2026, 7, 1, 10, 0, tzinfo=ZoneInfo(ZONE))
OTHER_DAY = datetime(2026, 7, 3, 9, 30, tzinfo=ZoneInfo(ZONE))
SCHEMA_PREFIX = "memory_graph_demo_"


@dataclass(frozen=True, slots=True)
class Script:
    """The sentences of one language, and words that the answers must hold."""

    language: Language
    user: str
    move: str
    edit: str
    dislike: str
    ask: str
    ask_expects: tuple[tuple[str, ...], ...]
    """For each group, one of its words must be in the answer."""
    suggest: str
    suggest_expects: tuple[tuple[str, ...], ...]
    change: str

    def context(self, now: datetime) -> MemoryContext:
        """The context of a run at a fixed clock."""
        return MemoryContext(user_id=self.user, timezone=ZONE, locale=self.language, now=now)

    def thread(self, letter: str) -> str:
        """A thread id of the demo."""
        return f"demo-{self.language}-{letter}"


CHINESE = Script(
    language="zh",
    user="王 五",
    move="帮我把明天下午三点与张总的产品评审会改到四点，并通知他。",
    edit="与张总的产品评审会从2026年7月2日（周四）15:00改到16:00，地点在三号会议室。",
    dislike="我不喜欢在早上九点前开会。",
    ask="上次改过的那个产品评审会，最后定在几点了？",
    ask_expects=(("16:00", "四点"), ("7月2日",)),
    suggest="帮我定一下下周的周会时间吧",
    suggest_expects=(("九点", "9点", "09:00", "9:00"),),
    change="现在我更喜欢上午开会了，八点也行。",
)
ENGLISH = Script(
    language="en",
    user="wendy@example.com",
    move="Please move tomorrow's 3pm product review with Mr Zhang to 4 and let him know.",
    edit="The product review with Mr Zhang was moved from Thursday 2 July 2026, 15:00 to 16:00, "
    "in meeting room three.",
    dislike="I don't like meetings before nine in the morning.",
    ask="That product review we moved - what time did it end up at?",
    ask_expects=(("16:00", "4 pm", "four"), ("2 July", "July 2")),
    suggest="Please find a time for next week's team meeting.",
    suggest_expects=(("nine", "09:00", "9:00"),),
    change="I actually prefer morning meetings now, eight is fine too.",
)
SCRIPTS: dict[Language, Script] = {"zh": CHINESE, "en": ENGLISH}


def calendar_and_preferences(operation: Operation, context: MemoryContext) -> str | None:
    """The demo's business rule: calendar changes and stated preferences need a person."""
    candidate = operation.candidate
    if candidate is None:
        return None
    if candidate.kind == "event":
        return "calendar_change"
    return "stated_preference" if candidate.kind == "preference" else None


POLICY = ReviewPolicy(rules=(calendar_and_preferences,))
