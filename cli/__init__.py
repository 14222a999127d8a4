"""The command line: screens for people, JSON for programs. Knows nothing of rules."""
