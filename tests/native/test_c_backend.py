"""Compiled rules by the machine's C compiler: the same results, kept, trusted, refused in a sentence."""

from __future__ import annotations

import itertools
import math
import os
import struct
import sys
from pathlib import Path

import command
import pytest
from c_library import compiler
from playing import load

from interpreter import Game, LoadError
from interpreter.graph.backend import Halted
from interpreter.graph.chance import Chance, signed
from interpreter.lab.tools.perft import perft
from interpreter.lab.tools.simulate import Games, playout
from interpreter.lab.tools.simulate import play as play_some
from interpreter.native.compile import compile_model
from interpreter.native.compiled import PLAYING, Plan
from interpreter.native.host import c_compiler, code_cache
from interpreter.native.host.c_library import Library, source_of
from interpreter.native.host.code_cache import Ready
from interpreter.native.host.instance import Instance
from interpreter.native.host.quicker import random_games
from interpreter.native.host.running import InWasmtime, Running
from interpreter.native.module.wasm import Function, Module

FEW = ("sparks", "kuhn_poker", "oware")
EDGES = (0, 1, 2, 31, 63, 64, 0xFF, -1, -2, -64, 2**31 - 1, 2**31, -(2**31), 2**63 - 1, -(2**63))
FLOATS = (0.0, -0.0, 1.0, -1.5, 2.5, 3.5, 0.1, 1e300, -1e300, 9.3e18, 5e-324, math.inf, -math.inf, math.nan)
BINARY = ("add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr eq ne lt_s lt_u gt_s gt_u "
          "le_s le_u ge_s ge_u")  # fmt: skip
TWO_FLOATS = "add sub mul div min max copysign eq ne lt gt le ge"
ONE_FLOAT = "abs neg ceil floor trunc nearest sqrt"
TWO_VECTORS = ("f32x4.gt v128.and i8x16.le_u i8x16.add i8x16.sub f32x4.add f32x4.sub f32x4.mul f32x4.div "
               "f32x4.max")  # fmt: skip
SINGLES = (0.0, -0.0, 1.0, -1.5, 0.1, 3e38, 1e-45, math.inf, -math.inf, math.nan, 2.0, 16777217.0)
WAYS = {
    "what this machine has": "",
    "C11 alone": "#define PLAIN_C11\n",
    "other machines": "".join(
        f"#undef __{name}__\n" for name in ("BMI", "BMI2", "LZCNT", "SSE2", "POPCNT", "SIZEOF_INT128")
    ),
}
"""What comes before a source, so that it takes one of its ways to say the same."""


@pytest.mark.parametrize("name", FEW)
def test_the_same_games_and_counts(name: str) -> None:
    compiler()
    wasm, by_c = load(name), Game.load(name, backend="c")
    assert by_c.native is not None and isinstance(by_c.native.ready.code, Library)
    task = Games(5, 3, 200)
    assert play_some(by_c, task).sums == play_some(wasm, task).sums
    assert list(perft(by_c.start(), 3)) == list(perft(wasm.start(), 3))
    ends = [playout(game, 1, 2).end for game in (wasm, by_c)]
    assert ends[0].line == ends[1].line and ends[0].position() == ends[1].position()


@pytest.mark.parametrize("name", ["hex", "tictactoe", "big_balls", "breakthrough", "draughts", "connect_four"])
def test_modules_for_c_lay_everything_out_as_others(name: str) -> None:
    """So what one has written into its memory can be read where it lies in the other's."""
    jobs = ("playouts", "alphabeta")
    plain, by_c = (compile_model(load(name).model, jobs, by_c=by_c) for by_c in (False, True))
    for what in ("start", "work", "out", "counters", "weights"):
        assert getattr(plain, what) == getattr(by_c, what), what
    used = [{i[0] for f in one.module.functions for i in f.code} for one in (plain, by_c)]
    assert "i64.mul_high_u" in used[1] - used[0]
    assert {"i64.nth_bit", "i64.nth_bit_or_none"} & (used[1] - used[0])


