"""How long jobs are done: cut into chunks, helped by threads, bounded by memory, inside compiled rules."""
