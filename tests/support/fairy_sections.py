"""Sections of Fairy-Stockfish's files at random: a variant that it knows, and some lines that change it.

A seed always gives the same section. Most make little sense as games.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from interpreter.bridges.descriptions.fairy import importing
from interpreter.bridges.descriptions.fairy.reading.settings import Settings, resolve

BASES = (
    "chess", "chess", "chess", "crazyhouse", "crazyhouse", "atomic", "nocheckatomic", "antichess", "losers", "3check",
    "kingofthehill", "racingkings", "extinction", "threekings", "coregal", "horde", "petrified", "torpedo", "berolina",
    "legan", "shatranj", "makruk", "knightmate", "pocketknight", "chessgi", "losalamos", "gardner", "gardner",
    "capahouse", "grand", "gothic", "shako", "courier", "seirawan", "shouse", "minishogi", "minishogi", "shogi",
    "kyotoshogi", "dobutsu", "gorogoro", "judkins", "yarishogi", "torishogi", "minixiangqi", "xiangqi", "breakthrough",
    "clobber", "jesonmor", "joust", "snailtrail", "isolation7x7", "duck", "wolf", "perfect", "misere", "dragon",
)  # fmt: skip
OTHERWISE = {"makruk": "countingRule = none", "xiangqi": "chasingRule = none"}
"""What that program does beyond our description of a variant, undone."""
VALUES = ("win", "loss", "draw")


class Chances:
    """A variant and what comes by chance: its letters as far as lines have changed them, squares, regions, moves."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.base = self.random.choice(BASES)
        self.settings: Settings = resolve(importing.shipped()[self.base], {}, importing.shipped())
        self.width, self.height = self.settings.get("maxFile"), self.settings.get("maxRank")
        self.letters = {key: piece.letter.lower() for key, piece in self.settings.pieces.items()}

    def one(self, *options: str) -> str:
        """One of them."""
        return self.random.choice(options)

    def number(self, low: int, high: int) -> int:
        """From `low` to `high`."""
        return self.random.randint(low, high)

    def truth(self) -> str:
        """`true` more often than not."""
        return self.one("true", "true", "false")

    def letter(self) -> str:
        """A piece's letter."""
        return self.random.choice([*self.letters.values()])

    def some(self, low: int = 1) -> str:
        """Letters of a few kinds."""
        letters = sorted({*self.letters.values()})
        return "".join(self.random.sample(letters, min(len(letters), self.number(low, 3))))

    def region(self) -> str:
        """Rows, columns or squares."""
        form = self.number(0, 3)
        if form == 0:
            return " ".join(f"*{self.number(1, self.height)}" for _ in range(self.number(1, 3)))
        if form == 1:
            return " ".join(f"{chr(96 + self.number(1, self.width))}*" for _ in range(self.number(1, 3)))
        squares = (f"{chr(96 + self.number(1, self.width))}{self.number(1, self.height)}" for _ in range(4))
        return " ".join(squares) if form == 2 else f"*{self.number(1, self.height)} {next(squares)} {next(squares)}"

    def regions(self, white: str, black: str) -> list[str]:
        """A region for each colour, now and then the same rows from each one's side."""
        if self.number(0, 1):
            row = self.number(1, self.height)
            return [f"{white} = *{row}", f"{black} = *{self.height + 1 - row}"]
        return [f"{white} = {self.region()}", f"{black} = {self.region()}"]

    def betza(self) -> str:
        """Some ways to move. Hops, blocked leaps, and ways that are limited or go in some directions alone aren't
        mixed: that program takes the one for the other then."""
        while True:
            ways = [self._way() for _ in range(self.number(1, 3))]
            kinds = {"g" if "g" in way else "p" if "p" in way else "limit" for way in ways
                     if "g" in way or "p" in way or way[-1].isdigit()
                     or (way[-1] in "RBQ" and way[-2:-1] not in ("", "m", "c"))}  # fmt: skip
            if len(kinds) < 2 and (len(ways) == 1 or not any("n" in way for way in ways)):
                return "".join(ways)

    def _way(self) -> str:
        how = self.one("", "", "", "m", "c")
        form = self.number(0, 5)
        if form < 3:
            return how + self.one("", "", "f", "b", "v", "s", "fs", "fb", "l", "r", "bs") + self.one(*"WFDNAHCZGK")
        if form == 3:
            return how + self.one("", "f", "b", "s", "v") + self.one(*"RBQ") + self.one("", "2", "3", "4")
        if form == 4:
            return how + self.one("p", "g") + self.one(*"RBQ")
        return how + self.one("nN", "nA", "nD", "NN", "N2", "FF", "W2", "F3", "nZ", "fN", "ffN", "fsN", "fWbF", "hlN")


