"""Players at the command line: seats, hints, matches, exact values, and what goes wrong with them."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest
from command import gdl
from interrupting import started
from patience import HANGS

from cli.commands.solve import _between
from cli.main import main
from cli.terminal.scene.console import Screen
from interpreter import Game
from interpreter.lab import matches
from interpreter.native.module.emitter import Unsupported
from interpreter.players import recursive

GDL = [sys.executable, "-c", "from cli.main import main; main()"]


pytestmark = pytest.mark.usefixtures("plain_terminal")


# ---- at the board ------------------------------------------------------------------------------------


def test_the_computer_plays_well_unless_something_else_is_said() -> None:
    shown = gdl("play", "tictactoe", "--seed", "1", typed="").stdout
    assert "X (you), O (computer, level 8)" in shown
    shown = gdl("play", "tictactoe", "--seat", "X=human", "--seat", "O=mcts:500", typed="a1\nquit\n").stdout
    assert "2. O: b2" in shown  # everything else loses


@pytest.mark.parametrize(
    ("seats", "table", "who"),
    [
        ([], "A (you), B, C (computer, level 8)", "You play A, the computer plays B and C."),
        (["A=random"], "A (computer, at random), B (you), C (computer, level 8)",
         "You play B, the computer plays A and C."),
        (["B=random"], "A (you), B (computer, at random), C (computer, level 8)",
         "You play A, the computer plays B and C."),
        (["C=human"], "A, B (computer, level 8), C (you)", "You play C, the computer plays A and B."),
        (["B=human", "A=human"], "A, B (people), C (computer, level 8)", "You play A and B, the computer plays C."),
        (["A=random", "B=random"], "A, B (computer, at random), C (you)", "You play C, the computer plays A and B."),
    ],
)
def test_who_sits_where_nobody_is_named(seats: list[str], table: str, who: str) -> None:
    """A person, unless one was named: whoever names only the computer's seat wants to play against it."""
    words = [word for seat in seats for word in ("--seat", seat)]
    shown = gdl("play", "spectral_reapers", "--players", "3", *words, "--seed", "1", typed="quit\n").stdout
    assert shown.splitlines()[:2] == [f"Spectral Reapers: {table}; seed 1", f"{who}  ? for help"]


def test_people_alone_and_computers_alone() -> None:
    both = ("--seat", "X=human", "--seat", "O=human")
    assert gdl("play", "blackjack", typed="quit\n").stdout.startswith("Blackjack: You\n? for help\n")
    assert "Everybody plays at this keyboard.  ? for help\n" in gdl("play", "tictactoe", *both, typed="quit\n").stdout
    both = ("--seat", "X=random", "--seat", "O=random")
    assert "? for help" not in gdl("play", "tictactoe", *both).stdout


def test_hint_and_eval_say_what_is_certain() -> None:
    both = ("--seat", "X=human", "--seat", "O=human")
    shown = gdl("play", "tictactoe", *both, typed="a1\nb1\na2\nhint\neval\nb2\nhint\nb3\neval\n").stdout
    assert shown.split("O> hint\n")[1].split()[0] == "a3"
    win = shown.split("X> hint\n")[1]
    assert win.split()[0] == "a3"
    assert "a win for certain, in 1 move at most" in win
    assert "from -1, the worst end, to +1, the best" in shown


def test_hints_of_an_opponent_that_looks_ahead(tmp_path: Path) -> None:
    rules = tmp_path / "mine.gdl"
    rules.write_text('game "Mine" extends "tictactoe"\n  opponent "alphabeta:6"\n', encoding="utf-8")
    both = ("--seat", "X=human", "--seat", "O=human")
    shown = gdl("play", str(rules), *both, typed="a1\nb1\na2\nhint\nb2\nhint\neval\nquit\n").stdout
    assert shown.split("O> hint\n")[1].split()[0] == "a3"
    win = shown.split("X> hint\n")[1]
    assert win.split()[0] == "a3"
    assert "a win for certain, in 1 move at most" in win


def test_hints_in_a_game_of_chance_for_three() -> None:
    seats = [word for player in "ABC" for word in ("--seat", f"{player}=human")]
    shown = gdl("play", "spectral_reapers", "--players", "3", *seats, typed="eval\nquit\n").stdout
    rows = [line.split() for line in shown.split("A> eval\n")[1].splitlines()[:3]]
    assert [row[0] for row in rows] == ["A", "B", "C"]
    assert abs(sum(float(row[1]) for row in rows)) < 0.02


