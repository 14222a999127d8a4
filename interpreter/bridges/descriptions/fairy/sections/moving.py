"""What a move does, and which moves a player may make."""

from __future__ import annotations

from interpreter.bridges.descriptions.fairy.reading.facts import Facts
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS
from interpreter.bridges.descriptions.fairy.sections import castling, checks, firsts, gating, whether
from interpreter.bridges.descriptions.fairy.sections.draft import Draft, among, flipped, joined, of_player, region

CAPTURES = ("capturesToHand", "blastOnCapture", "blastImmuneTypes", "dropLoop", "promotedPieceType")


def write(facts: Facts, draft: Draft) -> None:
    """What the game remembers, regions, `play`, `capture`, `p.may` and what they use."""
    _memory(facts, draft)
    _regions(facts, draft)
    checks.write(facts, draft)
    castling.write(facts, draft)
    _play(facts, draft)
    _capture(facts, draft)


def _memory(facts: Facts, draft: Draft) -> None:
    if draft.shipped:
        draft.add('option castles: truth = true "whether kings may castle"')
        draft.add('option claimed: truth = true "whether draws are claimed at once (else 75 moves, 5 times)"')
        draft.add("game has castling: set of site = corners when castles otherwise {}")
        if not facts.castles:
            draft.add("set castles = false", "castling", "startFen")
    elif facts.castles:
        draft.add(
            f"game has castling: set of site = {region(castling.rooks(facts), facts.board)}  # rooks to castle with",
            *castling.CASTLING,
        )
    if facts.passing or draft.shipped:
        draft.add("game has passant:  site?             # where a pawn can be taken in passing", "enPassantTypesWhite")
    if firsts.leaps(facts):
        squares = region(facts.start.gates, facts.board)
        text = f"game has unmoved:  set of site = {squares}  # who may still leap"
        draft.add(text, "gating", "cambodianMoves", "startFen")
    if gating.gates(facts):
        gating.memory(facts, draft)
    if firsts.runs_aslant(facts):
        draft.add("game has runner:   site?             # who can be taken in passing", "enPassantTypesWhite")
    if whether.passes(facts):
        draft.add("game has passes:   0..2  # in a row", "passWhite", "passBlack")
    if facts.quiet or draft.shipped:
        draft.add("game has quiet:    0..2 * moves + 1  # turns since a capture or a pawn's move", "nMoveRule")


# ---- regions


def _regions(facts: Facts, draft: Draft) -> None:
    board, height = facts.board, facts.height
    if facts.choice or facts.promotes or whether.held_up(facts) or draft.shipped:
        white, black = (facts.region(f"promotionRegion{colour}") for colour in COLOURS)
        last = frozenset(s for s in board if s[1] == height)
        ends = white == last and black == flipped(last, height)
        text = "{s in site where no s.ahead(p)}" if ends else of_player(white, black, board, height)
        draft.add(
            f"define p.last     = {text}  # where pawns are promoted"
            if facts.choice and not facts.promotes
            else f"define p.last = {text}  # where pieces are promoted",
            "promotionRegionWhite",
            "promotionRegionBlack",
        )
    white, black = facts.starts(COLOURS[0]), facts.starts(COLOURS[1])
    text = "{}" if not facts.doubles else of_player(white, black, board, height)
    if facts.doubles or draft.shipped:
        draft.add(
            f"define p.start    = {text}{'  # from where they may go two squares' if facts.doubles else ''}",
            "doubleStep",
            "doubleStepRegionWhite",
            "doubleStepRegionBlack",
        )
    draft.add("define p.home(n)  = {s in p.row(1) where s.c in n}   # columns of the first row")
    if draft.shipped:
        corners = frozenset((x, y) for x in (1, facts.width) for y in (1, height))
        rows = "player.last" if ends or not facts.castles or castling.rooks(facts) != corners else f"row({height})"
        draft.add(f"define corners    = (row(1) + {rows}) & {{s in site where no s.E or no s.W}}")
    if facts.choice:
        for_both = [kind.name for kind in facts.promotions(COLOURS[0])]
        for_black = [kind.name for kind in facts.promotions(COLOURS[1])]
        keys = ("promotionPieceTypesWhite", "promotionPieceTypesBlack")
        draft.add(
            f"define promotions = {_listed(for_both)}"
            if for_both == for_black
            else f"define promotions = {_listed(for_both)} when me = {COLOURS[0]} otherwise {_listed(for_black)}",
            *keys,
        )


