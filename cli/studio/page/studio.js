// The studio's page: the text on the left, the board on the right, and the line between them and the host.

import { el, fill, keep, kept } from "./dom.js";
import { Editor } from "./editor.js";
import { StudioEngine } from "./engine.js";
import { Face } from "./face.js";
import { Findings } from "./findings.js";
import { keepDraft, keptDraft, Notice } from "./files.js";
import { dialogue, newWindow, rulesWindow } from "./dialogues.js";
import { Explanation } from "./explanation.js";
import { speak, tr, wanted } from "./language.js";
import { languageField } from "./language_field.js";
import { Line, Unanswered } from "./line.js";
import { Proposals } from "./proposals.js";
import { Search } from "./search.js";

const COLOURS = 40; // milliseconds after a change until colours are asked for
const BOARD = 250; // and until the board follows
const PANES = ["text", "board"];

/** The face of a game, in the studio's pane: what the studio has itself isn't there twice. */
class Stage extends Face {
  tools() {
    const tool = (name, sign, act, needs) =>
      el("button", { type: "button", title: name, "data-needs": needs ?? null, onclick: act }, el("span", { "aria-hidden": "true", class: "sign", "data-sign": sign }), el("span", { class: "name" }, name));
    fill(this.bar,
      tool(tr("New game"), "✚", () => newWindow(this.engine.info, (value) => this.engine.restart(value))),
      tool(tr("Undo"), "↶", () => this.ask("undo"), "undo"),
      tool(tr("Redo"), "↷", () => this.ask("redo"), "redo"),
      tool(tr("Flip"), "⇅", () => this.flip()),
      tool(tr("Rules"), "?", () => rulesWindow(this.engine.info)));
  }

  can(what) {
    return what === "redo" ? this.engine.undone.length > 0 : super.can(what);
  }
}

class Studio {
  constructor(root, host, given) {
    this.given = given;
    this.line = new Line(host);
    this.offers = new Set(); // what the host says that it can do
    this.file = null; // {name, uri, mark, saved: text}
    this.version = 0;
    this.found = [];
    this.editor = new Editor({ changed: () => this.changed(), key: (event) => this.key(event), moved: () => this.moved() });
    this.findings = new Findings({ reveal: (range) => this.show("text", () => this.editor.reveal(range)), fix: (action) => this.fix(action) });
    this.proposals = new Proposals(this.editor, (position) => this.atPlace("completion", position).then((found) => found?.items ?? []));
    this.explanation = new Explanation(this.editor, (position) => this.atPlace("hover", position));
    this.search = new Search(this.editor);
    this.editor.area.addEventListener("click", (event) => (event.ctrlKey || event.metaKey) && this.define());
    this.notice = new Notice();
    this.engine = new StudioEngine(this.line, () => this.file?.uri ?? null);
    this.stuck = el("p", { class: "stuck", role: "status" });
    this.stage = el("div", { class: "stage" });
    this.names = el("select", { class: "names", "aria-label": tr("Ruleset"), onchange: () => this.choose() });
    this.state = el("span", { class: "save-state", role: "status" });
    this.where = el("span", { class: "caret" });
    const tool = (name, act, title = name, more = {}) => el("button", { type: "button", title, onclick: act, ...more }, name);
    this.outline = el("select", { class: "outline", "aria-label": tr("Go to"), onchange: () => this.goTo() });
    const tabs = PANES.map((pane) => tool({ text: tr("Text"), board: tr("Board") }[pane], () => this.show(pane), undefined, { "data-pane": pane, "aria-pressed": "false" }));
    this.shell = el("div", { class: "studio", "data-shows": "text" },
      el("header", { class: "top head" },
        el("h1", {}, "gdl studio"), this.names, tool(tr("New"), () => this.open({ new: true }), tr("Begin a new ruleset")),
        tool(tr("Save"), () => this.save(), tr("Save (Ctrl+S)"), { class: "main" }), this.state,
        el("nav", { class: "panes", "aria-label": tr("Panes") }, tabs),
        el("span", { class: "end" }, tool(el("span", { class: "sign", "data-sign": "◐" }), () => this.theme(), tr("Colours"), { "aria-label": tr("Colours") }), languageField(() => this.reload()))),
      this.notice.element,
      el("main", { class: "panes-side-by-side" },
        el("section", { class: "writing", "aria-label": tr("Text") }, this.search.element, this.editor.element,
          el("div", { class: "caret-bar" },
            el("span", { class: "edit" }, this.outline, tool(tr("Find"), () => this.search.open(), tr("Find (Ctrl+F)")),
              tool(tr("Rename"), () => this.rename(), tr("Rename what is at the caret (F2)")), tool(tr("Format"), () => this.format(), tr("Put the text into the usual layout (Shift+Alt+F)"))),
            this.where),
          this.findings.element, this.proposals.element, this.explanation.element),
        el("section", { class: "playing", "aria-label": tr("Board") }, this.stuck, this.stage)));
    fill(root, this.shell);
    this.face = new Stage(this.engine, this.stage);
    this.face.listen();
    this.show("text");
  }

