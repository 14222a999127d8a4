"""Players: strength that can be proved, the same choices from the same seed, names, and what can't be played."""

from __future__ import annotations

import re
from functools import cache
from itertools import count, product
from operator import xor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from endings import can_force, turn_ends, won
from playing import load, turns
from sample import daily

from gdl.lint import lint
from gdl.lint.rule import example
from gdl.text.source import Source
from interpreter import Game, Move, PlayerError, State
from interpreter.errors import UnsolvedError
from interpreter.game.plies import Step
from interpreter.lab.matches import Bout, Match
from interpreter.lab.tools.simulate import playout
from interpreter.native.module.emitter import Unsupported
from interpreter.players import Player, Seat, make, maker
from interpreter.players.alphabeta import AlphaBeta, Limit
from interpreter.players.analysis import Analyst
from interpreter.players.mcts import Budget, Manner, MonteCarlo
from interpreter.players.solving import solve
from interpreter.players.specs import opponent

FIVE = ("sparks", "sparklies", "big_balls", "fire_and_ice", "spectral_reapers")
ENDINGS_FILE = Path(__file__).parents[1] / "support" / "endings.yaml"
ENDINGS: dict[str, list[Any]] = yaml.safe_load(ENDINGS_FILE.read_text(encoding="utf-8"))


def seat(game: Game, label: str = "", seed: int = 0, number: int = 0) -> Seat:
    return Seat(game, label or game.players[0], seed, number)


def whole_turn(player: Player, state: State) -> State:
    """Where a player's turn leads."""
    turn, me = state.turns, state.to_move
    while not state.is_over and state.turns == turn and state.to_move == me:
        state = state.play(player.choose(state))
    return state


def test_a_long_turn_is_looked_at_in_part() -> None:
    """A turn of Arimaa has some ten thousand ways, and a hundred thousand in the middle of a game: no more options are
    looked at before the first iteration than are worth while."""
    player = make("mcts:1", seat(game := Game.load("arimaa", usual=True)))
    state = game.start()
    player.choose(state)
    assert isinstance(player, MonteCarlo)
    effort = player.so_far().effort
    nodes = int(re.sub(r"\D", "", effort.partition("iteration")[2]))
    assert 1000 < nodes <= 20_000
    player.close()


# ---- the interface -----------------------------------------------------------------------------------


class Greedy(Player):
    """Wants to leave few moves."""

    def choose(self, state: State) -> Move:
        return min(state.moves, key=lambda move: len(state.play(move).moves))


def bouts(game: Game, *specs: str, games: int = 4, **options: Any) -> list[Bout]:
    jobs = options.pop("jobs", 1)
    return list(Match(game, specs, **options).play(games, jobs))


def test_a_player_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "greedy.py"
    file.write_text(
        "from interpreter.players import Player\n"
        "class Greedy(Player):\n"
        "    def choose(self, state):\n"
        "        return min(state.moves, key=lambda move: len(state.play(move).moves))\n",
        encoding="utf-8",
    )
    match = Match(load("sparks"), [f"{file}:Greedy", "random"])
    ours = [bout.decisions for bout in match.play(2)]
    match = Match(load("sparks"), ["random", "random"])
    match.makers = (Greedy, match.makers[1])
    assert ours == [bout.decisions for bout in match.play(2)]


def test_random_players_play_the_games_of_simulate() -> None:
    for number, bout in enumerate(bouts(load("big_balls"), "random", games=3, seed=5)):
        game = playout(load("big_balls"), 5, number)
        assert sum(bout.decisions) == game.decisions
        assert bout.outcomes == tuple((game.end.outcomes or {}).values())


@pytest.mark.parametrize(
    "spec",
    ["mcts:1s", "mcts:250ms", "mcts:5000", "mcts", "careful:1s", "careful:50", "alphabeta:3", "alphabeta", "random",
     "alphabeta:1s", "alphabeta:250ms", "alphabeta:50000n"],
)
def test_names(spec: str) -> None:
    make(spec, seat(load("sparks"))).close()


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("mtcs", "did you mean `mcts`"), ("", "mcts:1s"), ("human", "there are random"), ("random:3", "nothing behind"),
        ("mcts:fast", "mcts:1s, mcts:5000"), ("mcts:0", "from 1"), ("mcts:0s", "more than nothing"),
        ("mcts:9999999999", "from 1"), ("mcts:1e3s", "a time"), ("mcts:-1", "a time"), ("mcts:99999s", "3,600"),
        ("careful:fast", "careful:1s, careful:5000"), ("alphabeta:0", "1 to"), ("alphabeta:deep", "from 1 to"),
        ("alphabeta:9999", "1 to"), ("alphabeta:0s", "more than nothing"), ("alphabeta:0n", "from 1"),
        ("alphabeta:3.5n", "alphabeta:50000n"), ("alphabeta:4000s", "3,600"),
        ("missing.py", "missing.py"),
    ],
)  # fmt: skip
def test_bad_names_are_explained(spec: str, said: str) -> None:
    with pytest.raises(PlayerError, match=r"(?s).*") as problem:
        maker(spec)
    assert said in str(problem.value)


