"""Pieces from hand that come to where another has gone from for the first time, as in Seirawan chess."""

from __future__ import annotations

from interpreter.bridges.descriptions.fairy.reading.facts import Facts
from interpreter.bridges.descriptions.fairy.sections import army, drops
from interpreter.bridges.descriptions.fairy.sections.draft import Draft, Statements, conditioned, region

KEYS = ("seirawanGating", "gating", "startFen")
ASKING = 'asking "You may bring in a piece from your hand."'


def gates(facts: Facts) -> bool:
    """Whether pieces are brought in so."""
    if not facts.get("seirawanGating"):
        return False
    if not facts.get("gating"):
        facts.settings.refuse("seirawanGating", "without `gating = true` it has no effect")
    elif facts.get("cambodianMoves") or facts.get("wallingRule") != "none":
        facts.settings.refuse("seirawanGating", "it isn't read yet beside leaps of kings, or walls")
    elif facts.promotes:
        facts.settings.refuse("seirawanGating", "it isn't read yet beside `promotedPieceType`")
    elif any(facts.region(key) != facts.board for key in ("whiteDropRegion", "blackDropRegion")):
        facts.settings.refuse("seirawanGating", "it isn't read yet beside regions for drops")
    elif any(army.bound(facts, kind, "me") for kind in drops.droppable(facts)):
        facts.settings.refuse("seirawanGating", "it isn't read yet beside regions of who may be brought in")
    elif not drops.droppable(facts):
        facts.settings.refuse("seirawanGating", "nobody ever has a piece in hand")
    return bool(facts.get("gating"))


def memory(facts: Facts, draft: Draft) -> None:
    """Where pieces may still be brought in."""
    squares = region(facts.start.gates, facts.board)
    text = f"game has unmoved:  set of site = {squares}  # whose piece hasn't moved: another may come in behind it"
    draft.add(text, *KEYS)


def kinds(facts: Facts) -> str:
    """What may be brought in: not pawns, which stand on no first row."""
    barred = set() if facts.get("firstRankPawnDrops") else {"pawn"}
    return f"{{{', '.join(kind.name for kind in drops.droppable(facts) if kind.key not in barred)}}}"


def ways(facts: Facts, draft: Draft, may: list[str]) -> list[Statements]:
    """The ways to play a turn that bring in a piece. `may`: what holds of every move."""
    if not gates(facts):
        return []
    draft.block("define bring(k, s)", ["me.hand(k) -= 1", "put k of me on s"], *KEYS)
    moving = [
        f"choose a in mine & unmoved, b in a.goals, k in {kinds(facts)}",
        *conditioned(["me.hand(k) > 0", *may]),
        '    as "{a}{mark(b)}{b}/{k}"',
        f"    {ASKING}",
        "play(a, b)",
        "bring(k, a)",
    ]
    return [moving, *([["castle_and_bring"]] if facts.castles else [])]


def castle(facts: Facts, draft: Draft, king: str, conditions: list[str], far: str) -> None:
    """The way to castle and bring in a piece, behind the king or the rook. `king`: who castles, under these
    `conditions`, and goes `far`."""
    if not gates(facts):
        return
    draft.block(
        "define castle_and_bring",
        [
            f"choose a in {king} of me, d in {{E, W}}, k in {kinds(facts)}, s in unmoved & mine",
            *(f"    {line}" for line in conditions),
            "    and me.hand(k) > 0 and (s = a or s = a.partner(d))",
            '    as "O-O/{k}{s}" when d = E otherwise "O-O-O/{k}{s}"',
            f"    {ASKING}",
            f"play(a, {far})",
            "bring(k, s)",
        ],
        *KEYS,
    )