  begin() {
    const { line, engine } = this;
    line.on("ready", () => this.ready());
    line.on("lost", (how) => this.lost(how));
    line.on("textDocument/publishDiagnostics", (told) => this.diagnosed(told));
    line.on("studio/disk", (told) => this.disk(told));
    engine.on("stuck", (why) => { this.stuck.textContent = tr("The board shows the last rules that could be played. {why}", { why }); this.stage.classList.add("old"); });
    engine.on("fine", () => { this.stuck.textContent = ""; this.stage.classList.remove("old"); });
    engine.on("followed", (text) => { this.stuck.textContent = text; });
    addEventListener("beforeunload", (event) => this.isUnsaved && !this.isLeaving && event.preventDefault());
    addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "s") {
        event.preventDefault();
        this.save();
      }
    });
    line.open();
  }

  // ---- the line

  async ready() {
    const capabilities = {
      textDocument: {
        hover: { contentFormat: ["plaintext"] }, completion: { completionItem: { documentationFormat: ["plaintext"] } },
        publishDiagnostics: { versionSupport: true }, codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll.gdl"] } } },
      },
    };
    try {
      const { capabilities: can } = await this.line.ask("initialize", { processId: null, rootUri: null, capabilities });
      this.kinds = can.semanticTokensProvider.legend.tokenTypes;
      this.line.tell("initialized");
      const { offers } = await this.line.ask("studio/hello");
      this.offers = new Set(offers);
      for (const part of this.shell.querySelectorAll("[data-offer]")) part.hidden = !this.offers.has(part.dataset.offer);
      if (this.file) await this.again();
      else await this.open(await this.first());
    } catch (error) {
      if (!(error instanceof Unanswered)) this.notice.say(error.message);
    }
  }

  /** What is opened first: a text that was given, else what the host has. */
  async first() {
    try {
      const text = await this.given;
      return typeof text === "string" ? { text } : {};
    } catch (error) {
      this.complaint = error.message;
      return {};
    }
  }

  lost({ forGood, wrongLink, why }) {
    if (why) this.notice.say(why);
    else if (wrongLink) this.notice.say(tr("This link isn't the studio's, or not any more: open the one that `gdl studio` has printed last."));
    else if (forGood) this.notice.say(tr("The studio doesn't answer this page. Are too many of its pages open?"));
    else this.notice.say(tr("The studio has stopped, or can't be reached. Your text stays here; it goes on when the studio does."));
  }

  /** The line is there again: what the server doesn't know any more it is told. */
  async again() {
    this.notice.clear();
    const held = this.editor.text;
    const told = await this.line.ask("studio/open", { name: this.file.name });
    if (told.refused) this.notice.say(told.refused);
    else if (told.mark !== this.file.mark && told.text !== held) this.differs(told);
    this.tellOpen();
  }

  tellOpen() {
    this.line.tell("textDocument/didOpen", { textDocument: { uri: this.file.uri, languageId: "gdl", version: ++this.version, text: this.editor.text } });
    this.findings.checking();
    this.colour();
    this.engine.follow();
  }

  // ---- files

  get isUnsaved() {
    return this.file !== null && (this.file.mark === null || this.editor.text !== this.file.saved);
  }

  /** Open a file, the first one, or a new one. */
  async open(which) {
    const told = await this.line.ask("studio/open", which).catch((error) => ({ refused: error.message }));
    if (told.refused) {
      this.notice.say(told.refused);
      this.list();
      return;
    }
    if (this.file) this.line.tell("textDocument/didClose", { textDocument: { uri: this.file.uri } });
    const draft = keptDraft();
    const mine = !this.file && draft?.name === told.name && draft.text !== told.text ? draft : null;
    this.file = { name: told.name, uri: told.uri, mark: told.mark, saved: told.text };
    this.all = told.names;
    this.notice.clear();
    this.editor.setText(told.text);
    if (mine) {
      this.editor.setText(mine.text);
      if (mine.mark !== told.mark) this.differs(told);
    }
    document.title = `${told.name} – gdl studio`;
    this.engine.forget();
    this.list();
    this.mark();
    this.tellOpen();
    if (this.complaint) this.notice.say(this.complaint);
    this.complaint = null;
  }

  list() {
    const names = this.all ?? [];
    const shown = this.file && !names.includes(this.file.name) ? [this.file.name, ...names] : names;
    fill(this.names, shown.map((name) => el("option", { value: name, selected: name === this.file?.name }, name)));
    this.names.value = this.file?.name ?? "";
  }

  choose() {
    const name = this.names.value;
    if (!this.isUnsaved) {
      this.open({ name });
      return;
    }
    this.names.value = this.file.name;
    this.notice.say(tr("{name} isn't saved.", { name: this.file.name }),
      [tr("Save it, then open {name}", { name }), async () => (await this.save()) && this.open({ name })],
      [tr("Open {name} without saving", { name }), () => this.open({ name })]);
  }

  /** Write the text to the disk; says whether that was done. */
  async save(mark = this.file?.mark) {
    if (!this.file) return false;
    const { text } = this.editor, { name } = this.file;
    const told = await this.line.ask("studio/save", { name, text, mark }).catch((error) => ({ refused: error.message }));
    if (told.refused) {
      this.notice.say(told.refused);
      return false;
    }
    if (told.isChanged) {
      this.differs(told.changed);
      return false;
    }
    this.file = { ...this.file, mark: told.mark, saved: text };
    this.all = told.names;
    this.notice.clear();
    this.list();
    this.mark();
    return true;
  }

  /** The disk holds something else than this page believed; null: nothing any more. */
  differs(now) {
    const { name } = this.file;
    if (!now) {
      this.notice.say(tr("{name} isn't on the disk any more.", { name }), [tr("Save it again"), () => this.save(null)]);
      return;
    }
    this.notice.say(tr("{name} has changed on the disk.", { name }),
      [tr("Show what is on the disk"), () => this.takeOver(now)],
      [tr("Keep what is here, and write it over that"), () => this.save(now.mark)]);
  }

  /** What the disk holds is the text from now on; Undo brings back what was here. */
  takeOver(now) {
    this.file = { ...this.file, mark: now.mark, saved: now.text };
    this.editor.become(now.text);
    this.mark();
  }

  /** The server says that the file isn't what it was. */
  async disk({ name, mark }) {
    if (name !== this.file?.name || mark === this.file.mark) return;
    if (mark === null) {
      this.differs(null);
      return;
    }
    const wasUnsaved = this.isUnsaved;
    const told = await this.line.ask("studio/open", { name });
    if (told.refused) this.notice.say(told.refused);
    else if (wasUnsaved || this.isUnsaved) this.differs(told);
    else {
      this.takeOver(told);
      this.notice.say(tr("{name} was changed on the disk, and is shown as it is now. Undo brings back what was here.", { name }));
    }
  }

  mark() {
    const words = this.isUnsaved ? tr("not saved") : tr("saved");
    if (this.state.textContent !== words) this.state.textContent = words;
    this.state.classList.toggle("unsaved", this.isUnsaved);
    keepDraft(this.isUnsaved ? { name: this.file.name, text: this.editor.text, mark: this.file.mark } : null);
  }

  /** The page anew, as in another language; what isn't saved is kept. */
  reload() {
    this.mark();
    this.isLeaving = true;
    location.reload();
  }

  // ---- the text

  changed() {
    if (!this.file) return;
    this.line.tell("textDocument/didChange", { textDocument: { uri: this.file.uri, version: ++this.version }, contentChanges: [{ text: this.editor.text }] });
    this.mark();
    clearTimeout(this.colouring);
    this.colouring = setTimeout(() => this.colour(), COLOURS);
    clearTimeout(this.following);
    this.following = setTimeout(() => this.engine.follow(), BOARD);
  }

  get document() {
    return { uri: this.file.uri };
  }

  async colour() {
    const { version } = this;
    const told = await this.line.ask("textDocument/semanticTokens/full", { textDocument: this.document }).catch(() => null);
    if (told && version === this.version) this.editor.layer.setColours(told.data, this.kinds);
  }

  async diagnosed({ uri, version, diagnostics }) {
    if (uri !== this.file?.uri || (version ?? this.version) !== this.version) return;
    this.found = diagnostics;
    this.editor.layer.setMarks(diagnostics);
    this.findings.show(diagnostics);
    if (!diagnostics.length) {
      this.outlined();
      return;
    }
    const whole = { start: { line: 0, character: 0 }, end: this.editor.places.of(this.editor.text.length) };
    this.outlined();
    const actions = await this.line.ask("textDocument/codeAction", { textDocument: this.document, range: whole, context: { diagnostics: [] } }).catch(() => []);
    if (this.found === diagnostics) this.findings.show(diagnostics, actions ?? []);
  }

  /** Make a change that the server offers. */
  fix(action) {
    const { documentChanges = [], changes = {} } = action.edit ?? {};
    const all = [...documentChanges.map(({ textDocument, edits }) => [textDocument.uri, edits]), ...Object.entries(changes)];
    for (const [uri, edits] of all) if (uri === this.file.uri) this.editor.apply(edits);
    const others = all.map(([uri]) => uri).filter((uri) => uri !== this.file.uri).map((uri) => decodeURIComponent(uri).split("/").at(-1));
    if (others.length) this.notice.say(tr("These files would have to change, too, and did not: {files}.", { files: others.join(", ") }));
  }

  moved() {
    const { line, character } = this.editor.position;
    this.where.textContent = tr("line {line}, column {column}", { line: line + 1, column: character + 1 });
  }

  /** Ask about a place in the text; null where nothing is to be said. */
  atPlace(what, position, more = {}) {
    return this.line.ask(`textDocument/${what}`, { textDocument: this.document, position, ...more }).catch(() => null);
  }

  /** A key in the text; says whether it was taken. */
  key(event) {
    if (this.proposals.key(event)) return true;
    if (event.key === "Escape" && this.explanation.close()) return true;
    const name = `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${event.shiftKey ? "Shift+" : ""}${event.code === "Space" ? "Space" : event.key}`;
    const keys = {
      "Ctrl+Space": () => this.proposals.open(true), "Ctrl+i": () => this.explanation.open(this.editor.position), F12: () => this.define(),
      F2: () => this.rename(), "Ctrl+f": () => this.search.open(), "Alt+Shift+F": () => this.format(), "Ctrl+.": () => this.firstFix(),
    };
    if (!Object.hasOwn(keys, name)) return false;
    keys[name]();
    return true;
  }

  /** Go to where the name at the caret is introduced. */
  async define() {
    const found = await this.atPlace("definition", this.editor.position);
    const at = [found].flat().find(Boolean);
    if (!at) return;
    if (at.uri === this.file.uri) {
      this.editor.reveal(at.range);
      return;
    }
    const path = decodeURIComponent(at.uri), name = (this.all ?? []).find((one) => path.endsWith(`/${one}`));
    const open = async () => {
      await this.open({ name });
      this.editor.reveal(at.range);
    };
    this.notice.say(tr("That stands in {file}, line {n}.", { file: path.split("/").at(-1), n: at.range.start.line + 1 }),
      ...(name && !this.isUnsaved ? [[tr("Open {name}", { name }), open]] : []));
  }

  /** Another name for what is at the caret, wherever it stands. */
  async rename() {
    const { position } = this.editor;
    const ask = (what, more) => this.line.ask(`textDocument/${what}`, { textDocument: this.document, position, ...more });
    let known;
    try {
      known = await ask("prepareRename");
    } catch (error) {
      this.notice.say(error.message);
      return;
    }
    if (!known) {
      this.notice.say(tr("There is no name at the caret that can be changed."));
      return;
    }
    const field = el("input", { id: "new-name", value: known.placeholder, required: true, maxlength: 100, autocomplete: "off", spellcheck: "false" });
    const wrong = el("p", { class: "wrong", role: "alert" });
    const box = dialogue(tr("Rename {name}", { name: known.placeholder }), el("form", {
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          const edit = await ask("rename", { newName: field.value.trim() });
          box.close();
          this.fix({ edit });
        } catch (error) {
          wrong.textContent = error.message;
        }
      },
    }, el("p", { class: "field" }, el("label", { for: "new-name" }, tr("New name")), field), wrong,
    el("p", { class: "buttons" }, el("button", { type: "submit", class: "main" }, tr("Rename")))));
    field.focus();
    field.select();
  }

  async format() {
    const edits = await this.line.ask("textDocument/formatting", { textDocument: this.document, options: { tabSize: 2, insertSpaces: true } }).catch(() => null);
    if (edits?.length) this.editor.apply(edits);
    else if (edits) this.notice.say(tr("The text has the usual layout, or has errors that must go first."));
  }

  /** The fix of what was found at the caret's line. */
  firstFix() {
    const { line } = this.editor.position;
    const number = this.found.findIndex(({ range: { start, end } }) => start.line <= line && line <= end.line);
    this.findings.list.children[number]?.querySelector("button.fix")?.focus();
  }

  /** What the text declares, to go to. */
  async outlined() {
    const found = await this.line.ask("textDocument/documentSymbol", { textDocument: this.document }).catch(() => null);
    this.symbols = (found ?? []).flatMap((one) => [[0, one], ...(one.children ?? []).map((child) => [1, child])]);
    fill(this.outline, el("option", { value: "" }, tr("Go to …")), this.symbols.map(([deep, one], i) => el("option", { value: i }, `${"\u00a0\u00a0".repeat(deep)}${one.name}`)));
  }

  goTo() {
    const symbol = this.symbols[Number(this.outline.value)];
    this.outline.value = "";
    if (symbol) this.editor.reveal(symbol[1].selectionRange);
  }

  // ---- the page

  /** On narrow screens one pane is seen at a time. */
  show(pane, then = null) {
    this.shell.dataset.shows = pane;
    for (const button of this.shell.querySelectorAll(".panes button")) button.setAttribute("aria-pressed", String(button.dataset.pane === pane));
    then?.();
  }

  theme() {
    const themes = ["auto", "light", "dark"];
    const now = themes[(themes.indexOf(kept("theme", "auto")) + 1) % themes.length];
    keep("theme", now);
    document.documentElement.dataset.theme = now;
  }
}

/** Show the studio. `host` is who answers it (`line.js`); `given`: a promise of a text to begin with, or null. */
export function begin(host, given = null) {
  speak(wanted());
  new Studio(document.body, host, given).begin();
}
