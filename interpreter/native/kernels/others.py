"""What others are thought to decide: as often as the search took an option for them at the information state that they
were at, when it last thought about it – and now and then any option, so that nothing is held to be impossible.

Who has learnt nothing of a decision thinks each option as likely. No search that begins after a decision comes to it
again, so that what is thought of it stays the same.
"""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import load32, load64, shr_u
from interpreter.native.kernels.information_nodes import OPTIONS, ROW, ROWS, TAKEN, VISITS, node_at, slot_of

DOUBT = 0.3
"""How often others are thought to take any option."""


def model_of(key: int, player: int, options: int) -> int:
    """The node of a player who decides, and knows what a key at this address says; 0 if there is none."""
    return node_at(slot_of(load64(key), load64(key, 8), player, options))


def share_of(node: int, k: int, options: int) -> float:
    """How likely an option is thought to be taken."""
    if node == 0:
        return 1.0 / options
    often = (load64(node + ROWS + k * ROW, TAKEN) + 1.0) / (load32(node, VISITS) + options)
    return (1.0 - DOUBT) * often + DOUBT / options


def drawn_by(node: int, key: int) -> int:
    """An option, drawn as likely as it is thought to be."""
    options = load32(node, OPTIONS)
    left = shr_u(key, 11) / 9007199254740992.0
    for k in range(options - 1):
        left -= share_of(node, k, options)
        if left < 0.0:
            return k
    return options - 1
