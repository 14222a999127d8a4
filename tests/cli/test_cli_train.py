"""`gdl train`, and players that go by what was learnt, as people meet them."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from breaking import BREAKING
from command import run
from interrupting import started
from patience import HANGS

from cli.commands.train import _as_many_as_there_are
from gdl import files
from interpreter import Game
from interpreter.players.learning import weights
from interpreter.players.learning.learnt_files import data_folder
from interpreter.players.learning.training import learn
from interpreter.players.learning.weights import Weights
from interpreter.work.chunks import Threads, WorkersLostError
from interpreter.work.processors import processors

TOGETHER = """game "Together"
players A, B
game has plies: 0..4
turn
  choose n in 1..2
  plies += 1
end
  win player if plies = 4
"""
QUICK = ("--positions", "3000", "--threads", "1")


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDL_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")


def own(name: str = "tictactoe") -> Path:
    return weights.own_file(Game.load(name).model)


def read(path: Path, name: str = "tictactoe") -> Weights:
    return weights.read(path, Game.load(name).model)


def refused(*words: str, status: int = 2, typed: str = "") -> str:
    """What is said of it: one sentence, or the command line's own complaint."""
    found, _, err = run(words, typed)
    assert found == status, err
    return err


# ---- learning


def test_what_is_learnt_is_kept_and_gone_on_with() -> None:
    status, said, _ = run(["train", "tictactoe", *QUICK])
    assert status == 0
    assert "Tic-tac-toe: learnt from" in said
    assert str(own()) in said
    first = read(own()).training
    assert first.positions >= 3_000
    _, said, _ = run(["train", "tictactoe", "--positions", "9000", "--threads", "1", "--json"])
    told = json.loads(said)
    assert told["positions"] > first.positions
    assert told["games"] > first.games
    assert told["file"] == str(own())
    assert told["bytes"] == own().stat().st_size
    assert told["rules"] == Game.load("tictactoe").hash
    assert (told["seed"], told["threads"], told["interrupted"]) == (0, 1, False)


def test_fresh_begins_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.weights"
    run(["train", "tictactoe", *QUICK, "-o", str(file)])
    first = file.read_bytes()
    run(["train", "tictactoe", *QUICK, "-o", str(file), "--fresh"])
    again = read(file)
    assert again.training.positions < 2 * 5_000
    assert again.values == weights.decoded(file, first, Game.load("tictactoe").model).values


def test_no_time_at_all_learns_for_one_round() -> None:
    status, said, _ = run(["train", "tictactoe", "--minutes", "0", "--threads", "1", "--json"])
    assert status == 0
    assert 0 < json.loads(said)["positions"] < 20_000


def test_other_options_are_other_rules() -> None:
    run(["train", "nim", "--set", "heap_a=2", *QUICK])
    assert not files.is_there(own("nim"))
    assert [path.name.startswith("nim-") for path in (data_folder() / "weights").iterdir()] == [True]


@pytest.mark.parametrize(
    "option", ["--budget 5m", "--positions 9", "--share 900", "--trace 0.5", "--depth 2", "--cluster tcp://a:1"]
)
def test_what_says_nothing_to_a_policy_is_refused(option: str) -> None:
    assert "are for values" in refused("train", "go", "--policy", "--games", "1", *option.split())


def test_what_says_nothing_to_values_is_refused() -> None:
    assert "--games is for --policy" in refused("train", "tictactoe", "--games", "40", *QUICK)


@pytest.mark.parametrize("part", ["-0.1", "1.1", "nan", "much"])
def test_traces_are_from_0_to_1(part: str) -> None:
    assert "--trace" in refused("train", "tictactoe", "--trace", part)


@pytest.mark.parametrize("plies", ["0", "11", "-2", "1.5", "deep"])
def test_games_look_1_to_10_plies_ahead(plies: str) -> None:
    assert "--depth" in refused("train", "tictactoe", "--depth", plies)


