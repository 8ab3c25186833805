"""The demo: a meeting assistant over two processes and a crash, in Chinese and in English."""
