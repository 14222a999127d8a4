"""Search from what a player knows: stronger than chance, the same from the same seed, mixed where it has to be."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from threading import Thread

import pytest
from small_hidden import HANDS, PENNIES, PHANTOM, game

from interpreter import Game, PlayerError
from interpreter.lab.matches import Match
from interpreter.players import make
from interpreter.players.analysis import Ponderer
from interpreter.players.asking import analyses, analysis, ask, seat_of
from interpreter.players.beliefs.evidence import UnknownError, learnt
from interpreter.players.information import InformationState
from interpreter.players.knowing import InformationSearch
from interpreter.players.mcts import Budget


def search(text: str, player: str, iterations: int, seed: int = 0) -> InformationSearch:
    return InformationSearch(seat_of(game(text), player, seed), Budget(iterations=iterations))


@pytest.mark.parametrize("name", ["phantom", "goofspiel"])
def test_it_beats_random_players(name: str) -> None:
    """By more than three times what the mean may be off."""
    table = game(PHANTOM) if name == "phantom" else Game.load("goofspiel", cards=5)
    match = Match(table, ["mcts:400", "random"], seed=3)
    for _ in match.play(30):
        pass
    worth = match.standings[0].results["utility"]
    assert worth.error is not None
    assert worth.mean > 3 * worth.error


def test_the_same_seed_plays_the_same_game() -> None:
    first, again, other = (
        [bout.utilities for bout in Match(game(PHANTOM), ["mcts:60", "random"], seed=seed).play(4)]
        for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


@pytest.mark.parametrize("player", ["Even", "Odd"])
def test_decisions_at_once_are_mixed_as_they_should_be(player: str) -> None:
    """The only equilibrium, by the indifference of the other: 2x - (1 - x) = -x + (1 - x), so that x = 2/5."""
    state = game(PENNIES).start()
    if player == "Odd":
        state = state.play("tails")
    found = analysis(search(PENNIES, player, 40_000), state)
    shares = {option.move.text: option.share for option in found.options}
    assert shares["heads"] == pytest.approx(0.4, abs=0.07)
    assert sum(shares.values()) == pytest.approx(1)


def test_what_is_drawn_is_as_mixed() -> None:
    state, shown = game(PENNIES).start(), []
    for seed in range(40):
        player = search(PENNIES, "Even", 3_000, seed)
        shown.append(ask(player, state).text)
        player.close()
    assert 6 <= shown.count("heads") <= 28


def test_a_search_knows_what_its_player_knows() -> None:
    """White has bet and holds 3: that the other has 1 or 2 is all that is known, and either is as likely."""
    state = next(s for s in (game(HANDS).start(n) for n in range(99)) if s.value("hand", "White") == 3)
    for other in (s for s in (game(HANDS).start(n) for n in range(99)) if s.value("hand", "White") == 3):
        assert analysis(search(HANDS, "White", 200), other) == analysis(search(HANDS, "White", 200), state)
    found = analysis(search(HANDS, "White", 500), state)
    assert found.prospect.expected["White"] == pytest.approx(1)


def test_it_tells_what_who_isnt_asked_may_think() -> None:
    state = game(HANDS).start(1)
    player = search(HANDS, "Black", 300)
    assert isinstance(player, Ponderer)
    assert analyses(player)
    found = analysis(player, state, "Black")
    assert found.options == ()
    assert -1 <= found.prospect.expected["Black"] <= 1
    assert found.effort.startswith("300 iterations, ")


def test_where_nothing_fits_it_says_so_and_plays_on() -> None:
    """What somebody wrote by hand need not be possible."""
    state = game(PHANTOM).start().play("a1")
    known = InformationState.of(state, "Black")
    odd = replace(known, learnt=(*known.learnt, replace(known.learnt[-1], key=7)))
    player = search(PHANTOM, "Black", 50)
    with pytest.raises(PlayerError, match="no state was found that fits what is known to Black"):
        player.ponder(odd)
    assert player.decide(odd) in known.moves
    assert player.blind == 1
    assert player.decide(known) in known.moves
    assert player.blind == 1


@pytest.mark.parametrize("spec", ["mcts:20", "level:2"])
def test_a_match_says_who_played_blindly(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(game(PHANTOM), [spec, "random"], seed=1)
    for _ in match.play(2):
        pass
    assert [one.blind for one in match.standings] == [0, 0]

    def unknown(*_: object) -> bool:
        raise UnknownError("none")

    monkeypatch.setattr(InformationSearch, "_believe", unknown)
    match = Match(game(PHANTOM), [spec, "random"], seed=1)
    for bout in match.play(2):
        assert sum(bout.blind) > 1
    assert match.standings[0].blind > 2
    assert match.standings[0].decisions >= match.standings[0].blind
    assert match.standings[1].blind == 0


def test_whoever_gets_no_time_from_a_busy_machine_isnt_blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock finds an hour gone, while the thread itself has hardly run: states are looked for all the
    same, and something is searched, for moves at random would be as good."""
    hours = count(0, 3600)
    state = next(s for s in (game(HANDS).start(n) for n in range(99)) if s.value("hand", "White") == 3)
    player = InformationSearch(seat_of(game(HANDS), "White"), Budget(seconds=0.02))
    assert ask(player, state) in state.moves  # compiled by now
    with monkeypatch.context() as busy:
        busy.setattr("time.perf_counter", lambda: float(next(hours)))
        found = player.ponder(InformationState.of(state, "White"))
        assert ask(player, state) in state.moves
    assert player.blind == 0
    assert sum(option.visits for option in found.options) >= 64
    assert found.prospect.expected["White"] == pytest.approx(1)  # with 3 White can't lose


@pytest.mark.parametrize("spec", ["mcts:50/2", "mcts:20ms", "mcts:2s+10ms", "careful:50", "level:2", "level:8"])
def test_all_kinds_of_search_play_it(spec: str) -> None:
    state = game(PHANTOM).start().play("a1").play("b2")
    player = make(spec, seat_of(game(PHANTOM), "White"))
    assert ask(player, state) in state.moves
    player.close()


def test_it_goes_on_from_what_it_knew() -> None:
    """Particles are carried on through a whole game, and fit at each decision."""
    state, player = game(PHANTOM).start(), search(PHANTOM, "White", 100)
    while not state.is_over:
        if state.to_move == "White":
            state = state.play(ask(player, state))
            continue
        state = state.play(state.moves[-1])
    assert player.blind == 0
    assert len(learnt(state, "White")) > 3


def test_a_search_is_halted_from_elsewhere() -> None:
    """It would take hours, and ends at once: while it looks for states, or while it searches."""
    state = game(PHANTOM).start().play("a1").play("b2")
    player = search(PHANTOM, "White", 10**9)
    player.ready()
    thread = Thread(target=ask, args=(player, state), daemon=True)
    thread.start()
    while thread.is_alive():  # a word that comes before the search has begun is forgotten
        player.halt()
        thread.join(0.01)
    player.budget = Budget(iterations=100)
    assert ask(player, state) in state.moves
