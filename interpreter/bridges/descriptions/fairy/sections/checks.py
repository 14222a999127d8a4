"""What must not be taken, and which moves that forbids."""

from __future__ import annotations

from interpreter.bridges.descriptions.fairy.reading.facts import Facts
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS
from interpreter.bridges.descriptions.fairy.sections import walls
from interpreter.bridges.descriptions.fairy.sections.draft import Draft, among

CHECKS = ("checking", "extinctionPseudoRoyal", "extinctionPieceTypes", "dupleCheck")


def royal(facts: Facts) -> str:
    """The pieces of p that must not be taken, as an expression."""
    parts = [f"{facts.royal} of p"] if facts.royal else []
    count = facts.get("extinctionPieceCount") + 1
    for name in facts.pseudo_royal:
        of_p = f"{name} of p"
        always = count == 1 and stays(facts, name)
        parts.append(
            of_p
            if always
            else of_p
            if count >= facts.width * facts.height
            else f"({of_p} when count({of_p}) {'=' if count == 1 else '<='} {count})"
        )
    return (
        parts[0].removeprefix("(").removesuffix(")") if len(parts) == 1 and " when " in parts[0] else " + ".join(parts)
    )


def stays(facts: Facts, name: str, kept: bool = False) -> bool:
    """Whether nobody ever has more than one of them. `kept`: nobody takes one and goes on."""
    kind = next(kind for kind in facts.kinds if kind.name == name)
    made = any(kind in facts.promotions(colour) for colour in COLOURS) and bool(facts.choice)
    at_first = [sum(standing == (colour, kind.key) for standing in facts.start.board.values()) for colour in COLOURS]
    return max(at_first) <= 1 and not made and (kept or not facts.drops)


def write(facts: Facts, draft: Draft) -> None:
    """`p.royal`, `p.check`, `p.safe` and `p.may`."""
    if not facts.has_royals:
        if facts.get("mustCapture"):
            draft.add(f"define p.may(a, b) = some a.prey(b) or {_nothing_to_take(facts, draft)}", "mustCapture")
        left = walls.left(facts)
        if left and not draft.shipped:
            draft.add(f"define p.safe      = {left.replace('me.', 'p.')}", "wallingRegionWhite")
            draft.add("define p.may(a, b) = after play(a, b): p.safe", "wallingRegionWhite")
        if draft.shipped:
            draft.add(f"define p.safe      = {left.replace('me.', 'p.') or 'true'}", *CHECKS)
            if not facts.get("mustCapture"):
                draft.add("define p.may(a, b) = after play(a, b): p.safe", *CHECKS)
            draft.add("define p.royal     = king of p", *CHECKS)
            draft.add("define p.check     = some p.royal & (piece of p.next).attacks", *CHECKS)
        return
    if facts.pseudo_royal and "*" in facts.get("extinctionPieceTypes"):
        facts.settings.refuse("extinctionPieceTypes", "`*` is all pieces together: that a player's last piece "
                              "must not be taken isn't read yet")  # fmt: skip
    draft.add(f"define p.royal      = {royal(facts)}    # what must not be taken", *CHECKS)
    draft.add(_check(facts), "blastOnCapture", "petrifyOnCaptureTypes", *CHECKS)
    if not facts.get("checking") and facts.pseudo_royal:
        facts.settings.refuse("checking", "this isn't read yet beside `extinctionPseudoRoyal`")
    safe = "not p.check" if facts.get("checking") else "not p.check and not p.next.check"
    draft.add(f"define p.safe       = {safe}  # what must hold after p's own move", "checking")
    conditions = ["after play(a, b): p.safe"]
    if facts.get("mustCapture"):
        conditions = [
            "(after play(a, b): p.safe)",
            f"(some a.prey(b) or {_nothing_to_take(facts, draft)})",
        ]
    if facts.get("makpongRule") and facts.royal:
        conditions.insert(0, f"(a not in {facts.royal} or not p.check or p.checkers = {{b}})")
        draft.add(
            f"define p.checkers = {{x in piece of p.next where some x.attacks & {facts.royal} of p}}", "makpongRule"
        )
    draft.add(f"define p.may(a, b)  = {' and '.join(conditions)}", "mustCapture", "makpongRule")


def must_take(facts: Facts) -> bool:
    """Whether drops and passes have to ask whether something could be taken."""
    return bool(facts.get("mustCapture")) and (facts.drops or any(facts.get(f"pass{colour}") for colour in COLOURS))


def _nothing_to_take(facts: Facts, draft: Draft) -> str:
    """That no move could take, as an expression; with a name where it is asked several times."""
    takes = "x in mine, y in x.goals where some x.prey(y)"
    takes += " and after play(x, y): me.safe" * facts.has_royals
    if not must_take(facts):
        return f"no {takes}".replace("me.safe", "p.safe")
    draft.add(f"define must_take = some {takes}", "mustCapture")
    return "not must_take"


def _gone(facts: Facts, name: str) -> str:
    count = facts.get("extinctionPieceCount")
    return f"count({name} of p) <= {count}" if count else f"no {name} of p"


def _check(facts: Facts) -> str:
    names = facts.pseudo_royal
    if facts.get("dupleCheck") and names:
        all_of_them = among(names, "p")
        duple = [f"some {all_of_them} and {all_of_them} within (piece of p.next).attacks"]
        alone = not facts.royal and len(names) == 1 and not facts.get("extinctionPieceCount")
        own = [] if alone else ["some p.royal & (piece of p.next).attacks"]
        return "define p.check =" + "".join(f"\n  {line}" for line in own + duple)
    if (
        names
        and not facts.royal
        and len(names) == 1
        and (facts.get("blastOnCapture") or facts.get("petrifyOnCaptureTypes"))
    ):
        name = names[0]
        one = not facts.get("extinctionPieceCount") and stays(facts, name)
        touching = f" and no {name}.compass & {name}" if facts.get("blastOnCapture") else ""
        turns = name in facts.names(facts.get("petrifyOnCaptureTypes"))  # to stone, when it takes: so it never does
        when = f"of {name}s, or " if turns else f"while {name}s touch, or " if touching else ""
        return (
            f"define p.check =  # no attack counts {when}once theirs is gone\n"
            f"  {_gone(facts, name)}\n"
            f"  some {f'{name} of p' if one else 'p.royal'} & (piece of p.next{f' - {name}' * turns}).attacks "
            f"and some {name} of p.next{touching}"
        )
    return "define p.check      = some p.royal & (piece of p.next).attacks"
