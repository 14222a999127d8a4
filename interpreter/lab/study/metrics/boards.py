"""The board: how much of it a game touches, which sites never matter, and heat maps."""

from __future__ import annotations

from interpreter.lab.study.figures import Heat
from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.metrics.collected import Collected, counted
from interpreter.lab.study.rows import shapes

NAMED = 12


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    sums, games = held.sums.board, held.sums.games
    if not shapes(held.game.model):
        into.leave(["coverage", "unused_sites"], "no pieces stand on a board, and no sites hold values")
        return
    if not games:
        into.leave(["coverage", "unused_sites"], "no random game came to an end")
        return
    source = counted(games, "random game")
    for shape in shapes(held.game.model):
        if shape.name not in sums.sites:
            continue
        found, tail = sums.sites[shape.name], "" if len(sums.sites) == 1 else f".{shape.name}"
        into.add(f"coverage{tail}", f"Share of the sites of the {shape.name} that a game changes",
                 found.share.share(), "share", source)  # fmt: skip
        unused = [label for label, n in zip(shape.labels, found.touched.tolist(), strict=True) if not n]
        note = f"{', '.join(unused[:NAMED])}{' …' if len(unused) > NAMED else ''}" if unused else ""
        title = f"Sites of the {shape.name} that nothing ever happened on"
        into.add(f"unused_sites{tail}", title, (len(unused), 0, len(unused)), "sites", source, note,
                 "estimate" if unused else "exact")  # fmt: skip
        for name, title in (("moves", "Where moves change something"), ("captures", "Where pieces are taken"),
                            ("endings", "Where the last move is made")):  # fmt: skip
            counts = getattr(found, name).tolist()
            if any(counts):
                sites = {label: n / games for label, n in zip(shape.labels, counts, strict=True)}
                into.heats.append(Heat(f"{name}{tail}", title, shape.name, sites))
