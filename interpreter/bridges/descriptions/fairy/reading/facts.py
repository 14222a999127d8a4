"""What the files in `sections/` know of a variant: its kinds by their names, its beginning, its regions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from interpreter.bridges.descriptions.fairy.reading import betza, start
from interpreter.bridges.descriptions.fairy.reading.betza import Leg
from interpreter.bridges.descriptions.fairy.reading.keys import CUSTOM
from interpreter.bridges.descriptions.fairy.reading.settings import COLOURS, Region, Settings

KNOWN = {
    "NN": "nightrider", "D": "dabbaba", "A": "alfil", "C": "camel", "Z": "zebra", "NC": "wildebeest",
    "gQ": "grasshopper",
    "K": "man", "W": "wazir", "F": "fers", "N": "knight", "Q": "queen", "QN": "amazon", "KN": "centaur", "KAD": "lion",
    "WA": "phoenix", "FD": "kirin", "H": "threeleaper", "G": "tripper", "RN": "chancellor", "BN": "archbishop",
    "fmFfcW": "berolina_pawn", "mfFcfW": "berolina_pawn", "mfFcfWimfA": "berolina_pawn",
}  # fmt: skip
"""The usual names of pieces that move so."""


@dataclass(frozen=True)
class Kind:
    """A kind of pieces: its key in the file (with `+` before it if it is promoted), its name, its letter, its legs."""

    key: str
    name: str
    letter: str
    legs: tuple[Leg, ...]
    moves_as: str
    """The key of the piece as which it moves: its own, or that of what it was promoted to."""


class Facts:
    """A variant, ready to be written."""

    def __init__(self, settings: Settings, whole: bool = False) -> None:
        """`whole`: kinds that nobody has or gets are left out."""
        self.settings = settings
        self.whole = whole
        self.get = settings.get
        self.width: int = settings.get("maxFile")
        self.height: int = settings.get("maxRank")
        self.start = start.read(settings)
        self.promotes: dict[str, str] = {a: b for a, b in (settings.get("promotedPieceType") or {}).items()
                                         if b and a in settings.pieces and b in settings.pieces}  # fmt: skip
        """Keys of kinds that are promoted as in shogi, and of what they become."""
        self.kinds: list[Kind] = list(self._kinds())
        self.by_key = {kind.key: kind for kind in self.kinds}
        self._refuse_lost()

    def _refuse_lost(self) -> None:
        """Pieces that there can't be, or not yet."""
        royal = {"king"} & {*self.settings.pieces}
        if royal & {*self.promotes, *self.promotes.values()}:
            self.settings.refuse("promotedPieceType", "kings that are promoted, or come about so, aren't read yet")
        lost = [a for a, b in (self.settings.get("promotedPieceType") or {}).items()
                if b and a in self.settings.pieces and b not in self.settings.pieces]  # fmt: skip
        if lost:
            letter = self.settings.pieces[lost[0]].letter
            self.settings.refuse("promotedPieceType", f"what `{letter}` is promoted to has no letter here")
        if self.settings.get("pieceDemotion") and self.choice:
            self.settings.refuse("pieceDemotion", "it isn't read yet beside promotions of one's choice")
        if twice := [key for key in self.promotes.values() if key in self.promotes]:
            letter = self.settings.pieces[twice[0]].letter
            self.settings.refuse("promotedPieceType", f"`{letter}` would be promoted twice; this isn't read yet")
        pawns = self.get("promotionPawnTypesWhite")
        if "pawn" in self.settings.pieces and pawns and "pawn" not in pawns:
            self.settings.refuse("promotionPawnTypesWhite", "pawns are promoted in any case there, so name them, too")
        for colour in COLOURS:
            for key in ("promotionPieceTypes", "promotionPawnTypes"):
                if royal & {*self.get(f"{key}{colour}")}:
                    self.settings.refuse(f"{key}{colour}", "a second king that may be mated isn't read yet")
        for _, key in self.start.board.values():
            if key not in self.by_key:
                letter = self.settings.pieces[key[1:]].letter
                self.settings.refuse("startFen", f"`+{letter}`: this piece isn't promoted to anything")
        if any(self.start.hands.values()) and not self.hands:
            self.settings.refuse("startFen", "nobody can drop the pieces that are in hand")

    def name(self, key: str) -> str:
        """The name of the kind with this key."""
        return self.by_key[key].name

    def names(self, keys: tuple[str, ...]) -> list[str]:
        """The names of kinds with these keys, those that the variant has, promoted ones by what they move as."""
        wanted = {*keys}
        return [
            kind.name for kind in self.kinds if kind.key in wanted or (kind.key[0] == "+" and kind.moves_as in wanted)
        ]

    def kinds_of(self, keys: tuple[str, ...]) -> list[Kind]:
        """The kinds with these keys alone, none that was promoted."""
        return [self.by_key[key] for key in keys if key in self.by_key]

    def _kinds(self) -> list[Kind]:
        pieces = self.settings.pieces
        used = {key for _, key in self.start.board.values()} | {k for hand in self.start.hands.values() for k in hand}
        used |= {
            key for colour in COLOURS if self._has_pawns(colour) for key in self.get(f"promotionPieceTypes{colour}")
        }
        used |= {key[1:] for key in used if key[0] == "+"}
        order = ["pawn", "knight", "bishop", "rook", "queen", "king"]
        keys = [key for key in order if key in pieces] + [key for key in pieces if key not in order]
        keys = [key for key in keys if key in used or (key in order and not self.whole)] or keys
        names: dict[str, str] = {}
        for key in keys:
            names[key] = self._named(key, {*names.values()})
        promoted = [key for key in keys if key in self.promotes]
        found = [self._kind(key, names[key], pieces[key].letter, key) for key in keys]
        for key in promoted:
            target = self.promotes[key]
            alone = target not in names and sum(self.promotes[k] == target for k in promoted) == 1
            name = self._named(target, {*names.values()}) if alone else f"promoted_{names[key]}"
            names[f"+{key}"] = name
            found.append(self._kind(f"+{key}", name, f"+{pieces[key].letter}", target))
        return found

    def _has_pawns(self, colour: str) -> bool:
        pawns = self.get(f"promotionPawnTypes{colour}")
        return bool(pawns) and (bool(self.get("pieceDrops")) or any(
            key in pawns and owner == colour for owner, key in self.start.board.values()))  # fmt: skip

    def _kind(self, key: str, name: str, letter: str, moves_as: str) -> Kind:
        return Kind(key, name, letter, betza.read(self.settings.pieces[moves_as].betza), moves_as)

    def _named(self, key: str, taken: set[str]) -> str:
        piece = self.settings.pieces[key]
        if key == "commoner" and "king" not in self.settings.pieces:
            return "king"
        name = re.sub("([A-Z])", r"_\1", key).lower()
        if key in CUSTOM and "pawn" not in self.settings.pieces and key in self.get("promotionPawnTypesWhite"):
            name = "pawn"
        elif key in CUSTOM:
            name = KNOWN.get(piece.betza, f"piece_{piece.letter.lower()}")
        return name if name not in taken else f"{name}_{piece.letter.lower()}"

    # ---- what is asked often

    @cached_property
    def board(self) -> Region:
        """All squares."""
        return frozenset((x, y) for x in range(1, self.width + 1) for y in range(1, self.height + 1))

    def region(self, key: str) -> Region:
        """A region, as far as it is on the board."""
        return frozenset(self.get(key)) & self.board

    @cached_property
    def royal(self) -> str:
        """The name of the piece that is mated; empty without one."""
        return self.name("king") if "king" in self.by_key else ""

    @cached_property
    def pseudo_royal(self) -> list[str]:
        """The names of kinds of which the last may not be taken."""
        if not self.get("extinctionPseudoRoyal"):
            return []
        types = self.get("extinctionPieceTypes")
        return [kind.name for kind in self.kinds] if "*" in types else self.names(types)

    @property
    def has_royals(self) -> bool:
        """Whether moves must not leave something attacked."""
        return bool(self.royal or self.pseudo_royal)

    @cached_property
    def castles(self) -> bool:
        """Whether anybody may castle."""
        return bool(self.get("castling")) and any(self.start.rooks.values())

    @cached_property
    def pawn_names(self) -> list[str]:
        """Who is promoted to a kind of one's choice."""
        return self.names((*self.get("promotionPawnTypesWhite"), *self.get("promotionPawnTypesBlack")))

    def promotions(self, colour: str) -> list[Kind]:
        """What pawns of a colour become."""
        return self.kinds_of(self.get(f"promotionPieceTypes{colour}"))

    @cached_property
    def choice(self) -> list[str]:
        """Who is promoted, if there is something to become; empty otherwise."""
        return (
            self.pawn_names if any(self.promotions(c) and self.region(f"promotionRegion{c}") for c in COLOURS) else []
        )

    @cached_property
    def passing(self) -> list[str]:
        """Who takes in passing, if anybody goes two squares at once: of those that the file names, whoever doesn't go
        there without taking. Others simply go there."""
        named = self.names((*self.get("enPassantTypesWhite"), *self.get("enPassantTypesBlack")))
        takers = []
        for kind in self.kinds:
            if kind.name in named and not all(leg.moves for leg in kind.legs if leg.captures):
                takers.append(kind.name)
                if any(leg.moves and leg.captures for leg in kind.legs):
                    self.settings.refuse("enPassantTypesWhite", f"a {kind.name} takes in several ways; not read yet")
        return takers if self.doubles and any(self.region(f"enPassantRegion{c}") for c in COLOURS) else []

    @cached_property
    def doubles(self) -> list[str]:
        """Who goes two squares from its first ones: pawns, and kinds with moves of their own from there."""
        if not self.get("doubleStep") or not any(self.starts(c) for c in COLOURS):
            return []
        return [kind.name for kind in self.kinds if kind.key == "pawn" or any(leg.initial for leg in kind.legs)]

    def starts(self, colour: str) -> Region:
        """From where two squares may be gone."""
        return self.region(f"doubleStepRegion{colour}") if self.get("doubleStep") else frozenset()

    @cached_property
    def drops(self) -> bool:
        """Whether players have pieces in hand to drop, now or later."""
        return bool(self.get("pieceDrops") and (self.get("capturesToHand") or any(self.start.hands.values())))

    @cached_property
    def hands(self) -> bool:
        """Whether players have pieces in hand at all."""
        return self.drops or bool(self.get("seirawanGating"))

    @cached_property
    def walls(self) -> bool:
        """Whether there are walls, now or later."""
        return bool(self.start.walls) or self.get("wallingRule") != "none" or bool(self.get("petrifyOnCaptureTypes"))

    @cached_property
    def quiet(self) -> bool:
        """Whether moves without progress are counted."""
        return bool(self.get("nMoveRule"))