def test_sequences_alone_are_counted_by_c_too() -> None:
    compiler()
    games = load("breakthrough"), Game.load("breakthrough", backend="c")
    counted = [list(perft(game.start(), 4, positions=False)) for game in games]
    assert counted[0] == counted[1] and counted[0][0].sequences == 22


def arithmetic() -> Module:
    """A function for each instruction on whole numbers and floats that others may call."""
    module = Module()
    for type_, name in itertools.product(("i32", "i64"), BINARY.split()):
        result = "i32" if name[:2] in ("eq", "ne", "lt", "gt", "le", "ge") else type_
        _add(module, f"{type_}.{name}", (type_, type_), result)
    for type_, name in itertools.product(("i32", "i64"), ("clz", "ctz", "popcnt", "eqz")):
        _add(module, f"{type_}.{name}", (type_,), "i32" if name == "eqz" else type_)
    for name in ("i64.extend8_s", "i64.extend16_s", "i64.extend32_s"):
        _add(module, name, ("i64",), "i64")
    for name in TWO_FLOATS.split():
        _add(module, f"f64.{name}", ("f64", "f64"), "i32" if name in ("eq", "ne", "lt", "gt", "le", "ge") else "f64")
    for name in ONE_FLOAT.split():
        _add(module, f"f64.{name}", ("f64",), "f64")
    for name in ("i64.trunc_f64_s", "i64.reinterpret_f64"):
        _add(module, name, ("f64",), "i64")
    for name in ("f64.convert_i64_s", "f64.convert_i64_u", "f64.reinterpret_i64"):
        _add(module, name, ("i64",), "f64")
    _add(module, "i32.wrap_i64", ("i64",), "i32")
    _add(module, "i64.extend_i32_s", ("i32",), "i64")
    _add(module, "i64.extend_i32_u", ("i32",), "i64")
    endless = module.add(Function("endless", ("i64",), ("i64",), True))
    endless.code = [("local.get", 0), ("call", endless), ("i64.const", 1), ("i64.add",)]
    stops = module.add(Function("stops", (), (), True))
    stops.code = [("unreachable",)]
    return module


def _add(module: Module, name: str, given: tuple[str, ...], result: str) -> None:
    function = module.add(Function(name.replace(".", "_"), given, (result,), True))
    function.code = [*(("local.get", i) for i in range(len(given))), (name,)]


@pytest.mark.parametrize("way", WAYS)
def test_instructions_mean_the_same(way: str) -> None:
    """Each one at the edges of what numbers can be; what traps in wasmtime traps in C."""
    module = arithmetic()
    by_c, wasm = both(module, WAYS[way])
    for function in module.functions[:-2]:
        values = [FLOATS if type_ == "f64" else EDGES for type_ in function.parameters]
        narrow = "i32" in function.parameters
        for given in itertools.product(*values):
            if narrow and any(not -(2**31) <= value < 2**31 for value in given):
                continue
            assert outcome(by_c, function.name, given) == outcome(wasm, function.name, given), (function.name, given)
    for name, given in (("endless", (1,)), ("stops", ())):
        assert outcome(by_c, name, given) == outcome(wasm, name, given) == "halts"
    assert outcome(by_c, "i64_add", (1, 1)) == "2"  # it goes on


def both(module: Module, before: str) -> tuple[Running, Running]:
    """A module by C and in wasmtime."""
    compiler()
    import wasmtime

    from interpreter.native.engine import engine

    by_c = Running(Library(c_compiler.compiler().library(before + source_of(module, "a")), "a"))
    wasm = Running(wasmtime.Module(engine(), module.encode()))
    assert isinstance(wasm._within, InWasmtime)
    return by_c, wasm


