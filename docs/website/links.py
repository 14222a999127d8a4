"""Whether every link of the finished site leads somewhere: pages, files, pictures, and places on pages."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ADDRESSES = {"href", "src", "data"}
OWN_PLACES = {"play", "studio"}
"""Folders whose pages are programs: what stands behind the # is read by them."""


class _Reader(HTMLParser):
    """What a page links to, and the places that it has."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ADDRESSES and value is not None:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.places.add(value)


@cache
def _read(page: Path) -> tuple[tuple[str, ...], frozenset[str]]:
    reader = _Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    return tuple(reader.links), frozenset(reader.places)


def broken(site: Path) -> list[str]:
    """A sentence for each link of the site that leads nowhere."""
    site = site.resolve()
    found: list[str] = []
    for page in sorted(site.rglob("*.html")):
        if page.relative_to(site).parts[0] in OWN_PLACES or page.name == "404.html":
            continue
        name = page.relative_to(site)
        reasons = ((address, _why(site, page, address)) for address in dict.fromkeys(_read(page)[0]))
        found += [f"{name}: {address}: {why}" for address, why in reasons if why]
    return found


def _why(site: Path, page: Path, address: str) -> str:
    """Why an address of a page leads nowhere; empty if it leads somewhere, or out of the site."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return ""
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if target.is_dir():
        target /= "index.html"
    if not target.is_relative_to(site):
        return "this is outside of the site"
    if not target.is_file():
        return "there is no such file"
    inside = target.relative_to(site).parts[0]
    has_places = target.suffix == ".html" and inside not in OWN_PLACES
    if parts.fragment and has_places and unquote(parts.fragment) not in _read(target)[1]:
        return f"the page has no place called {parts.fragment}"
    return ""
