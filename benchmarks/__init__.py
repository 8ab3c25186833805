"""Measurements against a server that is started for them: ``python -m benchmarks.NAME``."""
