"""`gdl convert`: records and positions of other programs into ours, and ours into theirs."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import SetOption, clear_errors, counted, settings, stop
from cli.options.completion import complete_game
from cli.options.echo import say
from cli.options.exits import FINDINGS
from cli.options.outputs import writable_either
from cli.terminal.scene.progress import bar
from gdl import files
from interpreter.bridges.formats import converting, table
from interpreter.bridges.formats.converting import Done, Wish
from interpreter.bridges.formats.opening import Reached
from interpreter.game import records

FORMATS = f"{', '.join(table.NAMES[:-1])} or {table.NAMES[-1]}"
MOST_TOLD = 20
"""Games that are told of one by one; the others are counted."""
OFTEN = 20
"""Games between two words on how far it has come."""


def convert(
    given: Annotated[Path, typer.Argument(metavar="IN", help="The file to read.", show_default=False)],
    out: Annotated[
        Path,
        typer.Argument(metavar="OUT", callback=writable_either,
                       help="The file to write; a folder for many games as our records.",
                       show_default=False),
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", autocompletion=complete_game, show_default=False,
                     help="The rules, if the file names no game, or another one."),
    ] = None,
    given_format: Annotated[
        str | None,
        typer.Option("--from", metavar="FORMAT", show_default=False,
                     help=f"{FORMATS}, if the name of IN doesn't say it."),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FORMAT", show_default=False,
                     help=f"{FORMATS}, if the name of OUT doesn't say it."),
    ] = None,
    sets: SetOption = None,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=1, max=256, help="Processes; results are the same.")
    ] = 1,
    force: Annotated[bool, typer.Option("--force", help="Overwrite OUT.")] = False,
) -> None:  # fmt: skip
    """Turn games and positions of other programs into records, and back.

    Formats: PGN, SGF, PDN, lists of positions in FEN and EPD, and gdl, our own records. Every game is played by the
    rules. A game that can't be read is named with its line, and the others go on. Comments, marks, variations, tags
    and EPD's operations are kept. A game becomes the position in which it ends, a position a game that begins there.

    \b
    gdl convert games.pgn games/ --to gdl
    gdl convert games.pgn clean.pgn --jobs 2
    gdl convert game.yaml game.sgf
    gdl convert games.pgn endings.epd
    gdl convert puzzles.epd puzzles.fen
    gdl convert mine.pgn mine.yaml --game mychess.gdl --set claimed=false

    Exit status: 0 if all is well, 1 if some games couldn't be read, 2 if a file can't be read or written.
    """
    source = _format(given, given_format, "--from")
    wish = Wish(source, _format(out, to, "--to"), game, converting.options(settings(sets or [])))
    if not files.is_there(given):
        stop(f"{given}: there is no such file")
    if files.is_there(out) and not out.is_dir() and not force:
        stop(f"{out}: is there already; --force overwrites it")
    reached, what = Reached(), "game" if source == "gdl" else table.KNOWN[source].holds
    with clear_errors(), bar(given.name, given.stat().st_size) as shown:
        done = _ours(given, wish) if source == "gdl" else converting.convert(
            converting.games(given, source, reached), wish, jobs)  # fmt: skip
        done = _shown(done, lambda number: shown(reached.bytes, f"{given.name}: {counted(number, what)}"))
        try:
            into = wish.to == "gdl" and _is_folder(out)
            good, bad = _folder(done, out, force, what) if into else _file(done, out, wish.to, force, what)
        except OSError as error:
            stop(f"{error.filename or out}: can't be written: {error.strerror or error}")
    if not good + bad:
        stop(f"{given}: holds no {what} in {source.upper()}")
    unread = f"; {counted(bad, what)} can't be read" if bad else ""
    say(f"{out}: {counted(good, what)}{unread}")
    if bad:
        raise typer.Exit(FINDINGS)


def _format(path: Path, said: str | None, option: str) -> str:
    if said is not None and said not in table.NAMES:
        stop(f"{option} {said}: there are {', '.join(table.NAMES)}")
    found = said or table.of_file(path)
    if found is None and option == "--to" and _is_folder(path):
        return "gdl"
    if found is None:
        stop(f"{path}: its name doesn't say which format it has; say {option} {', '.join(table.NAMES)}")
    return found


def _is_folder(path: Path) -> bool:
    return path.is_dir() or not path.suffix


def _ours(given: Path, wish: Wish) -> Iterator[Done]:
    """The one game of a record of ours."""
    record = records.read(given)
    source = wish.source or records.source_of(record, given)
    game = records.load_game(record, source)
    yield Done(1, converting.written(record, game, source, wish.to))


def _shown(done: Iterator[Done], show: Callable[[int], None]) -> Iterator[Done]:
    """The same games; from time to time somebody is told how many there were."""
    for number, one in enumerate(done, 1):
        if number % OFTEN == 0:
            show(number)
        yield one


def _told(done: Iterator[Done], counts: list[int], what: str) -> Generator[Done]:
    """The games that went well. It prints what is wrong with the others, and what was left out."""
    told = 0
    for one in done:
        lines = [one.trouble] if one.trouble else one.remarks
        told += bool(lines)
        if lines and told <= MOST_TOLD:
            say(f"gdl: {what} {one.number}: {'; '.join(lines)}", err=True)
        counts[bool(one.trouble)] += 1
        if not one.trouble:
            yield one
    if told > MOST_TOLD:
        say(f"gdl: and {told - MOST_TOLD:,} {what}s more of which something would have to be told", err=True)


def _file(done: Iterator[Done], out: Path, to: str, force: bool, what: str) -> tuple[int, int]:
    """Write all games into one file, in one step; none stays behind if that fails."""
    counts = [0, 0]
    files.make_folder(out)
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        with part.open("x", encoding="utf-8") as file, closing(_told(done, counts, what)) as found:
            for one in found:
                if to == "gdl" and counts[0] > 1:
                    stop(f"{out}: a record holds one game, and here are more; name a folder: {out.with_suffix('')}/")
                file.write(one.text)
        if counts[0]:
            part.replace(out) if force else files.put(part, out)
    except OSError as error:
        if error.filename == str(part):
            error.filename = str(out)
        raise
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return counts[0], counts[1]


def _folder(done: Iterator[Done], out: Path, force: bool, what: str) -> tuple[int, int]:
    """Write each game into a file of its own: 000001.yaml and so on, by its number in the file."""
    counts = [0, 0]
    out.mkdir(parents=True, exist_ok=True)
    for one in _told(done, counts, what):
        path = out / f"{one.number:06}.yaml"
        if files.is_there(path) and not force:
            stop(f"{path}: is there already; --force overwrites it")
        files.write(path, one.text.encode(), private=True)
    return counts[0], counts[1]
