"""The examples in the commands' helps: the command line takes each of them, and those that end soon are run."""

from __future__ import annotations

import re
import shlex
import shutil
from functools import cache
from pathlib import Path

import pytest
from command import run
from sample import daily

from cli.app import COMMANDS, app
from gdl import library

ROOT = Path(__file__).parents[2]
EXAMPLE = re.compile(r'^ *(?:xboard -fcp "(?P<engine>gdl [^"]+)"|(?P<alone>gdl .*?))(?: {2,}.*)?$')
"""A line of a help that is a command; behind two spaces it may say what the command does."""
NAMED = re.compile(r"`gdl ([a-z]+)\b([^`]*)`")


def of(text: str) -> list[str]:
    return [found["engine"] or found["alone"] for line in text.split("\n") if (found := EXAMPLE.match(line))]


@cache
def helps() -> dict[str, str]:
    """What each command's help says above its options."""
    return {entry.name: entry.load().help or "" for entry in COMMANDS}


EXAMPLES = [example for text in (app.info.help or "", *helps().values()) for example in of(text)]


def words(example: str) -> list[str]:
    """Without the program's name, and without what a shell does with the output."""
    return shlex.split(example.partition(" > ")[0])[1:]


def test_every_command_has_an_example() -> None:
    assert [name for name, text in helps().items() if not any(e.startswith(f"gdl {name}") for e in of(text))] == []


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_command_line_takes_an_example(example: str) -> None:
    """All but the files is looked at: names of options, their values, the number of arguments."""
    name, *rest = words(example)
    command = next(entry for entry in COMMANDS if entry.name == name).load()
    command.make_context(name, rest)


def test_commands_named_in_sentences_exist() -> None:
    named = [found for text in helps().values() for found in NAMED.findall(" ".join(text.split()))]
    known = {entry.name: {o for one in entry.load().params for o in one.opts} for entry in COMMANDS}
    options = [(name, set(re.findall(r"--[a-z-]+", rest))) for name, rest in named]
    assert named and [(name, asked) for name, asked in options if not asked <= known.get(name, set())] == []


# ---- run ------------------------------------------------------------------------------------------------

SERVES = {"serve", "studio", "lsp", "watch"}
"""They run until somebody stops them; other tests do."""
LONG = {
    "gdl play": "it asks for a game on a screen",
    "gdl test": "all scenarios that ship",
    "gdl lint rulesets --strict --format github": "all rulesets",
    "gdl site public": "all games",
    "gdl site public --studio --pyodide node_modules/pyodide": "Pyodide isn't part of this repository",
    "gdl bench --budget 300ms --json": "all games",
    "gdl simulate sparks --games 10000000 --cluster tcp://10.0.0.7:8786": "there is no such cluster",
    "gdl train chess --threads 16 --positions 50000000 --cluster tcp://10.0.0.7:8786": "there is no such cluster",
}
SMALL = [
    (r"--games \d+", "--games 4"), (r"--search-games [1-9]\d*", "--search-games 2"), (r"--turns \d+", "--turns 2"),
    (r"--plies 60", "--plies 10"), (r"--trials \d+", "--trials 2"), (r"--exploitability \S+", "--exploitability 0.1"),
    (r"(mcts|alphabeta|careful):\d+m?s", r"\1:2"), (r"mcts:5000", "mcts:5"), (r"level:\d", "random"),
    (r"--clock \S+", "--clock 300ms+0s"), (r"--budget \S+", "--budget 200ms"), (r"--level \d", "--level 1"),
    (r"^(gdl replay .* --analyse)$", r"\1 --by mcts:2"),
    (r"^(gdl (?:study|compare|tune) (?!.*--games))(.*)$", r"\1\2 --games 4"),
    (r"^(gdl (?:study|compare|tune) (?!.*--search-games))(.*)$", r"\1\2 --search-games 0"),
    (r"^(gdl match (?!.*--games).*)$", r"\1 --games 2"), (r"^(gdl bench (?!.*--budget).*)$", r"\1 --budget 50ms"),
    (r"^(gdl lint .*--play .*)$", r"\1 --games 4"), (r"^(gdl train .*)$", r"\1 --threads 1"),
    (r"ending.yaml", "ending.yaml --set base=3"), (r"--jobs 2", "--jobs 1"),
    (r"^(gdl selftest mygame.gdl)$", r"\1 --games 2"),
]  # fmt: skip
"""The same with less work."""
MOVES = "1. e4 (1. d4) (1. c4) (1. Nf3) e5"
STATUSES = {
    "gdl lint mygame.gdl --play --budget 30s": {0, 2},
    "gdl solve sparks --position ending.yaml --budget 10m": {0, 1},
}
"""Other exit statuses than 0 that are right: the time of `--budget` may be over."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the examples name, and a data folder with an unfinished game."""
    folder = tmp_path_factory.mktemp("examples")
    assert run(["new", str(folder / "mygame")])[0] == 0
    texts = {
        "my.gdl": library.read("hex").text,
        "mine.gdl": library.read("tictactoe").text,
        "mybreakthrough.gdl": library.read("breakthrough").text,
        "my_variant.gdl": library.read("breakthrough").text,
        "mychess.gdl": 'game "My chess" extends "chess"\n\nset castles = false\n',
        "myvariant.gdl": 'game "My variant" extends "mine"\n\nset m = 4\n',
        "games.pgn": "".join(f'[White "A"]\n[Round "{n}"]\n\n{MOVES} *\n\n' for n in range(12)),
        "mine.pgn": '[White "A"]\n\n1. e4 *\n',
        "puzzles.epd": '4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+; id "1";\n',
        "variants.ini": "[makhouse:makruk]\npieceDrops = true\ncapturesToHand = true\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "tests" / "descriptions" / "gomoku.zrf", folder / "mygames.zrf")
    shutil.copytree(ROOT / "rulesets" / "sparks", folder / "rulesets" / "sparks")
    (folder / "mygame").mkdir()
    scenarios = 'game: ../mine.gdl\nscenarios:\n  - name: It begins\n    then: {count: 9}\n'
    (folder / "mygame" / "scenarios.yaml").write_text(scenarios, encoding="utf-8")
    (folder / "games").mkdir()
    shutil.copy(folder / "mine.gdl", folder / "games")
    for name, asked in (("start", ["chess"]), ("ending", ["sparks", "--set=base=3"])):
        (folder / f"{name}.yaml").write_text(run(["show", *asked, "--position"])[1], encoding="utf-8")
    seats = [f"--seat={player}=human" for player in ("Red", "Blue")]
    typed = "a1\nb1\nc1\nd1\ne1\nf1\ng1\nh1\ni1\nj1\nk1\na2\nb2\nquit\n"
    assert run(["play", "hex", *seats, "--plain", f"--record={folder / 'game.yaml'}"], typed)[0] == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GDL_DATA", str(folder / "data"))
        assert run(["play", "nim", "--plain"], "a1\nquit\n")[0] == 0
    return folder


@pytest.mark.parametrize("example", daily([e for e in EXAMPLES if words(e)[0] not in SERVES and e not in LONG], 8, ()))
def test_an_example_does_what_it_says(
    example: str, prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    shutil.copytree(prepared, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("GDL_DATA", str(folder / "data"))
    small = example
    for old, new in SMALL:
        small = re.sub(old, new, small)
    if made := re.search(r"--record (\S+)|gdl new (\S+)", example):
        Path(made[1] or f"{made[2]}.gdl").unlink(missing_ok=True)  # they never overwrite
    status, said, complained = run(words(small), "quit\n")
    assert status in STATUSES.get(example, {0}), said + complained