def vectors() -> Module:
    """A function for each instruction on vectors: operands at 0 and 16, the result at 32."""
    module = Module()
    ways = {name: [(name,)] for name in TWO_VECTORS.split()}
    ways |= {f"shuffle{k}": [("i8x16.shuffle", bytes((7 * i + k) % 32 for i in range(16)))] for k in (0, 5, 19)}
    for name, code in ways.items():
        function = module.add(Function(name.replace(".", "_"), (), (), True))
        loads = [("i32.const", 0), ("v128.load", 0), ("i32.const", 0), ("v128.load", 16)]
        function.code = [("i32.const", 0), *loads, *code, ("v128.store", 32)]
    for name in ("i8x16.bitmask", "v128.any_true"):
        function = module.add(Function(name.replace(".", "_"), (), ("i32",), True))
        function.code = [("i32.const", 0), ("v128.load", 0), (name,)]
    roots = module.add(Function("roots", (), (), True))
    roots.code = [("i32.const", 0), ("i32.const", 0), ("v128.load", 0), ("f32x4.sqrt",), ("v128.store", 32)]
    splat = module.add(Function("splat", ("f64",), (), True))
    splat.code = [("i32.const", 0), ("local.get", 0), ("f32.demote_f64",), ("f32x4.splat",), ("v128.store", 32)]
    known = module.add(Function("known", (), (), True))
    known.code = [("i32.const", 0), ("v128.const", bytes(range(240, 256))), ("v128.store", 32)]
    return module


@pytest.mark.parametrize("way", WAYS)
def test_instructions_on_vectors_mean_the_same(way: str) -> None:
    module = vectors()
    pair = both(module, WAYS[way])
    many = len(SINGLES)
    rows = [struct.pack("<4f", *(SINGLES[(i + j * k) % many] for j in range(4))) for k in (1, 5) for i in range(many)]
    rows += [bytes((97 * i + 31 * k) % 256 for i in range(16)) for k in range(6)]
    for one, other in itertools.product(rows, rows):
        for running in pair:
            running.write(0, one + other)
        for function in module.functions:
            given = (0.1,) if function.parameters else ()
            assert outcome(pair[0], function.name, given) == outcome(pair[1], function.name, given), function.name
            found = [running.read(32, 16) for running in pair]
            if function.name.startswith("f32x4") or function.name == "roots":  # any NaN is as good as another
                found = [b"".join(quiet(lane) for lane in struct.unpack("<4f", row)) for row in found]
            assert found[0] == found[1], (function.name, one, other)


def quiet(single: float) -> bytes:
    return b"none" if single != single else struct.pack("<f", single)


@pytest.mark.parametrize("way", WAYS)
def test_instructions_that_only_c_has(way: str) -> None:
    """The k-th one of a word, bits laid at the ones of another, the upper half of a product: as they are defined."""
    compiler()
    module = Module()
    for name in ("i64.nth_bit", "i64.nth_bit_or_none", "i64.deposit", "i64.extract", "i64.mul_high_u"):
        _add(module, name, ("i64", "i64"), "i64")
    by_c = Running(Library(c_compiler.compiler().library(WAYS[way] + source_of(module, "a")), "a"))
    chance = Chance(1)
    for count in range(400):
        word = chance.bits(count) & (chance.bits(count + 1000) if count % 2 else -1)
        ones = [i for i in range(64) if word >> i & 1]
        each = [signed(1 << i) for i in ones] + [0] * (64 - len(ones))
        assert [by_c.call("i64_nth_bit", signed(word), k) for k in range(64)] == each
        beyond = (-192, -191, -1, 64, 65, 127, 128, 255, (1 << 40) + 64)
        assert [by_c.call("i64_nth_bit_or_none", signed(word), k) for k in range(64)] == each
        assert not any(by_c.call("i64_nth_bit_or_none", signed(word), k) for k in beyond)
        held = chance.bits(count + 3000)
        laid = sum((held >> k & 1) << i for k, i in enumerate(ones))
        assert by_c.call("i64_deposit", signed(held), signed(word)) == signed(laid)
        taken = sum((held >> i & 1) << k for k, i in enumerate(ones))
        assert by_c.call("i64_extract", signed(held), signed(word)) == signed(taken)
        other = chance.bits(count + 2000) >> count % 64
        assert by_c.call("i64_mul_high_u", signed(word), signed(other)) == signed(word * other >> 64)
    for name in ("i64_nth_bit", "i64_nth_bit_or_none"):
        assert [by_c.call(name, -1, k) for k in range(64)] == [signed(1 << k) for k in range(64)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["big_balls", "breakthrough", "draughts", "gomoku", "tictactoe"])
