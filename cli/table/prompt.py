"""What a person types at a decision: a move in notation, by its beginning or its number, or a command."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.screen.phrases import beginning, listed, why_not
from gdl.visible import brief, visible
from interpreter.game.move_texts import first_of

if TYPE_CHECKING:
    from interpreter import Move, State

LINE = 500
"""Characters of a line from a pipe that are shown at most."""


class MistypedError(Exception):
    """What was typed is no move; str() says what to do."""


def read_line(prompt: str) -> str:
    """A line from the keyboard or a pipe; what comes from a pipe is shown, as if it had been typed."""
    if sys.stdin.isatty():
        return input(visible(prompt))
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(f"{visible(prompt)}{brief(line.strip(), LINE)}", flush=True)
    return line


def complete_with(words: Sequence[str]) -> None:
    """Let the Tab key complete these words, where the terminal can."""
    try:  # to import it changes how the terminal reads lines: not before somebody plays there
        import readline
    except ImportError:
        return

    def completion(text: str, state: int) -> str | None:
        begun = [word for word in words if word.startswith(text)]
        return begun[state] if state < len(begun) else None

    readline.set_completer_delims("")
    readline.set_completer(completion)
    readline.parse_and_bind("tab: complete")


def read_move(state: State, typed: str) -> tuple[Move, str]:
    """The move that was typed, and what was typed behind it: several moves may stand on one line."""
    moves = {move.text: move for move in listed(state.moves)}
    typed = typed.strip()
    exact, rest = first_of(typed, moves)
    if exact:
        return moves[exact], rest
    if re.match(r"#\d+[\s,]", typed):  # nothing but a number begins so, and others may stand behind it
        typed, rest = re.split(r"[\s,]+", typed, maxsplit=1)
    else:
        rest = ""
    begun = beginning(typed, moves)
    if (number := _number(typed, moves)) is not None:
        move = [*moves.values()][number - 1]
        if len(begun) == 1 and begun[0] != move.text:
            both = f"`{typed}` is the beginning of {begun[0]} and the number of {move.text}"
            raise MistypedError(f"{both}; write more of it, or #{typed}.")
        return move, rest
    # a whole move in other letters is not the beginning of a longer one
    begun = [text for text in begun if text.lower() == typed.lower()] or begun
    if len(begun) == 1:
        return moves[begun[0]], rest
    if begun:
        shown = ", ".join(begun[:8]) + (f", … ({len(begun)} moves)" if len(begun) > 8 else "")
        raise MistypedError(f"`{brief(typed)}` could be {shown}.")
    raise MistypedError(why_not(state, typed.partition(",")[0].strip() or typed))


def _number(typed: str, moves: dict[str, Move]) -> int | None:
    """The number of a move: `#3`, or `3` where no move looks like a number itself."""
    digits = typed.removeprefix("#")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        return None
    if typed == digits and any(text.isdigit() for text in moves):
        return None
    if not 1 <= int(digits) <= len(moves):
        if beginning(typed, moves):
            return None
        raise MistypedError(f"There are {len(moves)} moves; `{brief(typed)}` is none of their numbers.")
    return int(digits)
