"""What moves can bring about, by their form: positions that come again, pieces lost by one's own move."""

from __future__ import annotations

from interpreter.bridges.descriptions.zillions.moves.army import Move
from interpreter.bridges.descriptions.zillions.moves.terms import (
    EMPTY,
    MINE,
    THEIRS,
    YES,
    In,
    Less,
    Meet,
    Not,
    Place,
    Ray,
    Start,
    Step,
)  # fmt: skip
from interpreter.bridges.descriptions.zillions.writing.game import Game


def can_repeat(game: Game) -> bool:
    """Whether a position may come about again, as far as the form of the moves tells."""
    if game.sheet.option("pass turn") == "true":
        return True
    drops = [move for move in game.army.moves if move.is_drop]
    others = [move for move in game.army.moves if not move.is_drop]
    if drops:
        return bool(others) or not all(_only_adds(move) for move in drops)
    if any(effect.sort == "put" and not effect.kind for move in others for effect in move.path.effects):
        return True
    return not all(_goes_ahead(others, player, game) for player in game.movers)


def _only_adds(move: Move) -> bool:
    """Whether a drop leaves one piece more on the board."""
    takes = any(effect.sort == "remove" for effect in move.path.effects)
    return not takes and any(part == In(move.path.goal, EMPTY) for part in move.path.conditions)


def _takes(move: Move) -> bool:
    return any(effect.sort == "remove" and effect.guard == YES for effect in move.path.effects) or any(
        part == In(move.path.goal, THEIRS) for part in move.path.conditions)  # fmt: skip


def _goes_ahead(moves: list[Move], player: str, game: Game) -> bool:
    """Whether all moves of a player that take nothing lead on in one direction, which no move leads back in."""
    own = [move for move in moves if move.player == player]
    quiet = [move for move in own if not _takes(move)]
    steps = [_step(move.path.goal, game) for move in quiet]
    return any(all(step is not None and step[axis] * sign > 0 for step in steps) for axis in (0, 1) for sign in (1, -1))


def _step(place: Place, game: Game) -> tuple[int, int] | None:
    """The way from where a piece stands, in columns and rows; of a slide its first step."""
    c = r = 0
    while isinstance(place, Step | Ray):
        step = game.board.step(place.way)
        if step is None:
            return None
        c, r = c + step[0], r + step[1]
        place = place.place
    return (c, r) if isinstance(place, Start) else None


def may_give(game: Game) -> bool:
    """Whether a move can give a piece, or another kind of one, to who doesn't move."""
    return any(
        effect.sort == "put" and effect.owner != "me" for move in game.army.moves for effect in move.path.effects
    )


def may_lose_own(game: Game) -> bool:
    """Whether a move can take pieces of who moves."""
    for move in game.army.moves:
        if not _spares(move.path.goal, move):
            return True
        for effect in move.path.effects:
            if effect.sort == "remove" and not _spares(effect.place, move):
                return True
            if effect.sort == "put" and effect.owner not in ("", "me"):
                return True
    return False


def _spares(place: Place, move: Move) -> bool:
    """Whether it is known that no piece of who moves stands there."""
    if isinstance(place, Ray):
        return place.area in (EMPTY, THEIRS) or (isinstance(place.area, Less) and place.area.area == MINE)
    for condition in move.path.conditions:
        if isinstance(condition, In) and condition.place == place:
            areas = condition.area.parts if isinstance(condition.area, Meet) else (condition.area,)
            if any(area in (EMPTY, THEIRS) for area in areas):
                return True
        if condition == Not(In(place, MINE)):
            return True
    return False