def test_rules_that_cant_be_compiled_are_played_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Unsupported("sets of sets", "go through them")

    import_module("interpreter.native.host.load")  # or the substitute would stay in it for good
    monkeypatch.setattr("interpreter.native.host.code_cache.prepare", refuse)
    shown = gdl("play", "tictactoe", typed="hint\na1\nquit\n").stdout
    assert shown.count("Tic-tac-toe can't be compiled") == 2
    assert "sets of sets. So the moves of O are random." in shown
    assert "2. O: " in shown
    said = gdl("match", "tictactoe", "mcts:10", "random", "--games", "2", status=2).stderr
    assert "Tic-tac-toe can't be compiled" in said


def test_a_player_from_a_file_isnt_run_because_a_record_says_so(tmp_path: Path) -> None:
    """A record may come from anybody."""
    rules, record = tmp_path / "mine.py", tmp_path / "game.yaml"
    rules.write_text(
        "from pathlib import Path\nfrom interpreter.players import Player\nPath(__file__ + '.ran').touch()\n"
        "class First(Player):\n    def choose(self, state):\n        return state.moves[0]\n",
        encoding="utf-8",
    )
    seats = ("--seat", "X=human", "--seat", f"O={rules}")
    shown = gdl("play", "tictactoe", *seats, "--record", str(record), typed="b2\nquit\n").stdout
    assert "2. O: a1" in shown
    ran = tmp_path / "mine.py.ran"
    ran.unlink()
    said = gdl("play", "--resume", str(record), typed="c3\n", status=2).stderr
    assert f"say so again: --seat O={rules}" in " ".join(said.split())
    assert not ran.exists()
    assert "4. O: a2" in gdl("play", "--resume", str(record), *seats, typed="c3\n").stdout


def test_resumed_with_another_player_the_others_stay(tmp_path: Path) -> None:
    record = str(tmp_path / "game.yaml")
    seats = ("--seat", "X=human", "--seat", "O=random")
    gdl("play", "tictactoe", *seats, "--record", record, typed="a1\nquit\n")
    shown = gdl("play", "--resume", record, "--seat", "O=mcts:100", typed="#1\nquit\n").stdout
    assert "X (you), O (computer, mcts:100)" in shown
    assert "X (you), O (computer, mcts:100)" in gdl("play", "--resume", record, typed="quit\n").stdout


def test_who_is_named_need_not_be_named_by_the_rules(tmp_path: Path) -> None:
    """An opponent that there isn't matters only where it would sit."""
    rules = tmp_path / "mine.gdl"
    rules.write_text('game "Mine" extends "tictactoe"\n  opponent "nobody:1s"\n', encoding="utf-8")
    assert "name as opponent nobody:1s" in gdl("play", str(rules), status=2).stderr
    both = ("--seat", "X=human", "--seat", "O=human")
    assert "X, O (people)" in gdl("play", str(rules), *both, typed="quit\n").stdout


@pytest.mark.parametrize(("game", "player"), [("tictactoe", "mcts:600s"), ("breakthrough", "alphabeta:600s")])
def test_ctrl_c_while_it_thinks(game: str, player: str) -> None:
    seats = [f"{seat}={player}" for seat in Game.load(game).players]
    words = [*GDL, "play", game, "--seat", seats[0], "--seat", seats[1]]
    with started(words) as p:
        assert p.stdout is not None and p.stderr is not None
        p.stdout.readline()
        p.send_signal(signal.SIGINT)
        assert p.wait(timeout=HANGS) == 130
        assert "the game isn't over" in p.stdout.read()
        assert p.stderr.read() == ""


def test_ctrl_c_right_after_the_first_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    write = Screen.write

    def interrupted(screen: Screen, *words: str) -> None:
        monkeypatch.setattr(Screen, "write", write)
        write(screen, *words)
        raise KeyboardInterrupt

    monkeypatch.setattr(Screen, "write", interrupted)
    monkeypatch.setattr(sys, "argv", ["gdl", "play", "tictactoe", "--seat", "X=random", "--seat", "O=random"])
    monkeypatch.setattr("cli.interrupts.listen", lambda status: None)
    monkeypatch.setattr("cli.interrupts.leave", sys.exit)  # without waiting for anybody: this would end the tests, too
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 130
    assert "Left after 0 turns; the game isn't over." in capsys.readouterr().out


