"""What stands on one site as lines of text that fit its cell: pieces, stacks, values, counters, the site's name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.terminal.scene.bitmaps import blocks
from cli.terminal.scene.layout import Size
from cli.terminal.scene.lines import Line, text_width
from cli.terminal.scene.measure import Extent, wrap
from cli.terminal.scene.palette import Palette, Signs, brightness
from interpreter.drawing import colours
from interpreter.drawing.shapes import PICTURES
from interpreter.drawing.signs import implied
from interpreter.drawing.site_texts import figures

if TYPE_CHECKING:
    from gdl.model.model import Model
    from interpreter.drawing.counters import Counters
    from interpreter.drawing.site_texts import Spot

Lines = list[tuple[int, Line]]
"""Lines of a cell with their row in it."""

DARKEST = 0.2
"""Text on a ground brighter than this is black."""
COUNTED = 6
"""So many counters on a site are no longer seen at a glance."""


@dataclass(frozen=True)
class Drawn:
    """A picture that a piece can be drawn as where there is room."""

    path: str
    least: int
    """Lines that it needs to be recognised."""
    text: str
    """What is written on it: a number, or what tells it from others of the same outline."""


@dataclass(frozen=True)
class Style:
    """How the contents of a shape's cells are written. `faint`, `plain`: the inks of names and of values."""

    size: Size
    extent: Extent
    palette: Palette
    signs: Signs
    symbols: bool
    faint: str
    plain: str
    has_dots: bool
    """Whether empty sites are shown by a dot: nothing else shows where they are."""
    pictures: Mapping[tuple[str, str], Drawn]
    """By the text and the colour of a piece."""

    @property
    def room(self) -> int:
        """Columns for content: where nothing lies between cells, marks stand within them."""
        return self.size.width - self.size.inset

    def piece(self, colour: str) -> str:
        """The ink of a piece."""
        return piece(colour, self.plain, self.palette)


def piece(colour: str, plain: str, palette: Palette) -> str:
    """The ink of a piece of this colour; on its own ground if that is wanted."""
    number = colours.hexadecimal(colour)
    if not palette.has_colour or not number:
        return colours.piece(colour, plain)
    if palette.chips:
        return f"bold {'#000000' if brightness(number) > DARKEST else '#ffffff'} on {number}"
    return colours.piece(colour, plain)


