"""What a person types at a decision: a move as people write it, its beginning, or its number in the list."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING

from cli.languages.saying import heard, tr
from cli.terminal.scene.phrases import beginning, listed, why_not
from gdl.text.suggest import misspelt
from gdl.text.visible import brief
from interpreter import MoveError, NotLegal
from interpreter.game.move_texts import MOST_WORDS, first_of, together

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter import Move, State

MOST_DIGITS = 9
"""Digits of a number that may be one of the list."""


ELSEWHERE = {
    **dict.fromkeys(("bye", "stop", "leave", "abort", ":q", "q!"), "quit"),
    **dict.fromkeys(("back", "takeback", "take", "retract"), "undo"), "forward": "redo",
    **dict.fromkeys(("list", "legal", "options"), "moves"), **dict.fromkeys(("show", "display", "print"), "board"),
    **dict.fromkeys(("history", "turns"), "log"), **dict.fromkeys(("commands", "man", "h"), "help"),
    **dict.fromkeys(("surrender", "concede"), "resign"), **dict.fromkeys(("analyse", "analyze", "best"), "hint"),
    **dict.fromkeys(("load", "fen", "setup"), "position"), "write": "save", "evaluate": "eval",
}  # fmt: skip
"""Words for commands in other programs."""


class MistypedError(Exception):
    """What was typed is no move; str() says what to do."""


def read_move(state: State, typed: str, commands: Collection[str] = ()) -> tuple[Move, str]:
    """The move that was typed, and what was typed behind it: several moves may stand on one line. `commands`: words for
    commands, one of which may have been meant."""
    moves = {move.text: move for move in listed(state.moves)}
    typed = typed.strip()
    exact, rest = first_of(typed, moves)
    if exact:
        return moves[exact], rest
    if number := re.match(r"#([0-9]{1,9})(?![^\s,])", typed):  # nothing else begins so, and others may stand behind it
        return _numbered(int(number[1]), moves), typed[number.end() :].strip(" ,\t")
    try:
        return state.parse(typed), ""
    except MoveError:
        pass
    if found := _first_of_several(state, typed):
        return found
    begun = beginning(typed, moves)
    digits = typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS
    are_numbers = any(text.isdecimal() for text in moves)  # then a number that is typed was meant as a move
    if digits and not begun and not are_numbers:
        return _numbered(int(typed), moves), ""
    if begun:
        more = f", … ({tr('{n} moves', n=len(begun))})" if len(begun) > 8 else ""
        shown = ", ".join(begun[:8]) + more
        if digits:
            shown += "; " + tr("the list's number {n} is #{n}", n=int(typed))
        raise MistypedError(tr("`{typed}` could be {moves}.", typed=brief(typed), moves=shown))
    if typed.startswith("/") and commands:
        said = tr("There is no command `{word}`; /help lists them.", word=brief(typed.split()[0]))
    else:
        said = why_not(state, _refused(state, typed.partition(",")[0].strip() or typed))
    if digits and 1 <= int(typed) <= len(moves):
        said += f" {tr('The number {n} of the list is #{n}.', n=int(typed))}"
    if not _is_known(state, typed) and (meant := _command_meant(_first_word(typed), commands)):
        said += f" {tr('Did you mean the command `{word}`?', word=meant)}"
    raise MistypedError(said)


def _first_of_several(state: State, typed: str) -> tuple[Move, str] | None:
    """The move that the first words are, written in whatever way, and the rest; a mere beginning is none."""
    head, comma, rest = typed.partition(",")
    words = head.split(maxsplit=MOST_WORDS)
    for length in range(min(len(words), MOST_WORDS), 0, -1):
        text = " ".join(words[:length])
        with contextlib.suppress(MoveError):
            move = state.parse(text)
            if not move.text.casefold().startswith(text.casefold()) or len(move.text) == len(text):
                return move, (" ".join(words[length:]) + comma + rest).strip(" ,\t")
    with contextlib.suppress(MoveError):
        if words and (several := together(words[0])):
            return state.parse(several[0]), (" ".join([*several[1:], *words[1:]]) + comma + rest).strip(" ,\t")
    return None


def _refused(state: State, typed: str) -> str:
    """What isn't legal of a text: where it may be several moves, and is none as a whole, the first of them."""
    words = typed.split(maxsplit=MOST_WORDS)
    for length in range(min(len(words), MOST_WORDS), 0, -1):
        text = " ".join(words[:length])
        try:
            state.parse(text)
        except NotLegal:
            return text
        except MoveError:
            continue
    return typed


def _is_known(state: State, typed: str) -> bool:
    """Whether it is a move of the game, legal or not: then no command is meant."""
    try:
        state.parse(typed)
    except NotLegal:
        return True
    except MoveError:
        return False
    return True


def _command_meant(word: str, commands: Collection[str]) -> str | None:
    """The command of which this is a misspelling, or another program's or language's word for it."""
    own = heard("command", word)
    elsewhere = ELSEWHERE.get(own, own if own != word else "")
    return elsewhere if elsewhere in commands else misspelt(word, [one for one in commands if one.isalpha()])


def _first_word(typed: str) -> str:
    """The first word of a line, as commands are written."""
    return "".join(typed.split(maxsplit=1)[:1]).removeprefix("/").lower()


def _numbered(number: int, moves: dict[str, Move]) -> Move:
    if not 1 <= number <= len(moves):
        said = tr("There are {n} moves; none has the number `#{number}`.", n=len(moves), number=number)
        raise MistypedError(said)
    return [*moves.values()][number - 1]
