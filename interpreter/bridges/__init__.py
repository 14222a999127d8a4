"""Other programs and machines: arrays of games, OpenSpiel, PettingZoo, a cluster."""
