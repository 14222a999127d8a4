"""The page's engine in Node: games played there, with what it shows ply by ply."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from patience import HANGS

from cli.web.page import build, face
from cli.web.page.seen import seen
from cli.web.page.tables import table
from interpreter import Game, State
from interpreter.game import records
from interpreter.graph.chance import Chance

NODE = shutil.which("node")
DRIVER = r"""
const { readFileSync, writeFileSync } = await import("node:fs");
const [folder] = process.argv.slice(2);
const read = (name) => readFileSync(`${folder}/${name}`);
const settings = JSON.parse(read("settings.json")).map((setting, i) => {
  let rules = null;
  const learnt = inMemory({ ...setting, weights: read(`${i}.weights`) });
  return { ...setting, rules: () => (rules ??= Rules.load(read(`${i}.wasm`), setting.table, learnt)) };
});
const told = [];
const game = new Game(settings, (event, data) => told.push([event, data]), 0);
const idle = async () => { do await new Promise((go) => setTimeout(go, 0)); while (game.thinking); };
const found = [];
for (const [name, argument] of JSON.parse(read("calls.json"))) {
  try {
    let answer;
    if (name === "plies") {
      // a game that stands in a record, each ply as it comes
      answer = [game.view()];
      for (const text of argument) {
        const move = game.rules.moves(game.situation).find((one) => one.text === text);
        if (!move) throw new Error(`${text} is no option`);
        game.step(move.option, false);
        answer.push(game.view());
      }
    } else if (name === "idle") await idle();
    else if (name === "shown") answer = { view: game.view(), log: game.log(), seats: game.seats, told: told.splice(0) };
    else if (name === "any") {
      // people choose, each time the move with this number; computers as they like
      for (let i = 0; i < argument.length && game.person; i++) {
        const { moves } = game.view();
        game.play(`#${(argument[i] % moves.length) + 1}`);
        await idle();
      }
      answer = game.log().map((ply) => ply.text);
    }
    else if (name === "still") game.goOn = () => {}; // nothing is played by itself
    else answer = await game[name](argument);
    found.push({ answer: answer ?? null });
  } catch (error) {
    if (!error.message) throw error;
    found.push({ error: error.message, kind: error.constructor.name });
  }
}
writeFileSync(`${folder}/found.json`, JSON.stringify(found));
process.exit(0);
"""


def called(folder: Path, games: Sequence[Game], calls: Sequence[tuple[str, Any]], time: float = HANGS) -> list[Any]:
    """What the engine answers to these calls of methods of `game.js`; errors as `{error, kind}`."""
    settings = []
    for i, (game, compiled) in enumerate(map(build.made, games)):
        weights, learnt = build.learnt(game, compiled)
        settings.append(build.setting(game, table(game, compiled), game.name) | {"learnt": learnt})
        (folder / f"{i}.wasm").write_bytes(compiled.binary)
        (folder / f"{i}.weights").write_bytes(weights)
    (folder / "drive.mjs").write_text(face.joined(*build.in_worker("worker.js")) + DRIVER)
    (folder / "settings.json").write_text(json.dumps(settings))
    (folder / "calls.json").write_text(json.dumps(calls))
    command = [str(NODE), str(folder / "drive.mjs"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=time, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return [one if "error" in one else one["answer"] for one in json.loads((folder / "found.json").read_text())]


def random_game(game: Game, seed: int, plies: int) -> list[State]:
    """The states of a game at random, dice by the seed."""
    random, dice = Random(seed), Chance(seed)
    states = [game.start(seed=seed)]
    while not states[-1].is_over and len(states) <= plies:
        ways = states[-1].ways
        k = dice.pick(len(ways), len(states) - 1) if states[-1].is_chance else random.randrange(len(ways))
        states.append(states[-1].play(ways[k]))
    return states


def expected(states: Sequence[State], ply: int) -> dict[str, Any]:
    """What a page shows of the last of these states, by `cli/web/page/seen.py`."""
    starts = [i for i in range(ply) if i == 0 or not states[i].in_turn][-2:][::-1] or [0]
    state = states[ply]
    return seen(state.view(), tuple(states[i].view() for i in starts), may_move=state.to_move is not None)


def record_of(game: Game, seed: int, states: Sequence[State], seats: dict[str, str]) -> str:
    """The record that the program writes of such a game."""
    record = records.new(game, game.name, seed, 0, seats)
    turns: list[list[str]] = []
    for before, text in zip(states, states[-1].line, strict=False):
        if not before.in_turn or not turns:
            turns.append([])
        turns[-1].append(text)
    record.turns, record.result = turns, states[-1].outcomes
    return records.as_json(record)