def test_a_file_without_the_player_that_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text("from interpreter.players import Player\nclass A(Player): pass\nclass B(Player): pass\n")
    for spec in (str(file), f"{file}:C"):
        with pytest.raises(PlayerError, match="A, B"):
            maker(spec)
    file.write_text("1 / 0\n")
    with pytest.raises(PlayerError, match="ZeroDivisionError"):
        maker(str(file))


# ---- what can be relied on ---------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "name"), daily(product(["mcts", "careful"], ["sparks", "big_balls", "einstein"]), 3))
def test_iterations_and_a_seed_name_the_games(name: str, kind: str) -> None:
    def games(jobs: int) -> list[Any]:
        found = bouts(Game.load(name), f"{kind}:60", f"{kind}:30", seed=3, jobs=jobs)
        return [(bout.pairing, bout.outcomes, bout.decisions) for bout in found]

    assert games(1) == games(2)


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = load("fire_and_ice")
    state, player = game.start(1), MonteCarlo(seat(game), Budget(iterations=500))
    fresh = sum(option.visits for option in player.analyse(state).options)
    best = player.analyse(state).options[0].move
    step = Step(state, best, state.play(best))
    player.played(step)
    assert sum(option.visits for option in player.analyse(step.after).options) > fresh + 100
    player.close()


THREE_COINS = """game "Three coins"

players White, Black

turn
  roll heads in 3 of {0, 1}
  choose "look"
  win White if heads = 0
  lose White
"""


@pytest.mark.parametrize("spec", ["mcts:400", "alphabeta:4"])
def test_of_a_roll_each_outcome_has_its_chance(spec: str) -> None:
    """Three coins fall in eight ways, but with four outcomes: 1, 3, 3 and 1 of 8. White wins in one way of eight."""
    game = Game.parse(THREE_COINS)
    player = make(spec, seat(game))
    assert isinstance(player, Analyst)
    found = player.analyse(game.start())
    assert {o.move.text: round(o.share, 3) for o in found.options} == {"0": 0.125, "1": 0.375, "2": 0.375, "3": 0.125}
    assert {o.move.text: o.prospect.expected["White"] for o in found.options} == {"0": 1, "1": -1, "2": -1, "3": -1}
    assert (found.prospect.is_sure, found.prospect.expected["White"]) == (True, 1 / 8 - 7 / 8)
    player.close()


THOUSANDS = """game "Thousands of options"

players White, Black
player has named: 0..1999
game has turns: 0..2

turn
  choose n in 0..1999 as "{n}"
  me.named = n
  turns += 1

end
  rank p by p.named if turns = 2
"""


def test_solving_gives_up_soon_where_positions_have_thousands_of_options() -> None:
    """Two thousand options in each of the two turns: the game has 4,002,001 positions."""
    seen: list[str] = []
    with pytest.raises(UnsolvedError, match="more than 3,000 positions"):
        solve(Game.parse(THOUSANDS).start(), report=seen.append, positions=3_000)
    assert int(seen[-1].split()[0].replace(",", "")) < 200_000


def test_who_isnt_told_of_moves_begins_anew() -> None:
    game = load("sparks")
    told, untold = (MonteCarlo(seat(game), Budget(iterations=200)) for _ in range(2))
    state = game.start(2)
    untold.choose(state)
    for _ in range(3):
        state = state.play(state.moves[0])
    assert untold.choose(state) == told.choose(state)


def test_a_single_iteration_may_be_all_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()
    monkeypatch.setattr("interpreter.players.mcts.time", SimpleNamespace(perf_counter=lambda: float(next(clock))))
    game = load("sparks")
    player = MonteCarlo(seat(game), Budget(seconds=0.5))
    assert player.analyse(game.start()).effort.startswith("1 iteration,")


def test_rules_that_break_ahead_dont_stop_a_search() -> None:
    game = Game.parse(
        'game "Brittle"\nplayers White, Black\ngame has total: 0..5\nturn\n  choose n in 1..3\n  total += n\n'
        "end\n  win me if total = 5\n"
    )
    player = MonteCarlo(seat(game), Budget(iterations=200))
    state = game.position({"to move": "White", "variables": {"total": 3}})
    analysis = player.analyse(state)
    assert player.choose(state).text in ("1", "2")
    assert set(analysis.prospect.expected) == {"White", "Black"}


