"""A module made for pages, driven as a page drives it: what it says beside what the reference interpreter says."""

from __future__ import annotations

from itertools import takewhile
from random import Random
from typing import Any

from cli.web.page.build import jobs
from gdl.model.types import TRUTHS, Range, Size
from interpreter import Game, RuleError, State
from interpreter.graph.abi import STUCK
from interpreter.graph.chance import seed_key
from interpreter.native.compile import compile_model
from interpreter.native.host.instance import Instance
from interpreter.native.lower.texts import ANOTHER, ASKED
from interpreter.native.module.emitter import NONE
from interpreter.native.record.description import shown_variables


def signed(key: int) -> int:
    """64 bits as they are given to a module."""
    return key - (key >> 63 << 64)


class PageModule:
    """One game in a module for pages."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.compiled = compile_model(game.model, jobs(game))
        self.instance = Instance(self.compiled)
        self.call = self.instance.call

    def texts(self) -> list[list[str]]:
        """The texts of all options, each with the further ways to write it."""
        count = self.call("page_moves")
        assert count >= 0, count
        at, size = self.instance.report(2)
        words = self.instance.words(at, size // 8)
        found, i = [], 0
        while i < len(words):
            i += 2 + words[i + 1]
            parts = words[i + 1 : i + 1 + words[i]]
            i += 1 + words[i]
            ways = [""]
            for part in takewhile(lambda part: part != 2 * ASKED, parts):
                if part == 2 * ANOTHER:
                    ways.append("")
                else:
                    ways[-1] += str(part >> 1) if part & 1 else self.compiled.strings[part >> 1]
            found.append([ways[0], *filter(None, ways[1:])])
        assert len(found) == count
        return found

    def decided(self) -> list[str]:
        """The sites that witness why the game has ended."""
        count = self.call("page_decided")
        assert count >= 0, count
        (at,) = self.instance.report(1)
        parts = takewhile(lambda part: part != 2 * ANOTHER, self.instance.words(at, count) if count else ())
        text = "".join(self.compiled.strings[part >> 1] for part in parts)
        return [label for label in text.split(",") if label]

    def shown(self) -> dict[str, Any]:
        """What the state shows."""
        model = self.game.model
        at = self.call("page_show")
        assert at > 0, at
        words = iter(self.instance.words(at, (self.instance.size - at) // 8))
        kind, who, stop, me, turns, scored = (next(words) for _ in range(6))
        scores = [next(words) for _ in model.players]
        points = tuple(next(words) for _ in model.players)
        pieces = {
            label: tuple(model.pieces.labels[next(words)] for _ in range(next(words)))
            for label in (model.board.labels if model.board else ())
        }
        values = {}
        for variable in shown_variables(model):
            cells = 1
            for dimension in variable.dimensions:
                cells *= len(dimension)
            key = variable.name, len(variable.dimensions)
            values[key] = [self._value(variable.type, words) for _ in range(cells)]
        return {"kind": kind, "who": who, "stop": stop, "me": me, "turns": turns, "pieces": pieces, "values": values,
                "points": points,
                "scores": dict(zip(model.players, scores, strict=True)) if scored else None}  # fmt: skip

    @staticmethod
    def _value(type_: Any, words: Any) -> Any:
        base = type_.base
        if type_.size == Size.MANY:
            found = [next(words) for _ in range(next(words))]
            return found if isinstance(base, Range) else [base.labels[i] for i in found]
        value = next(words)
        if base is TRUTHS:
            return bool(value)
        if isinstance(base, Range):
            return None if value == NONE else value
        return base.labels[value] if value >= 0 else None


def expected(state: State) -> dict[str, Any]:
    """The same from a state of the reference interpreter."""
    model = state.game.model
    values = {}
    for variable in shown_variables(model):
        rows: list[tuple[str, ...]] = [()]
        for dimension in variable.dimensions:
            rows = [(*row, label) for row in rows for label in dimension.labels]
        values[variable.name, len(variable.dimensions)] = [state.value(variable.name, *row) for row in rows]
    pieces = {s: tuple(p.label for p in state.pieces(s)) for s in (model.board.labels if model.board else ())}
    return {"pieces": pieces, "values": values, "scores": state.scores, "turns": state.turns}


def played_alike(game: Game, seed: int, plies: int) -> int:
    """Play a game at random on both sides and compare everything that a page asks; gives how many plies it took."""
    module = PageModule(game)
    random, key = Random(seed), signed(seed_key(seed))
    count = module.call("page_start", key, 0)
    try:
        state = game.start(seed=seed)
    except RuleError:
        assert count < 0, (game.name, "a rule is broken")
        return 0
    if state.is_over and count == STUCK:  # whether a start is an end is left to the reference interpreter
        return 0
    for ply in range(plies):
        where = f"{game.name}, ply {ply}"
        assert count == len(state.ways), (where, count)
        assert (module.call("page_fresh") == 0) == (state.in_turn or state.is_over), where
        shown = module.shown()
        wanted = expected(state)
        assert {key: shown[key] for key in wanted} == wanted, where
        assert shown["stop"] == (0 if state.is_over else 2 if state.is_chance else 1), where
        if state.is_over:
            result = state._stop.values[2]
            assert ("", "win", "lose", "draw", "rank", "pay")[shown["kind"]] == result[0], where
            if result[0] in ("win", "lose"):
                assert shown["who"] == result[1], where
            elif result[0] in ("rank", "pay"):
                assert shown["points"] == tuple(result[1]), where
            return ply
        assert game.players[shown["me"]] == state.mover, where
        texts = [[move.text, *move.others] for move in state.ways]
        assert module.texts() == texts, where
        k = random.randrange(len(texts))
        count = module.call("page_play", k)
        try:
            state = state.play(state.ways[k])
        except RuleError:
            assert count < 0, (where, "a rule is broken")
            return ply
    return plies
