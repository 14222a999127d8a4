"""What is found out by playing: measurements, matches, coverage, lint by play, studies, tuning."""