def test_rules_that_cant_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Unsupported("sets of sets (rules.gdl:7)", "go through them")

    monkeypatch.setattr("interpreter.native.host.code_cache.prepare", refuse)
    game = Game.load("tictactoe")
    for spec in ("mcts:10", "alphabeta:2"):
        with pytest.raises(PlayerError, match=r"Tic-tac-toe can't be compiled.*rules.gdl:7"):
            make(spec, seat(game)).choose(game.start())


def test_games_that_arent_for_alphabeta() -> None:
    with pytest.raises(PlayerError, match="is for 3"):
        make("alphabeta:2", seat(load("spectral_reapers", 3)))


def test_a_match_has_a_seat_for_everybody() -> None:
    with pytest.raises(PlayerError, match="is for 2 players; 3 are named"):
        Match(load("sparks"), ["random"] * 3)
    seats = [bout.pairing.seats for bout in bouts(load("spectral_reapers", 3), "random", "random", games=2)]
    assert seats == [(0, 1, 0), (1, 0, 1)]


# ---- strength ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["mcts:1000", "careful:1000", "alphabeta:9"])
def test_tic_tac_toe_is_never_lost(spec: str) -> None:
    """Whatever the other one does."""
    game = load("tictactoe")
    for me in game.players:
        player = make(spec, seat(game, me))
        todo = [game.start()]
        seen = set(todo)
        while todo:
            state = todo.pop()
            if state.is_over:
                assert (state.outcomes or {})[me] != "loss", state.line
            mine = state.to_move == me
            after = {state.play(move) for move in ([player.choose(state)] if mine else state.moves)} - seen
            seen |= after
            todo += after
        player.close()


@pytest.mark.parametrize(("kind", "name"), daily(product(["mcts", "careful"], FIVE), 3))
def test_a_win_in_this_turn_is_never_missed(name: str, kind: str) -> None:
    game, found = load(name), 0
    player = make(f"{kind}:1", seat(game))
    for number in range(12):
        *_, last = turns(game, 7, number)
        me, rolls = last.before.mover, [i for i, ply in enumerate(last.plies) if ply.before.is_chance]
        left = last.plies[rolls[-1] + 1 :] if rolls else last.plies
        if me and left and won(last.after, me):
            assert won(whole_turn(player, left[0].before), me), left[0].before.position()
            found += 1
    assert found >= 2


@pytest.mark.parametrize(
    ("manner", "name", "number"),
    daily(product([Manner.RANDOM, Manner.CAREFUL, Manner.RAVE], sorted(ENDINGS), range(4)), 6),
)
def test_a_forced_win_in_two_turns_is_found(name: str, number: int, manner: Manner) -> None:
    game = load(name)
    state = game.position(ENDINGS[name][number])
    me = state.mover or ""
    assert not any(won(end, me) for end in turn_ends(state))
    assert can_force(state, me, 2)
    player = MonteCarlo(seat(game, me), Budget(iterations=20_000), manner=manner)
    found = player.analyse(state).prospect
    assert (found.is_sure, found.expected[me]) == (True, 1)
    assert seen_through(game, player, state) == me
    player.close()


def seen_through(game: Game, player: Player, state: State) -> str:
    """Who wins, if the other side is as strong."""
    other = MonteCarlo(seat(game, seed=1), Budget(iterations=2_000))
    me = state.mover
    while not state.is_over:
        mover = player if state.to_move == me else other
        step = Step(state, move := mover.choose(state), state.play(move))
        player.played(step)
        state = step.after
    other.close()
    return next(label for label, outcome in (state.outcomes or {}).items() if outcome == "win")


def test_ten_times_the_iterations_are_stronger() -> None:
    match = Match(load("fire_and_ice"), ["mcts:300", "mcts:30"], seed=1)
    for _ in match.play(20, 2):
        pass
    assert match.standings[0].results["win"].mean >= 0.65


def test_careful_games_tell_more_about_sparks() -> None:
    """A player with few of them beats one with many random ones, and never loses to one that plays at random."""
    for spec, wins in (("mcts:1000@none", 0.65), ("random", 0.99)):
        match = Match(load("sparks"), ["careful:100", spec], seed=1)
        for _ in match.play(20, 2):
            pass
        assert match.standings[0].results["win"].mean >= wins


def test_later_moves_count_as_tries_in_gomoku() -> None:
    """Where stones stay, `rave` wins against `mcts` with as many iterations."""
    match = Match(load("gomoku", size=9), ["rave:400", "mcts:400"], seed=1)
    for _ in match.play(20, 2):
        pass
    assert match.standings[0].results["win"].mean >= 0.65


