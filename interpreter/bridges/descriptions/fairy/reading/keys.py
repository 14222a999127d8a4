"""Every key of the configuration files: one row each, with its form, and what becomes of it or why it is refused.

`docs/descriptions.md` shows the table; a test holds it to this file.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.bridges.descriptions.importers.rows import rows

ONE_COLOUR = "the same for one colour"

NO_RULE = "no rule of the game"
"""What becomes of keys that are about windows and engines."""


@dataclass(frozen=True)
class Key:
    """A key: the form of its values, what it stands for where a file doesn't say it, and what becomes of it."""

    name: str
    form: str
    default: str
    becomes: str = ""
    refused: str = ""
    """Why it can't be said in a ruleset yet; a value that changes nothing is read all the same."""
    sets: tuple[str, ...] = ()
    """The keys that it stands for: both colours', or newer names."""


def _both(name: str, form: str, becomes: str) -> Key:
    return Key(name, form, "", becomes, sets=(f"{name}White", f"{name}Black"))


def _each(name: str, form: str, white: str, black: str, becomes: str = ONE_COLOUR) -> list[Key]:
    return [Key(f"{name}White", form, white, becomes), Key(f"{name}Black", form, black, becomes)]


PIECES = {
    "pawn": "fmWfceF", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "fers": "F", "alfil": "A",
    "fersAlfil": "FA", "silver": "FfW", "aiwok": "RNF", "bers": "RF", "archbishop": "BN", "chancellor": "RN",
    "amazon": "QN", "knibis": "mNcB", "biskni": "mBcN", "kniroo": "mNcR", "rookni": "mRcN", "shogiPawn": "fW",
    "lance": "fR", "shogiKnight": "fN", "gold": "WfF", "dragonHorse": "BW", "dragon": "RF", "clobber": "cW",
    "breakthrough": "fmWfF", "immobile": "", "cannon": "mRcpR", "janggiCannon": "pR", "soldier": "fsW", "horse": "nN",
    "elephant": "nA", "janggiElephant": "nZ", "banner": "RcpRnN", "wazir": "W", "commoner": "K", "centaur": "KN",
    "king": "K",
}  # fmt: skip
"""The keys of pieces, and how these move in Betza's letters. What else they can do hangs on other keys."""
CUSTOM = tuple(f"customPiece{n}" for n in range(1, 26))
"""Pieces with a letter and Betza's letters of the file's own."""

