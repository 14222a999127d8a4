"""Groups of options that several commands have: each is declared once, and a command takes it as one parameter.

    @spliced(games="How many random games a trial.")
    def tune(game: GameArgument, *, amounts: Amounts, rules: Rules, seed: SeedOption = 0) -> None: ...

On the command line each field of a group is an option, in the place where the group stands.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from cli.options.arguments import PlayersOption, SetOption, command_for, load, settings
from interpreter import Game
from interpreter.game.game import Backend

__all__ = ["Rules", "spliced"]


@dataclass(frozen=True)
class Rules:
    """The game's options, and how many play."""

    sets: SetOption = None
    players: PlayersOption = None

    @property
    def settings(self) -> dict[str, Any]:
        """The options with their values."""
        return settings(self.sets or [])

    def load(self, game: str, backend: Backend = "auto") -> Game:
        """The game with these options. Use within `clear_errors`."""
        return load(game, self.sets or [], self.players, backend)

    def load_for_long(self, game: str, backend: Backend = "auto") -> Game:
        """The same for work that may take long: it may go over to C by itself."""
        found = self.load(game, backend)
        found.turns_to_c = backend == "auto"
        return found

    def command(self, command: str, game: str) -> str:
        """A command for the same game with the same options."""
        return command_for(command, game, self.sets or [], self.players)


def spliced(**helps: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Spells a command's groups out as options; `helps` are texts of help that are this command's own."""

    def splice(command: Callable[..., None]) -> Callable[..., None]:
        hints = get_type_hints(command, include_extras=True)
        groups = {name: hint for name, hint in hints.items() if isinstance(hint, type) and is_dataclass(hint)}
        parameters: list[inspect.Parameter] = []
        for one in inspect.signature(command).parameters.values():
            if one.name in groups:
                parameters += _options(groups[one.name], helps)
            else:
                parameters.append(one.replace(annotation=hints[one.name], kind=one.KEYWORD_ONLY))

        def run(**given: Any) -> None:
            for name, group in groups.items():
                given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
            command(**given)

        run.__doc__, run.__name__, run.__module__ = command.__doc__, command.__name__, command.__module__
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        return run

    return splice


def _options(group: Any, helps: dict[str, str]) -> Iterable[inspect.Parameter]:
    """The options that a group's fields declare."""
    hints = get_type_hints(group, include_extras=True)
    for field in fields(group):
        hint = hints[field.name]
        if field.name in helps and get_origin(hint) is Annotated:
            kind, said = get_args(hint)
            said = copy(said)
            said.help = helps[field.name]
            hint = Annotated[kind, said]
        yield inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hint
        )
