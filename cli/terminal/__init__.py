"""A game in the terminal: one scene, shown line by line or on the full screen."""
