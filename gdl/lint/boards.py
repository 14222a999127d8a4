"""B4: boards and their sites."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.check.prelude import prelude
from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import uses
from gdl.model.model import Shape
from gdl.syntax import tree as t
from gdl.text.findings import Finding

_TRACK = """\
type track(n)
  for i in 1..n as "{i}" at i, 0
  direction ahead = [i + 1]
"""
_WHEELS = """\
type wheel = ring(6)
type cog = ring(4)
game has heavy: set of wheel
cog has teeth: 0..9
"""
_TURNING = "put stone of me on s\nheavy += w\ncog.teeth = count(cog.teeth)"
_ON_TRACK = {"board": "board track(9)", "end": "win me if count(mine & mine.ahead) = 3\ndraw if no empty"}


class NoBoard(Rule):
    """This is no board.

    A board is a type with sites: one that ships, such as `grid(8, 8)`, or one that the ruleset declares
    with `type` and an indented description.
    """

    code, name = "B401", "no-board"
    bad = example(
        "type colour = red, green\nsite has colour: colour",
        board="board colour",
        turn="choose s in empty where s.colour = red\nput stone of me on s\ns.colour = green",
    )
    good = example(
        "type colour = red, green\nsite has colour: colour",
        turn="choose s in empty where s.colour = red\nput stone of me on s\ns.colour = green",
    )


class UnknownBoard(Rule):
    """There is no board with this name.

    The message lists those that ship. Others are declared with `type`.
    """

    code, name = "B402", "unknown-board"
    bad = example(board="board gird(3, 3)")


class BoardSize(Rule):
    """A board is given too many or too few sizes.

    `grid(8, 6)` is 8 columns wide and 6 rows high; other boards have one size, or none.
    """

    code, name = "B403", "board-size"
    bad = example(board="board grid(3)")


class BoardMissing(Rule):
    """Something needs a board, and the ruleset has none.

    Pieces stand on the sites of a board, and `site`, `empty` and `piece` are about it. A game without
    pieces, such as a dice game, does without.
    """

    code, name = "B404", "board-missing"
    bad = example(board="")


class WrongPlace(Rule):
    """This is no place in the plane.

    Behind `at` stands where a site is drawn: two numbers (x to the right, y upwards), three (the third
    is the layer), or `around(i, n)` for a place on a ring.
    """

    code, name = "B405", "wrong-place"
    bad = example(_TRACK.replace("i, 0", "true"), **_ON_TRACK)
    good = example(_TRACK, **_ON_TRACK)


class UnknownCoordinates(Rule):
    """No board has sites with so many coordinates.

    `[c, r]` is the site with these coordinates, in the order in which the board's `for` introduces
    them.
    """

    code, name = "B406", "unknown-coordinates"
    bad = example(turn="choose s in empty - [1, 2, 3]\nput stone of me on s")
    good = example(turn="choose s in empty - [1, 2]\nput stone of me on s")


class AmbiguousCoordinates(Rule):
    """Several boards have sites with such coordinates, and it isn't clear which is meant.

    Within a board's own description its own sites are meant. Elsewhere give the site a name in a define
    of that board.
    """

    code, name = "B407", "ambiguous-coordinates"
    bad = example(
        _WHEELS,
        turn="choose s in empty, w in wheel where [2] in heavy\n" + _TURNING,
    )
    good = example(
        _WHEELS,
        turn="choose s in empty, w in wheel where w.next in heavy\n" + _TURNING,
    )


class BoardTooLarge(Rule):
    """The board has more sites than can be played on.

    No game that people play comes near the limit, which the message says. A product of ranges may be
    meant to be narrowed by a `where`.
    """

    code, name = "B408", "board-too-large"
    bad = example(board="board grid(1000, 1000)")


class BoardWithoutSites(Rule):
    """The description of a board doesn't say what its sites are.

    It holds one line `for … as label at place`, which lists them by their coordinates, or a list of
    points.
    """

    code, name = "B409", "board-without-sites"
    bad = example("type track(n)\n  define size = n", board="board track(9)", end="win me if count(empty) < size")
    good = example(_TRACK, **_ON_TRACK)


class WrongLabel(Rule):
    """A site's label isn't one that a player could type.

    It is a text without blanks, such as `"{letter(c)}{r}"`: players write moves with it.
    """

    code, name = "B410", "wrong-label"
    bad = example(_TRACK.replace('"{i}"', '"site {i}"'), **_ON_TRACK)
    good = example(_TRACK, **_ON_TRACK)


class NoSites(Rule):
    """The board has no sites at all.

    Its sizes, or the `where` of its description, leave none.
    """

    code, name = "B411", "no-sites"
    bad = example(_TRACK, **{**_ON_TRACK, "board": "board track(0)"})
    good = example(_TRACK, **_ON_TRACK)


class SameLabel(Rule):
    """Two sites have the same label.

    A move must say which is meant. Labels are made from all coordinates that tell sites apart.
    """

    code, name = "B412", "same-label"
    bad = example(_TRACK.replace('"{i}"', '"{i / 2}"'), **_ON_TRACK)
    good = example(_TRACK, **_ON_TRACK)


class WrongDirection(Rule):
    """A direction doesn't lead to a site.

    It is described by the coordinates of the next site, `[c, r + 1]`; where there is none, the step
    leads nowhere.
    """

    code, name = "B413", "wrong-direction"
    bad = example(_TRACK.replace("[i + 1]", "i + 1"), **_ON_TRACK)
    good = example(_TRACK, **_ON_TRACK)


class NoStacks(Rule):
    """A piece is put under another, or a part of a stack is taken, but sites hold one piece at most.

    If pieces may lie on each other, write `board stacks(grid(8, 8))`.
    """

    code, name = "B414", "no-stacks"
    bad = example(turn="choose s in site\nput stone of me under s", end="win me if mine = row(1)")
    good = example(
        board="board stacks(grid(3, 3))",
        turn="choose s in site\nput stone of me under s",
        end="win me if mine = row(1)",
    )


class UnnamedBoard(Rule):
    """The sites of a board are listed that has a size but no name.

    A board without a size, such as `fano`, is the set of its sites. One with a size needs a name first:
    `type isle = ring(4)`, then `island in isle`.
    """

    code, name = "B415", "unnamed-board"
    bad = example(turn="choose s in empty, i in ring(4)\nput stone of me on s + s.N^(index(i))")
    good = example("type isle = ring(4)", turn="choose s in empty, i in isle\nput stone of me on s + s.N^(index(i))")


_FANO = {"board": "board fano", "end": "win me if some line in lines where line within mine\ndraw if no empty"}
_TURNING = "choose s in empty\nput stone of me on s\nput stone of me on s.way\nway = way.turned(1)"


class NoDirections(Rule):
    """Directions are to be kept or turned, but the board has none.

    `direction` is the type of the board's directions. Irregular boards, such as `fano`, have none: keep the
    site that is meant, or describe a board with lines `direction …`.
    """

    code, name = "B416", "no-directions"
    bad = example("game has last: direction?", turn="choose s in empty - last\nput stone of me on s\nlast = s", **_FANO)
    good = example("game has last: site?", turn="choose s in empty - last\nput stone of me on s\nlast = s", **_FANO)


class NoAngles(Rule):
    """A direction is turned where directions have no order round the compass.

    `d.turned(k)` goes clockwise through all directions of the board, by the angle of their steps where the
    board is drawn. On a ring a direction's steps have many angles, and two directions may share one angle.
    """

    code, name = "B417", "no-angles"
    bad = example("direction NN = N.N\ngame has way: direction", turn=_TURNING)
    good = example("direction NNE = N.N.E\ngame has way: direction", turn=_TURNING)


# ---- what this file finds itself ------------------------------------------------------------------------


class RaysNotGroups(Rule):
    """A set of directions is followed over pieces, where a group was probably meant.

    `s.orthogonal through mine` goes straight on in each of the four directions: four rays. All stones
    that hang together with s – a group, which turns corners – are reached by the relation: `s.adjacent
    through mine`. Over `empty`, rays are what sliding pieces do; over pieces, they rarely are.
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
                    f"these are straight lines over `{node.right.span.text}`, one for each direction",
                    "a group that may turn corners is `….adjacent through …`",
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

    Only one of them would be seen. Where a board has several layers, give each a number of its own as
    the third part of the place.
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
                        yield self.found(place, message, "let the place depend on all coordinates that tell them apart")
                        return


