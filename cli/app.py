"""The command `gdl` and its commands, each of which is read when it is used.

A command's module imports what its work needs, and that takes many times as long as to print a page of help. So the
table below says what there is; a module is imported when its command is run, or its own help or completion is asked,
but for a game's name, which is what is completed most.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from cli.options.completion import complete_game
from cli.options.numbers import worded
from cli.options.unknown import improved
from gdl import library


@dataclass(frozen=True)
class Entry:
    """A command: a function in a module of `cli.commands`, whose docstring begins with `about`."""

    name: str
    about: str
    module: str = ""
    """As the command, if not said."""
    function: str = ""
    """As the command, if not said."""
    cls: str = ""
    """The class in the module that reads the command's words, where Typer's own can't."""

    def load(self) -> Any:
        """The command as Typer makes it of the function."""
        module = import_module(f"cli.commands.{self.module or self.name}")
        alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        cls = getattr(module, self.cls) if self.cls else TyperCommand
        alone.command(self.name, cls=cls)(getattr(module, self.function or self.name))
        return typer.main.get_command(alone)


GROUPS = {
    "Play": (
        Entry("list", "Name the games that ship, each with its variants.", "listing", "list_games"),
        Entry("show", "Show a game: its options, its board, how to enter moves.", cls="ShowCommand"),
        Entry("rules", "Tell how a game is played, with a legend of its board."),
        Entry("play", "Play a game in the terminal.", cls="PlayCommand"),
        Entry("replay", "Replay a recorded game, step by step."),
        Entry("convert", "Turn games and positions of other programs into records, and back."),
        Entry("serve", "Let people play on several machines: a link for each seat."),
    ),
    "Write": (
        Entry("studio", "Write rules and play them side by side, in a browser."),
        Entry("new", "Write a commented ruleset to start from."),
        Entry("lint", "Check rulesets before you publish them."),
        Entry("fmt", "Put rulesets into the usual layout."),
        Entry("explain", "Explain a finding of `gdl lint`; without a code, name them all."),
        Entry("test", "Try scenarios: positions, moves, and what must hold then."),
        Entry("watch", "Look at a ruleset on each save: findings, scenarios, games."),
        Entry("import", "Turn games that are written for other programs into rulesets.", "importing", "import_"),
        Entry("export", "Write a ruleset in another program's format, if nothing is lost.", "exporting"),
        Entry("bundle", "Lay a variant and what it extends together into one file.", function="bundle_"),
        Entry("lsp", "Help an editor with rulesets: the language server."),
    ),
    "Measure": (
        Entry("simulate", "Play random games, and count the results."),
        Entry("match", "Let players play against each other, and count who wins."),
        Entry("study", "Find out what kind of game this is: balance, length, skill."),
        Entry("compare", "Study several games, and say what surely differs."),
        Entry("tune", "Search a game's options for what you want of it."),
        Entry("train", "Learn from self-play what positions are worth."),
        Entry("solve", "Find the result of perfect play, and a best line."),
        Entry("perft", "Count sequences of moves and positions, depth by depth."),
    ),
    "Share": (
        Entry("page", "Write a game as one HTML file that plays in a browser.", function="page_"),
        Entry("site", "Write a page for each game, and an index with pictures."),
    ),
    "Programs": (
        Entry("engine", "Play in other programs' windows: UCI, XBoard, GTP."),
        Entry("compile", "Compile a ruleset to a WebAssembly module.", function="compile_"),
        Entry("selftest", "Try whether the compiled rules play as the reference does."),
        Entry("bench", "Measure how fast random games are played, by both backends."),
    ),
}  # fmt: skip
"""Commands as `gdl --help` lists them: in groups, each by what somebody wants to do."""

COMMANDS = tuple(chain.from_iterable(GROUPS.values()))

WIDTH = max(len(entry.name) for entry in COMMANDS)
"""Of the longest name: all groups have their lines in the same columns."""

GAME_FIRST = {
    "show", "rules", "play", "page", "serve", "lint", "watch", "bundle", "study", "compare", "tune", "perft",
    "simulate",
    "match", "train", "solve", "engine", "export", "compile", "selftest", "bench",
}  # fmt: skip
"""Commands whose first word names a game, or a ruleset."""


class OnlyGame(TyperCommand):
    """A command as far as its first word is completed; if that begins an option, the whole of it is read."""

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """The options that begin so."""
        return _entry(self.name).load().shell_complete(ctx, incomplete)

    @classmethod
    def named(cls, name: str) -> Any:
        """The command of this name."""
        alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        alone.command(name, cls=cls)(_unread_but_game)
        return typer.main.get_command(alone)


class Commands(TyperGroup):
    """Lists commands as the table has them, and reads the one that is used."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """A list for each group, every line of it whole."""
        for group, entries in GROUPS.items():
            with formatter.section(group):
                formatter.write_dl([(f"{entry.name:{WIDTH}}", entry.about) for entry in entries])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words behind `gdl`. Where an option of a command stands before it, it is told where it belongs.

        `gdl help play` is what people try first: it means `gdl play --help`.
        """
        if args[:1] == ["help"]:
            args = [*args[1:2], "--help"]
        own = {name for param in self.get_params(ctx) for name in param.opts}
        named = next((word for word in args if any(word == entry.name for entry in COMMANDS)), None)
        if named and not ctx.resilient_parsing and args[0].startswith("-") and args[0].partition("=")[0] not in own:
            ctx.fail(f"{args[0]} stands before the command. Options stand behind it: gdl {named} … {args[0]}")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command. What Typer says of a wrong value is told without the name of its sort of error, of a number
        with what is allowed, and of an option that isn't there with better suggestions."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as problem:
            problem.message = problem.message.removeprefix("Value error, ")
            worded(problem)
            raise
        except Exception as problem:
            improved(problem)
            raise

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names, and the words behind it."""
        if args and not ctx.resilient_parsing and _is_game(args[0]):
            ctx.fail(f"'{args[0]}' is a game, not a command. To play it: gdl play {args[0]}")
        name, command, rest = super().resolve_command(ctx, args)
        if ctx.resilient_parsing and name in GAME_FIRST and not rest:  # a shell asks for what may come next
            return name, OnlyGame.named(name), rest
        return name, _entry(name).load() if name else command, rest


def _is_game(word: str) -> bool:
    """Whether it names no command, but a game that ships, or a ruleset."""
    return all(entry.name != word for entry in COMMANDS) and (word.endswith(".gdl") or word in library.paths())


def _entry(name: str | None) -> Entry:
    """The line of the table for this command."""
    return next(entry for entry in COMMANDS if entry.name == name)


# Help is plain text: it starts quickly, and examples keep their lines.
app = typer.Typer(
    name="gdl", cls=Commands, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip


def _unread() -> None:
    """Stands for a command in lists."""


def _unread_but_game(game: Annotated[str, typer.Argument(autocompletion=complete_game)] = "") -> None:
    """Stands for a command whose first word is completed."""


for entry in COMMANDS:
    app.command(entry.name, help=entry.about)(_unread)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # as slow to import as all else here together, for this option alone

        typer.echo(f"gdl-interpreter {version('gdl-interpreter')}")
        raise typer.Exit


@app.callback()
def gdl(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Board games as data: describe the rules in a text file, check them, play.

    \b
    gdl list                    the games that ship
    gdl play sparks             play one against the computer
    gdl new mygame              a ruleset to start from: mygame.gdl
    gdl lint mygame.gdl         check it before you publish it

    Give a game by its name, the path of a ruleset, or - for standard input.
    `gdl COMMAND --help` tells more.
    """
