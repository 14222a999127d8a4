"""A position as a person sees it: the board, the variables, who is to move and what is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from cli.languages.saying import heard, tr
from cli.terminal.scene.board import draw
from cli.terminal.scene.console import Screen
from cli.terminal.scene.lines import Line, Look, text_width
from cli.terminal.scene.phrases import beginning, listed, number_sign
from interpreter.drawing import beside_board, colours, site_texts

if TYPE_CHECKING:
    from gdl.model.model import Model
    from gdl.model.state import Variable
    from interpreter import Move
    from interpreter.game.views import View


def position(
    view: View, look: Look, marks: Collection[str] = (), played: Sequence[str] = (), inner: bool = False
) -> list[Line]:
    """The board and what belongs to no site of it; `played` are the moves of this turn so far.

    `inner`: with the locals of the turn, which are of use to those who write rules.
    """
    lines = draw(view, look, marks, view.winning)
    values = [part for line in variables(view, played, inner, look.symbols) for part in hung(line, look.width)]
    return [*lines, *([[]] if lines and values else []), *values]


def hung(line: Line, width: int) -> list[Line]:
    """A name and its value; a long value is broken between words, and hangs below itself."""
    if len(line) < 2 or sum(text_width(text) for text, _ in line) <= width:
        return [line]
    ends = (number for number, (text, _) in enumerate(line, 1) if text.endswith(": "))
    name, value = line[: (end := next(ends, 1))], line[end:]
    used = hang = min(sum(text_width(text) for text, _ in name), width // 2)
    rows: list[Line] = [[*name]]
    for text, style in value:
        for word in re.findall(r"\s*\S+|\s+$", text):
            is_first = used == hang
            if not is_first and used + text_width(word) > max(width, hang + 20):
                rows.append([(" " * hang, "")])
                is_first, used = True, hang
            rows[-1].append((word.lstrip() if is_first else word, style))
            used += text_width(rows[-1][-1][0])
    return rows


def variables(
    view: View, played: Sequence[str] = (), inner: bool = False, symbols: bool = True, but: Collection[Variable] = ()
) -> Iterator[Line]:
    """Scores, what the rules' looks say of variables, those of players without a look as a table, the other ones, then
    what this turn has come to. `symbols`: more than letters can be shown; `but`: what is seen elsewhere."""
    model = view.game.model
    shown = [variable for variable in beside_board.shown(model, inner) if variable not in but]
    looks = {} if inner else model.variable_looks
    of_players = [v for v in shown if is_of_players(model, v) and v not in looks]
    yield from (_line(words) for words in beside_board.score(view))
    if of_players:
        yield from _table(view, of_players)
    for variable in shown:
        if variable in looks:
            yield from (_line(words) for words in beside_board.with_look(view, variable, looks[variable], symbols))
        elif variable not in of_players and (text := _value(view, variable)):
            yield [(f"{beside_board.words_of(variable.name)}: ", "dim"), (text, "")]
    if view.in_turn:
        yield from _this_turn(view, played, inner)


def _line(words: beside_board.Words) -> Line:
    whole = beside_board.text(words)
    if (said := heard("beside", whole)) != whole:
        words = ((said, ""),)
    return [(heard("unseen", text), colours.piece(colour, "") if colour else "") for text, colour in words]


def _this_turn(view: View, played: Sequence[str], inner: bool) -> Iterator[Line]:
    """What was chosen and rolled: the moves say it, and values follow only where moves are written without them.

    What the rules have worked out from that and hold for later is theirs.
    """
    if played:
        yield [(f"{tr('so far:')} ", "dim"), (" ".join(played), "")]
    said, chosen = set(re.findall(r"\w+", " ".join(played))), site_texts.chosen_names(view)
    held = {name: site_texts.plain(value) for name, value in view.position().get("locals", {}).items()}
    shown = {name: value for name, value in held.items() if inner or (name in chosen and value not in said)}
    if shown:  # what a value is called is the rules' affair
        news = [f"{name} {value}" if inner else value for name, value in shown.items()]
        yield [(f"{tr('in this turn:')} ", "dim"), (", ".join(news), "")]


def is_of_players(model: Model, variable: Variable) -> bool:
    """Whether every player has one of it."""
    return variable.subject is model.player


def _value(view: View, variable: Variable) -> str:
    """The value as text; nothing for a variable that says nothing now."""
    if variable.subject is None:
        value = view.value(variable.name)
        return "" if value in (None, False, []) else heard("unseen", site_texts.whole(view, variable))
    return heard("unseen", site_texts.table_of(view, variable))


def _table(view: View, columns: Sequence[Variable]) -> Iterator[Line]:
    rows = [["", *(beside_board.words_of(v.name) for v in columns)]]
    rows += ([player, *(_of_player(view, v, player) for v in columns)] for player in view.game.players)
    # where pieces tell the story, counters that nobody has begun to use are left out
    silent = {"", "0", "–"} if view.game.model.board else {""}
    keep = [0, *(i for i in range(1, len(rows[0])) if any(row[i] not in silent for row in rows[1:]))]
    if len(keep) == 1:
        return
    widths = {i: max(text_width(row[i]) for row in rows) for i in keep}
    for number, row in enumerate(rows):
        line = "  ".join(row[i] + " " * (widths[i] - text_width(row[i])) for i in keep)
        yield [(line.rstrip(), "dim" if number == 0 else "")]


def _of_player(view: View, variable: Variable, player: str) -> str:
    if variable.parameters:
        return heard("unseen", site_texts.table(view, variable, player))
    return heard("unseen", site_texts.whole(view, variable, player))


def moves(
    view: View, width: int, start: str = "", written: Callable[[Move], str] = attrgetter("text")
) -> list[str]:
    """The legal moves with their numbers, in columns, as `written` says; only those from `start` if it is given."""
    texts = {move: written(move) for move in listed(view.moves)}
    begun = set(beginning(start, [*(move.text for move in texts), *texts.values()]))
    sign = number_sign(texts.values())
    digits = len(sign + str(len(texts)))
    shown = [
        f"{f'{sign}{number}':>{digits}} {text}"
        for number, (move, text) in enumerate(texts.items(), 1)
        if move.text in begun or text in begun or start in move.sites[:1]
    ]
    return columns(shown, width)


def columns(texts: Sequence[str], width: int) -> list[str]:
    """Texts in columns, read downwards."""
    if not texts:
        return []
    cell = max(map(text_width, texts)) + 3
    across = max(1, min(len(texts), (width - 2) // cell))
    down = -(-len(texts) // across)
    rows = []
    for row in range(down):
        line = "".join(text + " " * (cell - text_width(text)) for text in texts[row::down])
        rows.append(f"  {line.rstrip()}")
    return rows


def show(
    screen: Screen, view: View, marks: Collection[str] = (), played: Sequence[str] = (), inner: bool = False
) -> None:
    """Draw the position on the screen."""
    screen.lines(position(view, screen.look, marks, played, inner))
