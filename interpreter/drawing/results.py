"""How a game ended, in words, and what players have counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.text.plurals import ONE, of_one

if TYPE_CHECKING:
    from gdl.model.model import Model
    from interpreter.game.views import View

TWO = 2
"""Players between whom numbers need no names."""
HALF = "half "
"""What a unit begins with that people count in wholes: of half points 87 are 43.5 points."""
YOU = "You"
"""A player who is called as one speaks to people."""
ALL = {"win": "everyone won", "loss": "everyone lost", "draw": "a draw"}
"""How it ended where it ended alike for all."""


def result(view: View) -> str:
    """How a finished game ended, in words, and with which scores: `White won, 40 to 24`."""
    found, outcomes = view.scores, view.outcomes or {}
    if is_shared(view):
        number, of = listed(view), _of(view.game.model)
        return f"{_ending(view)}, {number}{of_one(of) if number == ONE else of}"
    if found and len(found) == TWO:
        first, second = sorted(found, key=lambda player: outcomes.get(player) != "win")
        decided = [outcomes[player] for player in (first, second)] == ["win", "loss"]
        if (decided and found[first] > found[second]) or (not decided and found[first] == found[second]):
            model = view.game.model
            return f"{_ending(view)}, {counted(model, found[first])} to {counted(model, found[second])}{_of(model)}"
    return f"{_ending(view)}{scores(view)}"


def scores(view: View) -> str:
    """The scores, in brackets, if players have any: ` (points: White 40, Black 24)`. Their unit stands first: behind
    the last of several numbers it would have to agree with that one."""
    named = f"{of}: " if (of := unit(view.game.model)) else ""
    return f" ({named}{listed(view)})" if view.scores else ""


def listed(view: View) -> str:
    """Each player with what was counted: `White 40, Black 24`; of players who play together the number alone."""
    model, found = view.game.model, view.scores or {}
    if is_shared(view):
        return counted(model, next(iter(found.values())))
    return ", ".join(f"{player} {counted(model, number)}" for player, number in found.items())


def is_shared(view: View) -> bool:
    """Whether players who play together have counted one number."""
    return view.game.model.is_common and len({*(view.scores or {}).values()}) == 1


def unit(model: Model) -> str:
    """What the scores count, for people; "" if the rules don't say so."""
    return model.score_unit.removeprefix(HALF)


def counts_halves(model: Model) -> bool:
    """Whether the rules count halves of what people count in wholes."""
    return model.score_unit.startswith(HALF)


def counted(model: Model, number: int) -> str:
    """A score as people read it."""
    return f"{number / 2:g}" if counts_halves(model) else str(number)


def _of(model: Model) -> str:
    return f" {unit(model)}" if unit(model) else ""


def _ending(view: View) -> str:
    """In the past, as names may be plural: the Tigers won, White won, you won. Who is first together with others, with
    nobody above, shares the win; the scores tell the rest."""
    outcomes = view.outcomes or {}
    if (all_of := ALL.get(" ".join({*outcomes.values()}))) and len(outcomes) > 1:
        return all_of
    for outcome, did in (("win", "won"), ("draw", "drew" if len(outcomes) == 1 else "share the win"), ("loss", "lost")):
        if players := [player for player, found in outcomes.items() if found == outcome]:
            return f"{_named(players)} {did}"
    return ""


def _named(players: list[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    *others, last = players
    return f"{', '.join(others)} and {last}" if others else last
