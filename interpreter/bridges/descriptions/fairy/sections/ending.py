"""How the game ends."""

from __future__ import annotations

from interpreter.bridges.descriptions.fairy.reading.facts import Facts
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS
from interpreter.bridges.descriptions.fairy.sections import checks, whether
from interpreter.bridges.descriptions.fairy.sections.draft import Draft, among, joined, of_player

USUAL = (
    "passant = {} if no a in pawn & theirs, b in a.attacks & passant where opponent.may(a, b)",
    "win me if stuck and next.check",
    "draw if stuck or quiet = 2 * moves or dead or repeated",
)
"""How what ships ends, behind what a variant adds."""
ORDINARY = {"pawn", "knight", "bishop", "rook", "queen", "king"}


def write(facts: Facts, draft: Draft) -> None:
    """`end`, and what it counts."""
    _counted(facts, draft)
    passed = ["draw if passes = 2"] if whether.passes(facts) else []
    lines = [*passed, *_extinct(facts), *_flags(facts, draft), *_checked(facts, draft), *_connected(facts)]
    if draft.shipped:
        strange = _passant(facts) if facts.passing != ["pawn"] else []
        lines += [*_mated(facts, draft), *_repeated(facts, draft), *(strange or USUAL[:1]), *USUAL[1:]]
    else:
        lines += [*_passant(facts), *_mated(facts, draft), *_drawn(facts), *_repeated(facts, draft)]
    draft.block(
        "end",
        lines,
        "stalemateValue",
        "checkmateValue",
        "extinctionValue",
        "extinctionPieceTypes",
        "extinctionPieceCount",
        "extinctionOpponentPieceCount",
        "extinctionClaim",
        "flagRegionWhite",
        "flagRegionBlack",
        "flagPieceWhite",
        "flagPieceBlack",
        "flagPieceCount",
        "flagMove",
        "checkCounting",
        "connectN",
        "nFoldValue",
        "perpetualCheckIllegal",
    )


def _counted(facts: Facts, draft: Draft) -> None:
    if facts.quiet or draft.shipped:
        rule = facts.get("nMoveRule")
        usual = draft.shipped and rule in (0, 50)
        draft.add(f"define moves = {'50 when claimed otherwise 75' if usual else rule}", "nMoveRule")
    fold = facts.get("nFoldRule")
    if fold == 1:
        facts.settings.refuse("nFoldRule", "where a position comes once it isn't repeated; say 0, or 2 or more")
    if draft.shipped and not fold:
        draft.add("define repeated = false", "nFoldRule")
    if fold:
        usual = draft.shipped and fold == 3
        draft.add(f"define times = {'3 when claimed otherwise 5' if usual else fold}", "nFoldRule")
        draft.add(f"define repeated = repeats({', '.join(state(facts, draft))}) = times - 1")
    if draft.shipped:
        draft.add(
            "define dead = false"
            if not is_ordinary(facts)
            else "define dead =  # too few pieces to mate\n  no pawn + rook + queen and count(knight + bishop) < 2\n"
            "  no pawn + rook + queen + knight and (bishop within dark or no bishop & dark)"
        )


def state(facts: Facts, draft: Draft) -> list[str]:
    """What makes a position."""
    found = ["piece", "next"]
    found += ["castling"] if facts.castles or draft.shipped else []
    found += ["passant"] if facts.passing or draft.shipped else []
    found += ["hand"] if facts.hands else []
    found += ["promoted"] if "has promoted" in draft.parts else []
    found += ["checks"] if whether.counts_checks(facts) else []
    found += ["unmoved"] if "has unmoved" in draft.parts else []
    return found


