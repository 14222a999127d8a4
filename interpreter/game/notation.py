"""Positions in one line, as players of a game write them, for rules that declare how by a fact:

    game "Chess"
      notation "board; me w b; castling h1=K a1=Q h8=k a8=q; passant; quiet; turn"

Between semicolons it is said of each word of the line what stands there, and perhaps how values are written: texts in
the order of the values, or `VALUE=TEXT`.

- `board`: rows from the top, `/` between them; letters as in `looks`, numbers for empty sites in a row. `hand=[]`:
  behind it, in brackets, the letters of what each player has in `hand`. `promoted=~`: a sign behind pieces on sites of
  a set.
- `me`: who is to move. `turn`: the number of the round; it isn't read.
- A variable: `-` for nothing; a set is written without blanks; what each player has is joined by `+`.

Words at the end may be missing; what they stand for is then as at the start.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from gdl.model.state import Variable
from gdl.model.types import TRUTHS, Range, Size
from gdl.notation import BRACKETS, FACT, Field, WrongNotation, declared, fields, names, rows
from interpreter.errors import PositionError, RuleError
from interpreter.game.pieces import Piece
from interpreter.game.position_reader import from_data
from interpreter.game.situation import shown
from interpreter.game.state import State
from interpreter.graph.layout import ME

if TYPE_CHECKING:
    from interpreter.game.rules import Rules

NOTHING = "-"


def of(game: Rules) -> Notation | None:
    """The notation for positions of a game; None if its rules declare none. Raises PositionError if it is wrong."""
    form = declared(game.model)
    return Notation(game, form) if form else None


class Notation:
    """Writes and reads lines."""

    def __init__(self, game: Rules, form: str) -> None:
        self.game = game
        self.variables = names(game.model)
        try:
            self.fields = fields(game.model, form)
        except WrongNotation as wrong:
            raise self._wrong(str(wrong)) from None

    def _wrong(self, reason: str) -> PositionError:
        return PositionError([f"the fact `{FACT}` of {self.game.title}: {reason}"])

    # ---- the board

    @cached_property
    def _rows(self) -> list[list[str]]:
        """The sites of each row, the highest row first."""
        return rows(self.game.model)

    @cached_property
    def _letters(self) -> dict[str, Piece]:
        pieces = [self.game.piece(i) for i in range(len(self.game.model.pieces.labels))]
        return {piece.text: piece for piece in pieces}

    def _marks(self, field: Field) -> dict[str, str]:
        """Sets of sites, by the sign that marks their pieces."""
        return {text: name for name, text in field.texts.items() if text != BRACKETS}

    # ---- writing

    def write(self, state: State) -> str:
        """The line for a state; "" if there is none, as in the middle of a turn."""
        if state.in_turn:
            return ""
        return " ".join(self._written(field, state) for field in self.fields)

    def _written(self, field: Field, state: State) -> str:
        players = self.game.players
        if field.name == "board":
            return self._board_text(field, state)
        if field.name == "me":
            mover = players[state._values[ME]]
            return field.texts.get(mover, mover)
        if field.name == "turn":
            return str(state.turns // len(players) + 1)
        variable, value = self.variables[field.name], self._value(field.name, state)
        values = value if variable.dimensions else [value]
        return "+".join(self._one(field, shown(one, variable.type)) for one in values)

    def _one(self, field: Field, value: Any) -> str:
        parts = [field.texts.get(str(x), str(x)) for x in (value if isinstance(value, list) else [value])]
        if isinstance(value, list) and field.texts and not set(map(str, value)) <= field.texts.keys():
            return ",".join(map(str, value))  # what has no text would be lost among what has one
        if isinstance(value, list):
            order = [text for text in field.texts.values() if text in parts] or parts
            return ("" if field.texts else ",").join(order) or NOTHING
        return NOTHING if value is None else parts[0].lower() if isinstance(value, bool) else parts[0]

    def _value(self, name: str, state: State) -> Any:
        return state._values[self.game.machine.layout.slot[self.variables[name]]]

    def _board_text(self, field: Field, state: State) -> str:
        marks = {sign: set(shown(self._value(name, state), self.variables[name].type))
                 for sign, name in self._marks(field).items()}  # fmt: skip
        rows = []
        for row in self._rows:
            text = ""
            for site in row:
                (piece,) = state.pieces(site) or (None,)
                text += "\0" if piece is None else piece.text
                text += "".join(sign for sign, sites in marks.items() if piece and site in sites)
            rows.append(re.sub("\0+", lambda gap: str(len(gap[0])), text))
        hands = (self._hand_text(name, state) for name, text in field.texts.items() if text == BRACKETS)
        return "/".join(rows) + "".join(hands)

    def _hand_text(self, name: str, state: State) -> str:
        held, at = self._value(name, state), self._hand_places(self.variables[name])
        return "[" + "".join(letter * held[i] for letter, i in sorted(at.items(), key=lambda place: place[1])) + "]"

    def _hand_places(self, variable: Variable) -> dict[str, int]:
        """Where the number of each piece in hand is kept."""
        first, *rest = variable.dimensions
        kinds = rest[0].labels if rest else ()
        return {
            letter: first.labels.index(piece.owner) * len(kinds) + kinds.index(piece.kind)
            for letter, piece in self._letters.items()
            if piece.owner in first.labels and piece.kind in kinds
        }

    # ---- reading

    def position(self, line: str) -> State:
        """The state that a line describes; raises PositionError."""
        data = self.read(line)
        state = from_data(self.game, data)
        if self._agree(state, line):
            return state
        try:  # `end` was asked whether it is over, and has changed something: where it has been asked before, as mostly
            before = from_data(self.game, {**data, "over": False})
            return before if before.moves and self._agree(before, line) else state
        except (PositionError, RuleError):
            return state

    def _agree(self, state: State, line: str) -> bool:
        written = self.write(state).split()
        return all(a == b or f.name == "turn" for f, a, b in zip(self.fields, written, line.split(), strict=False))

    def read(self, line: str) -> dict[str, Any]:
        """The position as data, for `Game.position`; raises PositionError with every reason why it can't be read."""
        words, data, reasons = line.split(), dict[str, Any](), list[str]()
        if not words:
            reasons.append(f"a line is missing: {self.form}")
        if len(words) > len(self.fields):
            reasons.append(f"{len(words)} words, but only {len(self.fields)}: {self.form}")
        for field, word in zip(self.fields, words, strict=False):
            refuse = partial(_note, reasons, word)
            if field.name == "board":
                self._read_board(field, word, data, refuse)
            elif field.name == "me":
                data["to move"] = field.values.get(word, word)
            elif field.name != "turn":
                data.setdefault("variables", {})[field.name] = self._read_variable(field, word, refuse)
        if reasons:
            raise PositionError(list(dict.fromkeys(reasons)))
        return data

    @property
    def form(self) -> str:
        """The meaning of each word of a line."""
        return " ".join(field.name for field in self.fields)

    def _read_variable(self, field: Field, word: str, refuse: Callable[[str], None]) -> Any:
        variable = self.variables[field.name]
        if not variable.dimensions:
            return self._read_value(field, variable, word, refuse)
        labels, parts = variable.dimensions[0].labels, word.split("+")
        if len(parts) != len(labels):
            refuse(f"`{field.name}` is one for each of {', '.join(labels)}, joined by `+`")
        values = (self._read_value(field, variable, part, refuse) for part in parts)
        return dict(zip(labels, values, strict=False))

    def _read_value(self, field: Field, variable: Variable, word: str, refuse: Callable[[str], None]) -> Any:
        type_ = variable.type
        if type_.size == Size.MANY:
            return self._read_set(field, word, refuse)
        if word == NOTHING and type_.size == Size.MAYBE:
            return None
        value = field.values.get(word, word)
        if type_.base is TRUTHS:
            return {"true": True, "false": False}.get(value, value)
        return int(value) if isinstance(type_.base, Range) and re.fullmatch(r"-?\d{1,9}", value, re.ASCII) else value

    def _read_set(self, field: Field, word: str, refuse: Callable[[str], None]) -> list[str]:
        if word == NOTHING:
            return []
        if not field.texts:
            return word.split(",")
        labels = self.variables[field.name].type.values.labels
        if all(label in labels for label in word.split(",")) and word not in field.values:
            return word.split(",")
        *found, left = re.split(f"({'|'.join(map(re.escape, sorted(field.values, key=len, reverse=True)))})", word)
        if left or any(found[::2]):
            refuse(f"`{field.name}` is made of {', '.join(field.values)}, or it is `{NOTHING}`")
        return [field.values[text] for text in found[1::2]]

    def _read_board(self, field: Field, word: str, data: dict[str, Any], refuse: Callable[[str], None]) -> None:
        placed, _, held = word.partition("[")
        texts = placed.rstrip("/").split("/")
        if len(texts) != len(self._rows):
            refuse(f"the board has {len(self._rows)} rows, from the top down, with `/` between; here are {len(texts)}")
        marks = self._marks(field)
        on: dict[str, list[str]] = {}
        marked: dict[str, list[str]] = {name: [] for name in marks.values()}
        letters = sorted([*self._letters, *marks], key=len, reverse=True)
        for row, text in zip(self._rows, texts, strict=False):
            at = 0
            for token in re.findall("|".join([r"\d{1,4}", *map(re.escape, letters), "."]), text):
                site = row[at - 1] if token in marks and 0 < at <= len(row) else row[at] if at < len(row) else ""
                if token.isdecimal():
                    at += int(token)
                elif token in marks:
                    marked[marks[token]].append(site)
                elif token in self._letters:
                    on.setdefault(self._letters[token].label, []).append(site)
                    at += 1
                else:
                    refuse(f"there is no piece `{token}`; there are {', '.join(self._letters)}")
                    at += 1
            if at != len(row):
                refuse(f"the row `{text[:80]}` has {at} sites, and should have {len(row)}")
        data["pieces"] = on
        variables: dict[str, Any] = {name: sites for name, sites in marked.items() if sites}
        for name, text in field.texts.items():
            if text == BRACKETS:
                variables[name] = self._read_hand(name, held, refuse)
        if held and BRACKETS not in field.texts.values():
            refuse("nothing is held in hand")
        data["variables"] = variables

    def _read_hand(self, name: str, held: str, refuse: Callable[[str], None]) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        possible = self._hand_places(self.variables[name])
        for letter in held.removesuffix("]"):
            if letter not in possible:
                refuse(f"no `{letter}` is held in hand; there are {', '.join(possible)}")
                continue
            piece = self._letters[letter]
            kinds = found.setdefault(piece.owner or "", {})
            kinds[piece.kind] = kinds.get(piece.kind, 0) + 1
        return found


def _note(reasons: list[str], word: str, reason: str) -> None:
    reasons.append(f"`{word[:80]}`: {reason}")
