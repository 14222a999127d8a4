"""The table where a game is played: seats, prompts, the session and its loop."""
