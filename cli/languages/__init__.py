"""What the program says to players, in other languages than English: one catalogue for each, `CODE.json`."""
