"""A game in progress, whatever shows it: who sits where, taking back, its record on disk."""
