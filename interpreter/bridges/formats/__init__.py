"""Records of the world outside: a file for each format, read as a stream of games and written game by game."""