Change = Callable[[Chances], list[str]]


def _pieces(by: Chances) -> list[str]:
    """Kinds of pieces of the file's own, in the place of others."""
    found = []
    keys = [key for key in by.letters if key not in ("pawn", "king", "commoner", "shogiPawn", "soldier")]
    free = [f"customPiece{n}" for n in range(10, 16) if f"customPiece{n}" not in by.letters]
    for key, own in zip(by.random.sample(keys, min(len(keys), by.number(1, 2))), free, strict=False):
        letter = by.letters.pop(key)
        by.letters[own] = letter
        found.append(f"{own} = {letter}:{by.betza()}")
    return found


def _king(by: Chances) -> list[str]:
    if "king" not in by.letters:
        return []
    letter = by.letters["king"]
    if by.number(0, 2):
        return [f"king = {letter}:{by.one('KN', 'W', 'F', 'KAD', 'WFfN', 'Q2', 'mQcK', 'N', 'KmD')}"]
    del by.letters["king"]
    by.letters["commoner"] = letter
    return [
        "king = -", f"commoner = {letter}", f"castlingKingPiece = {letter}",
        f"extinctionValue = {by.one('loss', 'loss', 'win')}", f"extinctionPieceTypes = {letter}",
        *([f"extinctionPseudoRoyal = {by.truth()}"] if by.number(0, 1) else []),
        *([f"dupleCheck = {by.truth()}"] if by.number(0, 3) == 0 else []),
    ]  # fmt: skip


def _promotion(by: Chances) -> list[str]:
    found = by.regions("promotionRegionWhite", "promotionRegionBlack") if by.number(0, 1) else []
    if by.number(0, 1):
        found.append(f"promotionPieceTypes = {by.one(by.some(), by.some(2), '-')}")
    if by.number(0, 3) == 0:
        found.append(f"promotionPieceTypesBlack = {by.some()}")
    if by.number(0, 3) == 0:
        found.append(f"promotionPawnTypes = {by.some()}")
    if by.number(0, 2) == 0:
        found.append("mandatoryPawnPromotion = false")
    if by.number(0, 3) == 0:
        found.append(f"promotionLimit = {by.letter()}:{by.number(1, 3)}")
    return found


def _turning(by: Chances) -> list[str]:
    pairs = [f"{by.letter()}:{by.letter()}" for _ in range(by.number(1, 2))]
    return [
        f"promotedPieceType = {' '.join(pairs)}",
        *(f"{key} = true" for key in ("piecePromotionOnCapture", "mandatoryPiecePromotion", "pieceDemotion")
          if by.number(0, 3) == 0),
        *(by.regions("promotionRegionWhite", "promotionRegionBlack") if by.number(0, 2) == 0 else []),
    ]  # fmt: skip


def _pawns(by: Chances) -> list[str]:
    form = by.number(0, 4)
    if form == 0:
        return ["doubleStep = false"]
    if form == 1:
        return by.regions("doubleStepRegionWhite", "doubleStepRegionBlack")
    if form == 2:
        return by.regions("enPassantRegionWhite", "enPassantRegionBlack")
    if form == 3:
        return [*by.regions("tripleStepRegionWhite", "tripleStepRegionBlack"), "enPassantRegion = -"]
    taker, pawn = by.one(by.letter(), "-"), by.letters.get("pawn", "")  # pawns take there, whoever is named
    passing = "enPassantRegion = -" if taker == "-" else f"enPassantTypes = {taker}{pawn.replace(taker, '')}"
    return [passing, f"nMoveRuleTypes = {by.some()}"]


