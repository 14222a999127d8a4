"""A text and what is said of it: places, findings, fixes, suggestions."""
