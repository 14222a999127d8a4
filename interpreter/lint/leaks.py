"""H97: what playing shows that a player could tell from what they may do, though it is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from gdl.findings import Severity
from gdl.lint.leaks import cards
from interpreter.lint.alike import Alike, who
from interpreter.lint.rule import PlayFinding, PlayRule, section_span

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
            if pair.sort == "options":
                (span,) = {move.choose.span for move in pair.one.moves[:1]}
                yield self.says(span, f"two situations look alike to {pair.player}, who has {_how(pair)}\n{pair.shown}",
                                "offer what follows from what the player knows, or show them what it hangs on")


def _how(pair: Alike) -> str:
    one, other = pair.alone
    if not one and not other:
        return "the same moves in another order"
    listed = [_listed(texts) + f" in {which} alone" for texts, which in ((one, "one"), (other, "the other")) if texts]
    return "different moves: " + ", ".join(listed)


def _listed(texts: list[str]) -> str:
    shown = ", ".join(f"`{text}`" for text in texts[:SHOWN])
    return shown + (", …" if len(texts) > SHOWN else "")


class OrderDiffers(PlayRule):
    """Two situations look alike to a player, but not the same one decides next.

    Whether there is a decision or a roll next, and whose it is, is seen by all; it must follow from what each of them
    knows. Let the decision come in any case, perhaps with an option that does nothing; or let what it hangs on be seen.
    """

    code, name = "H971", "order-differs"
    severity: ClassVar[Severity] = "error"
    bad = cards(turn="choose secretly c in me.hand\nme.hand -= {c}\nme.pile += {c}\n"
                'if c = 4\n  choose "well"')  # fmt: skip
    good = cards(turn='choose secretly c in me.hand\nme.hand -= {c}\nme.pile += {c}\nchoose "well"')  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        for pair in evidence.alike:
            if pair.sort == "order":
                span = pair.one.moves[0].choose.span if pair.one.moves else section_span(evidence, "turn")
                message = (f"two situations look alike to {pair.player}, but in one {who(pair.one)} decides next, in "
                           f"the other {who(pair.other)}\n{pair.shown}")  # fmt: skip
                yield self.says(span, message, "let the decision come in any case, or let what it hangs on be seen")