def _castling(by: Chances) -> list[str]:
    form = by.number(0, 3)
    if form == 0:
        return ["castling = false"]
    if form == 1:
        return [f"castlingKingsideFile = {by.one('g', 'f', 'h')}", f"castlingQueensideFile = {by.one('b', 'c')}"]
    return [f"castlingRookPieces = {by.some()}"] if form == 2 else [f"castlingKingPiece = {by.letter()}"]


def _checks(by: Chances) -> list[str]:
    return by.random.sample(
        [
            "checking = false", f"mustCapture = {by.truth()}", "flyingGeneral = true", "makpongRule = true",
            "dropChecks = false",
        ],
        by.random.choice((1, 1, 2)),
    )  # fmt: skip


def _drops(by: Chances) -> list[str]:
    keys = [
        "capturesToHand = true", f"dropLoop = {by.truth()}", f"dropPromoted = {by.truth()}",
        f"mustDrop = {by.truth()}", f"firstRankPawnDrops = {by.truth()}", f"promotionZonePawnDrops = {by.truth()}",
        f"whiteDropRegion = {by.region()}", f"blackDropRegion = {by.region()}", f"dropNoDoubled = {by.letter()}",
        f"dropNoDoubledCount = {by.number(0, 2)}", f"shogiPawnDropMateIllegal = {by.truth()}",
        f"immobilityIllegal = {by.truth()}", f"sittuyinRookDrop = {by.truth()}",
    ]  # fmt: skip
    found = by.random.sample(keys, by.number(1, 4))
    return ["pieceDrops = true", *found] if by.number(0, 3) else found


def _walls(by: Chances) -> list[str]:
    found = [f"wallingRule = {by.one('arrow', 'duck', 'edge', 'past', 'static')}"]
    if by.number(0, 2) == 0:
        found.append(f"wallingRegion = {by.region()}")
    if by.letters.get("king"):
        letter = by.letters.pop("king")
        by.letters["commoner"] = letter
        found += ["king = -", f"commoner = {letter}", "castling = false", "extinctionValue = loss",
                  f"extinctionPieceTypes = {letter}"]  # fmt: skip
    if by.settings.get("promotionPieceTypesWhite") and by.number(0, 2):
        found += ["castling = false", "promotionPieceTypes = -"]
    return found


def _gating(by: Chances) -> list[str]:
    return [f"gating = {by.truth()}", f"seirawanGating = {by.truth()}"]


def _captures(by: Chances) -> list[str]:
    form = by.number(0, 2)
    if form == 0:  # where kings mustn't be taken, that program forgets what blasts leave
        immune = [] if by.settings.get("extinctionPseudoRoyal") else [f"blastImmuneTypes = {by.some()}"]
        return ["blastOnCapture = true", *immune]
    if form == 1:
        return [f"mutuallyImmuneTypes = {by.some()}"]
    return [f"petrifyOnCaptureTypes = {by.some()}"]


def _results(by: Chances) -> list[str]:
    keys = [
        f"stalemateValue = {by.one(*VALUES)}", f"checkmateValue = {by.one(*VALUES)}",
        f"stalematePieceCount = {by.truth()}", f"nFoldRule = {by.number(0, 4)}", f"nFoldValue = {by.one(*VALUES)}",
        f"nFoldValueAbsolute = {by.truth()}", f"perpetualCheckIllegal = {by.truth()}",
        f"nMoveRule = {by.number(0, 12)}", f"nMoveRuleTypes = {by.some()}",
    ]  # fmt: skip
    return by.random.sample(keys, by.number(1, 4))


def _extinction(by: Chances) -> list[str]:
    return [
        f"extinctionValue = {by.one(*VALUES)}", f"extinctionPieceTypes = {by.one(by.some(), by.some(), '*')}",
        *([f"extinctionPieceCount = {by.number(0, 3)}"] if by.number(0, 1) else []),
        *([f"extinctionOpponentPieceCount = {by.number(0, 3)}"] if by.number(0, 2) == 0 else []),
        *(["extinctionClaim = true"] if by.number(0, 3) == 0 else []),
    ]  # fmt: skip


