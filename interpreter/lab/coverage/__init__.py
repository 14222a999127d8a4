"""What of the rules comes into effect: counters beside the game, counted while games are played."""
