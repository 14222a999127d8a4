"""Board, pieces, and how they move."""

from __future__ import annotations

import re

from interpreter.bridges.descriptions.fairy.reading.facts import Facts, Kind
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS, Region
from interpreter.bridges.descriptions.fairy.sections import firsts, movements
from interpreter.bridges.descriptions.fairy.sections.draft import Draft, joined, of_player
from interpreter.bridges.descriptions.fairy.sections.movements import HELPERS, Way

PAWN_GOES = "a.ahead(me) & empty"
PAWN_STARTS = "(a.ahead(me) & empty).ahead(me) & empty"
PAWN_FAR = "((a.ahead(me) & empty).ahead(me) & empty).ahead(me) & empty"


def write(facts: Facts, draft: Draft) -> None:
    """`board`, `pieces`, `a.attacks`, `a.goals` and what they use."""
    draft.add(f"players {', '.join(COLOURS)}")
    draft.add(f"board grid({facts.width}, {facts.height})", "maxFile", "maxRank")
    draft.add(f"pieces {', '.join(kind.name for kind in facts.kinds)} of player", *(k.key for k in facts.kinds))
    if facts.walls:
        draft.add("pieces wall", "wallingRule", "petrifyOnCaptureTypes", "startFen")
    for kind in facts.kinds:
        for text in movements.new_directions(kind.legs):
            draft.add(text, kind.moves_as)
    draft.add(f"define s.ahead(p) = s.N when p = {COLOURS[0]} otherwise s.S")
    draft.add(f"define p.row(n)   = row(n) when p = {COLOURS[0]} otherwise row(max(site.r) + 1 - n)")
    _regions(facts, draft)
    ways = {kind.name: _ways(kind) for kind in facts.kinds}
    _attacks(facts, draft, ways)
    _goals(facts, draft, ways)
    for name, text in HELPERS.items():
        if any(re.search(rf"\ba\.{name}\b", part.text) for part in list(draft.parts.values())):
            draft.add(text)


def _ways(kind: Kind) -> list[Way]:
    return movements.ways(kind.legs, (COLOURS[0], COLOURS[1]))


# ---- where pieces of a kind may go


def bound(facts: Facts, kind: Kind, player: str) -> str:
    """The region of the board that a player's pieces of a kind are bound to, as an expression, or nothing."""
    if not any(key in facts.settings.values for key in _bound_keys(kind)):
        return ""
    same = next(other for other in facts.kinds if _bound_to(facts, other) == _bound_to(facts, kind))
    white, black = _bound_to(facts, kind)
    return f"{same.name}_region" if white == black else f"{player}.{same.name}_region"


def _bound_to(facts: Facts, kind: Kind) -> list[Region]:
    """Where White's and Black's pieces of a kind may go, nothing if they aren't bound."""
    keys = _bound_keys(kind)
    if not any(key in facts.settings.values for key in keys):
        return []
    return [facts.region(key) if facts.get(key) else facts.board for key in keys]


def _bound_keys(kind: Kind) -> list[str]:
    key = kind.moves_as
    return [f"mobilityRegion{colour}{key[0].upper()}{key[1:]}" for colour in COLOURS]


def _regions(facts: Facts, draft: Draft) -> None:
    """A define for each region that kinds are bound to; kinds with the same one share it."""
    for kind in facts.kinds:
        if name := bound(facts, kind, "p"):
            white, black = _bound_to(facts, kind)
            text = of_player(white, black, facts.board, facts.height)
            if f"define {name}" not in draft.parts:
                draft.add(f"define {name} = {text}", *_bound_keys(kind))


# ---- what they attack


def _attacks(facts: Facts, draft: Draft, ways: dict[str, list[Way]]) -> None:
    lines: dict[str, list[str]] = {}
    slow = facts.get("soldierPromotionRank")
    for kind in facts.kinds:
        for way in ways[kind.name]:
            text = way.term.text
            if way.takes and text:
                for part, who in _slowly(kind, text, slow):
                    lines.setdefault(_bounded(facts, kind, part), []).append(_whose(who, way))
        if kind.key == "janggiCannon":
            cannon = kind.name
            draft.add(
                f"define a.over(d) = ((a.d through empty) & occupied - {cannon}).d through empty"
                f"  # a {cannon.replace('_', ' ')}'s hop",
                kind.key,
            )
    if slow > 1 and "soldier" in facts.by_key:
        white = frozenset(s for s in facts.board if s[1] < slow)
        black = frozenset(s for s in facts.board if s[1] > facts.height + 1 - slow)
        draft.add(f"define p.side = {of_player(white, black, facts.board, facts.height)}", "soldierPromotionRank")
    if facts.get("flyingGeneral") and facts.royal:
        lines[f"(a.orthogonal through empty) & {facts.royal}"] = [facts.royal]
    rows = [f"{text} when a in {joined(names)}" for text, names in lines.items()]
    keys = [kind.moves_as for kind in facts.kinds]
    draft.table(
        "a.attacks",
        rows or ["{}"],
        *keys,
        "flyingGeneral",
        "soldierPromotionRank",
        comment="what the piece on a attacks",
    )


