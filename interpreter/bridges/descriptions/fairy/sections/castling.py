"""Kings and rooks that move together."""

from __future__ import annotations

from interpreter.bridges.descriptions.fairy.reading.facts import Facts
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS, Region
from interpreter.bridges.descriptions.fairy.sections import gating, walls
from interpreter.bridges.descriptions.fairy.sections.draft import Draft

CASTLING = (
    "castling",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingKingPieceWhite",
    "castlingRookPiecesWhite",
    "castlingRank",
    "startFen",
)


def rooks(facts: Facts) -> Region:
    """The squares of all rooks that may castle."""
    return frozenset(place for squares in facts.start.rooks.values() for place in squares)


def steps(facts: Facts) -> tuple[int, int]:
    """How many squares the king goes to its right side, and to its left."""
    king = next(iter(facts.start.kings.values()))[0]
    return facts.get("castlingKingsideFile") - king, king - facts.get("castlingQueensideFile")


def write(facts: Facts, draft: Draft) -> None:
    """`castle`, and what it uses."""
    if any({*facts.get(f"castlingKingPiece{colour}")} & {*facts.get(f"castlingRookPieces{colour}")}
           for colour in facts.start.rooks):  # fmt: skip
        facts.settings.refuse("castlingRookPiecesWhite", "a piece that castles with its own kind isn't read yet")
    if not facts.castles:
        if draft.shipped:
            _castle(facts, draft, 2, 2)
        return
    columns = {place[0] for colour, place in facts.start.kings.items() if facts.start.rooks.get(colour)}
    right, left = steps(facts)
    if len(columns) > 1:
        facts.settings.refuse("startFen", "kings that castle from different columns aren't read yet")
    elif facts.get("castlingKingsideFile") > facts.width:
        facts.settings.refuse("castlingKingsideFile", f"the board has {facts.width} columns")
    elif any(0 < (x - king[0]) * way <= far for colour, king in facts.start.kings.items()
             for x, _ in facts.start.rooks.get(colour, []) for way, far in ((1, right), (-1, left))):  # fmt: skip
        facts.settings.refuse("castlingRookPiecesWhite", "a rook no farther off than where the king goes")
    elif min(right, left) < 2:
        facts.settings.refuse("castlingKingsideFile", "a king that castles by less than two squares isn't read yet")
    else:
        _castle(facts, draft, right, left)


def lost(facts: Facts) -> list[str]:
    """Statements: after a move from `a` to `b` these rooks may castle no more."""
    rank, gone = facts.get("castlingRank"), ["castling -= {a, b}"]
    if is_one_of_several(facts):
        return [*gone, "for p in player where some p.throne & {a, b}", f"  castling -= p.row({rank})"]
    return [*gone, f"castling -= me.row({rank}) if a in {castler(facts)}"]


def is_one_of_several(facts: Facts) -> bool:
    """Whether a player may have several pieces of the kind that castles: then only the one in its first place does."""
    king = castler(facts)
    if not facts.castles or king == facts.royal:
        return False
    made = {kind.name for colour in COLOURS for kind in facts.promotions(colour)} if facts.choice else set()
    key = facts.get("castlingKingPieceWhite")
    stand = [owner for owner, piece in facts.start.board.values() if piece in key]
    return king in made or facts.hands or any(stand.count(colour) > 1 for colour in COLOURS)


def places(facts: Facts) -> tuple[str, str]:
    """Where the king goes that castles in direction d, and where the rook, as expressions."""
    right, left = steps(facts) if facts.castles else (2, 2)
    if right == left:
        return f"a.d^{right}", "a.d" if right == 2 else f"a.d^{right - 1}"
    return "a.castled(d)", "a.crossed(d)"


def _castle(facts: Facts, draft: Draft, right: int, left: int) -> None:
    """The way to play that moves a king and a rook."""
    draft.add("define a.partner(d) = the((a.d through empty) & castling & mine)")
    king = castler(facts)
    far, _ = places(facts)
    if right != left:
        draft.add(f"define a.castled(d) = a.E^{right} when d = E otherwise a.W^{left}", *CASTLING)
        draft.add(f"define a.crossed(d) = a.E^{right - 1} when d = E otherwise a.W^{left - 1}", *CASTLING)
    if is_one_of_several(facts):
        column, rank = next(iter(facts.start.kings.values()))[0], facts.get("castlingRank")
        throne = f"{{s in p.row({rank}) where s.c = {column}}}  # from where a king castles"
        draft.add(f"define p.throne = {throne}", *CASTLING)
    royal_king = king == facts.royal or king in facts.pseudo_royal or not facts.castles
    where = [f"where some a.partner(d) and some {far}"]
    if royal_king:
        where = [f"where some a.partner(d) and some {far} and not me.check"]
        if right == left == 2:
            where.append("and not (after move a to a.d: me.check) and me.may(a, a.d^2)")
        else:
            crossed = f"{{{', '.join(_steps('d', right))}}}" if right == left else "a.crossing(d)"
            if right != left:
                draft.add(
                    f"define a.crossing(d) = {{{', '.join(_steps('E', right))}}} when d = E "
                    f"otherwise {{{', '.join(_steps('W', left))}}}",
                    *CASTLING,
                )
            where.append(f"and (no x in {crossed} where after move a to x: me.check)")
            where.append(f"and me.may(a, {far})")
    elif facts.has_royals or facts.get("mustCapture") or walls.left(facts):
        where.append(f"and me.may(a, {far})")
    gating.castle(facts, draft, king, where, far)
    draft.block(
        "define castle",
        [
            f"choose a in {king} of me{' & me.throne' if is_one_of_several(facts) else ''}, d in {{E, W}}",
            *(f"    {line}" for line in where),
            '    as "O-O" when d = E otherwise "O-O-O"',
            f'    as "{{a}}-{{{far}}}"',
            '    asking "You may castle."',
            f"play(a, {far})",
        ],
        *CASTLING,
    )


def _steps(direction: str, count: int) -> list[str]:
    """The squares that a king crosses: `a.d`, `a.d^2`."""
    return [f"a.{direction}" if n == 1 else f"a.{direction}^{n}" for n in range(1, count)]


def castler(facts: Facts) -> str:
    """The name of the piece that castles."""
    if not facts.castles:
        return "king"
    names = facts.names(facts.get("castlingKingPieceWhite"))
    return names[0] if names else facts.royal or "king"
