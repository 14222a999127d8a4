"""Board, pieces, and how they move."""

from __future__ import annotations

import re

from interpreter.bridges.descriptions.fairy.reading.facts import Facts, Kind
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS
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
    bounds = _regions(facts, draft)
    ways = {kind.name: _ways(kind) for kind in facts.kinds}
    _attacks(facts, draft, ways, bounds)
    _goals(facts, draft, ways, bounds)
    for name, text in HELPERS.items():
        if any(re.search(rf"\ba\.{name}\b", part.text) for part in list(draft.parts.values())):
            draft.add(text)


def _ways(kind: Kind) -> list[Way]:
    return movements.ways(kind.legs, (COLOURS[0], COLOURS[1]))


# ---- where pieces of a kind may go


def _bounds(facts: Facts, kind: Kind) -> str:
    """The name of the region that a kind is bound to, or nothing."""
    keys = _bound_keys(kind)
    return f"{facts.by_key[kind.key].name}_region" if any(key in facts.settings.values for key in keys) else ""


def _bound_keys(kind: Kind) -> list[str]:
    key = kind.moves_as
    return [f"mobilityRegion{colour}{key[0].upper()}{key[1:]}" for colour in COLOURS]


def _regions(facts: Facts, draft: Draft) -> dict[str, str]:
    """A define for each region that kinds are bound to, by their names; kinds with the same one share it."""
    found: dict[str, str] = {}
    by_text: dict[str, str] = {}
    for kind in facts.kinds:
        name = _bounds(facts, kind)
        if name:
            keys = _bound_keys(kind)
            white, black = (facts.region(key) if facts.get(key) else facts.board for key in keys)
            text = of_player(white, black, facts.board, facts.height)
            if text not in by_text:
                by_text[text] = name
                draft.add(f"define p.{name} = {text}", *keys)
            found[kind.name] = by_text[text]
    return found


# ---- what they attack


def _attacks(facts: Facts, draft: Draft, ways: dict[str, list[Way]], bounds: dict[str, str]) -> None:
    lines: dict[str, list[str]] = {}
    slow = facts.get("soldierPromotionRank")
    for kind in facts.kinds:
        for way in ways[kind.name]:
            text = way.term.text
            if way.takes and text:
                for part, who in _slowly(kind, text, slow):
                    lines.setdefault(_bound(bounds, kind, part), []).append(_whose(who, way))
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


def _bound(bounds: dict[str, str], kind: Kind, text: str) -> str:
    bound = bounds.get(kind.name)
    if not bound:
        return text
    simple = " + " not in text and " through " not in text
    return f"{text if simple else f'({text})'} & a.owner.{bound}"


def _whose(name: str, way: Way) -> str:
    return f"{name} of {way.term.colour}" if way.term.colour else name


# ---- where they go


def _goals(facts: Facts, draft: Draft, ways: dict[str, list[Way]], bounds: dict[str, str]) -> None:
    other = [kind for kind in facts.kinds if _differs(ways[kind.name]) or kind.key == "pawn"]
    immune = [name for name in facts.names(facts.get("mutuallyImmuneTypes")) if name not in {k.name for k in other}]
    names = [*(kind.name for kind in other), *immune]
    mine = "mine + wall" if facts.walls else "mine"
    free = f"a.attacks - {mine}" if not facts.walls else f"a.attacks - ({mine})"
    rows = [f"{free} when a not in {joined(names)}" if names else free] if len(names) < len(facts.kinds) else []
    rows += [f"a.attacks - ({mine} + {joined(immune)}) when a in {joined(immune)}"] if immune else []
    passing = [name for name in facts.passing if name in names]
    plain = [kind.name for kind in other if kind.name not in passing and any(way.takes for way in ways[kind.name])]
    passant = "(passant - wall)" if facts.walls else "passant"  # a wall may be put on the square that was passed
    if passing:
        rows.append(f"a.attacks & (theirs + {passant}) when a in {joined(passing)}")
    if plain:
        rows.append(f"a.attacks & theirs when a in {joined(plain)}")
    quiet: dict[str, list[str]] = {}
    for kind in other:
        for text, who in _quietly(facts, draft, kind, ways[kind.name], bounds):
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


def _quietly(facts: Facts, draft: Draft, kind: Kind, ways: list[Way], bounds: dict[str, str]) -> list[tuple[str, str]]:
    name = kind.name
    found = []
    for way in ways:
        if way.goes:
            text = _bound(bounds, kind, way.term.text)
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
                    "who has gone three squares can't be taken in passing yet; say `enPassantTypes = -`",
                )
        if bound := bounds.get(name):
            found = [(text.replace("empty", f"empty & me.{bound}"), who) for text, who in found]
    return found
