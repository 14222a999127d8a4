"""The engine of pages, in Node: what it shows, and its records, are what the reference interpreter has."""

from __future__ import annotations

import json
import math
import re
import subprocess
from itertools import filterfalse
from pathlib import Path

import pytest
from columns import COLUMNS
from hand_policies import at_edge, flat
from hiding import may_hide
from page_node import NODE, called, expected, random_game, record_of
from playing import load
from sample import daily

from cli.commands.page import others
from cli.session.session import Session
from cli.web.page import build, face
from cli.web.page.seen import seen
from gdl import library
from interpreter import Game
from interpreter.drawing.dice import faces
from interpreter.drawing.site_texts import spots
from interpreter.players import levels
from interpreter.players.learning import policy as policies
from interpreter.players.learning import weights
from interpreter.players.learning.training import learn

MARKS = """game "Marks"

players White, Black
board grid(2, 2)
type colour = red, blue
site has marks: set of colour

turn
  choose s in site, k in colour
  s.marks = xor(s.marks, {k})

end
  win me if no s in site where s.marks != {red, blue}
"""
LINKS = Path(__file__).parents[1] / "rulesets" / "links.gdl"
WALLS = """game "Walls"

players White, Black
board grid(3, 3)
pieces man of player
type wall = edges of site
type post = corners of site
player has walls: set of wall
player has posts: set of post

turn
  choose w in wall - player.walls
  me.walls += w
  next.posts += w.corners
  me.posts -= w.corners

end
  draw if wall within player.walls

looks
  man of White "w" ivory
  man of Black "b" blue
  posts gold
"""
BRIDGES = """game "Bridges"

players White, Black
board grid(3, 3)
type mood = calm, busy
type bridge
  for a in site, b in site where b in a.{N, E} as "{a}{b}"
bridge has state: mood?
bridge has closed: truth
bridge has cars: 0..3
game has built: set of bridge
player has claims: set of bridge

turn
  choose r in bridge - built
  built += r
  player.claims += r if r.b in dark
  for q in bridge - built where q.b = r.b
    q.state = busy
  r.closed = r.a in row(2)
  r.cars = r.a.c

end
  draw if no bridge - built

looks
  busy red
  calm green
"""
pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")
SLOW = ("go", "crazyhouse")


@pytest.mark.parametrize("name", daily(filterfalse(may_hide, library.names())))
def test_what_is_shown(name: str, tmp_path: Path) -> None:
    game = load(name)
    states = random_game(game, 3, 6 if name in SLOW else 20)
    everybody = dict.fromkeys(game.players, "human")
    begin = {"seed": 3, "seats": everybody}

    calls = [("still", None), ("begin", begin), ("plies", states[-1].line), ("log", None), ("record", None)]
    _, _, views, log, record = called(tmp_path, [game], calls)
    assert isinstance(views, list), views
    for ply, view in enumerate(views):
        wanted = expected(states, ply)
        del wanted["line"], wanted["decided"]  # `test_why_games_ended`
        assert {key: view[key] for key in wanted} == wanted, f"{name}, ply {ply}"
    assert [ply["text"] for ply in log] == states[-1].line
    ways = [(text, before.ways) for before, text in zip(states, states[-1].line, strict=False)]
    made = [next(move for move in moves if move.text == text) for text, moves in ways]
    assert [ply.get("dice", "") for ply in log] == [faces(move.choose, move.text) for move in made]
    assert record == record_of(game, 3, states, everybody)


def test_piles_are_shown_as_in_the_terminal(tmp_path: Path) -> None:
    game = Game.parse(COLUMNS)
    states = random_game(game, 3, 20)
    begin = {"seed": 3, "seats": {"You": "human"}}
    *_, views = called(tmp_path, [game], [("still", None), ("begin", begin), ("plies", states[-1].line)])
    for ply in range(len(states)):
        wanted = expected(states, ply)
        assert (views[ply]["hands"], views[ply]["lines"]) == (wanted["hands"], wanted["lines"])


