"""A program that speaks a protocol, well or badly: what tests have in place of an engine.

    fake_engine.py PROTOCOL MANNER [FILE]

It writes its process number to FILE. In chess it moves its pawns one step, from the left; in Go it passes.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

PROTOCOL, MANNER, *FILES = sys.argv[1:]
for file in FILES:
    with Path(file).open("a", encoding="utf-8") as out:
        print(os.getpid(), file=out)


def say(line: str) -> None:
    print(line, flush=True)


def wish(good: str) -> str:
    """Its move, unless its manner is another."""
    if MANNER == "die":
        say("out of memory")
        sys.exit(3)
    if MANNER == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if MANNER == "hang":
        while True:
            time.sleep(60)
    if MANNER == "flood":
        while True:
            print("x" * 1000)
    if MANNER == "flood without end of line":
        while True:
            sys.stdout.write("x" * 100_000)
    return {"lie": "a1a1", "silly": "\x1b[2J??", "resign": "resign", "nothing": ""}.get(MANNER, good)


def pawn(plies: int) -> str:
    """The pawn that moves after so many plies."""
    file, (start, end) = "abcdefgh"[plies // 2 % 8], (("2", "3"), ("7", "6"))[plies % 2]
    return f"{file}{start}{file}{end}"


PLIES = 0
for text in sys.stdin:
    word, *rest = text.split() or [""]
    if MANNER == "deaf":
        continue
    if PROTOCOL == "uci":
        if word == "uci":
            if MANNER == "other game":
                say("option name UCI_Variant type combo default shatranj var shatranj var courier")
            if MANNER == "no game":
                say("option name UCI_Variant type combo")
            say("option name Skill type spin default 20 min 0 max 20")
            say("uciok")
        elif word == "isready":
            say("readyok")
        elif word == "position":
            PLIES = len(text.partition(" moves ")[2].split())
        elif word == "go":
            say(f"bestmove {wish(pawn(PLIES))}")
    elif PROTOCOL == "xboard":
        if word == "protover":
            say('feature ping=1 usermove=1 setboard=1 variants="normal" option="Skill -spin 20 0 20" done=1')
        elif word == "new":
            PLIES = 0
        elif word == "ping":
            say(f"pong {rest[0]}")
        elif word == "usermove":
            if MANNER == "refuse":
                say(f"Illegal move: {rest[0]}")
            PLIES += 1
        elif word == "go":
            move = wish(pawn(PLIES))
            say(move if move == "resign" else "1-0 {I win}" if MANNER == "claim" else f"move {move}")
            PLIES += 1
    elif word == "genmove":
        say(f"= {wish('PASS')}\n")
    elif word == "list_commands":
        say("= boardsize\nclear_board\nkomi\nplay\ngenmove\n")
    elif word == "play" and MANNER == "refuse":
        say("? illegal move\n")
    elif word == "quit":
        break
    else:
        say("=\n")