# ---- matches -----------------------------------------------------------------------------------------


def test_a_match() -> None:
    shown = gdl("match", "sparks", "mcts:1000", "random", "--games", "6", "--seed", "2", "--jobs", "2").stdout
    assert "Sparks: 6 games, seed 2" in shown
    rows = {line.split("  ")[0]: line for line in shown.splitlines()}
    assert set(rows) >= {"mcts:1000", "random", "as White", "as Black"}
    assert "100.0 (29.2–100.0)" in rows["mcts:1000"]  # six games are three with other dice: ∛0.025 at least
    assert rows["mcts:1000"].endswith("+1.000 (-0.415 to +1.000)")  # 2 · ∛0.025 - 1


def test_a_match_for_programs() -> None:
    words = ("match", "tictactoe", "alphabeta:9", "alphabeta:9", "--games", "4", "--opening", "1", "--json")
    found = json.loads(gdl(*words).stdout)
    assert found["games"] == 4
    assert [one["results"]["draw"] for one in found["players"]] == [1, 1]
    assert list(found["seats"]) == ["X", "O"]


SAME = "with the same seats all games were the same, move by move"


def test_a_match_says_that_its_players_always_play_the_same_game() -> None:
    """Players that search to a depth choose the same move each time; what is drawn makes games different."""
    words = ["match", "tictactoe", "alphabeta:1", "alphabeta:2", "--games", "8"]
    assert SAME in gdl(*words).stdout
    assert json.loads(gdl(*words, "--json").stdout)["different_games"] == 2
    assert SAME not in gdl(*words, "--opening", "2").stdout
    assert SAME not in gdl("match", "tictactoe", "random", "random", "--games", "8").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["match", "tictactoe", "mtcs:1s", "random"], "did you mean `mcts`"),
        (["match", "tictactoe", "random", "random", "random"], "is for 2 players; 3 are named"),
        (["match", "spectral_reapers", "alphabeta:2", "random", "random", "--players", "3"], "is for 3"),
        (["match", "tictactoe"], "PLAYER"),
        (["play", "tictactoe", "--seat", "X=mcts:soon"], "mcts:5000"),
        (["play", "tictactoe", "--seat", "X=robot"], "or human"),
    ],
)
def test_players_that_there_arent(words: list[str], said: str) -> None:
    assert said in " ".join(gdl(*words, status=2).stderr.split())


# ---- exact values ------------------------------------------------------------------------------------


def test_solve() -> None:
    shown = gdl("solve", "tictactoe").stdout
    assert "Tic-tac-toe: a draw\n" in shown
    assert "765 of 5,478 positions under 8 symmetries, 2,270 moves" in shown
    assert "5,478 positions, 16,167 moves" in gdl("solve", "tictactoe", "--no-symmetries").stdout
    assert json.loads(gdl("solve", "nim", "--json").stdout)["values"] == {"First": 1.0, "Second": -1.0}
    said = gdl("solve", "sparks", "--memory", "16", status=1).stderr
    assert "Sparks can't be solved" in said


def test_solve_says_that_a_third_player_may_choose_who_wins(tmp_path: Path) -> None:
    """With one or two left, who moves wins; so with three left, the next. With four left, the first player loses by
    each move, and chooses which of the others wins."""
    file = tmp_path / "three.gdl"
    file.write_text(
        'game "Three"\nplayers A, B, C\ngame has left: 0..4 = 4\nturn\n  choose n in 1..2 where n <= left\n'
        "  left -= n\nend\n  win me if left = 0\n",
        encoding="utf-8",
    )
    for words in (["--db", str(tmp_path / "t.table")],) * 2:  # solved, then read
        said = gdl("solve", str(file), *words).stdout
        assert said.startswith("Three: best play is worth ")
        assert "about" not in said
        assert "  other results may be right, too: somewhere a player has moves that are as good for that" in said
    two = file.read_text(encoding="utf-8").replace("A, B, C", "A, B")
    file.write_text(two, encoding="utf-8")
    assert gdl("solve", str(file)).stdout.startswith("Three: a win for A within 3 moves")