def is_ordinary(facts: Facts) -> bool:
    """Whether it is chess's pieces that mate, and nothing else ends the game: then too few can't."""
    strange = (
        "checkCounting",
        "connectN",
        "makpongRule",
        "blastOnCapture",
        "mustCapture",
        "pieceDrops",
        "petrifyOnCaptureTypes",
        "gating",
    )
    return (
        {kind.key for kind in facts.kinds} <= ORDINARY
        and facts.royal != ""
        and facts.get("checking")
        and not any(facts.get(key) for key in strange)
        and not any(facts.region(f"flagRegion{c}") for c in COLOURS)
        and facts.get("extinctionValue") == "none"
        and facts.get("wallingRule") == "none"
        and facts.get("stalemateValue") == "draw"
        and facts.get("checkmateValue") == "loss"
    )


def _passant(facts: Facts) -> list[str]:
    if not facts.passing:
        return []
    takers = among(facts.passing)
    if facts.has_royals or facts.get("mustCapture"):
        return [f"passant = {{}} if no a in {takers} & theirs, b in a.attacks & passant where opponent.may(a, b)"]
    return [f"passant = {{}} if no ({takers} & theirs).attacks & passant"]


# ---- wins and losses


def _result(value: str, mover: str, other: str) -> str:
    """A statement: `mover`, who is to move, gets this value."""
    return {"loss": f"win {other}", "win": f"win {mover}", "draw": "draw"}[value]


def _extinct(facts: Facts) -> list[str]:
    value = facts.get("extinctionValue")
    types = facts.get("extinctionPieceTypes")
    explodes = facts.get("blastOnCapture")
    if value == "none" or not types or (facts.get("extinctionPseudoRoyal") and not explodes):
        return []  # what must not be taken never is
    count, others = facts.get("extinctionPieceCount"), facts.get("extinctionOpponentPieceCount")
    if (
        types == ("*",)
        and count == 0
        and value == facts.get("stalemateValue")
        and others == 0
        and not facts.drops
        and not facts.get("blastOnCapture")
    ):
        return []  # who has no piece is stuck
    every = [["piece"]] if "*" in types else _alike(facts, facts.names(types))
    if not every:
        return []  # nobody ever has one
    found = []
    for whose, loser, winner in (("me", "me", "opponent"), ("opponent", "opponent", "me")):
        tests = [_few(facts, names, whose, count) for names in every]
        if whose == "me" and not _can_vanish(facts, [name for names in every for name in names]):
            continue
        rival = "opponent" if whose == "me" else "me"
        need = others + (facts.get("extinctionClaim") and whose == "opponent")
        if need:
            tests = [f"{test} and {_many(facts, names, rival, need)}" for test, names in zip(tests, every, strict=True)]
        found.append(f"{_result(value, loser, winner)} if {' or '.join(tests)}")
    return found


def _can_vanish(facts: Facts, names: list[str]) -> bool:
    """Whether who moves can lose the last of these kinds by it, or has so few from the start."""
    made = (
        {*facts.choice} & {*names}
        or "piece" in names
        or facts.get("blastOnCapture")
        or facts.get("petrifyOnCaptureTypes")
    )
    few = facts.get("extinctionPieceCount") > 0 or facts.get("extinctionClaim")
    return bool(made or few or facts.promotes)


def _alike(facts: Facts, names: list[str]) -> list[list[str]]:
    """Kinds, those together that move alike since one was promoted to the other: they count as one."""
    found: dict[str, list[str]] = {}
    for kind in facts.kinds:
        if kind.name in names:
            found.setdefault(kind.moves_as, []).append(kind.name)
    return [*found.values()]


def _few(facts: Facts, names: list[str], whose: str, count: int) -> str:
    """The condition that a player has at most so many pieces of these kinds. Pieces in hand count."""
    pieces, hand = among(names, whose), _in_hand(facts, names, whose)
    if count == 0:
        return f"(no {pieces} and {hand} = 0)" if hand else f"no {pieces}"
    return f"count({joined(f'{name} of {whose}' for name in names)}){f' + {hand}' if hand else ''} <= {count}"


def _many(facts: Facts, names: list[str], whose: str, count: int) -> str:
    """The condition that a player has at least so many pieces of these kinds. Pieces in hand count."""
    hand = _in_hand(facts, names, whose)
    if count == 1 and not hand:
        return f"some {among(names, whose)}"
    return f"count({joined(f'{name} of {whose}' for name in names)}){f' + {hand}' if hand else ''} >= {count}"


