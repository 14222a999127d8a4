"""The board as a widget: any game's, with a cursor, the mouse, marks, sizes and colours."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size, Spacing
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from cli.terminal.full_screen import in_use
from cli.terminal.full_screen.drawn import Drawn, Sites
from cli.terminal.scene import steps
from cli.terminal.scene.in_use import used
from cli.terminal.scene.layout import Layout, Site
from cli.terminal.scene.marks import Marks
from cli.terminal.scene.palette import FEW, PALETTES, PLAIN, Palette
from cli.terminal.scene.sizes import Manner, layouts

if TYPE_CHECKING:
    from interpreter.game.views import View

class _OfSite(Message):
    """What a board says about one of its sites."""

    def __init__(self, board: BoardWidget, label: str, shape: str) -> None:
        super().__init__()
        self.board, self.label, self.shape = board, label, shape

    @property
    def control(self) -> BoardWidget:
        """The widget it comes from."""
        return self.board


SHOWN = ("view", "picked", "targets", "changed", "winning", "colours", "is_ascii")
"""What the drawing is made of, besides the cursor and how large and how turned it is."""


class BoardWidget(ScrollView, can_focus=True):
    """Shows a view of a game, and says which site somebody picks.

    Set these at any time, or several at once by `show`; only what looks otherwise than before is drawn anew:

    - `view`: what is shown, a `View` (None: nothing yet). The layout depends on the game, not on what stands there.
    - `picked`, `targets`, `changed`, `winning`: marked sites, each a collection of labels, or of pairs (shape, label).
      A label alone means the board's site, or that of the first shape that has one. The view says what is winning
      if nobody else does.
    - `cursor`: the site that the keyboard is at, a pair (shape, label) or None. It is shown while the board has focus.
    - `zoom`: 0 is the largest size that fits; +1, -1, … the sizes above and below. What doesn't fit is scrolled.
      Where no size fits, the part in use counts: what stands somewhere, and what is marked.
    - `degrees`: how the board is turned, clockwise (180: upside down; what can't be done on characters isn't).
      `flip()` turns it upside down and back.
    - `colours`: "dark", "light" or "contrast"; `is_ascii`: nothing but ASCII, and letters for pieces.

    Messages: `SitePicked(label, shape)` by Enter, space or a click; `SiteHovered(label, shape)` when the mouse comes
    to another site (both "" when it leaves all of them); `CursorMoved(label, shape)` when the cursor does.
    Keys: arrows, Enter, space, `+` and `-` (size), `0` (the size that fits). The arrows never leave the board.
    """

    class SitePicked(_OfSite):
        """Somebody chose a site."""

    class SiteHovered(_OfSite):
        """The mouse is over another site, or over none ("")."""

    class CursorMoved(_OfSite):
        """The keyboard's cursor is at another site."""

    DEFAULT_CSS = """
    BoardWidget { width: 1fr; height: 1fr; background: $background; color: $foreground; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move('up')", "Up", show=False),
        Binding("down", "move('down')", "Down", show=False),
        Binding("left", "move('left')", "Left", show=False),
        Binding("right", "move('right')", "Right", show=False),
        Binding("enter,space", "pick", "Choose", show=False),
        Binding("plus,equals_sign", "zoom(1)", "Larger", show=False),
        Binding("minus", "zoom(-1)", "Smaller", show=False),
        Binding("asterisk", "zoom(0)", "Fit", show=False),
    ]

    view: reactive[View | None] = reactive(None, repaint=False)
    picked: reactive[Sites] = reactive((), repaint=False)
    targets: reactive[Sites] = reactive((), repaint=False)
    changed: reactive[Sites] = reactive((), repaint=False)
    winning: reactive[Sites] = reactive((), repaint=False)
    cursor: reactive[Site | None] = reactive(None, repaint=False)
    zoom: reactive[int] = reactive(0, repaint=False)
    degrees: reactive[int] = reactive(0, repaint=False)
    colours: reactive[str] = reactive("dark", repaint=False)
    is_ascii: reactive[bool] = reactive(False, repaint=False)

    def __init__(self, view: View | None = None, **names: Any) -> None:
        """`names`: the widget's name, id and classes."""
        super().__init__(**names)
        self._drawn: Drawn | None = None
        self._aim: float | None = None
        self._hovered: Site | None = None
        self.set_reactive(BoardWidget.view, view)

    # ---- what is shown

    def show(
        self,
        view: View,
        *,
        changed: Sites = (),
        targets: Sites = (),
        picked: Sites = (),
        winning: Sites = (),
    ) -> None:
        """Show a view with these marks, drawn once."""
        self.set_reactive(BoardWidget.view, view)
        self.set_reactive(BoardWidget.changed, changed)
        self.set_reactive(BoardWidget.targets, targets)
        self.set_reactive(BoardWidget.picked, picked)
        self.set_reactive(BoardWidget.winning, winning)
        self._update()

    def flip(self) -> None:
        """Turn the board upside down, or back."""
        self.degrees = (self.degrees + 180) % 360

    @property
    def layout_shown(self) -> Layout | None:
        """Where the sites stand, counted from the upper left corner of the whole board."""
        return self._drawn.layout if self._drawn else None

    @property
    def pointed(self) -> str:
        """The label of the site that the mouse is over, or else of that at the cursor; "" if there is none."""
        site = self._hovered or (self.cursor if self.has_focus else None)
        return site[1] if site else ""

    def fitted(self, width: int, height: int) -> int | None:
        """Which size shows the board, or at least its part in use, in `width` columns and `height` rows: 0 is the
        largest. None: no size does."""
        if self.view is None:
            return 0
        room = Size(width, height)
        return in_use.fitted(layouts(self.view.game.model, self.manner(), width), self._used, room)

    def is_whole_in(self, width: int, height: int) -> bool:
        """Whether some size shows the whole board in `width` columns and `height` rows."""
        if self.view is None:
            return True
        return any(in_use.fits(one, Size(width, height)) for one in layouts(self.view.game.model, self.manner(), width))

    def region_of(self, label: str, shape: str = "") -> Region | None:
        """Where a site's cell is seen within the widget, as far as it is scrolled now; None if there is no such."""
        if self._drawn is None or (site := self._drawn.site((shape, label) if shape else label)) is None:
            return None
        return self._drawn.region(site).translate(-self.scroll_offset)

    # ---- reactions

    def on_mount(self) -> None:
        """Draw for the first time, and whenever what is shown changes."""
        self._update()
        for name in SHOWN:
            self.watch(self, name, self._update, init=False)

    def on_resize(self, event: events.Resize) -> None:
        """The largest size may be another."""
        self._update()
        self._follow()
        self._look()

    def on_focus(self) -> None:
        """The cursor is seen."""
        self._update()

    def on_blur(self) -> None:
        """The cursor is not seen."""
        self._update()

    def watch_cursor(self, before: Site | None, after: Site | None) -> None:
        """The cursor stands elsewhere, and is followed."""
        self._update()
        self._follow()
        if after is not None and after != before:
            self.post_message(self.CursorMoved(self, after[1], after[0]))

    def watch_zoom(self) -> None:
        """Cells are larger, or smaller."""
        self._update()
        self._follow()

    def watch_degrees(self) -> None:
        """The board is turned."""
        self._aim = None
        self._update()
        self._follow()

    # ---- keys and mouse

    def action_move(self, direction: steps.Direction) -> None:
        """Move the cursor to the next site in a direction."""
        if self._drawn is None or self.cursor is None:
            return
        layout = self._drawn.layout
        is_upright = direction in ("up", "down")
        if is_upright and self._aim is None:
            self._aim = steps.aim_of(layout, self.cursor)
        if (site := steps.step(layout, self.cursor, direction, self._aim if is_upright else None)) is not None:
            self.cursor = site
            if not is_upright:
                self._aim = None

    def action_pick(self) -> None:
        """Pick the site at the cursor."""
        if self.cursor is not None:
            self.post_message(self.SitePicked(self, self.cursor[1], self.cursor[0]))

    def action_zoom(self, by: int) -> None:
        """Draw it larger or smaller, or as large as it fits."""
        if self.view is None:
            return
        sizes, fitted = self._sizes(), self._fitted()
        self.zoom = max(fitted - len(sizes) + 1, min(fitted, self.zoom + by)) if by else 0

    def on_click(self, event: events.Click) -> None:
        """Pick what is clicked at."""
        if (site := self._at(event.x, event.y)) is not None:
            self._aim = None
            self.cursor = site
            self.post_message(self.SitePicked(self, site[1], site[0]))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say when the mouse is over another site."""
        self._hover(self._at(event.x, event.y))

    def on_leave(self) -> None:
        """The mouse is over none."""
        self._hover(None)

    def _hover(self, site: Site | None) -> None:
        if site != self._hovered:
            self._hovered = site
            shape, label = site or ("", "")
            self.post_message(self.SiteHovered(self, label, shape))

    def _at(self, x: int, y: int) -> Site | None:
        return self._drawn.site_at(self.scroll_offset + Offset(x, y)) if self._drawn else None

    # ---- drawing

    def manner(self) -> Manner:
        """How the board is drawn, besides the colours."""
        return Manner(symbols=not self.is_ascii and self._has_colour, degrees=self.degrees)

    @property
    def palette(self) -> Palette:
        """The colours in which the board is drawn."""
        assert self.view is not None
        palette = PALETTES.get(self.colours, PALETTES["dark"]) if self._has_colour else PLAIN
        return (FEW if self._has_few and not palette.chips and self._has_colour else palette).of(self.view.game.model)

    @property
    def _has_few(self) -> bool:
        return self.app.console.color_system == "standard"

    @property
    def _has_colour(self) -> bool:
        return not self.app.no_color

    def _fitted(self) -> int:
        """The number of the largest layout for which there is room."""
        found = self._sizes()
        number = in_use.fitted(found, self._used, self._room)
        return len(found) - 1 if number is None else number

    def _used(self) -> Collection[Site]:
        assert self.view is not None
        return used(self.view, {*self.targets, *self.picked, *self.changed})

    def _sizes(self) -> Sequence[Layout]:
        assert self.view is not None
        return layouts(self.view.game.model, self.manner(), self._room.width)

    @property
    def _room(self) -> Size:
        """Columns and rows, scroll bars not taken off."""
        return self.container_size if self.container_size.width else self.size

    def _update(self) -> None:
        """Draw what looks otherwise than before."""
        if not self.is_attached or self.view is None or not self.size:
            return
        sizes = self._sizes()
        layout = sizes[max(0, min(len(sizes) - 1, self._fitted() - self.zoom))]
        view, palette, ascii_, size = self.view, self.palette, self.is_ascii, self.size
        if is_new := self._drawn is None or not self._drawn.is_of(view, layout, palette, ascii_, size):
            self._drawn = Drawn(view, layout, self.manner(), palette, ascii_, size, self._has_few)
        drawn = self._drawn
        if self.cursor not in layout.cells:
            self.set_reactive(BoardWidget.cursor, steps.first(layout))
            self._aim = None
        before = drawn.drawing
        differing = drawn.draw(view, self._marks(drawn))
        if is_new or before is None:
            self.virtual_size = Size(layout.width, layout.height)
            self.refresh()
            self._look()
            return
        if before.view is not view:
            self._look()
        for site in differing:
            self.refresh(drawn.reach(site).translate(-self.scroll_offset))

    def _marks(self, drawn: Drawn) -> Marks:
        cursor = self.cursor if self.has_focus else None
        winning = self.winning or (self.view.winning if self.view else ())
        return Marks(cursor, *map(drawn.sites, (self.picked, self.targets, winning, self.changed)))

    def _follow(self) -> None:
        """Scroll to the cursor, with something of what is around it."""
        if self._drawn is not None and self.cursor is not None and self.cursor in self._drawn.layout.cells:
            region = self._drawn.region(self.cursor)
            self.scroll_to_region(region.grow(Spacing(1, 2, 1, 2)), animate=False, force=True)

    def _look(self) -> None:
        """Scroll to the part in use, if it can be seen as a whole and isn't."""
        if self._drawn is None or in_use.fits(self._drawn.layout, self.size):
            return
        part = in_use.box(self._drawn.layout, self._used()).translate(self._drawn.offset)
        seen = Region(*self.scroll_offset, *self.size)
        if in_use.is_within(part, self.size) and not seen.contains_region(part):
            x, y = part.x - (self.size.width - part.width) // 2, part.y - (self.size.height - part.height) // 2
            self.scroll_to(max(0, x), max(0, y), animate=False, force=True)

    def render_line(self, y: int) -> Strip:
        """One row of what is seen."""
        left, width = self.scroll_offset.x, self.size.width
        strip = self._drawn.strip(y + self.scroll_offset.y) if self._drawn else None
        if strip is None:
            return Strip.blank(width, self.rich_style)
        return strip.crop_extend(left, left + width, self.rich_style).apply_style(self.rich_style)
