"""Policies in files: how good options look, for which rules, and how that was learnt.

A file is a line of JSON – the rules' hash, how it was learnt –, the scores as bytes, packed (zlib), and a digest of all
that. Reading one is safe, as with weights (`weights.py`).
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl import files, library
from gdl.model.model import Model
from interpreter.native.compiled import Plan
from interpreter.native.record.policy_tables import HEAD, SIDES, PolicyTables, policy_tables
from interpreter.players.learning.weights import folder

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

ENDING = ".policy"
MAGIC = b"gdl-policy 1 "
MOST_BYTES = 1_000_000
DIGEST = 32
BIAS = 128
MOST = 1 << 40


class PolicyError(Exception):
    """A file of a policy that can't be used, with the reason."""


@dataclass(frozen=True)
class Lesson:
    """How a policy was learnt: what makes it again."""

    seed: int = 0
    rounds: int = 0
    games: int = 0
    positions: int = 0


@dataclass(frozen=True)
class Policy:
    """A score for all that a policy sees.

    `scores`: for each sort of decision those of a block, 128 more than they mean, for the first player and, where no
    symmetry exchanges the players, for each other one. `turned`: where a symmetry that exchanges two players takes each
    direction; empty if there is none. `always`: from which score on an option is always taken.
    """

    rules: str
    name: str
    scores: tuple[bytes, ...]
    turned: tuple[int, ...]
    always: int
    lesson: Lesson = Lesson()

    def encoded(self) -> bytes:
        """As a file."""
        head = {"rules": self.rules, "name": self.name, "turned": self.turned, "always": self.always,
                "lesson": asdict(self.lesson)}  # fmt: skip
        line = MAGIC + json.dumps(head, separators=(",", ":")).encode() + b"\n"
        content = line + zlib.compress(b"".join(self.scores), 9)
        return content + hashlib.sha256(content).digest()

    def place(self, instance: Instance) -> None:
        """Lay it out in a module."""
        instance.write(instance.call("policy_at"), self.in_memory(instance.compiled.model))

    def in_memory(self, model: Model) -> bytes:
        """What is written where compiled rules look for it."""
        tables = tables_of(model)
        assert tables is not None, "it was learnt for these rules"
        area = bytearray(tables.end)
        area[0:8] = (1).to_bytes(4, "little") + (BIAS + self.always).to_bytes(4, "little")
        same = tuple(range(SIDES))
        for player in range(tables.players):
            order = self.turned + same[len(self.turned) :] if player else same
            at = HEAD + player * tables.view
            area[at : at + tables.view] = tables.around(order)
        for number, decision in enumerate(tables.decisions):
            for player in range(tables.players):
                at = decision.offset + player * decision.size
                block = number if self.turned else number * tables.players + player
                area[at : at + decision.size] = self.scores[block]
        return bytes(area)


def tables_of(model: Model) -> PolicyTables | None:
    """What a policy for these rules sees; None if none can be learnt."""
    plan = Plan(model)
    return policy_tables(plan.graph, plan.record, plan.domains)


def of_rules(model: Model) -> Policy | None:
    """The policy that was learnt for these rules: the user's own before one that ships; None if there is none.

    Raises PolicyError where a file says that it is for these rules, and is broken.
    """
    shipped = library.paths().get(model.name)
    beside = sorted(shipped.parent.glob(f"{model.name}*{ENDING}")) if shipped else []
    for path in (own_file(model), *beside):
        if files.is_file(path):
            content = _contents(path)
            if _head(path, content)[0].get("rules") == model.hash:
                return decoded(path, content, model)
    return None


def own_file(model: Model) -> Path:
    """Where the policy for these rules is kept that the user has learnt."""
    return folder().parent / "policies" / f"{model.name}-{model.hash[:12]}{ENDING}"


def read(path: Path, model: Model) -> Policy:
    """The policy in a file, for these rules; raises PolicyError."""
    return decoded(path, _contents(path), model)


def decoded(path: Path, content: bytes, model: Model) -> Policy:
    """The policy that a file holds; raises PolicyError, which names the file and what to do."""
    head, packed = _head(path, content)
    if hashlib.sha256(content[:-DIGEST]).digest() != content[-DIGEST:]:
        raise PolicyError(f"{path}: it is damaged (its digest doesn't fit); learn anew, or take it away")
    if head.get("rules") != model.hash:
        raise PolicyError(
            f"{path}: it was learnt for other rules ({head.get('name')}, {str(head.get('rules'))[:12]}), not for "
            f"{model.name} as it is here ({model.hash[:12]})"
        )
    tables = tables_of(model)
    try:
        if tables is None:
            raise ValueError("the rules have no board that a policy sees")
        turned = tuple(head["turned"])
        if turned and ({*turned} != {*range(len(tables.directions))} or len(turned) != len(tables.directions)):
            raise ValueError("directions that aren't there")
        always = head["always"]
        if type(always) is not int or not 0 <= BIAS + always < 1024:
            raise ValueError("what is always taken")
        times = 1 if turned else tables.players
        sizes = [decision.size for decision in tables.decisions for _ in range(times)]
        unpacker = zlib.decompressobj()
        held = unpacker.decompress(packed, sum(sizes) + 1)
        if len(held) != sum(sizes) or not unpacker.eof or unpacker.unused_data:
            raise ValueError("another number of scores")
        starts = [sum(sizes[:i]) for i in range(len(sizes))]
        said = Lesson(**{name: int(head["lesson"][name]) for name in asdict(Lesson())})
        if not all(0 <= count < MOST for count in asdict(said).values()):
            raise ValueError("how it was learnt")
    except (ValueError, TypeError, KeyError, OverflowError, zlib.error) as problem:
        raise PolicyError(f"{path}: it holds what no policy holds ({problem}); learn anew, or take it away") from None
    scores = tuple(held[at : at + size] for at, size in zip(starts, sizes, strict=True))
    return Policy(model.hash, model.name, scores, turned, always, said)


def _contents(path: Path) -> bytes:
    try:
        content = files.contents(path, MOST_BYTES)
    except (OSError, ValueError) as problem:
        raise PolicyError(f"{path}: it can't be read ({getattr(problem, 'strerror', None) or problem})") from None
    if len(content) > MOST_BYTES:
        raise PolicyError(f"{path}: it is larger than policies are ({MOST_BYTES:,} bytes at most)")
    return content


def _head(path: Path, content: bytes) -> tuple[dict[str, Any], bytes]:
    """What a file says of itself, unchecked, and its packed scores."""
    line, end, rest = content.partition(b"\n")
    try:
        if not line.startswith(MAGIC) or not end or len(rest) <= DIGEST:
            raise ValueError
        head = json.loads(line[len(MAGIC) :])
        if not isinstance(head, dict):
            raise ValueError
    except (ValueError, RecursionError):
        raise PolicyError(f"{path}: it is no file of a policy, or not whole") from None
    return head, rest[:-DIGEST]
