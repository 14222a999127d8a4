"""`most` in compiled rules: two states are one only if all their bytes are, whatever their hashes say."""

from __future__ import annotations

from gdl.check.checker import check
from gdl.text.source import Source
from interpreter import Game
from interpreter.graph.abi import STOP
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.compile import compile_model
from interpreter.native.host.machine import NativeMachine
from interpreter.reference.machine import Machine

RULES = """
game "Two states of one hash"

players A, B
board grid(8, 8)
game has x: set of site
game has y: set of site

turn
  let worth: 0..1 = 0
  most worth
    choose k in 0..1
    choose n in 0..1
    x = {FIRST_X} when n = 0 otherwise {SECOND_X}
    y = {FIRST_Y} when n = 0 otherwise {SECOND_Y}
    choose m in 0..1
    worth = 1 when k = 0 and a1 not in x otherwise 0

end
  draw if true
"""
WORD = (1 << 64) - 1
ODD = 0x9FB21C651E98DF25
X, Y = 0x1234_5678_9ABC_DEF1, 0x0F0F_3333_5555_00FF
"""Sets of one state; the other one's x is everything else, and its y is made to fit."""


def rules(x: int, y: int, other_x: int, other_y: int) -> str:
    text = RULES
    for name, mask in (("FIRST_X", x), ("FIRST_Y", y), ("SECOND_X", other_x), ("SECOND_Y", other_y)):
        sites = ", ".join(f"{'abcdefgh'[i // 8]}{i % 8 + 1}" for i in range(64) if mask >> i & 1)
        text = text.replace(name, sites)
    return text


def loaded(text: str) -> Game:
    checked = check(Source("hashes.gdl", text))
    assert checked.model is not None, checked.findings
    return Game(checked.model)


def mixed(h: int, word: int) -> int:
    """A word more, as `kernels/records.py` hashes records."""
    h = ((h << 23 | h >> 41) & WORD ^ word) * ODD & WORD
    return h ^ h >> 35


def colliding(record: bytes, x: int, other_x: int, y: int) -> int:
    """The y that goes with the other x, so that both records have one hash."""
    words = [int.from_bytes(record[at : at + 8], "little") for at in range(STOP, len(record), 8)]
    place = words.index(x)
    assert words[place + 1] == y
    h = len(record)
    for word in words[:place]:
        h = mixed(h, word)
    ours, theirs = mixed(h, x), mixed(h, other_x)
    turned = [(h << 23 | h >> 41) & WORD for h in (ours, theirs)]
    return y ^ turned[0] ^ turned[1]


def test_states_of_one_hash_are_two_states() -> None:
    model = loaded(rules(X, Y, X ^ WORD, Y)).model
    machine = Machine(model)
    stop = machine.start()
    for _ in range(2):  # k is 0, and n is 1, for that is best
        (entry,) = stop.entries
        stop = machine.play(entry)
    compiled = compile_model(model)
    record = bytearray(compiled.record.encode(stop.place, stop.values))
    record[STOP : STOP + 8] = (1).to_bytes(8, "little")  # a decision waits
    first_y = colliding(bytes(record), X ^ WORD, X, Y)

    game = loaded(rules(X, first_y, X ^ WORD, Y))
    assert [entry.chosen for entry in Machine(game.model).start().entries] == [(0,)]
    assert [entry.chosen for entry in NativeMachine(game.model).start().entries] == [(0,)]
    both_backends(game, seed=1, plies=6, games=2)
