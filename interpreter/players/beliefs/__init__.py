"""States that fit what a player knows: sampled, or counted out, from the rules and the player's observations alone."""