def _slowly(kind: Kind, text: str, rank: int) -> list[tuple[str, str]]:
    """A soldier's step, and its steps sideways once it is far enough."""
    if kind.moves_as != "soldier" or rank == 1:
        if kind.key == "janggiCannon":
            return [(f"{{b for d in orthogonal, b in a.over(d) - {kind.name}}}", kind.name)]
        return [(text, kind.name)]
    return [("a.ahead(a.owner)", kind.name), ("a.{E, W}", f"{kind.name} - a.owner.side")]


def _bounded(facts: Facts, kind: Kind, text: str) -> str:
    region = bound(facts, kind, "a.owner")
    if not region:
        return text
    simple = " + " not in text and " through " not in text
    return f"{text if simple else f'({text})'} & {region}"


def _whose(name: str, way: Way) -> str:
    return f"{name} of {way.term.colour}" if way.term.colour else name


# ---- where they go


def _goals(facts: Facts, draft: Draft, ways: dict[str, list[Way]]) -> None:
    other = [kind for kind in facts.kinds if _differs(ways[kind.name]) or kind.key == "pawn"]
    immune = [name for name in facts.names(facts.get("mutuallyImmuneTypes")) if name not in {k.name for k in other}]
    names = [*(kind.name for kind in other), *immune]
    mine = "mine + wall" if facts.walls else "mine"
    free = f"a.attacks - {mine}" if not facts.walls else f"a.attacks - ({mine})"
    rows = [f"{free} when a not in {joined(names)}" if names else free] if len(names) < len(facts.kinds) else []
    rows += [f"a.attacks - ({mine} + {name}) when a in {name}" for name in immune]
    passing = [name for name in facts.passing if name in names]
    plain = [kind.name for kind in other if kind.name not in passing and any(way.takes for way in ways[kind.name])]
    passant = "(passant - wall)" if facts.walls else "passant"  # a wall may be put on the square that was passed
    safe = facts.names(facts.get("mutuallyImmuneTypes"))
    if safe and facts.promotes:
        facts.settings.refuse("mutuallyImmuneTypes", "it isn't read yet beside `promotedPieceType`")
    for takers, prey in ((passing, f"(theirs + {passant})"), (plain, "theirs")):
        if others := [name for name in takers if name not in safe]:
            rows.append(f"a.attacks & {prey} when a in {joined(others)}")
        for name in takers:
            if name in safe:
                rows.append(f"a.attacks & {prey.replace('theirs', f'(theirs - {name})')} when a in {name}")
    quiet: dict[str, list[str]] = {}
    for kind in other:
        for text, who in _quietly(facts, draft, kind, ways[kind.name]):
            quiet.setdefault(text, []).append(who)
    rows += [f"{text} when a in {joined(whose)}" for text, whose in quiet.items()]
    if firsts.leaps(facts):
        rows.append(f"(a.ahead(me).E^2 + a.ahead(me).W^2) & empty when a in {facts.royal} & unmoved and not me.check")
        rows.append(f"a.ahead(me)^2 & empty when a in {facts.name('fers')} & unmoved")
    if len(facts.kinds) == len(rows) == 1 and rows[0].endswith(f" when a in {facts.kinds[0].name}"):
        rows = [rows[0].partition(" when ")[0]]
    keys = [kind.moves_as for kind in other]
    draft.table(
        "a.goals",
        rows,
        *keys,
        "doubleStep",
        "enPassantTypesWhite",
        "tripleStepRegionWhite",
        "mutuallyImmuneTypes",
        "cambodianMoves",
        comment="where it may go, but for check" if facts.has_royals else "where it may go",
    )


def _differs(ways: list[Way]) -> bool:
    """Whether a piece takes otherwise than it moves."""
    return any(way.goes != way.takes or way.initial for way in ways)


def _quietly(facts: Facts, draft: Draft, kind: Kind, ways: list[Way]) -> list[tuple[str, str]]:
    name = kind.name
    found = []
    for way in ways:
        if way.goes:
            text = _bounded(facts, kind, way.term.text)
            text = text.replace("a.owner", "me") if text.startswith("a.ahead") else text
            wide = " + " in text or " through " in text
            who = _whose(name, way)
            if way.initial and not facts.doubles:
                continue
            if way.initial:
                who += " & me.start"
            found.append((f"({text}) & empty" if wide else f"{text} & empty", who))
    if kind.key == "pawn":
        found = [(PAWN_GOES, name)]
        if name in facts.doubles:
            found.append((PAWN_STARTS, f"{name} & me.start"))
        if any(facts.region(f"tripleStepRegion{colour}") for colour in COLOURS):
            white, black = (facts.region(f"tripleStepRegion{colour}") for colour in COLOURS)
            draft.add(
                f"define p.far_start = {of_player(white, black, facts.board, facts.height)}",
                "tripleStepRegionWhite",
                "tripleStepRegionBlack",
            )
            found.append((PAWN_FAR, f"{name} & me.far_start"))
            if facts.passing:
                facts.settings.refuse(
                    "tripleStepRegionWhite",
                    "who has gone three squares can't be taken in passing yet; say `enPassantRegion = -`",
                )
        if region := bound(facts, kind, "me"):
            found = [(text.replace("& empty", f"& empty & {region}"), who) for text, who in found]
    return found
