"""The short trial of players for rulesets that nobody has measured: what it finds, when it is made, how it is kept."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from command import run
from patience import HANGS

from cli.commands import play
from cli.terminal.scene import trial as host
from cli.terminal.scene.trial import settle
from gdl.lint.rule import example
from interpreter import Game, RuleError
from interpreter.lab import opponent_trial
from interpreter.lab.opponent_trial import CLEAR, GAMES, Challenge, Trial, contenders, trial
from interpreter.players import measured, tried
from interpreter.players.learning.training import from_goals
from interpreter.players.learning.weights import own_file
from interpreter.players.learnt import usual
from interpreter.players.player import Seat
from interpreter.players.specs import CHALLENGING, is_untried, make, opponent, recall

HALMA = Path(__file__).parents[1] / "rulesets" / "halma.gdl"
START = (6 * ord("a") + 14) - (6 * ord("g") + 34)
"""What letters and numbers of Black's men's sites come to at the start, less those of White's."""
SMALL = 1_000_000_000
"""Instructions: enough for small games."""
ENDLESS = """game "For ever"
players A, B
game has tally: 0..1 = 0
turn
  choose k in 0..1 as "{k}"
  tally = k
end
  win me if tally > 1
"""
BROKEN = """game "Broken"
players A, B
game has tally: 0..3 = 0
turn
  choose k in 1..2 as "{k}"
  tally += k
end
  win me if tally = 9
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is known of earlier trials, and nobody else hears of these."""
    monkeypatch.setenv("GDL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tried, "_noted", {})
    return tmp_path / "cache"


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)


def fixed(monkeypatch: pytest.MonkeyPatch, result: Trial | BaseException) -> list[Game]:
    """Trials come to this; gives the games for which there were any."""
    asked: list[Game] = []

    def made(game: Game) -> Trial:
        asked.append(game)
        if isinstance(result, BaseException):
            raise result
        return result

    monkeypatch.setattr(opponent_trial, "trial", made)
    return asked


def unmeasured() -> Game:
    return Game.parse(example())


# ---- what it finds


def test_sparks_gets_careful() -> None:
    """As long matches say: random games look even until shortly before the end. Nothing was learnt for this option."""
    found = trial(Game.load("sparks", any_spark=True), seconds=HANGS)
    assert found.kind == "careful"


def test_the_same_trial_comes_to_the_same() -> None:
    first, second = (trial(Game.load("tictactoe"), SMALL, seconds=HANGS) for _ in range(2))
    assert first.challenges == second.challenges
    assert first.kind == "mcts"
    # both see to the end, so each opening, which both have once with either seat, gives each of them half of the points
    assert all(abs(one.points - one.games / 2) <= 0.5 for one in first.challenges)


def test_a_clear_winner_is_chosen_and_losers_stop_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """`mcts` is represented by random moves; of those who play well the first one stays, as nobody can do better."""
    specs = {"mcts": "random", "careful": "random", "greedy": "mcts:400", "alphabeta": "mcts:400"}
    monkeypatch.setattr(opponent_trial, "_equal", lambda game, sketch, work: specs)
    found = trial(Game.load("connect_four"), seconds=HANGS)
    careful, greedy, alphabeta = found.challenges
    assert found.kind == "greedy"
    assert (greedy.points, greedy.games) == (GAMES, GAMES)
    assert careful.points + GAMES - careful.games < CLEAR
    assert alphabeta == Challenge("alphabeta", 0.0, 0)


def test_who_can_play() -> None:
    assert contenders(unmeasured()) == ["mcts", "careful", "rave", "alphabeta"]
    assert contenders(Game.load("go")) == ["mcts", "careful", "greedy", "rave", "alphabeta"]
    assert contenders(Game.load("triumvirate")) == ["mcts", "careful", "greedy", "rave"]


