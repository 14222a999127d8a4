"""What a file says: brackets, macros, keywords, the game and its board."""
