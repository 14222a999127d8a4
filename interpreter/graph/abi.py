"""What compiled rules, the jobs around them and their hosts must agree on: a record's head, limits, and statuses.

Each is said here and nowhere else. The kernels import this file too, so it holds numbers and nothing more.
"""

from __future__ import annotations

# ---- The head of a state's record, in bytes from its beginning. All are words of 64 bits.

TURNS = 0
"""Boundaries between turns passed since the record was made; the turn that ended the game counts."""
PLIES = 8
"""Decisions and rolls since then."""
DECISIONS = 16
"""Decisions alone."""
ENDING = 24
"""Which line ended the game: its number among those that may, from 1. 0 if none has, or if the module wasn't made for
pages: others don't note it."""
STOP = 32
"""Where the rules wait: one of ENDED, DECISION, ROLL. From here on, equal states have equal bytes."""
KIND = 40
"""How the game ended: 0 (it hasn't), or one of WIN, LOSE, DRAW, RANK, PAY."""
WHO = 48
"""The players who win or lose, a bit for each."""
SCORES = 56
"""A word for each player: the scores of a ranking, or what they are paid."""

ENDED, DECISION, ROLL = 0, 1, 2
WIN, LOSE, DRAW, RANK, PAY = 1, 2, 3, 4, 5

# ---- What `run` may be told in place of a limit of turns.

HUGE = 0x7FFFFFFFFFFFFFFF
"""No limit."""
TRACING = HUGE - 1
"""No limit; and what is taken is noted, if the ruleset was compiled for a search."""
ROUGHLY = HUGE - 2
"""No limit; and where it stops, it gives the number of candidates, if at least one is an option: looking ahead at all
of them takes long. Only in modules that are compiled `by_candidate`."""
FOLLOWING = HUGE - 3
"""No limit; what is taken is noted; and random games follow a learnt policy. Only in modules that are compiled with one
(`kernels/policy.py`)."""
PAUSING = -3
"""Pause at the beginning of each turn."""
CANDIDATE = 1 << 40
"""More than the number of an option: that of a candidate, which may turn out to be no option (PASSED_OVER). Only in
modules that are compiled `by_candidate`; where conditions look ahead, it saves making a list for each option."""
LISTING = -2
"""A budget: the candidates of the decision at which the record waits are described, from the address that is given as
the key, in rows of LISTED bytes as at OUT; gives how many they are. The record isn't touched. Only `by_candidate`."""
LISTING_OPTIONS = -3
"""The same for the options alone, where conditions look ahead; the option that is given must be 0. Only in modules that
are compiled with `lists_options`."""
LISTED = 64
"""Bytes of such a row: the place, how many values, and the first six of them."""
EXPLORING = -16
"""Less the number of a `most` block: the ways through it are being tried."""

# ---- What `run` gives besides a number of options, and 0 at the game's end.

PAUSE = 1 << 40
"""A turn begins (it was told PAUSING). No decision has so many options."""
LEFT = PAUSE + 1
"""A `most` block that is being tried has ended."""
PASSED_OVER = PAUSE + 2
"""The candidate that was to be taken is no option."""
NO_CANDIDATE = PAUSE + 3
"""There is no candidate of this number."""
OUT_OF_RANGE = -1
"""A number outside the range of its variable. As with all that follow, the reference interpreter says where and why."""
TOO_MANY = -2
"""More options than there is room for."""
STUCK = -3
"""A decision without options."""
NO_ROLL = -4
"""A roll without outcomes."""
ENDLESS = -5
"""Turns, or rounds of a loop, that come to no decision."""
TOO_HIGH = -6
"""A stack higher than the record has room for."""
TOO_OLD = -7
"""More moments to be compared by `repeats` than there is room for."""
TOO_MANY_WAYS = -8
"""More ways through a `most` block, or greater states on them, than there is room for."""
TOO_MANY_OPTIONS = -9
"""More candidates than can be tried, or compared by `most`."""
TOO_FEW = -11
"""A stack of fewer pieces than are to be moved or removed."""

# ---- What jobs give besides; a status of `run` is passed on.

HALTED = -100
"""The machine stopped the module."""
UNFINISHED = -101
"""A game isn't over after as many plies as it may take."""
FULL = -102
"""There is no more memory."""
TOO_GREAT = -103
"""A number of more than 63 bits."""
CYCLES = -104
"""The state has no value, as nobody can force the game to end."""
UNFIT = -105
"""A game that this search is not for."""
GIVEN_UP = -106
"""As many positions as were allowed have been looked at."""
UNFITTING = -107
"""A state that fits into no record."""