def test_the_depth_changes_what_is_learnt_and_dice_leave_no_depth(tmp_path: Path) -> None:
    """A ply is what is usual; nothing is written where games can't look ahead."""
    files = [tmp_path / f"{name}.weights" for name in ("usual", "one", "two")]
    for file, depth in zip(files, ([], ["--depth", "1"], ["--depth", "2"]), strict=True):
        assert run(["train", "tictactoe", *QUICK, "-o", str(file), *depth])[0] == 0
    usual, one, two = (file.read_bytes() for file in files)
    assert usual == one != two
    dice = tmp_path / "dice.weights"
    assert "look ahead where two players" in refused("train", "backgammon", *QUICK, "--depth", "2", "-o", str(dice))
    assert not dice.exists()


@pytest.mark.parametrize("count", ["0", "10000", "-1", "many"])
def test_so_many_threads_are_refused(count: str) -> None:
    assert "threads" in refused("train", "tictactoe", "--threads", count)


@pytest.mark.parametrize(
    "option", [("--minutes", "-1"), ("--minutes", "nan"), ("--minutes", "inf"), ("--positions", "0")]
)
def test_times_that_are_none_are_refused(option: tuple[str, str]) -> None:
    assert option[0] in refused("train", "tictactoe", *option)


def test_rules_that_nothing_is_learnt_for(tmp_path: Path) -> None:
    together = tmp_path / "together.gdl"
    together.write_text(TOGETHER)
    assert "in Together all may win or lose together" in refused("train", str(together), *QUICK)
    broken = tmp_path / "broken.gdl"
    broken.write_text(BREAKING)
    assert "the rules of Broken break in a game" in refused("train", str(broken), *QUICK)
    assert not files.is_there(data_folder() / "weights")


# ---- files that aren't ours


def test_nothing_else_is_overwritten(tmp_path: Path) -> None:
    diary, pipe, folder = (tmp_path / f"{name}.weights" for name in ("diary", "pipe", "folder"))
    diary.write_text("Dear diary\n")
    os.mkfifo(pipe)
    folder.mkdir()
    for path in (diary, pipe, folder):
        for fresh in ([], ["--fresh"]):
            said = refused("train", "tictactoe", *QUICK, "-o", str(path), *fresh)
            assert str(path) in said
            assert ("is a folder; name a file in it" if path == folder else "say another file") in said
    assert diary.read_text() == "Dear diary\n"


@pytest.mark.parametrize(
    ("words", "ending"), [(("tictactoe", *QUICK), ".weights"), (("go", "--policy", "--games", "1"), ".policy")]
)
def test_what_players_couldnt_use_isnt_written(words: tuple[str, ...], ending: str, tmp_path: Path) -> None:
    """Players tell a table, values and a policy by the ending of the file's name."""
    for name in ("mine", "mine.table", "mine.weights", "mine.policy"):
        if not name.endswith(ending):
            assert f"by their ending, {ending}" in refused("train", *words, "-o", str(tmp_path / name))
    assert [*tmp_path.iterdir()] == []


def test_weights_of_another_game_or_damaged_ones_are_overwritten_only_afresh(tmp_path: Path) -> None:
    file = tmp_path / "a.weights"
    run(["train", "nim", *QUICK, "-o", str(file)])
    assert "other rules" in (said := refused("train", "tictactoe", *QUICK, "-o", str(file)))
    assert "--fresh begins anew" in said
    assert read(file, "nim")
    file.write_bytes(file.read_bytes()[:-3])
    assert "damaged" in refused("train", "nim", *QUICK, "-o", str(file))
    assert run(["train", "nim", *QUICK, "-o", str(file), "--fresh"])[0] == 0
    assert read(file, "nim")


