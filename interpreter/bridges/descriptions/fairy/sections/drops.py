"""Pieces from hand, and squares from where a piece could never move again."""

from __future__ import annotations

from interpreter.bridges.descriptions.fairy.reading.betza import Leg
from interpreter.bridges.descriptions.fairy.reading.facts import Facts, Kind
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS, Region
from interpreter.bridges.descriptions.fairy.sections import army, checks, whether
from interpreter.bridges.descriptions.fairy.sections.draft import Draft, Statements, conditioned, flipped, of_player

DROPPING = 'asking "You may drop a piece from your hand."'


def idle_squares(facts: Facts) -> dict[str, tuple[Region, Region]]:
    """The squares of each kind from where it could never move again, of White's and of Black's pieces."""
    if not facts.get("immobilityIllegal"):
        return {}
    found = {}
    for kind in facts.kinds:
        if kind.legs and kind.key != "king":  # a king is never held to be idle
            white = frozenset(s for s in facts.board if not _moves(facts, kind.legs, s))
            black = frozenset(s for s in facts.board if not _moves(facts, kind.legs, s, -1))
            if white:
                found[kind.name] = (white, black)
    return found


def _moves(facts: Facts, legs: tuple[Leg, ...], place: tuple[int, int], way: int = 1) -> bool:
    return any(
        (place[0] + way * x, place[1] + way * y) in facts.board
        for leg in legs
        if leg.moves
        for x, y in leg.vectors
    )


def write_idle(facts: Facts, draft: Draft) -> None:
    """`p.idle(k)`, if there are such squares."""
    by_text: dict[str, list[str]] = {}
    for name, squares in idle_squares(facts).items():
        by_text.setdefault(of_player(*squares, facts.board, facts.height), []).append(name)
    if by_text:
        rows = [
            f"{f'({text})' if ' when ' in text else text} when {' or '.join(f'k = {name}' for name in names)}"
            for text, names in by_text.items()
        ]
        draft.table("p.idle(k)", rows, "immobilityIllegal", comment="where k could never move again")


# ---- drops


def droppable(facts: Facts) -> list[Kind]:
    """What may be in hand."""
    royal = {"king"} | ({"commoner"} if facts.pseudo_royal and facts.royal == "" else set())
    if not facts.get("capturesToHand"):
        wanted = {key for hand in facts.start.hands.values() for key in hand}
        return [kind for kind in facts.kinds if kind.key in wanted]
    extra = {"commoner"} if facts.get("extinctionPseudoRoyal") is False else set()
    return [kind for kind in facts.kinds if kind.key[0] != "+" and kind.key not in royal - extra]


def ways(facts: Facts, draft: Draft) -> list[Statements]:
    """The ways to play a turn by dropping a piece."""
    if not facts.drops:
        return []
    kinds = [kind.name for kind in droppable(facts)]
    promotions = [kind.name for kind in facts.promotions(COLOURS[0])] if facts.choice else []
    both = f"promotions + {{{facts.choice[0]}}}" if promotions and {*kinds} == {*promotions, *facts.choice[:1]} else ""
    listed = both or f"{{{', '.join(kinds)}}}"
    place = _places(facts, draft)
    safe = ["after put k of me on b: me.safe"] if draft.shipped or facts.has_royals else []
    if not facts.get("dropChecks") and facts.has_royals:
        safe = ["(after put k of me on b: me.safe and not opponent.check)"]
    conditions = ["me.hand(k) > 0", *(["not must_take"] if checks.must_take(facts) else [])]
    if facts.get("shogiPawnDropMateIllegal") and "shogiPawn" in facts.by_key and facts.royal:
        conditions.append(f"not (k = {facts.name('shogiPawn')} and me.mates(b))")
        _mates(facts, draft)
    texts = ['as "{k}@{b}"']
    pawns = [name for name in kinds if name in ("pawn", facts.choice[0] if facts.choice else "pawn")]
    texts.append(f'as "@{{b}}" when k = {pawns[0]} otherwise ""' if pawns else 'as "{k}*{b}"')
    first = f"choose k in {listed}, b in {place}"
    whole = f"where {' and '.join(conditions + safe)} {texts[0]}"
    lines = [first, f"    {whole}", f"    {texts[1]}"]
    if len(whole) >= 90:
        lines = [first, *conditioned(conditions + safe), *(f"    {text}" for text in texts)]
    after = ["me.hand(k) -= 1", "put k of me on b"]
    if facts.passing or draft.shipped:
        after.append("passant = {}")
    if whether.passes(facts):
        after.append("passes = 0")
    found = [[*lines, f"    {DROPPING}", *after]]
    if facts.get("dropPromoted") and facts.promotes:
        keys = [key for key in facts.promotes if f"+{key}" in facts.by_key]
        rows = [f"{facts.name(key)}: {facts.name(f'+{key}')}" for key in keys]
        draft.table("k.turned", [*rows, "otherwise k"], "dropPromoted", "promotedPieceType", comment="its other side")
        upside = ["after put k.turned of me on b: me.safe"] if facts.has_royals else []
        found.append(
            [
                f"choose k in {{{', '.join(map(facts.name, keys))}}}, b in {place}",
                *conditioned([*conditions[: 1 + checks.must_take(facts)], *upside]),
                '    as "+{k}@{b}"',
                f"    {DROPPING}",
                "me.hand(k) -= 1",
                "put k.turned of me on b",
            ]
        )
    return found


