"""Where chance decides, values are learnt in another way: what counts is the mean over the last rounds."""

from __future__ import annotations

from array import array

import pytest

from interpreter import Game
from interpreter.players.learning import training
from interpreter.players.learning.shares import (
    CERTAIN,
    CHANCY,
    Held,
    Learnt,
    Share,
    nearer,
    recipe,
    together,
)
from interpreter.players.learning.training import Progress, fresh, learn


@pytest.mark.parametrize(
    ("name", "rolls"), [("backgammon", True), ("einstein", True), ("chess", False), ("onitama", False)]
)
def test_dice_in_turns_make_the_difference(name: str, rolls: bool) -> None:
    """In Onitama, only the cards that are dealt before the game are chance."""
    assert recipe(Game.load(name)) == (CHANCY if rolls else CERTAIN)


def floats(held: bytes) -> array[float]:
    found = array("f")
    found.frombytes(held)
    return found


def test_values_are_taken_a_part_of_the_way() -> None:
    one = Game.load("nim")
    weights = fresh(one, 3)
    here, there = weights.values, array("f", (1.0 - 2.0 * w for w in weights.values))
    begun = Share(weights.symmetries, Held(here.tobytes(), here.tobytes()), 3, 0, 50)
    found = floats(nearer(one, begun, here.tobytes(), there.tobytes(), 0.25))
    assert list(found) == pytest.approx([a + 0.25 * (b - a) for a, b in zip(here, there, strict=True)], abs=1e-6)


def test_the_mean_follows_the_last_third_of_all_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worked out here from what each round came to. Going on, the mean begins with what was learnt."""
    one = Game.load("einstein")
    rounds: list[tuple[array[float], int]] = []

    def noted(game: Game, begun: Share, learnt: list[Learnt]) -> Held:
        found = together(game, begun, learnt)
        rounds.append((floats(found.values), sum(part.positions for part in learnt)))
        return found

    monkeypatch.setattr(training, "together", noted)

    def more(progress: Progress) -> bool:
        return len(rounds) % 6 != 0

    def mean_from(total: int, mean: array[float]) -> array[float]:
        for values, positions in rounds[-6:]:
            total += positions
            part = min(3 * positions / total, 1.0)
            mean = array("f", (m + part * (v - m) for m, v in zip(mean, values, strict=True)))
        return mean

    first = learn(one, 5, 2, more, size=50)
    assert first.values == pytest.approx(mean_from(0, fresh(one, 5).values), abs=1e-5)
    assert max(abs(a - b) for a, b in zip(first.values, rounds[-1][0], strict=True)) > 0.001
    again = learn(one, 5, 2, more, first, size=50)
    assert again.values == pytest.approx(mean_from(first.training.positions, first.values), abs=1e-5)
