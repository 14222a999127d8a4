"""The page's modules joined to one script: what is for readers of the source stays there."""

from __future__ import annotations

import re

from cli.studio import face as studio
from cli.web.page import build, face

MODULE = """\
// What this is.
import { a } from "./a.js";

/** A sum of `a // b`. */
export function sum() { // of all
  const path = "http://a // b", rest = `${a}//${path}`; // never shown
  return path + rest;
}
"""


def test_comments_go_and_texts_stay() -> None:
    assert face.joined(MODULE).split("\n") == [
        "", "function sum() {", 'const path = "http://a // b", rest = `${a}//${path}`;', "return path + rest;", "}", "",
    ]  # fmt: skip


def test_no_comment_is_sent() -> None:
    scripts = [studio.script(), face.script(build.part("engine.js")), face.lobby()]
    assert [line for script in scripts for line in script.split("\n") if re.match(r"//|/\*| \*", line)] == []
