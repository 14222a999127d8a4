"""Games that would be over before their first move: they are refused, for here a game ends behind a move."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.bridges.descriptions.fairy.reading.facts import Facts
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS, Square


def refuse(facts: Facts) -> None:
    """Note what ends the game where it begins."""
    mover = facts.start.mover
    waiting = next(colour for colour in COLOURS if colour != mover)
    if not facts.start.board:
        return
    if (facts.get("flagMove") and _has_flag(facts, mover)) or (not facts.get("flagMove") and _has_flag(facts, waiting)):
        facts.settings.refuse(f"flagRegion{waiting}", "the game would be over before the first move")
    if any(_is_extinct(facts, colour, mover) for colour in COLOURS):
        facts.settings.refuse("extinctionPieceTypes", "the game would be over before the first move")
    if _is_connected(facts, waiting):
        facts.settings.refuse("connectN", "the game would be over before the first move")


def _count(facts: Facts, colour: str, key: str) -> int:
    """Pieces of a colour that move as this kind, in hand, too; of all kinds with `*`."""
    kinds = [kind.key for kind in facts.kinds if key in ("*", kind.moves_as)]
    in_hand: Mapping[str, int] = facts.start.hands.get(colour, {}) if facts.hands else {}
    stand = [kind for owner, kind in facts.start.board.values() if owner == colour and kind in kinds]
    return len(stand) + sum(count for kind, count in in_hand.items() if kind in kinds)


def _is_extinct(facts: Facts, colour: str, mover: str) -> bool:
    value, types = facts.get("extinctionValue"), facts.get("extinctionPieceTypes")
    if value == "none" or (facts.get("extinctionPseudoRoyal") and not facts.get("blastOnCapture")):
        return False
    other = next(one for one in COLOURS if one != colour)
    claimed = facts.get("extinctionClaim") and colour == mover
    need = facts.get("extinctionOpponentPieceCount") + claimed
    return any(_count(facts, colour, key) <= facts.get("extinctionPieceCount") and _count(facts, other, key) >= need
               for key in types)  # fmt: skip


def _has_flag(facts: Facts, colour: str) -> bool:
    region, whose = facts.region(f"flagRegion{colour}"), facts.get(f"flagPiece{colour}")
    if not region or facts.get("flagPieceSafe"):
        return False
    kinds = [kind.key for kind in facts.kinds if whose in ((), ("*",)) or kind.moves_as in whose]
    there = [place for place, (owner, kind) in facts.start.board.items()
             if owner == colour and kind in kinds and place in region]  # fmt: skip
    return bool(len(there) >= facts.get("flagPieceCount") > 0)


def _is_connected(facts: Facts, colour: str) -> bool:
    number = facts.get("connectN")
    own = {place for place, (owner, _) in facts.start.board.items() if owner == colour}
    return number > 0 and any(_runs(own, place, way, number) for place in own for way in ways(facts))


def ways(facts: Facts) -> list[Square]:
    """The directions of lines that count."""
    found = [way for key, way in (("Horizontal", (1, 0)), ("Vertical", (0, 1))) if facts.get(f"connect{key}")]
    return [*found, *([(1, 1), (1, -1)] if facts.get("connectDiagonal") else [])]


def _runs(own: set[Square], place: Square, way: Square, number: int) -> bool:
    return all((place[0] + n * way[0], place[1] + n * way[1]) in own for n in range(number))
