"""G5: pieces that do nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdl.lint.rule import example
from gdl.lint.walk import every
from gdl.model.statements import Move, Remove, walk
from gdl.syntax import tree as t
from gdl.text.source import Span
from interpreter.lab.lint.rule import PlayFinding, PlayRule, game_span
from interpreter.lab.lint.seen import KindSeen, kinds_at_start

if TYPE_CHECKING:
    from gdl.model.model import Model
    from interpreter.lab.lint.evidence import Evidence

OFTEN = 200
"""Plies in which a piece stood on the board, from which something is concluded."""


def _kinds(evidence: Evidence) -> dict[str, KindSeen]:
    model = evidence.checked.model
    assert model is not None
    found: dict[str, KindSeen] = {}
    for seen in (evidence.seen, evidence.seen_in_search):
        for k, one in seen.kinds.items():
            whole = found.setdefault(model.kinds[k].name, KindSeen())
            whole.stood += one.stood
            whole.moved += one.moved
            whole.came += one.came
            whole.taken += one.taken
    return found


def _where(evidence: Evidence, kind: str) -> Span:
    """The define that gives a kind its moves, if there is one of the ruleset's own; else where the kind is declared."""
    items = evidence.checked.rules.trees[0].items
    for item in items:
        if isinstance(item, t.Define) and item.subject is not None:
            lines = item.value if isinstance(item.value, tuple) else ()
            for line in lines:
                if kind in line.span.text.replace("(", " ").replace(")", " ").split():
                    return line.span
    declared = evidence.checked.declared
    node = None if declared is None else declared.pieces.nodes.get(kind)
    if node is not None and node.span.source == evidence.checked.rules.trees[0].source:
        return node.name.span
    return game_span(evidence)


def _should_move(evidence: Evidence, kind: str) -> bool:
    """Whether the text speaks of a kind where moves are found: in a define, or in a decision."""
    items = [item for tree in evidence.checked.rules.trees for item in tree.items]
    return _is_meant(kind, [item for item in items if isinstance(item, t.Define)], list(every(t.Choose, *items)))


def _is_obstacle(evidence: Evidence, kind: str) -> bool:
    """Whether nobody owns a kind, and the rules of play speak of it only to leave out the sites where it stands."""
    model = evidence.checked.model
    assert model is not None
    items = [item for tree in evidence.checked.rules.trees for item in tree.items]
    play = [item for item in items if isinstance(item, t.Section) and item.name.text in ("turn", "or")]
    defines = [item for item in items if isinstance(item, t.Define)]
    found = next(one for one in model.kinds if one.name == kind)
    return not found.owned and found.keeper is None and not _is_meant(kind, play, defines)


def _is_meant(kind: str, *nodes: object) -> bool:
    """Whether a kind is named there otherwise than to leave it out: `S - rock`, `b not in rock`, `no b.N & rock`."""
    out = [one.right for one in every(t.Binary, *nodes) if one.operator in ("-", "not in")]
    out += [one.operand for one in every(t.Unary, *nodes) if one.operator == "no"]
    left_out = {id(name) for name in every(t.Name, *out)}
    return any(name.text == kind and id(name) not in left_out for name in every(t.Name, *nodes))


def _can_move(model: Model) -> bool:
    """Whether the rules move anything: by `move`, or by `remove` and `put`. What is only put stays where it is."""
    return any(isinstance(s, Move | Remove) for s in walk(model.turn))


class NeverMoves(PlayRule):
    """A kind of piece never moves, while others do.

    Pieces of this kind stood on the board, but none moved in the games that were played. Perhaps the
    kind has no moves, or a condition excludes it. Obstacles are no mistake: kinds without an owner that
    the rules name only to leave them out, as in `a.compass - rock`.
    """

    code, name = "G501", "kind-never-moves"
    bad = example(pieces="pieces stone of player\npieces tower of player", setup="put stone of White on row(1) - c1\n"
                  "put stone of Black on row(3) - a3\nput tower of White on c1\nput tower of Black on a3",
                  more="define a.targets =\n  a.compass - mine when a in stone\n  a.{N, S}^3 when a in tower",
                  turn="choose a in mine, b in a.targets\nmove a to b",
                  end="win me if no theirs\ndraw if repeats(piece, next) = 2\nlose next if stuck",
                  looks='stone of White "s"\nstone of Black "S"\ntower of White "t"\ntower of Black "T"')  # fmt: skip
    good = bad.replace("a.{N, S}^3", "(a.orthogonal through empty) - mine")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        kinds = _kinds(evidence)
        model = evidence.checked.model
        assert model is not None
        if not any(seen.moved for seen in kinds.values()) or not _can_move(model):
            return
        at_start = kinds_at_start(evidence.game)
        for kind, seen in kinds.items():
            if seen.stood >= OFTEN and not seen.moved and kind in at_start and not _is_obstacle(evidence, kind):
                yield self.says(_where(evidence, kind), f"no `{kind}` ever moves ({evidence.over})",
                                "check where its moves come from",
                                severity="warning" if _should_move(evidence, kind) else "note")  # fmt: skip


class NeverTaken(PlayRule):
    """A kind of piece never leaves the board, while others do.

    For kings and walls that is right, so this is a note. For other pieces, a condition may exclude
    them.
    """

    code, name, severity = "G502", "kind-never-taken", "note"
    bad = example(pieces="pieces stone of player\npieces tower of player", setup="put stone of White on row(1) - c1\n"
                  "put stone of Black on row(3) - a3\nput tower of White on c1\nput tower of Black on a3",
                  turn="choose a in mine, b in a.compass - mine - tower\nmove a to b",
                  end="win me if no stone of opponent\ndraw if repeats(piece, next) = 2\nlose next if stuck",
                  looks='stone of White "s"\nstone of Black "S"\ntower of White "t"\ntower of Black "T"')  # fmt: skip
    good = bad.replace(" - mine - tower", " - mine")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        kinds = _kinds(evidence)
        if len(kinds) < 2 or not any(seen.taken for seen in kinds.values()):
            return
        for kind, seen in kinds.items():
            if seen.stood >= OFTEN and not seen.taken:
                yield self.says(_where(evidence, kind), f"no `{kind}` ever leaves the board, as others do "
                                f"({evidence.over})", "check whether a condition excludes it")  # fmt: skip


class NeverComes(PlayRule):
    """A kind of piece never comes onto the board.

    The rules put it, or promote pieces to it, but it never stood on the board in the games that were
    played. Perhaps the condition for it can't hold.
    """

    code, name, severity = "G503", "kind-never-comes", "note"
    bad = example(pieces="pieces stone of player\npieces king of player",
                  turn="choose s in empty\nput stone of me on s\n"
                  "if s in row(1) & row(3)\n  put king of me on s",
                  looks='stone of White "s"\nstone of Black "S"\nking of White "k"\nking of Black "K"')  # fmt: skip
    good = bad.replace("row(1) & row(3)", "row(1) + row(3)")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        if evidence.seen.plies + evidence.seen_in_search.plies < OFTEN:
            return
        for kind, seen in _kinds(evidence).items():
            if not seen.stood and not seen.came and kind not in evidence.with_options:
                yield self.says(_where(evidence, kind), f"no `{kind}` ever comes onto the board ({evidence.over})",
                                "check where the rules put it")  # fmt: skip
