"""What is done with whole games: counting, random games, comparisons of backends, timing."""
