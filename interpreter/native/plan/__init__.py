"""What is settled before code is written: regions of the graph, what is known of each player."""
