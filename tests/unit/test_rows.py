"""Rows as PostgreSQL can hold them."""

from __future__ import annotations

import psycopg

from memory_graph.stores.rows import MAX_LEXEME_BYTES, lexeme_vector


def test_the_lexemes_of_an_endless_text_stay_within_what_a_row_can_hold(server_dsn: str) -> None:
    terms = [chr(0x4E00 + i % 20_000) + chr(0x4E00 + (i * 7) % 20_000) for i in range(300_000)]
    terms += ["again"] * 100_000
    literal = lexeme_vector(terms)
    assert len(literal.encode()) < 3 * MAX_LEXEME_BYTES
    with psycopg.connect(server_dsn) as connection:
        row = connection.execute("SELECT length(%s::tsvector)", (literal,)).fetchone()
    assert row is not None
    assert row[0] > 10_000


def test_odd_terms_and_counts_survive(server_dsn: str) -> None:
    literal = lexeme_vector(["it's", "a\\b", "x", "x", "x", *["many"] * 300])
    with psycopg.connect(server_dsn) as connection:
        rows = connection.execute(
            "SELECT lexeme, array_length(positions, 1) FROM unnest(%s::tsvector)", (literal,)
        ).fetchall()
    assert dict(rows) == {"it's": 1, "a\\b": 1, "x": 3, "many": 255}
