"""`gdl serve`: games between people on several machines, kept by one server that knows the rules."""
