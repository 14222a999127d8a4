"""A whole ruleset: declarations, set-up, a turn, an end; it ends after some turns at the latest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from generator.author import NoWay
from generator.choices import Choices
from generator.code import Env, World
from generator.declarations import Declarations
from generator.place import Lines, Place, indented


@dataclass(frozen=True)
class Ruleset:
    """A ruleset's text, and what to load it with."""

    text: str
    players: int | None = None
    options: dict[str, object] = field(default_factory=dict)

    def __repr__(self) -> str:
        loaded = f"players={self.players}, options={self.options}"
        return f"\n{self.text}# loaded with {loaded}\n"


class Writer(Declarations):
    """Writes rulesets."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices, World())
        self.options = {}

    def ruleset(self) -> Ruleset:
        """A ruleset."""
        cap = self.choices.pick((12, 20, 6, 40))
        room = self.choices.pick((3_000, 3_000, 30_000))
        parts = [
            ['game "Made up"', *(['  designer "Chance", "Rule"', "  year 2024"] if self.choices.once_in(8) else [])],
            self.declare_players(), self.declare_types(), self.declare_boards(), self.declare_pieces(),
            self.declare_options(), self.declare_state(cap), self.declare_defines(), self.declare_looks(),
            self.setup(room), self.turn(room), self.end(cap, room),
        ]  # fmt: skip
        text = "\n\n".join("\n".join(part) for part in parts if part)
        return Ruleset(text + "\n", self.asked, self.options)

    # ---- sections

    def setup(self, room: int) -> Lines:
        """Pieces on the board, mostly, and a few statements."""
        env = Env(section="setup", room=room, depth=3)
        lines = self.placement() if self.world.kinds and self.choices.mostly(6) else []
        place = Place(decisions=False, ends=False, nested=1)
        while self.choices.once_in(3) and len(lines) < 8:
            more, env = self.statement(env, place)
            lines += more
        return ["setup", *indented(lines)] if lines else []

    def placement(self) -> Lines:
        """Some pieces of each kind, here and there."""
        lines: Lines = []
        for i, kind in enumerate(self.world.kinds):
            every = self.choices.pick((3, 2, 5, 9)) + i
            number = f"({self.choices.pick(range(kind.number[0], kind.number[1] + 1))})" if kind.number else ""
            spots = f"{{s in site where index(s) % {every} = "
            if not kind.owned:
                lines.append(f"put {kind.name}{number} on {spots}{self.choices.upto(every - 1)}}}")
                continue
            word = "under" if self.world.stacks and self.choices.once_in(3) else "on"
            lines.append("for p in player")
            lines.append(f"  put {kind.name}{number} of p {word} {spots}(index(p) + {i}) % {every}}}")
        return lines

    def turn(self, room: int) -> Lines:
        """A turn: now and then counted here, else in `end`."""
        env = Env(section="turn", room=room)
        lines = ["tick += 1"] if self.counted_in_turn else []
        lines += self.watched(env)
        place = Place(nested=1 + self.choices.upto(1))
        if self.choices.once_in(12):
            more, env = self.roll(env, place)
            lines += more
            place = replace(place, first=True)
        block = self.block(env, place, True)
        if self.choices.mostly(4):
            rest = ['choose "pass"'] if self.choices.mostly(6) else self.simple(env, replace(place, ends=False))[0]
            block = ["either", *indented(block), "otherwise", *indented(rest)]
        return ["turn", *indented([*lines, *block])]

    def watched(self, env: Env) -> Lines:
        """Changes that show what expressions come to, turn after turn."""
        lines: Lines = []
        while len(lines) < 8 and self.choices.mostly(5):
            try:
                lines.append(self.assignment(replace(env, depth=5)))
            except NoWay:
                break
        return lines

    @property
    def counted_in_turn(self) -> bool:
        """Whether turns are counted when they begin."""
        if not hasattr(self, "_counted"):
            self._counted = self.choices.once_in(3)
        return self._counted

    def end(self, cap: int, room: int) -> Lines:
        """What ends the game, and what becomes of players who can't move."""
        env = Env(section="end", room=room // 2, depth=3)
        lines = [] if self.counted_in_turn else ["tick += 1"]
        place = Place(decisions=False, rolls=False, nested=1)
        while self.choices.once_in(3) and len(lines) < 8:
            more, env = self.statement(env, place)
            lines += more
        stuck: list[Callable[[], Lines]] = [
            lambda: ["lose next if stuck"],
            lambda: ["draw if stuck"],
            lambda: ["next = me if stuck", "draw if stuck"],
            lambda: ["next = next.next if stuck"],
            lambda: ["if stuck", "  next = next.next", "  win me if stuck"],
            lambda: [f"{self.ending(env)} if stuck", "draw if stuck"],
            lambda: ["win me if stuck and tick > 3"],
            list,
        ]
        lines += self.choices.weighted([(w, way) for w, way in zip((6, 3, 3, 2, 2, 3, 1, 1), stuck, strict=True)])()
        last = "draw"
        if self.choices.once_in(3):
            inner = env.deeper
            lines.append(f"{self.ending(inner)} if tick >= {cap}")
        return ["end", *indented([*lines, f"{last} if tick >= {cap}"])]


def write(choices: Choices) -> Ruleset:
    """A ruleset; raises NoWay if the choices lead to none."""
    return Writer(choices).ruleset()


__all__ = ["NoWay", "Ruleset", "write"]
