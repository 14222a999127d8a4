"""What programs and people hold: games, states, moves, positions, results, records, scenarios."""
