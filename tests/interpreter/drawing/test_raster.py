"""PNG and GIF: as large as they should be, not blank, with letters even where no fonts are installed."""

from __future__ import annotations

from io import BytesIO

import pytest

from interpreter import Game
from interpreter.drawing import raster
from interpreter.drawing.film import Frame, seconds, stills
from interpreter.drawing.svg import picture

Image = pytest.importorskip("PIL.Image", reason="Pillow isn't installed (extra `pictures`)")
resvg = pytest.importorskip("resvg_py", reason="resvg-py isn't installed (extra `pictures`)")


def test_a_png_is_as_large_as_its_picture() -> None:
    svg = picture(Game.load("chess").start().view())
    width = float(svg.split('width="')[1].split('"')[0])
    for zoom in (1.0, 2.0):
        image = Image.open(BytesIO(raster.png(svg, zoom)))
        assert image.format == "PNG" and abs(image.width - zoom * width) <= 1
    colours = image.convert("RGB").getcolors(1 << 24)
    assert len(colours) > 100
    assert max(count for count, _ in colours) < 0.6 * image.width * image.height


def test_letters_are_there_without_the_machines_fonts() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30" font-family="sans-serif">'
        '<text x="5" y="20" font-size="20">abc</text></svg>'
    )
    assert svg.isascii()  # so that the machine's fonts aren't looked at
    image = Image.open(BytesIO(raster.png(svg, 1.0)))
    assert image.getchannel("A").getbbox() is not None


def test_a_gif_has_a_frame_for_each_turn() -> None:
    states = [Game.load("tictactoe").start()]
    for text in ("a1", "b2", "c3"):
        states.append(states[-1].play(text))
    frames = [Frame(state.view()) for state in states]
    image = Image.open(BytesIO(raster.gif(stills(frames), seconds(frames, 0.5))))
    assert image.format == "GIF" and image.n_frames == 4 and image.info["loop"] == 0
    durations, shown = [], []
    for i in range(4):
        image.seek(i)
        durations.append(image.info["duration"])
        shown.append(image.convert("RGB").tobytes())
    assert durations == [500, 500, 500, 1500]
    assert len(set(shown)) == 4
