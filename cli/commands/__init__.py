"""The commands, one a file. What is slow to import is imported within them, so that `gdl --help` is quick."""
