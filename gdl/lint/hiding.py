"""H9: what players don't see – what is hidden, and from whom."""

from __future__ import annotations

from gdl.lint.rule import Rule, example

_CARDS = "type card = jack, queen, king\nplayer has hand: card?\n"
_DEAL = {"setup": "for p in player\n  roll secretly c in card\n  p.hand = c",
         "end": "win me if some line in lines(3) where line within mine\nwin me if me.hand = king\ndraw if no empty"}
_SHIP = {"setup": "for p in player\n  roll secretly s in site\n  p.ship(s) = true",
         "turn": "choose s in empty where me.ship(s) or count(empty) < 9\nput stone of me on s"}


class NothingToHide(Rule):
    """What is declared to be hidden isn't there.

    Hidden can be what the state holds: what `game has` (`hidden deck from player`), what something `has`
    (`hidden p.hand from player - p`), and of the piece on a site that it is there (`s.piece`), its
    `owner`, its `kind`, its `number`. What is worked out by a `define` is hidden by hiding what it is
    worked out from.
    """

    code, name = "H901", "nothing-to-hide"
    bad = example(_CARDS + "hidden p.cards from player - p", **_DEAL)
    good = example(_CARDS + "hidden p.hand from player - p", **_DEAL)


class HiddenArguments(Rule):
    """A `hidden` names more or fewer things than what it hides is kept for.

    What is kept for each player and site, `player has ship(site): truth`, is hidden by naming both: `hidden
    p.ship(s) from player - p`. So it may be hidden for some of them alone.
    """

    code, name = "H902", "hidden-arguments"
    bad = example("player has ship(site): truth\nhidden p.ship from player - p", **_SHIP)
    good = example("player has ship(site): truth\nhidden p.ship(s) from player - p", **_SHIP)


class HiddenFromWhom(Rule):
    """Behind `from` stand no players, or who they are depends on the past or the future.

    A player or a set of them stands there: `from player` hides something from all, `from player - p` from all but
    p. It is worked out in the position at hand; what was before is kept in a variable. The decisions of a turn,
    `hidden turn from player - me`, are known to who makes them, and to nobody else.
    """

    code, name = "H903", "hidden-from-whom"
    bad = example(_CARDS + "hidden p.hand from p.hand", **_DEAL)
    good = example(_CARDS + "hidden p.hand from player - p", **_DEAL)


class HidingTakesLong(Rule):
    """To work out who sees what may take more steps than anybody would wait for.

    It is asked for each thing that may be hidden, and each player, after each decision. Keep what is
    seen in a variable that the turn changes, or range over smaller sets.
    """

    code, name = "H904", "hiding-takes-long"
    bad = example(
        "hidden s.kind from {p in player where count({a for a in 1..300, b in 1..300, c in 1..300 "
        "where a * b = c * count(piece of p)}) = 1}"
    )
    good = example("hidden s.kind from player - s.owner")
