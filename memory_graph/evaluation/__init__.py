"""Measures how well recall finds evidence, on public conversation sets and one of our own."""
