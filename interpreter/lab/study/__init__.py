"""What kind of game this is: games are gathered, figures are worked out of them, each with its interval."""