def _flags(by: Chances) -> list[str]:
    regions = by.regions("flagRegionWhite", "flagRegionBlack")
    if by.number(0, 2) == 0:
        regions = [f"flagRegion = {by.region()}"]
    return [
        f"flagPiece = {by.one(by.letter(), by.letters.get('king', by.letter()), '*')}", *regions,
        *([f"flagPieceCount = {by.number(1, 3)}"] if by.number(0, 2) == 0 else []),
        *(["flagPieceSafe = true"] if by.number(0, 3) == 0 else []),
        *(["flagMove = true"] if by.number(0, 3) == 0 else []),
    ]  # fmt: skip


def _counts(by: Chances) -> list[str]:
    if by.number(0, 1):
        return [f"checkCounting = {by.truth()}"]
    ways = [f"connect{way} = false" for way in ("Vertical", "Horizontal", "Diagonal") if by.number(0, 3) == 0]
    return [f"connectN = {by.number(3, 5)}", *ways]


def _bounds(by: Chances) -> list[str]:
    key = by.random.choice([*by.letters])
    name = f"{key[0].upper()}{key[1:]}"
    return by.regions(f"mobilityRegionWhite{name}", f"mobilityRegionBlack{name}")


def _others(by: Chances) -> list[str]:
    soldiers = f"soldierPromotionRank = {by.number(1, 6)}"
    return [by.one("pass = true", "passWhite = true", soldiers, "cambodianMoves = true")]


def _start(by: Chances) -> list[str]:
    """The same pieces in other places, some missing, some walls."""
    board, *rest = str(by.settings.get("startFen")).split()
    placed, bracket, hand = board.partition("[")
    rows = [_wide(row) for row in placed.split("/")]
    if len(rows) != by.height:
        return []
    form = by.number(0, 3)
    if form == 0:  # both back rows alike in another order
        order = by.random.sample(range(by.width), by.width)
        rows = [[row[n] for n in order] for row in rows]
        rest[1:2] = ["-"]
    elif form == 1:  # without some
        for _ in range(by.number(1, 6)):
            row, column = by.number(0, by.height - 1), by.number(0, by.width - 1)
            if rows[row][column].lower() != by.letters.get("king"):
                rows[row][column] = ""
    elif form == 2:  # other pieces
        for _ in range(by.number(1, 4)):
            row, column = by.number(0, by.height - 1), by.number(0, by.width - 1)
            letter = by.letter()
            king, pawn = by.letters.get("king"), by.letters.get("pawn")
            if letter not in (king, pawn) and rows[row][column].lower() != king:
                rows[row][column] = letter.upper() if row >= by.height // 2 else letter
    else:
        rest[:1] = ["b"]
    return [f"startFen = {'/'.join(map(_narrow, rows))}{bracket}{hand} {' '.join(rest)}"]


def _wide(row: str) -> list[str]:
    """A square each: a letter, perhaps with a sign, or nothing."""
    found: list[str] = []
    number = sign = ""
    for letter in [*row, ""]:
        if letter.isdigit():
            number += letter
            continue
        found += [""] * int(number or 0)
        number = ""
        if letter == "+":
            sign = letter
        elif letter == "~":
            found[-1] += letter
        elif letter:
            found.append(sign + letter)
            sign = ""
    return found


def _narrow(row: list[str]) -> str:
    found, free = "", 0
    for square in [*row, "."]:
        if not square:
            free += 1
            continue
        found += (str(free) if free else "") + (square if square != "." else "")
        free = 0
    return found


CHANGES: tuple[Change, ...] = (
    _pieces, _pieces, _king, _promotion, _turning, _pawns, _castling, _checks, _drops, _walls, _gating, _captures,
    _results, _extinction, _flags, _counts, _bounds, _others, _start,
)  # fmt: skip


def section(seed: int) -> tuple[str, str]:
    """A section's name, and its text."""
    by = Chances(seed)
    changes = by.random.sample(range(len(CHANGES)), by.number(1, 4))
    lines = [OTHERWISE[by.base]] if by.base in OTHERWISE else []
    for number in sorted(changes):
        lines += CHANGES[number](by)
    if by.base == "duck" or any("wallingRule" in line for line in lines):  # promoted, they put walls on a1 alone there
        lines = [line for line in lines if "promotedPieceType" not in line]
    last = {line.partition(" =")[0]: line for line in lines}  # of two lines with the same key the last one counts
    return f"chance{seed}", "\n".join([f"[chance{seed}:{by.base}]", *last.values()]) + "\n"