def _listed(names: list[str]) -> str:
    order = ["queen", "rook", "bishop", "knight"]
    return f"{{{', '.join(sorted(names, key=lambda n: order.index(n) if n in order else 9))}}}"


# ---- what a move does


def _play(facts: Facts, draft: Draft) -> None:
    lines = ["passes = 0"] if whether.passes(facts) else []
    keeps_castling = facts.castles or draft.shipped
    if "define castle" in draft.parts:
        far, near = castling.places(facts)
        moved = f"a in {castling.castler(facts)}"
        crossed = " and some a.crossed(d)" if near == "a.crossed(d)" else ""
        lines += [
            f"for d in {{E, W}} where {moved} and b = {far} and some a.partner(d){crossed}  # it castles",
            *(["  unmoved -= {a.partner(d)}"] if gating.gates(facts) else []),
            f"  move a.partner(d) to {near}",
        ]
    if facts.quiet:
        lines.append(f"quiet     = 0 when {_progress(facts)}b in occupied otherwise quiet + 1")
    if keeps_castling:
        lines += castling.lost(facts)
    if firsts.leaps(facts) or gating.gates(facts):
        lines.append("unmoved  -= {a, b}")
    if firsts.leaps(facts):
        lines.append(f"unmoved  -= {{s in {facts.royal} of me.next where s.c = b.c or s.r = b.r}} if a in rook")
    petrified = facts.names(facts.get("petrifyOnCaptureTypes"))
    if petrified and facts.hands and facts.get("capturesToHand"):
        facts.settings.refuse("petrifyOnCaptureTypes", "what turns to stone beside pieces in hand isn't read yet")
    if facts.royal and facts.royal in petrified:
        facts.settings.refuse("petrifyOnCaptureTypes", "a king that may be mated and turns to stone isn't read yet")
    if {*petrified} & {*facts.choice, *facts.names((*facts.promotes,))}:
        facts.settings.refuse("petrifyOnCaptureTypes", "what turns to stone as it is promoted isn't read yet")
    if petrified:
        lines.append("let took = some a.prey(b)")
    lines.append("capture(a, b)")
    lines.append("move a to b")
    if petrified:
        lines.append(f"put wall on b & {among(petrified)} if took")
    if facts.passing:
        lines += _passant(facts)
    draft.block(
        "define play(a, b)",
        lines,
        "nMoveRule",
        "nMoveRuleTypesWhite",
        "enPassantRegionWhite",
        "petrifyOnCaptureTypes",
        "cambodianMoves",
        *(gating.KEYS if gating.gates(facts) else ()),
        *(castling.CASTLING if facts.castles else ()),
    )
    if facts.passing:
        victim = "runner" if firsts.runs_aslant(facts) else "b.ahead(a.owner.next)"
        passed = f"{victim} when a in {joined(facts.passing)} and b = passant"
        draft.add(
            f"define a.prey(b)    = b & occupied + ({passed})",
            "enPassantTypesWhite",
            "enPassantTypesBlack",
        )
    else:
        draft.add("define a.prey(b)    = b & occupied")


def _progress(facts: Facts) -> str:
    """That a move without a capture is progress: one of these kinds that it can't take back."""
    named = facts.names((*facts.get("nMoveRuleTypesWhite"), *facts.get("nMoveRuleTypesBlack")))
    always, across = [], []
    for kind in facts.kinds:
        if kind.name not in named:
            continue
        quiet = {step for leg in kind.legs if leg.moves and not leg.initial for step in leg.vectors}
        back = {(x, y) for x, y in quiet if (-x, -y) in quiet}
        if not back:
            always.append(kind.name)
        elif back != quiet:
            across.append(kind.name)
            if any(y for _, y in back):
                facts.settings.refuse("nMoveRuleTypesWhite", f"a {kind.name} can take back some of its moves")
    found = [f"a in {joined(always)} or "] if always else []
    return "".join([*found, *([f"a in {joined(across)} and b.r != a.r or "] if across else [])])


