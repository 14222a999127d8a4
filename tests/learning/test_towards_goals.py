"""Games that nobody wins by chance are learnt from where the rules want pieces. What the rules want is read off the
rulesets by hand here, and so are Halma's symmetries."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playing import load

from interpreter import Game
from interpreter.game.scores import Scores
from interpreter.graph.goals import goals, nearness
from interpreter.players.learning.training import Progress, fresh, learn
from interpreter.players.learning.weights import Weights, decoded
from interpreter.players.symmetries import apparent

HALMA = Path(__file__).parents[1] / "rulesets" / "halma.gdl"
SHARE = 2_000


def halma(**options: int) -> Game:
    return Game.load(HALMA, **options)


def named(game: Game, player: int) -> dict[tuple[str, int], set[str]]:
    """The goals, by the names of kinds and of sites."""
    model = game.model
    labels = model.board.labels if model.board else ()
    return {
        (model.kinds[kind].name, owner): {label for i, label in enumerate(labels) if sites >> i & 1}
        for (kind, owner), sites in goals(model, player).items()
    }


def row(number: int) -> set[str]:
    return {f"{column}{number}" for column in "abcdefgh"}


CORNERS = {"a1", "a7", "g1", "g7"}


@pytest.mark.parametrize("name, player, wanted", [
    ("breakthrough", 0, {("man", 0): row(8)}),
    ("breakthrough", 1, {("man", 1): row(1)}),
    ("king_of_the_hill", 0, {("king", 0): {"d4", "e4", "d5", "e5"}}),
    ("onitama", 1, {("master", 1): {"c1"}}),
    ("brandubh", 0, {}),
    ("brandubh", 1, {("king", -1): CORNERS}),
    ("chess", 0, {}),
    ("hive", 0, {}),
    ("love_letter", 0, {}),
])  # fmt: skip
def test_the_rules_say_where_they_want_pieces(name: str, player: int, wanted: dict[tuple[str, int], set[str]]) -> None:
    assert named(load(name), player) == wanted


def test_halma_wants_men_in_the_others_camp() -> None:
    assert named(halma(), 0) == {("man", 0): {"g7", "g6", "f7", "g5", "f6", "e7"}}
    assert named(halma(), 1) == {("man", 1): {"a1", "a2", "b1", "a3", "b2", "c1"}}


def test_what_must_not_be_is_no_goal() -> None:
    rules = HALMA.read_text().replace("some mine & me.camp", "no mine & me.home")
    assert named(Game.parse(rules), 0) == {("man", 0): named(halma(), 0)["man", 0]}
    assert named(Game.parse(rules.replace("me.camp within occupied and ", "")), 0) == {}


@pytest.mark.parametrize("won", ["win White if some man of Black & Black.camp", "win me if some theirs & me.camp"])
def test_where_others_get_is_no_goal(won: str) -> None:
    rules = HALMA.read_text().replace("win me if me.camp within occupied and some mine & me.camp", won)
    assert named(Game.parse(rules), 0) == {}


@pytest.mark.parametrize("last, cap", [(4, 200), (4, 10), (3, 300)])
def test_symmetries_keep_camps_where_they_are(last: int, cap: int) -> None:
    """Within ten turns nobody wins, so random games alone would take any turn of the board for a symmetry. Three men
    now and then get home by chance, but few of the positions that are looked at tell."""
    game = halma(last=last, cap=cap)
    assert {(s.players, s.site(game.model, "a1"), s.site(game.model, "a7")) for s in apparent(game)} == {
        ((0, 1), "a1", "a7"), ((0, 1), "a1", "g1"), ((1, 0), "g7", "g1"), ((1, 0), "g7", "a7"),
    }  # fmt: skip


def test_symmetries_are_told_by_wins_where_there_are_some() -> None:
    """Hex names one edge and what is linked to it; half a turn changes the form of that, not the game."""
    assert len(apparent(load("hex"))) == 2


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_nearer_all_pieces_are_the_greater_the_number(players: int) -> None:
    """Chinese Checkers. Row 1 of A's goal has 1 site, row 4 has 4; A begins in rows 14 to 17, and no site is farther
    away than the last. From row 5 to row 4 counts two steps, all other rows count one. The others see the same."""
    game = Game.load("chinese_checkers", players=players)
    number = nearness(game.model)
    assert number is not None
    counted = Scores(replace(game.model, score=number), game.machine.graph, game.machine.layout)
    at_first = 4 * (17 - 14) + 3 * (17 - 15) + 2 * (17 - 16)
    assert counted.of(game.start(1)._stop.values) == (at_first,) * players
    there = {"pieces": {"marble of A": ["m1", "l2", "m2", "k3", "l3", "m3", "j4", "k4", "l4", "m4"]}}
    assert (counted.of(game.position(there)._values) or [0])[0] == 4 * 14 + 3 * 15 + 2 * 16 + 17


def weight(weights: Weights, label: str) -> float:
    """Of a man of the player to move."""
    board = halma().model.board
    assert board is not None
    return weights.values[weights.features.named["man 0", (), len(board), (), board.index[label]]]


def test_men_are_worth_more_nearer_to_their_camp_and_deeper_in_it() -> None:
    weights = fresh(halma(), 1)
    way = [weight(weights, label) for label in ("a1", "b2", "c3", "d4", "e5", "f6", "g7")]
    assert way == sorted(set(way))
    assert all(abs(weight(weights, a) - weight(weights, b)) < 1e-6 for a, b in (("a7", "g1"), ("c4", "d3")))


def test_games_that_are_won_at_random_begin_with_nothing() -> None:
    weights = fresh(load("breakthrough"), 1)
    assert not any(weights.values[: weights.features.linear])
    assert not weights.training.by_wins


def rounds(game: Game, weights: Weights, count: int, depth: int = 1) -> list[Progress]:
    found: list[Progress] = []

    def more(progress: Progress) -> bool:
        found.append(progress)
        return len(found) < count

    learn(game, 1, 1, more, weights, size=SHARE, depth=depth)
    return found


def test_learning_that_begins_so_plays_games_to_their_end() -> None:
    """From nothing, games go on up to the cap, and nothing is learnt."""
    game = halma()
    begun = fresh(game, 1)
    nothing = replace(begun, values=begun.values[:0] + type(begun.values)("f", [0.0] * len(begun.values)))
    plies = [rounds(game, weights, 2)[-1].weights.training for weights in (begun, nothing)]
    first, second = (training.positions / training.games for training in plies)
    assert first < 80
    assert second > 150


def test_draws_say_nothing_where_nobody_wins_by_chance() -> None:
    """Black is far ahead, but six men need six moves, and there are five: each game is a draw."""
    won = HALMA.read_text().replace("me.camp within occupied and some mine & me.camp", "mine within me.camp")
    near = "({d7, e6, f5, g4, d6, f4} when p = Black otherwise p.home)"
    game = Game.parse(won.replace("put man of p on p.home", f"put man of p on {near}"), cap=10)
    begun = fresh(game, 1)
    assert begun.training.by_wins
    counted = replace(begun, training=replace(begun.training, by_wins=False))
    (first, *_, kept), (*_, lost) = rounds(game, begun, 4), rounds(game, counted, 4)
    assert kept.misjudged > first.misjudged / 2 > 4 * lost.misjudged


def test_files_say_so() -> None:
    game = halma()
    begun = fresh(game, 1)
    content = begun.encoded()
    assert b"by_wins" in content
    again = decoded(Path("halma.weights"), content, game.model)
    assert again.training.by_wins
    assert b"by_wins" not in fresh(load("tictactoe"), 1).encoded()
