"""From plans to instructions on words."""