def _passant(facts: Facts) -> list[str]:
    """What can be taken in passing from now on."""
    doubles = joined(facts.doubles)
    if firsts.runs_aslant(facts):
        passed = "the(a.ahead(me).{E, W} & b.ahead(me.next).{E, W})"
        return [f"passant = {passed} when b in {doubles}", "runner = b when some passant"]
    bounds = [facts.region(f"enPassantRegion{colour}") for colour in COLOURS]
    text = f"passant = a.ahead(me) when b in {doubles} and b = a.ahead(me)^2"
    if any(bound != facts.board for bound in bounds):
        where = of_player(bounds[0], bounds[1], facts.board, facts.height)
        text += f" and a.ahead(me) in ({where.replace('p.row', 'opponent.row').replace('when p', 'when opponent')})"
    return [text]


def _capture(facts: Facts, draft: Draft) -> None:
    if facts.get("blastOnCapture"):
        _blast(facts, draft)
        return
    lines = []
    if facts.get("capturesToHand") and facts.hands:
        loops = facts.get("dropLoop") or not facts.choice
        taken = "a.prey(b).kind"
        if facts.promotes:
            _plain(facts, draft)
            taken = "a.prey(b).kind.plain"
        if loops:
            lines.append(f"me.hand({taken}) += 1")
        else:
            pawns = facts.choice
            lines.append(f"me.hand({pawns[0]} when some a.prey(b) & promoted otherwise {taken}) += 1")
            lines.append(
                f"promoted = promoted - {{a, b}} + (b when a in promoted or a in {joined(pawns)} and b in me.last)"
            )
            draft.add("game has promoted: set of site", "capturesToHand")
    if facts.hands:
        draft.add(f"player has hand(kind): 0..{_most(facts)}", "pieceDrops", "capturesToHand")
    lines.append("remove a.prey(b)")
    draft.block("define capture(a, b)", lines, *CAPTURES)


def _plain(facts: Facts, draft: Draft) -> None:
    rows = [f"{facts.name(f'+{key}')}: {facts.name(key)}" for key in facts.promotes if f"+{key}" in facts.by_key]
    draft.table("k.plain", [*rows, "otherwise k"], "promotedPieceType", comment="the kind that comes to hand")


def _most(facts: Facts) -> int:
    """The most pieces of a kind that one can have in hand."""
    kings = sum(key in ("king", facts.royal) for _, key in facts.start.board.values()) if facts.royal else 0
    in_hand = sum(count for hand in facts.start.hands.values() for count in hand.values())
    if not facts.get("capturesToHand"):
        return max((max(hand.values(), default=0) for hand in facts.start.hands.values()), default=0) or 1
    return len(facts.start.board) + in_hand - kings


def _blast(facts: Facts, draft: Draft) -> None:
    """A capture that takes the pieces around, too."""
    if facts.royal:
        facts.settings.refuse("blastOnCapture", "a king that is mated beside blasts isn't read yet: say `king = -`, "
                              "`commoner = k` and `extinctionPieceTypes = k`")  # fmt: skip
    if facts.get("capturesToHand"):
        facts.settings.refuse("capturesToHand", "what a blast gives to hand isn't read yet")
    pawns = " - pawn" if "pawn" in facts.by_key else ""
    walls = " - wall" if facts.walls else ""
    immune = facts.names(facts.get("blastImmuneTypes"))
    kept = f" - {among(immune)}" if immune else ""
    lines = [f"remove a.prey(b) + ((a + (b.compass{walls}{pawns}){kept}) when some a.prey(b))"]
    if facts.castles or draft.shipped:
        names = facts.names(facts.get("castlingRookPiecesWhite"))
        lines.append(f"castling = castling & {among(names)}" if names else "castling = {}")
    draft.block("define capture(a, b)", lines, *CAPTURES)
