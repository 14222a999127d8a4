"""Fairy-Stockfish's configuration files (`variants.ini`) as rulesets, and rulesets as such files.

`ini.py` reads the lines, `keys.py` knows what each key means, `settings.py` lays a section over what it inherits.
`betza.py` reads how pieces move, `movements.py` says it in the language. The files in `sections/` write a part of a
ruleset each; `near.py` says what of it differs from a ruleset that ships; `importing.py` puts all of them to work.
"""
