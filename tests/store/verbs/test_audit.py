"""What the audit tells."""

from __future__ import annotations

from uuid import UUID

from memory_graph.stores.postgres import PostgresMemoryStore


def test_the_audit_tells_what_was_done_without_a_word_of_it(store: PostgresMemoryStore) -> None:
    secret = "xylotrope"
    one, two = store.remember("ann", [f"My word is {secret}.", "It snowed."]).memory_ids
    store.link("ann", two, "causes", one)
    new = store.revise("ann", one, f"My word was {secret}.", actor="eve").memory_ids[0]
    store.retire("ann", two, reason=secret)
    store.erase("ann", new)
    entries = store.audit("ann")
    assert [one.action for one in entries] == ["erase", "retire", "revise", "link"]
    assert entries[2].actor == "eve"
    assert entries[2].detail["successor"] == new
    assert secret not in repr(entries)
    older = store.audit("ann", before=entries[1].entry, limit=1)
    assert [one.action for one in older] == ["revise"]
    assert store.audit("bob") == []
    UUID(entries[0].detail["ids"][0])
