"""Expectations of a state, as data: legal moves, what stands where, whose turn it is, the result.

An expectation is compared with a state. Each difference is a value: where it is, what was expected and what there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from interpreter.errors import Ambiguous, MoveError, NotAMove, NotLegal
from interpreter.game.differences import Board, Difference, listed, same, unknown
from interpreter.game.move_texts import split
from interpreter.game.record_model import Text

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.state import State
    from interpreter.game.views import View


def _fraction(value: Any) -> str:
    try:
        return str(Fraction(str(value)))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"`{value}` is no probability; write it as `1/6`") from None


Texts = Annotated[list[Text], BeforeValidator(lambda value: value if isinstance(value, list) else [value])]
Probability = Annotated[str, BeforeValidator(_fraction)]
Things = int | Texts | None
"""Where something stands, or how often it stands on the board."""

_REASONS: Mapping[str, type[MoveError]] = {
    "not a move": NotAMove,
    "not legal": NotLegal,
    "ambiguous": Ambiguous,
}


class Form(BaseModel):
    """A mapping in which each name must have a value: a name without one would check nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    @field_validator("*", mode="before")
    @classmethod
    def _holds_something(cls, value: Any, info: ValidationInfo) -> Any:
        if value is None:
            name = cls.model_fields[str(info.field_name)].alias or info.field_name
            raise ValueError(f"nothing stands behind `{name}:`; add it, or leave it out")
        return value


class Why(Form):
    """Why a move can't be played: the kind of error, and a text that the message must hold."""

    why: Literal["not a move", "not legal", "ambiguous"] | None = None
    says: Text = ""

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:
        if value is None:
            return {}
        if isinstance(value, str):
            return {"why": value} if value in _REASONS else {"says": value}
        return value


class Part(Form):
    """A part of a position. What it doesn't mention can be anything."""

    to_move: Text | None = Field(None, alias="to move")
    pieces: dict[str, Things] = {}
    stacks: dict[str, Texts] = {}
    variables: dict[str, Any] = {}

    def differences(self, state: State, board: Board) -> Iterator[Difference]:
        """All differences between this part and the state."""
        if self.to_move is not None:
            yield from same(("to move",), self.to_move, _to_move(state))
        for thing, where in self.pieces.items():
            yield from board.things(("pieces", thing), thing, where)
        for site, things in self.stacks.items():
            yield from board.site(("stacks", site), things)
        for name, value in self.variables.items():
            yield from board.variable(("variables", name), name, value)


EVERYBODY = "all"
"""Stands in place of a player for spectators, who see what all players see."""


class Sight(Form):
    """What somebody sees: "?" for what isn't known, and the sites of which not even that is known."""

    pieces: dict[str, Things] = {}
    sites: dict[str, Texts | None] = {}
    variables: dict[str, Any] = {}
    unseen: Texts | None = None

    def differences(self, game: Game, view: View) -> Iterator[Difference]:
        """All differences between this and the view."""
        board = Board(game, view)
        for thing, where in self.pieces.items():
            yield from board.things(("pieces", thing), thing, where)
        for site, things in self.sites.items():
            yield from board.site(("sites", site), things)
        for name, value in self.variables.items():
            yield from board.variable(("variables", name), name, value)
        if self.unseen is not None:
            wanted = {site for text in self.unseen for site in text.replace(",", " ").split()}
            found = {site for site in board.sites if not view.is_seen(site)}
            if wanted != found:
                missing, extra = tuple(sorted(wanted - found)), tuple(sorted(found - wanted))
                yield Difference(("unseen",), listed(sorted(wanted)), listed(sorted(found)), missing, extra)


