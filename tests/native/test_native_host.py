"""The compiled rules as programs and people meet them: the same answers as the reference interpreter's, only sooner."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from interrupting import let_it_compute, started
from patience import HANGS

from interpreter import Game, LoadError, RuleError
from interpreter.game.game import Backend
from interpreter.lab.tools.lockstep import lockstep
from interpreter.lab.tools.perft import TooManyError, Unit, divide, perft
from interpreter.lab.tools.simulate import EndlessError, Mean, Summary, simulate
from interpreter.native.compile import Compiled
from interpreter.native.host import adaptive
from interpreter.native.host import code_cache as ready
from interpreter.native.host.adaptive import AdaptiveMachine
from interpreter.native.host.instance import Instance
from interpreter.work.chunks import twin

# Turns that pass by themselves: Black moves only every other time; a die decides how much there is and who begins.
SKIPPING = """
game "Skipping"

players White, Black
game has left: 0..18 = 12
game has rests: truth

setup
  roll n in 1..6
  left += n
  next = White when n < 4 otherwise Black

turn
  if me = White or not rests
    choose n in 1..min({3, left})
    left -= n
  if me = Black
    rests = not rests

end
  win me if left = 0
"""
BROKEN = """
game "Broken"

players White, Black
game has total: 0..40

turn
  choose n in 1..3
  total += n

end
  draw if total = 40
"""
ENDLESS = """
game "Endless"

players White, Black
game has total: 0..40

turn
  choose n in 1..3
  total = n

end
  draw if total = 4
"""
CIRCLING = """
game "Circling"

players White, Black
game has total: 0..3

turn
  repeat
    choose n in 1..1
    total = n
  until total = 3

end
  draw if total = 3
"""
NESTED = """
game "Nested"

players White, Black
game has total: 0..400
game has other: 0..400

turn
  most total, other
    most total
      choose n in 1..3
      total = n
    choose k in 1..3
    other = k

end
  draw if other = 3
"""


def named(text: str) -> str:
    return text.split('"')[1] if '"' in text else text


def both(text: str) -> tuple[Game, Game]:
    """A ruleset (by name or by its text) for both backends."""

    def made(backend: Backend) -> Game:
        return Game.parse(text, backend=backend) if "\n" in text else Game.load(text, backend=backend)

    return made("native"), made("reference")


def last(game: Game, games: int, seed: int = 3, **more: Any) -> Summary:
    *_, summary = simulate(game, games, seed, **more)
    return summary


def alike(one: Summary, other: Summary) -> bool:
    """The same games, but for the order in which fractions were added."""

    def row(mean: Mean) -> tuple[Any, ...]:
        return (mean.count, pytest.approx(mean.total), pytest.approx(mean.squares))

    pairs = [(one.results[p][key], other.results[p][key]) for p in one.players for key in one.results[p]]
    pairs += [(one.decisions, other.decisions), (one.turns, other.turns)]
    return one.players == other.players and all(row(a) == row(b) for a, b in pairs)


@pytest.mark.parametrize("text", [SKIPPING, "big_balls", "spectral_reapers", "tictactoe"], ids=named)
def test_random_games_are_the_same(text: str) -> None:
    native, reference = both(text)
    found = last(native, 25)
    assert found.games == 25
    assert alike(found, last(reference, 25))
    assert alike(last(native, 5, first=20), last(reference, 5, first=20))


def test_threads_and_batches_change_nothing() -> None:
    """To the last bit: sums are of whole numbers until the end."""
    native, _ = both("spectral_reapers")
    whole = last(native, 700)
    assert last(native, 700, jobs=3) == whole
    steps = [summary.games for summary in simulate(native, 700, 3, jobs=2)]
    assert steps == sorted(steps)
    assert (steps[0] < 700, steps[-1]) == (True, 700)


def test_random_games_from_a_state() -> None:
    native, reference = both("sparks")
    states = []
    for game in (native, reference):
        state = game.start()
        for _ in range(9):
            state = state.play(state.moves[0])
        states.append(state)
    assert alike(last(native, 10, start=states[0]), last(reference, 10, start=states[1]))


def test_a_broken_rule_is_that_of_the_first_game_that_breaks_one() -> None:
    native, reference = both(BROKEN)
    messages = []
    for game, jobs in ((native, 1), (native, 3), (reference, 1)):
        with pytest.raises(RuleError) as problem:
            last(game, 60, jobs=jobs)
        messages.append(str(problem.value))
    assert "`total` would become" in messages[0]
    assert len(set(messages)) == 1


def test_a_game_without_end_is_an_error_with_its_position() -> None:
    native, reference = both(ENDLESS)
    messages = []
    for game in (native, reference):
        with pytest.raises(EndlessError) as problem:
            last(game, 3, limit=500)
        messages.append(str(problem.value))
    assert messages[0].startswith("game 0 of seed 3 hasn't ended after 500 plies\n  the position then:")
    assert messages[0] == messages[1]
    with pytest.raises(EndlessError, match="game 3 of seed 2 hasn't ended after 10 plies"):
        last(both("sparks")[0], 1, seed=2, first=3, limit=10)


def test_a_turn_without_end_is_a_rule_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The module gives up after 100,000 decisions; the reference interpreter says why, here a bit sooner."""
    monkeypatch.setattr("interpreter.game.situation.MAX_PLIES_IN_TURN", 1000)
    native, _ = both(CIRCLING)
    with pytest.raises(RuleError, match="a turn has gone on for more than 1,000 decisions"):
        last(native, 1)
    with pytest.raises(RuleError, match="a turn has gone on for more than 1,000 decisions"):
        list(perft(native.start(), 1))


