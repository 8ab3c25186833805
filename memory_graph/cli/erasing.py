"""What an erasure would take away, looked up and put into words before and after."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memory_graph.cli.output import number_of
from memory_graph.errors import NotFoundError

if TYPE_CHECKING:
    from memory_graph.scope import Scope
    from memory_graph.stores.erase import EraseReceipt
    from memory_graph.stores.postgres import PostgresMemoryStore
    from memory_graph.types import Memory

SHOWN = 10
"""How many memories are shown by their text."""
_LOOKED_AT = 1000
"""How many memories of a scope are looked at for their threads."""
_SINGLE_READS = 100
_WIDTH = 120
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class View:
    """What would go, as far as it is shown."""

    receipt: EraseReceipt
    shown: tuple[Memory, ...] = ()
    staying: tuple[Memory, ...] = ()
    """Memories that stay and hold a value of an erased one."""
    threads: tuple[str, ...] = ()
    """Threads that what goes was said in, and whose checkpoints stay."""


def look(
    store: PostgresMemoryStore, scope: Scope, receipt: EraseReceipt, checkpoints: Sequence[str] = ()
) -> View:
    """The memories that a receipt is about; of a receipt without ids the newest of the scope.

    ``checkpoints`` are the threads whose checkpoints go too, as far as this database holds any.
    """
    if receipt.ids:
        found = _found(store, scope, receipt.ids[:_SINGLE_READS])
    elif receipt.erased:
        found = store.list_memories(scope, with_closed=True, limit=_LOOKED_AT)
    else:
        found = []
    gone = set(checkpoints) if receipt.checkpoints else set()
    threads = sorted({one.thread_id for one in found if one.thread_id} - gone)
    staying = _found(store, scope, receipt.mentioned_by[:SHOWN])
    return View(receipt, tuple(found), tuple(staying), tuple(threads))


def _found(store: PostgresMemoryStore, scope: Scope, ids: Sequence[str]) -> list[Memory]:
    """The memories a reader sees, without counting as a use of them.

    What lies on other branches alone is left out.
    """
    found: dict[str, Memory] = {}
    for one in ids:
        with suppress(NotFoundError):
            if one not in found:
                found |= {version.id: version for version in store.history(scope, one)}
    return [found[one] for one in ids if one in found]


def preview_lines(view: View) -> list[str]:
    """What would go, for people. Pure."""
    shown = [f"  {one.id}  {short(one.content)}" for one in view.shown[:SHOWN]]
    more = view.receipt.erased - len(shown)
    rest = [f"  … and {more} more"] if more > 0 else []
    return [*shown, *rest, f"would go: {amounts(view.receipt)}", *thread_lines(view)]


def amounts(receipt: EraseReceipt) -> str:
    """How much a receipt is about. Pure."""
    counts = (
        (receipt.erased, "memory or turn", "memories and turns"),
        (receipt.evidence, "piece of evidence", "pieces of evidence"),
        (receipt.links, "link", "links"),
        (receipt.entities, "entity", "entities"),
        (sum(receipt.checkpoints.values()), "row of a checkpointer", "rows of a checkpointer"),
        (len(receipt.turns_masked), "turn masked", "turns masked"),
        (receipt.evidence_masked, "piece of evidence masked", "pieces of evidence masked"),
    )
    return ", ".join(number_of(*one) for one in counts if one[0]) or NOTHING


def thread_lines(view: View) -> list[str]:
    """Where messages lie that the store does not hold. Pure."""
    if not view.threads:
        return []
    some = listed(view.threads)
    return [f"not reached: what a checkpointer keeps of the threads {some}; see --checkpoints"]


def receipt_lines(view: View) -> list[str]:
    """What was erased and what proves it. Pure."""
    receipt = view.receipt
    return [
        f"erased: {amounts(receipt)}",
        f"receipt: sha256 {receipt.digest}, salt {receipt.salt}",
    ]


def note_lines(view: View) -> list[str]:
    """What stays. Pure."""
    staying = [f"  {one.id}  {short(one.content)}" for one in view.staying]
    more = len(view.receipt.mentioned_by) - len(staying)
    notes = [
        "still there, with a value that was erased; erase them too if they shall go:",
        *staying,
    ]
    rest = [f"  … and {more} more"] if more > 0 else []
    return [
        *([*notes, *rest] if view.receipt.mentioned_by else []),
        "kept: the receipt in the audit, and ids, hashes and times of writes, without words; the "
        "salt is stored nowhere. Backups and logs of the database are not reached.",
    ]  # fmt: skip


def short(text: str) -> str:
    """A text on one line. Pure."""
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1]}…"


def listed(names: Sequence[str]) -> str:
    """The first of some names. Pure."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(map(repr, names[:SHOWN])) + more
