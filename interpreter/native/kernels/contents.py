"""What options do to pieces, as far as that can be told before they are played.

Options are sorted by the decision, and by what stands on the sites that they name: nothing, a piece of the player's
own, another's, or nobody's. Some random games show which of these sorts take pieces of others or change kinds of one's
own, and how often: those are *noisy*, and what they do is not to be judged before it is over. It also shows whether
noisy options are forced where there are some, and what a piece is worth to the learnt value.
"""

from __future__ import annotations

from interpreter.graph.abi import DECISION, HUGE, LISTED, LISTING, STOP
from interpreter.native.kernel_compiler.intrinsics import (
    copy,
    fill,
    load32,
    load64,
    popcount,
    shr_u,
    store64,
)
from interpreter.native.kernel_compiler.parameters import (
    CAPACITY,
    CONTENTS,
    FACTOR,
    KEY,
    LISTS,
    NOISE,
    OUT,
    PLACES,
    SORTS,
    START,
    WORTHS,
    P,
    run,
)
from interpreter.native.kernels.accumulators import evaluate
from interpreter.native.kernels.areas import TRIAL, allocate, cut_heap
from interpreter.native.kernels.chance import GAMMA, mix
from interpreter.native.kernels.effort import EFFORT_END
from interpreter.native.kernels.records import duplicate

GAMES = 40
TRIED = 3000
"""Options that are tried in these games, at most."""
PLIES = 400
EVERY = 3
"""They are tried at one position of so many."""
FEW = 0.4
"""The greatest part of all options that may be noisy if it shall pay to tell them apart."""
MINE, THEIRS, OTHERS = EFFORT_END, EFFORT_END + 128, EFFORT_END + 256
"""The sites where pieces of the player to move stand, of the other one, and of nobody."""
CONTENTS_END = EFFORT_END + 384
VALUES = 6
"""Values of an option that a row has room for."""

margin: int = 0
"""What a piece is worth on the average …"""
studied: bool = False
is_noisy: bool = False
"""Whether there are noisy options in this game, and they are the minority."""
is_forced: bool = False
"""Whether mostly nothing else can be chosen where there is a noisy option."""


def list_rows(record: int, options: int, rows: int) -> None:
    """Describe all candidates of a decision, in rows of LISTED bytes as at OUT."""
    if LISTS:
        run(record, LISTING, 0, rows, HUGE)
    else:
        for k in range(options):
            duplicate(TRIAL, record)
            run(TRIAL, -1, k, 0, HUGE)
            copy(rows + LISTED * k, OUT, LISTED)


def row_number(row: int, player: int) -> int:
    """The number of the move that a row describes, made by this player."""
    number = load64(row)
    for i in range(min(load64(row, 8), VALUES)):
        number = (number ^ load64(row + 8 * i, 16)) * FACTOR
    return shr_u((number ^ player) * FACTOR, 48)


def gather(record: int, me: int) -> None:
    """Find where whose pieces stand in a record."""
    fill(MINE, 0, CONTENTS_END - MINE)
    words = load32(CONTENTS, 4)
    for slot in range(load32(CONTENTS)):
        owner, at = load32(CONTENTS + 8 * slot, 12), record + load32(CONTENTS + 8 * slot, 8)
        to = MINE if owner == me else THEIRS if owner < P else OTHERS
        for j in range(words):
            store64(to + 8 * j, 0, load64(to + 8 * j) | load64(at + 8 * j))


def has(sites: int, site: int) -> int:
    """Whether a site is in a set."""
    return shr_u(load64(sites + (site >> 6) * 8), site & 63) & 1


def sort_of(row: int) -> int:
    """The address of what is known of the sort of option that a row describes; `gather` comes before."""
    place = PLACES + 20 * load64(row)
    sort = 0
    for i in range(load32(place, 4)):
        site = load64(row + 8 * load32(place + 4 * i, 8), 16)
        content = 0
        if site >= 0:
            content = has(MINE, site) + 2 * has(THEIRS, site) + 3 * has(OTHERS, site)
        sort = 4 * sort + min(content, 3)
    return NOISE + 16 * (load32(place) + sort)


def row_gain(record: int, row: int) -> int:
    """What the pieces of others are worth that stand on the sites that a row names."""
    place, gain = PLACES + 20 * load64(row), 0
    for i in range(load32(place, 4)):
        site = load64(row + 8 * load32(place + 4 * i, 8), 16)
        if site >= 0 and has(THEIRS, site):
            gain += worth_at(record, site)
    return gain


def row_risk(record: int, row: int) -> int:
    """What the first of them is worth, if it is one's own."""
    place = PLACES + 20 * load64(row)
    if load32(place, 4) == 0:
        return 0
    site = load64(row + 8 * load32(place, 8), 16)
    return worth_at(record, site) if site >= 0 and has(MINE, site) else 0


