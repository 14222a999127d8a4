"""Links that hold a whole ruleset: the text, compressed, in the fragment of the studio's address.

A fragment is never sent to a server. Its form is `#text=` and the packed text: a letter that says how it is packed,
and the bytes as base64url without padding. `a` means: the text in UTF-8, compressed with raw deflate (RFC 1951). The
page packs and unpacks in the same way (`page/links.js`).
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error

from gdl.syntax.parser import MAX_SIZE

VERSION = "a"
MOST_BYTES = 4 * MAX_SIZE
"""Bytes that a packed text may have when it is unpacked: the longest ruleset fits, whatever its letters."""
RAW = -15


class BadLink(ValueError):
    """A link holds no text that can be read; str() says why, for people."""


def link(address: str, text: str) -> str:
    """A link that opens this text in the studio at an address, as `https://example.org/studio/` or `studio/`.

    Raises BadLink if the text is longer than a ruleset may be.
    """
    return f"{address.partition('#')[0]}#text={packed(text)}"


def packed(text: str) -> str:
    """A text as links hold it. The same text gives the same letters. Raises BadLink if it is too long."""
    if len(text) > MAX_SIZE:
        raise BadLink(f"the text has {len(text):,} characters; a link holds at most {MAX_SIZE:,}")
    squeeze = zlib.compressobj(9, zlib.DEFLATED, RAW)
    data = squeeze.compress(text.encode("utf-8", "replace")) + squeeze.flush()
    return VERSION + urlsafe_b64encode(data).decode().rstrip("=")


def unpacked(code: str) -> str:
    """The text in a link. However much a link would unfold to, at most `MOST_BYTES` are unpacked. Raises BadLink."""
    if not code.startswith(VERSION):
        raise BadLink("the link holds no text that this version can read")
    letters = code[len(VERSION) :]
    if len(letters) > 2 * MOST_BYTES:
        raise BadLink("the link is too long")
    open_up = zlib.decompressobj(RAW)
    try:
        data = open_up.decompress(urlsafe_b64decode(letters + "=" * (-len(letters) % 4)), MOST_BYTES)
        text = data.decode("utf-8")
    except (Error, ValueError, zlib.error):
        raise BadLink("the link is damaged: its text can't be unpacked") from None
    if open_up.unconsumed_tail or len(text) > MAX_SIZE:
        raise BadLink(f"the text in the link is longer than {MAX_SIZE:,} characters, the limit")
    if not open_up.eof:
        raise BadLink("the link is damaged: a part of its text is missing")
    return text
