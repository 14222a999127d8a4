"""B4: boards and their sites."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.check.prelude import prelude
from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import uses
from gdl.model.shape import Shape
from gdl.syntax import tree as t
from gdl.text.findings import Finding

_TRACK = """\
type track(n)
  for i in 1..n as "{i}" at i, 0
  direction ahead = [i + 1]
"""
_ON_TRACK = {"board": "board track(9)", "end": "win me if count(mine & mine.ahead) = 3\ndraw if no empty"}




# ---- what this file finds itself ------------------------------------------------------------------------


class RaysNotGroups(Rule):
    """These are straight rays over pieces; you probably meant a group of connected pieces.

    `s.orthogonal through mine` gives four rays, one in each direction. `s.adjacent through mine` gives
    the group: all stones connected with s, round corners too. Sliding pieces use rays over `empty`;
    rays over pieces are rare.
    """

    code, name, severity = "B450", "rays-not-groups", "warning"
    bad = example(
        "define s.group_liberties = (s.orthogonal through mine) & empty",
        turn="choose s in empty where no s.group_liberties\nput stone of me on s",
    )
    good = example(
        "define s.group_liberties = (s.adjacent through mine) & empty",
        turn="choose s in empty where no s.group_liberties\nput stone of me on s",
    )

    def check(self, context: Context) -> Iterator[Finding]:
        directions = _direction_sets(context)
        pieces = {"piece", "mine", "theirs", "occupied"}
        pieces |= {kind.name.text for decl in context.all_declarations(t.Pieces) for kind in decl.kinds}
        for node in context.nodes(t.Binary):
            if node.operator != "through" or not isinstance(node.left, t.Dot):
                continue
            link = node.left.link
            several = isinstance(link, t.Set) and len(link.items) > 1
            if isinstance(link, t.Name) and link.text in directions:
                several = True
            if several and _only_pieces(node.right, pieces):
                yield self.found(
                    node,
                    f"these are straight rays over `{node.right.span.text}`, one for each direction",
                    "write `….adjacent through …` for a group, which turns corners",
                )


def _only_pieces(area: t.Expression, pieces: set[str]) -> bool:
    """Whether all sites of pieces are meant: where some are taken out, it is said where a ray is to stop."""
    match area:
        case t.Name(text=name) | t.Binary(operator="of", left=t.Name(text=name)):
            return name in pieces
        case t.Binary(operator="+", left=left, right=right):
            return _only_pieces(left, pieces) and _only_pieces(right, pieces)
    return False


class SamePlace(Rule):
    """Two sites are drawn at the same place.

    Players would see only one of them. If the board has layers, give each its own number, as the third
    part of the place.
    """

    code, name, severity = "B451", "same-place", "warning"
    bad = example(_TRACK.replace("i, 0", "i / 2, 0"), **_ON_TRACK)
    good = example(_TRACK, **_ON_TRACK)

    def check(self, context: Context) -> Iterator[Finding]:
        for shape in context.declarations(t.Shape):
            place = next((item.place for item in shape.items if isinstance(item, t.Sites | t.Point)), None)
            for made in (s for model in context.models for s in model.shapes if s.name == shape.name.text):
                first = dict(zip(reversed(made.places), reversed(made.labels), strict=True))
                for spot, label in zip(made.places, made.labels, strict=True):
                    if first[spot] != label and place is not None:
                        message = f"the sites {first[spot]} and {label} are drawn at the same place"
                        yield self.found(place, message, "use all coordinates that distinguish the sites")
                        return


class UnusedBoard(Rule):
    """Nothing ever happens on the board.

    No pieces stand on it, its sites keep no values, and nothing keeps one of its sites. A mancala game,
    for example, can keep its counts in a type. Then it needs no `board`.
    """

    code, name, severity = "B452", "unused-board", "warning"
    bad = example(pieces="", turn='choose "win" where me = White\nwin me', end="win me if stuck")
    good = example(pieces="", board="", turn='choose "win" where me = White\nwin me', end="win me if stuck")

    def check(self, context: Context) -> Iterator[Finding]:
        if any(True for _ in context.all_declarations(t.Pieces)):
            return
        if any(use in context.used for use in ("site", "empty")):
            return
        names: set[str] = set()
        for has in context.all_declarations(t.Has):
            of_what = [has.type.base.text] if isinstance(has.type.base, t.Name) else []
            names |= {*of_what, *([has.subject.text] if has.subject else [])}
        for board in context.declarations(t.Board):
            shape = board.shape.name if isinstance(board.shape, t.Call) else board.shape
            if not (isinstance(shape, t.Name) and shape.text in names):
                yield self.found(
                    board,
                    "nothing stands or happens on this board",
                    "add `pieces …`, or leave out the board",
                )


class Shadowed(Rule):
    """A direction leads from no site to any other.

    Its coordinates always lie off the board, so nobody can ever follow it.
    """

    code, name, severity = "B453", "dead-direction", "warning"
    bad = example(_TRACK.replace("[i + 1]", "[i + 100]"), **_ON_TRACK)
    good = example(_TRACK, **_ON_TRACK)

    def check(self, context: Context) -> Iterator[Finding]:
        boards = [model.board for model in context.models if model.board is not None]
        for added in context.declarations(t.Direction):
            if boards and not any(_leads(board, added.name.text) for board in boards):
                yield self.found(added.name, f"the direction `{added.name.text}` leads nowhere, from any site",
                                 "check the coordinates after its `=`")
        for shape in context.declarations(t.Shape):
            made = [s for model in context.models for s in model.shapes if s.name == shape.name.text]
            for item in shape.items:
                if isinstance(item, t.Direction) and made and not any(_leads(s, item.name.text) for s in made):
                    yield self.found(item.name, f"the direction `{item.name.text}` leads nowhere, from any site",
                                     "check the coordinates after its `=`")


def _leads(shape: Shape, name: str) -> bool:
    labels = shape.directions.labels
    return name not in labels or any(there >= 0 for there in shape.steps[labels.index(name)])


def _direction_sets(context: Context) -> set[str]:
    """The names of sets of directions, of all boards that are in use."""
    shapes = [*context.all_declarations(t.Shape)]
    used = (prelude().shape(name) for name in prelude().shape_names() if name in context.used)
    shapes += (shape for shape in used if shape)
    found: set[str] = set()
    for shape in shapes:
        known = {item.name.text for item in shape.items if isinstance(item, t.Direction)}
        for item in shape.items:
            if isinstance(item, t.Define) and item.subject is None and not item.parameters:
                names = {name.text for name in uses(item.value)}
                if names and names <= known:
                    known.add(item.name.text)
                    found.add(item.name.text)
    return found
