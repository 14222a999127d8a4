"""`gdl play` on a whole terminal: the board in the middle, keys, mouse and typing. Textual is imported in here alone,
and nothing in here before somebody plays on a terminal that can show it."""