def test_other_machines_play_the_same_games(name: str, way: str) -> None:
    """Options on two things are found in other ways there, and so are single sites."""
    compiler()
    model = load(name).model
    compiled = compile_model(model, PLAYING, by_c=True)
    held = c_compiler.compiler().library(WAYS[way] + source_of(compiled.module, "a"))
    by_c = Ready(Plan(model), compiled.start, compiled.work, compiled.out, Library(held, "a"))
    assert random_games(Instance(by_c), 40) == random_games(Instance(code_cache.prepare(model)), 40)


def outcome(running: Running, name: str, given: tuple[float, ...]) -> str:
    try:
        return repr(running.call(name, *given)).replace("-nan", "nan")
    except Halted:
        return "halts"


# ---- what is kept


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one library in a cache of its own, after a game was compiled; no compiler is run from then on."""
    compiler()
    monkeypatch.setenv("GDL_CACHE", str(tmp_path))
    code_cache.prepare_by_c(load("tictactoe").model)
    monkeypatch.setattr(c_compiler.Compiler, "library", _refuse)
    (found,) = tmp_path.glob("*/*.library")
    return found


def _refuse(one: c_compiler.Compiler, source: str, behind: bool = False) -> bytes:
    raise c_compiler.CompilerError("compiled anew")


def test_a_library_is_kept_for_us_alone(kept: Path) -> None:
    code_cache.prepare_by_c(load("tictactoe").model)
    if os.name == "posix":
        assert kept.stat().st_mode & 0o077 == 0
        kept.chmod(0o622)
        with pytest.raises(c_compiler.CompilerError, match="compiled anew"):
            code_cache.prepare_by_c(load("tictactoe").model)


def test_a_library_that_was_changed_is_not_read(kept: Path) -> None:
    held = bytearray(kept.read_bytes())
    held[-1] ^= 1
    kept.write_bytes(held)
    with pytest.raises(c_compiler.CompilerError, match="compiled anew"):
        code_cache.prepare_by_c(load("tictactoe").model)


def test_other_compilers_make_other_libraries(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDL_CC", f"{compiler()[0]} -O1")
    with pytest.raises(c_compiler.CompilerError, match="compiled anew"):
        code_cache.prepare_by_c(load("tictactoe").model)


# ---- compilers that aren't


def script(tmp_path: Path, text: str) -> str:
    """A program that stands for a compiler."""
    path = tmp_path / "compiler"
    path.write_text(f"#!{sys.executable}\nimport os, sys, time\nout = sys.argv[sys.argv.index('-o') + 1]\n{text}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pass", "is no C compiler: it ends well, and makes nothing"),
        ("sys.exit('one\\ntwo')", "fails: one (status 1)"),
        ("sys.exit(3)", "fails: it says nothing (status 3)"),
        ("open(out, 'w').write('no library')", "what the C compiler made can't be used"),
        ("os.write(2, b'\\x1b[31mred' * 100000); sys.exit(1)", "fails: [31mred"),
        ("os.fork() or time.sleep(600); time.sleep(600)", "was stopped after 0 seconds"),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="a script that is run by its first line")
def test_what_is_no_compiler_is_told(
    text: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GDL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GDL_CC", script(tmp_path, text))
    if "fork" in text:
        monkeypatch.setattr(c_compiler, "SECONDS", 0.4)
    status, said, complained = command.run(["simulate", "tictactoe", "--games", "5", "--backend", "c"])
    assert (status, said) == (2, "")
    assert says in complained and len(complained.splitlines()) == 1 and "\x1b" not in complained
    assert not list((tmp_path / "cache").glob("*/*.library"))


def test_a_library_of_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler()
    source = source_of(compile_model(load("tictactoe").model).module, "one")
    held = c_compiler.compiler().library(source)
    with pytest.raises(c_compiler.CompilerError, match="something else"):
        Library(held, "two")


@pytest.mark.parametrize("named", ["nonsuch-compiler", "'open", "/nonsuch/cc -O3"])
def test_a_compiler_that_is_not_there(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDL_CC", named)
    with pytest.raises(LoadError, match="GDL_CC"):
        Game.load("tictactoe", backend="c")
    assert Game.load("tictactoe").native is not None  # nobody else asks for it