def test_a_policy_of_other_rules_is_overwritten_only_afresh(tmp_path: Path) -> None:
    file = tmp_path / "a.policy"
    words = ["train", "hex", "--policy", "--games", "1", "-o", str(file), "--set"]
    small, smaller = [*words, "size=5"], [*words, "size=4"]
    assert run(small)[0] == 0
    before = file.read_bytes()
    assert "other rules" in (said := refused(*smaller))
    assert "--fresh overwrites it" in said
    assert file.read_bytes() == before
    assert run(small)[0] == 0
    assert file.read_bytes() == before
    assert run([*smaller, "--fresh"])[0] == 0
    assert file.read_bytes() != before


def test_an_empty_file_is_overwritten_afresh(tmp_path: Path) -> None:
    """What was cut off at once, on a full disk, say."""
    (file := tmp_path / "a.weights").write_bytes(b"")
    assert "--fresh begins anew" in refused("train", "tictactoe", *QUICK, "-o", str(file))
    assert run(["train", "tictactoe", *QUICK, "-o", str(file), "--fresh"])[0] == 0
    assert read(file)


def test_so_many_positions_are_learnt_once(tmp_path: Path) -> None:
    words = ["train", "tictactoe", *QUICK, "-o", str(tmp_path / "a.weights")]
    run(words)
    before = (tmp_path / "a.weights").read_bytes()
    status, said, _ = run(words)
    assert (status, (tmp_path / "a.weights").read_bytes()) == (0, before)
    assert "nothing was learnt" in said


def test_two_at_once_dont_overwrite_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one has written its file before we write ours for the first time."""
    file, other = tmp_path / "a.weights", tmp_path / "a-2.weights"

    def learn_beside(*known: Any) -> Weights:
        monkeypatch.undo()
        run(["train", "tictactoe", *QUICK, "-o", str(file)])
        return learn(*known)

    monkeypatch.setattr("cli.commands.train.learn", learn_beside)
    status, said, err = run(["train", "tictactoe", "--positions", "9000", "--threads", "1", "-o", str(file)])
    assert status == 0
    assert f"{file}: something else has been written there; this goes on in {other}" in err
    assert f"kept in {other}" in said
    assert read(file).training.positions < 9_000 <= read(other).training.positions


def test_a_folder_that_cant_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = refused("train", "tictactoe", *QUICK, "-o", str(tmp_path / "file" / "a.weights"))
    assert "a.weights: can't be written: Not a directory" in said


def test_a_full_disk_keeps_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.weights"
    run(["train", "tictactoe", *QUICK, "-o", str(file)])
    before = file.read_bytes()

    def full(self: Path, target: Path) -> Path:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target))

    monkeypatch.setattr(Path, "replace", full)
    said = refused("train", "tictactoe", "--positions", "9000", "--threads", "1", "-o", str(file))
    assert f"{file}: what was learnt can't be kept there (No space left on device)" in said
    assert file.read_bytes() == before
    assert [*tmp_path.glob(".*part")] == []


def test_interrupted_it_keeps_what_was_learnt_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "a.weights"
    words = ["train", "tictactoe", "--minutes", "100", "--threads", "1", "--json", "-o", str(file)]
    with started([sys.executable, "-m", "cli.main", *words]) as process:
        end = time.monotonic() + HANGS
        while not file.exists() and time.monotonic() < end:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said, err = process.communicate(timeout=HANGS)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    told = json.loads(said)
    assert told["interrupted"] is True
    first = read(file).training
    assert first.positions == told["positions"]
    _, said, _ = run(["train", "tictactoe", "--minutes", "0", "--threads", "1", "--json", "-o", str(file)])
    assert json.loads(said)["positions"] > first.positions


# ---- a cluster


class Leaving:
    """Workers that play some shares before their scheduler goes away."""

    size, aim = 1, 2.0

    def __init__(self, shares: int) -> None:
        self.shares = shares

    def each(self, work: Callable[[Game, Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        for task in tasks:
            self.shares -= 1
            if self.shares < 0:
                raise WorkersLostError("tcp://a:1: the scheduler is gone; what was done until then is kept")
            yield work(Game.load("tictactoe"), task)


def test_a_scheduler_that_goes_leaves_what_was_learnt_and_the_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of the three shares of the second round are played: the first round is kept, whole."""
    file, alone = tmp_path / "a.weights", tmp_path / "b.weights"
    words = ["train", "tictactoe", "--positions", "20000", "--threads", "3"]
    run(["train", "tictactoe", "--positions", "1", "--threads", "3", "-o", str(alone)])
    monkeypatch.setattr("cli.commands.train.hiring", lambda *_: nullcontext(lambda game: Leaving(5)))
    status, said, err = run([*words, "-o", str(file), "--cluster", "tcp://a:1"])
    assert (status, err) == (2, "gdl: tcp://a:1: the scheduler is gone; what was done until then is kept\n")
    assert "interrupted; learnt from" in said
    assert file.read_bytes() == alone.read_bytes()
    monkeypatch.setattr("cli.commands.train.hiring", lambda *_: nullcontext(lambda game: Leaving(99)))
    assert run([*words, "-o", str(file), "--cluster", "tcp://a:1"])[0] == 0
    assert read(file).training.positions >= 20_000
    monkeypatch.setattr("cli.commands.train.hiring", lambda *_: nullcontext(lambda game: Leaving(2)))
    status, said, err = run([*words, "--cluster", "tcp://a:1"])
    assert (status, said) == (2, "")
    assert "nothing has been learnt yet" in err
    assert not files.is_there(own())


