"""Rulesets changed a little in their text, played on both backends in lockstep: they must say the same.

    python -m tests.support.mutants --seed 1 --count 1000 --out FOLDER [--using 'bag|pile|telling']

takes what ships, the tests' own rulesets and the manual's examples, changes numbers, directions, sets, conditions and
statements, and plays what has no errors. Each mutant is played in a process that is ended if it takes too long. What
differs, crashes, hangs, or makes compiled rules give up is written to the folder, with what happened in its last line.
`--using` takes only the rulesets in which that pattern is found. `NEW_WORDS` is one for bags, piles, parts and so on.
`--folder` takes the rulesets of a folder instead; their bases must ship.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from queue import Empty
from random import Random
from typing import Any
from zlib import crc32

TESTS = Path(__file__).resolve().parents[1]
SUPPORT = str(TESTS / "support")
if SUPPORT not in sys.path:
    sys.path.insert(0, SUPPORT)

from examples import DOCS, examples  # noqa: E402 - its folder must be known first

from gdl import library  # noqa: E402
from gdl.check.checker import check  # noqa: E402
from gdl.text.source import Source  # noqa: E402
from interpreter import Game  # noqa: E402
from interpreter.lab.tools.native_lockstep import both_backends  # noqa: E402
from interpreter.native.compile import compile_model  # noqa: E402
from interpreter.native.module.emitter import Unsupported  # noqa: E402

SECONDS = 4
"""A mutant that takes longer is counted as slow: most on boards of hundreds of sites are."""
HANG = 30
"""… and one that can't be interrupted for so long hangs. Both are seconds of work, not by the clock: others may be at
work here, too."""
PATIENCE = 600
"""… unless nothing at all has come for so many seconds by the clock."""
MAX_SITES = 600
"""On greater boards mutants aren't played: the reference interpreter would take too long."""

NEEDED = ("playouts", "entries")
"""Only these of the jobs are asked for; each takes its time to compile."""

GROUPS = [
    ["N", "E", "S", "W", "NE", "NW", "SE", "SW"],
    ["orthogonal", "diagonal", "compass", "adjacent", "leap"],
    ["mine", "theirs", "empty", "occupied", "site", "piece"],
    ["me", "next", "opponent"],
    ["some", "no"],
    ["and", "or"],
    ["win", "lose", "draw"],
    ["=", "!=", "<", "<=", ">", ">="],
    ["in", "within"],
    ["+", "-", "&"],
    ["*", "/", "%"],
    ["top", "bottom"],
    ["+=", "-="],
    ["on", "under"],
    ["bag", "pile"],
    ["edges", "corners"],
    ["roll", "deal"],
    ["secretly ", ""],
]
LIKE = {word: group for group in GROUPS for word in group}
NEW_WORDS = (
    r"\b(bag|pile|placements|edges|corners|telling)\b|\bchoose \w+ within\b|\b(win|lose) player\b|\bafter\b.*:"
)
"""A pattern that is found in what uses bags, piles, patterns, edges, parts as decisions, secrets told to some …"""
NUMBERS = ["0", "1", "2", "3", "4", "7", "8", "12", "16", "63", "64", "65"]
TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|\.\.|[-+!<>]=|secretly |\w+|\n *| +|.')
GATES = ["count(mine) > 2", "count(mine) % 2 = 0", "some theirs", "count(empty) < 9", "true", "false"]
CONDITION = re.compile(r"( where | if )(.+)$")


@dataclass(frozen=True)
class Found:
    """What became of a mutant: `played`, `errors`, `unsupported`, or how it failed."""

    sort: str
    message: str = ""
    plies: int = 0


# ---- texts ---------------------------------------------------------------------------------------------


@cache
def sources() -> dict[str, str]:
    """All rulesets that are changed, by name."""
    found = {path.stem: path for path in [*sorted(TESTS.glob("rulesets/*.gdl")), *sorted(TESTS.glob("found/*.gdl"))]}
    texts = {name: path.read_text(encoding="utf-8") for name, path in found.items()}
    texts |= {name: path.read_text(encoding="utf-8") for name, path in library.paths().items()}
    known: dict[str, str] = {}
    for page in ("docs/language.md", "docs/cookbook.md", "README.md"):
        if (DOCS / page).exists():
            for i, example in enumerate(examples(DOCS / page, known)):
                if example.rules:
                    texts[f"{Path(page).stem}_{i}"] = example.rules
    return texts


def mutant(text: str, random: Random) -> str:
    """A text with one to three changes."""
    for _ in range(random.choice((1, 1, 2, 3))):
        text = random.choice((another_word, another_word, another_condition, another_line))(text, random)
    return text


def another_word(text: str, random: Random) -> str:
    """A number, a direction, a set or an operator becomes another one."""
    tokens = TOKEN.findall(text)
    places = [i for i, token in enumerate(tokens) if token in LIKE or token.isdigit()]
    if places:
        i = random.choice(places)
        tokens[i] = random.choice(NUMBERS if tokens[i].isdigit() else LIKE[tokens[i]])
    return "".join(tokens)


def another_condition(text: str, random: Random) -> str:
    """A condition is left out, negated, taken from elsewhere, or joined with another; a decision gets one."""
    lines = text.split("\n")
    places = [i for i, line in enumerate(lines) if CONDITION.search(line) or line.lstrip().startswith("choose ")]
    if not places:
        return text
    i = random.choice(places)
    others = [m[2] for line in lines if (m := CONDITION.search(line)) and " as " not in m[2]] + GATES
    head, *name = re.split(r"(?= as )", lines[i], maxsplit=1)
    other = random.choice(others)
    match = CONDITION.search(head)
    if match is None:
        head += f" where {other}"
    else:
        old = match[2]
        new = random.choice((
            "true", f"not ({old})", other, f"({old}) and ({other})", f"({old}) or ({other})", f"({other}) and ({old})",
        ))  # fmt: skip
        head = head[: match.start(2)] + new
    lines[i] = head + "".join(name)
    return "\n".join(lines)


