"""The state of the graph.

Everything in it is plain JSON, so any checkpointer, Studio and SDK can read it; the nodes parse
what they need.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired, cast

from langchain_core.messages import AnyMessage
from langgraph.channels import LastValue
from langgraph.graph.message import add_messages
from typing_extensions import TypedDict

from memory_graph.lineage import union

LIFTED = "-"
"""Begins a key that takes a refusal back."""

Route = Literal["small_talk", "recall", "command", "erase"]


class Sensory(TypedDict, total=False):
    """The cleaned input of this turn; overwritten each turn."""

    text: str
    """What was said, cleaned; secrets still in it, never stored from here."""
    redacted: str
    """The same, as it may be stored."""
    findings: list[str]
    """Kinds of what was redacted."""
    removed: int
    """How many unusable characters were dropped."""
    language: Literal["zh", "en"]
    route: Route
    said_at: str
    """The user's clock at the turn, ISO 8601 with offset."""
    message_id: str
    may_leave: bool
    """True for small talk in a thread that may have written on a branch this run has left."""


class RecalledBlock(TypedDict, total=False):
    """What recall brought up for this turn."""

    memories: list[dict[str, Any]]
    """Memories with their scores, best first, already cut to the token budget."""
    dropped: int
    """How many found memories the budget left out or folded into others."""
    left_out: list[dict[str, str]]
    """Which, why (``folded``, ``over_budget``, ``too_long``), and into which they were folded."""
    time_parse: str
    """``unparsed`` when the question speaks of a time that could not be resolved."""
    degraded: bool
    reason: str | None


class Decisions(TypedDict, total=False):
    """What was decided about the operations of this turn, and for whom."""

    scope: str
    """Whose memory the turn was planned for; an answer must come with the same user."""
    oversight: str
    """Who held the decision when it was planned; an answer is heard whatever it comes with."""
    read: str
    """Id of the last message that ``extract`` has read; what the user says later is a new turn."""
    items: list[dict[str, Any] | None]
    """The answer to each operation; None where nobody had to be asked."""
    round: int
    """How often the person has responded."""
    replans: int
    """How often the plan went stale."""
    feedback: list[str]
    """What the person said in response."""
    about: list[str]
    """The user's words that each response is about."""
    reviewed: list[str]
    """Fingerprints of what a person has approved."""
    withheld: list[dict[str, Any]]
    """Candidates a person refused in this turn; masked in what is stored of it."""
    refused: list[str]
    """Keys and places of what a person refused in this turn, and took back, in their order."""
    answer: str
    """Id of the answer that settled the review."""
    edits: dict[str, dict[str, Any]]
    """Corrected candidates by the dedupe key of what they correct."""
    next: Literal["consolidate", "plan", "extract"]


class Working(TypedDict, total=False):
    """Working memory of the thread."""

    summary: str
    summary_through: str
    """Id of the last message the summary covers."""
    pocket: list[dict[str, str]]
    """Pinned facts: memory id and content."""
    task: dict[str, Any]
    """Goal, status, entities, open slots."""
    session: dict[str, Any]
    """Session id, next position, time of its last turn, what was said last and by whom.

    And digests of the messages of that turn; of words that were changed in place the last old
    reply, and the writes that were left.
    """
    refused: list[str]
    """What a person refused: a key of it for its user, and where it was said, so that it is neither
    asked again nor stored with a later reply."""


class Written(TypedDict, total=False):
    """What the last write of the thread did."""

    number: int | None
    already: bool
    counts: dict[str, int]
    memory_ids: list[str]
    stored: dict[str, str]
    """Of a write that was there already: the words it stored, by memory id."""
    stale: list[int]
    degraded: bool
    """True when the store was away: the next turn stores what this one could not."""
    reason: str


class Latest(LastValue[Any]):
    """Keeps the last of several values of one step, as parallel halves of the graph give them.

    A reducer would not do: it starts with an empty value, and a key that was never written means
    something else.
    """

    def update(self, values: Sequence[Any]) -> bool:
        """Takes the last value, if there is any."""
        return super().update(values[-1:])


class MemoryState(TypedDict, total=False):
    """All keys the nodes read and write; a host graph needs none of them but ``messages``."""

    messages: Annotated[list[AnyMessage], add_messages]
    lineage: Annotated[str, union]
    """The writes of this branch, as a multirange; see ``memory_graph.lineage``."""
    clock: Annotated[str, Latest]
    """The database's clock at this turn's reads."""
    recorded: Annotated[str, Latest]
    """Id of the last message that memory has dealt with."""
    nonce: Annotated[str, Latest]
    """Set it to decide a turn again that was already committed."""
    sensory: Annotated[Sensory, Latest]
    recalled: Annotated[RecalledBlock, Latest]
    candidates: Annotated[list[dict[str, Any]], Latest]
    dropped: Annotated[list[dict[str, str]], Latest]
    """Candidates that failed a check, with the reason."""
    operations: Annotated[list[dict[str, Any]], Latest]
    decisions: Annotated[Decisions, Latest]
    working: Annotated[Working, Latest]
    written: Annotated[Written, Latest]


def as_told(state: MemoryState) -> MemoryState:
    """The state without keys that somebody has emptied by ``update_state``: None says nothing."""
    return cast("MemoryState", {name: value for name, value in state.items() if value is not None})


class MemoryInput(TypedDict):
    """What a caller sends: messages. As a node the graph takes from its host what lasts."""

    messages: Annotated[list[AnyMessage], add_messages]
    lineage: NotRequired[Annotated[str, union]]
    recorded: NotRequired[Annotated[str, Latest]]
    nonce: NotRequired[Annotated[str, Latest]]
    working: NotRequired[Annotated[Working, Latest]]


def is_answered(decisions: Decisions) -> bool:
    """True while a turn goes on whose review a person has answered; a write ends it."""
    return bool(decisions.get("answer") and decisions.get("scope"))


def as_kept(value: Any) -> Any:
    """A JSON value as a checkpointer can keep it: whole numbers beyond 64 bits as their digits.

    The store keeps any number; a checkpoint of a turn that recalls one would fail. Pure.
    """
    match value:
        case dict():
            return {name: as_kept(one) for name, one in value.items()}
        case list():
            return [as_kept(one) for one in value]
        case int() if not -(2**63) <= value < 2**63:
            return str(value)
    return value


def with_refused(working: Working, keys: Sequence[str]) -> Working:
    """Working memory that knows what was refused, whatever follows: it is not asked again.

    The keys are in the order of what happened; one that takes a refusal back (see ``LIFTED``) ends
    those before it.
    """
    known = Working(**working)
    if keys:
        held = list(working.get("refused", []))
        for key in keys:
            if key.startswith(LIFTED):
                held = [one for one in held if one.partition("|")[0] != key.removeprefix(LIFTED)]
            else:
                held.append(key)
        known["refused"] = list(dict.fromkeys(held))
    return known
