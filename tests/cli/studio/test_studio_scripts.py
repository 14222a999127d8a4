"""Parts of the studio's script by themselves, in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cli.studio import face
from cli.web.page.face import joined

NODE = shutil.which("node")
VSCODE = Path(__file__).resolve().parents[3] / "editors" / "vscode"
pytestmark = pytest.mark.skipif(NODE is None, reason="Node isn't there")


def done(script: str, *parts: str) -> Any:
    """What a script prints, behind parts of the studio's."""
    whole = "const tr = (text) => text;\n" + joined(*map(face.part, parts)) + script
    assert NODE
    said = subprocess.run(
        [NODE, "--input-type=module", "-"], input=whole, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


def test_the_background_goes_on_behind_what_came_first() -> None:
    """Somebody compares while figures are worked out: these are given up, and come after that."""
    script = """
    const asked = [];
    const line = { ask: async (what) => ({ outdated: asked.push(what) === 1 }) };
    const lab = new Lab(line, () => ({}));
    lab.offers = new Set(["figures", "idle"]);
    lab.on("idle", () => console.log(JSON.stringify(asked)));
    lab.run();
    """
    assert done(script, "line.js", "lab.js") == ["studio/figures", "studio/figures", "studio/idle"]


def test_a_browser_that_keeps_no_more_says_so() -> None:
    """What was saved, and what Python wrote, is kept; if it can't be, the answer is a refusal."""
    script = """
    const kept = {}, heard = [];
    const texts = { setItem(name, text) { if (text.length > 9) throw new Error("full"); kept[name] = text; } };
    const host = new WorkerHost("", "", texts);
    host.worker = { postMessage() {} };
    host.told = { heard: ({ id, result }) => heard.push([id, result.refused ?? result]) };
    const say = (id, method, params, result) => { host.send({ id, method, params }); host.hear({ id, result }); };
    say(1, "studio/save", { name: "a.gdl", text: "short" }, { mark: "1" });
    say(2, "studio/save", { name: "b.gdl", text: "far too long" }, { mark: "2" });
    host.keep({ name: "scenarios-a.yaml", text: "case" });
    say(3, "studio/keep", {}, { file: "scenarios-a.yaml" });
    host.keep({ name: "scenarios-a.yaml", text: "many more cases" });
    say(4, "studio/keep", {}, { file: "scenarios-a.yaml" });
    say(5, "studio/drop", {}, { file: "scenarios-a.yaml" });
    console.log(JSON.stringify([kept, heard]));
    """
    kept, heard = done(script, "worker_host.js")
    assert kept == {"gdl.text.a.gdl": "short", "gdl.text.scenarios-a.yaml": "case"}
    full = "This browser keeps no more: save the text as a file instead (Share)."
    file = {"file": "scenarios-a.yaml"}
    assert heard == [[1, {"mark": "1"}], [2, full], [3, file], [4, full], [5, file]]


def test_python_that_begins_late_is_waited_for() -> None:
    """On a slow machine that takes minutes: the page says so, and goes on when it is there. What fails is the end."""
    script = """
    const heard = [], begun = [], later = [];
    globalThis.setTimeout = (act) => later.push(act);
    globalThis.clearTimeout = (number) => { later[number - 1] = () => {}; };
    globalThis.fetch = async () => ({ ok: true, blob: async () => "" });
    globalThis.Worker = class {
      constructor() { begun.push(this); }
      postMessage() {}
      terminate() { heard.push("ended"); }
    };
    Object.defineProperty(globalThis, "navigator", { value: {} });
    globalThis.addEventListener = () => {};
    const told = { ready: () => heard.push("ready"), lost: ({ forGood, why }) => heard.push([Boolean(forGood), why]) };
    for (const number of [0, 1]) {
      await new WorkerHost("", "", {}).open(told);
      if (!number) later[number]();
      begun[number].onmessage({ data: number ? { failed: "no room" } : { ready: true } });
      later[number]();
    }
    console.log(JSON.stringify(heard));
    """
    late = "Python takes long to start here. Wait, or load the page again."
    failed = [True, "Python can't start here ({why})."]
    assert done(script, "worker_host.js") == [[False, late], "ready", "ended", failed]


def test_what_is_waited_for_is_told_after_a_moment_and_can_be_given_up() -> None:
    """What comes at once is not told; a wait is told with a button, which ends it; what comes later is still taken."""
    script = """
    function el() { return {}; }
    const fill = () => {}, told = [], later = [];
    globalThis.setTimeout = (act) => later.push(act);
    globalThis.clearTimeout = () => {};
    const notice = new Notice();
    notice.say = (text, [name, act]) => { told.push(text, name); notice.giveUp = act; };
    const found = [await notice.until(Promise.resolve("at once"), "busy")];
    let answer;
    for (const isGivenUp of [true, false]) {
      const waits = notice.until(new Promise((resolve) => { answer = resolve; }), "busy");
      later.pop()();
      if (isGivenUp) notice.giveUp();
      else answer("late");
      found.push(await waits);
    }
    console.log(JSON.stringify([found, told]));
    """
    assert done(script, "notice.js") == [["at once", None, "late"], ["busy", "Cancel", "busy", "Cancel"]]


def test_what_is_written_while_another_text_is_on_its_way_is_kept() -> None:
    """Somebody chooses another ruleset and goes on writing before it is there: that isn't lost without a question."""
    script = """
    function el() { return { classList: { toggle() {} } }; }
    const fill = () => {}, said = [], line = { tell() {}, greeted: Promise.resolve(), ask() {} };
    const own = (name) => ({ name, uri: name, mark: "1", text: `text of ${name}`, names: [name] });
    globalThis.document = {};
    globalThis.sessionStorage = { getItem: () => null, setItem() {}, removeItem() {} };
    const notice = { until: async (what) => what, say: (text) => said.push(text), clear() {} };
    const editor = { text: "", setText(text) { this.text = text; } };
    const left = { keep() {} };
    const file = new OpenFile({ line, editor, notice, given: null, opened() {}, left });
    line.ask = async () => own("one");
    await file.open({});
    line.ask = async (what, { name }) => {
      if (name === "two") editor.text += ", and more";
      return own(name);
    };
    await file.open({ name: "two" });
    await new Promise((go) => setTimeout(go));
    const kept = [file.file.name, editor.text, said.length];
    line.ask = async () => own("three");
    await file.open({ name: "three" }); // without saving, as was answered
    console.log(JSON.stringify([kept, [file.file.name, editor.text]]));
    process.exit();
    """
    assert done(script, "open_file.js") == [["one", "text of one, and more", 1], ["three", "text of three"]]


def test_a_link_shows_its_text_though_another_of_that_name_was_not_saved() -> None:
    """What was written in a text from a link is there when the page is loaded again, and not under another link."""
    script = """
    function el() { return { classList: { toggle() {} } }; }
    const fill = () => {}, kept = {}, told = { name: "row.gdl", uri: "row.gdl", mark: null, names: [] };
    const line = { tell() {}, greeted: Promise.resolve(), ask: async (what, { text }) => ({ ...told, text }) };
    globalThis.document = {};
    globalThis.sessionStorage = { getItem: (name) => kept[name] ?? null, setItem(name, text) { kept[name] = text; } };
    const notice = { until: async (what) => what, say() {}, clear() {} };
    const shown = [], left = { keep() {}, found: async () => [] };
    for (const given of ["first", "first", "second", null]) {
      const editor = { text: "", setText(text) { this.text = text; } };
      const game = () => `game of ${editor.text}`, opened = (kept) => shown.push(editor.text, kept);
      const file = new OpenFile({ line, editor, notice, given: Promise.resolve(given), game, opened, left });
      await file.first();
      editor.text += "!";
      file.keepNow();
    }
    console.log(JSON.stringify(shown));
    process.exit();
    """
    assert done(script, "open_file.js") == [
        "first", None, "first!", "game of first!", "second", None, "second!", "game of second!",
    ]  # fmt: skip


def test_what_a_closed_tab_has_left_is_found_and_no_open_tabs() -> None:
    script = """
    const storage = () => {
      const held = {};
      const value = (act) => ({ value: act });
      const setItem = value((name, text) => { held[name] = text; });
      const removeItem = value((name) => { delete held[name]; });
      return Object.defineProperties(held, { getItem: value((name) => held[name] ?? null), setItem, removeItem });
    };
    const open = new Set(), texts = storage();
    const query = async () => ({ held: [...open].map((name) => ({ name })) });
    const locks = { request: async (name) => open.add(name), query };
    const tab = (own = storage()) => new LeftBehind({ texts, own, locks });
    const own = storage(), one = tab(own), two = tab();
    one.keep({ name: "a.gdl", text: "of one" });
    two.keep({ name: "b.gdl", text: "of two" });
    const said = [(await tab().found()).length]; // both are open
    open.delete(one.tab);
    said.push((await two.found()).map(({ name, text }) => [name, text]));
    said.push((await tab(own).found()).length, one.tab === tab(own).tab); // loaded again, it is the same
    open.delete(one.tab);
    two.forget((await two.found())[0].key);
    said.push((await two.found()).length);
    open.clear();
    two.keep(null);
    texts.setItem("gdl.left.x", "no JSON");
    said.push((await tab().found()).length);
    const put = (name) => texts.setItem(`gdl.left.${name}`, JSON.stringify({ name, text: "text", when: +name }));
    [..."012345678"].forEach(put);
    said.push((await tab().found()).map(({ name }) => name).join(""));
    said.push(Object.keys(texts).filter((key) => /left[.]\\d$/.test(key)).length);
    const none = new LeftBehind({ texts: null, own: null, locks });
    none.keep({ name: "a.gdl", text: "lost" });
    const unlocked = new LeftBehind({ texts, own: storage(), locks: null });
    said.push((await none.found()).length, (await unlocked.found()).length);
    console.log(JSON.stringify(said));
    """
    assert done(script, "left_behind.js") == [0, [["a.gdl", "of one"]], 0, True, 0, 0, "87654", 5, 0, 0]


PLACES = """
const editor = {
  text: "",
  area: { setSelectionRange(from, to) { this.selectionStart = from; this.selectionEnd = to; } },
  replace(from, to, text) {
    this.text = this.text.slice(0, from) + text + this.text.slice(to);
    this.area.setSelectionRange(from + text.length, from + text.length);
  },
};
const write = (text) => editor.replace(editor.area.selectionStart, editor.area.selectionEnd, text);
const filling = new Filling(editor), said = [];
const put = (snippet) => {
  editor.replace(0, editor.text.length, "> ");
  const { text, places } = parsed(snippet);
  editor.replace(2, 2, text);
  filling.begin(2, places);
};
const key = (name) => filling.key({ key: name });
const selected = () => editor.text.slice(editor.area.selectionStart, editor.area.selectionEnd);
"""


def test_places_of_a_snippet_are_filled_in_one_after_the_other() -> None:
    script = """
    put("grid(${1:w}, ${2:h})");
    said.push(selected());
    write("17");
    said.push(key("Tab"), selected());
    write("5");
    said.push(key("Tab"), editor.area.selectionStart === editor.text.length, key("Tab"), editor.text);
    console.log(JSON.stringify(said));
    """
    assert done(PLACES + script, "snippets.js") == ["w", True, "h", True, True, False, "> grid(17, 5)"]


def test_what_a_snippet_repeats_becomes_the_same() -> None:
    script = """
    put('choose ${1:a} in ${2:mine}, ${3:b} in ${4:a.near} as "{${1:a}}-{${3:b}}"\\n$0');
    write("man");
    key("Tab");
    said.push(selected());
    key("Tab");
    write("goal");
    key("Tab");
    said.push(selected());
    key("Tab");
    said.push(editor.text, editor.area.selectionStart === editor.text.length);
    console.log(JSON.stringify(said));
    """
    assert done(PLACES + script, "snippets.js") == [
        "mine", "a.near", '> choose man in mine, goal in a.near as "{man}-{goal}"\n', True,
    ]  # fmt: skip


def test_places_within_a_place_are_there_unless_it_is_written_over() -> None:
    script = """
    put("board ${1:grid(${2:8}, ${3:9})}!$0");
    said.push(selected());
    key("Tab");
    said.push(selected());
    put("board ${1:grid(${2:8}, ${3:9})}!$0");
    write("hex");
    said.push(key("Tab"), selected(), key("Tab"), editor.text);
    console.log(JSON.stringify(said));
    """
    assert done(PLACES + script, "snippets.js") == ["grid(8, 9)", "8", True, "", False, "> board hex!"]


@pytest.mark.parametrize("leave", ["key('Escape')", "editor.area.setSelectionRange(0, 0)"])
def test_tab_is_free_again_after_escape_or_elsewhere(leave: str) -> None:
    script = f"""
    put("grid(${{1:w}}, ${{2:h}})");
    {leave};
    console.log(JSON.stringify([key("Tab"), key("Tab")]));
    """
    assert done(PLACES + script, "snippets.js") == [False, False]


def test_files_of_this_computer_are_texts_of_a_ruleset_or_refused() -> None:
    script = """
    const spoken = () => "en", LONGEST_TEXT = 20, said = [];
    const file = (...parts) => new File(parts, "a.gdl");
    const texts = [file("game\\r\\nend"), file("\ufeffgame")], bytes = new Uint8Array([255, 254]);
    const none = [file(bytes), file("a\\0b"), file("x".repeat(21)), file("x".repeat(99))];
    for (const one of [...texts, ...none]) {
      said.push(await textOf(one).catch((error) => [error.message]));
    }
    console.log(JSON.stringify(said));
    """
    no, long = ["{file} isn't a text in UTF-8."], ["{file} has more than {n} characters, the limit for a ruleset."]
    assert done(script, "from_disk.js") == ["game\nend", "game", no, no, long, long]


def test_what_another_tab_has_saved_is_in_the_list() -> None:
    script = """
    const texts = { "gdl.text.pond.gdl": "of pond", "gdl.text.scenarios-pond.yaml": "", "gdl.text.ape.gdl": "of ape" };
    Object.defineProperty(texts, "getItem", { value: (key) => texts[key] });
    const host = new WorkerHost("", "", texts), posted = [], heard = [];
    host.worker = { postMessage: (what) => posted.push(what) };
    host.told = { heard: ({ method, params }) => heard.push([method, params.names]) };
    host.elsewhere({ key: "gdl.text.ape.gdl", newValue: "of ape" });
    host.elsewhere({ key: "gdl.language", newValue: "de" });
    console.log(JSON.stringify([posted, heard]));
    """
    kept = {"keep": {"name": "ape.gdl", "text": "of ape"}}
    assert done(script, "worker_host.js") == [[kept], [["studio/names", ["ape.gdl", "pond.gdl"]]]]


def test_a_browser_without_storage_has_a_studio_that_says_so() -> None:
    script = """
    Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("The operation is insecure."); } });
    const host = new WorkerHost("", ""), heard = [];
    host.worker = { postMessage() {} };
    host.told = { heard: ({ result }) => heard.push(result.refused) };
    host.send({ id: 1, method: "studio/save", params: { name: "a.gdl", text: "text" } });
    host.hear({ id: 1, result: { mark: "1" } });
    console.log(JSON.stringify([host.all(), heard]));
    """
    refused = "This browser keeps no more: save the text as a file instead (Share)."
    assert done(script, "worker_host.js") == [[], [refused]]


def test_every_script_is_part_of_a_page() -> None:
    listed = {*face.MODULES, *face.SERVER, "worker_host.js", "start_worker.js"}
    assert {path.name for path in Path(str(face.PAGE)).glob("*.js")} == listed


def test_spaces_that_are_typed_are_not_written_twice() -> None:
    """A text is typed key by key, with all its spaces or with none, and comes out the same."""
    script = """
    function typed(keys) {
      const indents = new Indents("  ");
      let text = "";
      for (const key of keys) {
        const line = text.slice(text.lastIndexOf("\\n") + 1);
        const { gone, spaces, isThere } = key === "\\n" ? indents.ended(line, "") : indents.wrote(line, key);
        text = text.slice(0, text.length - gone) + (isThere ? "" : key) + (spaces ?? "");
      }
      return text;
    }
    const whole = 'setup\\n  put man on a1\\n\\nturn\\n  either\\n    choose "a"\\n    pot = 0\\n'
      + '  or\\n    choose "b"\\n  pot = 1\\n\\nend\\n  draw\\n';
      + '  or\\n    choose "b"\\n  pot = 1\\n\\nend\\n  draw\\n';
    const bare = 'setup\\nput man on a1\\n\\nturn\\nchoose a in mine\\n      where a in mine\\nmove a to b\\n';
    console.log(JSON.stringify([typed(whole) === whole + "  ", typed(bare)]));
    """
    same, typed = done(script, "indents.js")
    assert same
    assert typed == (
        "setup\n  put man on a1\n\nturn\n  choose a in mine\n      where a in mine\n      move a to b\n      "
    )


def test_backspace_takes_a_step_of_spaces() -> None:
    lines = ["", " ", "  ", "   ", "    ", "  a", "a  "]
    asked = f"{lines}.map((line) => new Indents('  ').back(line))"
    script = f"console.log(JSON.stringify({asked}));"
    assert done(script, "indents.js") == [1, 1, 2, 1, 2, 1, 1]


def test_the_studio_and_vs_code_indent_below_the_same_lines() -> None:
    settings = json.loads((VSCODE / "language-configuration.json").read_text(encoding="utf-8"))
    theirs = settings["indentationRules"]["increaseIndentPattern"]
    assert done("console.log(JSON.stringify(OPENS.source));", "indents.js") == theirs


@pytest.mark.parametrize("host", [("worker_host.js", "start_worker.js"), ("socket.js", "start_server.js")])
def test_the_scripts_become_one_that_can_be_read(host: tuple[str, ...], tmp_path: Path) -> None:
    """Their names meet there: none may be declared twice."""
    whole = tmp_path / "studio.mjs"
    whole.write_text(face.script(host), encoding="utf-8")
    assert NODE
    said = subprocess.run([NODE, "--check", str(whole)], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