@pytest.mark.parametrize(
    "rules", [LINKS.read_text(encoding="utf-8"), BRIDGES, WALLS], ids=["shown", "chosen", "edges"]
)
def test_lines_between_sites_and_edges_are_shown_as_in_pictures(rules: str, tmp_path: Path) -> None:
    game = Game.parse(rules)
    states = random_game(game, 5, 14)
    begin = {"seed": 5, "seats": dict.fromkeys(game.players, "human")}
    *_, views = called(tmp_path, [game], [("still", None), ("begin", begin), ("plies", states[-1].line)])
    lines = game.model.shapes[-1].name
    assert any(view["sites"][lines] for view in views)
    for ply in range(len(states)):
        wanted = expected(states, ply)
        assert (views[ply]["sites"], views[ply]["lines"]) == (wanted["sites"], wanted["lines"])


def test_an_empty_set_at_a_site_shows_nothing(tmp_path: Path) -> None:
    """On a page and in the terminal: a site has a sign only if something is there."""
    game = Game.parse(MARKS)
    begin = {"seed": 1, "seats": dict.fromkeys(game.players, "human")}
    *_, views = called(tmp_path, [game], [("still", None), ("begin", begin), ("plies", ["a1-red", "a1-red"])])
    state = game.start()
    for view, wanted in zip(views, ({}, {"a1": "red"}, {}), strict=True):
        assert {site: one["values"] for site, one in view["sites"]["grid"].items() if "values" in one} == wanted
        drawn = spots(state.view(), game.model.board, symbols=False)
        assert {site: spot.values for site, spot in drawn.items() if spot.values} == wanted
        state = state.play("a1-red") if not state.turns or wanted else state


@pytest.mark.parametrize("name", [
    "breakthrough", "havannah", "kalah", "minishogi", "oware", "peg_solitaire", "sparks", "three_check", "xiangqi",
])
def test_why_games_ended(name: str, tmp_path: Path) -> None:
    """The compiled rules say it as the reference interpreter does."""
    game = Game.load(name)
    states = random_game(game, 5, 3_000)
    assert states[-1].is_over
    begin = {"seed": 5, "seats": dict.fromkeys(game.players, "human")}
    *_, views = called(tmp_path, [game], [("still", None), ("begin", begin), ("plies", states[-1].line)])
    wanted = expected(states, len(states) - 1)["decided"]
    assert wanted["why"]
    assert views[-1]["decided"] == {"why": wanted["why"], "sites": list(wanted["sites"])}
    assert views[0]["decided"] is None


TRUTHS = """game "Truths"
players A, B
game has late: truth
player has out: truth
player has worth: 0..2
turn
  choose "go"
  late    = true
  A.out   = true
  B.worth = 2
end
  draw if count({p in player where p.out}) = 2
looks
  out   "{player} is out: {out}"
  worth "{player} {worth}"
"""


