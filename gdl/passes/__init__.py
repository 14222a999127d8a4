"""From model to model: passes that make rules cheaper without changing what they mean."""