def _in_hand(facts: Facts, names: list[str], whose: str) -> str:
    """How many of these kinds a player has in hand, as an expression."""
    if not facts.hands:
        return ""
    if names == ["piece"]:
        return f"sum({whose}.hand(k) for k in kind)"
    plain = [kind.name for kind in facts.kinds if kind.name in names and kind.key[0] != "+"]
    return " + ".join(f"{whose}.hand({name})" for name in plain)


def _flags(facts: Facts, draft: Draft) -> list[str]:
    white, black = (facts.region(f"flagRegion{colour}") for colour in COLOURS)
    if not white and not black:
        return []
    whose = facts.get("flagPieceWhite" if white else "flagPieceBlack")
    names = ["piece"] if whose in ((), ("*",)) else facts.names(whose)
    if not names:
        return []  # nobody ever has one
    if white and black and facts.get("flagPieceWhite") != facts.get("flagPieceBlack"):
        facts.settings.refuse("flagPieceWhite", "flag pieces that differ by colour aren't read yet")
    if facts.get("flagPieceBlockedWin"):
        facts.settings.refuse("flagPieceBlockedWin", "a flag that is won by being blocked isn't read yet")
    flag = of_player(white, black, facts.board, facts.height)
    if white != black or "{" not in flag or len(white) > 6:
        both = white == black
        draft.add(f"define {'flag' if both else 'p.flag'} = {flag}", "flagRegionWhite", "flagRegionBlack")
        mine, theirs = ("flag", "flag") if both else ("me.flag", "opponent.flag")
    else:
        mine = theirs = f"({flag})" if " + " in flag else flag
    pieces = joined(names)
    count = facts.get("flagPieceCount")
    test = f"some {among(names, 'me')} & {mine}" if count == 1 else f"count({among(names, 'me')} & {mine}) >= {count}"
    if facts.get("flagPieceSafe") and names != [facts.royal]:
        if count != 1 or facts.has_royals or not all(_is_single(facts, name) for name in names):
            facts.settings.refuse("flagPieceSafe", "this is read for a piece that each player has once")
        test = f"some {among(names, 'me')} & {mine} - theirs.attacks"
    waits = test.replace(mine, theirs).replace(" of me", " of opponent").replace("theirs.attacks", "mine.attacks")
    if not facts.get("flagMove"):
        # a piece that was attacked when it came may be safe a move later
        return [f"win me if {test}", *([f"win opponent if {waits}"] if "attacks" in waits else [])]
    if names == [facts.royal]:
        return _race(draft, pieces, mine, theirs)
    return [f"win opponent if {waits}"]


def _is_single(facts: Facts, name: str) -> bool:
    """Whether nobody has two of a kind while the game goes on."""
    if name == "piece":
        return False
    lost = facts.get("extinctionValue") != "none" and not facts.get("extinctionPieceCount")
    return checks.stays(facts, name, lost and name in facts.names(facts.get("extinctionPieceTypes")))


def _race(draft: Draft, king: str, mine: str, theirs: str) -> list[str]:
    """Black's king may still come after White's has; then it is a draw."""
    black = COLOURS[1]
    draft.add(
        f"define p.comes = some a in {king} of p, b in a.attacks & {theirs.replace('opponent', 'p')} - piece of p "
        "where p.may(a, b)",
        "flagMove",
    )
    there = f"some {king} of me & {mine}"
    other = f"some {king} of opponent & {theirs}"
    return [
        f"draw if {there} and {other}",
        f"win opponent if {other}",
        f"win me if {there} and not (opponent = {black} and opponent.comes)",
    ]


