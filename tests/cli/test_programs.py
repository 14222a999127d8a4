"""Other people's programs at our boards: what they are told, what is made of their answers, and who may start them."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import run as here

from interpreter import Game, PlayerError, State
from interpreter.bridges.programs import admit, client, end_all, process
from interpreter.bridges.programs.naming import Pace, named
from interpreter.game.plies import Step
from interpreter.lab.matches import Match
from interpreter.players.game_clock import Clock
from interpreter.players.player import Player, Seat
from interpreter.players.specs import ADMITTED, by_name, make, maker, on_clock, opponent

FAKE = Path(__file__).parents[1] / "support" / "fake_engine.py"


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test admits is forgotten after it, and no program goes on."""
    monkeypatch.setattr(process, "MOST", 2**20)
    before = dict(ADMITTED)
    yield
    end_all()
    ADMITTED.clear()
    ADMITTED.update(before)


def fake(protocol: str, manner: str, *more: str, options: str = "") -> str:
    """The name of a fake program at a board."""
    return f"{protocol}:{shlex.join([sys.executable, str(FAKE), protocol, manner, *more])}{options}"


def seated(spec: str, game: Game, player: int = 0) -> Player:
    admit(spec)
    return make(spec, Seat(game, game.players[player]))


def played(game: Game, *texts: str) -> list[Step]:
    steps, state = list[Step](), game.start()
    for text in texts:
        move = state.parse(text)
        steps.append(Step(state, move, state.play(move)))
        state = steps[-1].after
    return steps


