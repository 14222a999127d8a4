"""The pictures that ship: well-known pieces as SVG paths in a square of 100 by 100, drawn for this program."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Picture:
    """A piece: its outline in its own colour, lines and spots on it, whether it is round, whether it bears a letter."""

    body: str
    lines: str = ""
    spots: str = ""
    shine: str = ""
    """Where light falls: "ball", "stone", or nowhere."""
    letter: tuple[float, float, float] | None = None
    """Centre and size of the letter that it always bears."""
    number: tuple[float, float, float] = (50.0, 50.0, 50.0)
    """Centre and size of its number, if it has one."""


def circle(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    r = f"{radius:g}"
    return f"M{x - radius:g} {y:g}a{r} {r} 0 1 0 {2 * radius:g} 0a{r} {r} 0 1 0 {-2 * radius:g} 0Z"


def _rectangle(x: float, y: float, width: float, height: float, corner: float = 0) -> str:
    if not corner:
        return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}Z"
    c, w, h = corner, width - 2 * corner, height - 2 * corner
    return (
        f"M{x + c:g} {y:g}h{w:g}a{c:g} {c:g} 0 0 1 {c:g} {c:g}v{h:g}a{c:g} {c:g} 0 0 1 {-c:g} {c:g}"
        f"h{-w:g}a{c:g} {c:g} 0 0 1 {-c:g} {-c:g}v{-h:g}a{c:g} {c:g} 0 0 1 {c:g} {-c:g}Z"
    )


_TOP, _MIDDLE, _LOW = 27, 50, 73
_PIPS = {
    1: [(_MIDDLE, _MIDDLE)],
    2: [(_TOP, _LOW), (_LOW, _TOP)],
    3: [(_TOP, _LOW), (_MIDDLE, _MIDDLE), (_LOW, _TOP)],
    4: [(_TOP, _TOP), (_TOP, _LOW), (_LOW, _TOP), (_LOW, _LOW)],
    5: [(_TOP, _TOP), (_TOP, _LOW), (_MIDDLE, _MIDDLE), (_LOW, _TOP), (_LOW, _LOW)],
    6: [(_TOP, _TOP), (_TOP, _MIDDLE), (_TOP, _LOW), (_LOW, _TOP), (_LOW, _MIDDLE), (_LOW, _LOW)],
}
_CROWN = "M29 64L25 37L39 47L50 29L61 47L75 37L71 64Z"
_DIE = _rectangle(9, 9, 82, 82, 16)
_FIVE = ((0.0, -1.0), (0.951, -0.309), (0.588, 0.809), (-0.588, 0.809), (-0.951, -0.309))

_LEGS = ((15, 45, 31, 25, 31, 3), (20, 56, 37, 44, 44, 26), (20, 65, 37, 66, 44, 86), (16, 73, 29, 80, 29, 98))
"""Of a spider's legs at one side, beside its middle: where each begins, its knee, its foot."""

