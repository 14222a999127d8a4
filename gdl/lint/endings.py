"""endings."""
