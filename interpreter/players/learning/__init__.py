"""Values learnt from games that a ruleset plays against itself: what is learnt from, how, and where it is kept."""
