"""Rules so heavy that nobody might wait for them: their machine code counts instructions, and gives up at a limit."""

import pytest

from gdl.model import cost
from interpreter import Game, PlayerError, RuleError, State
from interpreter.graph.backend import GivenUp
from interpreter.lab.tools import perft
from interpreter.lab.tools.simulate import simulate
from interpreter.native.host import running
from interpreter.players import Seat, make
from interpreter.players.learning.training import fresh, learn
from interpreter.reference import writer

HEAVY = """game "Heavy"

players A, B
board grid(4, 4)
pieces stone of player
game has weight: 0..999

turn
  choose s in empty
  put stone of me on s
  for a in 1..1000
    for b in 1..10
      weight = (weight + a * b) % 1000

end
  win me if weight % 7 = 3 and count(mine) > 3
  draw if no empty
"""


@pytest.fixture
def metered(monkeypatch):
    """From when it is called, rules are taken for heavy."""

    def begin():
        monkeypatch.setattr(cost, "MAX_SURE", 1_000)
        cost.is_heavy.cache_clear()

    yield begin
    cost.is_heavy.cache_clear()


def sums(game):
    *_, last = simulate(game, 3, seed=5)
    return last.results, last.turns.total


def test_what_is_heavy():
    assert not cost.is_heavy(Game.parse(HEAVY).model)
    nested = HEAVY.replace("1..1000", "1..60000").replace("1..10\n", "1..60000\n")
    assert cost.is_heavy(Game.parse(nested).model)


def test_a_game_that_takes_too_long_in_one_call_is_played_move_by_move(metered, monkeypatch):
    usual, game = sums(Game.parse(HEAVY)), Game.parse(HEAVY)
    metered()
    monkeypatch.setattr(running, "MAX_WORK", 300_000)  # one move, but not a whole game
    assert game.native.ready.metered
    assert game.native.random_games(5, 0, 1, 1000, None).unplayed
    assert sums(game) == usual


def test_positions_that_take_too_long_in_one_call_are_counted_one_by_one(metered, monkeypatch):
    usual = list(perft.perft(Game.parse(HEAVY).start(), 2))
    assert usual[-1].sequences == 16 * 15
    metered()
    monkeypatch.setattr(running, "MAX_WORK", 6_000_000)  # the moves of one position, but not of sixteen
    monkeypatch.setattr(perft, "_perft", None)  # the reference interpreter doesn't count
    assert list(perft.perft(Game.parse(HEAVY).start(), 2)) == usual


def test_sequences_that_take_too_long_in_one_call_are_counted_in_parts(metered, monkeypatch):
    usual = list(perft.perft(Game.parse(HEAVY).start(), 3, positions=False))
    assert usual[-1].sequences == 16 * 15 * 14
    metered()
    game, played, play = Game.parse(HEAVY), list[str](), State.play
    monkeypatch.setattr(running, "MAX_WORK", 6_000_000)  # what follows a move, but not what follows all
    monkeypatch.setattr(State, "play", lambda state, move: played.append(move.text) or play(state, move))
    with pytest.raises(GivenUp):
        game.native.sequences(game.start()._stop, -1, 3, "turns", False, 1 << 25)
    assert list(perft.perft(game.start(), 3, positions=False)) == usual
    assert len(played) == 16


def test_a_move_that_takes_too_long_is_an_error_that_names_the_line(metered, monkeypatch):
    game = Game.parse(HEAVY)
    metered()
    monkeypatch.setattr(running, "MAX_WORK", 10_000)
    monkeypatch.setattr(writer, "MAX_ROUNDS", 500)
    monkeypatch.setattr(writer, "UNGUARDED", 0)
    state = game.start()
    with pytest.raises(RuleError, match=r"the compiled rules gave up, too") as problem:
        state.play(state.moves[0])
    assert problem.value.span.line == 11


def test_a_search_that_takes_too_long_plays_what_it_has_found(metered, monkeypatch):
    def search(depth):
        game = Game.parse(HEAVY)
        player = make(f"alphabeta:{depth}", Seat(game, "A", 1, 0))
        player.samples = 0
        move = player.choose(game.start())
        player.close()
        return player.found.depth, player.found.best, move.text

    usual = [search(depth) for depth in range(1, 4)]
    assert [depth for depth, _, _ in usual] == [1, 2, 3]
    metered()
    monkeypatch.setattr(running, "MAX_WORK", 30_000_000)  # the moves of some positions, but not all of three moves
    monkeypatch.setattr(running, "PATIENT", {"alphabeta_start": 100})  # the table is large
    assert search(3) in usual[:2]


def test_rules_that_take_too_long_to_be_looked_at_first(metered, monkeypatch, tmp_path):
    """Which options take pieces is seen in random games, before the first move by learnt values."""
    game = Game.parse(HEAVY)
    file = tmp_path / "heavy.weights"
    file.write_bytes(fresh(game, 1).encoded())
    metered()
    monkeypatch.setattr(running, "MAX_WORK", 30_000_000)
    monkeypatch.setattr(running, "PATIENT", {})
    game = Game.parse(HEAVY)
    player = make(f"alphabeta:1@{file}", Seat(game, "A", 1, 0))
    with pytest.raises(PlayerError, match="a move takes too long for alphabeta; take mcts:1s"):
        player.choose(game.start())


def test_a_share_that_takes_too_much_work_is_to_be_smaller(metered, monkeypatch):
    metered()
    monkeypatch.setattr(running, "MAX_WORK", 2_000_000_000)
    monkeypatch.setattr(running, "PATIENT", {})
    game = Game.parse(HEAVY)
    with pytest.raises(PlayerError, match=r"5,000 positions of Heavy .*: ask for smaller shares, as with --share 500"):
        learn(game, 1, 1, lambda _: False)
    assert learn(game, 1, 1, lambda _: False, size=20).training.positions
    monkeypatch.setattr(running, "MAX_WORK", 30_000_000)
    with pytest.raises(PlayerError, match="a game of Heavy takes more work than anybody could wait for"):
        learn(Game.parse(HEAVY), 1, 1, lambda _: False, size=20)
