"""What kernels get from each ruleset: numbers and functions that aren't known before it is compiled.

Kernels import these names like any others; `kernel.py` puts each ruleset's own in their place.
"""

from __future__ import annotations

FACTOR = 0x9E3779B97F4A7C15
"""Makes numbers of moves: the place of the decision, and for each value that is chosen xor it and times FACTOR; then
xor the player and times FACTOR. The upper 16 bits are the number."""

START: int
"""Where the record lies from which the rules begin, with the set-up."""
OUT: int
"""Where options are described."""
SIZE: int
"""Bytes of a record without its tail; a multiple of eight."""
CAPACITY: int
"""Bytes that a record may take with its tail; a multiple of eight."""
LEARNT_PLIES: int
"""Plies of a game that is learnt from; a longer one is cut off there."""
LEARNT_SIZE: int
"""The same in a game that is learnt from: a game that needs more is cut off."""
KEY: int
"""Where a record's last part begins: the place in the rules, whose turn it is (`KEY + 8`), who comes next, the body."""
P: int
"""How many players there are."""
PAYS: int
"""The most that a player can be paid, or have to pay, at the end; 0 if nobody is paid. Where all may win or lose
together, and one may win alone, too, a win counts as being paid 1."""
UNITED: int
"""Whether all may win or lose together …"""
COMMON: int
"""… and whether every end is worth the same to all: then the search is that of one player, whoever moves."""
GRAIN: int
"""What one unit of what is paid is worth in a search by depth."""
STACK: int
"""Where the area begins that jobs use as they like …"""
STACK_END: int
"""… and where it ends. Beyond the memory's present end it may be grown."""

TRACE: int
"""Where four bytes for each ply of a call lie: the number of the move, and the player; or all ones for a roll. Behind
those of TRACE_PLIES lies a word by which such a game is stopped (`halting.py`)."""

WORTH: int
"""Where `run` writes what a `most` block came to …"""
VALUES: int
"""… at most so many values."""
BOUND: int
"""Where the most stands that they can come to; 0 if that is known of no block."""
PRESENT: int
"""Bytes of a record without what is past."""
LOOKS_BACK: int
"""Whether a `most` block holds conditions on the past."""
WEIGHTS: int
"""Where what values were learnt with is written, in modules for searches …"""
WEIGHTS_END: int
"""… and where its area ends."""
REVISITED: int
"""Where a byte for each place of the rules says how turns may come back there (`long_turns.py`); 0 if there is none."""
BEST: int
"""Where the area of `best` begins …"""
BEST_END: int
"""… and where it ends."""


FOLLOWS: int
"""Whether random games can follow a learnt policy …"""
POLICY: int
"""… where it lies; see `native/record/policy_tables.py` …"""
AROUND: int
"""… what stands around each site, two bytes each, as the first player sees it …"""
REACH: int
"""… for each position where it is noted what stands around others, and how far what stands here is shifted there …"""
REACHED: int
"""… in so many bytes for each position …"""
VIEW: int
"""… and how many bytes all this takes for each view of the board …"""
DECIDED: int
"""… for each place of the rules four words of four bytes: which of its values are the sites that an option goes to and
comes from, from 1, 0 if it has none; where the first player's scores begin, and how many bytes each player's take …"""
SITES_MINE: int
"""… where it is written where pieces of the player to move stand …"""
SITES_THEIRS: int
"""… and those of others …"""
LIKELY: int
"""… and where it stands how likely an option is that scores as much as one that is always taken …"""
WIDE: int
"""… and how many bytes a set of sites takes …"""
NEXT: int
"""… for each position the set of the sites beside it …"""
WINDOWS: int
"""… the same as parts of a set: from which byte on, and 64 bits …"""
PARTED: int
"""… which take so many bytes for each position …"""
RING: int
"""… and of the other sites around it …"""
CHAINS: int
"""… and where it is noted what was seen of chains last (`kernels/chains.py`) …"""
HEADS: int
"""… and for each position, in two bytes, the head of its chain …"""
CHAINED: int
"""… and for each position the chain whose head it is …"""
CELLS: int
"""… and for each position a byte that says what stands there, as the player sees it …"""
CELLS_SIZE: int
"""… (two players have a row of these bytes each) and how many bytes a player's row takes …"""
CHOICE: int
"""… the sites that a decision in a random game is about …"""
URGENT: int
"""… and those of them that are urgent, with a list of them."""

RANKS: int
"""Whether the rules rank the players by numbers that can be told before the end …"""
STANDINGS: int
"""… where `standings` writes them …"""
BOARD: int
"""… and where a table begins that says which bits of a record are the board's (offset, mask) …"""
BOARD_END: int
"""… and where it ends."""


