"""What the page of a server does by itself: clocks count on, it comes back, and what was missed while away is told."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from patience import HANGS

from cli.web.page import face

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node isn't installed")
CLOCKS = """
import { ClockFace, clockWords } from "./clock.js";
const said = [3900, 299.96, 60, 20, 19.99, 9.3, 0.04, 0, -2].map(clockWords);
const face = Object.create(ClockFace.prototype);
Object.assign(face, { now: () => 107, since: 100, clock: { left: { X: 12, O: 30 }, runs: "X" } });
console.log(JSON.stringify([said, face.left()]));
"""
MISSED = """
import { RemoteEngine } from "./remote.js";
globalThis.document = { hidden: false };
globalThis.setTimeout = () => null; // it comes back when this test says so
const engine = new RemoteEngine("t", "ws://x"), missed = [];
engine.send = () => {};
engine.on("missed", (plies) => missed.push(plies.map((ply) => ply.text)));
const state = (from, ...texts) => engine.state({ takebacks: 0, from, log: texts.map((text) => ({ text })), view: {} });
engine.opened = { resolve() {} };
state(0); // the first look
engine.lost(1006);
state(0, "a");
state(1, "b"); // a move, as they come
engine.lost(1006);
state(2, "c", "d");
state(4, "e");
engine.lost(1006);
state(5); // nothing happened
engine.lost(1006);
engine.state({ takebacks: 1, from: 0, log: [{ text: "a" }], view: {} }); // taken back meanwhile
console.log(JSON.stringify(missed));
"""
WAITS = """
import { waitBefore } from "./coming_back.js";
const chances = Array.from({ length: 200 }, (_, i) => i / 199);
const tries = (isHidden) => [0, 1, 2, 3, 50].map((n) => chances.map((chance) => waitBefore(n, isHidden, chance)));
console.log(JSON.stringify([tries(false), tries(true)]));
"""
COMING = """
import { RemoteEngine } from "./remote.js";
globalThis.document = { hidden: false };
const waits = [], asked = [], sockets = [];
let next = null;
globalThis.setTimeout = (f, wait) => { waits.push(wait); next = f; return waits.length; };
globalThis.clearTimeout = () => { next = null; };
globalThis.WebSocket = class { constructor(address) { sockets.push(address); } };
const answers = [() => { throw new Error("refused"); }, () => ({ ok: false }), () => ({ ok: true })];
globalThis.fetch = async (...words) => { asked.push(words[0]); return answers[asked.length - 1](); };
const engine = new RemoteEngine("t", "ws://x");
engine.lost(1012);
while (next) { const act = next; next = null; await act(); }
console.log(JSON.stringify([waits, asked, sockets]));
"""


def run(folder: Path, code: str) -> Any:
    (folder / "package.json").write_text('{"type": "module"}')
    for name in ("dom.js", "language.js", "clock.js", *face.SEAT[:-1]):
        (folder / name).write_text(face.part(name), encoding="utf-8")
    (folder / "run.js").write_text(code, encoding="utf-8")
    ran = subprocess.run([NODE or "", "run.js"], cwd=folder, capture_output=True, text=True, timeout=HANGS, check=True)
    return json.loads(ran.stdout)


def test_clocks_count_on_between_two_words_of_the_server(tmp_path: Path) -> None:
    said, left = run(tmp_path, CLOCKS)
    assert said == ["1:05:00", "4:59", "1:00", "0:20", "0:19.9", "0:09.3", "0:00.0", "0:00.0", "0:00.0"]
    assert left == [["X", 5], ["O", 30]]


def test_moves_that_were_missed_are_told_once(tmp_path: Path) -> None:
    assert run(tmp_path, MISSED) == [["a"], ["c", "d"]]


def test_who_looks_waits_for_a_second_and_a_half_at_most(tmp_path: Path) -> None:
    """Then an answer has half a second left of the two that are promised. Two hundred pages that have waited for long
    come evenly within 0.6 seconds."""
    shown, hidden = run(tmp_path, WAITS)
    assert max(wait for tries in shown for wait in tries) <= 1500
    assert min(wait for tries in hidden for wait in tries) > 10_000
    late = sorted(shown[-1])
    assert late[-1] - late[0] >= 600
    assert max(sum(start <= wait < start + 100 for wait in late) for start in range(900, 1500, 10)) <= 40


def test_a_socket_is_opened_only_if_the_server_answers(tmp_path: Path) -> None:
    """Chromium makes sockets wait for up to five seconds after some thirty that failed."""
    waits, asked, sockets = run(tmp_path, COMING)
    assert len(waits) == len(asked) == 3 and max(waits) <= 1500
    assert sockets == ["ws://x"]
