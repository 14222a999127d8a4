"""Rules files of Zillions of Games (`.zrf`) as rulesets.

`reading/` has brackets and macros, the keywords and what becomes of each, and the game with its board. `moves/`
follows the commands of a move on paper: which places it asks about, and what it does. `writing/` has a file for each
part of a ruleset, and `importing.py` puts all of them to work.
"""