@pytest.mark.parametrize("text", [SKIPPING, "big_balls", "tictactoe"], ids=named)
@pytest.mark.parametrize("unit", ["turns", "plies"])
def test_counting_is_the_same(text: str, unit: Unit) -> None:
    native, reference = both(text)
    depth = 5 if "\n" in text else 2
    starts = native.start(seed=2), reference.start(seed=2)
    counted = [list(perft(start, depth, unit)) for start in starts]
    assert counted[0] == counted[1]
    parts = [list(divide(start, depth, unit, jobs=2)) for start in starts]
    assert parts[0] == parts[1]


def test_counting_has_the_limits_that_it_is_given() -> None:
    start = both("sparks")[0].start()
    with pytest.raises(TooManyError, match="more than 50 positions at this depth"):
        list(perft(start, 2, limit=50))


def test_numbers_beyond_a_word_are_counted_all_the_same() -> None:
    """Always three ways: 3 to the power of 45 has 72 bits."""
    depths = list(perft(both(ENDLESS)[0].start(), 45))
    assert [d.sequences for d in depths] == [3**n for n in range(1, 46)]


@pytest.mark.parametrize("compiled_seconds", [1, 9], ids=["quicker", "slower"])
@pytest.mark.parametrize("text", [SKIPPING, "backgammon"], ids=named)
def test_single_moves_are_taken_over_where_they_take_long(
    text: str, compiled_seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of a game, and nobody notices; where the compiled rules turn out to be slower, they give back."""
    game = Game.parse(text) if "\n" in text else Game.load(text)
    made: list[AdaptiveMachine] = []
    now, players = 0.0, []

    def swift(_: object) -> AdaptiveMachine:
        made.append(AdaptiveMachine(game.model, game._taking_over))
        return made[0]

    def clock() -> float:
        """Each second look is the end of a move: three seconds by the reference interpreter."""
        nonlocal now
        if len(players) % 2:
            now += 3 if players[-1] is None else compiled_seconds
        players.append(made[0]._swift)
        return now

    monkeypatch.setattr(adaptive, "clock", clock)
    monkeypatch.setattr(adaptive, "TRIED", 8.0)
    lockstep(game, swift, seed=4, plies=30)
    taken_over = [swift is not None for swift in players[::2]]
    assert taken_over[:3] == [False] * 3
    assert taken_over[3]
    assert (made[0]._swift is None) == (compiled_seconds > 3)


def test_states_of_both_backends_read_each_others_positions() -> None:
    native, reference = both("nine_mens_morris")
    ours, theirs = native.start(), reference.start()
    for ply in range(25):
        assert [m.text for m in ours.moves] == [m.text for m in theirs.moves]
        assert ours.position() == theirs.position()
        k = ply * 7 % len(ours.moves)
        ours, theirs = ours.play(ours.moves[k]), theirs.play(theirs.moves[k])
    assert native.position(theirs.position()).position() == ours.position()


# ---- what can't be compiled


def test_what_is_not_compiled_is_said_with_its_line() -> None:
    with pytest.raises(LoadError, match=r"can't be compiled: nested\.gdl:11: `most` within `most`"):
        Game.parse(NESTED, name="nested.gdl", backend="native")
    game = Game.parse(NESTED, name="nested.gdl")
    assert last(game, 3).games == 3
    assert game.native is None
    assert game.not_compiled == "nested.gdl:11: `most` within `most`"


@pytest.mark.parametrize(("backend", "why"), [("auto", ""), ("native", ""), ("reference", "asked for")])
def test_what_is_compiled_has_no_reason_why_not(backend: Backend, why: str) -> None:
    game = Game.load("tictactoe", backend=backend)
    assert (game.native is None) == bool(why)
    for same in (game, twin(game)):
        assert why in same.not_compiled if why else same.not_compiled == ""


# ---- modules kept on disk


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GDL_CACHE", str(tmp_path))
    return tmp_path / f"user-{os.getuid()}"


def plays(found: Compiled | ready.Ready) -> bool:
    status: int = Instance(found).call("playouts", 0, 1, 0, 3, 1000)
    return status == 0


def test_modules_are_kept(kept: Path) -> None:
    model = Game.load("tictactoe").model
    assert not isinstance(ready.prepare(model), ready.Ready)
    (file,) = kept.glob("*.code")
    assert file.stat().st_mode & 0o077 == 0
    found = ready.prepare(Game.load("tictactoe").model)
    assert isinstance(found, ready.Ready)
    assert plays(found)
    assert not isinstance(ready.prepare(Game.load("tictactoe", m=4).model), ready.Ready)  # other rules


@pytest.mark.parametrize("damage", [lambda b: b[:-1], lambda b: b"", lambda b: b[:500] + b"?" + b[501:]])
def test_a_damaged_file_is_made_anew(kept: Path, damage: Callable[[bytes], bytes]) -> None:
    model = Game.load("tictactoe").model
    ready.prepare(model)
    (file,) = kept.glob("*.code")
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    found = ready.prepare(model)
    assert not isinstance(found, ready.Ready)
    assert plays(found)
    assert isinstance(ready.prepare(model), ready.Ready)


def test_the_module_of_another_game_is_not_taken(kept: Path) -> None:
    one, other = Game.load("tictactoe").model, Game.load("nim").model
    ready.prepare(one)
    (file,) = kept.glob("*.code")
    ready.prepare(other)
    (another,) = set(kept.glob("*.code")) - {file}
    another.write_bytes(file.read_bytes())
    assert not isinstance(ready.prepare(other), ready.Ready)
    assert isinstance(ready.prepare(other), ready.Ready)  # it was replaced


@pytest.mark.skipif(os.name != "posix", reason="permissions as on Unix")
def test_code_that_others_might_have_written_is_not_run(kept: Path) -> None:
    model = Game.load("tictactoe").model
    ready.prepare(model)
    kept.chmod(0o777)
    assert not isinstance(ready.prepare(model), ready.Ready)
    kept.chmod(0o700)
    (file,) = kept.glob("*.code")
    file.chmod(0o666)
    assert not isinstance(ready.prepare(model), ready.Ready)


def test_no_place_to_keep_anything_is_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("GDL_CACHE", str(tmp_path / "file"))
    assert plays(ready.prepare(Game.load("tictactoe").model))


def test_two_processes_may_keep_a_module_at_once(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "_makers", lambda: "us")  # whatever is being edited meanwhile
    program = """
from interpreter import Game
from interpreter.native.host import code_cache as ready
ready._makers = lambda: "us"
assert Game.load("tictactoe").native"""
    command = [sys.executable, "-c", program]
    both_at_once = [subprocess.Popen(command) for _ in range(2)]
    assert [process.wait() for process in both_at_once] == [0, 0]
    assert {f.suffix for f in kept.iterdir()} == {".code", ".json", ".model", ".trees"}
    assert isinstance(ready.prepare(Game.load("tictactoe").model), ready.Ready)


# ---- interruptions


@pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")
@pytest.mark.parametrize(
    "arguments", [["simulate", "sparks", "--games", "900000000"], ["perft", "chess", "--plies", "9"]]
)
def test_ctrl_c_is_heard_in_the_middle(arguments: list[str]) -> None:
    with started([sys.executable, "-m", "cli.main", *arguments]) as process:
        if arguments[0] == "perft":
            assert process.stdout is not None
            assert process.stdout.readline().startswith("plies")
        let_it_compute(process, 4)  # reading its modules takes some of that
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert arguments[0] == "perft" or "random games" in out  # what was played until then counts


def test_nothing_is_said_while_the_interpreter_ends() -> None:
    """An instance that outlives wasmtime's own modules: they are taken apart before it is released."""
    program = """
import atexit

def late():  # after all else that was asked for at the end
    import wasmtime._store
    wasmtime._store.ffi = None
    held.clear()

atexit.register(late)
from interpreter import Game
state = Game.load("tictactoe", backend="native").start()
while not state.is_over:
    state = state.play(state.moves[0])
held = [state.game.native.instance()]
del state
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=HANGS)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")
def test_ctrl_c_is_heard_while_machine_code_runs() -> None:
    """Python itself would hear it only when the code comes back, here never."""
    program = """
from cli import interrupts
interrupts.listen(130)
import wasmtime
engine = wasmtime.Engine()
store = wasmtime.Store(engine)
module = wasmtime.Module(engine, '(module (func (export "f") (loop (br 0))))')
forever = wasmtime.Instance(store, module, []).exports(store)["f"]
print("ready", flush=True)
forever(store)
"""
    with started([sys.executable, "-c", program]) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        let_it_compute(process, 0.3)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=HANGS)
    assert process.returncode == 130
