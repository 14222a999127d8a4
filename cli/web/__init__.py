"""A game in the browser: one page, or a server for many."""