class UnusedBoard(Rule):
    """Nothing ever happens on the board.

    There are no pieces to stand on it, and its sites have nothing. Games whose counts are kept by a
    type, as in mancala games, need no `board`.
    """

    code, name, severity = "B452", "unused-board", "warning"
    bad = example(pieces="", turn='choose "win" where me = White\nwin me', end="win me if stuck")
    good = example(pieces="", board="", turn='choose "win" where me = White\nwin me', end="win me if stuck")

    def check(self, context: Context) -> Iterator[Finding]:
        if any(True for _ in context.all_declarations(t.Pieces)):
            return
        if any(use in context.used for use in ("site", "empty")):
            return
        names = {has.subject.text for has in context.all_declarations(t.Has) if has.subject}
        for board in context.declarations(t.Board):
            shape = board.shape.name if isinstance(board.shape, t.Call) else board.shape
            if not (isinstance(shape, t.Name) and shape.text in names):
                yield self.found(
                    board,
                    "nothing stands or happens on this board",
                    "add `pieces …`, or leave the board away",
                )


class Shadowed(Rule):
    """A direction leads from no site to any other.

    It can never be followed: its coordinates lie outside of the board everywhere.
    """

    code, name, severity = "B453", "dead-direction", "warning"
    bad = example(_TRACK.replace("[i + 1]", "[i + 100]"), **_ON_TRACK)
    good = example(_TRACK, **_ON_TRACK)

    def check(self, context: Context) -> Iterator[Finding]:
        boards = [model.board for model in context.models if model.board is not None]
        for added in context.declarations(t.Direction):
            if boards and not any(_leads(board, added.name.text) for board in boards):
                yield self.found(added.name, f"the direction `{added.name.text}` leads nowhere, from any site",
                                 "check the coordinates behind its `=`")
        for shape in context.declarations(t.Shape):
            made = [s for model in context.models for s in model.shapes if s.name == shape.name.text]
            for item in shape.items:
                if isinstance(item, t.Direction) and made and not any(_leads(s, item.name.text) for s in made):
                    yield self.found(item.name, f"the direction `{item.name.text}` leads nowhere, from any site",
                                     "check the coordinates behind its `=`")


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
