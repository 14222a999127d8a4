"""Who shares the first place and still wins: partners, who always have the same number, and players who are paid."""

from __future__ import annotations

from gdl.check.parts import Check
from gdl.model import statements as m
from gdl.model.build import const
from gdl.passes.substitution import substitute


def partners(check: Check, ends: m.Block) -> tuple[int, ...]:
    """For each player, how many may share the first place and still win; they themselves count.

    Where all numbers are paid, that is everybody: sides that change in play are paid alike, too. Else it is those who
    are ranked alike by the form of all these ends: `rank p by p.side.points` comes to the same expression for all p of
    a side, as who is of which side is settled.
    """
    player = check.declared.player
    numbered = [end for end in m.walk(ends) if isinstance(end, m.Rank)]
    if numbered and all(end.pays for end in numbered):
        return (len(player.labels),) * len(player.labels)
    alike: list[tuple[object, ...]] = [() for _ in player.labels]
    for end in numbered:
        for p in range(len(alike)):
            one = substitute(end.score, {end.player: const(end.player.type, p)})
            alike[p] += (check.memo.folder.fold(one),)
    return tuple(alike.count(own) if own else 1 for own in alike)
