"""Our players in other programs' windows: what such programs say, and what they are answered (docs/engines.md)."""