class Expectation(Form):
    """What must hold at one moment. All parts are optional; a missing part isn't checked."""

    to_move: Text | None = Field(None, alias="to move")
    moves: Texts | None = None
    including: Texts = []
    excluding: Texts = []
    count: int | None = None
    chances: dict[str, Probability] | None = None
    illegal: dict[str, Why] = {}
    sites: dict[str, Texts | None] = {}
    position: Part | None = None
    turns: int | None = None
    over: bool | None = None
    result: Text | dict[str, Literal["win", "draw", "loss"]] | None = None
    scores: dict[Text, int] | None = None
    sees: dict[Text, Sight] = {}
    told: dict[Text, Texts] = {}

    @field_validator("illegal", mode="before")
    @classmethod
    def _whatever_the_reason(cls, value: Any) -> Any:
        moves = [value] if isinstance(value, str) else value
        return {str(move): None for move in moves} if isinstance(moves, list) else value

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing that must hold."""
        return vars(self) == vars(Expectation.model_validate({}))

    def differences(self, game: Game, state: State) -> Iterator[Difference]:
        """All differences between this and the state."""
        if self.to_move is not None:
            yield from same(("to move",), self.to_move, _to_move(state))
        yield from self._about_moves(state)
        for move, why in self.illegal.items():
            yield from _illegal(state, move, why)
        board = Board(game, state)
        for site, things in self.sites.items():
            yield from board.site(("sites", site), things)
        if self.position is not None:
            for found in self.position.differences(state, board):
                yield replace(found, path=("position", *found.path))
        if self.turns is not None:
            yield from same(("turns",), self.turns, state.turns)
        if self.over is not None:
            yield from same(("over",), self.over, state.is_over)
        if self.result is not None:
            yield from _result(state, self.result)
        if self.scores is not None:
            scores = {player: n for player, n in (state.scores or {}).items() if player in self.scores}
            yield from same(("scores",), self.scores, scores if state.scores else "no scores")
        yield from self._about_knowledge(game, state)

    def _about_knowledge(self, game: Game, state: State) -> Iterator[Difference]:
        known = (*game.players, EVERYBODY)
        for player in [player for player in (*self.sees, *self.told) if player not in known]:
            yield unknown(("sees" if player in self.sees else "told", player), "player", player, known)
            return
        for player, sight in self.sees.items():
            for found in sight.differences(game, _view(state, player)):
                yield replace(found, path=("sees", player, *found.path))
        for player, texts in self.told.items():
            heard = [f"{o.who or 'chance'}: {o.text or '?'}" for o in _view(state, player).observations][-len(texts) :]
            if heard != texts:
                yield Difference(("told", player), listed(texts) or "nothing", listed(heard) or "nothing")

    def _about_moves(self, state: State) -> Iterator[Difference]:
        legal = [move.text for move in state.moves]
        known = set(legal)
        shown = listed(legal) or "no legal move"
        if self.moves is not None:
            wanted = _moves(self.moves, known)
            missing = tuple(move for move in wanted if move not in known)
            extra = tuple(move for move in legal if move not in set(wanted))
            if missing or extra:
                yield Difference(("moves",), listed(wanted) or "no legal move", shown, missing, extra)
        wanted = _moves(self.including, known)
        if missing := tuple(move for move in wanted if move not in known):
            yield Difference(("including",), listed(wanted), shown, missing)
        if extra := tuple(move for move in _moves(self.excluding, known) if move in known):
            yield Difference(("excluding",), "none of these: " + listed(self.excluding), shown, (), extra)
        if self.count is not None and self.count != len(legal):
            yield Difference(("count",), f"{self.count} legal moves", f"{len(legal)}: {shown}")
        if self.chances is not None:
            yield from same(("chances",), self.chances, _chances(state) if state.is_chance else "no roll")


def _chances(state: State) -> dict[str, str]:
    """The probability of each text at a roll. Outcomes with the same text are added."""
    found: dict[str, Fraction] = {}
    for move, chance in state.chance:
        found[move.text] = found.get(move.text, Fraction(0)) + chance
    return {text: str(chance) for text, chance in found.items()}


ALL = {"win": "everyone won", "loss": "everyone lost", "draw": "draw"}
"""The result of a game of several players that ended in the same way for all."""
ALIKE = {"win": "won", "wins": "won", "lose": "lost", "loses": "lost"}
"""Other words for how it ended; those that are told fit every name, also in the plural."""


def outcome(outcomes: Mapping[str, str] | None) -> str:
    """How a game ended, in words."""
    if outcomes is None:
        return "the game isn't over"
    if len(outcomes) > 1 and (said := ALL.get(" ".join({*outcomes.values()}))):
        return said
    if set(outcomes.values()) == {"draw"}:
        return "draw"
    winners = [player for player, what in outcomes.items() if what == "win"]
    if len(winners) == 1 and list(outcomes.values()).count("loss") == len(outcomes) - 1:
        return f"{winners[0]} won"
    return ", ".join(f"{player}: {what}" for player, what in outcomes.items())


def _result(state: State, wanted: str | Mapping[str, str]) -> Iterator[Difference]:
    if isinstance(wanted, str):
        name, _, verb = wanted.rpartition(" ")
        if f"{name} {ALIKE.get(verb, verb)}".strip() != (found := outcome(state.outcomes)):
            yield Difference(("result",), wanted, found)
    elif any((state.outcomes or {}).get(player) != what for player, what in wanted.items()):
        yield Difference(("result",), outcome(wanted), outcome(state.outcomes))


def _illegal(state: State, move: str, why: Why) -> Iterator[Difference]:
    path = ("illegal", move)
    expected = " · ".join(filter(None, [why.why, f"“{why.says}”" if why.says else ""])) or "not a legal move"
    try:
        found = state.parse(move, strict=True)
    except MoveError as error:
        kind = next((name for name, cls in _REASONS.items() if isinstance(error, cls)), "illegal")
        if (why.why and why.why != kind) or why.says not in str(error):
            yield Difference(path, expected, f"{kind}: {error}")
    else:
        yield Difference(path, expected, f"{found.text}, a legal move")


def _view(state: State, player: str) -> View:
    return state.public_view() if player == EVERYBODY else state.view(player)


def _to_move(state: State) -> str:
    return "nobody" if state.is_over else "chance" if state.is_chance else str(state.to_move)


def _moves(texts: Iterable[str], legal: set[str]) -> list[str]:
    return list(dict.fromkeys(move for text in texts for move in split(text, legal)))