KNOWN, KNOWN_SURELY = 1, 2
"""What a table of solved positions says of one: a value that some counter may change, which it leaves out; or one that
holds in any case."""

REPORT_WORDS = 64
"""Words of a job's report in which sums stand – the sixth says how many games were paid, and then come, for each
player, the sum of what they got, and of its squares –; behind them lies the tally, 4 for each player, rank and number
of players that share it."""

# ---- The search by depth: values for the player to move, and what the host asks for.

VICTORY = 100_000_000_000_000
"""A win at once; one later is worth less by the plies that it takes. 2**16 of them can be added up. Where games pay,
nothing is worth so much."""
SURE = VICTORY - 1_000_000
"""Values beyond this are wins that are proved."""
UNIT = 1_000_000
"""A win that is guessed: what random games come to if all are won."""
MOST_WORTH = 90_000_000_000_000
"""What is paid is worth so much at most."""
QUIETLY, REDUCED, ASPIRING, VALUED = 1, 2, 4, 8
"""Features of the search, which may be left out: to follow captures to their end, to reduce late options, narrow
windows at the root; and a value for each of the root's options, not only for the best."""
BOUND = 4
"""Marks an option of which only that is known that it isn't better than this."""
LINE = 48
"""Plies of a line that are reported."""

# ---- Learnt policies: how scores lie in a block (`native/record/policy_tables.py`).

SCORE_BIAS = 128
"""Scores are bytes, so much more than what they mean: eighths; an option that scores 8 more is twice as likely."""
OWN = 8
"""A block has two halves, one for random games and one for searches. A half begins with 8 scores by what stands on the
site that an option goes to, …"""
PROSPECTS = 3 * 3 * 3 * 3 * 4
"""… then come those by what going there means for chains, …"""
TO = OWN + PROSPECTS
"""… and then those by what stands around the site: …"""
SIDES = 8
"""… up to 8 sites, one in each direction; on each …"""
SURROUNDINGS = 1 << 2 * SIDES
"""… nothing, a piece of one's own, another's, or nobody's or the board's edge."""
LEAST_SCORE, GREATEST_SCORE = -128, 64
"""An option is at most 2**(64/8) times as likely as one that is always taken; nobody takes one that scores 128 less."""
ALWAYS_TAKEN = 1 << 16
"""The weight of an option that is always taken; urgent ones may weigh more."""

# ---- Keys of information states: see `interpreter.game.knowledge`.

MIXER = 0x9FB21C651E98DF25
FIRST_BASE = 0x1E3779B97F4A7C15
SECOND_BASE = 0x51B54A32D192ED03
"""Odd numbers: a text's bytes are digits to these bases."""
FIRST_LANE = 0x243F6A8885A308D3
SECOND_LANE = 0x13198A2E03707344
"""Where both lanes of a hash begin."""
MASKED = -0x3C6EF372FE94F82B
"""Stands for a word that isn't seen."""
SECRET_MARK, CHANCE_MARK = 1, 2
"""What sort of decision waits at a place of the rules."""
AGAIN, AMID, AT_WILL = 1, 2, 4
"""Of a decision: a turn may come back to it; and none begins with it; and a turn may come back without a roll."""

# ---- Limits that are the same on all backends.

MAX_IDLE = 1_000
"""Turns that pass without anybody deciding anything."""
MAX_WORK = 5_000_000_000
"""Instructions of machine code in one call, where rules are so heavy that they are counted: some seconds."""
MAX_STEPS = 1_000_000
"""Rounds of loops that hold decisions, in a turn, without a decision."""
MAX_WAYS = 200_000
"""States looked at to find the best ways through `most` blocks."""
MAX_TRIES = 8
"""Candidates that a random game tries before it makes a list of the options."""
TRACE_PLIES = 4096
"""Plies of a call that may be noted."""

# ---- What expanding a game gives besides.

LEAK = -110
"""A player knows the same as before, and has other options, or has decided otherwise."""
NO_ZERO_SUM = -111
"""An end in which one doesn't win what the other loses."""
TOO_LONG = -112
"""A line of play of more decisions and rolls than are followed."""

ABOUT = 0x10000
"""Beside the plies from a position to an end: what the position is worth is known between bounds alone."""