def _places(facts: Facts, draft: Draft) -> str:
    """Where k may be dropped, as an expression."""
    keys = (
        "firstRankPawnDrops",
        "promotionZonePawnDrops",
        "whiteDropRegion",
        "blackDropRegion",
        "dropNoDoubled",
        "dropNoDoubledCount",
        "sittuyinRookDrop",
        "immobilityIllegal",
    )
    rows = []
    can_drop = {kind.key for kind in droppable(facts)}
    first, zone = facts.get("firstRankPawnDrops"), facts.get("promotionZonePawnDrops")
    if "pawn" in can_drop:
        zones = [facts.region(f"promotionRegion{c}") for c in COLOURS]
        last = frozenset(s for s in facts.board if s[1] == facts.height)
        if not first and not zone and zones[0] == last and zones[1] == flipped(last, facts.height):
            rows.append("player.last when k = pawn")
        else:
            rows += [] if zone else ["me.last when k = pawn"]
            rows += [] if first else ["me.row(1) when k = pawn"]
    doubled = facts.get("dropNoDoubled")
    if doubled and doubled[0] in can_drop:
        name, count = facts.name(doubled[0]), facts.get("dropNoDoubledCount")
        draft.add("define s.column = {t in site where t.c = s.c}")
        rows.append(
            {0: f"site when k = {name}", 1: f"({name} of me).column when k = {name}"}.get(
                count, f"{{s in site where count({name} of me & s.column) >= {count}}} when k = {name}"
            )
        )
    for kind in droppable(facts):
        if region := army.bound(facts, kind, "me"):
            rows.append(f"site - {region} when k = {kind.name}")
    if facts.get("sittuyinRookDrop") and "rook" in can_drop:
        rows.append("site - me.row(1) when k = rook")
    if set(idle_squares(facts)) & {kind.name for kind in droppable(facts)}:
        rows.append("me.idle(k)")
    allowed = "empty"
    white, black = (facts.region(key) for key in ("whiteDropRegion", "blackDropRegion"))
    if white != facts.board or black != facts.board:
        draft.add(
            f"define p.camp = {of_player(white, black, facts.board, facts.height)}  # where p may drop",
            "whiteDropRegion",
            "blackDropRegion",
        )
        allowed = "empty & me.camp"
    if not rows:
        return allowed
    if len(rows) == 1:
        return f"{allowed} - ({rows[0]})" if " when " in rows[0] else f"{allowed} - {rows[0]}"
    draft.table(
        "p.barred(k)",
        [row.replace("me.", "p.").replace("of me", "of p") for row in rows],
        *keys,
        comment="where p can't drop k",
    )
    return f"{allowed} - me.barred(k)"


def _mates(facts: Facts, draft: Draft) -> None:
    """Whether a dropped pawn would mate."""
    pawn, king = facts.name("shogiPawn"), facts.royal
    if facts.get("mustCapture"):
        facts.settings.refuse("shogiPawnDropMateIllegal", "it isn't read yet beside `mustCapture`")
    draft.add(
        f"define p.mates(b) = b.ahead(p) in {king} of p.next and after put {pawn} of p on b: p.next.lost(b)",
        "shogiPawnDropMateIllegal",
    )
    draft.add("define p.lost(b)  = p.held and no a in piece of p where b in a.attacks and p.may(a, b)")
    draft.add(f"define p.held     = no a in {king} of p, b in a.attacks - piece of p where p.may(a, b)")
