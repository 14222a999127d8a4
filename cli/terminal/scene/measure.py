"""How much may come to stand on a site by the rules: boards needn't change when something comes to stand there."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from cli.terminal.scene.lines import text_width
from gdl.model.types import Domain, Plain, Range, Size
from interpreter.drawing.counters import counters_on, is_text
from interpreter.drawing.drawn_sets import is_drawn_on, is_inked, owners
from interpreter.drawing.site_texts import figures, is_board_of, lives_on, member_text, short

if TYPE_CHECKING:
    from gdl.model.model import Model
    from gdl.model.shape import Shape
    from gdl.model.state import Variable

MOST = 12
"""Columns kept for one word of a value: longer ones are seldom, and cut."""
MANY = 40
"""Words of a table with more entries are seldom all there at once."""
STACK = 5
"""Columns kept for stacks of pieces, where there is room."""


@dataclass(frozen=True)
class Extent:
    """The widest content of any site of a shape.

    `pieces`: columns for the piece, or for the pieces of a stack. `words`: the widths of the words that values are
    written in. `is_points`: whether counters stand one upon another, as on Backgammon's points; else they lie in heaps,
    and a word for each tells how many there are.
    """

    pieces: int = 0
    words: tuple[int, ...] = ()
    is_stack: bool = False
    is_points: bool = False

    def width(self, lines: int) -> int:
        """The least columns in which everything fits so many lines."""
        if not self.words:
            return max(self.pieces, 1)
        widest = max(*self.words, self.pieces, 1)
        return next(
            (width for width in range(widest, sum(self.words) + len(self.words) + self.pieces)
             if len(wrap(self.pieces, self.words, width)) <= lines),
            sum(self.words) + len(self.words) - 1 + self.pieces,
        )  # fmt: skip


def wrap(before: int, words: tuple[int, ...], width: int) -> list[int]:
    """Words in lines, as many in each as fit: how many. The first line begins with something, without a blank."""
    lines, used = [0], before
    for word in words:
        blank = 1 if lines[-1] else 0
        if used and used + blank + word > width:
            lines.append(0)
            used = blank = 0
        lines[-1] += 1
        used += blank + word
    return lines


def extent(model: Model, shape: Shape, symbols: bool) -> Extent:
    """What the rules allow to stand on a site of this shape."""
    is_board = is_board_of(model, shape)
    drawn = [text_width(figure.drawn(symbols)[0]) for figure in figures(model).values()] if is_board else []
    pieces = max(drawn, default=0)
    is_stack = is_board and model.stacks
    lying = counters_on(model, shape)
    is_points = bool(lying) and model.board_look.style == "points"
    written = [v for v in model.variables if lives_on(model, v, shape) and is_text(model, v)]
    words = [word for v in written for word in _words(model, v)]
    words += [word for v in lying if not is_points for word in _words(model, v)]
    return Extent(STACK * pieces if is_stack else pieces, tuple(words), is_stack, is_points)


def said(model: Model, shape: Shape) -> int:
    """The widest text on an edge or a corner of this shape; 0 if all that can be there is drawn as a line."""
    shown = [v for v in model.variables if lives_on(model, v, shape) and is_text(model, v) and not is_inked(v, shape)]
    sets = {v for v in shown if is_drawn_on(model, v, shape)}
    whose = {text_width(member_text(model, owner)) for v in sets for owner in owners(model, v) if owner}
    written = {*shown, *counters_on(model, shape)} - sets
    return max((*whose, *(word for v in written for word in _words(model, v))), default=0)


def _words(model: Model, variable: Variable) -> list[int]:
    """The widths of the words of a variable's value for a site."""
    if not variable.parameters:
        return [_value(model, variable)]
    entries = prod(len(domain.labels) for domain in variable.parameters)
    name = sum(max(map(len, short(domain.labels).values()), default=0) for domain in variable.parameters)
    name += len(variable.parameters) - 1
    between = 1 if any(label[-1:].isdigit() or "-" in label for label in variable.parameters[-1].labels) else 0
    value = 0 if variable.type.base.name == "truth" else between + _plain(variable)
    return [min(name + value, MOST)] * min(entries, MANY)


def _value(model: Model, variable: Variable) -> int:
    base = variable.type.base
    if isinstance(base, Domain) and variable.type.size <= Size.MAYBE:
        own = short(base.labels)
        looks = (model.looks.get(f"{base.name}.{label}") for label in base.labels)
        texts = [(look.letter if look else "") or own[label] for look, label in zip(looks, base.labels, strict=True)]
        return max(map(text_width, texts), default=1)
    return 1 if isinstance(base, Plain) else _plain(variable)


def _plain(variable: Variable) -> int:
    base = variable.type.base
    if isinstance(base, Plain):
        return 1 if base.name == "truth" else MOST
    one = (
        max(len(str(base.low)), len(str(base.high)))
        if isinstance(base, Range)
        else max(map(text_width, base.labels), default=1)
    )
    return min(one if variable.type.size <= Size.MAYBE else (one + 1) * len(base), MOST)
