"""The ways to play a turn: moves, promotions, castling, drops, passes."""

from __future__ import annotations

from interpreter.bridges.descriptions.fairy.reading.facts import Facts
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS
from interpreter.bridges.descriptions.fairy.sections import checks, drops, gating, walls, whether
from interpreter.bridges.descriptions.fairy.sections.draft import INDENT, Draft, Statements, among, conditioned, joined

PLAIN = (
    'as "{a}{mark(b)}{b}"',
    'as "{a.kind}{b}"',
    'as "{a.kind}x{b}"',
    'as "{a.kind}{letter(a.c)}{b}"',
    'as "{a.kind}{a.r}{b}"',
    'as "{a.kind}{a}{b}"',
)
ASKING = 'asking "Move one of your pieces."'


def write(facts: Facts, draft: Draft) -> None:
    """`turn`, and the blocks that it calls."""
    drops.write_idle(facts, draft)
    branches = [_move(facts, draft), *_choosing(facts, draft), *_promoting(facts, draft)]
    if facts.castles or draft.shipped:
        branches.append(["castle"])
    branches += gating.ways(facts, draft, _may(facts, draft))
    dropping = drops.ways(facts, draft)
    must = facts.get("mustDrop") and dropping
    if not must:
        branches += dropping
    branches += _passing(facts)
    draft.alone = bool(walls.after(facts))
    if len(branches) > 1 and draft.alone and not draft.shipped:
        facts.settings.refuse("wallingRule", "such walls beside promotions, castling or passes aren't read yet")
    lines = _either(branches, alone=True)
    if must:
        lines = [*_either(dropping), "otherwise", *(INDENT + line for line in lines)]
        kind = facts.get("mustDropType")
        if kind and kind != ("*",):
            lines = _either(dropping + branches)
            facts.settings.refuse("mustDropType", "a turn that must drop one kind alone isn't read yet")
    draft.block(
        "turn",
        lines,
        "mandatoryPawnPromotion",
        "promotionPawnTypesWhite",
        "promotedPieceType",
        "mustDrop",
        "pieceDrops",
        "passWhite",
        "passOnStalemateWhite",
        "immobilityIllegal",
        "promotionLimit",
        "mandatoryPiecePromotion",
        "piecePromotionOnCapture",
        "pieceDemotion",
        "dropPromoted",
        "dropChecks",
    )


def _either(branches: list[Statements], alone: bool = False) -> list[str]:
    """Branches of a turn; one that stands `alone` needs no word before it."""
    if len(branches) == 1 and alone:
        return branches[0]
    found: list[str] = []
    for number, branch in enumerate(branches):
        found.append("or" if number else "either")
        found += [INDENT + line for line in branch]
    return found


def _choose(what: str, conditions: list[str], texts: list[str]) -> Statements:
    return [f"choose {what}", *conditioned(conditions), *(f"    {text}" for text in texts)]


# ---- moves


def _may(facts: Facts, draft: Draft) -> list[str]:
    asks = facts.has_royals or facts.get("mustCapture") or walls.left(facts)
    return ["me.may(a, b)"] if draft.shipped or asks else []


def _move(facts: Facts, draft: Draft) -> Statements:
    conditions = []
    goes_on = _promotes_at(facts)
    if held := (facts.choice if facts.get("mandatoryPawnPromotion") else []) or whether.held_up(facts):
        conditions.append(f"not (a in {joined(held)} and b in me.last)")
    if goes_on and facts.get("mandatoryPiecePromotion"):
        conditions.append(f"not {_promotes(facts)}")
    if drops.idle_squares(facts):
        conditions.append("b not in me.idle(a.kind)")
    texts = [*PLAIN]
    if facts.choice == ["pawn"]:
        texts += [
            'as "{b}" when a in pawn and no a.prey(b) otherwise ""',
            'as "{letter(a.c)}x{b}" when a in pawn and some a.prey(b) otherwise ""',
        ]
        if facts.passing == ["pawn"]:
            texts.append('as "{letter(a.c)}x{b}e.p." when a in pawn and b = passant otherwise ""')
    conditions += [*walls.condition(facts), *_may(facts, draft)]
    return [*_choose("a in mine, b in a.goals", conditions, [*texts, ASKING]), *walls.before(facts), "play(a, b)",
            *walls.after(facts)]  # fmt: skip


# ---- promotions of one's choice


