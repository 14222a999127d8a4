"""Links that hold a ruleset."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode

import pytest

from cli.studio.links import MOST_BYTES, BadLink, link, packed, unpacked
from gdl import library
from gdl.syntax.parser import MAX_SIZE


def deflated(data: bytes) -> str:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    return urlsafe_b64encode(squeeze.compress(data) + squeeze.flush()).decode().rstrip("=")


def test_shipped_rulesets_come_back_from_their_links() -> None:
    for name in ("sparks", "chess", "hanabi"):
        text = library.read(name).text
        code = packed(text)
        assert unpacked(code) == text
        assert len(code) < len(text) * 0.6


def test_a_link_has_no_letters_that_addresses_do_not_have() -> None:
    found = link("https://example.org/studio/#text=old", 'game "Ä – 👑"\n')
    address, _, fragment = found.partition("#")
    assert address == "https://example.org/studio/"
    assert fragment.startswith("text=a")
    assert fragment.removeprefix("text=").replace("-", "").replace("_", "").isalnum()
    assert unpacked(fragment.removeprefix("text=")) == 'game "Ä – 👑"\n'


def test_a_bomb_is_refused_without_unfolding() -> None:
    bomb = "a" + deflated(bytes(50 * MOST_BYTES))
    assert len(bomb) < MOST_BYTES // 10
    with pytest.raises(BadLink, match="longer than 200,000"):
        unpacked(bomb)
    with pytest.raises(BadLink, match="longer than 200,000"):
        unpacked("a" + deflated(b"x" * (MAX_SIZE + 1)))
    with pytest.raises(BadLink, match="at most 200,000"):
        packed("x" * (MAX_SIZE + 1))


@pytest.mark.parametrize(
    "code",
    ["", "b", "zAAAA", "a", "a!!!", "aAAAA", "ä", packed("game")[:-3], "a" + deflated(b"\xff\xfe"), "a" + "A" * 2**21],
)
def test_rubbish_is_refused_with_a_sentence(code: str) -> None:
    with pytest.raises(BadLink, match="link"):
        unpacked(code)
