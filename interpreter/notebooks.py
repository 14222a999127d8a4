"""Games and states as pictures in notebooks: drawing stands above games, so the pictures are attached from here."""

from __future__ import annotations

from interpreter.game.game import Game
from interpreter.game.state import State


def _state(state: State) -> str:
    """The position as a picture, which notebooks show."""
    from interpreter.drawing.svg import picture  # nobody but notebooks needs it

    return picture(state.view())


def _game(game: Game) -> str:
    """The beginning of its first game as a picture, which notebooks show."""
    return _state(game.start())


def attach() -> None:
    """From now on notebooks show every game and state as its board."""
    for shown, picture in ((State, _state), (Game, _game)):
        setattr(shown, "_repr_svg_", picture)  # noqa: B010 - the classes themselves know of no pictures
