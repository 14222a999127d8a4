"""H97: what playing shows that a player could tell from what they may do, though it is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from gdl.findings import Severity
from gdl.lint.leaks import cards
from gdl.syntax.source import Span
from interpreter.lint.alike import Alike
from interpreter.lint.rule import PlayFinding, PlayRule

if TYPE_CHECKING:
    from interpreter.lint.evidence import Evidence

SHOWN = 5
"""Moves that a message lists."""


class OptionsDiffer(PlayRule):
    """Two situations look alike to a player, who has different moves in them.

    The player has observed the same in both; so the list of moves, its order, or how the moves are written tells what
    is hidden. The message shows both: the moves that led there, and what differs. Offer what follows from what the
    player knows, and let the rules do the rest behind the decision; or show the player what the options hang on.
    """

    code, name = "H970", "options-differ"
    severity: ClassVar[Severity] = "error"
    bad = cards(turn="choose secretly c in me.hand where no d in opponent.hand where d > c and count(me.hand) > 1\n"
                "me.hand -= {c}\nme.pile += {c}",
                end="pay p by count(p.pile) if no White.hand or no Black.hand")  # fmt: skip
    good = cards(turn="choose secretly c in me.hand where no d in me.hand where d > c\n"
                 "me.hand -= {c}\nme.pile += {c}")  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        for pair in evidence.alike:
            shown = "; ".join(pair.shown)
            message = f"two situations look alike to {pair.player}, who has {_how(pair)} – {shown}"
            yield self.says(_place(pair), message,
                            "offer what follows from what the player knows, or show them what it hangs on")


def _place(pair: Alike) -> Span:
    """The decision in the text with the first move that differs."""
    one, other = pair.alone
    differ = [move for move in (*pair.one.moves, *pair.other.moves) if move.text in (*one, *other)]
    return (differ or pair.one.moves)[0].choose.span


def _how(pair: Alike) -> str:
    one, other = pair.alone
    if not one and not other:
        return "the same moves in another order"
    listed = [_listed(texts) + f" in {which} alone" for texts, which in ((one, "one"), (other, "the other")) if texts]
    return "different moves: " + ", ".join(listed)


def _listed(texts: list[str]) -> str:
    shown = ", ".join(f"`{text}`" for text in texts[:SHOWN])
    return shown + (", …" if len(texts) > SHOWN else "")
