"""Declarations: players, types, boards, pieces, looks."""

from __future__ import annotations

from generator import boards
from generator.code import (
    FAMILY,
    NUMBER,
    ONE,
    PLAYERS,
    Code,
    Kind,
    Name,
    Sort,
    numbers,
)
from generator.defines import Defines
from generator.kept import Kept
from generator.place import Lines, indented

ENUMERATIONS = {
    "hue": ("red", "green", "blue"),
    "mood": ("glad", "sad"),
    "suit": ("clubs", "hearts", "spades", "stars"),
}
RANGES = [("die", 1, 6), ("degree", -3, 3), ("bit", 0, 1), ("shade", -70, -5), ("fine", 0, 64)]
KINDS = ("man", "king", "wall", "ghost", "stone")
COLOURS = ("white", "black", "red", "green", "blue", "yellow")


class Declarations(Defines, Kept):
    """Writes declarations, and notes in the world what they introduce."""

    asked: int | None = None
    """How many players are asked for, where that is left open."""

    # ---- players, types, board

    def declare_players(self) -> Lines:
        """Names, or how many there are."""
        world = self.world
        if self.choices.mostly(3):
            count = self.choices.pick((2, 2, 3, 1, 4, 6))
            names = ("White", "Black", "Red", "Blue", "Gold", "Pink")[:count]
            line = f"players {', '.join(names)}"
        else:
            low = 1 + self.choices.upto(2)
            count = low + self.choices.upto(3)
            names = tuple("ABCDEF"[:count])
            line = f"players {low}..6"
            self.asked = count
        world.players, world.player = names, Sort("player", count, PLAYERS, names)
        return [line]

    def declare_types(self) -> Lines:
        """Enumerations and ranges."""
        lines: Lines = []
        for name, members in ENUMERATIONS.items():
            if self.choices.once_in(3):
                self.world.sorts.append(Sort(name, len(members), "kh", members))
                lines.append(f"type {name} = {', '.join(members)}")
        for name, low, high in RANGES:
            if self.choices.once_in(3):
                self.world.ranges.append(numbers(name, low, high))
                lines.append(f"type {name} = {low}..{high}")
        return lines

    def declare_boards(self) -> Lines:
        """The board, and types with sites beside it."""
        lines: Lines = []
        world = self.world
        if self.choices.once_in(3):
            lines += self.beside("pit", small=True)
        if self.choices.upto(19) != 19:
            lines += self.main_board()
        if not world.boards or self.choices.once_in(6):
            lines += self.beside("track", small=bool(world.boards))
        for board in world.boards:
            for text in board.families:
                if board is world.board or (board.members and text == "roads" and len(world.boards) == 1):
                    most = 4 * board.size if text.startswith("lines(") else 7
                    world.families.append(Code(text, board, FAMILY, most=most))
        return lines

    def beside(self, name: str, small: bool) -> Lines:
        """A type with sites."""
        if self.choices.once_in(3):
            made, lines = boards.own(self.choices, name, [*self.world.sorts, *self.world.boards], small=True)
            if "(" in made.name:
                lines[0] = lines[0].replace(f"type {name}(w, h)", f"type {name}s(w, h)")
                lines = [line.replace(f" in {name} ", f" in {name}s ") for line in lines]
                lines.append(f"type {name} = {made.name.replace(name, name + 's', 1)}")
        else:
            made = boards.shipped(self.choices, small)
            lines = [f"type {name} = {made.name}"]
        self.world.boards.append(boards.called(made, name, self.world.players))
        return lines

    def main_board(self) -> Lines:
        """The board."""
        world = self.world
        lines: Lines = []
        if self.choices.once_in(4):
            made, lines = boards.own(self.choices, "field", [*world.sorts, *world.boards])
        else:
            made = boards.shipped(self.choices)
        shape = made.name
        if shape.startswith("grid(") and self.choices.once_in(5):
            width = made.coordinates[0][1].high
            lines.append(f'option width: 1..{max(width, 9)} = {self.choices.pick((width, 1))} "columns"')
            shape = f"grid(width, {made.coordinates[1][1].high})"
            self.options["width"] = width
            world.options.append(Name(Code("width", NUMBER, ONE, low=1, high=max(width, 9))))
        world.stacks = self.choices.once_in(4)
        world.board = boards.called(made, "site", world.players)
        world.boards.append(world.board)
        return [*lines, f"board stacks({shape})" if world.stacks else f"board {shape}"]

    # ---- pieces

    def declare_pieces(self) -> Lines:
        """Kinds of pieces, with or without owners and numbers."""
        world = self.world
        lines: Lines = []
        if world.board is None:
            return []
        for name in KINDS:
            if world.kinds and self.choices.mostly(2):
                continue
            owned = self.choices.mostly(3) or not world.kinds
            number = self.choices.pick(((1, 3), (0, 6), (-2, 2))) if self.choices.once_in(5) else None
            told = f"{name}(worth: {number[0]}..{number[1]})" if number else name
            lines.append(f"pieces {told}" + (" of player" if owned else ""))
            world.kinds.append(Kind(name, owned, number))
        players = len(world.players)
        sizes = [(players if k.owned else 1) * (k.number[1] - k.number[0] + 1 if k.number else 1) for k in world.kinds]
        world.kind = Sort("kind", len(world.kinds), "z")
        world.piece = Sort("piece", sum(sizes), "xy")
        return lines

    # ---- looks

    def declare_looks(self) -> Lines:
        """How pieces and members are written, and how things are drawn, which changes nothing."""
        world = self.world
        lines: Lines = []
        if not self.choices.once_in(3):
            return []
        for i, kind in enumerate(world.kinds):
            if kind.owned:
                for letter, colour, player in zip("abcdef", COLOURS, world.players, strict=False):
                    lines.append(f'{kind.name} of {player} "{letter}{i}" "●" {colour}')
            else:
                lines.append(f'{kind.name} "#{i}" grey')
        lines += [f'{member} "{member[0].upper()}{i}"' for sort in world.sorts for i, member in enumerate(sort.members)]
        if world.kinds:
            lines += ["board beige brown as checkered", "{s in site where index(s) % 3 = 0} gold"]
        if lines:
            lines += [f"{world.players[0]} turned 180", "tick as nothing"]
        return ["looks", *indented(lines)] if lines else []
