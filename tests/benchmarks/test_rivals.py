"""Programs made for one game, as players: they are told of moves in their notation, and what they do wrong is said."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benchmarks"))

from rivals import gnubg, log, openspiel  # noqa: E402
from rivals.log import Line  # noqa: E402
from rivals.matches import Plan, played  # noqa: E402
from rivals.processor import processor_clock  # noqa: E402
from rivals.table import AGAINST, PROGRAMS, Pair, _named, maker, missing  # noqa: E402

from interpreter import Game, PlayerError  # noqa: E402
from interpreter.game.plies import Step  # noqa: E402
from interpreter.players import make  # noqa: E402
from interpreter.players.player import Player, Seat  # noqa: E402

FAKE = Path(__file__).parents[1] / "support" / "fake_engine.py"

START = gnubg.Men(
    tuple({6: 5, 8: 3, 13: 5, 24: 2}.get(i, 0) for i in range(26)),
    tuple({6: 5, 8: 3, 13: 5, 24: 2}.get(i, 0) for i in range(26)),
)


def test_a_position_as_gnubg_writes_it() -> None:
    """Its manual's example of `set board simple`: the position at the start."""
    assert START.line() == "0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0"


@pytest.mark.parametrize(
    ("move", "own", "other"),
    [
        ("8/5 6/5", {5: 2, 6: 4, 8: 2}, {}),
        ("13/11(2)", {13: 3, 11: 2}, {}),
        ("24/18*/14", {24: 1, 14: 1}, {7: 0, 25: 1}),
        ("bar/22", {25: 0, 22: 1}, {}),
        ("6/off(3)", {6: 2, 0: 3}, {}),
    ],
)
def test_moves_as_gnubg_writes_them(move: str, own: dict[int, int], other: dict[int, int]) -> None:
    men = gnubg.Men(
        tuple(1 if i == 25 and "bar" in move else n for i, n in enumerate(START.own)),
        tuple(1 if i == 7 and "*" in move else n for i, n in enumerate(START.other)),
    )
    after = men.after(move)
    assert {i: after.own[i] for i in own} == own
    assert {i: after.other[i] for i in other} == other


@pytest.mark.skipif(bool(missing("gnubg:0")), reason="gnubg isn't installed")
def test_gnubg_plays_a_whole_turn() -> None:
    game = Game.load("backgammon", opening=False)
    state = game.start()
    state = state.play(next(m for m in state.moves if set(m.values) == {"3", "1"}))
    player = gnubg.Gnubg(Seat(game, state.to_move or ""), "0")
    first = player.choose(state)
    second = player.choose(state.play(first))
    player.close()
    assert {first.others[0], second.others[0]} == {"8/5", "6/5"}  # the best opening with 3-1, as every book says


# ---- matches -----------------------------------------------------------------------------------------


def test_a_match_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    plan = Plan(Pair("tictactoe", "random"), "mcts:50", 4, 0.01, 1, path)
    first = list(played(plan))
    assert [line.number for line in first] == [0, 1, 2, 3]
    cut = path.read_text().splitlines()
    path.write_text("\n".join(cut[:2]) + '\n{"game": "tict', encoding="utf-8")  # killed as it wrote
    again = list(played(plan))
    assert [(line.number, line.worth) for line in again] == [(line.number, line.worth) for line in first]
    assert len({line.key for line in log.read(path)}) == 4


def test_games_that_fail_are_told_and_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {**PROGRAMS}
    made = PROGRAMS["stockfish"]
    broken["stockfish"] = type(made)(
        made.program, made.rulesets,
        _named(lambda *_: f"uci:{sys.executable} {FAKE} uci die"), made.missing,
    )  # fmt: skip
    monkeypatch.setattr("rivals.table.PROGRAMS", broken)
    lines = list(played(Plan(Pair("chess", "stockfish:1350"), "random", 10, 0.01, 1, tmp_path / "log")))
    assert len(lines) == 3  # not ten times the same
    assert all("has ended after `go" in line.failed for line in lines)


def test_what_is_played_is_there() -> None:
    for pair in AGAINST:
        assert pair.game in PROGRAMS[pair.rival.partition(":")[0]].rulesets
        Game.load(pair.game, **pair.options)


