"""Long work goes over to C by itself: the same results, once it is quicker, and nothing else if anything is wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import command
import pytest
from c_library import compiler

from cli.options.groups import Rules
from interpreter import Game
from interpreter.lab.tools.perft import perft
from interpreter.native.compiled import PLAYING
from interpreter.native.host import c_compiler, code_cache, jobs, quicker
from interpreter.native.host.c_compiler import Compiler
from interpreter.native.host.c_library import Library
from interpreter.native.host.instance import Instance
from interpreter.players.learning import shares
from interpreter.players.learning.training import fresh
from interpreter.work.engine import engine

HURRIED = ["simulate", "tictactoe", "--games", "300", "--json"]


class AtOnce:
    """A thread whose work is done as soon as it starts."""

    def __init__(self, target: Callable[[], None], daemon: bool) -> None:
        self.start = target


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work is long from the beginning, in a cache of its own, and any library is quick enough."""
    monkeypatch.setenv("GDL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(quicker, "AFTER", -1.0)
    monkeypatch.setattr(quicker, "MARGIN", 0.01)
    monkeypatch.setattr(quicker, "LEAST", 0.0)
    monkeypatch.setattr(quicker, "Thread", AtOnce)
    monkeypatch.setattr(quicker, "compilers", lambda: [c_compiler.compiler()])
    return tmp_path / "cache"


def long(name: str = "tictactoe") -> Game:
    """A game for long work."""
    game = Game.load(name)
    game.turns_to_c = True
    return game


def games_of(game: Game) -> tuple[Any, bool]:
    """Some random games, and whether C has played them."""
    assert game.native is not None
    found = game.native.random_games(7, 0, 50, 1000, None)
    return found, isinstance(game.native.ready.code, Library)


def made(own_cache: Path, ending: str) -> list[Path]:
    return list(own_cache.glob(f"*/*{ending}"))


def test_random_games_turn_to_c(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler()
    plain = games_of(Game.load("tictactoe"))
    assert not plain[1] and not made(own_cache, ".library")
    assert games_of(long()) == (plain[0], True)
    assert len(made(own_cache, ".library")) == len(made(own_cache, ".faster")) == 1
    monkeypatch.setattr(quicker, "AFTER", 1e9)
    assert games_of(long()) == (plain[0], True)  # what is in the cache is taken at once
    assert not games_of(long("nim"))[1]


def test_counting_turns_to_c(own_cache: Path) -> None:
    """Tic-tac-toe's sequences of nine turns, as in every textbook."""
    compiler()
    game = long()
    *_, last = perft(game.start(), 9, positions=False)
    assert last.sequences == 127_872
    assert isinstance(game.native, jobs.Native) and isinstance(game.native._counter().code, Library)


def test_a_library_that_is_not_quicker_is_left_alone(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler()
    monkeypatch.setattr(quicker, "MARGIN", 1e9)
    assert not games_of(long())[1]
    (kept,) = made(own_cache, ".faster")
    before = kept.stat().st_mtime_ns
    monkeypatch.setattr(c_compiler.Compiler, "library", None)
    assert not games_of(long())[1]  # and it isn't tried again
    assert kept.stat().st_mtime_ns == before


def test_learning_turns_to_c_between_shares() -> None:
    """What a share brings is the same, by wasmtime, by C, and by C with weights that wasmtime has learnt."""
    compiler()
    plain, turning = Game.load("tictactoe"), long()
    known = fresh(plain, 1)
    moved = array("f", [0.5]) * known.features.weights
    begun = shares.Share(known.symmetries, shares.Held(known.values.tobytes(), moved.tobytes()), 1, 0)
    found = [shares.play(game, begun) for game in (plain, turning)]
    assert found[0] == found[1]
    assert isinstance(shares._engine(turning, begun).compiled.code, Library)
    after = shares.Share(begun.symmetries, found[0].held, 1, found[0].games)
    assert shares.play(plain, after) == shares.play(turning, after)
    assert shares.together(plain, begun, found) == shares.together(turning, begun, found)


def test_an_instance_that_was_taken_before_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler()
    monkeypatch.setattr(quicker, "AFTER", 1e9)
    searching = engine(long(), "alphabeta")
    first = searching.take()
    monkeypatch.setattr(quicker, "AFTER", -1.0)
    second = searching.take()
    assert isinstance(second.compiled.code, Library) and not isinstance(first.compiled.code, Library)
    assert quicker.random_games(first, 5) == quicker.random_games(second, 5)
    searching.give_back(first)
    searching.give_back(second)
    assert searching.take() is second and searching.take() is not first


def stand_in() -> Any:
    """Something that only who samples it has to know."""
    return Mock(spec=Instance)


def test_whoever_comes_to_something_else_is_never_quicker() -> None:
    one, other = stand_in(), stand_in()
    same = quicker.times_as_long(one, other, lambda instance, amount: amount)
    assert same > 0
    assert quicker.times_as_long(one, other, lambda instance, amount: instance is one) == 0


def test_times_are_of_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that needs three times as long does so, whoever is first and however long it sleeps."""
    clock = [0.0]
    monkeypatch.setattr(time, "thread_time", lambda: clock[0])
    one, other = stand_in(), stand_in()

    def sample(instance: Instance, amount: int) -> int:
        clock[0] += amount * (3.0 if instance is one else 1.0)
        return amount

    monkeypatch.setattr(quicker, "LEAST", 100.0)
    assert quicker.times_as_long(one, other, sample) == pytest.approx(3)


# ---- several compilers


def several(monkeypatch: pytest.MonkeyPatch, ratios: list[float | None]) -> list[Compiler]:
    """Compilers, and how much quicker each is found to be; None: it fails. All are the usual one, called otherwise."""
    words = compiler()
    found = [Compiler((*words, f"-DNUMBER={i}"), f"compiler {i}") for i in range(len(ratios))]
    library, asked = Compiler.library, iter(ratio for ratio in ratios if ratio is not None)

    def made(one: Compiler, source: str, behind: bool = False) -> bytes:
        if ratios[found.index(one)] is None:
            raise c_compiler.CompilerError("it fails")
        return library(one, source, behind)

    monkeypatch.setattr(Compiler, "library", made)
    monkeypatch.setattr(quicker, "compilers", lambda: found)
    monkeypatch.setattr(quicker, "times_as_long", lambda *_: next(asked))
    return found


@pytest.mark.parametrize(
    ("ratios", "best"),
    [([2.0, 1.5, 1.2], 0), ([1.5, 2.0, 1.2], 1), ([1.2, 1.5, 2.0], 2), ([None, 1.5], 1), ([1.5, None], 0),
     ([0.0, 1.5], 1), ([0.9, 1.04], None), ([None, 0.0], None)],
)  # fmt: skip
def test_the_best_of_several_compilers_is_taken(
    ratios: list[float | None], best: int | None, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It alone is kept, and taken at once by the next."""
    monkeypatch.setattr(quicker, "MARGIN", 1.05)
    found = several(monkeypatch, ratios)
    for asks in (-1.0, 1e9):  # the second takes what the first has kept
        monkeypatch.setattr(quicker, "AFTER", asks)
        one = quicker.Quicker(code_cache.prepare(Game.load("tictactoe").model), PLAYING, Instance, quicker.random_games)
        taken = one.instead()
        assert (taken is not None) == (best is not None)
    names = [code_cache.library_name(Game.load("tictactoe").model, PLAYING, frozenset(), one) for one in found]
    assert len(made(own_cache, ".faster")) == 1
    assert [file.name for file in made(own_cache, ".library")] == ([] if best is None else [names[best]])


def on_path(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="programs are found otherwise there")
@pytest.mark.parametrize(
    ("there", "named", "called"),
    [
        (["cc", "clang"], "", [["cc"], ["cc", *c_compiler.LEFT_OUT], ["clang"]]),
        (["cc", "clang-9", "clang-14"], "", [["cc"], ["cc", *c_compiler.LEFT_OUT], ["clang-14"]]),
        (["cc", "clang", "clang-14"], "", [["cc"], ["cc", *c_compiler.LEFT_OUT], ["clang"]]),
        (["cc"], "", [["cc"], ["cc", *c_compiler.LEFT_OUT]]),
        (["cc", "clang", "other"], "other -O1", [["other", "-O1"]]),
        (["cc", "clang"], " ", [["cc"], ["cc", *c_compiler.LEFT_OUT], ["clang"]]),
        (["clang"], "", None),
    ],
)
def test_which_compilers_are_tried(
    there: list[str], named: str, called: list[list[str]] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_path(tmp_path, *there)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("GDL_CC", named)
    if called is None:
        with pytest.raises(c_compiler.CompilerError, match="there is no cc"):
            c_compiler.compilers()
        return
    found = c_compiler.compilers()
    assert [[Path(one.words[0]).name, *one.words[1:]] for one in found] == called
    assert len({one.identity for one in found}) == len(found)


# ---- what can go wrong


def test_who_says_no_stays_with_wasmtime(own_cache: Path) -> None:
    status, *_ = command.run([*HURRIED, "--backend", "native"])
    assert status == 0 and not made(own_cache, ".library") and not made(own_cache, ".faster")
    loads = Rules().load_for_long
    assert [loads("tictactoe", backend).turns_to_c for backend in ("auto", "native", "reference")] == [1, 0, 0]


@pytest.mark.parametrize(
    ("words", "module"),
    [
        (HURRIED, jobs),
        (["perft", "tictactoe", "--plies", "3"], jobs),
        (["study", "tictactoe", "--games", "50", "--search-games", "0"], jobs),
        (["match", "tictactoe", "mcts:20", "random", "--games", "2"], quicker),
        (["solve", "tictactoe"], quicker),
        (["train", "tictactoe", "--positions", "1", "--fresh", "-o", "FILE"], quicker),
    ],
)
def test_commands_that_take_long_ask_for_it(
    words: list[str], module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each may turn to C, and not if it is told to stay."""
    asked: list[tuple[str, ...]] = []

    class Noted(quicker.Quicker):
        def __init__(self, wasm: Any, jobs: tuple[str, ...], *more: Any) -> None:
            asked.append(jobs)
            self._found = None

        def instead(self) -> None:
            return None

    monkeypatch.setattr(module, "Quicker", Noted)
    words = [str(tmp_path / "one.weights") if word == "FILE" else word for word in words]
    assert command.run(words)[0] == 0 and asked
    asked.clear()
    assert command.run([*words, "--backend", "native"])[0] == 0 and not asked


def script(tmp_path: Path, text: str) -> str:
    """A program that stands for a compiler, and notes that it was called."""
    path, calls = tmp_path / "compiler", tmp_path / "calls"
    begin = f"import os, sys, time\nopen({str(calls)!r}, 'a').write('called\\n')\n"
    path.write_text(f"#!{sys.executable}\n{begin}out = sys.argv[sys.argv.index('-o') + 1]\n{text}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    "text",
    [
        "pass",
        "sys.exit('no')",
        "open(out, 'w').write('no library')",
        "os.write(2, b'\\x1b[31mred' * 100000); os.write(1, b'much' * 100000); sys.exit(1)",
        "os.fork() or time.sleep(600); time.sleep(600)",
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="a script that is run by its first line")
def test_compilers_that_fail_are_passed_over(
    text: str, tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is said, nothing changes, and it isn't tried again."""
    wanted = games_of(Game.load("tictactoe"))
    monkeypatch.setenv("GDL_CC", script(tmp_path, text))
    monkeypatch.setattr(c_compiler, "SECONDS", 0.5)
    assert games_of(long()) == wanted
    calls = (tmp_path / "calls").read_text()
    status, said, complained = command.run(HURRIED)
    assert status == 0 and said.startswith("{") and not complained
    assert (tmp_path / "calls").read_text() == calls
    assert not made(own_cache, ".library")


@pytest.mark.parametrize("named", ["nonsuch-compiler", "'open", "/nonsuch/cc -O3"])
def test_a_compiler_that_is_not_there_is_not_missed(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDL_CC", named)
    assert not games_of(long())[1]


@pytest.mark.parametrize("ending", [".library", ".faster"])
@pytest.mark.parametrize("harm", ["others", "damaged"])
def test_what_others_may_have_written_is_not_taken(
    ending: str, harm: str, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a library nor what is said of it."""
    compiler()
    wanted = games_of(long())
    (kept,) = made(own_cache, ending)
    if harm == "others" and os.name == "posix":
        kept.chmod(0o622)
    else:
        held = kept.read_bytes()
        kept.write_bytes(held[:-1] + bytes([held[-1] ^ 1]))
    monkeypatch.setattr(quicker, "AFTER", 1e9)
    assert games_of(long()) == (wanted[0], False)
    monkeypatch.setattr(quicker, "AFTER", -1.0)
    assert games_of(long()) == wanted  # it is made anew


@pytest.mark.skipif(os.name != "posix", reason="processes are ended otherwise there")
def test_a_compiler_ends_with_who_has_started_it(tmp_path: Path) -> None:
    """Also if that is killed; what it has started ends, too."""
    noted = tmp_path / "pids"
    words = script(tmp_path, f"open({str(noted)!r}, 'a').write(f'{{os.getpid()}}\\n'); os.fork(); time.sleep(600)")
    code = ("from interpreter.native.host.c_compiler import compiler; "
            "compiler().library('int x;', behind=True)")  # fmt: skip
    parent = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "GDL_CC": words})
    while not (noted.exists() and noted.read_text().endswith("\n")):
        assert parent.poll() is None
        time.sleep(0.02)
    group = os.getpgid(int(noted.read_text()))
    assert os.getpriority(os.PRIO_PGRP, group) == min(os.nice(0) + c_compiler.NICENESS, 19)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    while True:  # as long as anybody of the group is there
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            break
        time.sleep(0.02)
