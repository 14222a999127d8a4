"""A module outside wasmtime: the same games in Node, bit for bit."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from interpreter import Game
from interpreter.graph.abi import REPORT_WORDS
from interpreter.graph.chance import seed_key
from interpreter.lab.tools import tally
from interpreter.lab.tools.simulate import Summary, simulate

NODE = shutil.which("node")
SCRIPT = """
const [file, key, count, words] = process.argv.slice(2);
const bytes = require("fs").readFileSync(file);
WebAssembly.instantiate(bytes, {}).then(({instance}) => {
  const game = instance.exports;
  const status = game.playouts(0n, BigInt.asIntN(64, BigInt(key)), 0n, BigInt(count), 200000n);
  const report = new BigInt64Array(game.memory.buffer, Number(game.report()), Number(words));
  console.log(JSON.stringify({status: String(status), report: Array.from(report, String)}));
});
"""


@pytest.mark.skipif(NODE is None, reason="needs Node")
@pytest.mark.parametrize("name", ["sparks", "big_balls", "spectral_reapers"])
def test_node_plays_the_same_games(name: str, tmp_path: Path) -> None:
    from cli.app import app

    module, script = tmp_path / "game.wasm", tmp_path / "play.js"
    app(["compile", name, "-o", str(module)], standalone_mode=False)
    script.write_text(SCRIPT)
    game = Game.load(name, backend="native")
    count, words = 60, REPORT_WORDS + 4 * len(game.players) ** 3
    command = [str(NODE), str(script), str(module), str(seed_key(5)), str(count), str(words)]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert said["status"] == "0"
    found = Summary(game.players)
    tally.take_in(found, [int(word) for word in said["report"]], [1] * len(found.players))
    *_, ours = simulate(game, count, seed=5)
    assert found == ours
