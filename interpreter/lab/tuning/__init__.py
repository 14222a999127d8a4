"""A game's options varied: the same study of each, side by side, or a search for what an author wants."""
