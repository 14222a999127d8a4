"""What is not written for the time being because it is known to fail; tests/test_generated.py has a ruleset for each."""

from __future__ import annotations

SETS_OF_NUMBERS_AS_SUBJECTS = True
"""`(0..7).left = 5` where only 1..6 have something left: outside of that range."""
WIDE_SETS = True
"""Known sets of more than some ten thousand numbers."""
CHANGES_IN_TEXTS = True
"""`after` in the text of a move, where it can break a rule."""
NESTED_ALTERNATIVES = True
"""`(a when c otherwise b) otherwise d`: the parentheses are lost."""
