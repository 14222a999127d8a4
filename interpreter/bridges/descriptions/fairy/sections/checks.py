"""What must not be taken, and which moves that forbids."""

from __future__ import annotations

from interpreter.bridges.descriptions.fairy.reading.facts import Facts
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS
from interpreter.bridges.descriptions.fairy.sections.draft import Draft

CHECKS = ("checking", "extinctionPseudoRoyal", "extinctionPieceTypes", "dupleCheck")


def royal(facts: Facts) -> str:
    """The pieces of p that must not be taken, as an expression."""
    parts = [f"{facts.royal} of p"] if facts.royal else []
    count = facts.get("extinctionPieceCount") + 1
    for name in facts.pseudo_royal:
        of_p = f"{name} of p"
        always = _stays(facts, name, count)
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


def _stays(facts: Facts, name: str, count: int) -> bool:
    """Whether nobody ever has more of them than so many."""
    kind = next(kind for kind in facts.kinds if kind.name == name)
    made = any(kind in facts.promotions(colour) for colour in COLOURS) and bool(facts.choice)
    at_first = [sum(standing == (colour, kind.key) for standing in facts.start.board.values()) for colour in COLOURS]
    return count == 1 and max(at_first) <= 1 and not made and not facts.drops


def write(facts: Facts, draft: Draft) -> None:
    """`p.royal`, `p.check`, `p.safe` and `p.may`."""
    if not facts.has_royals:
        if facts.get("mustCapture"):
            draft.add(
                "define p.may(a, b) = some a.prey(b) or no x in mine, y in x.goals where some x.prey(y)", "mustCapture"
            )
        if draft.shipped:
            draft.add("define p.safe      = true", *CHECKS)
            if not facts.get("mustCapture"):
                draft.add("define p.may(a, b) = after play(a, b): p.safe", *CHECKS)
            draft.add("define p.royal     = king of p", *CHECKS)
            draft.add("define p.check     = some p.royal & (piece of p.next).attacks", *CHECKS)
        return
    draft.add(f"define p.royal      = {royal(facts)}    # what must not be taken", *CHECKS)
    draft.add(_check(facts), "blastOnCapture", "petrifyOnCaptureTypes", *CHECKS)
    safe = "not p.check" if facts.get("checking") else "not p.check and not p.next.check"
    draft.add(f"define p.safe       = {safe}  # what must hold after p's own move", "checking")
    conditions = ["after play(a, b): p.safe"]
    if facts.get("mustCapture"):
        conditions = [
            "(after play(a, b): p.safe)",
            "(some a.prey(b) or no x in mine, y in x.goals where some x.prey(y) and after play(x, y): p.safe)",
        ]
    if facts.get("makpongRule") and facts.royal:
        conditions.insert(0, f"(a not in {facts.royal} or not p.check or p.checkers = {{b}})")
        draft.add(
            f"define p.checkers = {{x in piece of p.next where some x.attacks & {facts.royal} of p}}", "makpongRule"
        )
    draft.add(f"define p.may(a, b)  = {' and '.join(conditions)}", "mustCapture", "makpongRule")


def _check(facts: Facts) -> str:
    names = facts.pseudo_royal
    if facts.get("dupleCheck") and names:
        duple = [f"some {name} of p and {name} of p within (piece of p.next).attacks" for name in names]
        own = [f"some {facts.royal} of p & (piece of p.next).attacks"] if facts.royal else []
        return "define p.check =" + "".join(f"\n  {line}" for line in own + duple)
    if (
        names
        and not facts.royal
        and len(names) == 1
        and (facts.get("blastOnCapture") or facts.get("petrifyOnCaptureTypes"))
    ):
        name = names[0]
        touching = f" and no {name}.compass & {name}" if facts.get("blastOnCapture") else ""
        turns = name in facts.names(facts.get("petrifyOnCaptureTypes"))  # to stone, when it takes: so it never does
        return (
            f"define p.check =  # no attack counts {'of' if turns else 'while'} {name}s{' touch' * (not turns)}, "
            f"or once theirs is gone\n"
            f"  no {name} of p\n"
            f"  some {name} of p & (piece of p.next{f' - {name}' * turns}).attacks and some {name} of p.next{touching}"
        )
    return "define p.check      = some p.royal & (piece of p.next).attacks"