def test_games_without_end_are_drawn() -> None:
    found = trial(Game.parse(ENDLESS), SMALL, seconds=HANGS)
    assert found.kind == "mcts"
    assert all(one.points == one.games / 2 for one in found.challenges)


def test_a_game_that_is_too_long_is_not_tried() -> None:
    assert trial(Game.load("tictactoe"), work=100_000).challenges == ()


def test_time_ends_it() -> None:
    found = trial(Game.load("tictactoe"), SMALL, seconds=0.0)
    assert sum(one.games for one in found.challenges) == 1


def test_broken_rules_are_told_to_who_asks() -> None:
    with pytest.raises(RuleError):
        trial(Game.parse(BROKEN), SMALL)


def test_where_nobody_wins_by_chance_the_computer_goes_by_what_the_rules_want() -> None:
    """Halma. Another process goes by the same values without a trial."""
    game = Game.load(HALMA)
    found = trial(game)
    assert (found.kind, found.challenges) == ("alphabeta", ())
    tried.keep(game, found.kind, found.values)
    other = Game.load(HALMA)
    assert usual(other) == ""
    assert not recall(other)
    assert opponent(other) == "alphabeta:1s"
    assert progress(other, "alphabeta:2") > 2 * progress(other, "alphabeta:2@none")
    assert progress(other, "alphabeta:2") == progress(game, "alphabeta:2", found.values)


def progress(game: Game, spec: str, values: bytes = b"") -> int:
    """How many steps all men have come nearer to the corner of their camp after twelve turns each."""
    tried.go_by(game, values)
    state = game.start(1)
    players = {player: make(spec, Seat(game, player)) for player in game.players}
    while state.ply < 24:
        state = state.play(players[str(state.to_move)].choose(state))
    assert game.model.board is not None
    far = {site: ord(site[0]) + int(site[1:]) for site in game.model.board.labels}
    whose = {site: man.owner for site in far for man in state.pieces(site)}
    return sum(far[site] if owner == "Black" else -far[site] for site, owner in whose.items()) - START


def test_of_several_players_whoever_leads_pieces_to_their_goals_is_the_opponent() -> None:
    game = Game.load("chinese_checkers", players=3)
    found = trial(game)
    assert (found.kind, found.challenges, found.values) == ("greedy", (), b"")
    assert "Nobody wins it by chance" in host.in_words(found, "greedy:1s")


def test_what_was_learnt_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    game = Game.load(HALMA)
    values = from_goals(game)
    assert values is not None
    own_file(game.model).parent.mkdir(parents=True)
    own_file(game.model).write_bytes(values.encoded())
    assert from_goals(Game.load(HALMA)) is None


# ---- when it is made


@pytest.mark.parametrize(
    ("game", "why"),
    [("sparks", "measured, values too"), ("hex", "measured"), ("kuhn_poker", "hidden"), ("peg_solitaire", "alone"),
     ("hanabi", "all together"), ("three_check", "measured for what it extends")],
)  # fmt: skip
def test_no_trial_is_needed(game: str, why: str) -> None:
    assert not is_untried(Game.load(game)), why


def test_programs_get_none_until_a_host_asks() -> None:
    game = unmeasured()
    assert is_untried(game)
    assert opponent(game) == CHALLENGING
    tried.keep(game, "careful")
    assert opponent(game) == CHALLENGING
    assert not recall(game)
    assert opponent(game) == "careful:1s"


def test_no_trial_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = fixed(monkeypatch, Trial("careful", (), 1.0))
    assert settle(unmeasured()) == ""
    assert not asked


@pytest.mark.usefixtures("at_terminal")
def test_it_is_made_once_and_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = fixed(monkeypatch, Trial("careful", (Challenge("careful", 7.5, 8), Challenge("alphabeta", 0.0, 2)), 6.2))
    assert settle(unmeasured(), plain=True) == (
        "Nobody has measured opponents for this game yet. The computer tried 3 kinds of players in 6 s: "
        "careful got 7.5 of 8 points against mcts. It plays careful:1s."
    )
    monkeypatch.setattr(tried, "_noted", {})  # another process
    assert settle(unmeasured(), plain=True) == ""
    assert len(asked) == 1
    assert opponent(unmeasured()) == "careful:1s"


