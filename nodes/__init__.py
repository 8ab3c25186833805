"""The nodes of the memory graph: one a file, each made by a factory."""
