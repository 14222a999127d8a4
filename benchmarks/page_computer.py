"""The computer of a page (in Node) plays that of the terminal, at equal processor time.

    nice python benchmarks/page_computer.py                                # chess, Breakthrough, Sparks: 20 games each
    nice python benchmarks/page_computer.py breakthrough --games 4 --think 100ms
    nice python benchmarks/page_computer.py chess --kind alphabeta:2000n   # equal work: both find the same
    nice python benchmarks/page_computer.py --log page.jsonl               # stop it, and go on with the same command

Both are the game's opponent, with --think for a turn, or --kind. Time is processor time, so that other work on the
machine favours neither. Two games each begin with the same plies at random; in the second the sides are changed.
Neither is better as long as the interval, of 95 %, holds one half.

Take a Node that is as new as browsers are. In chess the page looks at 0.7 times as many positions a second in Node 20
as in Node 24, where it is as fast as the terminal.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from rivals import log
from rivals.log import Line
from rivals.processor import processor_clock

from cli.web.page import build, face
from cli.web.page.tables import table
from interpreter import Game
from interpreter.game.plies import Step
from interpreter.graph.chance import Chance
from interpreter.lab.tools.summary import Mean
from interpreter.native.compile import compile_model
from interpreter.players import make
from interpreter.players.asking import ask, seat_of, tell
from interpreter.players.specs import SEARCHING, Spec, opponent

GAMES = ("chess", "breakthrough", "sparks")
SEED = 1
OPENING = 4
LONGEST = 400
"""Plies, after which a game is a draw."""
PAGE = "page"
"""Its name in the log."""
DRIVER = r"""
const { readFileSync } = await import("node:fs");
const { createInterface } = await import("node:readline");
const worked = () => Object.values(process.cpuUsage()).reduce((sum, part) => sum + part) / 1000;
Object.defineProperty(globalThis, "performance", { value: { now: worked } });
const [folder] = process.argv.slice(2);
const setting = JSON.parse(readFileSync(`${folder}/setting.json`));
const weights = inMemory({ ...setting, weights: readFileSync(`${folder}/weights`) });
const rules = await Rules.load(readFileSync(`${folder}/module.wasm`), setting.table, weights);
let line = [], search = null;
const answers = {
  begin({ seed, number }) {
    const key = rules.seedKey(BigInt(seed));
    line = [{ situation: rules.start(key, BigInt(number)), option: -1 }];
    search = new Search(rules, key, BigInt(number));
  },
  play({ option }) {
    line.push({ situation: rules.play(line.at(-1).situation, option), option });
  },
  choose({ kind, player }) {
    return search.choose(kindOf(kind), player, line, () => false);
  },
};
for await (const asked of createInterface({ input: process.stdin })) {
  const { name, ...what } = JSON.parse(asked);
  console.log(JSON.stringify((await answers[name](what)) ?? null));
}
"""


class Page:
    """The computer of a page of a game, which runs in Node as long as this is open."""

    def __init__(self, game: Game) -> None:
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        compiled = compile_model(game.model, build.jobs(game))
        weights, learnt = build.learnt(game, compiled)
        setting = build.setting(game, table(game, compiled), game.name) | {"learnt": learnt}
        (folder / "setting.json").write_text(json.dumps(setting))
        (folder / "weights").write_bytes(weights)
        (folder / "module.wasm").write_bytes(compiled.binary)
        parts = [build.part(name) for name in build.IN_WORKER if name not in ("game.js", "worker.js")]
        (folder / "drive.mjs").write_text(face.joined(*parts) + DRIVER)
        node = shutil.which("node") or "node"
        self._node = subprocess.Popen(
            [node, str(folder / "drive.mjs"), str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Page:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._node.kill()
        self._node.wait()
        self._folder.cleanup()

    def ask(self, name: str, **what: int | str) -> int | None:
        """What it answers."""
        assert self._node.stdin is not None and self._node.stdout is not None
        self._node.stdin.write(json.dumps({"name": name, **what}) + "\n")
        self._node.stdin.flush()
        answer = self._node.stdout.readline()
        if not answer:
            raise SystemExit("Node has ended: is it installed?")
        found: int | None = json.loads(answer)
        return found


def played(game: Game, page: Page, kind: str, number: int) -> float:
    """What a game is worth for the page's computer, from 0 to 1; in odd games it has the second seat."""
    mine = game.players[number % 2]
    match = number // 2
    state, dice, opening = game.start(SEED, match), Chance(SEED, match), Chance(SEED, match, 200)
    others = {player: make(kind, seat_of(game, player, SEED, match)) for player in game.players if player != mine}
    page.ask("begin", seed=SEED, number=match)
    for ply in range(LONGEST):
        if state.is_over:
            break
        if state.is_chance:
            option = dice.pick(len(state.ways), ply)
        elif ply < OPENING or len(state.ways) == 1:
            option = opening.pick(len(state.ways), ply)
        elif state.to_move == mine:
            option = page.ask("choose", kind=kind, player=game.players.index(mine)) or 0
        else:
            option = state.ways.index(ask(others[state.to_move or ""], state))
        page.ask("play", option=option)
        step = Step(state, state.ways[option], state.play(state.ways[option]))
        tell(others.values(), step)
        state = step.after
    for player in others.values():
        player.close()
    return 0.5 if state.results is None else (state.results[mine] + 1) / 2


def match(name: str, games: int, think: str, kind: str | None, path: Path | None = None) -> Mean:
    """The games of a ruleset: those that are in the log, then the others."""
    game, points = Game.load(name), Mean()
    named = Spec.of(opponent(game)).kind
    spec = kind or f"{named if named in SEARCHING else SEARCHING[0]}:{think}"
    wanted = [Line(name, "{}", PAGE, spec, OPENING, number) for number in range(games)]
    known = {line.key: line.worth for line in log.read(path)}
    for line in wanted:
        if line.key in known:
            points.add(known[line.key])
    if left := [line for line in wanted if line.key not in known]:
        with Page(game) as page, processor_clock():
            for line in left:
                worth = played(game, page, spec, line.number)
                log.add(path, replace(line, worth=worth))
                points.add(worth)
    low, high = points.share_interval
    share = f"{100 * points.mean:3.0f} % ({100 * low:.0f}–{100 * high:.0f}) of {points.count}"
    print(f"{name:<14} {spec:<18} page {share}", flush=True)
    return points


def main() -> None:
    """Play, and print a row for each ruleset."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="GAME", default=[], help=f"rulesets; else {', '.join(GAMES)}")
    arguments.add_argument("--games", type=int, default=20)
    arguments.add_argument("--think", default="250ms", metavar="TIME", help="for a turn")
    arguments.add_argument("--kind", help="another player for both, as on the command line")
    arguments.add_argument("--log", type=Path, help="keep each game here, and go on from there")
    asked = arguments.parse_args()
    for name in asked.names or GAMES:
        match(name, asked.games, asked.think, asked.kind, asked.log)


if __name__ == "__main__":
    main()
