"""A game line by line: `gdl play` without the full screen, and from a pipe."""