def _checked(facts: Facts, draft: Draft) -> list[str]:
    if not whether.counts_checks(facts):
        return []
    left = facts.start.checks or {"White": 1, "Black": 1}
    if left["White"] != left["Black"]:
        facts.settings.refuse("startFen", "players who need different numbers of checks aren't read yet")
    number = left["White"]
    draft.add(f"player has checks: 0..{number}", "checkCounting", "startFen")
    return ["me.checks += 1 if opponent.check", f"win me if me.checks = {number}"]


def _connected(facts: Facts) -> list[str]:
    if facts.get("connectNxN") or facts.region("connectRegion1White"):
        facts.settings.refuse("connectNxN" if facts.get("connectNxN") else "connectRegion1White", "isn't read yet")
    number = facts.get("connectN")
    if not number:
        return []
    ways = [d for key, d in (("connectHorizontal", "E"), ("connectVertical", "N")) if facts.get(key) for d in [d]]
    ways += ["NE", "SE"] if facts.get("connectDiagonal") else []
    if not ways or number > max(facts.width, facts.height):
        facts.settings.refuse("connectN", "no line of the board is so long")
    if len(ways) == 4:
        return [f"win me if some row in lines({number}) where row within mine"]
    return [f"win me if some s in mine, d in {{{', '.join(ways)}}} where count(s.run(d, mine)) >= {number}"]


def _mated(facts: Facts, draft: Draft) -> list[str]:
    mate, stale = facts.get("checkmateValue"), facts.get("stalemateValue")
    if facts.get("stalematePieceCount"):
        win, lose = ("win me", "win opponent") if stale == "win" else ("win opponent", "win me")
        fewer, more = "count(theirs) < count(mine)", "count(theirs) > count(mine)"
        return [f"{lose} if stuck and {fewer}", f"{win} if stuck and {more}", "draw if stuck"]
    if not facts.has_royals or mate == stale:
        needless = stale == "draw" and not draft.shipped
        return [] if needless else [f"{_result(stale, 'opponent', 'me')} if stuck"]
    usual = draft.shipped and mate == "loss" and stale == "draw"
    found = [] if usual else [f"{_result(mate, 'next', 'me')} if stuck and next.check"]
    return found if stale == "draw" else [*found, f"{_result(stale, 'next', 'me')} if stuck"]


def _drawn(facts: Facts) -> list[str]:
    """The draws of a whole ruleset."""
    tests = ["stuck"] if facts.get("stalemateValue") == "draw" and not facts.get("stalematePieceCount") else []
    tests += ["quiet = 2 * moves"] if facts.quiet else []
    tests += ["repeated"] if _draws_repeated(facts) else []
    return [f"draw if {' or '.join(tests)}"] if tests else []


def _draws_repeated(facts: Facts) -> bool:
    return bool(facts.get("nFoldRule")) and facts.get("nFoldValue") == "draw" and not _minds_checks(facts)


def _minds_checks(facts: Facts) -> bool:
    return bool(facts.get("perpetualCheckIllegal")) and facts.has_royals


def _repeated(facts: Facts, draft: Draft) -> list[str]:
    """What a repetition comes to, unless it is a draw in any case."""
    if not facts.get("nFoldRule") or _draws_repeated(facts):
        return []
    found = ["if repeated"]
    if _minds_checks(facts):
        draft.add("player has streak: 0..200  # their last turns, as far as each gave check", "perpetualCheckIllegal")
        earlier = ", ".join([*state(facts, draft), "within 2 * p.streak"])
        draft.add(
            f"define p.perpetual = repeats({earlier}) = times - 1  # all with check",
            "perpetualCheckIllegal",
        )
        found = [
            "me.streak = min({me.streak + 1, 200}) when next.check otherwise 0",
            "if repeated",
            "  win next if me.perpetual and not next.perpetual",
            "  win me if next.perpetual and not me.perpetual",
            "  draw if me.perpetual",
        ]
    value = facts.get("nFoldValue")
    if facts.get("nFoldValueAbsolute") and value != "draw":
        return [*found, f"  win {COLOURS[0] if value == 'win' else COLOURS[1]}"]
    return [*found, f"  {_result(value, 'next', 'me')}"]