def test_solve_keeps_a_table(tmp_path: Path) -> None:
    """It is asked again, players play by it, and it is for these rules and positions alone."""
    file = str(tmp_path / "three.table")
    assert f"kept in {file}" in gdl("solve", "tictactoe", "--db", file).stdout
    assert "a draw\n  best play:" in (told := gdl("solve", "tictactoe", "--db", file).stdout) and f"from {file}" in told
    found = json.loads(gdl("solve", "tictactoe", "--db", file, "--json").stdout)
    assert (found["from_table"], found["states"], found["symmetries"]) == (True, 765, 8)
    other = gdl("solve", "tictactoe", "--db", file, "--set", "k=2", status=2).stderr
    assert "Tic-tac-toe has changed since, or had other options or players; here they are m=3, n=3, k=2" in other
    assert "those of Tic-tac-toe, not of Nim" in gdl("solve", "nim", "--db", file, status=2).stderr
    assert " 0.0 (" in gdl("match", "tictactoe", "mcts:1", "random", "--db", file, "--games", "4").stdout
    shown = gdl("play", "tictactoe", "--seat", "O=mcts:1", "--db", file, "--no-record", typed="a1\nquit\n").stdout
    assert "2. O: b2" in shown  # everything else loses
    none = str(tmp_path / "none.table")
    assert "there is no such file" in gdl("match", "tictactoe", "mcts:1", "random", "--db", none, status=2).stderr


ROUND = """game "Round"
players A, B
game has spot: 0..4
define succ(v) =
  0: {1, 4}
  1: {2, 3}
  2: {0}
  3: {}
  4: {2, 3}
turn
  if spot in {1, 2}
    roll m in succ(spot)
    spot = m
  else
    choose m in succ(spot)
    spot = m
  next = me if spot = 4
end
  win next if stuck
"""
"""By 1, A gets x = 1/2 + 1/2 · (-x) = 1/3; by 4 the game goes round for ever."""


def test_solve_with_chance_and_circles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The value; where work ends before it is known, what is known of it."""
    file = tmp_path / "round.gdl"
    file.write_text(ROUND, encoding="utf-8")
    assert json.loads(gdl("solve", str(file), "--json").stdout)["is_exact"]
    told = gdl("solve", str(file)).stdout
    assert told.startswith("Round: expected is +0.3333 for A, -0.3333 for B\n  best play: 1 …\n")
    monkeypatch.setattr(recursive, "WORK", 60)
    monkeypatch.setattr(recursive, "COSTS", ())
    told = gdl("solve", str(file)).stdout
    said = re.search(r"surely between (\S+) and (\S+) for A: play can go on for ever, and no more is known\n", told)
    assert said is not None
    least, most = map(float, said.groups())
    assert least <= 1 / 3 <= most
    assert most - least > 1e-3
    assert "expected is about" in told
    assert "  perhaps best: " in told


def test_what_solve_is_not_sure_of_is_told(tmp_path: Path) -> None:
    file = tmp_path / "round.gdl"
    file.write_text(ROUND.replace("A, B", "A, B, C"), encoding="utf-8")
    assert not json.loads(gdl("solve", str(file), "--json").stdout)["is_exact"]
    assert "that isn't certain, and may be far off: play can go on for ever" in gdl("solve", str(file)).stdout
    assert "certain" not in gdl("solve", "tictactoe").stdout


@pytest.mark.parametrize(("bounds", "said"), [
    ((-0.25, 0.5), "between -0.2500 and +0.5000"),
    ((1 / 3 - 1e-8, 1 / 3 + 1e-8), "between +0.3333333233 and +0.3333333434"),
    ((-12.00001, 7.00001), "between -12.0001 and +7.0001"),
])  # fmt: skip
def test_bounds_are_rounded_outwards(bounds: tuple[float, float], said: str) -> None:
    assert _between(*bounds) == said


def test_an_opening_that_leaves_nothing_to_decide_is_told() -> None:
    """A game of Tic-tac-toe has at most nine moves, and at least five."""
    told = "every game was over before a player decided anything"
    assert told in gdl("match", "tictactoe", "mcts:10", "random", "--games", "4", "--opening", "9").stderr
    assert told not in gdl("match", "tictactoe", "mcts:10", "random", "--games", "4", "--opening", "4").stderr


def test_a_table_without_the_position(tmp_path: Path) -> None:
    ending, file = tmp_path / "ending.yaml", str(tmp_path / "ending.table")
    ending.write_text("to move: X\npieces:\n  stone of X: [a1, a2]\n  stone of O: [b1, b2]\n")
    gdl("solve", "tictactoe", "--position", str(ending), "--db", file)
    before = Path(file).read_bytes()
    assert "doesn't hold this position" in gdl("solve", "tictactoe", "--db", file, status=2).stderr
    assert Path(file).read_bytes() == before


def test_a_table_of_what_follows_several_positions(tmp_path: Path) -> None:
    one, other = "{to move: X, pieces: {stone of X: [a1, a2], stone of O: [b1, b2]}}", "{to move: X}"
    both, path = ("--position", one, "--position", other), str(tmp_path / "both.table")
    for from_where in ("kept in", "from"):
        shown = gdl("solve", "tictactoe", *both, "--db", path).stdout
        assert "Tic-tac-toe: a win for X within 1 move\n" in shown and "  position 2: a draw\n" in shown
        assert f"{from_where} {path}" in shown
    found = json.loads(gdl("solve", "tictactoe", *both, "--db", path, "--json").stdout)
    assert (found["values"]["X"], [one["values"]["X"] for one in found["also"]]) == (1.0, [0.0])
    assert "several positions are for a table: say --db FILE" in gdl("solve", "tictactoe", *both, status=2).stderr


def test_solve_gives_up_in_time(tmp_path: Path) -> None:
    """What isn't solved leaves no file."""
    file = tmp_path / "none.table"
    said = gdl("solve", "tictactoe", "--positions", "764", "--db", str(file), status=1).stderr
    assert f"Tic-tac-toe can't be solved: there are more than 764 positions; nothing is kept in {file}" in said
    said = gdl("solve", "connect_four", "--budget", "10ms", "--db", str(file), status=1).stderr
    assert "the time is over, with" in said and "positions known so far" in said
    assert "is no time" in gdl("solve", "tictactoe", "--budget", "soon", status=2).stderr
    assert "say --iterations" in gdl("solve", "kuhn_poker", "--budget", "1s", status=2).stderr
    assert list(tmp_path.iterdir()) == []


