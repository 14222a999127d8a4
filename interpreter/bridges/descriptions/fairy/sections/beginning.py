"""The set-up, the head, and how things look."""

from __future__ import annotations

from collections import defaultdict

from interpreter.bridges.descriptions.fairy.reading.facts import Facts, Kind
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS, Region
from interpreter.bridges.descriptions.fairy.sections import castling, firsts, whether
from interpreter.bridges.descriptions.fairy.sections.draft import Draft, region, square

SYMBOLS = {
    "pawn": ("♙", "♟"),
    "knight": ("♘", "♞"),
    "bishop": ("♗", "♝"),
    "rook": ("♖", "♜"),
    "queen": ("♕", "♛"),
    "king": ("♔", "♚"),
}


USUAL = "board; me w b; castling h1=K a1=Q h8=k a8=q; passant; quiet; turn"


def write(facts: Facts, draft: Draft) -> None:
    """`setup` and `looks`."""
    draft.block("setup", _setup(facts, draft), "startFen")
    draft.block("looks", _looks(facts, draft), *(kind.moves_as for kind in facts.kinds))


def notation(facts: Facts, draft: Draft) -> str:
    """How a position is written in one line, as these files write it; empty where it is as the base has it."""
    rooks = facts.start.rooks
    names = [(colour, place) for colour in COLOURS for place in rooks.get(colour, [])]
    rights = " ".join(f"{square(place)}={_right(facts, colour, place)}" for colour, place in names)
    board = "board" + (" hand=[]" if facts.hands else "") + (" promoted=~" if "has promoted" in draft.parts else "")
    checks = facts.start.checks.get("White", 1)
    places = sorted(facts.start.gates, key=lambda place: (place[1], place[0]))
    gates = " ".join(f"{square(place)}={_gate(facts, place)}" for place in places)
    unmoved = f"unmoved {gates}" if firsts.leaps(facts) else "turn"
    words = [
        board,
        "me w b",
        f"castling {rights}" if facts.castles else unmoved,
        "passant" if "has passant" in draft.parts else "turn",
    ]
    if whether.counts_checks(facts):
        words.append(f"checks {' '.join(map(str, range(checks, -1, -1)))}")
    words += ["quiet" if facts.quiet else "turn", "turn"]
    text = "; ".join(words)
    return "" if draft.shipped and text == USUAL else text


def _gate(facts: Facts, place: tuple[int, int]) -> str:
    letter = square(place)[0]
    return letter if place[1] == facts.height else letter.upper()


def _right(facts: Facts, colour: str, place: tuple[int, int]) -> str:
    letter = "K" if place[0] > facts.start.kings[colour][0] else "Q"
    return letter if colour == COLOURS[0] else letter.lower()


def _setup(facts: Facts, draft: Draft) -> list[str]:
    squares: dict[tuple[str, str], set[tuple[int, int]]] = defaultdict(set)
    for place, standing in facts.start.board.items():
        squares[standing].add(place)
    kinds = [kind for kind in facts.kinds if any((colour, kind.key) in squares for colour in COLOURS)]
    kinds.sort(
        key=lambda kind: (kind.name != "pawn", min((x, y) for c in COLOURS for x, y in squares[(c, kind.key)])[0])
    )
    even = all(
        {(x, facts.height + 1 - y) for x, y in squares[("White", kind.key)]} == squares[("Black", kind.key)]
        for kind in kinds
    )
    lines = []
    if even and kinds:
        lines.append("for p in player")
        lines += [
            f"  put {kind.name} of p  on {place}"
            for kind in kinds
            for place in _places(facts, frozenset(squares[("White", kind.key)]))
        ]
    else:
        lines += [
            f"put {kind.name} of {colour}  on {region(frozenset(squares[(colour, kind.key)]), facts.board)}"
            for colour in COLOURS
            for kind in kinds
            if squares[(colour, kind.key)]
        ]
    if facts.start.walls:
        lines.append(f"put wall on {region(facts.start.walls, facts.board)}")
    lines += _hands(facts)
    if draft.shipped and facts.castles and castling.rooks(facts) != _corners(facts):
        lines.append(f"castling = {region(castling.rooks(facts), facts.board)}")
    if facts.start.promoted and "has promoted" in draft.parts:
        lines.append(f"promoted = {region(facts.start.promoted, facts.board)}")
    if facts.start.passed and facts.passing:
        if firsts.runs_aslant(facts):
            facts.settings.refuse("startFen", "a square passed by a piece that goes aslant isn't read yet")
        lines.append(f"passant = {square(facts.start.passed)}")
    if facts.start.quiet:
        lines.append(f"quiet = {facts.start.quiet}")
    if facts.start.mover != COLOURS[0]:
        lines.append(f"next = {facts.start.mover}")
    return lines


def _corners(facts: Facts) -> Region:
    return frozenset((x, y) for x in (1, facts.width) for y in (1, facts.height))


def _places(facts: Facts, squares: Region) -> list[str]:
    """Squares of p's pieces by rows as p sees them."""
    by_row: dict[int, set[int]] = defaultdict(set)
    for x, y in squares:
        by_row[y].add(x)
    found = []
    for y, columns in sorted(by_row.items()):
        files = f"{{{', '.join(map(str, sorted(columns)))}}}" if len(columns) > 1 else str(min(columns))
        if len(columns) == facts.width:
            found.append(f"p.row({y})")
        elif y == 1:
            found.append(f"p.home({files})")
        else:
            found.append(f"{{s in p.row({y}) where s.c {'in' if len(columns) > 1 else '='} {files}}}")
    return found


def _hands(facts: Facts) -> list[str]:
    hands = facts.start.hands
    if not facts.hands or not any(hands.values()):
        return []
    if hands["White"] == hands["Black"]:
        return ["for p in player", *(f"  p.hand({facts.name(key)}) = {n}" for key, n in hands["White"].items())]
    return [f"{colour}.hand({facts.name(key)}) = {n}" for colour in COLOURS for key, n in hands[colour].items()]


def _looks(facts: Facts, draft: Draft) -> list[str]:
    lines = ["board beige brown as checkered", f"{COLOURS[1]} turned 180"]
    for colour, paint in zip(COLOURS, ("white", "black"), strict=True):
        lines += [_look(kind, colour, paint) for kind in facts.kinds]
    flags = {facts.region(f"flagRegion{colour}") for colour in COLOURS}
    if len(flags) == 1 and (goal := flags.pop()):
        lines.append(f'{region(goal, facts.board)}  "#e3c15c"')
    if facts.walls:
        lines.append('wall "*" "▪" grey as block')
    if facts.hands:
        lines.append('hand  "{player} in hand: {hand}"')
    if whether.counts_checks(facts):
        lines.append('checks  "{player} has given check: {checks}"')
    hidden = [
        name
        for name in ("castling", "passant", "runner", "quiet", "promoted", "streak", "unmoved", "passes")
        if f"has {name}" in draft.parts
    ]
    return [*lines, f"{', '.join(hidden)} as nothing"] if hidden else lines


def _look(kind: Kind, colour: str, paint: str) -> str:
    letter = kind.letter if colour == COLOURS[0] else kind.letter.lower()
    white, black = SYMBOLS.get(kind.name, (letter, letter))
    picture = f" as {kind.name}" if kind.name in SYMBOLS else ""
    return f'{kind.name} of {colour}  "{letter}" "{white if colour == COLOURS[0] else black}" {paint}{picture}'
