"""The page that leads to the others: each game with a small picture, its title and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cli.web.page import face
from cli.web.page.build import MADE
from interpreter import Game, State
from interpreter.drawing.svg import picture
from interpreter.graph.chance import Chance

PICTURES = "pictures"
SOME = 16
"""Plies after which a game is shown whose board is empty at first."""
STYLE = """
main.front { display: block; max-width: 70rem; margin: 0 auto; padding: 1rem; }
main.front ul { list-style: none; padding: 0; display: grid;
  grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr));
  gap: 1rem; }
main.front ul a { display: block; height: 100%; box-sizing: border-box; padding: .75rem; border: 1px solid var(--edge);
  border-radius: .5rem; background: var(--panel); color: var(--ink); text-decoration: none; }
main.front ul a:hover, main.front ul a:focus-visible { border-color: var(--accent); outline: 2px solid var(--accent); }
main.front ul img { display: block; width: 100%; height: 9rem; object-fit: contain; margin-bottom: .5rem; }
main.front ul p { margin: .25rem 0 0; font-size: .9rem; }
main.front ul small { display: block; color: var(--faint); margin-top: .25rem; }
"""
ABOUT = "Choose a game, and play it here: against the computer, or with others at one screen. It needs no network."
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; base-uri 'none'; form-action 'none'"


def front(pages: Sequence[tuple[Game, str]]) -> str:
    """The page; for each game its file's address, and its picture as `PICTURES`/NAME.svg."""
    items = "\n".join(_item(game, file) for game, file in sorted(pages, key=lambda one: one[0].title.casefold()))
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    head = f"{MADE}\n{policy}\n<style>{face.style()}{STYLE}</style>"
    said = f"<h1>Games</h1>\n<p>{ABOUT}</p>"
    return face.document("Games", head, f'<main class="front">{said}\n<ul>\n{items}\n</ul></main>')


def _item(game: Game, file: str) -> str:
    title, said = escape(game.title), escape(_facts(game))
    image = f'<img src="{PICTURES}/{escape(game.name)}.svg" alt="" loading="lazy">'
    aim, *_ = dict(game.facts).get("summary", ("",))
    about = f"<p>{escape(aim)}</p>" if aim else ""
    return f'<li><a href="{escape(file)}">{image}<b>{title}</b>{about}<small>{said}</small></a></li>'


def _facts(game: Game) -> str:
    count = len(game.players)
    facts = dict(game.facts)
    made = ", ".join(facts.get("designer", ())) + "".join(f", {year}" for year in facts.get("year", ()))
    return f"{count} player{'s' * (count != 1)}" + (f" · {made.removeprefix(', ')}" if made else "")


def small_picture(game: Game) -> str:
    """A position of the game as SVG: its start; where nothing stands on that, some plies later."""
    state = game.start()
    board = game.model.board
    if board is not None and not any(state.pieces(label) for label in board.labels):
        state = _later(state)
    return picture(state.view())


def _later(state: State) -> State:
    for ply in range(SOME):
        after = state.play(state.draw(Chance(1), ply))
        if after.is_over:
            break
        state = after
    return state