def test_a_program_plays_its_own_games_only() -> None:
    game = Game.load("hex")
    with pytest.raises(PlayerError, match="stockfish plays chess, not hex"):
        maker("stockfish:1350", 1.0)(Seat(game, game.players[0]))


def test_lines_of_a_log_name_their_game() -> None:
    assert Line("hex", "{}", "a", "b", 0, 1).key != Line("hex", "{}", "a", "b", 0, 2).key


def test_players_of_another_checkout_play_as_they_play_there() -> None:
    """This one will do: the same seed and iterations give the same move here and there."""
    game = Game.load("connect_four")
    seat, state = Seat(game, "Red", 5, 2), game.start(5, 2)
    here, there = make("mcts:200", seat), maker(f"{ROOT}::mcts:200", 1.0)(seat)
    for text in ("d", "d"):
        step = Step(state, state.parse(text), state.play(text))
        there.played(step)
        state = step.after
    assert there.choose(state) == here.choose(state)
    asked = {name for name in dir(Player) if not name.startswith("_")} - {"decide"}
    assert asked <= {*dir(there)}, "what a match asks of a player"
    there.close()
    here.close()


@pytest.mark.parametrize(
    ("spec", "said"), [("/nowhere::mcts:1s", "no checkout"), (f"{ROOT}::mtcs", "there is no player `mtcs`")]
)
def test_another_checkout_that_is_none(spec: str, said: str) -> None:
    with pytest.raises(PlayerError, match=said):
        maker(spec, 1.0)(Seat(Game.load("hex"), "Red"))


@pytest.mark.parametrize(
    ("ruleset", "ours", "theirs"),
    [("connect_four", "d", "3"), ("breakthrough", "a2-b3", "a7b6"), ("lines_of_action", "b1xb3", "b1-b3")],
)
def test_moves_as_openspiel_writes_them(ruleset: str, ours: str, theirs: str) -> None:
    """Its first player of Breakthrough begins at the top; its columns are numbers."""
    assert openspiel.TWINS[ruleset].told(ours) == theirs


def test_openspiel_is_left_out_with_a_sentence_or_takes_the_win() -> None:
    game = Game.load("connect_four")
    if reason := missing("openspiel"):
        assert "pip install open_spiel" in reason
        return
    player, state = maker("openspiel", 0.2)(Seat(game, "Red")), game.start()
    for text in "aabbcc":
        step = Step(state, state.parse(text), state.play(text))
        player.played(step)
        state = step.after
    assert player.choose(state).text == "d"


def test_the_clock_of_matches_stands_while_others_work() -> None:
    usual = time.perf_counter
    with processor_clock():
        inside = time.perf_counter
    assert (inside, vars(time)["perf_counter"]) == (time.process_time, usual)


@pytest.mark.parametrize(
    ("board", "best"),
    [
        ("k7/8/8/3r4/4P3/8/8/K7 w - - 0 1", "e4xd5"),  # a piece for nothing
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1-h8"),  # mate
        ("6k1/5ppp/8/8/8/r7/8/R6K w - - 0 1", "a1xa3"),  # the piece, and mate at a1 is no longer to fear
    ],
)
def test_who_counts_pieces_takes_what_is_free_and_sees_mate(board: str, best: str) -> None:
    game = Game.load("chess")
    state = game.position(board)
    player = maker("counting:2", 1.0)(Seat(game, "White"))
    assert str(player.choose(state)) == best


def test_who_sees_one_turn_alone_takes_what_is_guarded() -> None:
    """Who sees the answer, too, gains nothing by it, and loses nothing by any other move of the queen or the king."""
    game = Game.load("chess")
    state = game.position("k7/8/4p3/3p4/8/8/8/K2Q4 w - - 0 1")
    assert str(maker("counting:1", 1.0)(Seat(game, "White")).choose(state)) == "d1xd5"
    assert str(maker("counting:2", 1.0)(Seat(game, "White", number=1)).choose(state)) != "d1xd5"


@pytest.mark.parametrize("spec", ["counting", "counting:x", "counting:0"])
def test_who_counts_is_told_how_far(spec: str) -> None:
    with pytest.raises(PlayerError, match="names no number of turns; write counting:1 or counting:2"):
        maker(spec, 1.0)


def test_who_counts_needs_pieces() -> None:
    with pytest.raises(PlayerError, match="there are no pieces to count"):
        maker("counting:2", 1.0)(Seat(Game.load("pig"), "A"))