def test_solve_a_position(tmp_path: Path) -> None:
    file = tmp_path / "end.yaml"
    file.write_text("to move: X\npieces: {stone of X: [a1, a2], stone of O: [b1, b2]}\n", encoding="utf-8")
    assert "a win for X within 1 move\n  best play: a3\n" in gdl("solve", "tictactoe", "--position", str(file)).stdout


# ---- players of one's own that go wrong, games that don't end ----------------------------------------

OWN = """\
from interpreter.players import Player

class Fails(Player):
    def choose(self, state):
        raise ValueError("so\\nit is")

class Leaves(Player):
    def choose(self, state):
        raise SystemExit(0)

class Says(Player):
    def choose(self, state):
        return "a1"

class Wants(Player):
    def __init__(self, more, than, a_seat):
        pass
"""


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("Fails", "own.py:5: ValueError: so\n"),
        ("Leaves", "own.py:9: SystemExit: 0"),
        ("Says", "own.py: Says chose 'a1', which is not one of the state's moves"),
        ("Wants", "own.py: TypeError: "),
    ],
)
def test_what_a_player_of_ones_own_does_wrong_is_said(player: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN, encoding="utf-8")
    assert said in gdl("match", "tictactoe", f"{file}:{player}", "random", status=2).stderr
    if player != "Wants":
        shown = gdl("play", "tictactoe", "--seat", f"X={file}:{player}", "--seat", "O=random").stdout
        assert f"{said.strip()}. So the moves of X are random." in " ".join(shown.split())


def test_a_seat_is_given_once() -> None:
    said = gdl("play", "tictactoe", "--seat", "X=human", "--seat", "X=random", status=2).stderr
    assert said == "gdl: --seat X is given twice\n"


ENDLESS = """\
game "Endless"

players White, Black
board grid(3, 3)
pieces man of player

setup
  put man of White on a1
  put man of Black on c3

turn
  choose a in mine, b in a.adjacent & empty
  move a to b

end
  lose next if stuck
"""


@pytest.mark.parametrize("words", ["match {} random random", "bench {} --seconds 0.01", "simulate {}"])
def test_a_game_without_end_is_a_finding(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches.play_one, "__defaults__", (500,))
    file = tmp_path / "endless.gdl"
    file.write_text(ENDLESS, encoding="utf-8")
    said = gdl(*(word.format(file) for word in words.split()), status=1).stderr
    assert "hasn't ended after" in said
    assert "the position then:" in said


