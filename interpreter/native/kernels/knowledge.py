"""What players come to know, beside a record: for each player the key of their information state, two words; then two
words for what was decided in a `together` that isn't over (as `interpreter.game.knowledge` has it).

Whoever follows a game keeps a block of KNOWN bytes with its record: `begin_knowing` at the beginning, then `learn` for
each ply, with the record before it and the record behind it.
"""

from __future__ import annotations

from interpreter.graph.abi import (
    CHANCE_MARK,
    DECISION,
    FIRST_BASE,
    FIRST_LANE,
    HUGE,
    MIXER,
    SECOND_BASE,
    SECOND_LANE,
    SECRET_MARK,
    STOP,
    TURNS,
)
from interpreter.native.kernel_compiler.intrinsics import load8, load32, load64, rotl, shr_u, store64
from interpreter.native.kernel_compiler.parameters import (
    DECISIONS_OF,
    KEY,
    OUT,
    PARTS,
    QUEUES_OF,
    STRINGS_OF,
    P,
    audience,
    run,
    views,
    written,
)
from interpreter.native.kernels.areas import TRIAL
from interpreter.native.kernels.records import duplicate

KNOWN = 16 * P + 16
"""Bytes of a block."""
PENDING = 16 * P
ANOTHER = -2
"""Behind this part other ways follow to write the same."""

one: int = 0
other: int = 0
"""The hash of the text that was written last."""


def begin_knowing(record: int, block: int) -> None:
    """At a record with which a game begins."""
    for player in range(P + 1):
        store64(block + 16 * player, 0, FIRST_LANE)
        store64(block + 16 * player, 8, SECOND_LANE)
    for player in range(P):
        mix_in(block + 16 * player, decider(record))
    views(record, block)


def learn(before: int, option: int, after: int, block: int) -> int:
    """What all learn by an option that led from one record to another; gives 0, or a negative number as of `run`."""
    duplicate(TRIAL, before)
    status = run(TRIAL, -1, option, 0, HUGE)
    if status < 0:
        return status
    place = load64(OUT)
    marks, gather = load8(DECISIONS_OF + 2 * place), load8(DECISIONS_OF + 2 * place, 1)
    read_text(written(TRIAL))
    who = 0 if marks & CHANCE_MARK else load64(before, KEY + 8) + 1
    secret = marks & SECRET_MARK != 0
    heard = audience(TRIAL) if secret else 0
    inside = gather != 0 and goes_on(gather, before, after)
    pending = block + PENDING
    if gather and not secret:
        mix_event(pending, who, 0)
    for player in range(P):
        at = block + 16 * player
        if gather == 0 or player + 1 == who:
            mix_event(at, who, secret and player + 1 != who and heard >> player & 1 == 0)
        if not inside:
            if gather:
                mix_in(at, load64(pending))
                mix_in(at, load64(pending, 8))
            mix_in(at, decider(after))
    if not inside:
        store64(pending, 0, FIRST_LANE)
        store64(pending, 8, SECOND_LANE)
        views(after, block)
    return 0


def look_at_text(record: int, option: int) -> int:
    """Write the text of an option, of which `text_hash` then tells; gives 0, or a negative number as of `run`."""
    duplicate(TRIAL, record)
    status = run(TRIAL, -1, option, 0, HUGE)
    if status < 0:
        return status
    parts = written(TRIAL)
    if parts >= 0:
        read_text(parts)
    return min(parts, 0)


def text_hash() -> int:
    """A number for the text that was written last."""
    return one ^ rotl(other, 32)


def decider(record: int) -> int:
    """Who decides next, from 1 on; 0: chance, or nobody any more."""
    return load64(record, KEY + 8) + 1 if load64(record, STOP) == DECISION else 0


def goes_on(gather: int, before: int, after: int) -> bool:
    """Whether a `together` isn't over yet: others' parts are still to come, or the same part goes on."""
    if load8(DECISIONS_OF + 2 * load64(after, KEY), 1) != gather or load64(after, TURNS) != load64(before, TURNS):
        return False
    queue, same = load32(QUEUES_OF + 8 * gather), True
    for _ in range(load32(QUEUES_OF + 8 * gather, 4)):
        was, left = load64(before + queue), load64(after + queue)
        if left & ~was:
            return False
        same = same and left == was
        queue += 8
    return not same or load64(after, KEY + 8) == load64(before, KEY + 8)


def mix_event(at: int, who: int, untold: int) -> None:
    """Somebody has decided; what, isn't told to all."""
    mix_in(at, who)
    mix_in(at, 0 if untold else one)
    mix_in(at, 0 if untold else other)


def mix_in(at: int, word: int) -> None:
    """A word more in a key."""
    a = (rotl(load64(at), 23) ^ word) * MIXER
    b = (rotl(load64(at, 8), 23) ^ ~word) * MIXER
    store64(at, 0, a ^ shr_u(a, 35))
    store64(at, 8, b ^ shr_u(b, 35))


def read_text(parts: int) -> None:
    """The hash of a text whose parts lie at PARTS."""
    global one, other
    one, other = 0, 0
    for i in range(parts):
        part = load64(PARTS + 8 * i)
        if part == ANOTHER:
            return
        if part & 1:
            read_number(part >> 1)
        else:
            string = STRINGS_OF + 32 * (part >> 1)
            one = one * load64(string, 8) + load64(string)
            other = other * load64(string, 24) + load64(string, 16)


def first_hash() -> int:
    """The hash of the text that was read last …"""
    return one


def second_hash() -> int:
    """… and its other lane."""
    return other


def read_number(number: int) -> None:
    """A number in digits."""
    if number < 0:
        read_byte(45)
        number = -number
    unit = 1
    while number // unit >= 10:
        unit *= 10
    while unit > 0:
        read_byte(48 + number // unit % 10)
        unit //= 10


def read_byte(byte: int) -> None:
    """A byte more of the text."""
    global one, other
    one = one * FIRST_BASE + byte + 1
    other = other * SECOND_BASE + byte + 1


def same_key(a: int, b: int, player: int) -> bool:
    """Whether a player knows the same in two blocks."""
    return load64(a + 16 * player) == load64(b + 16 * player) and load64(a + 16 * player, 8) == load64(
        b + 16 * player, 8
    )
