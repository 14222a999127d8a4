"""Games expanded by the compiled rules: the same sets, sequences and ends as state by state, the same complaints."""

from __future__ import annotations

from collections import defaultdict

import pytest

from interpreter import Game
from interpreter.errors import UnsolvedError
from interpreter.players.equilibrium.describing import by_choices, by_ways, states_of
from interpreter.players.equilibrium.expansion import expand
from interpreter.players.equilibrium.native_expansion import expand_natively
from interpreter.players.equilibrium.sequence_form import ENTRY, SequenceForm
from interpreter.players.equilibrium.wrong import LeakError
from tests.support.hidden_games import KUHN, LEAKY, PENNIES
from tests.support.small_hidden import PHANTOM

MEMORY = 1 << 28

SECRET = PHANTOM.replace("grid(3, 3)", "grid(2, 2)").replace("lines(3)", "lines(2)")


def natively(game: Game) -> SequenceForm:
    found = expand_natively(game, MEMORY, lambda _: None)
    assert found is not None
    return found


def ends(form: SequenceForm) -> dict[tuple[int, int], float]:
    found: dict[tuple[int, int], float] = defaultdict(float)
    for first, second, worth in ENTRY.iter_unpack(bytes(form.entries)):
        found[first, second] += worth
    return found


@pytest.mark.parametrize("text", [KUHN, PENNIES, SECRET], ids=["kuhn", "pennies", "secret"])
def test_both_ways_find_the_same(text: str) -> None:
    game = Game.parse(text)
    ours, other = natively(game), expand(game.beginning(), game.players, MEMORY)
    assert (ours.histories, ours.options, ours.ends, ours.longest) == (
        other.histories, other.options, other.ends, other.longest,
    )  # fmt: skip
    for mine, theirs in zip(ours.sides, other.sides, strict=True):
        assert mine.keys == theirs.keys
        assert mine.parents == theirs.parents
        assert mine.firsts == theirs.firsts
        here = [state.line for state in states_of(game.beginning(), mine.ways, by_ways)]
        assert here == [state.line for state in states_of(game.beginning(), theirs.ways, by_choices)]
    assert ends(ours) == pytest.approx(ends(other))


def test_leaks_are_told_alike() -> None:
    game = Game.parse(LEAKY)
    with pytest.raises(LeakError) as native:
        natively(game)
    with pytest.raises(LeakError) as stepwise:
        expand(game.beginning(), game.players, MEMORY)
    assert str(native.value) == str(stepwise.value)


def test_results_that_dont_come_to_nothing_are_told_alike() -> None:
    game = Game.parse(KUHN.replace("pay p by p.lead", "pay p by 1"))
    with pytest.raises(UnsolvedError) as native:
        natively(game)
    with pytest.raises(UnsolvedError) as stepwise:
        expand(game.beginning(), game.players, MEMORY)
    assert str(native.value) == str(stepwise.value)


def test_memory_has_an_end() -> None:
    with pytest.raises(UnsolvedError, match="lines of play fill 0 MB, and there are more"):
        expand_natively(Game.parse(SECRET.replace("grid(2, 2)", "grid(3, 3)")), 1 << 18, lambda _: None)