def gone(number: int) -> bool:
    """Whether no such process runs any more."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{number}/stat").read_text().split(") ")[1].startswith("Z")


# ---- names


def test_a_name_has_a_protocol_a_command_and_options() -> None:
    one = named("uci:'/opt/my engines/fish' -x;UCI_Elo=1350;Skill Level=3;time=250ms")
    assert (one.protocol, one.command) == ("uci", ("/opt/my engines/fish", "-x"))
    assert one.options == {"UCI_Elo": "1350", "Skill Level": "3"} and one.pace == Pace(seconds=0.25)
    assert named("xboard:fairymax;clock=5m+3s").pace == Pace(clock=Clock(300, 3))
    assert on_clock("uci:fish", "1m+1s") == "uci:fish;clock=1m+1s"
    assert on_clock("uci:fish;depth=3", "1m+1s") == "uci:fish;depth=3"
    assert by_name("uci:/opt/secret/fish --key 7;A=b") == "uci:fish"


@pytest.mark.parametrize(("spec", "said"), [
    ("uci:", "a program is named as in uci:stockfish"), ("uci:'open", "No closing quotation"),
    ("uci:x;depth", "behind a semicolon stands an option"), ("uci:x;depth=0", "depth is a number from 1 on"),
    ("uci:x;time=2h", "time is that of a move"), ("uci:x;time=1s;depth=4", "say one of time, depth"),
    ("uci:x;clock=soon", "is no clock"), ("uci:x;A=b\x1bc", "behind a semicolon stands an option"),
    ("uci:no-such-program", "there is no program `no-such-program` here"),
])  # fmt: skip
def test_names_that_are_none(spec: str, said: str) -> None:
    with pytest.raises(PlayerError, match=said):
        admit(spec)


# ---- who may start a program


def test_only_what_was_admitted_is_started(tmp_path: Path) -> None:
    spec = fake("uci", "good", str(tmp_path / "ran"))
    with pytest.raises(PlayerError, match="would start a program: only who types the command"):
        maker(spec)
    admit(spec + ";depth=1")
    with pytest.raises(PlayerError, match="would start a program"):  # another one, however alike
        maker(spec)
    assert not (tmp_path / "ran").exists()


def test_rules_and_records_start_nothing(tmp_path: Path) -> None:
    spec = fake("uci", "good", str(tmp_path / "ran"))
    rules = tmp_path / "trap.gdl"
    rules.write_text(f'game "Trap" extends "tictactoe"\n  opponent "{spec}"\n', encoding="utf-8")
    with pytest.raises(PlayerError, match="it should be one of"):
        opponent(Game.load(str(rules)))
    record = tmp_path / "game.yaml"
    here(["play", "tictactoe", "--seed", "1", "--record", str(record), "--plain"], text="a1\nquit\n")
    text = record.read_text(encoding="utf-8")
    assert "human" in text
    record.write_text(text.replace("human", f"'{spec}'"), encoding="utf-8")
    status, out, err = here(["play", "--resume", str(record), "--plain"], text="quit\n")
    assert status == 2 and "another program sits there for X; say so again: --seat" in out + err
    assert not (tmp_path / "ran").exists()


# ---- what they are told, and what they answer


def moved(player: Player, game: Game, *texts: str) -> State:
    """The state after these moves, of which the player is told."""
    steps = played(game, *texts)
    for step in steps:
        player.played(step)
    return steps[-1].after if steps else game.start()


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_it_follows_the_game(protocol: str) -> None:
    """The fake counts the plies that it is told: after two, its second pawn moves."""
    game = Game.load("chess")
    player = seated(fake(protocol, "good", options=";Skill=3"), game)
    state = moved(player, game, "a3", "a6")
    assert player.choose(state).text == "b2-b3"
    other = moved(player, game)  # taken back to the start, and nobody told
    assert player.choose(other).text == "a2-a3"
    assert seated(fake(protocol, "good"), game).choose(state).text == "b2-b3"  # who was never told of the moves


def test_gtp_is_told_moves_once() -> None:
    game = Game.load("go", size=5)
    player = seated(fake("gtp", "refuse"), game)
    state = game.start()
    own = player.choose(state)
    assert own.text == "pass"
    player.played(Step(state, own, state.play(own)))
    state = state.play(own)
    other = state.parse("c3")
    player.played(Step(state, other, state.play(other)))
    with pytest.raises(PlayerError, match="refuses `play w C3`: illegal move"):
        player.choose(state.play(other))


BAD = [
    ("die", r"has ended after `go[^`]*` \(status 3\); its last words: out of memory"),
    ("crash", r"has ended after `go[^`]*` \(SIGSEGV\)"),
    ("hang", "and was ended"), ("flood", "printed more than 1 MB and no answer"),
    ("flood without end of line", "printed more than 1 MB and no answer"),
    ("lie", "wants `a1a1`, which is no legal move in this position of Chess"),
    ("silly", r"wants `\\x1b\[2J\?\?`, which is no legal move"), ("nothing", "names no move|didn't answer"),
]  # fmt: skip


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
@pytest.mark.parametrize(("manner", "said"), BAD)
def test_what_it_does_wrong_is_said_and_it_is_ended(
    protocol: str, manner: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "GRACE", 0.5 if manner in ("hang", "nothing") else client.GRACE)
    game, file = Game.load("chess"), tmp_path / "numbers"
    player = seated(fake(protocol, manner, str(file), options=";time=100ms"), game)
    with pytest.raises(PlayerError, match=said):
        player.choose(game.start())
    player.close()
    assert all(gone(int(number)) for number in file.read_text().split())


@pytest.mark.parametrize(("protocol", "manner", "options", "said"), [
    ("uci", "other game", "", "doesn't play `chess`; its variants: shatranj, courier"),
    ("uci", "no game", "", "doesn't play `chess`; its variants: none"),
    ("uci", "good", ";Skil=3", "has no option `Skil`; did you mean `Skill`"),
    ("xboard", "good", ";Colour=blue", "has no option `Colour`; its options: Skill"),
    ("xboard", "good", ";nodes=5", "XBoard's protocol has no word for that"),
    ("xboard", "claim", "", "instead of a move, and by the rules the game goes on"),
    ("uci", "deaf", "", "didn't answer `uci` within 0.3 s"),
    ("gtp", "good", "", "knows stones that are put down, nothing that moves"),
])  # fmt: skip
def test_what_cannot_be_played(protocol: str, manner: str, options: str, said: str,
                               monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setattr(client, "PATIENCE", 0.3 if manner == "deaf" else client.PATIENCE)
    game = Game.load("chess")
    with pytest.raises(PlayerError, match=said):
        seated(fake(protocol, manner, options=options), game).choose(game.start())


def test_it_refuses_a_move() -> None:
    game = Game.load("chess")
    player = seated(fake("xboard", "refuse"), game)
    with pytest.raises(PlayerError, match="refuses `usermove a2a3`: Illegal move: a2a3"):
        player.choose(moved(player, game, "a3"))


def test_games_with_dice_are_for_none_of_them() -> None:
    game = Game.load("backgammon")
    spec = fake("uci", "good")
    admit(spec)
    with pytest.raises(PlayerError, match="these protocols know no chance"):
        make(spec, Seat(game, game.players[0]))
    small = Game.load("breakthrough")
    with pytest.raises(PlayerError, match="plays one game alone, and Breakthrough doesn't say"):
        make(spec, Seat(small, small.players[0])).choose(small.start())


# ---- in matches and at the table


def test_a_match_of_which_no_game_is_finished_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PATIENCE", 0.3)
    for words in ([], ["--json"]):
        status, said, err = here(["match", "chess", fake("uci", "deaf"), "random", "--games", "1", *words])
        assert (status, said) == (2, "")
        assert "no game could be finished; " in err
        assert "didn't answer `uci`" in err


def test_a_program_is_started_once_for_many_games(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    spec = fake("uci", "resign", str(file))
    admit(spec)
    match = Match(Game.load("chess"), [spec, "random"])
    assert len(list(match.play(4))) == 4
    assert match.standings[0].share("loss")[0] == 1.0
    assert len(file.read_text().split()) == 1
    end_all()
    assert gone(int(file.read_text()))


def test_a_match_goes_on_after_a_failure_and_gives_up_after_three(tmp_path: Path) -> None:
    spec = fake("uci", "die")
    admit(spec)
    match = Match(Game.load("chess"), [spec, "random"])
    with pytest.raises(PlayerError, match=r"\d games one after another couldn't be finished; .*out of memory"):
        list(match.play(20))
    assert match.games == 0 and len(match.failures) >= 3


def test_at_the_table_somebody_plays_on_for_it() -> None:
    spec = fake("uci", "lie")
    status, out, err = here(["play", "chess", "--plain", "--no-record", "--seat", f"White={spec}",
                             "--seat", "Black=human"], text="quit\n")  # fmt: skip
    assert status == 0, err
    assert "wants `a1a1`, which is no legal move" in out and "the moves of White are random" in out


def test_who_resigns_at_the_table_has_lost(tmp_path: Path) -> None:
    record = tmp_path / "game.yaml"
    status, out, err = here(["play", "chess", "--plain", "--record", str(record), "--seat",
                             f"White={fake('uci', 'resign')}", "--seat", "Black=human"])  # fmt: skip
    assert status == 0 and "White resigned" in out, err
    assert "resigned: White" in record.read_text(encoding="utf-8")


def test_bad_names_are_told_at_the_command_line() -> None:
    status, out, err = here(["play", "chess", "--seat", "White=uci:no-such-program"])
    assert status == 2 and "there is no program `no-such-program` here" in out + err
    status, out, err = here(["match", "chess", "random", "gtp:no-such-program"])
    assert status == 2 and "there is no program `no-such-program` here" in out + err


def test_programs_are_not_asked_what_they_think(tmp_path: Path) -> None:
    record = tmp_path / "game.yaml"
    here(["play", "tictactoe", "--seed", "1", "--record", str(record), "--plain"], text="a1\nquit\n")
    status, out, err = here(["replay", str(record), "--analyse", "--by", "uci:stockfish"])
    assert status == 2 and "aren't asked what they think" in out + err


# ---- real programs


def there(name: str) -> bool:
    return bool(shutil.which(name) or shutil.which(name, path="/usr/games"))


@pytest.mark.parametrize(("game", "spec"), [
    ("chess", "uci:stockfish;Threads=1;nodes=200"), ("chess", "xboard:fairymax;depth=2"),
    ("go", "gtp:gnugo --mode gtp --level 1 --chinese-rules --never-resign --capture-all-dead --positional-superko"),
])  # fmt: skip
def test_whole_games_with_real_programs(game: str, spec: str) -> None:
    if not there(spec.partition(":")[2].split(";")[0].split()[0]):
        pytest.skip("it isn't installed")
    admit(spec)
    match = Match(Game.load(game, **({"size": 5} if game == "go" else {})), [spec, "random"])
    assert len(list(match.play(2))) == 2 and match.failures == []
    assert match.standings[0].share("loss")[0] == 0.0


def test_ours_plays_ours_through_each_protocol() -> None:
    """Both sides of a conversation are ours: USI in Shogi, UCCI in Xiangqi, XBoard at a board that it doesn't know."""
    ours = shlex.join([sys.executable, "-c", "from cli.main import main; main()", "engine"])
    for game, protocol in (("minishogi", "usi"), ("xiangqi", "ucci"), ("breakthrough", "xboard")):
        spec = f"{protocol}:{ours} {game} --protocol {protocol} --level 1;depth=1"
        one = Game.load(game)
        player, state = seated(spec, one, 1), one.start()
        for _ in range(2):
            state = state.play(state.moves[0])
            state = state.play(player.choose(state))
        player.close()
