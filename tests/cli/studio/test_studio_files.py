"""The studio's files: names stay below its folder, nothing is overwritten unseen, what the disk refuses is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.studio.files import MOST_BYTES, Changed, Folder, Refused


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    root = tmp_path / "games"
    root.mkdir()
    (root / "one.gdl").write_text('game "One"\n', encoding="utf-8")
    (tmp_path / "secret.gdl").write_text("secret\n", encoding="utf-8")
    return Folder(root)


@pytest.mark.parametrize("name", [
    "../secret.gdl", "/etc/passwd", "a/../../secret.gdl", "..\\secret.gdl", "one.txt", "", ".gdl/..", "x\0.gdl",
    "link.gdl", "a" * 300 + ".gdl", "in/secret.gdl",
])  # fmt: skip
def test_no_name_leads_out_of_the_folder(folder: Folder, name: str) -> None:
    (folder.root / "link.gdl").symlink_to(folder.root.parent / "secret.gdl")
    (folder.root / "in").symlink_to(folder.root.parent)
    with pytest.raises(Refused):
        folder.read(name)
    with pytest.raises(Refused):
        folder.write(name, "mine\n", None)
    assert (folder.root.parent / "secret.gdl").read_text(encoding="utf-8") == "secret\n"


def test_what_was_read_is_written_back_as_it_was(folder: Folder) -> None:
    path = folder.root / "one.gdl"
    path.write_bytes(b"\xef\xbb\xbfgame \"One\"\r\n  year 2000\r\n")
    read = folder.read("one.gdl")
    assert read.text == 'game "One"\n  year 2000\n'
    written = folder.write("one.gdl", read.text.replace("2000", "2001"), read.mark)
    assert path.read_bytes() == b"\xef\xbb\xbfgame \"One\"\r\n  year 2001\r\n"
    assert folder.mark("one.gdl") == written.mark


def test_what_changed_meanwhile_is_not_written_over(folder: Folder) -> None:
    path, mark = folder.root / "one.gdl", folder.read("one.gdl").mark
    path.write_text("theirs\n", encoding="utf-8")
    with pytest.raises(Changed) as changed:
        folder.write("one.gdl", "mine\n", mark)
    assert changed.value.now is not None and changed.value.now.text == "theirs\n"
    assert path.read_text(encoding="utf-8") == "theirs\n"
    folder.write("one.gdl", "mine\n", changed.value.now.mark)
    assert path.read_text(encoding="utf-8") == "mine\n"


def test_what_is_gone_is_told(folder: Folder) -> None:
    mark = folder.read("one.gdl").mark
    (folder.root / "one.gdl").unlink()
    with pytest.raises(Changed) as changed:
        folder.write("one.gdl", "mine\n", mark)
    assert changed.value.now is None
    folder.write("one.gdl", "mine\n", None)
    assert folder.names() == ["one.gdl"]


def test_a_new_file_takes_the_place_of_no_other(folder: Folder) -> None:
    with pytest.raises(Changed):
        folder.write("one.gdl", "mine\n", None)
    assert folder.free("one") == "one2.gdl"


@pytest.mark.parametrize(("data", "why"), [
    (b"\xff\xfe\x00", "UTF-8"), (b"game\0", "bytes of zero"), (b"#" * (MOST_BYTES + 1), "is larger"),
    ("ä".encode() * 200_001, "more than 200,000 characters"),
])  # fmt: skip
def test_what_is_no_text_is_refused(folder: Folder, data: bytes, why: str) -> None:
    (folder.root / "one.gdl").write_bytes(data)
    with pytest.raises(Refused, match=why):
        folder.read("one.gdl")


def test_the_longest_ruleset_is_read(folder: Folder) -> None:
    (folder.root / "one.gdl").write_bytes("ä".encode() * 200_000)
    assert len(folder.read("one.gdl").text) == 200_000


def test_what_the_disk_refuses_is_told(folder: Folder) -> None:
    (folder.root / "folder.gdl").mkdir()
    with pytest.raises(Refused, match="something else"):
        folder.write("folder.gdl", "mine\n", None)
    with pytest.raises(Refused, match="can't be read"):
        folder.read("folder.gdl")
    (folder.root / "file").write_text("", encoding="utf-8")
    with pytest.raises(Refused, match="something else"):
        folder.write("file/new.gdl", "mine\n", None)


def test_names_are_those_of_rulesets_below_the_folder(folder: Folder) -> None:
    for name in ("in/two.gdl", ".hidden/three.gdl", "notes.txt"):
        path = folder.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("", encoding="utf-8")
    assert folder.names() == ["one.gdl", "in/two.gdl"]
