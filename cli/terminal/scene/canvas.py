"""Characters in rows and columns, each with its ink and its ground, that become lines of styled text."""

from __future__ import annotations

from collections.abc import Iterable

from cli.terminal.scene.lines import Line, text_width

Character = tuple[str, str, str]
"""A character (or nothing, behind one that takes two columns), its ink and its ground, which may be ""."""
BLANK: Character = (" ", "", "")


class Row:
    """One row of characters."""

    __slots__ = ("characters",)

    def __init__(self, characters: Iterable[Character] = ()) -> None:
        self.characters = list(characters)

    def __getitem__(self, column: int) -> Character:
        return self.characters[column] if 0 <= column < len(self.characters) else BLANK

    def copy(self) -> Row:
        """One that can be changed by itself."""
        return Row(self.characters)

    def part(self, columns: range) -> Row:
        """What stands in these columns; of a broad character that is cut a blank is left."""
        kept = [self[column] for column in columns]
        for at in (0, -1):
            text, ink, ground = kept[at]
            is_cut = not text if at == 0 else text_width(text) > 1
            kept[at] = (" ", ink, ground) if is_cut else kept[at]
        return Row(kept)

    def put(self, column: int, text: str, ink: str = "") -> None:
        """Write over the ground that is there, unless the ink brings its own: `black on white`."""
        ink, _, own = ink.partition(" on ")
        for character in text:
            width = text_width(character)
            if column >= 0 and width:
                self._reach(column + width)
                self.characters[column] = (character, ink, own or self.characters[column][2])
                for behind in range(column + 1, column + width):
                    self.characters[behind] = ("", ink, own or self.characters[behind][2])
            column += width

    def write(self, column: int, line: Line) -> None:
        """Write styled text."""
        for text, ink in line:
            self.put(column, text, ink)
            column += text_width(text)

    def paint(self, column: int, width: int, ground: str) -> None:
        """Give columns a ground."""
        if ground:
            self._reach(column + width)
            for i in range(max(column, 0), column + width):
                text, ink, _ = self.characters[i]
                self.characters[i] = (text, ink, ground)

    def _reach(self, width: int) -> None:
        if len(self.characters) < width:
            self.characters += [BLANK] * (width - len(self.characters))

    def line(self) -> Line:
        """As styled text, without blanks at its end."""
        last = len(self.characters)
        while last and self.characters[last - 1] == BLANK:
            last -= 1
        line: Line = []
        for text, ink, ground in self.characters[:last]:
            style = f"{ink} on {ground}".strip() if ground else ink
            if line and line[-1][1] == style:
                line[-1] = (line[-1][0] + text, style)
            else:
                line.append((text, style))
        return line
