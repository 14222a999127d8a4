"""What hosts say to people in the course of a game."""

from __future__ import annotations

from collections.abc import Mapping

from cli.languages.saying import heard, later, tr
from cli.session.seats import HUMAN, in_words
from cli.session.session import Session
from cli.terminal.scene.lines import Line
from gdl.text.visible import brief
from interpreter import State
from interpreter.drawing import decided as deciding
from interpreter.drawing import results
from interpreter.game import eyes as looks
from interpreter.game.shortest import listed
from interpreter.game.views import View

NOT_REDONE = later("There is nothing to play again.")
"""Nothing was taken back, or something else was played since."""


def title(session: Session, signs: Mapping[str, tuple[str, str]] | None = None) -> Line:
    """What is played, by whom, with which dice. `signs`: what tells players on the board, and its style."""
    alike = dict[str, list[str]]()
    for player, who in in_words(session.game, session.seats).items():
        alike.setdefault(who, []).append(player)  # three computers at four seats fit one line
    line: Line = [(f"{session.game.title}: ", "")]
    for number, (who, players) in enumerate(alike.items()):
        for comma, player in enumerate(players, number):
            line.append((f"{', ' if comma else ''}{player}", ""))
            if signs and player in signs:
                line += [(" ", ""), signs[player]]
        if players != [results.YOU] or session.seats[results.YOU] != HUMAN:  # that would be said twice
            line.append((f" ({who})", ""))
    seed = "" if session.guards else f"; {tr('seed {seed}', seed=session.seed)}"  # it says what was dealt
    return [*line, (seed, "")]


def introduction(session: Session) -> str:
    """What the game is about, until a person has chosen something; "" if its rules don't say."""
    begun = session.asked if session.people else session.steps
    return "" if begun else session.game.summary


def ended(session: Session, view: View) -> str:
    """How a game ended, as far as a view tells."""
    if session.table.is_over:
        return session.table.ended
    return tr("The game is over: {result}", result=heard("result", results.result(view)))


def decided(session: Session, view: View) -> str:
    """What decided a game: a sentence, or else the line of the rules; and the sites by which it took effect; "" if that
    can't be told."""
    if session.table.is_over or not (found := deciding.decided(view)):
        return ""
    if found.why:
        return _sentence(found)
    where = tr("line {line} of {file}", line=found.line, file=found.file or tr("the rules"))
    sites = f": {' '.join(found.sites)}" if found.sites else ""
    return tr("It was decided by `{rule}` ({where}){sites}.", rule=found.rule, where=where, sites=sites)


def why(session: Session, view: View) -> str:
    """The same, where it is a sentence; else ""."""
    found = None if session.table.is_over else deciding.decided(view)
    return _sentence(found) if found is not None and found.why else ""


def _sentence(found: deciding.Decided) -> str:
    said = heard("reason", found.why)
    return f"{said[:1].upper()}{said[1:]}{': ' * bool(found.sites)}{' '.join(found.sites)}."


def rolled(session: Session) -> str:
    """What the last ply rolled, as far as who is at the screen is told of it."""
    told = looks.told(session.steps[-1:], session.eyes)
    return tr("rolled: {dice}", dice=told[0].text) if told else ""


def only(state: State) -> str:
    """The only move of a state was played without asking."""
    return f"{listed(state, state.moves[0])}  {tr('(the only move)')}"


def unplayed(typed: str) -> str:
    """What was typed behind the last move of a turn isn't played; "" if there is no such."""
    rest = typed.strip(" ,")
    return tr("The turn is complete; `{rest}` was not played.", rest=brief(rest)) if rest else ""


def not_undone(session: Session) -> str:
    """Why nothing can be taken back."""
    return f"{session.no_way_back or tr('There is nothing to take back')}."


def handing_over(heir: str) -> str:
    """Who has the screen gives it to the next person, or at the end to everybody."""
    return tr("Hand over to {player}; press Enter", player=heir) if heir else tr("The game is over; press Enter")
