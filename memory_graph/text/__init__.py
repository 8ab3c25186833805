"""Pure text helpers: cleaning, language, search terms, redaction and times; no I/O anywhere."""