def worth_at(record: int, site: int) -> int:
    """What the piece on a site is worth."""
    for slot in range(load32(CONTENTS)):
        if has(record + load32(CONTENTS + 8 * slot, 8), site):
            return load64(WORTHS + 8 * slot)
    return 0


def noise(record: int, child: int, me: int) -> int:
    """What a player won by an option that took pieces of others, or changed kinds of its own; 0 if it did neither."""
    words = load32(CONTENTS, 4)
    taken, own, rose, fell = 0, 0, 0, 0
    for slot in range(load32(CONTENTS)):
        owner, offset, more = load32(CONTENTS + 8 * slot, 12), load32(CONTENTS + 8 * slot, 8), 0
        for j in range(words):
            more += popcount(load64(child + offset + 8 * j)) - popcount(load64(record + offset + 8 * j))
        if more and owner == me:
            own += more * load64(WORTHS + 8 * slot)
            rose += more > 0
            fell += more < 0
        elif more < 0 and owner < P:
            taken -= more * load64(WORTHS + 8 * slot)
    if rose and fell:
        taken += max(own, 1)
    return taken


def noisy(sort: int) -> bool:
    """Whether options of a sort are noisy mostly; those that were never seen count as such."""
    return load64(sort, 8) * 2 >= load64(sort)


def tells_noise() -> bool:
    """Whether it pays to tell noisy options apart."""
    return is_noisy


def noise_is_forced() -> bool:
    """Whether mostly nothing else can be chosen where there is a noisy option."""
    return is_forced


def piece_margin() -> int:
    """Half of what a piece is worth on the average: positions differ by more than pieces."""
    return margin


def study_anew() -> None:
    """The same once more, as the learnt value has changed."""
    global studied
    studied = False
    study()


def study() -> None:
    """See in some random games which sorts of options are noisy."""
    global studied, is_noisy, is_forced, margin
    if studied or SORTS == 0:
        return
    studied = True
    fill(NOISE, 0, 16 * SORTS)
    for slot in range(load32(CONTENTS)):
        store64(WORTHS + 8 * slot, 0, 1)
    record = allocate(2 * CAPACITY)
    if record == 0:
        return
    tried, loud, some, forced = 0, 0, 0, 0
    for number in range(GAMES):
        duplicate(record, START)
        more, key, ply = run(record, 0, -1, 0, HUGE), mix(number), 0
        while more > 0 and ply < PLIES and tried < TRIED:
            if load64(record, STOP) == DECISION and (ply + number) % EVERY == 0:
                found = try_all(record, more)
                tried += more
                loud += found
                some += found > 0
                forced += found == more
                weigh(record, more, ply)
            key = mix(key + GAMMA)
            more = run(record, 1, -1, key, HUGE)
            ply += 1
    cut_heap(record)
    is_noisy = loud > 0 and loud < FEW * tried
    is_forced = 2 * forced > some
    margin = 0
    for slot in range(load32(CONTENTS)):
        weighed = load64(WORTHS + 8 * slot)
        worth = max(shr_u(weighed, 20) * 16 // max(weighed & 0xFFFFF, 1), 1)
        store64(WORTHS + 8 * slot, 0, worth)
        margin += worth
    margin = margin // (2 * load32(CONTENTS)) + 1


def try_all(record: int, options: int) -> int:
    """Play all options of a decision, and note which sorts are noisy; how many of the options are."""
    me, found, child = load64(record, KEY + 8), 0, record + CAPACITY
    gather(record, me)
    for k in range(options):
        duplicate(child, record)
        run(child, -1, k, 0, HUGE)
        sort = sort_of(OUT)
        duplicate(child, record)
        if run(child, 1, k, 0, HUGE) >= 0:
            loud = noise(record, child, me) != 0
            found += loud
            store64(sort, 0, load64(sort) + 1)
            store64(sort, 8, load64(sort, 8) + loud)
    return found


def weigh(record: int, options: int, turn: int) -> None:
    """See how the learnt value changes if a piece of each sort is taken off."""
    me, child, words = load64(record, KEY + 8), record + CAPACITY, load32(CONTENTS, 4)
    value = evaluate(record, options)
    for slot in range(load32(CONTENTS)):
        owner, offset = load32(CONTENTS + 8 * slot, 12), load32(CONTENTS + 8 * slot, 8)
        for j in range(words):
            pieces = load64(record + offset + 8 * j)
            if pieces and owner < P:
                duplicate(child, record)
                store64(child + offset + 8 * j, 0, pieces & pieces - 1)
                less = evaluate(child, options)
                change = value - less if owner == me else less - value
                weighed = WORTHS + 8 * slot
                store64(weighed, 0, load64(weighed) + (max(change, 0) // 16 << 20) + 1)