_TABLE = (
    # windows and engines
    Key("variantTemplate", "text", "fairy", NO_RULE),
    Key("pieceToCharTable", "text", "-", NO_RULE),
    Key("pocketSize", "int", "0", NO_RULE),
    Key("pieceValueMg", "text", "", NO_RULE),
    Key("pieceValueEg", "text", "", NO_RULE),
    # board and beginning
    Key("maxRank", "rank", "8", "`board grid(files, ranks)`"),
    Key("maxFile", "file", "8", "`board grid(files, ranks)`"),
    Key("startFen", "fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "`setup`: the pieces, those in hand, walls, castling rights, checks that are left, who begins"),
    Key("chess960", "bool", "false", refused="the file doesn't say which beginnings there are"),
    Key("twoBoards", "bool", "false", refused="what happens on a second board isn't part of the file"),
    # promotion
    Key("pawnTypes", "pieces", "", "the four keys that follow from it",
        sets=("promotionPawnTypesWhite", "promotionPawnTypesBlack", "enPassantTypesWhite", "enPassantTypesBlack",
              "nMoveRuleTypesWhite", "nMoveRuleTypesBlack")),
    _both("promotionRegion", "region", "`p.last`"),
    *_each("promotionRegion", "region", "*8", "*1", "`p.last`, where pieces are promoted"),
    _both("promotionPawnTypes", "pieces", "who is promoted to one of `promotions`"),
    *_each("promotionPawnTypes", "pieces", "@pawn", "@pawn"),
    _both("promotionPieceTypes", "pieces", "`promotions`"),
    *_each("promotionPieceTypes", "pieces", "@knight @bishop @rook @queen", "@knight @bishop @rook @queen",
           "`promotions`, or `p.promotions` where they differ"),
    Key("sittuyinPromotion", "bool", "false",
        refused="pawns that are promoted in their place, or by a move of what they become, are a turn of their own"),
    Key("promotionLimit", "limits", "", "a condition on `count(kind of me)` where pieces are promoted"),
    Key("promotedPieceType", "map", "", "kinds that are called `promoted_…`, and `a.promoted`, `s.plain`"),
    Key("piecePromotionOnCapture", "bool", "false", "a condition where pieces are promoted"),
    Key("mandatoryPawnPromotion", "bool", "true", "without it pawns may stay what they are"),
    Key("mandatoryPiecePromotion", "bool", "false", "moves without promotion are left out where there is one"),
    Key("pieceDemotion", "bool", "false", "`a.promoted` leads back, too"),
    # captures
    Key("blastOnCapture", "bool", "false", "`capture`: the pieces around are removed, too"),
    Key("blastImmuneTypes", "pieces", "", "`capture`: these stay"),
    Key("mutuallyImmuneTypes", "pieces", "", "`a.goals`: two such pieces of a kind can't take each other"),
    Key("petrifyOnCapture", "bool", "false", "`capture`: a wall in the place of what has captured"),
    Key("petrifyOnCaptureTypes", "pieces", "", "`capture`: a wall in the place of what has captured"),
    Key("petrifyBlastPieces", "bool", "false", refused="walls where a blast has been are rare, and untried"),
    # pawns
    Key("doubleStep", "bool", "true", "`p.start`"),
    _both("doubleStepRegion", "region", "`p.start`"),
    *_each("doubleStepRegion", "region", "*2", "*7", "`p.start`, from where two squares may be gone"),
    _both("tripleStepRegion", "region", "`p.far_start`"),
    *_each("tripleStepRegion", "region", "-", "-",
           "`p.far_start`, from where three squares may be gone, if nobody takes in passing"),
    _both("enPassantRegion", "region", "`passant` is set only there"),
    *_each("enPassantRegion", "region", "*", "*"),
    _both("enPassantTypes", "pieces", "who takes in passing, in `a.goals` and `a.prey(b)`"),
    *_each("enPassantTypes", "pieces", "@pawn", "@pawn"),
    # castling
    Key("castling", "bool", "true", "`castle`"),
    Key("castlingDroppedPiece", "bool", "false", refused="rights that come about by drops aren't kept"),
    Key("castlingKingsideFile", "file", "g", "`a.castled(d)`, where the king goes"),
    Key("castlingQueensideFile", "file", "c", "`a.castled(d)`, where the king goes"),
    Key("castlingRank", "rank", "1", "where kings and rooks are looked for in `startFen`"),
    Key("castlingKingFile", "file", "e", "which king castles, if there are several"),
    _both("castlingKingPiece", "piece", "who castles, in `castle`"),
    *_each("castlingKingPiece", "piece", "@king", "@king"),
    Key("castlingRookKingsideFile", "file", "12", "where rooks are looked for in `startFen`"),
    Key("castlingRookQueensideFile", "file", "1", "where rooks are looked for in `startFen`"),
    _both("castlingRookPieces", "pieces", "where rooks are looked for in `startFen`"),
    *_each("castlingRookPieces", "pieces", "@rook", "@rook"),
    Key("oppositeCastling", "bool", "false", refused="few games tie a player's castling to the other player's"),
    # checks
    Key("checking", "bool", "true", "without it no move may give check, in `p.safe`"),
    Key("dropChecks", "bool", "true", "without it no drop may give check"),
    Key("mustCapture", "bool", "false", "`p.may(a, b)`: captures first"),
    Key("makpongRule", "bool", "false", "`p.may(a, b)`: a king in check stays, or takes who gives it"),
    Key("flyingGeneral", "bool", "false", "`a.attacks`: kings see each other along lines"),
    # drops
    Key("pieceDrops", "bool", "false", "`drop`, and `player has hand(kind)`"),
    Key("capturesToHand", "bool", "false", "`capture` gives what is taken to hand"),
    Key("dropLoop", "bool", "false", "promoted pieces come to hand as they are"),
    Key("dropPromoted", "bool", "false", "a second way to drop, `+`"),
    Key("mustDrop", "bool", "false", "other moves only if nothing can be dropped"),
    Key("mustDropType", "piece", "*", "the same for one kind", refused="it isn't read yet"),
    Key("firstRankPawnDrops", "bool", "false", "`p.barred(k)`, where p can't drop k"),
    Key("promotionZonePawnDrops", "bool", "false", "`p.barred(k)`"),
    Key("dropOnTop", "bool", "false", "`enclosingDrop = top`", refused="it isn't read yet"),
    Key("enclosingDrop", "word", "none", "drops beside or on other pieces: `top`, `anyside`, `ataxx`; see below",
        refused="it isn't read yet"),
    Key("enclosingDropStart", "region", "-", "where the first drops may go all the same", refused="it isn't read yet"),
    Key("whiteDropRegion", "region", "*", "`p.barred(k)`"),
    Key("blackDropRegion", "region", "*", "`p.barred(k)`"),
    Key("sittuyinRookDrop", "bool", "false", "`p.barred(k)`"),
    Key("dropOppositeColoredBishop", "bool", "false", "`p.barred(k)`: bishops go to both colours",
        refused="it isn't read yet"),
    Key("dropNoDoubled", "piece", "-", "`p.barred(k)`: not twice in a column"),
    Key("dropNoDoubledCount", "int", "1", "how many there may be in a column"),
    Key("shogiPawnDropMateIllegal", "bool", "false", "`p.mates(b)`"),
    Key("immobilityIllegal", "bool", "false", "`a.idle(b)`, and `p.barred(k)`"),
    # gating and walls
    Key("gating", "bool", "false", "`unmoved`, who hasn't moved yet; see the two keys below"),
    Key("seirawanGating", "bool", "false", "`bring(k, s)`: a piece from hand comes to where one has gone from"),
    Key("cambodianMoves", "bool", "false", "`a.goals`: leaps of a king and a fers that are `unmoved`"),
    Key("wallingRule", "word", "none", "`after turn`: a wall is put – `arrow`, `duck`, `edge`, `past`, `static`"),
    Key("arrowGating", "bool", "false", "`wallingRule = arrow`"),
    Key("duckGating", "bool", "false", "`wallingRule = duck`"),
    Key("staticGating", "bool", "false", "`wallingRule = static`"),
    Key("pastGating", "bool", "false", "`wallingRule = past`"),
    Key("staticGatingRegion", "region", "", "`wallingRegion`", sets=("wallingRegionWhite", "wallingRegionBlack")),
    _both("wallingRegion", "region", "where walls may be put"),
    *_each("wallingRegion", "region", "*", "*"),
    # other moves
    Key("diagonalLines", "region", "-",
        refused="pieces that move otherwise along the lines of a palace need defines of their own"),
    Key("pass", "bool", "false", "a way to play the turn: `pass`", sets=("passWhite", "passBlack")),
    *_each("pass", "bool", "false", "false"),
    Key("passOnStalemate", "bool", "false", "`pass` for a player without another move", refused="it isn't read yet",
        sets=("passOnStalemateWhite", "passOnStalemateBlack")),
    *_each("passOnStalemate", "bool", "false", "false"),
    Key("soldierPromotionRank", "rank", "1", "`a.attacks`: soldiers go sideways from there on"),
    Key("flipEnclosedPieces", "word", "none", "`flip`: what a drop encloses changes sides (`reversi`, `ataxx`)",
        refused="it isn't read yet"),
    # how it ends
    _both("nMoveRuleTypes", "pieces", "whose moves set `quiet` back"),
    *_each("nMoveRuleTypes", "pieces", "@pawn", "@pawn"),
    Key("nMoveRule", "int", "50", "`moves`"),
    Key("nFoldRule", "int", "3", "`times`"),
    Key("nFoldValue", "value", "draw", "`end`"),
    Key("nFoldValueAbsolute", "bool", "false", "`end`: the value is White's, no matter who moves"),
    Key("perpetualCheckIllegal", "bool", "false", "`p.perpetual`"),
    Key("moveRepetitionIllegal", "bool", "false", refused="the language keeps positions, not moves to and fro"),
    Key("chasingRule", "word", "none", refused="what counts as a chase fills many pages, and differs by federation"),
    Key("stalemateValue", "value", "draw", "`end`"),
    Key("stalematePieceCount", "bool", "false", "`end`: who has fewer pieces"),
    Key("checkmateValue", "value", "loss", "`end`"),
    Key("shatarMateRule", "bool", "false", refused="which pieces may mate alone isn't told by the file"),
    Key("bikjangRule", "bool", "false", refused="kings that face each other end the game only together with passes"),
    Key("extinctionValue", "value", "none", "`end`"),
    Key("extinctionClaim", "bool", "false", "`end`: only the player to move may claim it"),
    Key("extinctionPseudoRoyal", "bool", "false", "`p.royal`"),
    Key("dupleCheck", "bool", "false", "`p.check`: all royal pieces attacked at once"),
    Key("extinctionPieceTypes", "pieces", "", "`end`"),
    Key("extinctionPieceCount", "int", "0", "`end`"),
    Key("extinctionOpponentPieceCount", "int", "0", "`end`"),
    _both("flagPiece", "piece", "`end`: who wins by coming to `p.flag`"),
    *_each("flagPiece", "piece", "*", "*"),
    _both("flagRegion", "region", "`p.flag`"),
    *_each("flagRegion", "region", "-", "-", "`p.flag`"),
    Key("whiteFlag", "region", "", "`flagRegionWhite`", sets=("flagRegionWhite",)),
    Key("blackFlag", "region", "", "`flagRegionBlack`", sets=("flagRegionBlack",)),
    Key("flagPieceCount", "int", "1", "`end`"),
    Key("flagPieceBlockedWin", "bool", "false", "`end`: or one is there, and the others' places are taken",
        refused="it isn't read yet"),
    Key("flagMove", "bool", "false", "`end`: the other player has one more move"),
    Key("flagPieceSafe", "bool", "false", "`end`: only where it isn't attacked"),
    Key("checkCounting", "bool", "false", "`player has checks`"),
    Key("connectN", "int", "0", "`end`: `lines`"),
    Key("connectVertical", "bool", "true", "`end`: which lines"),
    Key("connectHorizontal", "bool", "true", "`end`: which lines"),
    Key("connectDiagonal", "bool", "true", "`end`: which lines"),
    *(Key(f"connectRegion{n}{colour}", "region", "-", "`end`: a chain between two regions",
        refused="it isn't read yet")
      for colour in ("White", "Black") for n in (1, 2)),
    Key("connectNxN", "int", "0", "`end`: a square full of pieces", refused="it isn't read yet"),
    Key("connectPieceTypes", "pieces", "*", "`end`: of these", refused="it isn't read yet"),
    Key("materialCounting", "word", "none", refused="what pieces are worth at the end isn't told by the file"),
    Key("countingRule", "word", "none", refused="the counts of Thai and Cambodian chess aren't told by the file"),
    Key("castlingWins", "rights", "-", refused="a game that castling wins is rare, and untried"),
    Key("adjudicateFullBoard", "bool", "false", refused="who has more on a full board isn't counted yet"),
    # older names
    Key("promotionRank", "rank", "", "`promotionRegion` from that rank on"),
    Key("doubleStepRank", "rank", "", "`doubleStepRegion`"),
    Key("doubleStepRankMin", "rank", "", "`doubleStepRegion`"),
    Key("castlingRookPiece", "pieces", "", "`castlingRookPieces`",
        sets=("castlingRookPiecesWhite", "castlingRookPiecesBlack")),
)  # fmt: skip

KEYS = {key.name: key for key in _TABLE}


def piece_of_region(name: str) -> tuple[str, str] | None:
    """For a key such as `mobilityRegionWhiteKing` (where pieces of a kind and a colour may go): White, and the key of
    the piece. None for all other keys."""
    for colour in ("White", "Black"):
        head = f"mobilityRegion{colour}"
        if name.startswith(head) and len(name) > len(head):
            piece = name[len(head)].lower() + name[len(head) + 1 :]
            return (colour, piece) if piece in PIECES or piece in CUSTOM else None
    return None


def table() -> str:
    """The table of the manual: keys, the form of their values, what becomes of them or why they are refused.

    Keys for one colour that mean nothing of their own aren't in it.
    """
    told = [(key.name, (key.form, f"{key.becomes}{_refusal(key)}")) for key in _TABLE if key.becomes != ONE_COLOUR]
    return "| key | values | what becomes of it |\n| --- | --- | --- |\n" + rows(told)


def _refusal(key: Key) -> str:
    return f"{'; ' if key.becomes else ''}**refused**: {key.refused}" if key.refused else ""