def test_a_cluster_plays_as_many_shares_as_it_has_threads() -> None:
    assert (_as_many_as_there_are(Leaving(1)), _as_many_as_there_are(None)) == (1, processors())


@pytest.mark.parametrize("name", ["kuhn_poker", "hanabi"])
def test_what_cant_be_learnt_is_told_before_a_cluster_is_asked(name: str) -> None:
    """Nobody is at that address, and it doesn't matter."""
    said = refused("train", name, *QUICK, "--cluster", "tcp://127.0.0.1:1")
    assert "players don't see everything" in said
    assert "127.0.0.1" not in said


@pytest.mark.parametrize("how", [(), ("--policy",)])
@pytest.mark.parametrize(("name", "is_solved"), [("kuhn_poker", True), ("hearts", False), ("hanabi", False)])
def test_where_secrets_are_what_plays_instead_is_told(name: str, is_solved: bool, how: tuple[str, ...]) -> None:
    """`gdl solve` finds strategies for two who play against each other, not for four or for those who play together."""
    said = refused("train", name, *how)
    assert "players don't see everything" in said
    assert "`mcts` needs no learning" in said
    assert ("gdl solve" in said) == is_solved


# ---- players


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("learnt") / "a.weights"
    assert run(["train", "tictactoe", *QUICK, "-o", str(file)])[0] == 0
    return file


@pytest.mark.parametrize("kind", ["alphabeta:3", "mcts:50"])
def test_players_go_by_a_file_or_by_none(learnt: Path, kind: str) -> None:
    status, said, _ = run(["match", "tictactoe", f"{kind}@{learnt}", f"{kind}@none", "--games", "2", "--json"])
    assert status == 0
    assert json.loads(said)["games"]


def test_files_that_dont_fit_are_told_of(learnt: Path, tmp_path: Path) -> None:
    """By name, and with what is wrong, before anybody moves."""
    for words, why in (
        (("match", "nim", f"alphabeta:3@{learnt}", "random"), "other rules"),
        (("match", "tictactoe", f"alphabeta:3@{tmp_path}/none.weights", "random"), "No such file"),
        (("match", "tictactoe", f"mcts:50@{tmp_path}/none.weights", "random"), "No such file"),
    ):
        said = refused(*words, "--games", "2")
        assert why in said
        assert ".weights" in said


def test_who_goes_by_no_values_takes_no_file_of_them(learnt: Path) -> None:
    said = refused("match", "tictactoe", f"careful:5@{learnt}", "random", "--games", "2")
    assert "learnt values are for mcts and alphabeta" in said
    assert run(["match", "tictactoe", "careful:5@none", "random", "--games", "2"])[0] == 0


