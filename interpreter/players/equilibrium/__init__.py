"""Games of two players in which one doesn't see everything: expanded, solved, and their strategies kept."""
