"""Records of states: copied, compared, hashed; and what a finished game is worth to a player."""

from __future__ import annotations

from interpreter.graph.abi import DRAW, KIND, LOSE, PAY, RANK, SCORES, STOP, WHO, WIN
from interpreter.native.kernel_compiler.intrinsics import copy, load64, rotl, shr_u, store64
from interpreter.native.kernel_compiler.parameters import CAPACITY, COMMON, PAYS, PRESENT, SIZE, UNITED, P, size_of
from interpreter.native.kernels.packed_hash import mixed

SHORT = 512
"""Up to so many bytes, copying words is quicker than the machine's way of copying memory."""


def used(record: int) -> int:
    """How many bytes of a record are in use."""
    return size_of(record) if CAPACITY > SIZE else SIZE


def copy_words(to: int, source: int, size: int) -> None:
    """Copy so many bytes, a multiple of eight: four words at a time while there are so many."""
    whole = size & -32
    for at in range(0, whole, 32):
        store64(to + at, 0, load64(source + at))
        store64(to + at, 8, load64(source + at, 8))
        store64(to + at, 16, load64(source + at, 16))
        store64(to + at, 24, load64(source + at, 24))
    for at in range(whole, size, 8):
        store64(to + at, 0, load64(source + at))


def duplicate(to: int, source: int) -> None:
    """Copy a record."""
    if SIZE == CAPACITY and SIZE <= SHORT:
        copy_words(to, source, SIZE)
    else:
        copy(to, source, used(source))


def equal(a: int, b: int, size: int) -> bool:
    """Whether two records, of which the first has this size, are the same state."""
    return not (CAPACITY > SIZE and size_of(b) != size) and equal_in(a, b, size)


def equal_in(a: int, b: int, size: int) -> bool:
    """Whether two records are the same in so many bytes."""
    for at in range(STOP, size, 8):
        if load64(a + at) != load64(b + at):
            return False
    return True


second: int = 0
"""The other number that `hashed` has found."""


def hashed(record: int, size: int, seed: int) -> int:
    """A number for the state, equal for equal states. With another seed it is another number. `other_hash` gives one
    more: finding both takes hardly longer than finding one."""
    global second
    h, g = size ^ seed, size ^ ~seed
    for at in range(STOP, PRESENT, 8):
        word = load64(record + at)
        h, g = mixed(h, word), (rotl(g, 29) ^ word) * 0xD6E8FEB86659FD93
    for at in range(SIZE, size, 8):  # what lies between follows from the size and from what comes
        word = load64(record + at)
        h, g = mixed(h, word), (rotl(g, 29) ^ word) * 0xD6E8FEB86659FD93
    second = (g ^ shr_u(g, 32)) * 0x9FB21C651E98DF25
    return (h ^ shr_u(h, 29)) * 0x2545F4914F6CDD1D


def other_hash() -> int:
    """The other number of the last call of `hashed`."""
    return second


# ---- results

KEPT = COMMON + (1 - COMMON) * (P - (P == 2) * (PAYS == 0))
"""For so many players it is noted what a state is worth. Of two one value is enough, unless they are paid: what one
wins, the other loses. Where every end is worth the same to all, one is enough, too."""


def score(record: int, player: int) -> int:
    """A number for a player at the end, the greater the better (as `interpreter.game.results.ranking`)."""
    kind = load64(record, KIND)
    if kind >= RANK:
        return load64(record + 8 * player, SCORES)
    if kind == DRAW:
        return 0
    chosen = shr_u(load64(record, WHO), player) & 1
    return chosen if kind == WIN else 1 - chosen


def amount(record: int, player: int) -> float:
    """What the end is worth to a player: what they are paid, else their share (as `State.results`)."""
    return float(score(record, player)) if PAYS and load64(record, KIND) == PAY else share(record, player)


def utility(record: int, player: int) -> float:
    """The same from -1 to 1: where somebody may be paid, in parts of the most that anybody can be."""
    return amount(record, player) / float(PAYS) if PAYS else share(record, player)


def share(record: int, player: int) -> float:
    """What a place is worth to a player, from -1 to 1 (as `interpreter.game.results.utilities`)."""
    kind = load64(record, KIND)
    if P == 1:
        return (kind == WIN) - (kind == LOSE)
    if P == 2 and kind == DRAW:
        return 0.0
    own, above, tied = score(record, player), 0, 0
    for other in range(P):
        theirs = score(record, other)
        above += theirs > own
        tied += theirs == own
    if UNITED and tied == P:
        return (kind == WIN) - (kind == LOSE)
    return 1.0 - (2 * above + tied - 1) / (P - 1)
