"""`gdl compile`: a ruleset as a WebAssembly module, or as C."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import GameArgument, JsonOption, clear_errors, stop
from cli.options.echo import say, say_json
from cli.options.groups import Rules, spliced
from cli.options.outputs import writable
from gdl import files
from interpreter import Game
from interpreter.native.c_file import c_file, c_name
from interpreter.native.compile import PLAYING, compile_model
from interpreter.native.module.emitter import Unsupported
from interpreter.native.module.wat import text


@spliced()
def compile_(
    game: GameArgument,
    wat: Annotated[bool, typer.Option("--wat", help="The text form, for people.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", callback=writable,
                     help="The file to write; `-` for standard output.",
                     show_default=False),
    ] = None,
    search: Annotated[bool, typer.Option("--search", help="With the searches of the computer's players.")] = False,
    c: Annotated[bool, typer.Option("--c", help="One file of C11, with a header at its top.")] = False,
    *,
    rules: Rules,
    as_json: JsonOption = False,
) -> None:  # fmt: skip
    """Compile a ruleset to a WebAssembly module.

    The module needs nothing else: it runs in Node and in browsers, too.

    Without -o or --wat it lists the parts of the module: the functions that you can call, and the addresses of a
    game's first state (start), of room for a state (work), and of the descriptions of options (out). docs/native.md
    explains them.

    With --c it writes one file of C, for programs that can call C. They can begin a game, list options, play them,
    play random games, and count. docs/c.md shows how.

    \b
    gdl compile sparks
    gdl compile sparks -o sparks.wasm
    gdl compile tictactoe --wat
    gdl compile sparks --c -o sparks.c
    """
    if c:
        if wat or search or as_json:
            stop("--c is for itself: it goes with neither --wat nor --search nor --json")
        with clear_errors():
            _write_c(rules.load(game), output)
        return
    jobs = (*PLAYING, "mcts", "hints", "alphabeta", "solve") if search else PLAYING
    with clear_errors():
        one = rules.load(game)
        began = time.perf_counter()
        try:
            compiled = compile_model(one.model, jobs)
        except Unsupported as reason:
            stop(f"{one.title} can't be compiled: {reason}", 1)
        content = text(compiled.module).encode() if wat else compiled.binary
        spent = time.perf_counter() - began
    if output is not None and str(output) != "-":
        _write(output, content)
    elif output is not None or wat:
        if not wat and sys.stdout.isatty():
            stop("a module is no text for a terminal: -o FILE writes it to a file, --wat shows it as text")
        sys.stdout.buffer.write(content)
        return
    functions = {
        f.name: f"({', '.join(f.parameters)}) -> {f.results[0] if f.results else 'nothing'}"
        for f in compiled.module.functions
        if f.export
    }
    places = {"start": compiled.start, "work": compiled.work, "out": compiled.out}
    if as_json:
        say_json({"game": one.name, "rules": one.hash, "module_bytes": len(content), "compile_ms": 1000 * spent,
                  "state_bytes": compiled.record.size, "addresses": places, "functions": functions})  # fmt: skip
        return
    say(f"{one.title}: {len(content):,} bytes in {1000 * spent:.0f} ms, {compiled.record.size:,} bytes a state"
        + (f"; written to {output}" if output is not None else ""))  # fmt: skip
    say("addresses: " + ", ".join(f"{name} {at}" for name, at in places.items()))
    for name, kind in functions.items():
        say(f"  {name} {kind}")


def _write_c(game: Game, output: Path | None) -> None:
    try:
        content = c_file(game.model).encode()
    except Unsupported as reason:
        stop(f"{game.title} can't be compiled: {reason}", 1)
    if output is None or str(output) == "-":
        sys.stdout.buffer.write(content)
        return
    _write(output, content)
    say(f"{game.title}: {len(content):,} bytes of C; written to {output}; its names begin with {c_name(game.name)}_")


def _write(output: Path, content: bytes) -> None:
    try:
        files.write(output, content)
    except (OSError, ValueError) as error:
        stop(f"{output}: can't be written: {getattr(error, 'strerror', None) or error}")