def _choosing(facts: Facts, draft: Draft) -> list[Statements]:
    if not facts.choice:
        return []
    draft.block(
        "define promote(a, b, k)",
        ["play(a, b)", f"put k of me on b & {among(facts.choice)}", *_unpassed(facts)],
        "promotionPawnTypesWhite",
    )
    limits = {facts.name(key): n for key, n in facts.get("promotionLimit").items() if key in facts.by_key}
    conditions = ["count(k of me) < k.limit"] if limits else []
    if limits:
        others = "otherwise 999" if {k.name for c in COLOURS for k in facts.promotions(c)} - {*limits} else None
        rows = [f"{name}: {number}" for name, number in limits.items()] + ([others] if others else [])
        draft.table("k.limit", rows, "promotionLimit")
    conditions += _may(facts, draft)
    if draft.shipped or facts.has_royals:
        conditions.append("after promote(a, b, k): me.safe")
    whose = among([f"{name} of me" for name in facts.choice])
    texts = ['as "{a}{mark(b)}{b}={k}"']
    if facts.choice == ["pawn"]:
        texts.append('as "{b}={k}" when no a.prey(b) otherwise "{letter(a.c)}x{b}={k}"')
    noun = "pawn" if facts.choice == ["pawn"] else "piece"
    return [
        [
            *_choose(
                f"a in {whose}, b in a.goals & me.last, k in promotions",
                conditions,
                [*texts, f'asking "You may promote a {noun}."'],
            ),
            "promote(a, b, k)",
        ]
    ]


def _unpassed(facts: Facts) -> list[str]:
    """A pawn that is promoted by its two steps can't be taken in passing."""
    for colour, way in zip(COLOURS, (2, -2), strict=True):
        if facts.passing and facts.region(f"promotionRegion{colour}") & {(x, y + way) for x, y in facts.starts(colour)}:
            return ["passant = {}"]
    return []


# ---- promotions as in shogi


def _promotes_at(facts: Facts) -> list[str]:
    """The names of kinds that are promoted, or demoted, by moving."""
    if not facts.promotes:
        return []
    sources = [key for key in facts.promotes if f"+{key}" in facts.by_key]
    back = [f"+{key}" for key in sources] if facts.get("pieceDemotion") else []
    return [facts.name(key) for key in sources + back]


def _zoned(facts: Facts) -> bool:
    """Whether pieces are promoted in a part of the board alone."""
    return any(facts.region(f"promotionRegion{colour}") != facts.board for colour in COLOURS)


def _promotes(facts: Facts) -> str:
    """Whether the piece on a is promoted by moving to b, as an expression."""
    return "a.promotes(b)" if _zoned(facts) or facts.get("piecePromotionOnCapture") else "a.promotes"


def _promoting(facts: Facts, draft: Draft) -> list[Statements]:
    names = _promotes_at(facts)
    if not names:
        return []
    if not facts.get("checking"):
        facts.settings.refuse("promotedPieceType", "this isn't read yet where no move may give check")
    sources = [key for key in facts.promotes if f"+{key}" in facts.by_key]
    if {*facts.promotes.values()} & {*facts.get("promotionLimit")}:
        facts.settings.refuse("promotionLimit", "it isn't read yet for pieces that are promoted by moving")
    rows = [f"{facts.name(f'+{key}')} when a in {facts.name(key)}" for key in sources]
    if facts.get("pieceDemotion"):
        rows += [f"{facts.name(key)} when a in {facts.name(f'+{key}')}" for key in sources]
    draft.table(
        "a.promoted", [*rows, "otherwise a.kind"], "promotedPieceType", "pieceDemotion", comment="what it becomes"
    )
    conditions = [f"a in {joined(names)}"]
    if _zoned(facts):
        conditions.append("(a in me.last or b in me.last)")
    if facts.get("piecePromotionOnCapture"):
        conditions.append("some a.prey(b)")
    draft.add(
        f"define {_promotes(facts)} = {' and '.join(conditions)}",
        "promotedPieceType",
        "promotionRegionWhite",
        "piecePromotionOnCapture",
    )
    return [
        [
            *_choose(
                "a in mine, b in a.goals",
                [_promotes(facts), *_may(facts, draft)],
                [
                    'as "{a}{mark(b)}{b}+"',
                    'as "{a.kind}{b}+"',
                    'as "{a.kind}{a}{b}+"',
                    'asking "You may promote a piece."',
                ],
            ),
            "let k = a.promoted",
            "play(a, b)",
            "put k of me on b",
        ]
    ]


# ---- passes


def _passing(facts: Facts) -> list[Statements]:
    always = [facts.get(f"pass{colour}") for colour in COLOURS]
    stuck = [facts.get(f"passOnStalemate{colour}") for colour in COLOURS]
    if not any(always + stuck):
        return []
    if any(stuck):
        facts.settings.refuse("passOnStalemateWhite", "a pass for a player without another move isn't read yet")
    whose = "" if all(always) else f" where me = {COLOURS[always.index(True)]}"
    if facts.has_royals:
        whose += (" and " if whose else " where ") + "not me.check"
    if checks.must_take(facts):
        whose += (" and " if whose else " where ") + "not must_take"
    counted = ["passes += 1"] if whether.passes(facts) else []
    return [[f'choose "pass"{whose} asking "You may pass."', *counted]]
