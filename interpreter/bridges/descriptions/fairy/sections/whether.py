"""Whether a variant has what several sections say together: passes, counted checks, pawns that can't go on."""

from __future__ import annotations

from interpreter.bridges.descriptions.fairy.reading.facts import Facts
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS


def passes(facts: Facts) -> bool:
    """Whether both players may pass; after two passes in a row the game is a draw."""
    return all(facts.get(f"pass{colour}") for colour in COLOURS)


def counts_checks(facts: Facts) -> bool:
    """Whether checks are counted; without anything that can be in check there are none."""
    return bool(facts.get("checkCounting")) and facts.has_royals


def held_up(facts: Facts) -> list[str]:
    """Who would have to be promoted and has nothing to become, so doesn't go there at all."""
    must = facts.get("mandatoryPawnPromotion") and any(facts.region(f"promotionRegion{colour}") for colour in COLOURS)
    return facts.pawn_names if must and not facts.choice else []