def written(label: str, spot: Spot, style: Style, *, is_hanging: bool, sign: Line) -> tuple[Lines, int]:
    """The lines of a site, and the row of the one beside which marks stand. `sign`: what is shown if it is empty."""
    size = style.size
    if size.stack:
        return _stacked(label, spot, style, is_hanging)
    content = _content(spot, style)
    name: Line = [(label, style.faint)]
    half = (max(len(content), 1) - 1) // 2
    empty: Line = sign or ([(style.signs.dot, style.faint)] if style.has_dots else [])
    match size.names:
        case "above":
            middle = 1 + max(0, (size.height - 1 - max(len(content), 1)) // 2)
            colon: Line = [(f"{label}:", style.faint)] if size.height == 2 else name
            shown = content or [[(style.signs.dot, style.faint)]]
            return [(0, colon), *_rows(shown, middle, size.height)], middle + half
        case "below":
            middle = max(0, (size.height - 1 - max(len(content), 1)) // 2)
            return [*_rows(content or [empty], middle, size.height - 1), (size.height - 1, name)], middle + half
        case "beside":
            return [(0, [(f"{label}:", style.faint), *content[0]] if content else sign or name)], 0
        case "empty":
            return _rows(content or [sign or name], 0, size.height), 0
    middle = max(0, (size.height - max(len(content), 1)) // 2)
    if size.height % 2 == 0 and len(content) <= 1:
        middle = (size.height - 1) // 2
    return _rows(content or [empty], middle, size.height), middle + half


def _rows(lines: Sequence[Line], first: int, end: int) -> Lines:
    return [(row, line) for row, line in enumerate(lines, first) if row < end and line]


def _content(spot: Spot, style: Style) -> list[Line]:
    """Pieces, then values and heaps of counters, as many in a line as fit."""
    if picture := _picture(spot, style):
        return picture
    pieces = _pieces(spot, style)
    words = [(word, style.plain) for word in spot.values.split()] + [_heap(one, style) for one in spot.counters]
    if not words:
        return [pieces] if pieces else []
    if not pieces and len(spot.counters) == len(words) and (lines := _heaps(spot, words, style)):
        return lines
    is_unknown = not (spot.is_seen or pieces)  # the sign for that stands where pieces do
    slot = 0 if style.extent.is_stack or is_unknown else style.extent.pieces
    width = sum(text_width(text) for text, _ in pieces)
    first: Line = [*pieces, *([(" " * (slot - width), "")] if slot > width else [])]
    lines = []
    for count in wrap(max(slot, width), tuple(text_width(word) for word, _ in words), style.room):
        line: Line = [] if lines else list(first)
        for number, (word, ink) in enumerate(words[:count]):
            free = style.room - sum(text_width(text) for text, _ in line) - (1 if number else 0)
            cut = word if text_width(word) <= free else word[: max(free - 1, 0)] + style.signs.cut
            line += [*([(" ", "")] if number else []), (cut, ink)]
        words = words[count:]
        lines.append(line)
    return [line for line in lines if line]


def _picture(spot: Spot, style: Style) -> list[Line]:
    """A lone piece as large as the cell allows; nothing if that is too small to be recognised."""
    size = style.size
    rows = size.height - (2 if size.names in ("below", "above") else 1)
    drawn = style.pictures.get(spot.pieces[0]) if len(spot.pieces) == 1 and not spot.values else None
    if drawn is None or rows < drawn.least or 2 * rows > style.room:
        return []
    colour = colours.hexadecimal(spot.pieces[0][1])
    lines: list[Line] = [[(row, colour)] for row in blocks(drawn.path, 2 * rows, rows)]
    if drawn.text:
        row, width = (rows - 1) // 2, text_width(drawn.text)
        before = rows - (width + 1) // 2
        line = lines[row][0][0]
        ink = f"bold {'#000000' if brightness(colour) > DARKEST else '#ffffff'} on {colour}"
        lines[row] = [(line[:before], colour), (drawn.text, ink), (line[before + width :], colour)]
    return lines


def pictures(model: Model, symbols: bool) -> dict[tuple[str, str], Drawn]:
    """The pictures of a game's pieces that have one and a colour, by the text and the colour they are drawn with."""
    found: dict[tuple[str, str], Drawn] = {}
    outlines = Counter[tuple[str, str]]()
    named = [(figure, model.looks.get(label)) for label, figure in figures(model).items()]
    for figure, look in named:
        path = _path(implied(look))[0]
        outlines[path, figure.colour] += look is not None and figure.symbol in (look.symbol, look.letter)
    for figure, look in named:
        path, is_plain, has_letter = _path(implied(look))
        if look is None or not path or not colours.hexadecimal(figure.colour):
            continue
        text, colour = figure.drawn(symbols)
        number = text.removeprefix(look.symbol or look.letter) if symbols else text
        if not number and (has_letter or outlines[path, colour] > 1):
            number = text
        found[text, colour] = Drawn(path, 2 if is_plain else 4, number)
    return found


def _path(picture: str) -> tuple[str, bool, bool]:
    """The outline of a picture, whether it is plain enough to be drawn small, whether it bears a letter."""
    known = PICTURES.get(picture)
    if known is None:
        return (picture if " " in picture or "," in picture else ""), False, False
    return known.body, bool(known.shine), known.letter is not None


def _heap(one: Counters, style: Style) -> tuple[str, str]:
    """Counters in one word."""
    figure = (one.symbol if style.symbols else "") or one.letter
    return f"{figure}{one.number}", style.piece(one.colour) if figure else style.plain


def _heaps(spot: Spot, words: Line, style: Style) -> list[Line]:
    """Each heap in lines of its own, where there is room; seeds that belong to nobody, one by one."""
    free = style.size.height - 1
    one = spot.counters[0]
    if len(spot.counters) == 1 and not one.letter and not one.symbol:
        across = (style.room + 1) // 2
        rows = range(0, one.number, across)
        if len(rows) < free:
            seeds = (" ".join([style.signs.target] * min(across, one.number - i)) for i in rows)
            return [list(words), *([(row, style.piece(one.colour))] for row in seeds)]
    return [[word] for word in words] if 1 < len(words) <= free else []


def _pieces(spot: Spot, style: Style) -> Line:
    """The pieces, bottom first; of a stack that is too high, how many aren't shown and then its top."""
    line: Line = [(text, style.piece(colour)) for text, colour in spot.pieces]
    free = style.room
    if sum(text_width(text) for text, _ in line) <= free or len(line) < 2:
        return line
    for hidden in range(1, len(line)):
        for said in (f"{hidden}+", str(len(line)) if hidden == len(line) - 1 else ""):
            if said and len(said) + sum(text_width(text) for text, _ in line[hidden:]) <= free:
                return [(said, style.plain), *line[hidden:]]
    return line[-1:]


def _stacked(label: str, spot: Spot, style: Style, is_hanging: bool) -> tuple[Lines, int]:
    """Counters one upon another, from the board's edge inwards, and their number where one would have to count."""
    stack = style.size.stack
    men: list[Line] = []
    total = sum(one.number for one in spot.counters)
    for one in spot.counters:
        figure = (one.symbol if style.symbols else "") or one.letter or style.signs.target
        ink = style.piece(one.colour)
        if len(spot.counters) > 1 and total > stack:
            men.append([(figure, ink), (str(one.number), style.plain)])
        elif one.number < COUNTED and one.number <= stack:
            men += [[(figure, ink)]] * one.number
        else:
            men += [*[[(figure, ink)]] * min(stack - 1, one.number), [(str(one.number), style.plain)]]
    men += [[(word, style.plain)] for word in spot.values.split()]
    men = men[:stack]
    inwards = range(1, stack + 1) if is_hanging else range(stack - 1, -1, -1)
    edge = 0 if is_hanging else stack
    if not men and style.has_dots:
        men = [[(style.signs.dot, style.faint)]]
    return [(edge, [(label, style.faint)]), *zip(inwards, men, strict=False)], edge
