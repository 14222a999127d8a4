"""Pictures of every ruleset in the middle of a game: in the browser on a phone and on a screen, and in the terminal.

    python benchmarks/contact_sheet.py OUT                   all games that ship
    python benchmarks/contact_sheet.py OUT hearts my.gdl --seed 7 --plies 30

OUT then has a folder for each size (390, 1280, 80x24) with a picture of each game, and `index.html` with all of them
side by side. Each game is played at random from the seed until about its middle. The picture shows what the player
sees who is to move. Open the index and look: what is cut off, too small or unreadable?

A ruleset whose page is wider than its window, or whose sites are smaller than 24 pixels on a phone, is named at the
end, and the exit status is 1 then. The command needs Playwright and a Chromium (`pip install playwright`, `apt install
chromium`; GDL_CHROMIUM names another one).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

from cli.session.session import Session
from cli.terminal.full_screen.app import FullScreen
from cli.web.page import face
from cli.web.page.about import about
from cli.web.page.scenes import scene_data
from cli.web.page.seen import seen
from gdl import library
from interpreter import Game, GameError, State
from interpreter.game.plies import Step
from interpreter.graph.chance import Chance

WIDTHS = {"390": (390, 844), "1280": (1280, 800)}
"""Browser windows: a phone, a screen."""
TERMINAL, COLUMNS, ROWS = "80x24", 80, 24
MOST = 400
"""Plies of a game that is played to find its middle."""
OTHERS = 20
"""Seeds that are tried until somebody decides something."""
FINGER = 24
"""Pixels that a site is across at least on a phone."""
STILL = """
const { info, view, log } = JSON.parse(document.getElementById("situation").textContent);
show({ info, open: async () => {}, view: async () => view, log: async () => log, on: () => {} }, document.body);
"""
"""An engine that shows one situation, and plays nothing."""
MEASURE = """() => {
  const across = [...document.querySelectorAll(".site")].map((site) => site.getBoundingClientRect());
  const least = Math.min(...across.map(({ width, height }) => Math.min(width, height)));
  return [document.documentElement.scrollWidth - innerWidth, across.length ? least : null];
}"""
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def middle(game: Game, seed: int, plies: int | None = None) -> list[Step]:
    """The steps of a random game up to its middle, or so many at most. After the last one a player is to decide."""
    state, chance, steps = game.start(seed=seed), Chance(seed), list[Step]()
    while not state.is_over and len(steps) < MOST:
        move = state.draw(chance, len(steps))
        steps.append(Step(state, move, state.play(move)))
        state = steps[-1].after
    wanted = len(steps) // 2 if plies is None else plies
    choices = [i for i, step in enumerate(steps) if _is_choice(step.before)]
    return steps[: min(choices, key=lambda i: abs(i - wanted), default=0)]


def _is_choice(state: State) -> bool:
    return not state.is_over and not state.is_chance and len(state.moves) > 1


def situation(session: Session) -> dict[str, Any]:
    """What a page shows to who is to move: `info`, `view` and `log` of docs/page.md."""
    game, state, plies = session.game, session.state, len(session.steps)
    seat = state.to_move if game.model.hides else None
    begun = [step.before for step in session.steps if not step.before.in_turn][-2:]
    view = seen(state.view(seat), tuple(one.view(seat) for one in reversed(begun)), may_move=True)
    info = {
        **about(game), "scene": scene_data(game, seat), "mine": [seat] if seat else list(game.players),
        "seats": session.seats, "kinds": ["human"],
        "can": ["restart", "undo", "redo", "hint", "evaluate", "record", "load", "goto", "resign"],
    }  # fmt: skip
    log = [] if game.model.hides else [*map(_told, session.steps)]
    return {"info": info, "view": {**view, "ply": plies, "plies": plies, "thinking": None, "offer": None}, "log": log}


def _told(step: Step) -> dict[str, Any]:
    before = step.before
    return {"text": step.move.text, "player": before.mover, "turn": before.turns + 1, "chance": before.is_chance}


def document(session: Session) -> str:
    """A page that shows the game as it stands."""
    data = json.dumps(situation(session)).replace("</", "<\\/")
    head = f"<style>{face.style()}</style>"
    body = f'<script type="application/json" id="situation">{data}</script>'
    body += f'<script type="module">{face.script(STILL)}</script>'
    return face.document(escape(session.game.title), head, body)


async def screen(session: Session) -> str:
    """The full screen as SVG."""
    app = FullScreen(lambda: None, list, session)  # type: ignore[arg-type]
    async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
        for _ in range(3):
            await pilot.pause(0.1)
        return app.export_screenshot(title=session.game.title)


def sitting(game: Game, seed: int, plies: int | None) -> Session:
    """The game with a person on the seat of who is to move; on the others, too, where nothing is hidden."""
    for tried in range(seed, seed + OTHERS):  # a game may be over before anybody is asked
        steps = middle(game, tried, plies)
        start = steps[0].before if steps else game.start(seed=tried)
        if _is_choice(steps[-1].after if steps else start):
            break
    mover = (steps[-1].after if steps else start).to_move
    others = "random" if game.model.hides else "human"
    session = Session(game, game.name, tried, {one: "human" if one == mover else others for one in game.players})
    session.steps += steps
    return session


@contextmanager
def browser() -> Iterator[Any]:
    """A running Chromium."""
    from playwright.sync_api import sync_playwright

    program = os.environ.get("GDL_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program)
        try:
            yield running
        finally:
            running.close()


def index(names: Iterable[str]) -> str:
    """The page with all pictures."""
    rows = "\n".join(
        f'<section id="{name}"><h2>{name}</h2><div>'
        + "".join(f'<img src="{size}/{name}.png" alt="{name}, {size}" loading="lazy">' for size in (*WIDTHS, TERMINAL))
        + "</div></section>"
        for name in map(escape, names)
    )
    style = "body{font:16px sans-serif;margin:1rem}h2{margin:.5rem 0}img{border:1px solid #999;max-height:30rem}"
    style += "section div{display:flex;gap:1rem;align-items:flex-start;flex-wrap:wrap}"
    return f"<!doctype html><meta charset=utf-8><title>Contact sheet</title><style>{style}</style>\n{rows}\n"


def faults(name: str, size: str, measured: tuple[float, float | None]) -> Iterator[str]:
    """What is wrong with a page by its measures: pixels that it is too wide, and the smallest site."""
    beyond, least = measured
    if beyond > 0:
        yield f"{name} at {size}: the page is {beyond:.0f} pixels wider than its window"
    if size == "390" and least is not None and least < FINGER - 0.1:
        yield f"{name} at {size}: the smallest site is {least:.1f} pixels across"


def main() -> int:
    """Draw them all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the folder for the pictures")
    parser.add_argument("games", nargs="*", help="rulesets; all that ship, if none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, help="show the game after at most this number of plies")
    parser.add_argument("--language", default="en", help="that of the browser: de")
    wanted = parser.parse_args()
    os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}  # a terminal as most people have it
    found, texts, screens = list[str](), dict[str, str](), dict[str, str]()
    for named in wanted.games or library.names():
        try:
            session = sitting(Game.load(named), wanted.seed, wanted.plies)
            texts[Path(named).stem], screens[Path(named).stem] = document(session), asyncio.run(screen(session))
        except GameError as error:
            found.append(f"{named}: {error}")
    with browser() as running:
        for size, (width, height) in WIDTHS.items():
            is_phone = size == "390"
            page = running.new_context(
                viewport={"width": width, "height": height}, has_touch=is_phone, is_mobile=is_phone,
                locale=wanted.language,
            ).new_page()  # fmt: skip
            for name, text in texts.items():
                page.set_content(text)
                page.wait_for_selector(".status:not(:empty)")
                found += faults(name, size, page.evaluate(MEASURE))
                kept(wanted.out / size / f"{name}.png", page.screenshot(full_page=is_phone))
        page = running.new_page(viewport={"width": 1100, "height": 700})
        for name, text in screens.items():
            page.set_content(text)
            kept(wanted.out / TERMINAL / f"{name}.png", page.locator("svg").screenshot())
    (wanted.out / "index.html").write_text(index(texts), encoding="utf-8")
    print(*found, sep="\n")
    return bool(found)


def kept(path: Path, picture: bytes) -> None:
    """Put a picture there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(picture)


if __name__ == "__main__":
    sys.exit(main())
