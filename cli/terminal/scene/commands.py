"""What can be done at a table besides moving: commands with their words, keys and help. Hosts do what these name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from cli.languages.saying import later, tr
from cli.terminal.scene.phrases import beginning
from gdl.text.visible import brief
from interpreter import Move
from interpreter.game.move_texts import first_of


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that can be done: `name` is what hosts know it by, and the first word for it."""

    name: str
    help: str
    takes: str = ""
    """What may stand behind the word."""
    keys: str = ""
    """Its keys on a full screen, with commas between them."""
    others: tuple[str, ...] = ()
    """Other words for it."""


COMMANDS = (
    Command("moves", later("the legal moves, or those that begin so"), takes=later("[FROM]")),
    Command("board", later("draw the board again")),
    Command("flip", later("turn it upside down, or back"), keys="f5"),
    Command("pieces", later("what stands where, in words"), takes=later("[SITE]")),
    Command("log", later("the turns so far")),
    Command("hint", later("the best moves, as far as a second's search can tell"), keys="f3"),
    Command("eval", later("what each player may expect"), keys="f4"),
    Command("position", later("the position as YAML; or play on from another one, named as for --position"),
            takes=later("[WHERE]")),
    Command("edit", later("put a position together by hand, and play from there"), keys="ctrl+e"),
    Command("undo", later("back to your last choice"), keys="ctrl+z"),
    Command("redo", later("play again what you took back"), keys="ctrl+y"),
    Command("save",
            later("write the game's record (save! FILE overwrites); save --as PLAYER FILE only what you have seen"),
            takes=later("FILE"), keys="ctrl+s"),
    Command("save!", "", takes="FILE"),
    Command("resign", later("give up"), keys="f8"),
    Command("draw", later("offer a draw; the computer agrees if it expects no more"), keys="f9"),
    Command("new", later("another game, with its options and seats"), keys="f2"),
    Command("colours", later("other colours"), keys="f6", others=("theme",)),
    Command("panels", later("the board alone, or with what stands beside it"), keys="f7"),
    Command("earlier", later("the turn before; a move from there begins another line"), keys="comma"),
    Command("later", later("the turn after"), keys="full_stop"),
    Command("back", later("take back what is typed or picked; stop the computer's thinking; back to the game"),
            keys="escape"),
    Command("quit", later("leave (or q); so does the end of the input"), keys="ctrl+q,ctrl+c,ctrl+d,f10",
            others=("q", "exit")),
    Command("rules", later("how the game is played, and what is what on the board"), keys="question_mark,f1"),
    Command("?", later("this, and a legend"), others=("help",)),
)  # fmt: skip
"""All of them, in the order in which help tells of them."""
BY_NAME = {command.name: command for command in COMMANDS}
NAMES = {word: command for command in COMMANDS for word in (command.name, *command.others)}


@dataclass(frozen=True, slots=True)
class Called:
    """A command that was typed, what stands behind it, and why that can't be, if it can't."""

    name: str
    argument: str
    refused: str = ""


def called(typed: str, moves: Sequence[Move], known: Collection[str]) -> Called | None:
    """The command that a text means, of those that a host knows by name; None if it is none, or a move."""
    word, _, argument = typed.partition(" ")
    texts = [move.text for move in moves]
    # a letter may be the beginning of a move; a whole command hardly is
    if first_of(typed, texts)[0] or (len(typed) == 1 and beginning(typed, texts)):
        return None
    command = NAMES.get(word.removeprefix("/").lower())
    if command is None or command.name not in known:
        return None
    argument = argument.strip()
    said = tr("Nothing may follow `{word}`; `{rest}` was there.", word=word, rest=brief(argument))
    return Called(command.name, argument, said if argument and not command.takes else "")


def words(known: Collection[str]) -> list[str]:
    """All words for the commands that a host knows."""
    return [word for word, command in NAMES.items() if command.name in known]


def help_table(known: Collection[str]) -> str:
    """A line for each command that a host knows."""
    shown = [command for command in COMMANDS if command.name in known and command.help]
    return "\n".join(f"  {f'{one.name} {_takes(one)}'.strip():<13}  {tr(one.help)}" for one in shown)


def key_table(known: Collection[str]) -> Iterable[str]:
    """A row of a Markdown table for each command that a host knows: its keys, its word, what it does."""
    for one in COMMANDS:
        if one.name in known and one.help:
            keys = ", ".join(map(_key, one.keys.split(","))) if one.keys else ""
            typed = f"/{one.name} {_takes(one)}".strip().replace("/?", "/help")
            yield f"| {keys} | {typed} | {tr(one.help)} |"


def _takes(command: Command) -> str:
    return tr(command.takes) if command.takes else ""


def _key(key: str) -> str:
    signs = {"comma": "`,`", "full_stop": "`.`", "question_mark": "`?`", "escape": "Esc"}
    return signs.get(key) or key.replace("ctrl+", "ctrl-").title()
