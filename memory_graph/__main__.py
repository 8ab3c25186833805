"""``python -m memory_graph`` is the command ``memory-graph``."""

from memory_graph.cli import main

if __name__ == "__main__":
    main()
