"""Pictures of points, PNG and GIF, made of SVG. Needs the extra `pictures`: resvg-py, and for GIF Pillow.

Pillow brings a font, so that names and numbers look the same everywhere, and are there on machines without fonts;
it has English letters alone, and all others are taken from the machine's fonts.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

import resvg_py
from PIL import Image, ImageFont

COLOURS = 256
SAMPLES = 12
"""So many frames say which colours a film has."""
THOUSANDTHS = 1000
LEAST = 20
"""The least time of a frame, in thousandths of a second: many programs take less for a mistake."""


def png(svg: str, zoom: float = 2.0) -> bytes:
    """The picture, so many points wide for each of its units."""
    fonts = _fonts()
    alone = bool(fonts) and svg.isascii()  # to look through all fonts of the machine takes a while
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts=alone, **fonts))


def gif(pictures: Sequence[str], seconds: Sequence[float], zoom: float = 1.0) -> bytes:
    """A film that begins again and again, each picture for its time."""
    last = len(pictures) - 1
    samples = sorted({i * last // SAMPLES for i in range(SAMPLES + 1)})
    palette = _palette([_points(pictures[i], zoom) for i in samples])
    frames = (_points(svg, zoom).quantize(palette=palette, dither=Image.Dither.NONE) for svg in pictures)
    file = BytesIO()
    times = [max(LEAST, round(s * THOUSANDTHS)) for s in seconds]
    next(frames).save(file, "GIF", save_all=True, append_images=frames, duration=times, loop=0, disposal=1)
    return file.getvalue()


def _points(svg: str, zoom: float) -> Image.Image:
    return Image.open(BytesIO(png(svg, zoom))).convert("RGB")


def _palette(chosen: Sequence[Image.Image]) -> Image.Image:
    """Colours that suit a whole film: those of some frames."""
    width, height = chosen[0].size
    sheet = Image.new("RGB", (width, height * len(chosen)))
    for i, frame in enumerate(chosen):
        sheet.paste(frame, (0, i * height))
    return sheet.quantize(COLOURS, dither=Image.Dither.NONE)


@lru_cache(maxsize=1)
def _fonts() -> dict[str, Any]:
    """What resvg is told about fonts: Pillow's own is there for whoever has no other."""
    try:
        font = ImageFont.load_default(16)
        content = getattr(font, "font_bytes", b"")
        name = font.getname()[0] if isinstance(font, ImageFont.FreeTypeFont) else ""
    except OSError:
        return {}
    if not content or not name:
        return {}
    path = Path(_folder().name) / "font.ttf"
    path.write_bytes(content)
    return {"font_files": [str(path)], "font_family": name, "sans_serif_family": name}


@lru_cache(maxsize=1)
def _folder() -> tempfile.TemporaryDirectory[str]:
    """A folder that goes when the program ends."""
    return tempfile.TemporaryDirectory(prefix="gdl-font-")
