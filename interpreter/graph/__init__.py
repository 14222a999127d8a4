"""The rules as a graph of steps and decisions, and where each part of a state lies."""
