"""Who always has the same number at the end: partners, who win together though they share the first place."""

from __future__ import annotations

from gdl.check.parts import Check
from gdl.model import statements as m
from gdl.model.build import const
from gdl.passes.substitution import substitute


def partners(check: Check, ends: m.Block) -> tuple[int, ...]:
    """For each player, how many are ranked and paid alike with them, by the form of all these ends; themselves count.

    `rank p by p.side.points` comes to the same expression for all p of a side, as who is of which side is settled.
    """
    player = check.declared.player
    alike: list[tuple[object, ...]] = [() for _ in player.labels]
    for end in m.walk(ends):
        if isinstance(end, m.Rank):
            for p in range(len(alike)):
                one = substitute(end.score, {end.player: const(end.player.type, p)})
                alike[p] += (check.memo.folder.fold(one),)
    return tuple(alike.count(own) if own else 1 for own in alike)
