"""Linting files: their findings, by reading and by playing, and their fixes."""
