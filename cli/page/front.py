"""The page that leads to the others: each game with a small picture, its title and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from random import Random

from cli.page import face
from interpreter import Game, State
from interpreter.drawing.svg import picture
from interpreter.game.chance import Chance

PICTURES = "pictures"
SOME = 16
"""Plies after which a game is shown whose board is empty at first."""
STYLE = """
main { max-width: 70rem; margin: 0 auto; padding: 1rem; }
.games { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr));
  gap: 1rem; }
.games a { display: block; height: 100%; box-sizing: border-box; padding: .75rem; border: 1px solid var(--edge);
  border-radius: .5rem; background: var(--panel); color: var(--ink); text-decoration: none; }
.games a:hover, .games a:focus-visible { border-color: var(--accent); outline: 2px solid var(--accent); }
.games img { display: block; width: 100%; height: 9rem; object-fit: contain; margin-bottom: .5rem; }
.games small { display: block; color: var(--faint); margin-top: .25rem; }
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; base-uri 'none'; form-action 'none'"


def front(pages: Sequence[tuple[Game, str]]) -> str:
    """The page; for each game its file's address, and its picture as `PICTURES`/NAME.svg."""
    items = "\n".join(_item(game, file) for game, file in sorted(pages, key=lambda one: one[0].title.casefold()))
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n<style>{face.style()}{STYLE}</style>'
    return face.document("Games", head, f'<main><h1>Games</h1>\n<ul class="games">\n{items}\n</ul></main>')


def _item(game: Game, file: str) -> str:
    title, said = escape(game.title), escape(_facts(game))
    image = f'<img src="{PICTURES}/{escape(game.name)}.svg" alt="" loading="lazy">'
    return f'<li><a href="{escape(file)}">{image}<b>{title}</b><small>{said}</small></a></li>'


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
        state = _later(game, state)
    return picture(state.view())


def _later(game: Game, state: State) -> State:
    random, dice = Random(1), Chance(0)
    for ply in range(SOME):
        ways = state.ways
        after = state.play(ways[dice.pick(len(ways), ply) if state.is_chance else random.randrange(len(ways))])
        if after.is_over:
            break
        state = after
    return state
