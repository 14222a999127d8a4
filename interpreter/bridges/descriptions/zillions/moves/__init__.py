"""The commands of moves: what they ask, what they do, and how both are said in the language."""