@pytest.mark.parametrize("name", ["backgammon", "go", "pig", "reversi", "sparklies", "triumvirate"])
def test_scores_are_told_as_in_the_terminal(name: str, tmp_path: Path) -> None:
    """With what they count, in wholes: beside the board, and at the end."""
    game = Game.load(name, **{"size": 3} if name == "go" else {})
    states = random_game(game, 5, 3_000)
    assert states[-1].is_over
    begin = {"seed": 5, "seats": dict.fromkeys(game.players, "human")}
    *_, views = called(tmp_path, [game], [("still", None), ("begin", begin), ("plies", states[-1].line)])
    for ply in (0, len(states) // 2, len(states) - 1):
        wanted = expected(states, ply)
        for part in ("lines", "result", "outcomes"):
            assert views[ply][part] == wanted[part]


def test_a_truth_is_told_as_in_the_terminal(tmp_path: Path) -> None:
    game = Game.parse(TRUTHS)
    begin = {"seed": 1, "seats": dict.fromkeys(game.players, "human")}
    _, _, views = called(tmp_path, [game], [("still", None), ("begin", begin), ("plies", ["go"])])
    assert views[-1]["lines"] == ["late", "A is out", "A 0", "B 2"]


def test_a_page_tells_points_where_the_rules_count_halves(tmp_path: Path) -> None:
    """Area and komi of an empty board: 15 halves for White; then 9 points, all of it, for Black."""
    game = Game.load("go", size=3)
    begin = {"seed": 1, "seats": dict.fromkeys(game.players, "human")}
    line = ["b2", "pass", "pass"]
    _, _, views = called(tmp_path, [game], [("still", None), ("begin", begin), ("plies", line)])
    assert views[0]["lines"] == ["points: Black 0, White 7.5"]
    assert views[-1]["lines"] == []
    assert views[-1]["result"] == "Black won, 9 to 7.5 points"


def test_a_pass_that_ends_the_game_is_told(tmp_path: Path) -> None:
    game = Game.load("go", size=3)
    begin = {"seed": 1, "seats": dict.fromkeys(game.players, "human")}
    _, _, views = called(tmp_path, [game], [("still", None), ("begin", begin), ("plies", ["b2", "pass"])])
    ends = [[move["text"] for move in view["moves"] if move.get("ends")] for view in views]
    assert ends == [[], [], ["pass"]]
    state = game.start().play("b2")
    for one, wanted in ((state, []), (state.play("pass"), ["pass"])):
        shown = seen(one.view(), may_move=True)
        assert [move["text"] for move in shown["moves"] if move.get("ends")] == wanted


def test_what_ends_a_game_is_not_told_where_something_is_hidden() -> None:
    for name in filter(may_hide, library.names()):
        view = Game.load(name).beginning().view()
        assert not view.game.model.hides or not any(view.ends_with(move) for move in view.moves)


@pytest.mark.parametrize(("name", "kind"), [
    ("tictactoe", "mcts:150"), ("sparks", "mcts:150"), ("fire_and_ice", "mcts:150"),
    ("breakthrough", "mcts:150@none"), ("breakthrough", "mcts:40"), ("breakthrough", "alphabeta:2000n"),
    ("breakthrough", "level:3"), ("chess", "alphabeta:1500n"), ("sparks", "alphabeta:12n"), ("tictactoe", "level:1"),
    ("fire_and_ice", "level:2"), ("sparks", "level:5"), ("tictactoe", "random"), ("sparks", "careful:20"),
    ("go", "greedy:40"), ("reversi", "greedy:150"),
    ("reapers_for_three", "level:2"), ("chess", "level:2"), ("sparks", "level:4"), ("connect_four", "level:4"),
    ("hex", "level:1"), ("hex", "level:5"), ("hex", "rave:60"), ("hex", "mcts:60"),
])  # fmt: skip
def test_computers_play_as_in_the_terminal(
    name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With so much work for each decision the page's computer chooses what the terminal's does, learnt values or not,
    and draws what it draws. (Not so with dice: which outcome is tried first hangs on where the module keeps its nodes;
    nor beyond the first slice of a search by depth, which the table remembers.)"""
    monkeypatch.setattr(levels, "LONGEST", 1e6)  # of seconds; slow machines cut nothing short
    game, rows = load(name), [5, 9, 2, 7, 1, 3]
    human, *others = game.players
    seats = {human: "human", **dict.fromkeys(others, kind)}
    *_, log = called(tmp_path, [game], [("begin", {"seed": 8, "seats": seats}), ("idle", None), ("any", rows)])
    session = Session(game, name, 8, seats)
    chosen = iter(rows)
    while not session.is_over:
        state = session.state
        moves = state.moves
        if not session.is_human(state.to_move):
            session.play(session.choose())
        elif len(moves) == 1:
            session.play(moves[0])
        elif (row := next(chosen, None)) is not None:
            session.play(moves[row % len(moves)])
        else:
            break
    assert log == session.state.line


def test_a_page_follows_a_policy_as_the_terminal_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the policy, and without it, where the computer says so: the same moves."""
    monkeypatch.setenv("GDL_DATA", str(tmp_path / "data"))
    game = Game.load("go", size=5)
    own = policies.own_file(game.model)
    own.parent.mkdir(parents=True)
    own.write_bytes(flat(game, lambda s: 0 if at_edge(s) else -40).encoded())
    lines = []
    for kind in ("mcts:60", "mcts:60@none"):
        seats, rows = {"Black": "human", "White": kind}, [5, 9, 2, 7]
        *_, log = called(tmp_path, [game], [("begin", {"seed": 8, "seats": seats}), ("idle", None), ("any", rows)])
        session = Session(game, "go", 8, seats)
        for row in rows:
            session.play(session.state.moves[row % len(session.state.moves)])
            session.play(session.choose())
        assert log == session.state.line
        lines.append(log)
    assert lines[0] != lines[1]


def test_a_page_goes_by_values_of_three_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both computers choose what the terminal's do, by the values and without them."""
    monkeypatch.setenv("GDL_DATA", str(tmp_path / "data"))
    game = Game.load("dots_and_boxes", columns=3, rows=2, players=3)
    found = learn(game, 1, 1, lambda progress: progress.weights.training.positions < 20_000)
    own = weights.own_file(game.model)
    own.parent.mkdir(parents=True)
    own.write_bytes(found.encoded())
    lines = []
    for kind in ("mcts:30", "mcts:30@none"):
        seats, rows = {"A": "human", "B": kind, "C": kind}, [5, 4, 2]
        *_, log = called(tmp_path, [game], [("begin", {"seed": 8, "seats": seats}), ("idle", None), ("any", rows)])
        session, chosen = Session(game, "dots_and_boxes", 8, seats), iter(rows)
        while not session.is_over:
            if not session.is_human(session.state.to_move):
                session.play(session.choose())
            elif (row := next(chosen, None)) is not None:
                session.play(session.state.moves[row % len(session.state.moves)])
            else:
                break
        assert log == session.state.line
        lines.append(log)
    assert lines[0] != lines[1]


def test_by_a_policy_a_level_draws_by_how_far_the_best_stands_out_from_the_mean_of_all_games() -> None:
    """As in `test_levels.py`: by it the second option is too bad, else it is taken now and then."""
    script = face.joined(*map(build.part, ("pauses.js", "turn_time.js", "alphabeta.js", "mcts.js", "levels.js"))) + """
const levels = { doubt: 0, wide: 0.2, decided: 0.97, noSlip: 1e-9, slack: 3 };
const found = [[0.1, 2000], [0.08, 2000], [-0.1, 1], [-0.1, 1]];
const options = found.map(([worth, visits], option) => ({ option, worth: [worth], visits }));
console.log(JSON.stringify([true, false].map((isGuided) => [0, 0.5, 0.99].map((drawn) => {
  const player = Object.create(Leveled.prototype);
  Object.assign(player, { levels, level: { slip: 0.1, missed: 0 }, isDeep: false, unit: () => drawn });
  return player.drawn(options, 0, 0n, isGuided);
}))));"""
    done = subprocess.run([str(NODE), "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [[0, 0, 0], [0, 0, 1]]


def test_on_a_page_levels_compare_moves_by_odds() -> None:
    """A worth of 3/5 are odds of 4 to 1, one of 15/17 of 16 to 1: a draw, 4 to 1 and 16 to 1 lie evenly apart."""
    script = face.joined(*map(build.part, ("pauses.js", "turn_time.js", "alphabeta.js", "mcts.js", "levels.js"))) + """
const player = Object.assign(Object.create(Leveled.prototype), { levels: { decided: 0.97 } });
console.log(JSON.stringify([0, 3 / 5, -15 / 17, 0.98, 1].map((worth) => player.odds(worth))));"""
    done = subprocess.run([str(NODE), "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    draw, four, sixteen, near, won = json.loads(done.stdout)
    assert (draw, four, -sixteen) == pytest.approx((0, math.log(4) / 2, math.log(16) / 2))
    assert math.log(16) / 2 < near < won


def test_a_levels_certain_win_is_taken_and_its_certain_loss_is_not() -> None:
    """As in the terminal, whatever is drawn: by worth alone, each of the three would be taken now and then. Where all
    is lost, what holds out longest is taken."""
    script = face.joined(*map(build.part, ("pauses.js", "turn_time.js", "alphabeta.js", "mcts.js", "levels.js"))) + """
const levels = { doubt: 0, wide: 0.2, decided: 0.97, noSlip: 1e-9, slack: 3 };
const drawn = (options) => Array.from({ length: 20 }, (_, k) => k / 20).map((drawn) => {
  const player = Object.create(Leveled.prototype);
  Object.assign(player, { levels, level: { slip: 1, missed: 0 }, isDeep: true, unit: () => drawn });
  return player.drawn(options, 0, 0n);
});
const option = (option, worth, sure, plies = 0) => ({ option, worth: [worth], sure, plies, visits: 9 });
console.log(JSON.stringify([
  drawn([option(0, 0.9, false), option(1, 1, true), option(2, 0.8, false)]),
  drawn([option(0, -0.9, false), option(1, -1, true), option(2, -0.8, false)]),
  drawn([option(0, -0.9, false), option(1, -1, false), option(2, -0.8, false)]),
  drawn([option(0, -1, true), option(1, -1, true)]),
  drawn([option(0, -1, true, 2), option(1, -1, true, 6), option(2, -1, true, 4), option(3, -1, true, 6)]),
].map((found) => [...new Set(found)].sort())));"""
    done = subprocess.run([str(NODE), "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [[1], [0, 2], [0, 1, 2], [0, 1], [1, 3]]


def test_a_slice_that_is_cut_short_says_nothing_of_how_long_others_should_be() -> None:
    """A search by depth asks for more at once where a slice took little time, but not where the turn cut it short;
    never for more than a number of 64 bits holds."""
    script = face.joined(*map(build.part, ("pauses.js", "turn_time.js", "alphabeta.js"))) + """
performance.now = () => 0;  // no slice takes time
const thinking = { alphabeta: { deepest: 100, givenUp: -106 } };
const instance = { exports: { alphabeta: () => -106n }, reported: () => 1 };
const sliceAfter = (left, times) => {
  const player = new AlphaBeta({ rules: { table: { thinking } }, instance }, { positions: 1e6 });
  player.slice = 4096;
  for (let i = 0; i < times; i++) player.search(1, { positions: 1e6 - left }, Infinity);
  return player.slice;
};
console.log(JSON.stringify([sliceAfter(1, 2000), sliceAfter(1e6, 1), sliceAfter(Infinity, 2000) <= 2 ** 53]));"""
    done = subprocess.run([str(NODE), "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [4096, 8192, True]


def test_back_and_forth(tmp_path: Path) -> None:
    game = load("tictactoe")
    calls = [
        ("begin", {"seed": 1, "seats": {"Crosses": "human", "Noughts": "human"}}), ("undo", None),
        ("play", "a1"), ("play", "b2"), ("play", "a1"), ("shown", None), ("undo", None), ("shown", None),
        ("redo", None), ("shown", None), ("undo", None), ("play", "c3"), ("redo", None), ("goto", 1), ("shown", None),
        ("goto", None), ("shown", None), ("resign", None), ("shown", None), ("play", "a2"), ("record", None),
        ("undo", None), ("shown", None),
    ]  # fmt: skip
    seen = called(tmp_path, [game], calls)
    assert seen[1]["error"] == "There is nothing to take back."
    assert seen[4]["error"] == (
        "“a1” is not legal now. What can be chosen: `choose s in empty` (line 15 of tictactoe.gdl)."
    )
    texts = [[ply["text"] for ply in one["log"]] for one in seen if isinstance(one, dict) and "log" in one]
    assert texts == [["a1", "b2"], ["a1"], ["a1", "b2"], *[["a1", "c3"]] * 4]
    assert seen[12]["error"] == "There is nothing to do again."
    past, now = seen[14]["view"], seen[16]["view"]
    assert (past["ply"], past["plies"], past["moves"]) == (1, 2, [])
    assert (now["ply"], len(now["moves"])) == (2, 7)
    over = seen[18]["view"]
    assert (over["isOver"], over["result"], over["toMove"]) == (True, f"{game.players[0]} resigned", None)
    assert over["outcomes"] == {"X": "loss", "O": "win"}
    assert past["outcomes"] is now["outcomes"] is None
    assert seen[19]["error"] == "The game is over."
    assert json.loads(seen[20])["resigned"] == game.players[0]
    assert not seen[22]["view"]["isOver"]


def test_hints_are_legal(tmp_path: Path) -> None:
    game = load("sparks")
    begin = ("begin", {"seed": 1, "seats": dict.fromkeys(game.players, "human")})
    _, shown, hint = called(tmp_path, [game], [begin, ("shown", None), ("hint", None)])
    assert hint["text"] in [move["text"] for move in shown["view"]["moves"]]
    assert hint["line"][0] == hint["text"]
    assert -1 <= hint["worth"] <= 1


def test_other_settings(tmp_path: Path) -> None:
    games = [Game.load("sparks"), Game.of("sparks", {"base": 5})]
    calls = [("begin", {"seed": 1}), ("shown", None), ("begin", {"options": {"base": 5}}), ("record", None),
             ("begin", {"options": {"base": 6}}), ("begin", {"options": {}}), ("record", None)]  # fmt: skip
    found = called(tmp_path, games, calls)
    assert json.loads(found[3])["options"]["base"] == 5
    assert '`gdl page … --also "base=6' in found[4]["error"]
    assert json.loads(found[6])["options"]["base"] == 4


RECORD = """\
gdl record: 1
game: tictactoe
title: Tic-tac-toe
rules: {hash}
options: {{}}
players: [{players}]
seed: 4
number: 0
seats: {{}}
turns:
- [a1]
- [b2]
"""


@pytest.mark.parametrize(("old", "new", "said"), [
    ("", "", ""),
    ("number: 0", "number: 0\nclock: 5m+3s", ""),
    ("- [b2]", "- [b2]\ntimes: {{X: 100, O: 250}}\nfallen: X", ""),
    ("- [b2]", "- [b2]\ndrawn: true", ""),
    ("gdl record: 1\n", "", "it doesn't say `gdl record: 1`"),
    ("gdl record: 1", "gdl record: 2", "its `gdl record` is 2, and this page reads 1: a newer gdl has written it"),
    ("gdl record: 1", "gdl record: 0", "`gdl record` should be 1, not `0`"),
    ("seed: 4", "seed: -4", "`seed` should be a whole number"),
    ("seed: 4", "seed: 4\nseed: 5", "`seed` is said twice"),
    ("seed: 4", "seed: &a 4", "“&a 4” can't be read"),
    ("seed: 4", "seed: !!python/name:os.system 4", "“!!python/name:os.system 4” can't be read"),
    ("- [b2]", "- [a1]", "Turn 2 of the record, `a1`: that is not legal there."),
    ("- [b2]", "- [b2", "its end is missing"),
    ("- [b2]", "- [x9]", "Turn 2 of the record, `x9`: that is not legal there."),
    ("- [b2]", "- b2", "`turns` should be lists of texts"),
    ("- [b2]", "- [[b2]]", "`turns` should be lists of texts"),
    ("- [b2]", "- [b2]\nresult: {CROSS: win}", "it doesn't end so"),
    ("- [b2]", "- [b2]\nresigned: Nobody", "The record speaks of Nobody"),
    ("rules: ", "rules: 0", "The rules of Tic-tac-toe have changed between this record and this page"),
    ("rules: {hash}\noptions: {{}}", "rules: 0\noptions: {{m: 4, k: 3}}",
     "This page doesn't have these rules: m=4 n=3 k=3. It has m=3 n=3 k=3."),
    ("rules: {hash}\n", "", "it doesn't say by which `rules`"),
    ("title: Tic-tac-toe\nrules: ", "title: Chess\nrules: 0", "The record is of Chess; this page plays Tic-tac-toe."),
    ("seats: {{}}", "start: {{to move: CROSS}}", ""),
    ("seats: {{}}", "start: {{decision: 1}}", "it begins with a past, or in the middle of a turn"),
    ("seats: {{}}", "start: {{to move: Nobody}}", "there is no player (in `to move`) `Nobody`"),
    ("seats: {{}}", "start: [1]", "`start` should be names with values"),
    ("seats: {{}}", "seats: {{Nobody: human}}", "The record speaks of Nobody"),
    ("seats: {{}}", "hand: 4", "it says `hand`, which no record says"),
    ("seats: {{}}", "seats: " + "[" * 60, "nested too deep"),
    ("seats: {{}}", "__proto__: {{a: 1}}", "it says `__proto__`, which no record says"),
    ("gdl record", "\x00gdl record", "it doesn't say `gdl record: 1`"),
    ("gdl record: 1", "# by hand\ngdl record: 1  # the first version", ""),
])  # fmt: skip
def test_records_of_strangers(old: str, new: str, said: str, tmp_path: Path) -> None:
    game = load("tictactoe")
    names = {"hash": game.hash, "players": ", ".join(game.players)}
    text = RECORD.replace(old, new) if old else RECORD
    text = text.replace("{CROSS: win}", "{{X: win}}").replace("{{to move: CROSS}}", "{{to move: X}}").format(**names)
    calls = [("begin", {"seed": 1, "seats": {}}), ("load", text), ("shown", None)]
    _, answer, shown = called(tmp_path, [game], calls)
    if said:
        assert said in answer["error"], answer
        assert shown["log"] == []
    else:
        assert answer is None
        assert [ply["text"] for ply in shown["log"]] == ["a1", "b2"]


def test_what_is_not_legal_is_told_with_what_is(tmp_path: Path) -> None:
    """A move that is much like what was typed; else a short rule, without its comment; else what moves look like."""
    seats = {"White": "human", "Black": "human"}
    calls = [("begin", {"seed": 1, "seats": seats}), ("play", "e2e9"), ("play", "e5")]
    near, far = (one["error"] for one in called(tmp_path, [load("chess")], calls)[1:])
    assert near == "“e2e9” is not legal now. Did you mean e3, e4?"
    assert far == "“e5” is not legal now. Moves look like a3, Na3."
    rules = (
        'game "Told"\nplayers A, B\nboard grid(9, 1)\npieces stone of player\nturn\n'
        '  choose s in empty  # where nothing stands\n      as "{s}#"\n  put stone of me on s\n'
        "end\n  win me if no empty\n"
    )
    (tmp_path / "told.gdl").write_text(rules, encoding="utf-8")
    calls = [("begin", {"seed": 1, "seats": {"A": "human", "B": "human"}}), ("play", "zz")]
    *_, told = called(tmp_path, [load(str(tmp_path / "told.gdl"))], calls)
    assert told["error"] == "“zz” is not legal now. What can be chosen: `choose s in empty` (line 6 of told.gdl)."


def test_an_option_that_is_a_set_of_choices(tmp_path: Path) -> None:
    """A page has the record's setting, whatever its order of making; where it hasn't, what it suggests is a command."""
    stones = {"size": 5, "handicap": "{b2, d4}"}
    games = [Game.of("go", {"size": 5}), Game.of("go", stones)]
    calls = [("begin", {"seed": 1}), ("begin", {"options": {"size": 5, "handicap": ["b2", "d4"]}}), ("record", None),
             ("begin", {"options": {"size": 5, "handicap": ["b2", "d2"]}})]  # fmt: skip
    found = called(tmp_path, games, calls)
    assert json.loads(found[2])["options"]["handicap"] == ["b2", "d4"]
    suggested = re.search(r"--also \"([^\"]*)\"", found[3]["error"])
    assert suggested is not None
    made = others(games[0], "go", [], None, [suggested[1]])
    assert [one.hash for one in made] == [Game.of("go", {"size": 5, "handicap": "{b2, d2}"}).hash]
