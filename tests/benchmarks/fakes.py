"""A program that speaks UCI or GTP, well or badly: what tests have in place of an engine. `fakes.py uci crash`."""

from __future__ import annotations

import sys
import time

PROTOCOL, MANNER = sys.argv[1:3]


def say(line: str) -> None:
    print(line, flush=True)


def badly() -> str | None:
    """The move that is asked for, if it behaves; else it does what its manner is."""
    if MANNER == "crash":
        say("out of memory")
        sys.exit(3)
    if MANNER == "hang":
        time.sleep(60)
    return {"illegal": "a1a1" if PROTOCOL == "uci" else "J1", "silly": "what?"}.get(MANNER)


for text in sys.stdin:
    word = text.split()[0]
    if PROTOCOL == "uci":
        if word == "uci":
            say("id name fake")
            say("uciok")
        elif word == "isready":
            say("readyok")
        elif word == "position":
            plies = len(text.partition(" moves ")[2].split())
        elif word == "go":
            files = "abcdefgh"
            side = ("2", "3") if plies % 2 == 0 else ("7", "6")
            file = files[plies // 2 % 8]
            say(f"info string plies {plies}")
            say(f"bestmove {badly() or file + side[0] + file + side[1]}")
    elif word == "genmove":
        say(f"= {badly() or 'PASS'}\n")
    elif word == "play" and MANNER == "refuse":
        say("? illegal move\n")
    else:
        say("=\n")