@pytest.mark.parametrize(
    ("challenges", "said"),
    [((), "too long"), ((Challenge("careful", 1.0, 3),), "none was clearly better than mcts. It plays mcts:1s.")],
)
def test_it_is_told_if_nobody_is_better(challenges: tuple[Challenge, ...], said: str) -> None:
    assert said in host.in_words(Trial("mcts", challenges, 3.0), "mcts:1s")


@pytest.mark.usefixtures("at_terminal")
def test_ctrl_c_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = fixed(monkeypatch, KeyboardInterrupt())
    assert settle(unmeasured(), plain=True) == "The trial was stopped. The computer plays mcts:1s."
    assert recall(unmeasured())  # the next time there is another
    assert asked


@pytest.mark.usefixtures("at_terminal")
def test_broken_rules_do_not_stop_the_host() -> None:
    assert settle(Game.parse(BROKEN), plain=True) == ""


@pytest.mark.parametrize(
    ("seats", "made"), [([], 1), (["--level", "3"], 1), (["--seat", "Black=mcts:5"], 0), (["--seat", "Black=human"], 1)]
)
def test_only_where_a_computer_sits_whom_nobody_named(
    seats: list[str], made: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Game] = []

    def told(game: Game, plain: bool) -> str:
        asked.append(game)
        return "What came of it."

    monkeypatch.setattr(play, "settle", told)
    (tmp_path / "mine.gdl").write_text(example(), encoding="utf-8")
    _, _, complained = run(["play", str(tmp_path / "mine.gdl"), "--no-record", *seats], "quit\n")
    assert len(asked) == made
    assert complained.count("What came of it.") == made


# ---- how it is kept


def test_what_was_learnt_since_calls_for_a_new_trial() -> None:
    tried.keep(unmeasured(), "careful")
    assert not recall(unmeasured())
    tried.forget(unmeasured())
    assert recall(unmeasured())


@pytest.mark.parametrize("kind", ["greedy", "random", "uci:sh", "mine.py:Me", "careful:9999s", ""])
def test_only_kinds_that_can_play_are_taken(kind: str) -> None:
    """`greedy` needs numbers by which the rules rank players."""
    tried.keep(unmeasured(), kind)
    assert tried.kept(unmeasured()) is None


def test_broken_files_are_ignored(own_cache: Path) -> None:
    tried.keep(unmeasured(), "careful")
    (file,) = own_cache.rglob("*.opponent")
    whole = file.read_bytes()
    for held in (b"", b"nonsense", whole[:-1], whole.replace(b"careful", b"randoms"), whole + b" "):
        file.write_bytes(held)
        assert tried.kept(unmeasured()) is None
    file.write_bytes(whole)
    assert tried.kept(unmeasured()) == "careful"
    for held in (b"[]", b"3", b"{}", b'{"kind": ["careful"]}', b"\xff"):
        tried.cache.keep(file.name, held)
        assert tried.kept(unmeasured()) is None


def test_a_file_of_other_rules_is_ignored(own_cache: Path) -> None:
    tried.keep(unmeasured(), "careful")
    (file,) = own_cache.rglob("*.opponent")
    other = Game.load("y")
    tried.keep(other, "mcts")
    file.replace(file.with_name(tried._file(other)))
    assert tried.kept(other) is None


def test_a_measured_opponent_goes_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "opponents.yaml").write_text("y: greedy:1s\nhex: careful:1s\n", encoding="utf-8")
    monkeypatch.setattr(measured, "TABLE", tmp_path / "opponents.yaml")
    tried.note(Game.load("hex"), "alphabeta")
    assert opponent(Game.load("hex")) == "careful:1s"
