"""What the site tells of each game: read from the rulesets, from `gdl list`, and from the table of games."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from cli.options.catalogue import entries
from gdl import library
from gdl.model.statements import Roll, walk
from interpreter import Game
from website.staging import ROOT

ROW = re.compile(r"^\| \[[^\]]+\]\(\.\./(rulesets/[^)]+)/README\.md\)")
OTHER = "Others"


@dataclass(frozen=True)
class Shown:
    """A ruleset in the gallery."""

    game: Game
    name: str
    folder: str
    """Of its page, below the repository."""
    is_variant: bool
    kind: str
    """The chapter of docs/games.md that lists its family."""
    fewest: int
    most: int
    about: str

    @property
    def title(self) -> str:
        """The game's title."""
        return self.game.title

    @property
    def hidden(self) -> bool:
        """Whether players may know different things; then it has no page of its own to play on."""
        return self.game.model.hides

    @property
    def chance(self) -> bool:
        """Whether dice are rolled or cards are dealt."""
        model = self.game.model
        return any(isinstance(one, Roll) for block in (model.setup, model.turn) for one in walk(block))

    @property
    def minutes(self) -> int:
        """How long a game takes, as its ruleset says; 0 if it doesn't."""
        told = dict(self.game.facts).get("minutes", ())
        return int(told[0]) if told and told[0].isdigit() else 0


def shown(names: Container[str] | None = None) -> list[Shown]:
    """All rulesets that ship, or those with these names, each game before its variants."""
    kinds = chapters()
    paths = library.paths()
    found = []
    for entry in entries():
        if names is not None and entry.name not in names:
            continue
        game = Game.load(entry.name)
        folder = paths[entry.name].parent.relative_to(ROOT).as_posix()
        low, high = _range(entry.players, len(game.players))
        found.append(
            Shown(game, entry.name, folder, bool(entry.base), kinds.get(folder, OTHER), low, high, entry.about)
        )
    return found


def _range(told: str, now: int) -> tuple[int, int]:
    numbers = [int(one) for one in re.findall(r"\d+", told)] if told.endswith("players") else []
    return (numbers[0], numbers[-1]) if numbers else (now, now)


def chapters() -> dict[str, str]:
    """The chapter of the table of games in which each folder's page stands."""
    chapter, found = OTHER, {}
    for line in (ROOT / "docs" / "games.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            chapter = line.removeprefix("## ")
        elif row := ROW.match(line):
            found.setdefault(str(Path(row[1])), chapter)
    return found