def standings(record: int) -> int:
    """Write what each player would be ranked by at STANDINGS, if the game ended now; gives 0, or as `run`."""
    raise NotImplementedError


PAGE: int
"""Where the record of a page's state lies; `CAPACITY` bytes on lies the one to be shown."""
TURN: int
"""The place in the rules where a turn begins …"""
TURN_END: int
"""… where it has ended, and `end` is asked …"""
BOUNDARY: int
"""… and where one turn goes over into the next. Records of modules for pages may stand there."""
PARTS: int
"""Where `written` and `scored` write to."""
SCORED: int
"""Whether the rules declare a score."""
PARTS_OF: int
"""Where it stands where the parts of a state lie in its record; see `native/record/description.py`."""


def run(record: int, budget: int, option: int, key: int, limit: int) -> int:
    """Go on from where a record waits.

    At each decision or roll with n options: gives n if `budget` is 0 or `limit` turns have passed; else takes one –
    `option`, or if that is negative, one drawn with `key` – and goes on with a smaller budget. With a negative
    budget it writes what this option chooses to OUT: the place of the decision, how many values, the values.
    Gives 0 at the game's end, and a negative number where a rule is broken.
    """
    raise NotImplementedError


DOUBTS: int
"""Whether some decision's conditions look ahead, so that options are best asked for as candidates (abi.CANDIDATE)."""


LISTS: int
"""Whether options may be asked for as candidates, and listed (abi.LISTING)."""
AT_ONCE: int
"""The budget by which all options of a decision are described at once (abi.LISTING, LISTING_OPTIONS), where describing
them one by one would take long; else 0."""
CONTENTS: int
"""Where it stands where the sets of pieces lie in a record; see `native/record/piece_addresses.py`."""
PLACES: int
"""Where the same table says of each place of the rules which of its values are sites."""
SORTS: int
"""How many sorts of options there are, by what stands on the sites that they name."""
NOISE: int
"""Two words for each of them …"""
STEADY: int
"""For each word of a record which bits belong to the position, other than to what only draws."""
WORTHS: int
"""… and one for each set of pieces."""


DECISIONS_OF: int
"""Where the table lies that says of places of the rules what sort of decision waits there …"""
BASES_OF: int
"""… and of what sort of things its values are …"""
QUEUES_OF: int
"""… and of each `together` where its queue lies …"""
STRINGS_OF: int
"""… and those of the strings that texts are made of; see `native/record/knowing.py`."""


PACKED: int
"""Bytes of a record that is packed."""
CERTAIN: int
"""Whether games end in wins, losses and draws alone, without chance."""
FORGETS: int
"""Whether what is past makes no difference to whom a state is worth what."""


def pack(record: int, to: int) -> None:
    """Write the bits that tell a record from others, in whole words, one behind the other; without the past."""
    raise NotImplementedError


def unpack(packed: int, record: int) -> None:
    """Lay them out in a record that is all zeros."""
    raise NotImplementedError


def looked_up(record: int) -> int:
    """Look up a record that waits for a decision or a roll in the table of solved positions: KNOWN, KNOWN_SURELY, or 0
    if it isn't there, or there is no table. ANSWER then holds marks, plies, and values as floats; see
    `kernels/endgame.py`."""
    raise NotImplementedError


def completes(place: int) -> int:
    """Whether every option of the decision at a place of the rules completes the turn, or ends the game."""
    raise NotImplementedError


def size_of(record: int) -> int:
    """How many bytes of a record are in use, its tail included."""
    raise NotImplementedError


def written(record: int) -> int:
    """Write the text of the option that was just described in this record; how many words at PARTS that makes."""
    raise NotImplementedError


def audience(record: int) -> int:
    """Who is told by name how the option is written that was just described in this record: a set of players."""
    raise NotImplementedError


def views(record: int, block: int) -> int:
    """Mix what each player sees of a record into the two words that lie for this player in a block. Gives 0, or a
    negative number as of `run`."""
    raise NotImplementedError


def differing(record: int, seen: int) -> int:
    """How many bits are others in what a player sees of a record than in what stands at `seen`: the player's number,
    how many words follow, and these words."""
    raise NotImplementedError


HIDES: int
"""Whether players may know different things."""
UNSEEN: int
"""Where it is noted what they don't see, in modules for batches …"""
UNSEEN_SIZE: int
"""… in so many bytes for each player; see `native/record/unseen.py`."""


def unseen(record: int, to: int) -> int:
    """Note what each player doesn't see of a record from an address on, where all is 0."""
    raise NotImplementedError


def decided(record: int) -> int:
    """Write at PARTS, as text, the sites that witness why the game has ended; how many words."""
    raise NotImplementedError


def scored(record: int) -> int:
    """Write each player's declared score at PARTS; gives 0, or a negative number as of `run`."""
    raise NotImplementedError