# ---- the opponent that rules name --------------------------------------------------------------------


def rules_with(fact: str) -> str:
    return example(game=f'game "Example"\n  {fact}')


def test_rules_may_name_an_opponent() -> None:
    assert opponent(Game.parse(rules_with('designer "Ann"'))) == "mcts:1s"
    assert opponent(Game.parse(rules_with('opponent "careful:50"'))) == "careful:50"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ('"carful:1s"', "one of random"), ('"mcts:soon"', "mcts:1s"), ('"mcts:1s", "random"', "name as opponent"),
        ('"mine.py:Greedy"', "one of random"), ("3", "one of random"),
        ('"mcts:0"', "from 1"), ('"careful:0.0s"', "3,600"),
        ('"mcts:3600001ms"', "3,600"), ('"careful:1000000001"', "from 1"), ('"alphabeta:101"', "to 100"),
    ],
)  # fmt: skip
def test_an_opponent_that_rules_name_is_one_of_ours(value: str, said: str) -> None:
    """A file would run whatever a stranger wrote."""
    rules = rules_with(f"opponent {value}")
    with pytest.raises(PlayerError, match=re.escape(said)):
        opponent(Game.parse(rules))
    assert [finding.code for finding in lint([Source("a.gdl", rules)])] == ["W962"]


@pytest.mark.parametrize(
    "spec",
    ["random", "mcts", "mcts:0.5s", "mcts:3600s", "careful:20ms", "careful:50", "rave:50", "rave:1s", "alphabeta:4",
     "alphabeta:1s", "alphabeta:50000n"],
)  # fmt: skip
def test_lint_knows_our_players(spec: str) -> None:
    rules = rules_with(f'opponent "{spec}"')
    assert opponent(Game.parse(rules)) == spec
    assert lint([Source("a.gdl", rules)]) == []


def test_alphabeta_knows_when_it_knows() -> None:
    game = load("tictactoe")
    player = AlphaBeta(seat(game), Limit(9))
    player.choose(game.start())
    assert player.is_exact
    shallow = AlphaBeta(seat(game), Limit(2))
    shallow.choose(game.start())
    assert not shallow.is_exact


# ---- exact values ------------------------------------------------------------------------------------


def test_tic_tac_toe_is_a_draw() -> None:
    found = solve(load("tictactoe").start(), symmetries=False)
    assert (found.values, found.states, found.is_exact, len(found.line)) == ({"X": 0, "O": 0}, 5478, True, 9)


@cache
def nim(heaps: tuple[int, ...], misere: bool) -> float:
    names = dict(zip(("heap_a", "heap_b", "heap_c"), heaps, strict=True))
    return solve(load("nim", **names, misere=misere).start()).values["First"]


@pytest.mark.parametrize("heaps", [(3, 4, 5), (1, 2, 3), (2, 2, 0), (1, 1, 1), (0, 5, 4), (2, 4, 6)])
def test_nim_is_won_by_its_sum(heaps: tuple[int, ...]) -> None:
    """Bouton 1901; who must not take the last one loses the sums of zero, too, unless only ones are left."""
    a, b, c = heaps
    won = xor(xor(a, b), c) != 0
    assert nim(heaps, False) == (1 if won else -1)
    assert nim(heaps, True) == (1 if won != (max(heaps) == 1) else -1)


def test_what_is_too_great_to_solve() -> None:
    with pytest.raises(UnsolvedError, match="and there are more"):
        solve(load("sparks").start(), memory=16 << 20)


def test_dice_that_may_go_on_for_ever() -> None:
    """Pig to 10 points: what who moves wins with i points against j and k in the pot, once more in plain Python."""
    goal, wins = 10, dict.fromkeys(product(range(10), range(10), range(10)), 0.5)
    for _ in range(200):  # a turn loses its pot with 1/6 at least, so this comes to one number
        for i, j, k in sorted(wins, reverse=True):
            if i + k < goal:
                rolls = [1.0 if i + k + n >= goal else wins[i, j, k + n] for n in range(2, 7)]
                roll = (1 - wins[j, i, 0] + sum(rolls)) / 6
                wins[i, j, k] = max(roll, 1 - wins[j, i + k, 0]) if k else roll
    found = solve(load("pig", goal=goal).start())
    assert found.is_exact and not found.is_tied
    assert found.values["A"] == pytest.approx(2 * wins[0, 0, 0] - 1, abs=1e-9)
    assert found.bounds is not None and found.bounds[0] <= found.values["A"] <= found.bounds[1]


def test_a_finished_game_is_worth_its_result() -> None:
    end = playout(load("sparks"), 1, 1).end
    assert solve(end).values == end.results
