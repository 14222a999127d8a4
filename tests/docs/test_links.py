"""Links lead somewhere: in the manual, the pages of lint, what stands beside editors, and what programs name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = [ROOT / name for name in ("docs", "editors", "rulesets")]
PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in folder.rglob("*.md")))
    if "node_modules" not in path.parts
)
TEXTS = sorted(
    path
    for folder in ("gdl", "interpreter", "cli", "rulesets", "editors", "docs", "benchmarks")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".js", ".gdl", ".lark", ".json", ".vim", ".lua", ".yaml", ".html", ".toml"}
    and not {"node_modules", "__pycache__"} & {*path.parts}
)
LINK = re.compile(r"\]\(\s*<?([^()\s<>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^\[[^\]]+\]:\s*(\S+)", re.M)
NAMED = re.compile(
    r"(?<![\w/.-])((?:docs|editors|benchmarks|rulesets)/[\w./-]*\w\.(?:md|py|json|yaml|js|vim|gdl))(#[\w-]+)?(?![\w*{])"
)
"""A file of the repository that prose or a message names."""


@cache
def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def prose(text: str) -> str:
    """Markdown without what is shown as it stands: code is no link."""
    text = re.sub(r"^( *)(```+|~~~+).*?^\1\2 *$", "", text, flags=re.M | re.S)
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "code", text)


def anchor(heading: str) -> str:
    """What GitHub calls the place of a heading: small letters, blanks as dashes, no other signs."""
    heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    heading = re.sub(r"[`*]|(?<!\w)_|_(?!\w)|<[^>]+>", "", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


@cache
def anchors(page: Path) -> frozenset[str]:
    """All places of a page; what is called as something before is counted."""
    text = re.sub(r"^( *)(```+|~~~+).*?^\1\2 *$", "", read(page), flags=re.M | re.S)
    found: dict[str, int] = {}
    places = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", text, re.M):
        name = anchor(heading)
        places.add(f"{name}-{found[name]}" if name in found else name)
        found[name] = found.get(name, 0) + 1
    return frozenset(places)


def broken(page: Path, target: str) -> str:
    """Why a link of a page leads nowhere; empty if it doesn't."""
    if re.match(r"[a-z]+:", target):
        return ""
    file, _, place = target.partition("#")
    to = (page.parent / file).resolve() if file else page
    if not to.exists():
        return f"there is no {file}"
    if ROOT not in (to, *to.parents):
        return f"{file} is outside"
    if place and (to.suffix != ".md" or place not in anchors(to)):
        return f"{to.name} has no heading #{place}"
    return ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = prose(read(page))
    wrong = {target: why for target in (*LINK.findall(text), *REFERENCE.findall(text)) if (why := broken(page, target))}
    assert not wrong


def test_chapters_that_anything_names_are_there() -> None:
    """As “The head” in the manual, or docs/native.md, “For a page”."""
    named = re.compile(r"(docs/\w+\.md), “([^”]+)”|“([^”]+)” in the manual")
    named_so = (match for path in (*PAGES, *TEXTS) for match in named.findall(read(path)))
    found = [(page or "docs/language.md", one or other) for page, one, other in named_so]
    assert found
    for page, chapter in found:
        assert any(re.sub(r"^[\d-]+", "", name) == anchor(chapter) for name in anchors(ROOT / page)), chapter


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_address_is_a_stand_in(page: Path) -> None:
    assert not re.findall(r"https?://[\w.-]*example\.\S*", read(page))


def test_pages_that_anything_names_are_there() -> None:
    wrong = {}
    for path in (*PAGES, *TEXTS):
        for file, place in NAMED.findall(read(path)):
            if why := broken(ROOT / "x", file + place):
                wrong[f"{path.relative_to(ROOT)}: {file}{place}"] = why
    assert not wrong