PICTURES = {
    # chess
    "pawn": Picture(
        "M50 15a14 14 0 0 1 9 24.7c5 1.6 8 4.5 8 8.3h-9c1 13 5 20 13 26 4 3 6 7 6 13H23c0-6 2-10 6-13 8-6 12-13 13-26"
        "h-9c0-3.800 3-6.700 8-8.300A14 14 0 0 1 50 15Z",
        "M42 48H58",
    ),
    "knight": Picture(
        "M27 87C27 68 47 63 48 49C41 55 36 54 30 60C25 65 17 62 15 56C14 50 22 43 26 34C27 28 30 24 34 21L35 9L46 18"
        "C67 19 81 36 81 64C81 73 80 81 79 87Z",
        "M57 26C69 36 73 54 70 74M20 58C22 57 24 56 25 54",
        circle(37, 32, 3.2),
    ),
    "bishop": Picture(
        circle(50, 14, 5.5)
        + "M50 19C63 28 70 38 70 48c0 7-4 12-9 15l4 10c9 1 13 5 14 14H21c1-9 5-13 14-14l4-10"
        "c-5-3-9-8-9-15C30 38 37 28 50 19Z",
        "M50 32V52M41 41H59M39 63H61M36 73H64",
    ),
    "rook": Picture(
        "M24 17h11v8h9v-8h12v8h9v-8h11v20l-8 7 3 27 8 7v9H21v-9l8-7 3-27-8-7Z",
        "M32 44H68M29 71H71",
    ),
    "queen": Picture(
        circle(13, 31, 5) + circle(31, 18, 5) + circle(50, 13, 5) + circle(69, 18, 5) + circle(87, 31, 5)
        + "M14 35L28 57L31.500 23L43 53L50 18L57 53L68.500 23L72 57L86 35L77 69C79 75 79 81 78 87"
        "H22C21 81 21 75 23 69Z",
        "M23 69Q50 61 77 69M22 79Q50 72 78 79",
    ),
    "king": Picture(
        "M46.500 7h7v7h7v7h-7v9h-7v-9h-7v-7h7Z"
        "M50 28C53 31 55 34 55 37C62 28 86 27 86 46C86 56 77 62 75 69C77 75 77 81 76 87H24C23 81 23 75 25 69"
        "C23 62 14 56 14 46C14 27 38 28 45 37C45 34 47 31 50 28Z",
        "M50 66V49C50 44 47 40 45 37M50 49C50 44 53 40 55 37M25 69Q50 60 75 69M24 79Q50 72 76 79",
    ),
    # draughts and other men
    "disc": Picture(circle(50, 50, 40), shine="disc"),
    "man": Picture(circle(50, 50, 41), circle(50, 50, 31) + circle(50, 50, 20), shine="disc"),
    "crowned": Picture(circle(50, 50, 41), circle(50, 50, 34), _CROWN, shine="disc"),
    "stone": Picture(circle(50, 50, 47), shine="stone"),
    "ball": Picture(circle(50, 50, 45), shine="ball"),
    "marble": Picture(circle(50, 50, 40), shine="ball"),
    "peg": Picture(circle(50, 50, 30), shine="ball"),
    "bead": Picture(circle(50, 50, 42), shine="ball"),
    "seed": Picture("M50 10C72 10 84 32 84 54C84 76 68 90 50 90C32 90 16 76 16 54C16 32 28 10 50 10Z", shine="ball"),
    "ring": Picture(circle(50, 50, 40) + circle(50, 50, 22), shine="disc"),
    "meeple": Picture(
        "M50 12a16 16 0 0 1 11 27.500C74 44 82 60 82 87H18C18 60 26 44 39 39.500A16 16 0 0 1 50 12Z",
    ),
    "tower": Picture("M22 14h12v10h10V14h12v10h10V14h12v26H72V88H28V40H22Z", "M28 40H72M44 88V70a6 6 0 0 1 12 0V88"),
    "crown": Picture("M16 80L10 30L33 48L50 18L67 48L90 30L84 80Z", "M17 70H83"),
    # plain figures
    "square": Picture(_rectangle(17, 17, 66, 66, 6), shine="tile"),
    "cube": Picture(
        "M50 6L89 27V71L50 94L11 71V27Z", "M11 27L50 49L89 27M50 49V94", shine="cube", number=(50, 28, 35)
    ),
    "diamond": Picture("M50 7L88 50L50 93L12 50Z", shine="tile"),
    "triangle": Picture("M50 10L91 84H9Z"),
    "wedge": Picture("M50 90L91 16H9Z"),
    "hexagon": Picture("M50 8L86.400 29V71L50 92L13.600 71V29Z"),
    "star": Picture("M50 6L61 37H94L67.500 57L77.500 89L50 69.500L22.500 89L32.500 57L6 37H39Z"),
    "cross": Picture("M27 13L50 36L73 13L87 27L64 50L87 73L73 87L50 64L27 87L13 73L36 50L13 27Z"),
    "plus": Picture("M38 10H62V38H90V62H62V90H38V62H10V38H38Z"),
    "upright": Picture(_rectangle(26, 4, 48, 92, 9), shine="tile"),
    "bar": Picture(_rectangle(4, 26, 92, 48, 9), shine="tile"),
    "arrow": Picture("M50 7L84 46H62V93H38V46H16Z"),
    "tile": Picture(_rectangle(12, 12, 76, 76, 10), shine="tile"),
    "block": Picture(_rectangle(6, 6, 88, 88, 9), shine="tile"),
    "nought": Picture(circle(50, 50, 38) + circle(50, 50, 25)),
    "dot": Picture(circle(50, 50, 9)),
    # things
    "ship": Picture("M46 8H54V14L80 52H54V62H92L78 86H24L8 62H46Z", "M46 14L22 52H46Z"),
    "flag": Picture("M24 8H31V13H82L70 32L82 51H31V92H24Z"),
    "house": Picture("M50 12L90 46H80V88H20V46H10Z", "M42 88V62H58V88"),
    "tree": Picture("M50 6L72 34H62L80 58H68L86 80H56V94H44V80H14L32 58H20L38 34H28Z"),
    "spark": Picture("M50 4L58 34L82 18L66 42L96 50L66 58L82 82L58 66L50 96L42 66L18 82L34 58L4 50L34 42L18 18L42 34Z"),
    "coal": Picture(
        "M38 10L66 13L88 34L91 62L72 86L42 91L14 73L9 43Z",
        "M38 10L46 38L88 34M46 38L42 91M46 38L9 43M72 86L60 60L91 62",
        shine="ball",
    ),
    "flame": Picture(
        "M52 5C56 24 80 36 80 62C80 80 67 94 50 94C33 94 20 80 20 62C20 48 29 42 32 29C37 34 40 39 40 45"
        "C48 36 53 22 52 5Z",
        "M51 52C54 62 64 66 64 76C64 84 58 90 50 90C42 90 36 84 36 76C36 68 46 64 51 52Z",
    ),
    "snowflake": Picture(
        "M46 6h8v15l9-7 5 6-14 11v12l11-6 2-18 8 1-1 11 13-8 4 7-13 7 10 5-4 7-16-7-10 6 10 6 16-7 4 7-10 5 13 7-4 7"
        "-13-8 1 11-8 1-2-18-11-6v12l14 11-5 6-9-7v15h-8V79l-9 7-5-6 14-11V57l-11 6-2 18-8-1 1-11-13 8-4-7 13-7-10-5"
        " 4-7 16 7 10-6-10-6-16 7-4-7 10-5-13-7 4-7 13 8-1-11 8-1 2 18 11 6V31L32 20l5-6 9 7Z",
    ),
    "flower": Picture(
        "".join(circle(50 + 25 * x, 50 + 25 * y, 17) for x, y in _FIVE), spots=circle(50, 50, 11),
    ),
    "gem": Picture("M28 14H72L92 40L50 92L8 40Z", "M8 40H92M28 14L36 40L50 92L64 40L72 14M36 40L50 14L64 40"),
    # insects, seen from above
    "bee": Picture(
        "M50 6a12 12 0 0 1 11 17C84 4 98 22 92 40C88 52 76 56 66 53C72 74 62 92 50 97C38 92 28 74 34 53"
        "C24 56 12 52 8 40C2 22 16 4 39 23A12 12 0 0 1 50 6Z",
        "M34 53C34 42 38 30 42 27M66 53C66 42 62 30 58 27M33 60H67M34 70H66M37 80H63",
    ),
    "ant": Picture(
        circle(50, 20, 13) + circle(50, 46, 12) + "M50 56c14 0 19 12 19 21s-8 20-19 20s-19-11-19-20s5-21 19-21Z"
        "M40 38L18 24L16 6L22 6L24 20L46 34ZM60 38L82 24L84 6L78 6L76 20L54 34Z"
        "M40 44H14L4 54L8 58L17 50H40ZM60 44H86L96 54L92 58L83 50H60Z"
        "M42 52L20 66L12 88L18 90L26 70L46 57ZM58 52L80 66L88 88L82 90L74 70L54 57Z",
    ),
    "spider": Picture(
        circle(50, 58, 19) + circle(50, 29, 10) + "".join(
            f"M{50 + s * x} {y}L{50 + s * kx} {ky}L{50 + s * fx} {fy}L{50 + s * (fx + 6)} {fy}"
            f"L{50 + s * (kx + 3)} {ky - 7}L{50 + s * x} {y - 7}Z"
            for s in (-1, 1) for x, y, kx, ky, fx, fy in _LEGS
        ),
    ),
    "beetle": Picture(
        "M50 8C60 8 66 14 67 22C80 30 86 46 86 60C86 80 70 94 50 94C30 94 14 80 14 60C14 46 20 30 33 22"
        "C34 14 40 8 50 8Z",
        "M33 22C40 30 60 30 67 22M50 28V94",
        circle(33, 48, 7) + circle(67, 48, 7) + circle(35, 70, 7) + circle(65, 70, 7),
    ),
    "grasshopper": Picture(
        "M6 60C6 50 14 44 24 44L52 46L70 14L78 12L96 84L89 86L73 30L62 54C72 60 76 68 76 74L36 72L28 88L21 88L28 72"
        "L20 71L12 86L5 86L12 69C8 67 6 64 6 60Z",
        "M24 44C30 52 30 62 24 71",
        circle(16, 54, 3.5),
    ),
    "coin": Picture(circle(50, 50, 42), circle(50, 50, 34), shine="disc"),
    "shogi": Picture("M50 7L79 20L90 92H10L21 20Z", shine="tile", letter=(50, 60, 44)),
    "shogi_turned": Picture("M50 93L79 80L90 8H10L21 80Z", shine="tile", letter=(50, 40, 44)),
    "card": Picture(_rectangle(20, 8, 60, 84, 8), letter=(50, 50, 44)),
    "spade": Picture(
        "M50 8C58 26 88 42 88 62C88 78 66 82 55 68C56 78 60 86 66 91H34C40 86 44 78 45 68"
        "C34 82 12 78 12 62C12 42 42 26 50 8Z"
    ),
    "heart": Picture("M50 91C34 74 8 58 8 35C8 14 38 8 50 31C62 8 92 14 92 35C92 58 66 74 50 91Z"),
    "club": Picture(
        "M50 8a19 19 0 0 1 15 31a19 19 0 1 1-10 33c1 8 5 14 11 19H34c6-5 10-11 11-19a19 19 0 1 1-10-33"
        "A19 19 0 0 1 50 8Z"
    ),
    **{
        f"die{n}": Picture(_DIE, spots="".join(circle(x, y, 8.5) for x, y in pips), shine="tile")
        for n, pips in _PIPS.items()
    },
}  # fmt: skip
