"""Fairy-Stockfish's configuration files (`variants.ini`) as rulesets.

`reading/` knows the lines, what each key means, and what a variant is with all that it inherits. The files in
`sections/` write a part of a ruleset each. `near.py` says what of it differs from a ruleset that ships, and
`importing.py` puts all of them to work.
"""
