"""What a search leaves out because it will hardly matter: where values were learnt, and a search is in a hurry.

Near the horizon, a position that is far better than it need be is thought to stay so (reverse futility pruning). Quiet
options that would have to gain too much aren't tried (futility pruning), and neither are those late in the order
(late-move pruning). Farther from the horizon late options are searched less deep, the later the less (late-move
reductions). See Heinz, *Scalable Search in Computer Chess*, 2000, for the first two.

Nothing is left out on the line that is believed: only where the window is empty, with a guess on either side of it. The
search is told of what is left out, so nothing that follows from it counts as certain.
"""

from __future__ import annotations

from interpreter.graph.abi import HUGE
from interpreter.native.kernels.contents import noise_is_forced, piece_margin, tells_noise
from interpreter.native.kernels.evaluation import is_trained
from interpreter.native.kernels.leaves import MOST, guessed

NEAR = 4
"""Plies from the horizon at which it matters what a position seems to be worth …"""
FUTILE = 2
"""… at which quiet options are left out that would have to gain too much …"""
CROWDED = 3
"""… and at which late ones are."""
LATE, LATER, LATEST = 4, 8, 20
"""An option that comes after so many others is searched one ply less deep, two, or three."""


def may_leave_out(depth: int, alpha: int, beta: int) -> bool:
    """Whether anything may be left out, `depth` plies from the horizon: if quiet options are known as such, and it is
    only asked on which side of a guess the value is."""
    return depth <= NEAR and beta == alpha + 1 and beta < MOST and alpha > -MOST and is_trained() and tells_noise()


def stays_good(static: int, depth: int, beta: int) -> bool:
    """Whether a position that seems to be worth so much is better than it need be, whatever happens."""
    return static - guessed(piece_margin()) * depth >= beta and not noise_is_forced()


def enough(static: int, depth: int, alpha: int) -> int:
    """How many options are tried. Of the others the quiet ones are left out."""
    if depth <= FUTILE and static + guessed(piece_margin()) * depth <= alpha:
        return 1
    return LATE + LATE * depth * depth if depth <= CROWDED else HUGE


def reduction(left: int, tried: int) -> int:
    """How many plies less an option is searched, when `tried` others came before it and `left` plies would be left."""
    if tried < LATE or left < 2:
        return 0
    return 1 + (tried >= LATER and left >= 3) + (tried >= LATEST and left >= 5)
