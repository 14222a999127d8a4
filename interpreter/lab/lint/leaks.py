"""H97: what playing shows that a player could tell from what they observe, though it is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from gdl.lint.leaks import cards, leaks_of
from gdl.lint.rule import example
from gdl.text.findings import Severity
from interpreter.lab.lint.alike import Alike, Sort
from interpreter.lab.lint.rule import PlayFinding, PlayRule

if TYPE_CHECKING:
    from interpreter.lab.lint.evidence import Evidence

SHOWN = 5
"""Moves that a message lists."""
_DARK = "hidden s.piece from {p in player where s not in stone of p + (stone of p).adjacent}"
_MAN = "roll secretly s in {a2, b2}\nput stone of White on s"


class OptionsDiffer(PlayRule):
    """Two positions look the same to a player, but the moves differ.

    The player has observed the same in both, so the difference tells a secret. Moves can differ in
    number, in order, in their texts, in the texts a player may type, or in the question. The message
    shows the moves that led to both positions, and what differs. Offer only what follows from what the
    player knows, and let the rules do the rest after the decision. Or show the player what the options
    depend on.
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
            if pair.sort in ("options", "typed"):
                message = f"two positions look the same to {pair.player}, who has {_how(pair)} – {_shown(pair)}"
                yield self.says(pair.place, message,
                                "offer what follows from what the player knows, or show the player what it depends on")


def _more_told(
    rule: PlayRule, evidence: Evidence, sort: Sort, read: str, what: str, hint: str
) -> Iterator[PlayFinding]:
    """Something else that differs between situations that are one to a player; told where reading hasn't found it."""
    if not evidence.alike or any(leak.sort == read for leak in leaks_of(evidence.game.model)):
        return
    for pair in evidence.alike:
        if pair.sort == sort:
            message = f"two positions look the same to {pair.player}, but for {what} – {_shown(pair)}"
            yield rule.says(pair.place, message, hint)


class UnseenDiffers(PlayRule):
    """The `?` marks tell something hidden.

    Two positions look the same to a player, but the `?` stands at different things. So the marks tell
    them apart. Let the marks depend on what the player knows; for example, hide the empty squares, too.
    Playing found this; if the text alone shows it, you see [H956](H956.md).
    """

    code, name = "H971", "unseen-differs"
    bad = example(
        "hidden s.piece from {p in player where p = Black and s in row(2) and some stone & row(2)}\n"
        "player has told: truth",
        setup="roll secretly s in row(2)\nput stone of White on s if s in {a2, b2}",
        turn='choose n in 1..2 as "{n}"\nme.told = n = 1', end="win me if White.told and Black.told",
    )
    good = example(
        "hidden s.piece from {p in player where p = Black and s in row(2)}\nplayer has told: truth",
        setup="roll secretly s in row(2)\nput stone of White on s if s in {a2, b2}",
        turn='choose n in 1..2 as "{n}"\nme.told = n = 1', end="win me if White.told and Black.told",
    )

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        yield from _more_told(self, evidence, "unseen", "sight", "what is marked as unseen",
                              "make the marks depend on what the player knows")


class OrderDiffers(PlayRule):
    """Who decides next tells something hidden.

    Two positions look the same to a player. But different players decide next, or a roll comes next in
    only one of them. Let the same player decide in both. Playing found this; if the text alone shows it,
    you see [H954](H954.md).
    """

    code, name = "H972", "order-differs"
    bad = example(
        f"{_DARK}\nplayer has told: truth", setup=_MAN, end="win me if White.told and Black.told",
        turn='choose n in 1..2 as "{n}"\nme.told = n = 1\nnext = me if some stone & a2',
    )
    good = example(
        f"{_DARK}\nplayer has told: truth", setup=_MAN, end="win me if White.told and Black.told",
        turn='choose n in 1..2 as "{n}"\nme.told = n = 1',
    )

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        yield from _more_told(self, evidence, "order", "order", "who decides then",
                              "let the same player decide in both")


class TextDiffers(PlayRule):
    """The text of an open decision tells something hidden.

    Two positions look the same to a player, and another player makes the same choice in both. But the
    texts of the choice differ. Make the text from what all players know, or use `choose secretly`.
    Playing found this; if the text alone shows it, you see [H951](H951.md).
    """

    code, name = "H973", "text-differs"
    bad = example(
        f"{_DARK}\nplayer has told: truth", setup=_MAN, end="win me if White.told and Black.told",
        turn='choose n in 1..2 as "{n}{mark(a2)}"\nme.told = n = 1',
    )
    good = example(
        f"{_DARK}\nplayer has told: truth", setup=_MAN, end="win me if White.told and Black.told",
        turn='choose n in 1..2 as "{n}"\nme.told = n = 1',
    )

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        yield from _more_told(self, evidence, "text", "text", "how one choice of another's is written",
                              "make the text from what all players know, or use `secretly`")


def _shown(pair: Alike) -> str:
    return "; ".join(pair.shown)


def _how(pair: Alike) -> str:
    one, other = pair.alone
    if not one and not other:
        return "the same moves in another order"
    what = "different moves" if pair.sort == "options" else "different texts that may be typed, or other words that ask"
    listed = [_listed(texts) + f" in {which} alone" for texts, which in ((one, "one"), (other, "the other")) if texts]
    return f"{what}: " + ", ".join(listed)


def _listed(texts: list[str]) -> str:
    shown = ", ".join(f"`{text}`" for text in texts[:SHOWN])
    return shown + (", …" if len(texts) > SHOWN else "")