def test_that_games_have_no_end_is_said_before_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches.play_one, "__defaults__", (500,))
    file = tmp_path / "endless.gdl"
    file.write_text(ENDLESS, encoding="utf-8")
    said = gdl("match", str(file), "mcts:1", "random", status=1).stderr
    assert said.startswith("gdl: none of 4 random games ended within 20,000 plies.")
    assert "`draw if repeats(piece, next) = 2`" in said
    assert gdl("match", "tictactoe", "mcts:1", "random", "--games", "2").stderr == ""


def test_a_match_shows_the_ply_of_the_game_that_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    @contextmanager
    def bar(title: str, total: int, quiet: bool = False) -> Iterator[Callable[..., None]]:
        yield lambda done, title=title: shown.append(f"{int(done)} {title}")  # how much of a game is done counts, too

    monkeypatch.setattr("cli.commands.match.bar", bar)
    gdl("match", "tictactoe", "random", "random", "--games", "1")
    assert shown[:5] == [f"0 Tic-tac-toe  0 : 0  ply {ply}" for ply in range(1, 6)]
    assert shown[-1].startswith("1 Tic-tac-toe  ")
    assert shown[-1].count("ply") == 0


# ---- levels and clocks -------------------------------------------------------------------------------


def test_a_level_is_for_whoever_is_not_named(tmp_path: Path) -> None:
    shown = gdl("play", "tictactoe", "--level", "3", "--seed", "1", typed="quit\n").stdout
    assert "X (you), O (computer, level 3)" in shown
    shown = gdl("play", "tictactoe", "--level", "3", "--seat", "X=level:1", "--seat", "O=human", typed="quit\n").stdout
    assert "X (computer, level 1), O (you)" in shown
    record = tmp_path / "game.yaml"
    gdl("play", "tictactoe", "--level", "2", "--seed", "1", "--record", str(record), typed="a1\nquit\n")
    assert "O: 'level:2'" in record.read_text(encoding="utf-8")
    assert "O (computer, level 2)" in gdl("play", "--resume", str(record), typed="quit\n").stdout
    shown = gdl("play", "--resume", str(record), "--level", "5", typed="quit\n").stdout
    assert "X (you), O (computer, level 5)" in shown


@pytest.mark.parametrize("level", ["0", "9", "x", "-1", "2.5", ""])
def test_what_is_no_level_is_refused(level: str) -> None:
    for command in ("play", "serve"):
        refused = gdl(command, "tictactoe", "--level", level, status=2)
        assert f"there is no level `{level}`; levels go from 1, a beginner, to 8" in refused.stderr
    assert "levels go from 1" in gdl("match", "tictactoe", f"level:{level or 0}", "random", status=2).stderr


def test_a_clock_is_for_the_computer() -> None:
    shown = gdl("play", "tictactoe", "--clock", "5m+3s", "--seed", "1", typed="quit\n").stdout
    assert "X (you), O (computer, mcts:5m+3s)" in shown
    shown = gdl("play", "breakthrough", "--clock", "90s", "--seed", "1", typed="quit\n").stdout
    assert "(computer, alphabeta:90s+0s)" in shown


@pytest.mark.parametrize("clock", ["5", "soon", "5m+", "-1m", "0s", "48h"])
def test_what_is_no_clock_is_refused(clock: str) -> None:
    assert "clock" in gdl("play", "tictactoe", f"--clock={clock}", status=2).stderr
    assert "clock" in gdl("match", "tictactoe", "mcts", "random", f"--clock={clock}", status=2).stderr


def test_a_level_has_a_clock_if_both_are_said() -> None:
    shown = gdl("play", "tictactoe", "--clock", "5m+3s", "--level", "3", "--seed", "1", typed="b2\nquit\n").stdout
    assert "X (you), O (computer, level 3, clock 5m+3s)" in shown
    assert "2. O: " in shown
    assert "no clock" in gdl("play", "tictactoe", "--seat", "O=level:3:soon", status=2).stderr


def test_matches_by_the_clock() -> None:
    found = json.loads(gdl("match", "tictactoe", "mcts", "random", "--clock", "200ms", "--games", "2", "--json").stdout)
    assert [one["player"] for one in found["players"]] == ["mcts:200ms+0s", "random"]
    refused = gdl("match", "tictactoe", "mcts:10", "random", "--clock", "1m", status=2)
    assert "players without a time of their own: mcts, careful" in refused.stderr