def another_line(text: str, random: Random) -> str:
    """A statement is left out, said twice, exchanged with another one of the same depth, or put under a condition."""
    lines = text.split("\n")
    inner = [i for i, line in enumerate(lines) if line.startswith("  ")]
    if not inner:
        return text
    i = random.choice(inner)
    depth = len(lines[i]) - len(lines[i].lstrip())
    match random.randrange(4):
        case 0:
            del lines[i]
        case 1:
            lines.insert(i, lines[i])
        case 2:
            j = random.choice([j for j in inner if len(lines[j]) - len(lines[j].lstrip()) == depth])
            lines[i], lines[j] = lines[j], lines[i]
        case _:
            lines[i] = " " * depth + f"if {random.choice(GATES)}\n  {lines[i]}"
    return "\n".join(lines)


def mutants(seed: int, using: str = "", folder: Path | None = None) -> Iterator[tuple[str, str]]:
    """Mutants without end, each with its name: of the rulesets (or those of a folder) in which the pattern `using` is
    found."""
    random = Random(seed)
    texts = sources() if folder is None else {p.stem: p.read_text(encoding="utf-8") for p in folder.glob("*.gdl")}
    names = sorted(name for name, text in texts.items() if re.search(using, text))
    if not names:
        raise SystemExit("there is no such ruleset to change")
    while True:
        name = random.choice(names)
        text = mutant(texts[name], random)
        yield f"{name}-{crc32(text.encode()):08x}", text


# ---- play ----------------------------------------------------------------------------------------------


class _HangError(BaseException):
    pass


def played(text: str, plies: int = 30, longest: int = 100, seconds: int = SECONDS) -> Found:
    """Play a mutant on both backends; what goes wrong is said, not raised."""

    def hang(*_: Any) -> None:
        raise _HangError

    old = signal.signal(signal.SIGPROF, hang)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)  # again and again: where objects are thrown away nobody hears it
    try:
        checked = check(Source("mutant.gdl", text))
        if checked.model is None:
            return Found("errors")
        game = Game(checked.model)
        if checked.model.board is not None and len(checked.model.board) > MAX_SITES:
            return Found("slow")
        compiled = compile_model(checked.model, NEEDED)
        done = both_backends(game, seed=1, plies=plies, games=1, longest=longest, compiled=compiled)
        return Found("played", "", done.plies)
    except Unsupported as why:
        return Found("unsupported", str(why))
    except _HangError:
        return Found("slow", " < ".join(_where(sys.exc_info()[2])))
    except Exception as problem:
        where = " < ".join(_where(problem.__traceback__))
        return Found(type(problem).__name__, f"{str(problem)[:400]} ({where})")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)


def _where(trace: Any) -> list[str]:
    return [f"{Path(f.filename).name}:{f.lineno}" for f in reversed(traceback.extract_tb(trace)[-5:])]


def is_wrong(found: Found) -> bool:
    """Whether this is something to be fixed."""
    return found.sort not in ("played", "errors", "unsupported", "slow")


def _worker(texts: Any, answers: Any) -> None:
    while (text := texts.get()) is not None:
        try:
            found = played(text)
        except _HangError:  # rung once more while the first one was being dealt with
            signal.setitimer(signal.ITIMER_PROF, 0)
            found = Found("slow")
        answers.put(found)


class Player:
    """A process that plays mutants, and is ended where it hangs within compiled code."""

    def __init__(self) -> None:
        # forked, it would wait for ever for threads that wasmtime has in this process
        self._context = get_context("spawn")
        self._begin()

    def _begin(self) -> None:
        self._texts, self._answers = self._context.Queue(), self._context.Queue()
        self._process = self._context.Process(target=_worker, args=(self._texts, self._answers), daemon=True)
        self._process.start()

    def play(self, text: str) -> Found:
        """What becomes of a mutant."""
        self._texts.put(text)
        begun = self._work()
        for _ in range(PATIENCE):
            if self._work() - begun > HANG:
                break
            try:
                found: Found = self._answers.get(timeout=1)
                return found
            except Empty:
                if not self._process.is_alive():
                    self._begin()
                    return Found("crash", "the process is gone")
        self.end()
        self._begin()
        return Found("hang", f"no answer after {HANG} seconds of work")

    def _work(self) -> float:
        """The seconds that the process has worked so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """No more mutants."""
        self._process.kill()
        self._process.join()


def main() -> None:
    """Play mutants, and write down what goes wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--out", type=Path, default=Path("mutants"))
    parser.add_argument("--using", default="", help="a pattern, or NEW_WORDS")
    parser.add_argument("--folder", type=Path, help="rulesets to change, instead of those that ship")
    given = parser.parse_args()
    using = NEW_WORDS if given.using == "NEW_WORDS" else given.using
    given.out.mkdir(parents=True, exist_ok=True)
    counts: Counter[str] = Counter()
    player = Player()
    for number, (name, text) in zip(range(given.count), mutants(given.seed, using, given.folder), strict=False):
        found = player.play(text)
        counts[found.sort] += 1
        if is_wrong(found):
            said = " | ".join(found.message.split("\n"))
            (given.out / f"{found.sort}-{name}.gdl").write_text(f"{text}\n# {found.sort}: {said}\n", encoding="utf-8")
            print(f"{number}: {name}: {found.sort}: {said}", flush=True)
        if number % 100 == 99:
            print(number + 1, dict(counts), flush=True)
    player.end()
    print("in all", dict(counts))


if __name__ == "__main__":
    main()