def test_where_all_win_together_nobody_takes_a_file(learnt: Path, tmp_path: Path) -> None:
    together = tmp_path / "together.gdl"
    together.write_text(TOGETHER)
    said = refused("match", str(together), f"mcts:5@{learnt}", "random", "--games", "2")
    assert "values are for games in which one gains what others lose" in said


def test_rules_name_no_files(tmp_path: Path, learnt: Path) -> None:
    text = BREAKING.replace('"Broken"\n', f'"Broken"\n  opponent "alphabeta:3@{learnt}"\n')
    rules = tmp_path / "named.gdl"
    rules.write_text(text)
    assert "files are for those who play" in refused("play", str(rules), typed="quit\n")


def damage(name: str = "tictactoe") -> str:
    run(["train", name, *QUICK])
    content = bytearray(own(name).read_bytes())
    content[-40] ^= 1
    own(name).write_bytes(content)
    return str(own(name))


def test_a_damaged_file_in_ones_own_folder_is_told_of() -> None:
    """Which it is and what to do; a game at the board goes on without."""
    file = damage()
    said = refused("match", "tictactoe", "mcts:50", "random", "--games", "2")
    assert f"{file}: it is damaged" in said
    assert "take it away" in said
    status, shown, err = run(["play", "tictactoe", "--seat", "O=mcts:50", "--seed", "1"], "a1\nhint\nquit\n")
    assert status == 0, err
    assert (shown + err).count(f"{file}: it is damaged") >= 1
    assert "So the moves of O are random" in shown + err
    _, shown, err = run(["play", "tictactoe", "--seat", "O=human", "--seat", "X=human"], "hint\nquit\n")
    assert f"{file}: it is damaged" in shown + err
    assert run(["match", "tictactoe", "mcts:50@none", "random", "--games", "2"])[0] == 0
    assert run(["solve", "tictactoe"])[0] == 0


def test_what_lint_and_studies_find_hangs_on_no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(weights, "of_rules", lambda model: asked.append(model.name))
    assert run(["match", "tictactoe", "mcts:10", "random", "--games", "2"])[0] == 0
    assert asked == ["tictactoe"]
    assert run(["lint", "--play", "--games", "21", "tictactoe"])[0] == 0
    assert run(["study", "tictactoe", "--games", "21", "--search-games", "2"])[0] == 0
    assert asked == ["tictactoe"]


@pytest.mark.parametrize("where", [("--cluster", "tcp://localhost:1"), ()])
def test_rounds_too_short_for_a_cluster_are_told_of(where: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The share that is proposed is one of positions, which the file keeps."""
    monkeypatch.setattr("cli.commands.train.hiring", lambda *_: nullcontext(Threads))
    monkeypatch.setattr("cli.commands.train.SHORT", 1e9)  # whatever else the machine does
    status, said, _ = run(["train", "tictactoe", *QUICK, *where])
    assert status == 0
    found = re.search(r"a round took [\d.]+ s: .*--share (\d+)$", said, re.MULTILINE)
    assert bool(found) == bool(where)
    if found:
        status, said, _ = run(["train", "tictactoe", *QUICK, "--fresh", "--share", found[1], "--json"])
        assert (status, json.loads(said)["share"]) == (0, 50_000)
        assert weights.read(own(), Game.load("tictactoe").model).training.share == 50_000


def test_a_game_that_nobody_wins_by_chance_is_told_as_such(tmp_path: Path) -> None:
    halma, file = Path(__file__).parents[1] / "rulesets" / "halma.gdl", tmp_path / "halma.weights"
    status, said, _ = run(["train", str(halma), "--positions", "1", "--threads", "1", "-o", str(file)])
    assert status == 0
    assert "nobody wins it by chance: it began with where the rules want pieces" in said
    assert "nobody wins it by chance" not in run(["train", "tictactoe", *QUICK, "-o", str(tmp_path / "t.weights")])[1]
