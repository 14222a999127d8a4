"""Rules as they are just now in the page: a text with what it extends, options, and the number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cli.editors.diagnostics import in_text
from gdl.check.checker import Checked, check
from gdl.index.chain import Texts
from gdl.text.source import Source
from interpreter import Game, GameError
from interpreter.game.loading import made
from interpreter.game.rules import Given

TURN, END = "R609", "E704"
"""The codes of rules that have no `turn`, and of those that never end the game."""
STAND_INS = {TURN: '\nturn\n  either\n    choose "a"\n  or\n    choose "b"\n', END: "\nend\n  draw if false\n"}
"""What takes the place of the one or the other while somebody is still writing."""


class NotPlayable(GameError):
    """The rules have errors; str() is the first of them. `only`: its code, if there are no others."""

    def __init__(self, why: str, only: str = "") -> None:
        super().__init__(why)
        self.only = only


@dataclass(frozen=True)
class Begun:
    """A game as far as its rules are written. `dropped`: why it isn't one of the choices that were made, if it isn't;
    `missing`: what the rules have not yet; `moves`: whether they say what a player does."""

    game: Game
    dropped: str = ""
    missing: str = ""
    moves: bool = True


@dataclass(frozen=True)
class Rules:
    """A ruleset's text, and what was chosen beside the board."""

    source: Source
    texts: Texts
    options: Mapping[str, Any] = field(default_factory=dict)
    players: int | None = None

    def checked(self, origins: bool = False) -> Checked:
        """The rules, checked. Choices that they don't know any more are dropped. Raises NotPlayable."""
        return self.fitting(origins)[0]

    def fitting(self, origins: bool = False) -> tuple[Checked, str]:
        """The same, and why the choices were dropped, if they were."""
        try:
            return self._checked(origins), ""
        except NotPlayable as problem:
            if not self.options and self.players is None:
                raise
            return replace(self, options={}, players=None)._checked(origins), str(problem)

    def _checked(self, origins: bool) -> Checked:
        found = check(self.source, self.options, self.players, read_base=self.texts.read_base, origins=origins)
        if found.model is None:
            errors = [f for f in found.findings if f.severity == "error"]
            at = f"line {errors[0].span.line}: " if errors else ""
            why = in_text(errors[0].message, self.source.name) if errors else "the rules can't be played"
            raise NotPlayable(at + why, errors[0].code if len(errors) == 1 else "")
        return found

    def game(self) -> Game:
        """The game of these rules; raises NotPlayable."""
        return self.chosen()[0]

    def begun(self) -> Begun:
        """The game, although a turn or an end may be missing. Raises NotPlayable."""
        rules, lacking = self, dict[str, NotPlayable]()
        while True:
            try:
                game, dropped = rules.chosen()
            except NotPlayable as problem:
                if problem.only not in STAND_INS or problem.only in lacking:
                    raise next(iter(lacking.values()), problem) from None
                lacking[problem.only] = problem
                text = rules.source.text + STAND_INS[problem.only]
                rules = replace(rules, source=Source(rules.source.name, text))
            else:
                missing = next(map(str, lacking.values()), "")
                return Begun(game, dropped, missing, TURN not in lacking)

    def strict(self) -> Game:
        """The game with exactly these choices; raises LoadError."""
        model, given = made(self.source, self.options, self.players, self.texts.read_base)
        return Game(model, given=given)

    def chosen(self) -> tuple[Game, str]:
        """The game, and why it isn't one of these choices, if it isn't. Raises NotPlayable."""
        checked, dropped = self.fitting()
        assert checked.model is not None
        sources = tuple(tree.source for tree in checked.rules.trees)
        options, players = ({}, None) if dropped else (self.options, self.players)
        return Game(checked.model, given=Given(sources, tuple(sorted(options.items())), players)), dropped
