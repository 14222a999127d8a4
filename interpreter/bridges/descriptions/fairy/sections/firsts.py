"""What only pieces can do that haven't moved yet, beyond a pawn's two squares straight ahead."""

from __future__ import annotations

from interpreter.bridges.descriptions.fairy.reading.facts import Facts


def runs_aslant(facts: Facts) -> bool:
    """Whether what goes two squares at once goes aslant, so that the passed square doesn't say where it stands."""
    steps = [leg.vectors for kind in facts.kinds for leg in kind.legs if leg.initial]
    aslant = [all(x and y for x, y in vectors) for vectors in steps]
    if any(aslant) and not all(aslant):
        facts.settings.refuse("enPassantTypesWhite", "who goes two squares both straight and aslant isn't read yet")
    return bool(facts.passing) and any(aslant)


def leaps(facts: Facts) -> bool:
    """Whether kings and counsellors that haven't moved may leap, as in Cambodia."""
    wanted = bool(facts.get("cambodianMoves") and facts.get("gating") and facts.start.gates)
    if wanted and not {"king", "fers", "rook"} <= {*facts.by_key}:
        facts.settings.refuse("cambodianMoves", "these leaps are read for a king, a fers and a rook")
        return False
    return wanted
