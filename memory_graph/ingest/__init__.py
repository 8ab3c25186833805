"""Reads a conversation from a file and stores it: turns, and what the user said about themselves.

``check_file`` judges the whole file before anything is written, ``ingest_file`` writes it. A second
run on the same file, or on one that has grown, continues where the first one ended.
"""

from memory_graph.ingest.check import FileCheck, check_file
from memory_graph.ingest.records import BadRecord, Reading, Record, Skipped, read_record
from memory_graph.ingest.report import IngestOptions, IngestReport
from memory_graph.ingest.write import ingest_file

__all__ = [
    "BadRecord",
    "FileCheck",
    "IngestOptions",
    "IngestReport",
    "Reading",
    "Record",
    "Skipped",
    "check_file",
    "ingest_file",
    "read_record",
]
