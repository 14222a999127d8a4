"""What is packed in a page: bytes as text, which the page reads again."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

import pytest
from page_node import NODE
from patience import HANGS

from cli.web.page import build, face

DRIVER = r"""
const { readFileSync } = await import("node:fs");
const given = JSON.parse(readFileSync(process.argv[2]));
console.log(JSON.stringify(given.map((text) => [...decoded(text)])));
"""


def test_four_bytes_are_five_digits_of_base_85_and_the_less_sign_is_none() -> None:
    """2^32 - 1 has the digits 82, 23, 54, 12, 0; the digit 0 is `*`, those after it follow in ASCII, but for `<`."""
    assert build.in_signs(bytes(4)) == "*****"
    assert build.in_signs(b"\xff" * 4) == "".join(chr(42 + digit) for digit in (82, 23, 54, 12, 0))
    less = 85**4 * (ord("<") - 42)
    assert build.in_signs(less.to_bytes(4, "big")) == "!****"
    every = build.in_signs(bytes(Random(1).randbytes(50_000)))
    assert len(set(every)) == 85
    assert len(every) == 62_500
    assert "<" not in every


@pytest.mark.skipif(NODE is None, reason="needs Node")
def test_a_page_reads_what_was_packed(tmp_path: Path) -> None:
    draw = Random(2)
    given = [draw.randbytes(size) for size in range(70)] + [bytes(9), b"\xff" * 11, draw.randbytes(10_001)]
    (tmp_path / "texts.json").write_text(json.dumps([f"{build.in_signs(one)}\n" for one in given]), encoding="utf-8")
    (tmp_path / "read.mjs").write_text(face.joined(build.part("unpack.js")) + DRIVER, encoding="utf-8")
    words = [str(NODE), str(tmp_path / "read.mjs"), str(tmp_path / "texts.json")]
    told = subprocess.run(words, capture_output=True, text=True, timeout=HANGS, check=True).stdout
    assert [bytes(one) for one in json.loads(told)] == given
