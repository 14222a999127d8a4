"""Walls that are put with each turn: arrows, ducks, and squares that nobody enters again."""

from __future__ import annotations

from interpreter.bridges.descriptions.fairy.reading.facts import Facts, Kind
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS
from interpreter.bridges.descriptions.fairy.sections.draft import Draft, Statements, of_player

KEYS = ("wallingRule", "wallingRegionWhite", "wallingRegionBlack")
TEXT = 'as "*{s}" asking "Put a wall on a square."'


def write(facts: Facts, draft: Draft) -> None:
    """What walls use, and what comes behind every turn."""
    rule = facts.get("wallingRule")
    if rule == "none":
        return
    if facts.has_royals:
        facts.settings.refuse("wallingRule", "walls beside pieces that may be mated aren't read yet")
    if facts.drops:
        facts.settings.refuse("wallingRule", "walls beside pieces from hand aren't read yet")
    white, black = (facts.region(f"wallingRegion{colour}") for colour in COLOURS)
    bound = white != facts.board or black != facts.board
    if bound:
        name = "site" if white == black else "p"
        text = of_player(white, black, facts.board, facts.height)
        draft.add(f"define {'p.' if name == 'p' else ''}ground = {text}  # where walls may be put", *KEYS)
    if rule == "edge":
        draft.add("define rim = {s in site where count(s.orthogonal) < 4}", *KEYS)
    if facts.get("blastOnCapture") and rule in ("duck", "arrow"):
        facts.settings.refuse("wallingRule", "such walls beside blasts aren't read yet")
    if any(facts.get(f"pass{colour}") for colour in COLOURS):
        facts.settings.refuse("passWhite", "a turn that passes would put its wall on a1 there, whatever stands on it")
    if rule == "duck" and bound and facts.get("mustCapture"):
        facts.settings.refuse("wallingRegionWhite", "this isn't read yet beside `mustCapture`")
    if rule == "duck":
        lines = [f"choose s in {free(facts)} {TEXT}", "remove wall", "put wall on s"]
        if draft.shipped:
            draft.block("after turn", lines, *KEYS)
        else:
            turn = draft.parts["turn"]
            draft.block("turn", [*(line[2:] for line in turn.text.splitlines()[1:]), *lines], *turn.keys, *KEYS)
    if rule == "arrow" and not all(_goes_back(kind) for kind in facts.kinds):
        facts.settings.refuse("wallingRule", "arrows of pieces that can't go back where they came from aren't read yet")


def _goes_back(kind: Kind) -> bool:
    """Whether a piece of a kind can go back after each move."""
    return all(not leg.hops and not leg.lame and not leg.initial
               and all((-x, -y) in leg.vectors for x, y in leg.vectors) for leg in kind.legs if leg.moves)  # fmt: skip


def free(facts: Facts) -> str:
    """Where a wall may be put, when the piece has moved to b."""
    rule = facts.get("wallingRule")
    ground = f" & {_ground(facts)}" if _ground(facts) else ""
    if rule == "arrow":
        return f"b.goals & empty{ground}"
    room = "room" if facts.get("blastOnCapture") else "empty"
    if rule == "edge":
        return f"{room} & (rim + wall.orthogonal){ground}"
    return f"{room}{ground}"


def _ground(facts: Facts) -> str:
    """Where a player may put walls, as an expression, or nothing."""
    white, black = (facts.region(f"wallingRegion{colour}") for colour in COLOURS)
    return "" if white == black == facts.board else "ground" if white == black else "me.ground"


def left(facts: Facts) -> str:
    """That a move has left a place for the duck, where it may not go everywhere; empty otherwise."""
    return f"some {free(facts)}" if facts.get("wallingRule") == "duck" and _ground(facts) else ""


def before(facts: Facts) -> Statements:
    """What comes before a move from a to b: a blast makes no place for its own turn's wall."""
    blasts = facts.get("blastOnCapture") and facts.get("wallingRule") in ("static", "edge")
    return ["let room = empty + a + a.prey(b) - b"] if blasts else []


def after(facts: Facts) -> Statements:
    """What follows a move from a to b."""
    rule = facts.get("wallingRule")
    if rule in ("none", "duck"):
        return []
    if rule == "past":
        return ["put wall on a"]
    return [f"choose s in {free(facts)} {TEXT}", "put wall on s"]


def condition(facts: Facts) -> list[str]:
    """That a wall can be put at all."""
    rule = facts.get("wallingRule")
    if rule == "past":
        return [f"a in {_ground(facts)}"] if _ground(facts) else []
    if rule not in ("static", "edge"):
        return []
    return [f"(after move a to b: some {free(facts).replace('room', 'empty')})"]
